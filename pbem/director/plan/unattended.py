"""A program's work for a director by itself, as they write it down (docs/directing.md).

``handle``: the director. ``name``: that of the tournament's log.
"""

from __future__ import annotations

from datetime import UTC, date, timedelta, tzinfo
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
import yaml
from msgspec import Meta

from pbem.client.client import Client
from pbem.crypto.text import escape
from pbem.director.plan.faults import Called, read_form
from pbem.errors import FormError
from pbem.files import make_folder, real_path
from pbem.log.disk import explaining, write_over
from pbem.tournament.events import plain_kinds

SUFFIX = ".yaml"
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Free = Annotated[
    str, Meta(pattern=rf"^({'|'.join(WEEKDAYS)}|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})$(?!\n)")
]
_DAYS = Annotated[int, Meta(ge=0, le=365)]


class Unattended(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The wishes of a director.

    - ``players``: the first round is paired when so many have entered; null: the director pairs it;
    - ``entries``: from whom: ``known`` (their card is here) or ``anybody``; others wait;
    - ``days``: until the deadline of a round, counted from its pairing; null: none is set;
    - ``then``: what happens at that time; ``zone``: its time zone;
    - ``free``: weekdays and days on which no deadline ends: it moves to the next other day;
    - ``remind``: how many days before a deadline players are reminded;
    - ``pages``: the folder that is published; ``club``: the file of the club;
    - ``close``: how many days after the last decision it is closed; null: the director closes it.
    """

    players: Annotated[int, Meta(ge=2, le=plain_kinds.ENTRANTS_MAX)] | None = None
    entries: Literal["known", "anybody"] = "known"
    days: Annotated[int, Meta(ge=1, le=365)] | None = None
    then: plain_kinds.Then = "adjudicate"
    zone: str = "UTC"
    remind: tuple[_DAYS, ...] = (3, 1)
    free: Annotated[tuple[Free, ...], Meta(max_length=200)] = ()
    pages: str | None = None
    club: str | None = None
    close: _DAYS | None = None


_WORDS = Called(
    "a list of wishes for an unattended tournament",
    "players: 8",
    "'pbem tournament found --template --full' prints a plan with all of them",
)


def place(client: Client, handle: str, name: str) -> Path:
    """Return where the wishes for a tournament lie: in the agent's folder, not in a backup."""
    return client.agent(handle) / "directs" / f"{name}{SUFFIX}"


def keep(client: Client, handle: str, name: str, wishes: Unattended, beside: Path) -> Path:
    """Keep wishes; paths in them are taken from the folder ``beside``.

    Raises:
        FormError: There is no such time zone.
        LogFileError: The disk refuses.
    """
    check(wishes)
    path = place(client, handle, name)
    paths = {key: getattr(wishes, key) for key in ("pages", "club")}
    made = {key: str(real_path(beside / said)) for key, said in paths.items() if said is not None}
    plain: Any = msgspec.to_builtins(msgspec.structs.replace(wishes, **made))
    for folder in (path.parent.parent.parent, path.parent.parent, path.parent):
        with explaining(folder, "Making"):
            make_folder(folder)
    write_over(path, yaml.safe_dump(plain, allow_unicode=True, sort_keys=True).encode())
    return path


def read(path: Path) -> Unattended:
    """Read wishes. Raises FormError, LogFileError."""
    wishes = read_form(path, Unattended, _WORDS)[0]
    check(wishes)
    return wishes


def check(wishes: Unattended) -> None:
    """Raise FormError for a time zone or a day that does not exist, or if no day is left."""
    zone_of(wishes.zone)
    for one in set(wishes.free) - set(WEEKDAYS):
        try:
            date.fromisoformat(one)
        except ValueError:
            raise FormError(f"free: there is no day {one}. Write days like 2026-12-25") from None
    if set(WEEKDAYS) <= set(wishes.free):
        raise FormError("free: no day is left on which a deadline could end")


def end_of(wishes: Unattended, day: date) -> date:
    """Return the first day from ``day`` on that is not free."""
    while {WEEKDAYS[day.weekday()], str(day)} & set(wishes.free):
        day += timedelta(days=1)
    return day


def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name. Raises FormError if there is none."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise FormError(
            f"there is no time zone '{escape(name)}'. Write one like Europe/Berlin, or UTC"
        ) from None


def stop(client: Client, handle: str, name: str) -> bool:
    """Forget the wishes for a tournament; False if there were none. Raises LogFileError."""
    path = place(client, handle, name)
    there = path.exists()
    with explaining(path, "Deleting"):
        path.unlink(missing_ok=True)
    return there


def kept(client: Client, handle: str) -> list[Path]:
    """Return the wishes for all tournaments, by name."""
    return sorted(place(client, handle, "x").parent.glob(f"*{SUFFIX}"))
