"""Faults put into the program on purpose: a simulation that finds none of them means nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.agent.memory.rows import OutRow
from pbem.agent.sending.delivery import Delivery
from pbem.client.client import Client
from pbem.client.exchange.divergence import Settled
from pbem.client.lock import locked_game
from pbem.client.people import import_card
from pbem.errors import MailError
from pbem.files import changing, make_folder
from pbem.log.event import Event
from pbem.log.file import append
from pbem.log.finding import Finding, finding
from pbem.store.address import file_of
from pbem.store.database import Database
from pbem.table.own.record import Record
from simulation.plan import Plan


def _record_not_synced(patch: pytest.MonkeyPatch) -> None:
    """A signed event is entered, and not put on the disk before it leaves."""

    def append_lines(path: Path, lines: Iterable[bytes]) -> None:
        make_folder(path.parent)
        with changing(path, make=True) as file:
            whole = file.read()
            file.truncate(whole.rfind(b"\n") + 1)
            file.seek(0, os.SEEK_END)
            file.write(b"".join(line + b"\n" for line in lines))

    patch.setattr("pbem.table.own.record.append_lines", append_lines)


def _signed_again(patch: pytest.MonkeyPatch) -> None:
    """A player killed after the record signs something else instead of what stands there.

    The record is asked twice: what was signed here, and whether the log has all that was signed.
    """
    patch.setattr("pbem.table.own.record.Record.signed_on", lambda *_: None)
    patch.setattr("pbem.table.own.writer.Writer._check_memory", lambda *_: None)


def _no_journal(patch: pytest.MonkeyPatch) -> None:
    """Events are written to the end of a log as they come, without a journal."""

    def append(path: Path, events: Sequence[Event]) -> None:
        with changing(path) as handle:
            handle.seek(0, os.SEEK_END)
            for event in events:
                handle.write(event.line[:60])
                handle.write(event.line[60:] + b"\n")
            handle.flush()
            os.fsync(handle.fileno())

    patch.setattr("pbem.client.session.session.append", append)


def _tournament_not_synced(patch: pytest.MonkeyPatch) -> None:
    """A director's event is written to the log of the tournament, and not put on the disk."""

    def append(path: Path, events: Sequence[Event]) -> None:
        with changing(path) as handle:
            handle.seek(0, os.SEEK_END)
            handle.write(b"".join(event.line + b"\n" for event in events))

    patch.setattr("pbem.director.office.append", append)


def _any_opening_takes_a_board(patch: pytest.MonkeyPatch) -> None:
    """A game takes its board in a tournament as soon as somebody has opened it."""
    patch.setattr("pbem.director.directing.collecting._require_joined", lambda *_: None)


def _new_names_not_synced(patch: pytest.MonkeyPatch) -> None:
    """The content of a new file is put on the disk, and its name in the folder is not."""
    for room in ("files", "log.disk", "log.journal", "table.own.private"):
        patch.setattr(f"pbem.{room}.sync_directory", lambda _: None)


def _record_after_the_log(patch: pytest.MonkeyPatch) -> None:
    """A signed event is entered when it stands in the log, from where it may have left already."""
    add, waiting = Record.add, list[Callable[[], None]]()

    def later(record: Record, event: Event, *args: Any) -> None:
        while waiting:
            waiting.pop()()
        waiting.append(partial(add, record, event, *args))
        if event.seq == 0:
            waiting.pop()()

    def put(path: Path, events: Sequence[Event]) -> None:
        append(path, events)
        while waiting:
            waiting.pop()()

    patch.setattr("pbem.table.own.record.Record.add", later)
    patch.setattr("pbem.client.session.session.append", put)


def _unchecked(path: Path, events: Sequence[Event]) -> None:
    """Write events to the end of a log, whatever stands there by now."""
    with changing(path) as handle:
        handle.seek(0, os.SEEK_END)
        handle.write(b"".join(event.line + b"\n" for event in events))
        handle.flush()
        os.fsync(handle.fileno())


def _log_looked_at_too_early(patch: pytest.MonkeyPatch) -> None:
    """A log is looked at before it is locked, and what is written goes by that."""

    @contextmanager
    def locked(path: Path, _head: str | None = None) -> Iterator[None]:
        with locked_game(path):
            yield

    patch.setattr("pbem.client.play.acting.locked_game", locked)
    patch.setattr("pbem.client.session.session.append", _unchecked)


