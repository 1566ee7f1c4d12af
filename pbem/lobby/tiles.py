"""The words of a game in the list: what it is called, where it stands, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.client.messages.subjects import turn_words
from pbem.client.storage.packs import newest
from pbem.client.views.course import course
from pbem.errors import PbemError
from pbem.games import registry
from pbem.kit.sides import side_name
from pbem.kit.wording import counted, listing, short_title
from pbem.lobby.forms import Side
from pbem.table.words.reporting import ENDINGS, NOBODY
from pbem.view.drawing.style import COUNTERS, colours_of

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.log.event import Event
    from pbem.table.library import Library
    from pbem.table.table import Table

CONTENTS = {
    "open": "the opening of the game",
    "join": "that you play",
    "answer": "your answer",
    "resign": "that you resign",
    "seal": "a sealed choice",
    "reveal": "a choice, revealed",
    "shuffle": "a shuffled deck",
    "unmask": "decrypted cards",
    "lay-open": "revealed keys",
}
"""Kind of event -> what a mail with it contains, however often."""


def named(name: str) -> str:
    """Return a handle as people write a name."""
    return name[:1].upper() + name[1:]


def phase(session: Session) -> str:
    """Return the phase of a game in which somebody writes orders, else nothing."""
    now, play = session.table.active(), session.table.play
    if play is None or play.asked is None or not play.asked.phase or now.kinds[:1] != ("orders",):
        return ""
    return next((one.title for one in course(play) if one.now), "")


def rules_of(table: Table) -> str:
    """Return the name of the rules of a game; nothing where they are not here."""
    name = "" if table.opening is None else table.opening.rules.name
    return name if name in registry.names() else ""


def titles(library: Library, table: Table) -> tuple[str, str, Mapping[str, str]]:
    """Return the title of a game, of its scenario, and side -> name; ids without its rules."""
    opening = table.opening
    if opening is None:
        return "A game", "", {}
    name, scenario = opening.rules.name, opening.scenario
    sides = library.side_names(opening.rules, scenario, opening.options)
    try:
        rules = newest(name)
        carried = getattr(rules, "carried", False)  # the data have the title of such a game
        rules = library.load(opening.rules)[0] if carried else rules
    except PbemError:
        return name, scenario, sides
    title = str(rules.scenarios.get(scenario, scenario))
    if carried:
        return title, "", sides
    return short_title(rules.title, name), "" if len(rules.scenarios) == 1 else title, sides


def marks(table: Table, handle: str | None, names: Mapping[str, str]) -> list[Side]:
    """Return the sides that somebody plays, in the colours of their counters."""
    sides = list(table.seats) if table.play is None else list(table.play.game.sides)
    mine = (side for side, who in table.seats.items() if who == handle and side in sides)
    return [mark(side, sides, names) for side in mine]


def mark(side: str, sides: Sequence[str], names: Mapping[str, str]) -> Side:
    """Return a side with its name and its colour; ``sides``: all of the game, in order."""
    colour, _ = COUNTERS[colours_of(side, sides)]
    return Side(side, names.get(side, side), colour, sides.index(side))


def ending(session: Session) -> str:
    """Return how a game ended, as a sentence: who wins, for which side, in which turn."""
    table, result = session.table, session.table.result
    if result is None:
        return ""
    turn = turn_words(session)
    how, when = ENDINGS.get(result.why, result.why), f" in {turn}" if turn else ""
    who = table.seats.get(result.winner or "")
    if result.winner is None:
        alone = len(set(table.seats.values())) < 2  # who plays alone has not drawn
        nobody = result.why in NOBODY or (result.why == "tie" and alone)
        said = "Nobody wins" if nobody else "The game is drawn"
        return f"{said}{when}: {NOBODY.get(result.why, how)}."
    side = side_name(table.game, result.winner)
    wins = f"{named(who)} wins as {side}" if who else f"{side}, played by the rules, wins"
    if who == session.handle:
        wins = f"You win as {side}"
    return f"{wins}{when}." if result.why == "victory" else f"{wins}{when}: {how}."


def contents(events: Iterable[Event]) -> str:
    """Return what a mail with these events of yours contains: ``5 orders and 2 rolls of dice``."""
    kinds, orders = Counter[str](), 0
    for event in events:
        kinds[event.kind] += 1
        orders += len(event.data.get("orders", ()))
    order = sorted(kinds, key=lambda kind: kind == "dice")  # what somebody decided comes first
    many = {
        "orders": counted(orders, "order") if orders else "that you pass",
        "dice": "1 roll of dice" if kinds["dice"] == 1 else f"{kinds['dice']} rolls of dice",
        "offer": counted(kinds["offer"], "offer"),
    }
    found = [many.get(kind) or CONTENTS.get(kind) or f"1 {kind}" for kind in order]
    return listing(list(dict.fromkeys(found))) if found else ""
