"""Faults of 1.0.0, put back one at a time: at which number does a search find each?

By hand: ``PYTHONPATH=tests python -m fuzz.planted`` looks for every fault. ``python -m
fuzz.planted NAME...`` looks for these, and ``python -m fuzz.planted --mended`` runs ten times as
many numbers on the program as it is. `tests/fuzz/README.md` shows what was found.
"""

from __future__ import annotations

import argparse
import inspect
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import pytest

from doors import growing
from fuzz import run, several, waiting
from pbem.agent.reading.attempts import Attempts
from pbem.errors import UnforeseenError
from pbem.log.event import Event
from pbem.mail import contents, inside
from pbem.table import counts
from pbem.table.dicing import Trigger
from pbem.table.roster import Roster
from pbem.table.tabletop import Tabletop
from simulation.broken import Broken
from simulation.plan import locked
from simulation.planted import DECOYS, FAULTS
from simulation.run import live

Patch = pytest.MonkeyPatch
REPORTED_EVERY = 20
"""Numbers between two reports on how far a long run is."""

# --- the faults ----------------------------------------------------------------------------------


def written_otherwise(patch: Patch, owner: Any, name: str, old: str, new: str) -> None:
    """Replace one expression in a function, which must hold it once."""
    made = inspect.getattr_static(owner, name)
    function = made.__func__ if isinstance(made, classmethod) else made
    source = "from __future__ import annotations\n" + dedent(inspect.getsource(function))
    assert source.count(old) == 1, f"{name} no longer says {old!r} once"
    names: dict[str, Any] = {}
    exec(source.replace(old, new), function.__globals__, names)  # noqa: S102 - our own source
    patch.setattr(owner, name, names[name])


def _rolled_twice(patch: Patch) -> None:
    """P1: after an opening of stocks the last trigger is rolled, though it was rolled before."""
    patch.setattr(Trigger, "spent", property(lambda _: False))


def _keeper_forgotten(patch: Patch) -> None:
    """P2: after an opening of stocks a trigger is rolled by those who are left."""
    patch.setattr(Trigger, "spent", property(lambda trigger: trigger.rolled))


def _rulings_recursed(patch: Patch) -> None:
    """P3: each ruling in a row is judged within the judgement of the one before."""

    def puts_out(judge: Any, ruling: Event, author: str) -> bool:
        player = judge._table.roster.find(author)
        if player is None or player.out is not None:
            return False
        after = (one for one in judge._tree.after(ruling) if one.kind == "ruling")
        return ruling.data.get("out") == author or any(
            puts_out(judge, one, author) for one in after
        )

    patch.setattr(counts._Judge, "_puts_out", puts_out)


def _keys_settle_alone(patch: Patch) -> None:
    """P4: new keys to which nobody else agreed settle a fork."""
    same = property(lambda table: table.keys_changed, lambda *_: None)
    patch.setattr(Tabletop, "keys_alone", same, raising=False)


def _no_seat_needed(patch: Patch) -> None:
    """P5: an opening without a seat is accepted below level 3."""
    written_otherwise(patch, Roster, "opened", "not data.seats", "False")


def _machine_costs_mail(patch: Patch) -> None:
    """D2: whatever fails here is a verdict on the mail, but a full disk."""

    def of_the_disk(error: BaseException | None) -> bool:
        while error is not None:
            if isinstance(error, OSError | UnforeseenError):
                return True
            error = error.__cause__
        return False

    patch.setattr("pbem.client.exchange.taking.of_the_machine", of_the_disk)
    kept = "except PbemError as error:\n        self._no_attempt(one)"
    written_otherwise(patch, Attempts, "take", kept, "except PbemError as error:\n        pass")


def _headers_unbounded(patch: Patch) -> None:
    """D3: parsers get headers of a part and parts in parts as they come."""
    patch.setattr(inside, "_fit", lambda data: (data, ""))


def _any_charset(patch: Patch) -> None:
    """D3: text is decoded by whatever codec it names."""
    every = type("Every", (), {"__contains__": lambda *_: True})()
    patch.setattr(contents, "CHARSETS", every)


def _tags_looked_for_again(patch: Patch) -> None:
    """D3: the end of a tag that is never closed is looked for at each such tag."""
    from pbem.mail.texts import _Page

    written_otherwise(patch, _Page, "_tag", "self._never_closed.add(tag)", "pass")


# --- the searches --------------------------------------------------------------------------------


class Search(NamedTuple):
    """``try_one`` raises AssertionError for a number at which something is wrong.

    ``says``: what it says of its fault; ``within``: so many numbers, from 0 on, find that, and
    ``at`` is the first that does.
    """

    name: str
    try_one: Callable[[int], object]
    within: int = 0
    says: str = ""
    at: int = 0


