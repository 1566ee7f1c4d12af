"""Recompute a tournament from files, as anybody can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from pbem.crypto.text import escape
from pbem.director.evidence import (
    Evidence,
    level_of,
    newer_rules,
    opening_of,
    outcome_of,
    read_evidence,
    score_of,
    scores_of,
    was_played,
)
from pbem.director.transparency import tlog
from pbem.errors import PbemError, UnforeseenError
from pbem.items import item
from pbem.log.file import read_events, read_lines
from pbem.table.events.kinds import Pairing
from pbem.table.library import Library
from pbem.tournament import going_on
from pbem.tournament.faults import BadTournament, Fault
from pbem.tournament.folding import Fold, fold
from pbem.tournament.history import BoardOf, Decided, History
from pbem.tournament.on_trust import on_trust
from pbem.tournament.ranking.ratings import Line, ratings
from pbem.tournament.ranking.standings import Row, standings
from pbem.tournament.substitutes import substitute_lines


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of a stranger (``pbem tournament verify --json``).

    - ``ok``: every event follows, and every result that counts by a game's log is that of its log;
    - ``name``, ``tournament`` (id), ``director``, ``events``, ``head`` of the log;
    - ``faults``: all that is wrong; ``missing``: results whose game's log was not among the files;
    - ``others``: games bound to this tournament that count for no board of it; ``unpaired``: valid
      ones of a pairing that this log has not, with its id and who signed in the game;
    - ``word``: who is out, and who bids nothing, on the director's word, with why; ``dismissed``:
      appeals that the director did not grant, with why;
    - ``games``: how many results were recomputed from a game's log;
    - ``ruled``: boards that stand on the director's word, with how, why, and what the log of their
      game says; ``unseen``: the games among them whose logs were not among the files;
    - ``substitutes``: who was named to play for whom, and who is back;
    - ``uncompared``: rounds paired by another engine than is here;
    - ``newer``: boards whose players went over to newer rules in the middle of the game, and which;
    - ``alone``: only the director keeps lots, so they can choose them; ``plays``: they play in it;
    - ``before``: the tournament that a ladder goes on from, where its log was not given;
    - ``checkpoint``: over how many events the published checkpoint is, if it is good, else 0;
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
    unpaired: tuple[str, ...] = ()
    games: int = 0
    ruled: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    dismissed: tuple[str, ...] = ()
    word: tuple[str, ...] = ()
    substitutes: tuple[str, ...] = ()
    uncompared: tuple[int, ...] = ()
    newer: tuple[str, ...] = ()
    alone: bool = False
    plays: bool = False
    before: str = ""
    checkpoint: int = 0
    over: bool = False
    standings: tuple[Row, ...] = ()
    ratings: dict[str, tuple[Line, ...]] = {}


def verify(
    log: Path,
    games: Sequence[Path],
    library: Library,
    reported: Callable[[int], None] = lambda _: None,
    before: Path | None = None,
    *,
    published: Path | None = None,
) -> Report:
    """Recompute a tournament from files, as anybody can (docs/tournaments.md, 7).

    ``games``: their logs. ``reported`` is called with how many were read. ``before`` is the log
    that a ladder continues, ``published`` the folder with checkpoint and tiles.

    Raises:
        LogFileError: The tournament's log cannot be read.
    """
    try:
        made = fold(read_events(log))
        if before is not None:
            going_on.check(made, fold(read_events(before)))
    except BadTournament as error:
        return Report(ok=False, faults=(error.fault,))
    history = made.now
    read = _games(made, games, library, reported)
    covered = None
    if published is not None:
        covered, wrong = tlog.check(published, history.found, list(read_events(log)))
        read.faults += wrong
    missing = [
        f"{at}: {history.games[at]}"
        for at, done in history.decided.items()
        if at not in read.given and not done.ruled
    ]
    return Report(
        ok=not read.faults and not missing,
        name=history.found.name,
        tournament=history.id,
        director=history.found.director.handle,
        events=made.chain.count,
        head=made.chain.head,
        faults=tuple(read.faults),
        missing=tuple(missing),
        others=tuple(read.others),
        unpaired=tuple(read.unpaired),
        games=len(read.recomputed),
        ruled=tuple(
            _ruled(history, at, read) for at, done in history.decided.items() if done.ruled
        ),
        unseen=tuple(
            f"{at}: {history.games[at]}"
            for at, done in history.decided.items()
            if done.ruled and at in history.games and at not in read.given
        ),
        dismissed=tuple(
            f"{one.at}, of {history.entrant(one.entrant).handle}: {one.why}"
            for one in history.dismissed
        ),
        word=tuple(on_trust(history)),
        substitutes=tuple(substitute_lines(history)),
        uncompared=tuple(made.uncompared),
        newer=tuple(read.newer),
        alone=[one.handle for one in history.keepers] == [history.found.director.handle],
        plays=history.has_entered(history.found.director),
        before=_not_given(made) if before is None else "",
        checkpoint=0 if covered is None else covered.size,
        over=history.over,
        standings=tuple(standings(history)),
        ratings=rating_lists(history),
    )


def _ruled(history: History, at: BoardOf, read: _Read) -> str:
    """Say how a board stands on the director's word, and what the log of its game says."""
    done, proven = history.decided[at], history.proven.get(at)
    names = " - ".join(one.handle for one in history.pair_of(at))
    by = f"{done.deputy}, the deputy: " if done.deputy else ""
    reported = f"{at}, {names}: {history.words_of(at, done)} ({by}{done.ruled})"
    if at in read.says:
        return f"{reported}. The log of its game says: {read.says[at]}"
    if at in read.given:
        return f"{reported}. The log of its game has a fault, named below"
    if proven is not None:
        entered = f"By the director, it says: {history.words_of(at, proven)}"
        return f"{reported}. You did NOT give the log of its game. {entered}"
    return f"{reported}. You did NOT give the log of its game" if at in history.games else reported


