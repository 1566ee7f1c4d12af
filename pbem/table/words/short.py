"""The last events in short, as one player says to another: on the board, in mail, at a look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.kit.contract import Game, News
from pbem.kit.wording import counted, listed
from pbem.play.lists import write_text
from pbem.play.outcomes import (
    TABLE_OUTCOMES,
    Ended,
    Lapsed,
    LeftOut,
    Rolled,
    Settled,
    StandingLapsed,
    TookBack,
)
from pbem.table.events import kinds
from pbem.table.table import Table
from pbem.table.words.deeds import Folded, did
from pbem.table.words.reporting import Reporting, report_all

OWED: Mapping[str, str] = {
    "dice": "dice",
    "reveal": "what was sealed",
    "shuffle": "a shuffled deck",
    "unmask": "decrypted cards",
    "lay-open": "revealed keys",
    "box": "boxes",
}
"""The deeds of a program without a choice of its player's, by the kind of event."""

ATTACKS_MOST = 5
OTHERS_MOST = 4
UNITS_MOST = 8
PARTS_MOST = 4
"""So many attacks, other things, units, and parts of what came of an attack are reported."""
UNSUPPLIED_MOST = 20
"""Units out of supply are nearly all reported: anyone who plans a turn needs each of them."""
ORDERS_MOST = 4
"""So many orders of a list are reported where nothing has come of it yet."""


class Deed(NamedTuple):
    """An event as it is reported in short: who did what, and what of it matters.

    ``did``: a sentence with its subject; ``news``: its outcomes that matter, in order, each as
    `pbem.kit.contract.News` says; ``reported``: all that the rules made of it, in sentences.
    """

    by: str
    kind: str
    did: str
    news: Sequence[tuple[str, str]] = ()
    reported: Sequence[str] = ()


def deed(table: Table, folded: Folded) -> Deed:
    """Return the event that ``table`` accepted last."""
    event, play = folded.event, table.play
    said = did(table, kinds.read_data(event.kind, event.data), folded)
    if play is None:
        return Deed(event.by, event.kind, done(event.by, said))
    orders = write_text(play, event.data["orders"]) if event.kind == "orders" else ()
    every = list(report_all(play, folded.outcomes))
    found = (news_of(play.game, one) for one in every)
    news = [(one.matter, one.words) for one in found if one is not None]
    reported_ = [one.text for one in every if not isinstance(one.outcome, TABLE_OUTCOMES)]
    return Deed(event.by, event.kind, done(event.by, said, orders), news, reported_)


def news_of(game: Game[Any, Any], one: Reporting) -> News | None:
    """Return what an outcome is in short, of the rules or of the table; None: it is left out."""
    match one.outcome:
        case Ended():
            return News("end", one.text.rstrip("."))
        case TookBack():
            return News("event", one.text.rstrip("."))
        case Lapsed() | LeftOut() | Rolled() | Settled() | StandingLapsed():
            return None
    return game.news(one.outcome)


def done(by: str, did_: str, orders: Sequence[str] = ()) -> str:
    """Say who did what: the first orders of a list, else ``did_``."""
    if not orders:
        return f"{by} {did_}"
    more = ["..."] if len(orders) > ORDERS_MOST else []
    return f"{by} orders: {'; '.join([*orders[:ORDERS_MOST], *more])}."


def short(deeds: Iterable[Deed], before: Iterable[Deed] = ()) -> list[str]:
    """Describe events in a few lines, ``before`` which others came.

    The end, losses, places taken, who is out of supply, each attack with what came of it, other
    things, who moved, the phase that has begun; where nothing of the kind came, what was done. An
    attack that waited for its result is reported once more with it.
    """
    deeds = list(deeds)
    reported = _what_matters(deeds, _waiting(before))
    if not reported:
        chosen = (one for one in deeds if one.kind not in OWED)
        reported = [said for one in chosen for said in one.reported or [one.did]]
        reported = _few(reported, OTHERS_MOST, "thing")
    programs = dict.fromkeys(OWED[one.kind] for one in deeds if one.kind in OWED)
    if not reported:
        return [one.did for one in deeds]
    return [*reported, *([f"Done by the programs: {', '.join(programs)}."] if programs else [])]


def counts(deeds: Iterable[Deed], before: Iterable[Deed] = ()) -> str:
    """Say how much came, in a few words: ``3 attacks, 1 unit lost``.

    If nothing of the kind came, who moved is counted, else the events. ``before``: the events
    before them; an attack that waited for its result is counted with it.
    """
    deeds = list(deeds)
    found = Counter[str]()
    waits = bool(_waiting(before))
    for matter, words in (one for deed in deeds for one in deed.news):
        if matter == "result" and waits:
            found["attack"] += 1
        if matter in ("attack", "result"):
            waits = False
        found[matter] += len(_UNITS.split(words)) if matter in _OF_UNITS else 1
    parts = [
        f"{found[matter]} {one if found[matter] == 1 else many}"
        for matter, (one, many) in _COUNTED.items()
        if found[matter]
    ]
    if not parts and found["moved"]:
        return counted(found["moved"], "unit") + " moved"
    return ", ".join(parts) or counted(len(deeds), "event")


