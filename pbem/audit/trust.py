"""How far a log can be trusted, in sentences: its dice, its result, the people behind its keys."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.identity.card import Card
from pbem.table.kinds import Open
from pbem.table.table import Table


def dice_sentence(table: Table) -> str:
    """Say who kept the dice and who together could have chosen a roll (protocol section 1)."""
    if table.level < 2:
        return "Dice: not looked at on this level."
    opening = table.opening
    assert opening is not None  # noqa: S101 - asked only of an open game
    handles = [player.handle for player in opening.players]
    umpire = opening.umpire.handle if opening.umpire is not None else ""
    if opening.dice == "self":
        return (
            f"Dice: honest practice only. {handles[0]} kept the dice alone and could choose any "
            "roll."
        )
    if opening.dice == "umpire":
        who = _and([*handles, umpire])
        return (
            f"Dice: kept by the umpire {umpire}{_also(handles)}; nobody could choose a roll unless "
            f"{who} agreed on it."
        )
    who = _and(handles)
    return f"Dice: kept by opponents; nobody could choose a roll unless {who} agreed on it."


def _also(handles: Sequence[str]) -> str:
    return "" if len(handles) == 1 else " and by opponents"


def result_sentence(table: Table) -> str:
    """Say how the game ended and whether that counts; empty while it goes on."""
    result = table.result
    if result is None:
        return ""
    if result.winner is None:
        told = f"Result: drawn ({result.why})."
    else:
        told = f"Result: {result.winner} ({table.seats[result.winner]}) wins ({result.why})."
    if table.policy == "umpire" and not table.closed:
        return f"{told} It does not count before the umpire's closing ruling."
    if any(not sealed.opened for sealed in table.seals):
        return f"{told} It does not count before what was sealed is opened."
    return told


def compare_cards(
    opening: Open | None, table: Table, cards: Sequence[Card], book: Sequence[Card] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (warnings, handles whose card names another key than the log).

    ``cards`` are those that the reader named: who has none is told, and who does not play. ``book``
    are others that he happens to have; of several with one handle, those that were replaced stand
    after the one that replaced them. A card is compared with the key that its owner opened or
    joined the game with, and with the key he has now: it may have been changed by agreement.
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
                warnings.append(f"{card.handle}, whose card was given, does not play in this log.")
        elif card.sign not in keys and card in book and card.handle in fits:
            if card == next(one for one in book if one.handle == card.handle):
                warnings.append(
                    f"{card.handle} signs here with the key of a card that was replaced since. "
                    "Whoever has the former key file could sign so too."
                )
        elif card.sign not in keys:
            strangers.append(card.handle)
            warnings.append(
                f"the card of {card.handle} names another signing key than this log. Whoever "
                f"signs here as {card.handle} is not whose card you have: compare fingerprints "
                "by telephone before you trust anything in it."
            )
    with_card = {card.handle for card in (*cards, *book)}
    if cards:
        warnings += [
            f"no card of {handle} was given, so nothing here says who that is."
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
