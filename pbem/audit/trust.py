"""How far a log can be trusted, in sentences: its dice, its result, the people after its keys."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.audit.noted import Noted
from pbem.audit.verdict import Need
from pbem.identity.card import Card
from pbem.table.events.kinds import Open
from pbem.table.handlers.groups import openers
from pbem.table.handlers.stocks import openers_at_the_end as stock_openers
from pbem.table.table import Table
from pbem.table.words.reporting import result_words

LEFT = ("resigned", "forfeit")
"""Why nobody is in a player's place."""


def dice_sentence(table: Table, noted: Noted, good: int | None = None) -> str:
    """Say who kept the dice, and who together could have chosen a roll.

    A log without a roll has nothing to trust yet.

    Args:
        table: The table at the end of the log.
        noted: Notes on events in the log.
        good: If the log is not valid to its end, how many events are. Nothing is said of others.

    Source: docs/protocol.md, section 1.
    """
    return _of_good(_dice_sentence(table, noted), "Dice", good)


def _dice_sentence(table: Table, noted: Noted) -> str:
    opening = table.opening
    assert opening is not None  # noqa: S101 - asked only of an open game
    if table.level < 2:
        return f"Dice: not checked at this level.{_stood_in(table, opening, noted)}"
    rolled = noted.rolled
    none = "" if rolled else "none were rolled. " if table.result else "none were rolled yet. "
    if opening.dice == "self":
        alone = opening.players[0].handle
        kept = "kept the dice alone and could" if rolled else "keeps the dice alone and can"
        practice = "honest practice only" if rolled else "Honest practice only"
        return f"Dice: {none}{practice}. {alone} {kept} choose any roll."
    keepers, together = ([_in_turn(table, name) for name in names] for names in _keepers(opening))
    kept = f"kept by {_and(keepers)}" if rolled else f"They are kept by {_and(keepers)}"
    chosen = "could have chosen" if rolled else "can choose"
    reported = f"Dice: {none}{kept}. Only {_and(together)} together {chosen} a roll."
    playing = {one.handle for one in table.roster.playing()}
    if opening.dice == "witnesses" and playing <= set(table.seats.values()):
        reported += (
            " Without a witness in the game, opponents keep the dice, and all players together "
            "can choose a roll."
        )
    return reported + _stood_in(table, opening, noted)


def _stood_in(table: Table, opening: Open, noted: Noted) -> str:
    """Say which dice the umpire gave in whose place, and what a witness who fell silent could buy.

    If a replaced player owed none, nobody rolls in their place.
    """
    if not noted.stood_in or table.roster.umpire is None:
        return ""
    umpire = table.roster.umpire.handle
    places = list(dict.fromkeys(one.place for one in noted.stood_in))
    events = [str(one.event) for one in noted.stood_in]
    where = f"event{'s' if len(events) > 1 else ''} {_and(events)}"
    reported = (
        f" The umpire {umpire} rolled the dice that {_and(places)} owed when put out ({where})."
    )
    if noted.silent:
        reported += (
            f" {_and(list(dict.fromkeys(noted.silent)))} and the author of that roll's event "
            "together could have exchanged an old roll for it."
        )
    seated = set(opening.seats.values())
    # Anyone who keeps for a player alone is a witness, and knows the roll unless its author closes.
    if len(seated) == 1 and opening.dice != "witnesses":
        reported += (
            f" {_and(places)} may have seen the old roll: {min(seated)}, with that help, could "
            "have exchanged it for another."
        )
    return reported


def _of_good(said: str, what: str, good: int | None) -> str:
    """Say of a sentence with ``what`` first that it holds for the first ``good`` events only."""
    if good is None:
        return said
    those = "the first event, which is" if good == 1 else f"the first {good} events, which are"
    return said.replace(f"{what}:", f"{what} of {those} valid:", 1)


def _in_turn(table: Table, name: str) -> str:
    """Return a name, which ends in a handle, with those who later replaced that player."""
    handle = name.rsplit(maxsplit=1)[-1]
    later: list[str] = []
    players = table.roster.players
    for before, player in pairwise(players):
        if before.out == "replaced" and (later or before.handle == handle):
            later.append(f"later {player.handle}")
        elif later:
            break
    left = any(player.handle == handle and player.out in LEFT for player in players)
    if left and len(table.roster.playing()) > 1:  # the game went on without them
        later.append("while in the game")
    return f"{name} ({', '.join(later)})" if later else name


