"""The register of findings: every code a verifier may give, what it means and what to do.

Codes are stable: people quote them in mails and tournament rulings, and hostile example logs are
named after them (protocol section 10). A code may be added, never renamed or given a new meaning.
"""

from __future__ import annotations

import msgspec


class Code(msgspec.Struct, frozen=True):
    """One kind of finding.

    - ``promise``: The promise of protocol section 1 that it would break.
    - ``level``: The cheapest verification that sees it (1, 2 or 3; section 10).
    - ``title``: The fault in a line.
    - ``advice``: A player's next step.

    ``fault`` is false if nobody did anything wrong and this reader only cannot judge.
    """

    promise: str
    level: int
    title: str
    advice: str
    fault: bool = True


_RESEND = "Ask the sender for the file again, as an attachment, and import that."
_WRITER = "The event does not count. Its author must write another in its place."
_STAYS = "The log ends before this event. Keep it, and show it to the umpire or the other players."
_VERSION = "Compare the versions of the game module. Then have a third copy of it replay the log."
_INSTALL = "Install a release that has it, then read the log again."

CODES: dict[str, Code] = {
    # Level 1, form: bytes and fields (sections 2 and 3).
    "json.form": Code("P10", 1, "a line is not in the canonical form", _RESEND),
    "json.size": Code(
        "P10", 1, "a line is longer than 120,000 bytes, or a ruling than 262,144", _RESEND
    ),
    "file.empty": Code("P1", 1, "the file has no events", _RESEND),
    "file.torn": Code(
        "P1",
        1,
        "the file stops in the middle of a line",
        f"{_RESEND} If it is your own log, run 'pbem store mend GAME'.",
    ),
    "file.line": Code("P1", 1, "the file has an empty line or a carriage return", _RESEND),
    "file.limit": Code(
        "P1",
        1,
        "the log has more than 160,000 events or 64 MiB",
        "No game is this long. The log ends at the limit.",
    ),
    "file.journal": Code(
        "P1",
        1,
        "an unfinished write beside the log does not belong to it",
        "Move the file that the message names to another folder and keep it. Ask the other "
        "players for their log before you sign anything.",
    ),
    "event.fields": Code(
        "P10", 1, "an event does not have exactly the nine fields, well formed", _WRITER
    ),
    "event.version": Code(
        "P10", 1, "an event has another version of the protocol", _INSTALL, fault=False
    ),
    "event.kind": Code(
        "P10", 1, "an event has an unknown kind, or data that does not fit its kind", _WRITER
    ),
    # Level 1, chain and signatures (section 3).
    "chain.game": Code("P1", 1, "an event belongs to another game", _RESEND),
    "chain.seq": Code("P1", 1, "an event is missing, doubled or out of order", _RESEND),
    "chain.prev": Code("P1", 1, "an event does not follow the one before it", _RESEND),
    "sig.bad": Code("P2", 1, "an event does not carry a valid signature by its author", _RESEND),
    "sig.unknown": Code(
        "P2", 1, "the author of an event is neither a player nor the umpire", _WRITER
    ),
    "key.bad": Code(
        "P2",
        1,
        "the protocol does not allow a public key",
        "The owner of the key must make a new one with 'pbem identity renew'.",
    ),
    "key.same": Code(
        "P2",
        1,
        "a key that should be new is already in the log",
        "Every key in a log has one purpose. The owner must make a new one.",
    ),
    "key.proof": Code(
        "P2",
        1,
        "the owner of a new signing key has not proved it",
        "The event does not count. Its author must offer new keys with 'pbem offer keys'.",
    ),
    "size.share": Code(
        "P11",
        1,
        "an author has written more than their share of a log",
        "The event does not count. Its author may still write what they owe; otherwise the "
        "clock decides.",
    ),
    # Level 1, opening and joining (section 4).
    "open.bad": Code(
        "P10",
        1,
        "the players, seats, umpire or dice policy of the opening do not fit together",
        "Open the game again. The message names what does not fit.",
    ),
    "rules.unknown": Code(
        "P10",
        1,
        "this computer does not have the game, its version or its data pack",
        _INSTALL,
        fault=False,
    ),
    "join.order": Code(
        "P4",
        1,
        "somebody joined out of turn, or wrote something else while somebody had to join or start",
        _WRITER,
    ),
    "join.proof": Code("P4", 1, "a player who joined has not proved their dice key", _WRITER),
    # Level 1, forks (sections 3 and 5).
    "fork.author": Code(
        "P3",
        1,
        "one author signed two valid events on one predecessor",
        "The author forfeits the game unless the umpire, or all other players, agree on a branch.",
    ),
    "fork.form": Code(
        "P3",
        1,
        "a fork file does not prove a fork",
        "It convicts nobody. Ask its sender for both logs.",
    ),
    # Level 2, dice and commitments (sections 6 and 7.2).
    "dice.keeper": Code("P5", 1, "somebody gave dice who was not the dice keeper due", _WRITER),
    "dice.proof": Code(
        "P5", 2, "the dice keeper's proof does not match the event that caused the roll", _WRITER
    ),
    "dice.rolls": Code("P5", 2, "the rolls do not follow from the proofs", _WRITER),
    "commit.label": Code("P7", 1, "a sealed choice has a wrong or used label", _WRITER),
    "commit.open": Code(
        "P7",
        2,
        "a player revealed something other than what they sealed, or nothing",
        "This forfeits its author's game. Show the log to the umpire or the other players.",
    ),
    # Level 2, encrypted decks (docs/protocol-cards.md).
    "deck.turn": Code("P8", 1, "somebody made a deck or drew from it out of turn", _WRITER),
    "deck.shuffle": Code(
        "P8", 2, "a shuffle does not prove that the deck keeps its cards", _WRITER
    ),
    "deck.unmask": Code("P8", 2, "a card was not decrypted correctly", _WRITER),
    "deck.show": Code(
        "P8",
        2,
        "a player showed a card that they did not hold, or gave no valid proof of it",
        _WRITER,
    ),
    "deck.open": Code(
        "P8",
        2,
        "a player revealed a wrong deck key, or not exactly the keys that they owe",
        "The event does not count. A player who does not reveal their key loses.",
    ),
    "stock.turn": Code(
        "P9", 1, "an order names a hidden supply, pair or box that it cannot use", _WRITER
    ),
    "stock.proof": Code("P9", 2, "a hidden supply moved without a valid proof", _WRITER),
    "stock.open": Code(
        "P9",
        2,
        "a player revealed a wrong amount, or not exactly the moves of supplies that they owe",
        "The event does not count. A player who does not reveal what they owe loses.",
    ),
    # Level 3, the active player, legality and digests (sections 4, 5 and 8).
    "pen.wrong": Code(
        "P3",
        3,
        "an event is not by the active player, or dice come before supplies that must be revealed",
        _WRITER,
    ),
    "kind.wrong": Code(
        "P3", 3, "the author is the active player, but may not write this kind of event", _WRITER
    ),
    "state.digest": Code(
        "P10", 3, "the author saw a position that the replay does not give", _VERSION
    ),
    "then.digest": Code(
        "P10", 3, "the last dice keeper got a position that the replay does not give", _VERSION
    ),
    "orders.form": Code("P10", 3, "the game has no order of this form", _WRITER),
    "orders.illegal": Code("P10", 3, "the rules do not allow an order here", _STAYS),
    "orders.nothing": Code("P11", 3, "orders do not change the position", _WRITER),
    "standing.form": Code("P10", 3, "the game has no standing order of this form", _WRITER),
    "offer.wrong": Code("P10", 3, "an offer is not possible here", _WRITER),
    "answer.wrong": Code("P10", 3, "an answer follows no offer, or is out of turn", _WRITER),
    "resign.wrong": Code("P10", 3, "a resignation is not possible here", _WRITER),
    "ruling.wrong": Code("P11", 3, "the umpire may not give this ruling here", _STAYS),
    "end.over": Code("P3", 3, "an event comes after the end of the game", _STAYS),
}