def _not_given(made: Fold) -> str:
    said = going_on.goes_on_from(made)
    return "" if said is None else said.tournament


def rating_lists(history: History) -> dict[str, tuple[Line, ...]]:
    """Return every rating list of a tournament by its system."""
    systems = history.found.ratings
    return {str(type(one).__struct_config__.tag): tuple(ratings(history, one)) for one in systems}


@dataclass
class _Read:
    """The findings in the files of games; ``given`` are the boards of which there is a log."""

    faults: list[Fault] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    unpaired: list[str] = field(default_factory=list)
    newer: list[str] = field(default_factory=list)
    recomputed: set[BoardOf] = field(default_factory=set)
    says: dict[BoardOf, str] = field(default_factory=dict)
    """For boards on the director's word: what the log of their game says."""
    given: set[BoardOf] = field(default_factory=set)


def _games(
    made: Fold, games: Sequence[Path], library: Library, reported: Callable[[int], None]
) -> _Read:
    """Judge every game's log.

    If one game has several logs, one is enough. An older copy says nothing against it, and one that
    goes on otherwise is reported among the others.
    """
    found = _Read()
    copies = _copies(made.now, games, library, found)
    found.given = set(copies)
    read = 0
    for at, paths in copies.items():
        wrong: list[Fault] = []
        for path in paths:
            reported(read := read + 1)
            if made.now.decided[at].ruled and at not in made.now.proven:
                says, whole = _without_result(made.now, path, library)
                found.says[at] = says if whole else found.says.get(at, says)
                if whole:
                    break
                continue
            fault, newer = _judge(made.now, at, path, library)
            if fault is None:
                if made.now.decided[at].ruled:
                    found.says[at] = made.now.words_of(at, made.now.proven[at])
                else:
                    found.recomputed.add(at)
                found.newer += [f"{at}: {newer}"] if newer else []
                found.others += [str(one) for one in paths if not _is_copy(one, path)]
                break
            wrong.append(fault)
        else:
            found.faults += wrong
    return found


def _copies(
    history: History, games: Sequence[Path], library: Library, found: _Read
) -> dict[BoardOf, list[Path]]:
    """Return the logs of each board that stands on its game; enter what else there is."""
    wanted = {game: at for at, game in history.games.items()}
    copies: dict[BoardOf, list[Path]] = {}
    for path in games:
        try:
            with item(str(path)):
                game, _, opening = opening_of(path)
        except BadTournament as error:
            found.faults.append(error.fault)
            continue
        except UnforeseenError as error:
            found.faults.append(Fault(code="log.bad", message=str(error)))
            continue
        at = wanted.get(game)
        if at is None:  # a game that does not count is nothing wrong in the tournament
            to = opening.for_
            if isinstance(to, Pairing) and to.tournament == history.id:
                _add_another(history, path, to, library, found)
            continue
        if at in history.decided:
            copies.setdefault(at, []).append(path)
    return copies


