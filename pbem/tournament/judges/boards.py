"""Which game is a board's, what came of it, and what the director rules."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from pbem.log.event import Event
from pbem.tournament.events import kinds
from pbem.tournament.faults import bad
from pbem.tournament.history import BoardOf, Decided, Dismissed
from pbem.tournament.judges.so_far import SoFar


def game(log: SoFar, event: Event, data: kinds.GameOf) -> Callable[[], None]:
    """Judge: a board has its game."""
    at = log.at(event, data)
    if at in log.now.games or data.game in log.now.games.values():
        raise bad(
            "game.twice",
            f"Event {event.seq}: {at} already has a game, or the game a board.",
            event.seq,
            event.by,
        )
    if at in log.now.bids and not log.now.bids[at].are_settled:
        reported = f"Event {event.seq}: the bids for {at} are not settled, so it has no game."
        raise bad("bid.owed", reported, event.seq, event.by)
    return lambda: log.now.games.update({at: data.game})


def result(log: SoFar, event: Event, data: kinds.ResultOf) -> Callable[[], None]:
    """Judge: a game has ended."""
    at = log.at(event, data)
    if at in log.now.proven:
        raise bad(
            "result.twice", f"Event {event.seq}: {at} already has a result.", event.seq, event.by
        )
    if log.now.games.get(at) != data.game:
        raise bad(
            "result.game",
            f"Event {event.seq}: {data.game[:16]}... is not the game of {at}.",
            event.seq,
            event.by,
        )
    done = Decided(
        data.outcome,
        data.played is UNSET,
        "",
        data.head,
        _score(data),
        level=_level(data),
        scores=_scores(data),
    )
    return lambda: log.now.prove(at, done)


def rule(log: SoFar, event: Event, data: kinds.Rule) -> Callable[[], None]:
    """Judge: the director rules on a board."""
    at = log.at(event, data)
    before = log.now.decided.get(at)
    deputy = "" if event.by == log.now.found.director.handle else event.by
    done = _ruled(log, at, data, "" if before is None else before.head, deputy)
    if done is None:
        reported = f"Event {event.seq}: no game's log says how {at} ended."
        raise bad("rule.nothing", reported, event.seq)
    same = before is not None and before._replace(ruled=done.ruled, deputy=done.deputy) == done
    if done == before or (same and done.ruled):
        raise bad("rule.nothing", f"Event {event.seq}: {at} already has this result.", event.seq)

    def effect() -> None:
        log.now.decide(at, done)
        log.now.answered = {one for one in log.now.answered if one[0] != at}

    return effect


def _ruled(log: SoFar, at: BoardOf, data: kinds.Rule, head: str, deputy: str) -> Decided | None:
    """Return how a ruling decides a board; None where it goes by a result that is not there."""
    if data.outcome == "log":
        return log.now.proven.get(at)
    level, score = _level(data), _score(data)
    return Decided(data.outcome, data.played, data.why, head, score, deputy, level, _scores(data))


def dismiss(log: SoFar, event: Event, data: kinds.Dismiss) -> Callable[[], None]:
    """Judge: the director does not grant an appeal."""
    at = log.at(event, data)
    known = data.entrant <= len(log.now.entrants)
    heard = (at, data.entrant)
    if not known or at not in log.now.decided or heard in log.now.answered:
        reported = f"Event {event.seq}: number {data.entrant} has no appeal on {at}."
        raise bad("rule.nothing", reported, event.seq)

    def effect() -> None:
        log.now.answered.add(heard)
        log.now.dismissed.append(Dismissed(at, data.entrant, data.why))

    return effect


def _level(data: kinds.ResultOf | kinds.Rule) -> int:
    return data.level if isinstance(data.level, int) else 0


def _score(data: kinds.ResultOf | kinds.Rule) -> int | None:
    return data.score if isinstance(data.score, int) else None


def _scores(data: kinds.ResultOf | kinds.Rule) -> tuple[int, ...]:
    return data.scores if isinstance(data.scores, tuple) else ()
