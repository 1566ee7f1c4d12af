"""Luck told to people: first one sentence that anybody understands, then the figures."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.luck.report import Faces, Fortune, LogLuck, Luck
from pbem.audit.luck.testing import PER_FACE, Tested
from pbem.crypto.text import escape
from pbem.kit.wording import counted, listed

MOST_TOLD = 5
"""So many throws with the most luck are told of each log."""


def lines(found: Luck) -> Iterator[str]:
    """Tell the luck in some logs."""
    yield from _sentence(found)
    tellable = [faces for faces in found.faces if sum(faces.counts) >= PER_FACE * faces.faces]
    rest = sum(sum(one.counts) for one in found.faces if one not in tellable)
    yield from map(_faces, tellable)
    if rest:
        yield f"Besides, {counted(rest, 'number')} of ranges with too few rolls to look at faces."
    if len(found.logs) > 1:
        yield ""
        yield "All logs together:"
        yield from (f"  {_fortune(one)}" for one in found.players)
    for log in found.logs:
        yield ""
        yield from _log(log)
    if found.tests:
        yield ""
        yield f"{counted(len(found.tests), 'question')} asked, all counted in:"
        yield from (f"  {_tested(one)}" for one in found.tests)
    yield from (escape(why) for why in found.unread)


def _sentence(found: Luck) -> Iterator[str]:
    rolled = sum(one.numbers for one in found.logs)
    if not rolled:
        yield "Nothing was rolled yet, so there is nothing to say about dice."
        return
    in_hundred = f"{found.level * 100:g} of 100"
    odd = [one for one in found.tests if one.flagged]
    if not found.tests:
        yield (
            f"Too few dice to say anything: {counted(rolled, 'number')}. Whatever fell, fair dice "
            "do it often."
        )
    elif not odd:
        yield (
            f"Nothing here is out of the ordinary for fair dice: of 100 games as fair as can be, "
            f"about {found.level * 100:g} would be called odd here, and this is none of them."
        )
    else:
        what = listed(f"{one.about} (fair dice are so odd once in {_once(one)})" for one in odd)
        yield (
            f"OUT OF THE ORDINARY: {escape(what)}. Fair dice alone bring that about in "
            f"{in_hundred} cases that somebody looks at."
        )
    yield (
        "No luck proves that anybody did anything. Where dice come from is proved by 'pbem "
        "verify', die by die, and by nothing else."
    )
    if any(one.own for one in found.logs):
        which = listed(escape(one.path) for one in found.logs if one.own)
        yield f"In {which} a player kept the dice alone and could have chosen them."


def _once(one: Tested) -> str:
    return f"{round(1 / max(one.together, 1e-12)):,} such looks"


def _faces(one: Faces) -> str:
    total = sum(one.counts)
    told = ", ".join(f"{face}: {many}" for face, many in enumerate(one.counts, 1))
    return f"Die of {one.faces}, {total} rolls ({total / one.faces:.1f} expected of each): {told}."


def _fortune(one: Fortune) -> str:
    return (
        f"{escape(one.player)}: better dice than {round(100 * one.better)} of 100 fair courses, in "
        f"{counted(one.throws, 'throw')} that decided something at once; on average "
        f"{round(100 * one.share)} % of what could have fallen was worse for them (usual: 50 %)."
    )


def _log(log: LogLuck) -> Iterator[str]:
    good = "" if log.finding is None else f", good up to there ({log.finding.code})"
    yield f"{escape(log.path)}: {log.rules}, {log.events} events{good}"
    yield from (f"  {_fortune(one)}" for one in log.players)
    if not log.players:
        yield "  No throw decided anything at once that the game's measure of positions tells."
    yield from _most(log)
    yield from _others(log)


def _most(log: LogLuck) -> Iterator[str]:
    """Tell the throws that fell least expectedly, for whom they were good."""
    told = []
    for throw in log.throws:
        handle, share = max(throw.players.items(), key=lambda one: one[1].share)
        told.append((min(share.share, 1 - share.share), throw, handle, share))
    told.sort(key=lambda one: (one[0], one[1].event))
    if told:
        yield "  Fell least expectedly:"
    for _, throw, handle, share in told[:MOST_TOLD]:
        result = f" {throw.result} ({_percent(throw.chances.get(throw.result, 0))})" if (
            throw.result and throw.chances
        ) else ""  # fmt: skip
        order = f", '{throw.order}'" if throw.order else ""
        about = "about " if throw.sampled else ""
        yield escape(
            f"    event {throw.event}, {throw.purpose}{order}:{result} better for {handle} than "
            f"{about}{_percent(share.share)} of what could have fallen"
        )


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


def _others(log: LogLuck) -> Iterator[str]:
    found = log.others
    if found is None:
        return
    if found.event is None:
        yield "  The same orders on other dice: none can be followed in this log."
        return
    many = found.followed[found.event]
    worse = listed(f"{escape(who)} stands worse than in the log in {_percent(share)}"
                   for who, share in found.worse.items())  # fmt: skip
    yield (
        f"  The same orders on {found.runs:,} other courses of the dice (seed {found.seed}): "
        f"{many:,} of them can be followed to event {found.event}, where {worse} of these."
    )


def _tested(one: Tested) -> str:
    mark = "FLAGGED" if one.flagged else "usual"
    return (
        f"{mark}: {escape(one.about)}, {one.many} numbers: fair dice are at least so odd in "
        f"{_percent_fine(one.chance)}, with all questions counted in {_percent_fine(one.together)}"
    )


def _percent_fine(chance: float) -> str:
    return f"{100 * chance:.0f} %" if chance > 0.1 else f"{100 * chance:.2g} %"