def _grown(number: int) -> None:
    for _, one in growing.grown(range(number, number + 1)):
        raise AssertionError(f"{one.piece!r} repeated takes {one.little:.3f} s, {one.much:.3f} s")


def _lived(plan: Callable[[int], Any]) -> Callable[[int], object]:
    def year(number: int) -> None:
        try:
            live(number, plan(number))
        except Broken as broken:
            raise AssertionError(str(broken)) from None

    return year


WAITING = Search("fuzz.waiting", waiting.run)
CHAINS = Search("fuzz.several chains", several.chains, says="rulings in a row")
TOY = Search("fuzz toy", lambda number: run.run(number, run.Tally(), "toy"))
GROWING = Search("doors.growing", _grown)
LOCKED = Search("simulation, databases in use", _lived(locked))
DIRECTED = Search("simulation, decoy openings", _lived(lambda _: DECOYS))


class Fault(NamedTuple):
    """A fault, as a row of the list of faults names it, and what has to find it."""

    row: str
    plant: Callable[[Patch], None]
    search: Search


def of(search: Search, within: int, at: int, says: str = "") -> Search:
    """Return a search with how soon it finds a fault."""
    return search._replace(within=within, at=at, says=says or search.says)


PLANTED = {
    "rolled-twice": Fault("P1", _rolled_twice, of(WAITING, 100, 67, "rolled a second time")),
    "keeper-forgotten": Fault(
        "P2", _keeper_forgotten, of(WAITING, 100, 17, "refuses what 3 takes")
    ),
    "rulings-recursed": Fault("P3", _rulings_recursed, of(CHAINS, 10, 4)),
    "keys-settle-alone": Fault("P4", _keys_settle_alone, of(TOY, 100, 82)),
    "no-seat-needed": Fault("P5", _no_seat_needed, of(TOY, 100, 75)),
    "machine-costs-mail": Fault("D2", _machine_costs_mail, of(LOCKED, 5, 0)),
    "headers-unbounded": Fault("D3", _headers_unbounded, of(GROWING, 100, 37)),
    "any-charset": Fault("D3", _any_charset, of(GROWING, 100, 14)),
    "tags-looked-for-again": Fault("D3", _tags_looked_for_again, of(GROWING, 100, 19)),
    "any-opening": Fault("D6", FAULTS["any-opening-takes-a-board"].plant, of(DIRECTED, 2, 0)),
}
"""By name, in the order of the list of faults."""


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Put a fault back."""
    with pytest.MonkeyPatch.context() as patch:
        PLANTED[name].plant(patch)
        yield


def wrong(search: Search, number: int) -> str:
    """Return what a search says of a number, empty for nothing."""
    try:
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.chdir(Path(folder))
            search.try_one(number)
    except AssertionError as fault:
        return str(fault)
    return ""


def sees(search: Search, number: int) -> bool:
    """Whether a search says at a number what it has to say of its fault."""
    said = wrong(search, number)
    return bool(said) and search.says in said


def finds(name: str) -> int | None:
    """Return the first number at which its search finds a fault that was put back."""
    search = PLANTED[name].search
    with planted(name):
        return next((number for number in range(search.within) if sees(search, number)), None)


def main() -> int:
    """Look for the faults that are named, or run the searches on the program as it is."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.planted")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PLANTED))
    parser.add_argument("--mended", action="store_true", help="ten times as many, no fault put in")
    given = parser.parse_args()
    names = given.names or list(PLANTED)
    if given.mended:
        searches = {PLANTED[name].search.name: PLANTED[name].search for name in names}
        return int(sum(_mended(search) for search in searches.values()) > 0)
    failed = 0
    for name in names:
        row, _, search = PLANTED[name]
        number = finds(name)
        failed += number is None
        found = "not found" if number is None else f"found at number {number}"
        say(f"{row} {name}: {search.name}: {found}, of {search.within}")
    return int(bool(failed))


def _mended(search: Search) -> int:
    """Run ten times as many numbers with no fault put in; return how many have one."""
    count, faults = 10 * search.within, list[str]()
    for number in range(count):
        faults += filter(None, [wrong(search, number)])
        if number % REPORTED_EVERY == REPORTED_EVERY - 1:
            sys.stderr.write(f"{search.name}: {number + 1} of {count}, {len(faults)} faults\n")
    say("\n".join([f"{search.name}: {len(faults)} of {count} numbers have a fault", *faults]))
    return len(faults)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
