"""Programs with a similar task, measured in the same run: each row is left out without its program.

None of them is a dependency. To have their rows: ``pip install chess diplomacy eventsourcing``, and
``npm install boardgame.io`` in the folder where the bench is run.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import perf_counter
from typing import Any

from pbem.bench.measure import Row
from pbem.system import foreign_environment

SEED = 0
MOVES, PHASES, EVENTS = 200, 12, 2_000
"""The size of one measurement: moves of chess, phases of Diplomacy, events."""
NODE_MOVES = 2_000
_NODE = """
const { Client } = require('boardgame.io/client');
const moves = Number(process.argv[1]);
const game = { setup: () => ({ cells: 0 }), turn: { minMoves: 1, maxMoves: 1 },
  moves: { put: ({ G }, at) => { G.cells += at; } } };
const client = Client({ game, numPlayers: 2, debug: false });
client.start();
const begun = process.hrtime.bigint();
for (let at = 0; at < moves; at++) client.moves.put(at);
const took = Number(process.hrtime.bigint() - begun) / 1e9;
if (client.getState().ctx.turn !== moves + 1) throw new Error('not every move was made');
console.log(took);
"""


def peer_rows(rounds: int, reported: Callable[[str], None]) -> list[Row]:
    """Measure every peer that is installed, each ``rounds`` times; the best time counts.

    ``reported`` hears which are missing, and how to install them.
    """
    rows: list[Row] = []
    for name, how, rows_of in PEERS:
        if find_spec(name) is None:
            reported(f"  without {name}: {how}")
        else:
            rows += rows_of(rounds)
    return rows + list(_boardgame_rows(rounds, reported))


def _rate(count: int, call: Callable[[], object], rounds: int) -> float:
    """Return how many a second in the best of some rounds."""
    best = min(_seconds(call) for _ in range(rounds))
    return count / best


def _seconds(call: Callable[[], object]) -> float:
    begun = perf_counter()
    call()
    return perf_counter() - begun


def _chess_rows(rounds: int) -> Iterator[Row]:
    """Measure python-chess: a move is looked at, and made."""
    chess: Any = import_module("chess")
    chance, board, moves = Random(SEED), chess.Board(), list[Any]()  # noqa: S311 - no secret
    while not board.is_game_over() and len(moves) < MOVES:
        moves.append(chance.choice(list(board.legal_moves)))
        board.push(moves[-1])

    def play() -> None:
        again = chess.Board()
        for move in moves:
            if not again.is_legal(move):
                raise AssertionError(move)
            again.push(move)

    yield Row("peer: python-chess, a move checked and made", _rate(len(moves), play, rounds), "/s")


def _diplomacy_rows(rounds: int) -> Iterator[Row]:
    """Measure the `diplomacy` package: orders are validated, and adjudicated together."""
    game_of: Callable[[], Any] = import_module("diplomacy").Game
    chance, game = Random(SEED), game_of()  # noqa: S311 - no secret
    phases = list[dict[str, list[str]]]()
    while not game.is_game_done and len(phases) < PHASES:
        able = game.get_all_possible_orders()
        phases.append(
            {
                power: [chance.choice(able[at]) for at in game.get_orderable_locations(power)]
                for power in game.powers
            }
        )
        _adjudicate(game, phases[-1])

    def play() -> None:
        again = game_of()
        for orders in phases:
            _adjudicate(again, orders)

    count = sum(len(some) for orders in phases for some in orders.values())
    yield Row("peer: diplomacy, an order adjudicated", _rate(count, play, rounds), "/s")


def _adjudicate(game: Any, orders: dict[str, list[str]]) -> None:
    for power, some in orders.items():
        game.set_orders(power, some)
    game.process()


def _eventsourcing_rows(rounds: int) -> Iterator[Row]:
    """Measure `eventsourcing`: an event is appended in memory, and all are replayed."""
    domain: Any = import_module("eventsourcing.domain")
    application: Any = import_module("eventsourcing.application")

    class Game(domain.Aggregate):  # type: ignore[misc]
        @domain.event("Opened")  # type: ignore[untyped-decorator]
        def __init__(self) -> None:
            self.moves: list[str] = []

        @domain.event("Moved")  # type: ignore[untyped-decorator]
        def move(self, order: str) -> None:
            self.moves.append(order)

    def append() -> tuple[Any, Any]:
        kept, game = application.Application(), Game()
        for number in range(EVENTS):
            game.move(f"advance {number}")
            kept.save(game)
        return kept, game

    kept, game = append()
    yield Row("peer: eventsourcing, an event appended", _rate(EVENTS, append, rounds), "/s")
    replay = partial(kept.repository.get, game.id)
    yield Row("peer: eventsourcing, an event replayed", _rate(EVENTS, replay, rounds), "/s")


def _boardgame_rows(rounds: int, reported: Callable[[str], None]) -> Iterator[Row]:
    """Measure boardgame.io under node: a move of a game that does next to nothing."""
    node = shutil.which("node")
    if node is None:
        reported("  without boardgame.io: install Node.js")
        return
    command = [node, "-e", _NODE, str(NODE_MOVES)]
    took = list[float]()
    for _ in range(rounds):
        done = subprocess.run(  # noqa: S603
            command, env=foreign_environment(), capture_output=True, text=True, check=False
        )
        if done.returncode:
            reported("  without boardgame.io: npm install boardgame.io")
            return
        took.append(float(done.stdout))
    yield Row("peer: boardgame.io under node, a move", NODE_MOVES / min(took), "/s")


PEERS: tuple[tuple[str, str, Callable[[int], Iterator[Row]]], ...] = (
    ("chess", "pip install chess", _chess_rows),
    ("diplomacy", "pip install diplomacy", _diplomacy_rows),
    ("eventsourcing", "pip install eventsourcing", _eventsourcing_rows),
)
"""Module -> how to install it, and what measures it."""
