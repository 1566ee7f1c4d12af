"""The turn, pauses, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.table.rules import orders as o
from pbem.games.table.rules import outcomes
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.questions import said
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order, Outcome


def over(setting: Setting, position: Position, order: Order) -> Iterator[Outcome]:
    """[4.2] Give the turn to a side, or to the next one."""
    at = setting.sides.index(position.turn) + 1
    to = order.side if isinstance(order, o.Over) else setting.sides[at % len(setting.sides)]
    yield outcomes.TurnBegun(paragraph="4.2", side=position.turn, to=to)


def pause(_: Setting, position: Position, order: o.Pause) -> Iterator[Outcome]:
    """[4.3] Wait until another side has said whether it does anything."""
    yield outcomes.Paused(paragraph="4.3", side=position.turn, to=order.side)


def go_on(_: Setting, position: Position, __: Order) -> Iterator[Outcome]:
    """[4.3] End a pause."""
    to = position.back[-1]
    yield outcomes.WentOn(paragraph="4.3", side=position.turn, to=to)


def claim(setting: Setting, position: Position, order: o.Claim) -> Iterator[Outcome]:
    """[5.1] Say how the game has ended; the sides of other teams are asked."""
    asks = tuple(setting.others(position.turn))
    yield outcomes.ResultClaimed(
        paragraph="5.1",
        side=position.turn,
        winner=order.winner,
        scores=order.scores,
        asks=asks,
        words=said(setting, order.winner, order.scores),
    )
    if not asks:
        yield ended(setting, order.winner, order.scores)


def agree(setting: Setting, position: Position, _: Order) -> Iterator[Outcome]:
    """[5.1] Agree; with the last yes the game is over."""
    claimed = position.claim
    if claimed is None:
        return
    winner, scores, last = claimed.winner, claimed.scores, len(claimed.asks) == 1
    yield outcomes.ResultAgreed(paragraph="5.1", side=claimed.asks[0])
    if last:
        yield ended(setting, winner, scores)


def ended(setting: Setting, winner: str | None, scores: tuple[int, ...]) -> Outcome:
    """[5.1] Return the end of the game; ``winner`` and ``scores`` as in `questions.said`."""
    words = said(setting, winner, scores)
    return outcomes.GameEnded(paragraph="5.1", winner=winner, scores=scores, words=words)


def end(setting: Setting, position: Position, order: o.End) -> Iterator[Outcome]:
    """[4.2, 5.1] End a turn, or refuse a result."""
    if position.claim is None:
        yield from over(setting, position, order)
        return
    to = position.claim.side
    yield outcomes.ResultRefused(paragraph="5.1", side=position.claim.asks[0], to=to)
