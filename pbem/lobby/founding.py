"""A tournament founded in the lobby: by a form, or by the text of a plan."""

from __future__ import annotations

import re
from datetime import MAXYEAR, UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import yaml

from pbem.client import people
from pbem.crypto.text import escape
from pbem.director.directing.acts import due as set_due
from pbem.director.directing.acts import entries as set_entries
from pbem.director.office import begin, directing
from pbem.director.plan import unattended
from pbem.director.plan.founding import founded, read_plan, warnings
from pbem.director.plan.founding import template as example
from pbem.director.words.reporting import deadline_words
from pbem.errors import FormError
from pbem.lobby.forms import Did, Founding, Planned, Text
from pbem.log.disk import write_new

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.tournament.events.kinds import Entries

_DAYS_MOST = 365
_ELO = {"system": "elo", "start": 1500, "claimed": True, "digits": 1, "k": 20}
_NO_NAME = re.compile(r"[^a-z0-9]+")
_POINTS = {"win": 2, "draw": 1, "loss": 0, "bye": 2}
_OTHER_POINTS = {
    "round-robin": {"bye": 0},
    "groups": {"bye": 0},
    "score": {"bye": 0},
    "tables": {"win": 12, "draw": 6, "bye": 6},
}
"""Points of some formats: a bye gives nothing if all have one; a table gives some for places."""


def template() -> Text:
    """Return a plan to be changed, without its first line, which names a command."""
    return Text(example(full=True).partition("\n")[2])


def plan_of(wish: Planned) -> str:
    """Return the plan that a form means, as its text."""
    made: dict[str, Any] = {
        name: value
        for name in ("name", "format", "game", "scenario", "umpire", "rounds", "groups", "best",
                     "reach", "idle", "pauses", "substitutes")
        if (value := getattr(wish, name)) not in (None, "", False)
    }  # fmt: skip
    made["name"] = wish.name.strip()
    made["points"] = _POINTS | _OTHER_POINTS.get(wish.format, {})
    if wish.format == "score":
        made["dice"] = "umpire"
    if wish.idle is not None:
        made["idle"] = wish.idle
    if wish.days is not None:
        made["clock"] = {"days": wish.days}
    if wish.ratings or wish.format == "list":
        made["ratings"] = [_ELO]
    text: str = yaml.safe_dump(made, sort_keys=False, allow_unicode=True)
    return text


def found_by_form(client: Client, wish: Planned) -> Did:
    """Found a tournament by a form, with the deadlines of its rounds.

    Raises FormError, KeyFileError, NotFound. A deadline that cannot be is refused before anything
    is founded.
    """
    if not wish.name.strip():
        raise FormError("The tournament has no name. Write one, such as Spring Cup")
    days, enter = list(_deadlines(wish)), ""
    if wish.enter:
        enter = f"{_moment(wish, wish.enter, 'entries'):%Y-%m-%dT%H:%M}"
    plan = Founding(plan_of(wish), wish.passphrase)
    return found(client, plan, days, wish.zone, enter)


def _moment(wish: Planned, said: str, what: str) -> datetime:
    """Return a local day and time that is to come; raises FormError."""
    zone = unattended.zone_of(wish.zone)
    try:
        local = datetime.fromisoformat(said)
    except ValueError:
        raise FormError(f"'{escape(said)}' is not a day and time. Choose one for {what}") from None
    if local.year == MAXYEAR:
        raise FormError(f"The deadline of {what} lies after the year 9998. Choose an earlier day")
    if local.tzinfo is not None or local.replace(tzinfo=zone) <= datetime.now(UTC):
        raise FormError(f"The deadline of {what} has passed. Choose a later day")
    return local


def _deadlines(wish: Planned) -> list[str]:
    """Return the local day and time at which each round ends; raises FormError."""
    if not wish.until:
        return []
    first = _moment(wish, wish.until, "round 1")
    if wish.each is not None and not 1 <= wish.each <= _DAYS_MOST:
        raise FormError(f"A round takes 1 to {_DAYS_MOST} days, not {wish.each}")
    rounds = wish.rounds if wish.rounds is not None and wish.each is not None else 1
    step = timedelta(days=wish.each or 0)
    return [f"{first + number * step:%Y-%m-%dT%H:%M}" for number in range(min(rounds, 99))]


def found(
    client: Client,
    wish: Founding,
    days: list[str] | None = None,
    zone: str = "UTC",
    enter: str = "",
) -> Did:
    """Found a tournament by a plan; raises FormError, KeyFileError, NotFound.

    ``days``: the local day and time in ``zone`` at which each of the first rounds ends. ``enter``:
    that until which people enter, if there is one.
    """
    with TemporaryDirectory() as folder:
        written = Path(folder) / "plan.yaml"
        write_new(written, wish.plan.encode())
        plan = read_plan(written)
    handle = people.me(client)
    identity = people.unlock(client, handle, wish.passphrase)
    terms = founded(client, identity, plan)
    name = _NO_NAME.sub("-", plan.name.lower()).strip("-")[:32] or "tournament"
    path = begin(client, identity, name, terms)
    if plan.unattended is not None:
        unattended.keep(client, handle, path.stem, plan.unattended, client.folder)
    lines = [f"Founded {plan.name}. Mail it to everybody who may want to play."]
    with directing(client, path, identity) as office:
        dues: list[Entries] = [set_entries(office, enter, zone, why=None)] if enter else []
        dues += [
            set_due(office, number, day, zone, then="adjudicate", why=None)
            for number, day in enumerate(days or [], 1)
        ]
    lines += [deadline_words(one) for one in dues]
    lines += [f"Check the plan: {one}." for one in warnings(plan, terms)]
    return Did(lines, cup=path.stem)
