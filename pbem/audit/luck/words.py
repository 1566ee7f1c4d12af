"""Luck as lines for people: first one plain sentence, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.luck.report import Faces, Fortune, LogLuck, Luck
from pbem.audit.luck.testing import PER_FACE, Tested
from pbem.crypto.text import escape
from pbem.kit.wording import counted, listed

MOST_REPORTED = 5
"""So many rolls with the most luck are shown for each log."""


def lines(found: Luck) -> Iterator[str]:
    """Yield the luck in some logs."""
    yield from _sentence(found)
    tellable = [faces for faces in found.faces if sum(faces.counts) >= PER_FACE * faces.faces]
    rest = sum(sum(one.counts) for one in found.faces if one not in tellable)
    yield from map(_faces, tellable)
    if rest:
        yield f"Other dice: {counted(rest, 'roll')}, too few of each kind to judge their faces."
    if len(found.logs) > 1:
        yield ""
        yield "All logs together:"
        yield from (f"  {_fortune(one)}" for one in found.players)
    for log in found.logs:
        yield ""
        yield from _log(log)
    if found.tests:
        yield ""
        yield f"{counted(len(found.tests), 'test')}:"
        yield from (f"  {_tested(one)}" for one in found.tests)
    yield from (escape(why) for why in found.unread)


def _sentence(found: Luck) -> Iterator[str]:
    rolled = sum(one.numbers for one in found.logs)
    if not rolled:
        yield "No dice were rolled yet."
        return
    in_hundred = f"{found.level * 100:g} of 100"
    odd = [one for one in found.tests if one.flagged]
    if not found.tests:
        yield (
            f"Too few dice to judge: {counted(rolled, 'roll')}. Fair dice often give any such "
            "result."
        )
    elif not odd:
        yield (
            f"Nothing is unusual for fair dice. This report would call about {in_hundred} "
            "perfectly fair games unusual."
        )
    else:
        what = listed(f"{one.about} (fair dice do this once in {_once(one)})" for one in odd)
        yield (
            f"UNUSUAL: {escape(what)}. Fair dice alone cause such a result in {in_hundred} "
            "reports like this."
        )
    yield (
        "Luck proves nothing against anybody. Only 'pbem verify' proves how each die was rolled."
    )
    if any(one.own for one in found.logs):
        which = listed(escape(one.path) for one in found.logs if one.own)
        yield f"In {which}, a player kept the dice alone and could have chosen them."


def _once(one: Tested) -> str:
    return f"{round(1 / max(one.together, 1e-12)):,} reports"


def _faces(one: Faces) -> str:
    total = sum(one.counts)
    reported = ", ".join(f"{face}: {many}" for face, many in enumerate(one.counts, 1))
    return (
        f"Die of {one.faces}, {total} rolls ({total / one.faces:.1f} expected of each): {reported}."
    )


def _fortune(one: Fortune) -> str:
    return (
        f"{escape(one.player)}: luckier than {round(100 * one.better)}% of fair games, in "
        f"{counted(one.throws, 'roll')} with an immediate effect. On average, "
        f"{round(100 * one.share)}% of the possible results were worse for them (usual: 50%)."
    )


def _log(log: LogLuck) -> Iterator[str]:
    good = "" if log.finding is None else f", valid up to there ({log.finding.code})"
    yield f"{escape(log.path)}: {log.rules}, {log.events} events{good}"
    yield from (f"  {_fortune(one)}" for one in log.players)
    if not log.players:
        yield "  No roll changed the game's measure of positions at once."
    yield from _most(log)
    yield from _others(log)


def _most(log: LogLuck) -> Iterator[str]:
    """Describe the throws that fell least expectedly, for whom they were good."""
    reported = []
    for throw in log.throws:
        handle, share = max(throw.players.items(), key=lambda one: one[1].share)
        reported.append((min(share.share, 1 - share.share), throw, handle, share))
    reported.sort(key=lambda one: (one[0], one[1].event))
    if reported:
        yield "  The least expected rolls:"
    for _, throw, handle, share in reported[:MOST_REPORTED]:
        result = f" {throw.result} ({_percent(throw.chances.get(throw.result, 0))})" if (
            throw.result and throw.chances
        ) else ""  # fmt: skip
        order = f", '{throw.order}'" if throw.order else ""
        about = "about " if throw.sampled else ""
        yield escape(
            f"    event {throw.event}, {throw.purpose}{order}:{result} better for {handle} than "
            f"{about}{_percent(share.share)} of the possible results"
        )


def _percent(share: float) -> str:
    return f"{round(100 * share)}%"


def _others(log: LogLuck) -> Iterator[str]:
    found = log.others
    if found is None:
        return
    if found.event is None:
        yield "  The same orders with other dice: this log's orders fit no other rolls."
        return
    many = found.followed[found.event]
    worse = listed(f"{escape(who)} stands worse than in the log in {_percent(share)} of them"
                   for who, share in found.worse.items())  # fmt: skip
    yield (
        f"  The same orders with {found.runs:,} other sets of dice (seed {found.seed}): {many:,} "
        f"of them fit the orders up to event {found.event}. There, {worse}."
    )


def _tested(one: Tested) -> str:
    mark = "UNUSUAL" if one.flagged else "usual"
    return (
        f"{mark}: {escape(one.about)}, {one.many} rolls. Fair dice are at least as odd in "
        f"{_percent_fine(one.chance)} of cases, or {_percent_fine(one.together)} with all tests "
        "counted."
    )


def _percent_fine(chance: float) -> str:
    return f"{100 * chance:.0f}%" if chance > 0.1 else f"{100 * chance:.2g}%"