def _add_another(history: History, path: Path, to: Pairing, library: Library, found: _Read) -> None:
    """Enter a game that is bound to this tournament and counts for no board of its log."""
    known = to.pair in (one.pair for one in history.rounds)
    try:
        with item(str(path)):
            if known or not read_evidence(path, library).verdict.ok:
                found.others.append(str(path))
                return
            by = {event.by for event in read_events(path)}
            # Anybody can play a game with keys of their own in the names of entrants.
            entered = [one for one in opening_of(path)[2].players if one in history.players()]
            signed = sorted(one.handle for one in entered if one.handle in by)
            if not signed:
                found.others.append(str(path))
                return
    except PbemError as error:
        found.faults.append(Fault(code="log.bad", message=str(error)))
        return
    reported = f"{path}, board {to.board} of pairing {to.pair}, signed by {' and '.join(signed)}"
    found.unpaired.append(reported)


def _without_result(history: History, path: Path, library: Library) -> tuple[str, bool]:
    """Say what the log of a board's game says, of which no result was entered.

    With it comes whether it says anything: another copy may, if this one is damaged or older.
    """
    try:
        evidence = read_evidence(path, library)
        at, outcome = outcome_of(history, evidence)
    except PbemError as error:
        return f"no result that counts ({error})", False
    score, level = score_of(history, evidence), level_of(history, evidence, outcome)
    played = was_played(history, evidence) is UNSET
    reached = 0 if isinstance(level, UnsetType) else level
    own = None if score is UNSET else score
    scores = scores_of(history, evidence, outcome)
    ended = Decided(
        outcome, played, "", "", own, level=reached, scores=() if scores is UNSET else scores
    )
    return f"{history.words_of(at, ended)}, which the director never entered", True


def _is_copy(path: Path, of: Path) -> bool:
    """Say whether a log is the same as another, or its beginning."""
    try:
        lines = list(read_lines(path))
    except PbemError:
        return False
    return lines == list(read_lines(of))[: len(lines)]


def _judge(history: History, at: BoardOf, path: Path, library: Library) -> tuple[Fault | None, str]:
    """Return what is wrong with the log of a board, None where its result follows from it.

    Beside it, to which newer rules its players went over, if they did.
    """
    try:
        with item(f"{path}, {at}"):
            evidence = read_evidence(path, library)
            newer = newer_rules(evidence.opening.rules, evidence.verdict.rules)
            return fault_of(history, at, evidence), newer
    except PbemError as error:
        if isinstance(error, BadTournament):
            return error.fault, ""
        return Fault(code="log.bad", message=str(error)), ""


def fault_of(history: History, at: BoardOf, evidence: Evidence) -> Fault | None:
    """Return what is wrong with a game whose log decided a board; None if nothing is."""
    done, director = history.proven[at], history.found.director.handle
    try:
        bound, outcome = outcome_of(history, evidence)
    except BadTournament as error:
        if error.fault.whose or evidence.verdict.head != done.head:
            return error.fault
        # They have signed that this very log gives a result.
        return msgspec.structs.replace(error.fault, whose=director)
    score = score_of(history, evidence)
    level = level_of(history, evidence, outcome)
    scores = scores_of(history, evidence, outcome)
    ended = Decided(
        outcome,
        was_played(history, evidence) is UNSET,
        "",
        evidence.verdict.head or "",
        None if score is UNSET else score,
        level=0 if isinstance(level, UnsetType) else level,
        scores=() if isinstance(scores, UnsetType) else scores,
    )
    return _difference(evidence.path, at, done, (bound, ended), director)


def _difference(
    path: Path,
    at: BoardOf,
    done: Decided,
    found: tuple[BoardOf, Decided],
    director: str,
) -> Fault | None:
    """Return how a good log of a game differs from the result in the tournament's log."""
    name, (bound, ended) = escape(str(path)), found
    if ended.head != done.head:
        message = (
            f"{name} does not end with event {done.head[:16]}..., which decided {at}. Ask "
            f"{director} for the log that does. If both logs are valid, type 'pbem verify' with "
            "both to see who signed two histories."
        )
        return Fault(code="log.result", message=message)
    if (bound, _gives(ended)) != (at, _gives(done)):
        message = (
            f"{name} gives {_reported(ended)} for {bound}, but {at} has {_reported(done)} in the "
            f"log that {director} signed. The game's log counts. Show the director both."
        )
        return Fault(code="log.result", message=message, whose=director)
    return None


def _gives(done: Decided) -> tuple[object, ...]:
    return done.outcome, done.score, done.level, done.played, done.scores


def _reported(done: Decided) -> str:
    level = f", level {done.level}" if done.level else ""
    level += f", scores {':'.join(map(str, done.scores))}" if done.scores else ""
    level += "" if done.played else ", not played"
    return done.outcome + level if done.score is None else f"{done.outcome}, score {done.score}"
