"""A tournament recomputed by anybody: its log, and the logs of the games that count in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from pbem.director.evidence import opening_of, outcome_of, read_evidence
from pbem.errors import PbemError
from pbem.log.file import read_events
from pbem.table.kinds import Pairing
from pbem.table.library import Library
from pbem.tournament.faults import BadTournament, Fault
from pbem.tournament.folding import Fold, fold
from pbem.tournament.history import BoardOf, History
from pbem.tournament.ratings import Line, ratings
from pbem.tournament.standings import Row, standings


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a stranger finds (``pbem tournament verify --json``).

    - ``ok``: every event follows, and every result that counts by a game's log is that of its log;
    - ``name``, ``tournament`` (id), ``director``, ``events``, ``head`` of the log;
    - ``faults``: all that is wrong; ``missing``: results whose game's log was not among the files;
    - ``others``: games bound to this tournament that count for no board of it;
      ``games``: how many results were recomputed from a game's log; ``ruled``: boards that stand on
      the director's word, with why; ``uncompared``: rounds paired by another engine than is here;
    - ``alone``: only the director keeps lots, so he can choose them; ``plays``: he plays in it;
    - ``over``: the final order stands; ``standings``: as they follow from the log;
      ``ratings``: system -> its list.
    """

    ok: bool
    name: str = ""
    tournament: str = ""
    director: str = ""
    events: int = 0
    head: str = ""
    faults: tuple[Fault, ...] = ()
    missing: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    games: int = 0
    ruled: tuple[str, ...] = ()
    uncompared: tuple[int, ...] = ()
    alone: bool = False
    plays: bool = False
    over: bool = False
    standings: tuple[Row, ...] = ()
    ratings: dict[str, tuple[Line, ...]] = {}


def verify(
    log: Path,
    games: Sequence[Path],
    library: Library,
    told: Callable[[int], None] = lambda _: None,
) -> Report:
    """Recompute a tournament from files; ``told`` hears how many games were read.

    Raises LogFileError where the log of the tournament cannot be read.
    """
    try:
        made = fold(read_events(log))
    except BadTournament as error:
        return Report(ok=False, faults=(error.fault,))
    history = made.now
    recomputed, faults, others = _games(made, games, library, told)
    missing = [
        f"{at}: {history.games[at]}"
        for at, done in history.decided.items()
        if at not in recomputed and not done.ruled
    ]
    return Report(
        ok=not faults and not missing,
        name=history.found.name,
        tournament=history.id,
        director=history.found.director.handle,
        events=made.chain.count,
        head=made.chain.head,
        faults=tuple(faults),
        missing=tuple(missing),
        others=tuple(others),
        games=len(recomputed),
        ruled=tuple(f"{at}: {done.ruled}" for at, done in history.decided.items() if done.ruled),
        uncompared=tuple(made.uncompared),
        alone=[one.handle for one in history.keepers] == [history.found.director.handle],
        plays=history.by_handle(history.found.director.handle) is not None,
        over=history.over,
        standings=tuple(standings(history)),
        ratings=rating_lists(history),
    )


def rating_lists(history: History) -> dict[str, tuple[Line, ...]]:
    """Return every rating list of a tournament by its system."""
    systems = history.found.ratings
    return {str(type(one).__struct_config__.tag): tuple(ratings(history, one)) for one in systems}


def _games(
    made: Fold, games: Sequence[Path], library: Library, told: Callable[[int], None]
) -> tuple[set[BoardOf], list[Fault], list[str]]:
    """Return the boards whose results follow from the logs, what is wrong, and other games."""
    history = made.now
    wanted = {game: at for at, game in history.games.items()}
    recomputed: set[BoardOf] = set()
    faults: list[Fault] = []
    others: list[str] = []
    for number, path in enumerate(games, 1):
        told(number)
        try:
            game, _, opening = opening_of(path)
            at = wanted.get(game)
            if at is None:  # a game that does not count is nothing wrong in the tournament
                if isinstance(opening.for_, Pairing) and opening.for_.tournament == history.id:
                    others.append(str(path))
                continue
            done = history.decided.get(at)
            if done is None or done.ruled or at in recomputed:
                continue
            evidence = read_evidence(path, library)
            bound, outcome = outcome_of(history, evidence)
        except BadTournament as error:
            faults.append(error.fault)
            continue
        except PbemError as error:
            faults.append(Fault(code="log.bad", message=str(error)))
            continue
        if (bound, outcome, evidence.verdict.head) != (at, done.outcome, done.head):
            message = f"{path} gives {outcome} for {bound}, and {at} has {done.outcome} in the log."
            director = history.found.director.handle
            faults.append(Fault(code="log.result", message=message, whose=director))
            continue
        recomputed.add(at)
    return recomputed, faults, others
