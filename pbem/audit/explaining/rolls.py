"""How dice were read: for what, on which table, with what chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pbem.audit.explaining.story import Cause, Story, list_of
from pbem.kit.cell import read_off
from pbem.kit.chances.chance import TooManyWaysError, falls
from pbem.kit.contract import Game, Outcome, Reading
from pbem.kit.dice import Dice
from pbem.kit.sides import side_name
from pbem.kit.wording import share
from pbem.play.lists import write_text
from pbem.play.outcomes import TABLE_OUTCOMES, Rolled
from pbem.play.play import Play
from pbem.play.rerun import Thrown, thrown


def reading_of(game: Game[Any, Any], outcome: Outcome) -> Reading | None:
    """Return what an outcome decides; None of the table's own, and of a game that does not say."""
    if isinstance(outcome, TABLE_OUTCOMES) or not hasattr(game, "reading"):
        return None
    return game.reading(outcome)


def read_with(play: Play, reading: Reading, outcome: Outcome) -> Iterator[Cause]:
    """Say what a roll was read with: strengths, table and column."""
    terms = play.game.terms(play.position)
    if terms:
        reported = ", ".join(f"{one.what} {one.amount} [{one.paragraph}]" for one in terms)
        yield Cause(
            "strengths", f"Compared: {reported}.", tuple({one.paragraph: None for one in terms})
        )
    cell = read_off(play.game.charts(), reading)
    if cell is None:
        return
    if cell.column:
        where = f"column {cell.column}, {cell.row}: {cell.text}"
    else:
        where = f"the line that says: {cell.text}"
    column = f" Column used: {reading.column}." if reading.column else ""
    yield Cause(
        "table",
        f"Read off '{cell.chart}', {where} ({cell.provenance}).{column}",
        (outcome.paragraph,),
    )


def thrown_of(story: Story) -> list[Thrown]:
    """Return the rolls of a dice event, with what stood before each."""
    play = None if story.before is None else story.before.play
    if play is None or play.due is None or not any(isinstance(o, Rolled) for o in story.outcomes):
        return []
    return thrown(play, story.outcomes)


def doing(story: Story, roll: Thrown) -> Iterator[Cause]:
    """Say which order the dice were rolled for."""
    if roll.doing is None or story.before is None or story.before.play is None:
        return
    side, raw = roll.doing
    line = write_text(story.before.play, [raw])[0]
    by = story.before.play.seats.get(side, side)
    where = list_of(story, by, raw)
    cites = () if where is None else (str(where),)
    signed = "" if where is None else f", signed in event {where}"
    name = side_name(story.before.play.game, side)
    yield Cause("order", f"The order for it: '{line}' of {name} ({by}){signed}.", cites)


def rolled(story: Story, step: int, group: Sequence[Outcome]) -> Iterator[Cause]:
    """Explain dice: what for, whose order, what they were read as, and what else they could say.

    ``step``: the number of the step, from 1. ``group``: its outcomes.
    """
    at = sum(map(len, story.groups[: step - 1]))
    roll = next((one for one in reversed(thrown_of(story)) if one.first <= at), None)
    if roll is not None:
        yield from doing(story, roll)
    play = story.play_before(step)
    if play is None:
        return
    yield from reported_chances(play, roll)
    game = play.game
    for number, later in enumerate(story.groups[step:], step + 1):
        if isinstance(later[0], Rolled) and later[0].purpose != getattr(group[0], "purpose", ""):
            break
        reading = reading_of(game, later[0])
        if reading is not None:
            before = story.play_before(number)
            assert before is not None  # noqa: S101 - there was one before the dice
            yield Cause("step", f"It was read in step {number}: {game.report(later[0])}",
                        (f"{story.seq}.{number}", later[0].paragraph))  # fmt: skip
            yield from read_with(before, reading, later[0])
            return


def reported_chances(play: Play | None, roll: Thrown | None) -> Iterator[Cause]:
    """Say with what chance each result comes of the dice, as they were due.

    Nothing if the game or the roll is not known.
    """
    if play is None or roll is None:
        return
    found = chances(play.game, roll)
    if len(found) > 1:
        reported = ", ".join(f"{result or 'no result'} {share(chance)}" for result, chance in found)
        yield Cause("chances", f"Chances before the roll: {reported}.", (roll.roll.paragraph,))


def chances(game: Game[Any, Any], roll: Thrown) -> list[tuple[str, Fraction]]:
    """Return each first result that dice could have had, with its chance, likeliest first.

    Nothing where they read no result, or can fall in too many ways.
    """
    found: dict[str, Fraction] = {}

    def rolled(dice: Dice) -> str:
        position = msgspec.msgpack.decode(
            msgspec.msgpack.encode(roll.position), type=game.position_type
        )
        cups = roll.cups.copy()
        reported = ""
        for outcome in game.roll(position, dice, cups):
            reading = reading_of(game, outcome)
            if reading is not None:
                reported = reading.result
            game.apply(position, outcome)
        return reported

    try:
        for chance, result in falls(game, roll.position, roll.cups, rolled, most=20_000):
            found[result] = found.get(result, Fraction(0)) + chance
    except TooManyWaysError:
        return []
    return sorted(found.items(), key=lambda one: -one[1]) if any(found) else []
