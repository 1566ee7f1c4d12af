"""A comparison of copies as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.audit.compared import Branch, BranchPoint, Compared, Copy, GameTree
from pbem.audit.differing import missing_lines
from pbem.crypto.text import escape
from pbem.kit.wording import counted, listed, span


def lines(found: Compared) -> Iterator[str]:
    """Yield all that was compared, game by game."""
    for number, game in enumerate(found.games):
        yield from [""] if number else []
        yield from _game(game)
    yield from (f"NOT read: {escape(why)}" for why in found.unread)
    yield from (f"{escape(path)}: skipped: not a copy of a log" for path in found.passed)


def _game(game: GameTree) -> Iterator[str]:
    what = f", {game.rules}, {listed(game.players)}" if game.players else ""
    copies = counted(len(game.copies), "copy").replace("copys", "copies")
    yield f"Game {game.game[:16]}...{what}: {copies} as one tree."
    if game.level < 3:
        yield (
            "The rules of this game are not installed. Signatures and dice were checked, orders "
            "were not."
        )
    yield ""
    for branch in _in_order(game.branches):
        yield from _branch(branch, _depth(branch, game.branches))
    yield ""
    yield from map(_copy, game.copies)
    for branch_point in game.branch_points:
        yield ""
        yield from _branch_point_lines(branch_point)
    yield from _newest(game)
    if game.why:
        yield ""
        yield "The branch that counts, by section 9 of the protocol:"
        yield from (f"  {escape(one)}." for one in game.why)
    for head in game.heads:
        where = "no copy here has it" if head.branch is None else f"it is on {head.branch}"
        sure = "" if head.signed else f" NOT signed by a key of {head.by}: it confirms nothing."
        yield (
            f"{escape(head.path)}: {head.by} confirms event {head.seq} ({head.head[:16]}...); "
            f"{where}.{sure}"
        )


def _in_order(branches: tuple[Branch, ...]) -> Iterator[Branch]:
    """Yield each branch before those that go on from it."""
    following: dict[str | None, list[Branch]] = {}
    for one in branches:
        following.setdefault(one.on, []).append(one)
    open_ = following.get(None, [])[::-1]
    while open_:
        one = open_.pop()
        yield one
        open_ += following.get(one.name, [])[::-1]


def _depth(branch: Branch, branches: tuple[Branch, ...]) -> int:
    by_name: Mapping[str, Branch] = {one.name: one for one in branches}
    depth, at = 0, branch
    while at.on is not None:
        depth, at = depth + 1, by_name[at.on]
    return depth


def _signed(signed: Mapping[str, int]) -> str:
    return ", ".join(f"{by} {many}" for by, many in signed.items())


def _branch(branch: Branch, depth: int) -> Iterator[str]:
    name = {"0": "common"}.get(branch.name, branch.name)
    signed = f"; signed: {_signed(branch.signed)}" if branch.signed else ""
    yield f"{'   ' * depth}{name}  {span(branch.first, branch.last)}{signed}"
    indent = "   " * depth + "      "
    if branch.name.startswith("?"):
        yield f"{indent}NOT judged: no copy has the event before it"
    elif branch.finding is not None:
        good = f"the first {branch.good} are good, then " if branch.good else ""
        yield f"{indent}{good}{branch.finding.code}: {escape(branch.finding.message)}"
    elif branch.good == 0:
        yield f"{indent}NOT judged: the events before it are not all valid"


def _copy(copy: Copy) -> str:
    name = {"0": "the common part"}.get(copy.branch, copy.branch)
    reported = f"{escape(copy.path)}: {span(copy.first, copy.last)}, ends on {name}"
    if copy.lacks is not None:
        lacks = copy.lacks
        reported += f"; it lacks {span(lacks.first, lacks.last)} ({_signed(lacks.signed)})"
    if copy.finding is not None:
        code = copy.finding.code
        reported += (
            ". The events after that name another predecessor (chain.prev)"
            if code == "chain.prev"
            else f". The rest is not valid ({code})"
        )
    if copy.unsigned:
        which = ", ".join(map(str, copy.unsigned))
        reported += f". Event {which} in it lacks its author's signature, which another copy has"
    return f"{reported}."


def _branch_point_lines(branch_point: BranchPoint) -> Iterator[str]:
    yield f"There are {len(branch_point.sides)} different events {branch_point.seq}:"
    for side in branch_point.sides:
        good = "valid" if side.good else "NOT valid" if side.why else "not judged"
        signed = f"{'signed' if side.signed else 'NOT signed'} by the key of {side.by}"
        yield (
            f"  {side.branch}  {good}, {signed}: {side.kind} by {side.by}, {side.at} by the "
            f"author's clock, {side.id[:16]}..."
        )
    names = [side.branch for side in branch_point.sides]
    for one in branch_point.differences:
        yield f"  {escape(one.field)}"
        yield from (f"    {escape(line)}" for line in missing_lines(one, names))
    yield from (f"  {escape(sentence)}" for sentence in branch_point.says)
    forked = {*branch_point.proven, *(one.by for one in branch_point.following)}
    others = [by for by in branch_point.both if by not in forked]
    if others:
        yield f"  {listed(others)} wrote on more than one side."


def _newest(game: GameTree) -> Iterator[str]:
    """Say which copies go furthest: one is newer than another only on one branch."""
    if len(game.copies) < 2:
        return
    yield ""
    ends = {name: paths for name, paths in game.newest.items() if paths}
    by_name = {one.name: one for one in game.branches}
    for name, paths in ends.items():
        branch = by_name[name]
        on = "" if len(ends) == 1 else f"On {name}: "
        verb = "goes" if len(paths) == 1 else "go"
        yield f"{on}{escape(listed(paths))} {verb} furthest, to event {branch.last}."
    if len(ends) > 1:
        yield "If two copies are on different branches, neither is newer than the other."
    good = [one.name for one in game.branches if one.end and one.finding is None and one.good]
    if len(ends) > 1 and len(good) == 1:
        yield f"{good[0]} is the only branch on which every event is valid to its end."
