"""A game as it stood at an event of its log: nobody sits there, and nothing is signed or noted.

Everything is as everybody may see it, no matter who looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.client.client import Client
from pbem.client.play.opening import read_options
from pbem.client.session.drafts import Rehearsed, rehearse_in
from pbem.client.session.next_step import what_next
from pbem.client.session.session import Session
from pbem.client.storage.damage import with_remedy
from pbem.client.views.legal import LEGAL_MOST, Legal, legal_in
from pbem.client.views.odds import odds_in, range_lines
from pbem.client.views.refused import Ruling, judged, meant
from pbem.crypto.text import escape
from pbem.errors import FormError, NotYourPen
from pbem.kit.chances.odds import Odds
from pbem.kit.contract import Question
from pbem.log.finding import BadLog
from pbem.play import fence
from pbem.play.play import Play
from pbem.table.handlers.active import who_plays
from pbem.table.moments import Moment, Place, events_to, moment_at
from pbem.table.words.reporting import report_all


class Look(NamedTuple):
    """A place in a log: ``where`` says it in words; ``session`` is at the table there, for nobody.

    ``play``: the game there, None before it begins; ``others``: a sentence on options of the game
    that are not as they were opened, empty where all are.
    """

    session: Session
    moment: Moment
    place: Place
    where: str
    play: Play | None
    others: str = ""


def look_at(
    client: Client, path: Path, place: Place, progress: Callable[[int], None] = lambda _: None
) -> Look:
    """Look at a place in a log or in a fork file.

    Args:
        client: The client.
        path: The file.
        place: The event, and the step in it.
        progress: Called with the number of each event.

    Raises:
        FormError: There is no such place.
        BadLog: No event is valid.
        LogFileError: The file cannot be read.
    """
    try:
        moment = moment_at(events_to(path, place), client.library, place, progress)
    except BadLog as bad:
        raise with_remedy(client, path, bad) from None
    session = Session(client, path, moment.table, None)
    return Look(session, moment, place, _where(moment, place), moment.table.play)


def _where(moment: Moment, place: Place) -> str:
    event = moment.event
    named = f"event {event.seq}{place.branch} ({event.kind} by {event.by})"
    if place.step is None:
        return f"After {named}."
    before = moment.before
    if place.step == 0 or before is None or before.play is None:
        return f"Inside {named}, before the first of its {len(moment.steps)} steps."
    reported = next(report_all(before.play, moment.steps[place.step - 1])).text
    return f"Inside {named}, after step {place.step} of {len(moment.steps)}: {reported}"


def waits(look: Look) -> str:
    """Say what the game waits for there, in one sentence."""
    if look.place.step is None or look.play is None:
        return look.moment.table.active().why
    return what_next(look.play)


def with_options(look: Look, wanted: Mapping[str, str]) -> Look:
    """Return the same place with options set otherwise from there on: ``wanted``, as typed.

    Effects that they had before stay. Raises NotFound, FormError.
    """
    table, play = look.moment.table, look.play
    opening = table.opening
    if not wanted:
        return look
    if opening is None or play is None:
        raise FormError("The game has not begun, so you cannot change its options")
    rules, data = look.session.client.library.load(table.rules_now())
    options = read_options(rules, wanted, opening.options)
    other = play.copy()
    other.game = fence.bound(rules, opening.scenario, options, data)
    other.await_need()
    changed = [
        f"{name}={_typed(value)} instead of {_typed(opening.options.get(name))}"
        for name, value in options.items()
        if value != opening.options.get(name)
    ]
    if not changed:
        return look
    reported = (
        f"NOT the original game: from here on, it is played with {', '.join(changed)}. Everything "
        "before followed the options of the log."
    )
    return look._replace(play=other, others=reported)


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _asked(look: Look) -> tuple[Play, Question]:
    """Return who is asked what there; raises NotYourPen."""
    play = look.play
    if play is None or play.asked is None or play.due is not None:
        raise NotYourPen(f"{look.where} {waits(look)} No orders are asked for.")
    return play, play.asked


def legal_at(look: Look, about: str = "", most: int = LEGAL_MOST) -> Legal:
    """Return what was legal at a place of a log, as `legal_in` does now.

    Args:
        look: The place.
        about: A unit or a place that the orders must name.
        most: How many orders at most.

    Raises:
        NotYourPen: No orders were asked for there.
    """
    play, asked = _asked(look)
    play = play.copy()
    play.position = play.seen_by(asked.side)
    found = legal_in(play, asked, about, most, viewer=None)
    who = who_plays(play.seats[asked.side], asked.side, play.game)
    active = f"{look.where} {who} is asked: {asked.prompt}"
    return replace(found, active=active, yours=False)


def rulings_at(look: Look, words: Sequence[str]) -> list[Ruling]:
    """Judge an order there, or what a unit and a place may stand for; none where it is neither.

    A unit and a place are not judged if an order that names both is legal: it is listed. Raises
    NotYourPen, FormError for an order that is not written as one.
    """
    play, asked = _asked(look)
    if len(words) < 2 and " " not in "".join(words):
        return []
    line = " ".join(words)
    one = judged(play, asked, line)
    if one is not None:
        return [one]
    return [found for found in meant(play, asked, line.split()) if not found.legal]


def odds_at(look: Look, line: str) -> tuple[list[Odds], list[str]]:
    """Return the chances that an order had there; raises NotYourPen, and as `odds_in`.

    ``line``: as for `odds_in`.
    """
    play, asked = _asked(look)
    return odds_in(play, asked.side, line), range_lines(play, asked.side, line)


def rehearse_at(look: Look, text: bytes, *, yaml: bool = False, name: str = "orders") -> Rehearsed:
    """Read and rehearse orders of the player who was asked at a place of a log.

    Args:
        look: The place.
        text: The orders.
        yaml: The orders are YAML, not lines of text.
        name: The name of the file, for messages.

    Raises:
        NotYourPen: No orders were asked for there.
        OrderMistake: A line cannot be read, or an order is not legal.
    """
    play, asked = _asked(look)
    return rehearse_in(play, play.seats[asked.side], text, yaml=yaml, name=name)


def above(look: Look) -> list[str]:
    """Say where one looks, and with what options, in lines."""
    return [escape(line) for line in (look.where, look.others) if line]