def _keepers(opening: Open) -> tuple[list[str], list[str]]:
    """Return who keeps the dice, and who together knows a roll beforehand, in words."""
    seated = list(dict.fromkeys(opening.seats.values()))
    witnesses = [one.handle for one in opening.players if one.handle not in seated]
    umpire = [] if opening.umpire is None else [opening.umpire.handle]
    if opening.dice == "witnesses":
        kept = [f"the witness {handle}" for handle in witnesses]
        return [*kept, "the author of each event (last)"], ["that author (a player)", *kept]
    keepers, together = list[str](), [one.handle for one in opening.players]
    if opening.dice == "umpire":
        keepers += [f"the umpire {handle}" for handle in umpire]
        together += umpire
    if len(seated) > 1:
        keepers.append("by opponents" if keepers else "opponents")
    keepers += [f"the witness {handle}" for handle in witnesses]
    if len(seated) == 1:  # who plays alone reads who it is that could help them to a roll
        together = [f"the player {seated[0]}", *keepers]
    return keepers, together


WAITS_FOR = ("closing", "opening", "masks", "stocks")
"""The things that a result can wait for, in the order in which they are reported."""


def needs(table: Table) -> tuple[Need, ...]:
    """Return what the result waits for before it counts; nothing while the game goes on."""
    if table.result is None:
        return ()
    umpire = table.roster.umpire if table.policy == "umpire" and not table.closed else None
    closing = [] if umpire is None else [Need("closing", umpire.handle)]
    sealed = dict.fromkeys(sealed.by for sealed in table.seals if not sealed.opened)
    openings = (Need("opening", handle) for handle in sealed)
    masks = (Need("masks", handle) for handle in openers(table))
    stocks = (Need("stocks", handle) for handle in stock_openers(table))
    return (*closing, *openings, *masks, *stocks)


def needs_words(needs: Sequence[Need]) -> str:
    """Return what a result waits for, as part of a sentence; empty for nothing."""
    by = {what: [one.by for one in needs if one.what == what] for what in WAITS_FOR}
    reported = ["the umpire's closing ruling"] if by["closing"] else []
    reported += [f"what was sealed is opened (by {_and(by['opening'])})"] if by["opening"] else []
    reported += (
        [f"all keys of the decks are revealed (by {_and(by['masks'])})"] if by["masks"] else []
    )
    reported += (
        [f"all hidden supplies are opened (by {_and(by['stocks'])})"] if by["stocks"] else []
    )
    return " and after ".join(reported)


def result_sentence(table: Table, good: int | None = None) -> str:
    """Say how the game ended and whether that counts; empty while it goes on.

    ``good``: as in `dice_sentence`.
    """
    if table.result is None:
        return ""
    waits = needs_words(needs(table))
    reported = f"Result: {result_words(table.result, table.seats, table.game)}."
    reported += f" It counts only after {waits}." if waits else ""
    return _of_good(reported, "Result", good)


def compare_cards(
    opening: Open | None, table: Table, cards: Sequence[Card], book: Sequence[Card] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return warnings, and the handles whose card has another key than the log.

    A card is compared with the key with which its owner opened or joined the game, and with their
    key now: it may have been changed by agreement.

    Args:
        opening: The opening.
        table: The table at the end of the log.
        cards: The cards that the reader named. Players without one are reported, and so are cards
            of people who do not play.
        book: Other cards that the reader has. If several have one handle, a replaced card comes
            after the one that replaced it.
    """
    if opening is None:
        return (), ()
    known = _keys(opening, table)
    fits = {card.handle for card in book if card.sign in known.get(card.handle, ())}
    warnings: list[str] = []
    strangers: list[str] = []
    for card in (*cards, *book):
        keys = known.get(card.handle)
        if keys is None:
            if card in cards:
                warnings.append(f"You gave the card of {card.handle}, who is not in this game.")
        elif card.sign not in keys and card in book and card.handle in fits:
            if card == next(one for one in book if one.handle == card.handle):
                warnings.append(
                    f"{card.handle} signs here with the key of a card that was replaced later. "
                    "Anyone who has the old key file could sign like this too."
                )
        elif card.sign not in keys:
            strangers.append(card.handle)
            warnings.append(
                f"The card of {card.handle} has a different signing key than this log. Your card "
                f"is not that of the person who signs here as {card.handle}. Compare fingerprints "
                "by telephone before you trust this log."
            )
    with_card = {card.handle for card in (*cards, *book)}
    if cards:
        warnings += [
            f"You gave no card of {handle}, so nothing here shows who that is."
            for handle in known
            if handle not in with_card
        ]
    return tuple(warnings), tuple(dict.fromkeys(strangers))


def _keys(opening: Open, table: Table) -> dict[str, set[str]]:
    """Return handle -> the signing keys that the log has for it, first and last."""
    roster = table.roster
    known = {player.handle: {player.sign} for player in roster.players}
    if roster.umpire is not None:
        known[roster.umpire.handle] = {roster.umpire.sign}
    for signer in (*opening.players, *((opening.umpire,) if opening.umpire else ())):
        known.setdefault(signer.handle, set()).add(signer.sign)
    return known


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
