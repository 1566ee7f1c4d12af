"""The charts of what a turn brings in Manila: supply, and what is rolled for at random."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.manila.data.tables import LOWEST_EVENT, MARKERS, ManilaData
from pbem.games.manila.rules.ch06_4_streets import EFFECTS
from pbem.games.manila.words.wording import EVENT
from pbem.kit.charts import Chart, Row, cell, row, rows


def supply_charts(data: ManilaData) -> Iterator[Chart]:
    """Yield what a turn gives in Supply Points, and what they buy (6.3)."""
    supply = data.supply
    yield Chart(
        "supply",
        "Supply Points of a turn",
        "6.3",
        ("dice", "when"),
        rows(
            supply.provenance,
            [
                (supply.dice, f"every turn; on turn 1 at least {supply.least_on_turn_1} points"),
                (supply.offensive_dice, "instead, in a turn with an offensive"),
            ],
        ),
    )
    markers = (
        Row(
            (marker, str(kind.cost), f"{kind.mix} there are; {_gives(marker, kind.adds)}"),
            kind.provenance,
        )
        for marker in MARKERS
        for kind in (getattr(data.markers, marker),)
    )
    others = (
        ("infantry", supply.infantry, "back from the Out of Action Box"),
        ("armor", supply.armor, "back from the Out of Action Box"),
        ("morale", supply.morale, "1 point of Morale"),
    )
    yield Chart(
        "supply",
        "Prices in Supply Points",
        "6.3",
        ("what", "costs", "which"),
        (*markers, *rows(supply.provenance, others)),
        ("Air only with the option `air`, once Morale has been Shaken (11.6).",),
    )


def _gives(marker: str, adds: int) -> str:
    value = f"adds {adds} to the Attack Value"
    return f"{value}, takes a die off the Defense Value" if marker == "air" else value


_EVENTS = (
    ("6.2", "pause", "the division moves but does not attack"),
    ("6.2.1", "pause", "nothing on turns 1 and 9, and twice in a row for one division"),
    ("9.5.2F", "civilians", "1 off the Attack Value of Mandatory Attacks"),
    ("6.2.2", "Kembu, Shimbu breakout", "the 44th leaves until the next turn"),
    ("6.2.2", "Kembu, Shimbu breakout", "1 Morale for each unit of it that is Out of Action"),
    ("6.2.1", "Iwabuchi breakout", "nothing without an American Urban or Fort Area"),
)


def _effects(data: ManilaData) -> Iterator[Row]:
    events, supply = data.events, data.supply
    offensive = f"{supply.offensive_dice} dice of Supply Points and not {supply.dice}"
    late = f"an offensive from turn {events.late_breakout_from} on"
    happens = (
        f"on {events.iwabuchi_from} or more of a die: a Japanese unit, Unrevealed, in an American"
        " Urban or Fort Area beside a Japanese one, from which all units retreat"
    )
    spent = f"units that retreat from it become Spent: {cell(events.iwabuchi_spent)}"
    yield from rows("rulebook 6.2, 9.5.2, 13.2", _EVENTS)
    yield row(supply.provenance, "6.3", "offensive", offensive)
    yield row(events.provenance, "6.2.2", "Kembu, Shimbu breakout", late)
    yield row(events.provenance, "6.2", "Iwabuchi breakout", happens)
    yield row(events.provenance, "6.2", "Iwabuchi breakout", spent)


def event_charts(data: ManilaData) -> Iterator[Chart]:
    """Yield what is rolled for at random: the Random Event (6.2), Bloody Streets (6.4.1)."""
    events = data.events
    chart = ((roll, event, EVENT[event]) for roll, event in enumerate(events.chart, LOWEST_EVENT))
    yield Chart(
        "events",
        "The Random Event, by three dice",
        "6.2",
        ("roll", "event", "its whole name"),
        rows(events.provenance, chart),
    )
    yield Chart(
        "events",
        "Effects of events",
        "6.2",
        ("paragraph", "event", "what"),
        tuple(_effects(data)),
    )
    streets = {
        "none": "nothing",
        "loss": "a unit of the Area, the player's choice, is Out of Action",
        "morale": "1 Morale is lost",
        "spent": "the units of the Area are Spent, and 1 Morale is lost",
    }
    yield Chart(
        "events",
        "Bloody Streets, in each Contested Urban or Fort Area",
        "6.4.1",
        ("die", "what"),
        rows(
            "rulebook 6.4.1", ((face, streets[EFFECTS.get(face, "none")]) for face in range(1, 7))
        ),
        ("1 more where an Elite unit is Revealed; above 6 is 6.",),
    )
