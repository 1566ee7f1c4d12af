"""The register of findings: every code a verifier may give, what it means and what to do.

Codes are stable: people quote them in mails and tournament rulings, and hostile example logs are
named after them (protocol section 10). A code may be added, never renamed or given a new meaning.
"""

from __future__ import annotations

import msgspec


class Code(msgspec.Struct, frozen=True):
    """One kind of finding.

    ``promise`` is the promise of protocol section 1 that it would break, ``level`` (1, 2 or 3) the
    cheapest verification that sees it (section 10), ``title`` says in a line what it means, and
    ``advice`` what a player does about it. ``fault`` is false where nobody did anything wrong and
    this reader only cannot judge.
    """

    promise: str
    level: int
    title: str
    advice: str
    fault: bool = True


_RESEND = "Ask the sender for the file again, as an attachment, and read that."
_WRITER = "The event does not count: its author writes another in its place."
_STAYS = "The log ends before this event. Keep it, and show it to the umpire or the other players."
_VERSION = "Compare the versions of the game module, then let a third copy of it replay the log."
_INSTALL = "Install a release that has it, then read the log again."

CODES: dict[str, Code] = {
    # Level 1, form: bytes and fields (sections 2 and 3).
    "json.form": Code("P10", 1, "a line is not in the canonical form", _RESEND),
    "json.size": Code(
        "P10", 1, "a line is longer than 120,000 bytes, or a ruling than 262,144", _RESEND
    ),
    "file.empty": Code("P1", 1, "no event in the file", _RESEND),
    "file.torn": Code(
        "P1",
        1,
        "the file stops in the middle of a line",
        f"{_RESEND} Your own log: 'pbem store mend GAME' mends it.",
    ),
    "file.line": Code("P1", 1, "an empty line or a carriage return in the file", _RESEND),
    "file.limit": Code(
        "P1",
        1,
        "more than 160,000 events or 64 MiB",
        "No game is this long: the log ends where the limit is reached.",
    ),
    "file.journal": Code(
        "P1",
        1,
        "an unfinished write beside the log does not belong to it",
        "Move the file in the message away, but keep it. Ask the other players "
        "for their log before you sign anything.",
    ),
    "event.fields": Code(
        "P10", 1, "an event does not have exactly the nine fields, well formed", _WRITER
    ),
    "event.version": Code(
        "P10", 1, "an event of another version of the protocol", _INSTALL, fault=False
    ),
    "event.kind": Code("P10", 1, "an unknown kind, or data that its kind does not have", _WRITER),
    # Level 1, chain and signatures (section 3).
    "chain.game": Code("P1", 1, "an event of another game", _RESEND),
    "chain.seq": Code("P1", 1, "an event missing, doubled or out of order", _RESEND),
    "chain.prev": Code("P1", 1, "an event does not follow the one before it", _RESEND),
    "sig.bad": Code("P2", 1, "the signature is not by the author's key over this event", _RESEND),
    "sig.unknown": Code("P2", 1, "the author is neither a player nor the umpire", _WRITER),
    "key.bad": Code(
        "P2",
        1,
        "a public key that this protocol does not allow",
        "The owner of the key makes a new one with 'pbem identity renew'.",
    ),
    "key.same": Code(
        "P2",
        1,
        "a key that the log already has",
        "Every key in a log has one purpose. Its owner makes a new one.",
    ),
    "key.proof": Code(
        "P2",
        1,
        "a new signing key that its owner has not proven",
        "The event does not count: its author offers new keys, with 'pbem offer keys'.",
    ),
    "size.share": Code(
        "P11",
        1,
        "an author has written more than their share of a log",
        "The event does not count: its author writes what is owed, or the clock decides.",
    ),
    # Level 1, opening and joining (section 4).
    "open.bad": Code(
        "P10",
        1,
        "players, seats, umpire and dice policy of the opening do not fit together",
        "Open the game again. The message names what does not fit.",
    ),
    "rules.unknown": Code(
        "P10", 1, "the game, its version or its data pack is not installed", _INSTALL, fault=False
    ),
    "join.order": Code(
        "P4",
        1,
        "a join out of turn, or another event before everyone has joined",
        _WRITER,
    ),
    "join.proof": Code("P4", 1, "the dice key of a join is not proven", _WRITER),
    # Level 1, forks (sections 3 and 5).
    "fork.author": Code(
        "P3",
        1,
        "two signed, valid events by one author on one predecessor",
        "The author's game is forfeit unless the umpire, or all other players, agree on a branch.",
    ),
    "fork.form": Code(
        "P3",
        1,
        "a fork file that proves no fork",
        "It convicts nobody. Ask its sender for both logs.",
    ),
    # Level 2, dice and commitments (sections 6 and 7.2).
    "dice.keeper": Code("P5", 1, "dice by somebody who is not the dice keeper due", _WRITER),
    "dice.proof": Code("P5", 2, "the dice keeper's proof does not match the trigger", _WRITER),
    "dice.rolls": Code("P5", 2, "the rolls are not those of the dice stream", _WRITER),
    "commit.label": Code("P7", 1, "a sealed choice under a wrong or used label", _WRITER),
    "commit.open": Code(
        "P7",
        2,
        "a sealed choice opened to something else than was sealed, or not opened",
        "This forfeits its author's game: show the log to the umpire or the other players.",
    ),
    # Level 2, masked decks (docs/protocol-cards.md).
    "deck.turn": Code("P8", 1, "a deck made or drawn from out of turn", _WRITER),
    "deck.shuffle": Code("P8", 2, "a shuffle that does not prove its deck to be the same", _WRITER),
    "deck.unmask": Code("P8", 2, "a decryption with another key than the encryption", _WRITER),
    "deck.show": Code("P8", 2, "a card that was not held, or shown without its proof", _WRITER),
    "deck.open": Code(
        "P8",
        2,
        "keys revealed for other decks than are due, or other keys than were used",
        "The event does not count. A player who does not reveal their keys loses.",
    ),
    "stock.turn": Code("P9", 1, "a hidden supply, pair or box that cannot be meant", _WRITER),
    "stock.proof": Code("P9", 2, "a hidden supply moved without its proof", _WRITER),
    "stock.open": Code(
        "P9",
        2,
        "other supply moves revealed than are due, or another amount than was moved",
        "The event does not count. A player who does not reveal what is due loses.",
    ),
    # Level 3, the active player, legality and digests (sections 4, 5 and 8).
    "pen.wrong": Code(
        "P3",
        3,
        "an event not by the active player, or dice before supplies that must be revealed",
        _WRITER,
    ),
    "kind.wrong": Code("P3", 3, "the active player may not write this kind now", _WRITER),
    "state.digest": Code(
        "P10", 3, "the author saw another position than the replay gives", _VERSION
    ),
    "then.digest": Code(
        "P10", 3, "the last keeper got another position than the replay gives", _VERSION
    ),
    "orders.form": Code("P10", 3, "an order that the game does not have in this form", _WRITER),
    "orders.illegal": Code("P10", 3, "an order that the rules do not allow there", _STAYS),
    "orders.nothing": Code("P11", 3, "orders after which the position is what it was", _WRITER),
    "standing.form": Code("P10", 3, "a standing order that the game does not have", _WRITER),
    "offer.wrong": Code("P10", 3, "an offer that is not possible there", _WRITER),
    "answer.wrong": Code("P10", 3, "an answer to no offer, or out of turn", _WRITER),
    "resign.wrong": Code("P10", 3, "a resignation that is not possible there", _WRITER),
    "ruling.wrong": Code("P11", 3, "a ruling that the umpire may not give there", _STAYS),
    "end.over": Code("P3", 3, "an event after the end of the game", _STAYS),
}
