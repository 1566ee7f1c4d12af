"""The conditions at a point of a case: compared with what was reported and with the position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbem.cases import legal as case_legal
from pbem.cases import odds as case_odds
from pbem.cases.compared import differences
from pbem.kit.contract import Outcome, Question
from pbem.play.play import Play


def compare(then: Mapping[str, Any], reported: Iterable[Outcome], play: Play) -> list[str]:
    """Return what is not as ``then`` says, line by line; [] where everything is.

    ``reported`` are the outcomes that ``outcomes``, ``never`` and ``skipped`` speak of.
    """
    then = dict(then)
    plain = [msgspec.to_builtins(outcome) for outcome in reported]
    failed = _missing(then.pop("outcomes", []), plain)
    failed += _unwanted(then.pop("never", []), plain)
    if "lapsed" in then:
        skipped = [one["paragraph"] for one in plain if one["is"] == "Lapsed"]
        failed += differences("lapsed", then.pop("lapsed"), skipped)
    if "asks" in then:
        failed += _asked(then.pop("asks"), play)
    if "result" in then:
        wanted = then.pop("result")
        result = msgspec.to_builtins(play.result)
        failed += differences("result", None if wanted == "none" else wanted, result)
    if "legal" in then:
        failed += case_legal.legal(play, then.pop("legal"))
    if "cost" in then:
        failed += case_legal.cost(play, then.pop("cost"))
    if "odds" in then:
        failed += case_odds.odds(play, then.pop("odds"))
    if "broken" in then:
        failed += differences("broken", then.pop("broken"), play.broken_duties())
    for side, facts in then.pop("sees", {}).items():
        failed += differences(f"sees.{side}", facts, play.game.facts_of(play.seen_by(side)))
    return failed + differences("", then, play.game.facts_of(play.position))


def _asked(wanted: Any, play: Play) -> list[str]:
    """Compare who is asked; ``{}`` says that nobody is, and holds of nothing else."""
    asks: dict[str, Any] = {}
    if play.due is not None:
        asks = {"dice": True}
    elif isinstance(play.asked, Question):
        asks = {"side": play.asked.side, "question": play.asked.name}
    if wanted == {} and asks:
        return [f"asks: expected nobody, got {asks!r}"]
    return differences("asks", wanted, asks)


def _missing(
    wanted: Iterable[Mapping[str, Any]], reported: Sequence[Mapping[str, Any]]
) -> list[str]:
    """Say which outcome did not occur after those before it."""
    at = 0
    for outcome in wanted:
        found = next((i for i in range(at, len(reported)) if _fits(outcome, reported[i])), None)
        if found is None:
            same = [t for t in reported if t["is"] == outcome.get("is")]
            reported_same = "; ".join(_plain(t) for t in same) or "no outcome of this name"
            return [f"outcome expected: {_plain(outcome)}", f"        there were: {reported_same}"]
        at = found + 1
    return []


def _unwanted(
    never: Iterable[Mapping[str, Any]], reported: Sequence[Mapping[str, Any]]
) -> list[str]:
    return [
        f"occurred, but must not: {_plain(outcome)}"
        for outcome in never
        if any(_fits(outcome, one) for one in reported)
    ]


def _fits(wanted: Mapping[str, Any], reported: Mapping[str, Any]) -> bool:
    return not differences("", wanted, reported)


def _plain(outcome: Mapping[str, Any]) -> str:
    fields = ", ".join(f"{key}: {value}" for key, value in outcome.items() if key != "is")
    return f"{outcome.get('is')}({fields})"
