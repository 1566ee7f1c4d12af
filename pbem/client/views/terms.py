"""The terms of a game, which somebody reads before they sign that they play it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from msgspec import UNSET

from pbem.client.client import NotFound
from pbem.client.session.session import Session
from pbem.client.storage.packs import newest
from pbem.crypto.text import escape
from pbem.errors import PbemError
from pbem.kit.contract import Rules
from pbem.kit.wording import counted
from pbem.table.events.kinds import Clock, Open
from pbem.table.owned import owners_pack, pack_words

DICE = {
    "umpire": "The umpire gives the dice.",
    "witnesses": "The witnesses give all dice.",
    "self": "One player gives all dice: such a game proves nothing about them.",
}
"""The dice keeper in words, except where each opponent is the other's."""


BANK, GRACE = 30, 7
"""The usual days in the bank and of grace; nobody has to read them."""


def chosen_options(rules: Rules, options: Mapping[str, str | int | bool]) -> list[str]:
    """Return the options that are not as by default, as they are typed, with their titles."""
    return [
        f"{name}={str(value).lower() if isinstance(value, bool) else value} ({option.title})"
        for name, value in options.items()
        if (option := rules.options.get(name)) is not None and value != option.default
    ]


def proposed_lines(
    rules: Rules, options: Mapping[str, str | int | bool], clock: Clock | None
) -> list[str]:
    """Return the options that differ from the default, an older version, and the clock."""
    return [*_of_rules(rules, options), clock_words(clock)]


def join_lines(session: Session) -> list[str]:
    """Return what one agrees to by joining a game, without who plays which side."""
    opening = session.table.opening
    return [] if opening is None else list(_opened(session, opening))


def clock_words(clock: Clock | None) -> str:
    """Return a clock in a sentence, with each number that is not the usual one."""
    if clock is None:
        return "No clock."
    days = f"{counted(clock.days, 'day')} for each answer"
    if (clock.bank, clock.grace, clock.turn) == (BANK, GRACE, None):
        return f"{days}."
    turn = "" if clock.turn is None else f" {counted(clock.turn, 'day')} for all answers in a turn."
    return f"{days}, {clock.bank} more in the bank, and {clock.grace} of grace.{turn}"


def _opened(session: Session, opening: Open) -> Iterator[str]:
    library = session.client.library
    try:
        rules, _ = library.load(opening.rules)
    except PbemError:  # then nobody can join
        return
    if opening.scenario != next(iter(rules.scenarios)):
        yield f"{rules.scenarios.get(opening.scenario, opening.scenario)}."
    yield from _of_rules(rules, opening.options)
    pack = owners_pack(library, opening.rules)
    if pack is not None:
        yield pack_words(pack)
    yield clock_words(opening.clock)
    if opening.umpire is not None:
        yield f"The umpire is {opening.umpire.handle}."
    if opening.dice in DICE:
        yield DICE[opening.dice]
    if opening.groups is not UNSET:
        shared = "; ".join(" and ".join(group) for group in opening.groups)
        yield f"Hands are shared: {shared}."


def _of_rules(rules: Rules, options: Mapping[str, str | int | bool]) -> Iterator[str]:
    if chosen := chosen_options(rules, options):
        yield f"Options: {escape('; '.join(chosen))}."
    with suppress(NotFound):
        if rules.version != (now := newest(rules.name).version):
            yield f"The rules are of version {rules.version}, not of the newest, {now}."