_COUNTED: Mapping[str, tuple[str, str]] = {
    "attack": ("attack", "attacks"),
    "lost": ("unit lost", "units lost"),
    "taken": ("place taken", "places taken"),
    "unsupplied": ("unit out of supply", "units out of supply"),
}
"""The matters that are counted: one of it, and several."""
_OF_UNITS = {"lost", "unsupplied", "moved"}
_UNITS = re.compile(", | and ")


def _what_matters(deeds: Sequence[Deed], waiting: str) -> list[str]:
    """Return what of events matters in sentences; ``waiting``: an attack before them, if any."""
    found: dict[str, list[str]] = {}
    attacks = [[waiting]] if waiting else []
    for matter, words in (one for deed in deeds for one in deed.news):
        if matter == "attack":
            attacks.append([words])
        elif matter in ("result", "after") and attacks:
            attacks[-1].append(words)
        else:
            found.setdefault(_WHERE.get(matter, matter), []).extend(
                words.split(", ") if matter in _LISTS else [words]
            )
    if waiting and len(attacks[0]) == 1:
        del attacks[0]  # nothing has come of it yet
    return [
        *map(_sentence, found.get("end", ())),
        *_some("Lost", found.get("lost", ())),
        *_some("Taken", found.get("taken", ()), between="; "),
        *_some("Out of supply", found.get("unsupplied", ()), UNSUPPLIED_MOST),
        *_few([_attack(*one) for one in attacks], ATTACKS_MOST, "attack"),
        *_few([_sentence(one) for one in found.get("event", ())], OTHERS_MOST, "thing"),
        *_some("Moved", together(found.get("moved", ()))),
        *[_sentence(one) for one in found.get("phase", ())[-1:]],
    ]


_WHERE: Mapping[str, str] = {"result": "event", "after": "event"}
"""A report on an attack stands alone if that attack was reported before."""
_LISTS = {"moved", "unsupplied"}
"""The words of these may be several units."""


def _waiting(before: Iterable[Deed]) -> str:
    """Return the attack whose result was not reported yet; empty where there is none."""
    waits = ""
    for matter, words in (one for deed in before for one in deed.news):
        if matter in ("attack", "result"):
            waits = words if matter == "attack" else ""
    return waits


def _sentence(words: str) -> str:
    return f"{words}."


def _attack(what: str, *came: str) -> str:
    """Describe an attack with the last parts of what came of it."""
    parts = map(within, came[-PARTS_MOST:])
    return _sentence(": ".join(filter(None, (what, "; ".join(parts)))))


def within(words: str) -> str:
    """Return a sentence as a part of another: an article at its beginning is not capital."""
    return f"the {words[4:]}" if words.startswith("The ") else words


def _some(
    what: str, names: Iterable[str], most: int = UNITS_MOST, *, between: str = ", "
) -> list[str]:
    """Name them in a sentence, each once, the first of many; no sentence where there are none."""
    named = first_of(names, most, between=between)
    return [f"{what}: {named}."] if named else []


def together(names: Iterable[str]) -> list[str]:
    """Return who goes where, with those that go to one place in one phrase.

    ``infantry 3 to Kranji``, ``infantry 4 to Kranji``: they are ``infantry 3 and infantry 4 to
    Kranji``, or ``5 units to Kranji`` where they are many.
    """
    by_place: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        who, to, place = name.partition(" to ")
        by_place.setdefault(f"{to}{place}" if to else f"{len(by_place)}.{name}", []).append(who)
    return [
        f"{listed(who) if len(who) <= NAMED_MOST else counted(len(who), 'unit')}{place}"
        if place.startswith(" to ")
        else who[0]
        for place, who in by_place.items()
    ]


NAMED_MOST = 3
"""So many units that go to one place are named; more are counted."""


def first_of(names: Iterable[str], most: int = UNITS_MOST, *, between: str = ", ") -> str:
    """Return the first of many names, each once, and how many more there are.

    ``most``: so many are named. ``between``: what stands between two of them.
    """
    each = list(dict.fromkeys(names))
    more = len(each) - most
    return between.join([*each[:most], *([f"and {more} more"] if more > 0 else [])])


def _few(reported: Sequence[str], most: int, what: str) -> list[str]:
    """Return the first of many sentences, and how many more there are."""
    more = len(reported) - most
    following = [f"And {more} more {what}{'' if more == 1 else 's'}."] if more > 0 else []
    return [*reported[:most], *following]
