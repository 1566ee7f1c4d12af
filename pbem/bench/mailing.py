"""The cost at a client of accepting a turn, and of answering with dice."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import perf_counter

from pbem.bench.games import AT, Signed, drawn, identity, idle_game, write_log
from pbem.bench.measure import Row, at_least, at_most, interleaved
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, take
from pbem.client.session.session import sit
from pbem.crypto import vrf
from pbem.errors import PbemError
from pbem.log.event import compose, read_event
from pbem.log.file import write_stretch
from pbem.table import dicing
from pbem.table.events import kinds
from pbem.table.library import Library
from pbem.table.own.private import PrivateFile
from pbem.table.own.record import Record
from pbem.table.own.writer import Writer

SHORT, LONG, QUICK_LONG = 100, 10_000, 2_000
READ_AGAIN = 200


class _Table:
    """A client that has a game of some length, and the game going on elsewhere."""

    def __init__(self, folder: Path, library: Library, events: int) -> None:
        self.folder = folder
        self.game = idle_game(library, events)
        self.client = Client(folder, f"sqlite:///{folder / 'pbem.sqlite'}")
        folder.mkdir(parents=True)
        whole = write_log(folder / "whole.pbem", self.game.events)
        _taken(self.client, whole)

    def take_a_turn(self) -> float:
        """Return the seconds that the next orders take to come in; what is before is untimed."""
        while True:
            self.game.idle()
            path = self.folder / f"event-{len(self.game.events)}.pbem"
            write_stretch(path, self.game.events[-1:])
            begun = perf_counter()
            _taken(self.client, path)
            if self.game.events[-1].kind == "orders":
                return perf_counter() - begun


def _taken(client: Client, path: Path) -> None:
    for taken in take(client, [path], TakeOptions()):
        if not taken.good:
            raise PbemError(f"{path} was not imported: {taken.status}")


def take_rows(folder: Path, library: Library, rounds: int, *, quick: bool) -> list[Row]:
    """Measure accepting a turn on a long game against a short one."""
    long = QUICK_LONG if quick else LONG
    tables = {count: _Table(folder / str(count), library, count) for count in (SHORT, long)}
    took: dict[int, list[float]] = {count: [] for count in tables}
    for _ in range(rounds):
        for count, table in tables.items():
            took[count].append(table.take_a_turn())
    again = _again_rows(tables[long], rounds)
    for table in tables.values():
        table.client.close()
    short_s, long_s = median(took[SHORT]), median(took[long])
    return [
        at_most(f"importing a turn, game of {long:,} events / of {SHORT}", long_s / short_s, 1.2),
        Row(f"importing a turn, game of {long:,} events", 1000 * long_s, "ms"),
        *again,
    ]


def _again_rows(table: _Table, rounds: int) -> list[Row]:
    """Measure reading what was verified: from the log, which is believed, and from the database."""
    session = sit(table.client, None)
    store, game, count = table.client.store(), session.table.game_id, session.table.chain.count
    first = max(0, count - READ_AGAIN)
    cases = {
        "log": lambda: list(session.since(first)),
        "database": lambda: [read_event(line) for line in store.lines(game, first)],
        "briefs": session.briefs,
    }
    took = interleaved(cases, rounds)
    each, ratio = 1_000_000 * took["briefs"] / count, took["log"] / took["database"]
    return [
        Row(f"the last {READ_AGAIN} events: from the log / the database", ratio, "times"),
        Row("what a deadline needs of an event, from the log", each, "us"),
    ]


def keeper_rows(folder: Path, library: Library, rounds: int) -> list[Row]:
    """Measure answering with dice against the proof alone.

    ``signed`` is what the protocol asks of a keeper who is not the last: proof and signature. A
    last keeper also replays what the dice decide, and everybody's answer is on the disk first.
    """
    game = Signed(library)
    given: set[str] = set()
    while game.table.dicing is None:
        game.step(0, given)
    owed = game.table.dicing
    keeper = owed.keepers[0]
    own = identity(keeper.handle)
    secret = own.vrf_secret(game.table.game_id)
    alpha = dicing.alpha_of(game.table.game_id, owed, keeper)

    def prove() -> None:
        vrf.prove(secret, alpha)

    def signed() -> None:
        proof = vrf.prove(secret, dicing.alpha_of(game.table.game_id, owed, keeper))
        _sign(game, own.sign_seed, keeper.handle, kinds.DiceData(proof=proof.hex()))

    def replayed() -> None:
        proof = vrf.prove(secret, dicing.alpha_of(game.table.game_id, owed, keeper))
        _sign(game, own.sign_seed, keeper.handle, drawn(game.table, proof))

    number = iter(range(10**6))

    def kept() -> None:
        place = folder / f"{next(number)}"
        record = Record(place / "record")
        record.adopt(owed.seq, owed.trigger)
        Writer(
            own, game.table, record, PrivateFile(place / "private"),
            since=lambda seq: game.events[seq:], clock=lambda: AT,
        ).dice()  # fmt: skip

    took: dict[str, list[float]] = {}
    for _ in range(rounds):
        for case in (prove, signed, replayed, kept):
            begun = perf_counter()
            case()
            took.setdefault(case.__name__, []).append(perf_counter() - begun)
    s = {name: median(times) for name, times in took.items()}
    return [
        Row("raw prove rate", 1 / s["prove"], "/s"),
        at_least("keeper: proof and signature / raw prove rate", s["prove"] / s["signed"], 0.8),
        Row("keeper: with rolls and digest / raw prove rate", s["prove"] / s["replayed"], "times"),
        Row("keeper: a whole answer, on the disk first", 1 / s["kept"], "/s"),
    ]


def _sign(game: Signed, seed: bytes, by: str, data: kinds.Data) -> None:
    chain = game.table.chain
    compose(
        game=chain.game,
        seq=chain.count,
        prev=chain.head,
        by=by,
        at=AT,
        kind="dice",
        data=kinds.write_data(data),
        seed=seed,
    )