def _lock_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Two commands of one person work at one game at once, and neither looks once more."""
    patch.setattr("pbem.client.lock.locked", lambda *_: nullcontext())
    patch.setattr("pbem.client.session.session.append", _unchecked)


def _game_looked_for_too_early(patch: pytest.MonkeyPatch) -> None:
    """Whether a game is here is looked for before the lock is held, and not once more after it."""
    look, waiting = Client.log_of, [False]

    @contextmanager
    def locked(path: Path, head: str | None = None) -> Iterator[None]:
        with locked_game(path, head):
            waiting[0] = path.name == "new"
            yield

    def log_of(client: Client, game: str) -> Path | None:
        if waiting[0]:
            waiting[0] = False
            return None
        return look(client, game)

    patch.setattr("pbem.client.exchange.taking.locked_game", locked)
    patch.setattr("pbem.client.exchange.taking._found", lambda *_: None)
    patch.setattr(Client, "log_of", log_of)


def _copy_looked_for_too_early(patch: pytest.MonkeyPatch) -> None:
    """A message that may have been sent is sent again if no copy has come, however soon."""
    deliver = Delivery.deliver

    def at_once(delivery: Delivery, now: datetime, *, reached: bool) -> None:
        with delivery._book.writing() as page:
            for row in page.doubtful(now, now):
                page.again(row, now)
        deliver(delivery, now, reached=reached)

    patch.setattr(Delivery, "deliver", at_once)


def _marked_before_it_is_sent(patch: pytest.MonkeyPatch) -> None:
    """A message is noted as sent, and then sent."""

    def send(delivery: Delivery, row: OutRow, now: datetime) -> bool:
        with delivery._book.writing() as page:
            page.sending(row, now)
            page.sent(row, now)
        to = [*row.to.split(), delivery._config.address]
        with suppress(MailError):
            delivery._outbound.send(row.data, delivery._config.address, to, lambda _: row.data)
        return True

    patch.setattr(Delivery, "_send", send)


def _any_receipt(patch: pytest.MonkeyPatch) -> None:
    """Heads are kept of anyone who says that they are of a tournament."""
    patch.setattr("pbem.director.transparency.heads.is_of", lambda *_: True)


def _given_up_by_the_clock(patch: pytest.MonkeyPatch) -> None:
    """A message is given up when it is five days old by the clock, however often it was tried."""
    patch.setattr("pbem.agent.memory.database.TRIES_LEAST", 0)


def _any_signature(patch: pytest.MonkeyPatch) -> None:
    """The signer of an event is not looked at."""
    patch.setattr("pbem.table.table.verify_signature", lambda *_: True)


def _any_card(patch: pytest.MonkeyPatch) -> None:
    """A card with other keys takes the place of the one that is here."""
    patch.setitem(import_card.__kwdefaults__, "replace", True)


def _blame_of_a_claim(patch: pytest.MonkeyPatch) -> None:
    """A person named in a line that nobody signed is blamed for it."""

    def blaming(code: str, event: Event | None = None, **more: Any) -> Finding:
        found = finding(code, event, **more)
        return found if event is None else found.blaming(event.by)

    patch.setattr("pbem.table.table.finding", blaming)


def _refused_without_a_word(patch: pytest.MonkeyPatch) -> None:
    """A command that refuses something ends, and does not say why."""
    patch.setattr("pbem.commands.shell.fail", lambda *_args, **_more: sys.exit(1))


def _journal_tidied_away(patch: pytest.MonkeyPatch) -> None:
    """The files beside a database are thrown away before it is opened."""
    make = Database.__init__

    def made(database: Database, *args: Any, **more: Any) -> None:
        make(database, *args, **more)
        file = file_of(database._engine.url)
        assert file is not None
        file.with_name(f"{file.name}-journal").unlink(missing_ok=True)

    patch.setattr(Database, "__init__", made)


def _tried_again_too_late(patch: pytest.MonkeyPatch) -> None:
    """A message that a server did not take for now waits, for days."""
    patch.setattr("pbem.agent.memory.database.RETRY_MOST", 60 * 24 * 9)
    patch.setattr("pbem.agent.memory.database.RETRY_MINUTES", 60 * 24 * 4)


def _whichever_came_first(patch: pytest.MonkeyPatch) -> None:
    """The side of a game that was here first is gone on with, whatever counts."""
    stays = Settled(None, open=False, warnings=[])
    patch.setattr("pbem.client.exchange.taking.settle", lambda *_: stays)


def _any_day(patch: pytest.MonkeyPatch) -> None:
    """Days are believed that a clock which was wrong has entered, whatever contradicts them."""
    patch.setattr("pbem.client.umpire.timekeeping.favoured", lambda _, known, *__: known)


def _ends_not_confirmed(patch: pytest.MonkeyPatch) -> None:
    """An agent confirms the end of no game, and nobody looks whether it did."""
    patch.setattr("pbem.agent.duties.confirms", lambda _: False)
    patch.setattr("simulation.checks.is_to_be_confirmed", lambda _: False)


def _copies_sign(patch: pytest.MonkeyPatch) -> None:
    """A copy of a home signs although the log has events of its owner that its record lacks."""
    patch.setattr("pbem.table.own.writer.lacks", lambda *_: None)


HARSH = Plan(games=3, faults=0.7)
BEGINNINGS = Plan(games=6, days=40, every=1, faults=0.95)
"""Many games that are opened and joined: logs, records and folders are new most of the time."""
CROWDED = Plan(games=6, days=60, every=3, faults=0.95, kinds=("other",), places=15)
"""Two commands of one person most of the time."""
ASTRAY = Plan(every=2, faults=0.5, kinds=("clock",), clocks=0.5)
"""Clocks that jump most of the time."""
AMONG_CHEATS = Plan(games=3, faults=0, restores=0, clocks=0, cheats=True)
LATE = Plan(rules=(("toy", "plans"),), games=4, every=4, faults=0.1, late=0.6)
"""Seals that come after weeks, some of them when their author has been ruled out."""
BY_HER_CLOCK = LATE._replace(games=6, by_hand=True, clocks=0.03)
"""An umpire whose record of days goes by a clock that is wrong again and again."""
TWO_COMPUTERS = Plan(games=3, players=2, every=4, faults=0.1, two_computers="bob")
TWO_ENDS = Plan(
    rules=(("toy", "duel"),), games=1, players=2, days=120, faults=0.3, cheats=True, longest=8,
    two_ends=True,
)  # fmt: skip
"""A short year with a cheat, who gives up twice: once to a player, once to the umpire."""
MID_WRITE = Plan(games=3, faults=0.9, kinds=("hot",))
DIRECTED = Plan(games=0, cup=True, faults=0.95)
DECOYS = Plan(games=0, cup=True, faults=0.1, restores=0, decoys=True)
"""The opener of a game of the tournament mails an opening for its board that nobody else joins."""
WITHIN = 6
"""So many years, at most, hide a fault that was put in, where nothing else is said."""


class Fault(NamedTuple):
    """How it is put in, and the years that have to find it: ``within`` so many."""

    plant: Callable[[pytest.MonkeyPatch], None]
    plan: Plan
    within: int = WITHIN


FAULTS = {
    "no-journal": Fault(_no_journal, HARSH),
    "record-not-synced": Fault(_record_not_synced, HARSH),
    "record-after-the-log": Fault(_record_after_the_log, HARSH),
    "tournament-not-synced": Fault(_tournament_not_synced, DIRECTED),
    "copy-looked-for-too-early": Fault(_copy_looked_for_too_early, HARSH),
    "lock-forgotten": Fault(_lock_forgotten, CROWDED),
    "log-looked-at-too-early": Fault(_log_looked_at_too_early, CROWDED),
    "marked-before-it-is-sent": Fault(_marked_before_it_is_sent, HARSH),
    "any-opening-takes-a-board": Fault(_any_opening_takes_a_board, DECOYS, within=1),
    "any-receipt": Fault(_any_receipt, DIRECTED),
    "game-looked-for-too-early": Fault(_game_looked_for_too_early, CROWDED),
    "new-names-not-synced": Fault(_new_names_not_synced, BEGINNINGS),
    "given-up-by-the-clock": Fault(_given_up_by_the_clock, ASTRAY, within=14),
    "any-signature": Fault(_any_signature, AMONG_CHEATS),
    "any-card": Fault(_any_card, AMONG_CHEATS),
    "blame-of-a-claim": Fault(_blame_of_a_claim, AMONG_CHEATS),
    "refused-without-a-word": Fault(_refused_without_a_word, HARSH),
    "journal-tidied-away": Fault(_journal_tidied_away, MID_WRITE),
    "tried-again-too-late": Fault(_tried_again_too_late, HARSH),
    "whichever-came-first": Fault(_whichever_came_first, LATE),
    "any-day": Fault(_any_day, BY_HER_CLOCK),
    "copies-sign": Fault(_copies_sign, TWO_COMPUTERS),
    "ends-not-confirmed": Fault(_ends_not_confirmed, TWO_ENDS),
    "signed-anew": Fault(_signed_again, HARSH),
}
"""By names; those first that are noticed soonest."""


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Put a fault into the program."""
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[name].plant(patch)
        yield
