"""Any number of copies of games as one tree each: what is common, where they part, who signed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.audit.branches import TRUNK, Walked, reported, walk
from pbem.audit.compared import Compared, Confirmed, Copy, GameTree, Lack
from pbem.audit.counting import in_doubt
from pbem.errors import FormError, LogFileError, PbemError, UnforeseenError
from pbem.items import item
from pbem.log.event import Event
from pbem.log.file import read_stretch
from pbem.log.finding import BadLog, Finding
from pbem.log.fork import Fork, is_fork, make_fork, read_fork
from pbem.log.head import Head, read_head, verify_head
from pbem.log.practice_mark import WORDS as A_PRACTICE
from pbem.log.practice_mark import is_practice
from pbem.log.tree import Tree
from pbem.table.counts import BranchPoint, decides_words, two_faced_words, which_counts
from pbem.table.library import Library

HEAD = ".head"
OTHERS = (".days", ".tournament", ".word", ".card")
"""Endings of files of ours that are no copy of a log."""


class Comparison(NamedTuple):
    """The result, and the proof of each fork that is proven, by its game."""

    found: Compared
    forks: list[Fork]


class _Read(msgspec.Struct):
    """A copy as it was read: its events by id, and what is wrong in the file."""

    path: str
    events: list[Event]
    ids: list[str]
    finding: Finding | None = None


class _Game(msgspec.Struct):
    tree: Tree
    reads: list[_Read] = []
    heads: list[tuple[str, Head]] = []


def compare_copies(
    paths: Sequence[Path],
    library: Library,
    names: Mapping[str, str] | None = None,
    *,
    unread: Sequence[str] = (),
    passed: Sequence[Path] = (),
) -> Comparison:
    """Compare logs, parts of logs, forks and confirmations of any number of games.

    A file that cannot be read does not stop the others.

    Args:
        paths: The files.
        library: Has the rules.
        names: The names by which people know a path, if they use another.
        unread: Files that could not be read before (`pbem.client.messages.bundles.unpack`).
        passed: Files that were passed over before.
    """
    games: dict[str, _Game] = {}
    wrong, skipped = list(unread), [str(path) for path in passed]
    for path in paths:
        name = (names or {}).get(str(path), str(path))
        if path.suffix in OTHERS:
            skipped.append(name)
            continue
        if is_practice(path):
            wrong.append(f"{name} {A_PRACTICE}")
            continue
        try:
            with item(name):
                _read(games, path, name)
        except UnforeseenError as error:
            wrong.append(str(error))
        except (BadLog, FormError, LogFileError) as error:
            wrong.append(f"{name}: {str(error).replace(str(path), name)}")
    found, forks = [], list[Fork]()
    for game in games.values():
        if not game.reads:
            wrong += [f"{name}: you named no log of the game that it confirms"
                      for name, _ in game.heads]  # fmt: skip
            continue
        try:
            with item("comparing its copies"):
                tree, proofs = _GameReported(game, library).reported()
        except PbemError as error:
            wrong.append(f"the game {game.tree.game[:16]}...: {error}")
            continue
        found.append(tree)
        forks += proofs
    ok = bool(found) and not wrong and all(map(_is_ok, found))
    return Comparison(Compared(ok=ok, games=tuple(found), unread=tuple(wrong),
                               passed=tuple(skipped)), forks)  # fmt: skip


def _is_ok(game: GameTree) -> bool:
    whole = not game.branch_points and not any(
        one.loose or one.finding or one.unsigned for one in game.copies
    )
    good = game.level > 2 and all(one.finding is None for one in game.branches)
    return whole and good and all(one.signed and one.branch is not None for one in game.heads)


def _read(games: dict[str, _Game], path: Path, name: str) -> None:
    """Read one file into the tree of its game; raises what says that there is nothing in it."""
    if path.suffix == HEAD:
        head = read_head(path)
        games.setdefault(head.game, _Game(Tree(head.game))).heads.append((name, head))
        return
    if is_fork(path):
        fork = read_fork(path)
        for letter, event in (("a", fork.a), ("b", fork.b)):
            _add(games, f"{name} ({letter})", iter((*fork.before, event)))
        return
    _add(games, name, read_stretch(path))


def _add(games: dict[str, _Game], name: str, events: Iterator[Event]) -> None:
    finding = None
    kept: list[Event] = []
    try:
        kept.extend(events)
    except BadLog as bad:
        if not kept:
            raise
        finding = bad.finding
    if not kept:
        raise FormError("it holds no event")
    game = games.setdefault(kept[0].game_id, _Game(Tree(kept[0].game_id)))
    game.reads.append(_Read(name, kept, game.tree.add(kept), finding))


class _GameReported:
    """One game, in words."""

    def __init__(self, game: _Game, library: Library) -> None:
        self.game = game
        self.tree = game.tree
        self.library = library
        self.walked: Walked = walk(game.tree, library)
        self.where = {
            event.id: name
            for name, stretch in self.walked.stretches.items()
            for event in stretch.events
        }

    def reported(self) -> tuple[GameTree, list[Fork]]:
        walked, table = self.walked, self.walked.table
        opening = None if table is None else table.opening
        copies = tuple(self._copy(one) for one in self.game.reads)
        counts, why = self._counts()
        # Each event of each copy is looked up once: there may be thousands of branches and copies.
        with_it: dict[str, list[str]] = {name: [] for name in walked.stretches}
        for read in self.game.reads:
            for name in dict.fromkeys(self.where[one] for one in read.ids):
                with_it[name].append(read.path)
        branches = [reported(one, with_it[name]) for name, one in walked.stretches.items()]
        heads: dict[str, list[str]] = {}
        for copy in copies:
            heads.setdefault(copy.head, []).append(copy.path)
        newest = {one.name: tuple(heads.get(one.head, ())) for one in branches if one.end}
        tree = GameTree(
            game=self.tree.game,
            rules=""
            if opening is None
            else f"{opening.rules.name} version {opening.rules.version}",
            players=() if opening is None else tuple(one.handle for one in opening.players),
            level=walked.level,
            copies=copies,
            common=self._common(),
            branches=tuple(branches),
            branch_points=tuple(walked.branch_points),
            heads=tuple(self._head(*one) for one in self.game.heads),
            counts=counts,
            why=tuple(why),
            newest=newest,
        )
        return tree, list(self._forks())

    def _copy(self, read: _Read) -> Copy:
        last = self.tree.events[read.ids[-1]]
        branch = self.where[last.id]
        stretch = self.walked.stretches[branch]
        more = [event for event in stretch.events if event.seq > last.seq]
        lacks = None
        if more:
            signed = Counter(event.by for event in more)
            lacks = Lack(more[0].seq, more[-1].seq, dict(sorted(signed.items())))
        return Copy(
            path=read.path,
            first=self.tree.events[read.ids[0]].seq,
            last=last.seq,
            head=last.id,
            branch=branch,
            lacks=lacks,
            finding=read.finding,
            unsigned=tuple(
                event.seq
                for event in read.events
                if event not in self.walked.signed.get(event.id, [event])
            ),
            loose=branch.startswith("?"),
        )

    def _common(self) -> int:
        """Return the number of the last event that every copy from the beginning has."""
        whole = [set(one.ids) for one in self.game.reads if self.tree.events[one.ids[0]].seq == 0]
        trunk = self.walked.stretches.get(TRUNK)
        if trunk is None or not whole:
            return -1
        return max((one.seq for one in trunk.events if all(one.id in ids for ids in whole)),
                   default=-1)  # fmt: skip

    def _head(self, name: str, head: Head) -> Confirmed:
        keys = self.walked.keys.get(head.by, set())
        event = self.tree.events.get(head.head)
        here = event is not None and event.seq == head.seq
        return Confirmed(
            path=name,
            by=head.by,
            seq=head.seq,
            head=head.head,
            signed=any(verify_head(head, bytes.fromhex(key)) for key in sorted(keys)),
            branch=self.where[head.head] if here else None,
        )

    def _counts(self) -> tuple[str | None, list[str]]:
        """Say which branch counts by section 9, of what is good of each; nothing if none part."""
        # Each good event once: whole lines would repeat what stands before, for each of many sides.
        signed, stretches = self.walked.signed, self.walked.stretches.values()
        good = [
            signed.get(event.id, [event])[0]
            for one in stretches
            for event in one.events[: one.good]
        ]
        if not good:
            return None, []
        counted = which_counts(self.library, [good], self.walked.level)
        if not counted.branch_points:
            return None, []
        doubtful = in_doubt(self.library, counted, self.walked.level)
        if doubtful is not None:
            counted = doubtful.found
        why = []
        if counted.umpire is not None:
            why.append(two_faced_words(counted.umpire))
        why += [
            one.why() if one.counts else f"{one.why()}. {self._decides(one)}"
            for one in counted.branch_points[: -1 if doubtful is not None else None]
        ]
        if doubtful is not None:
            why.append(doubtful.why)
        return None if counted.open is not None else counted.events[-1].id, why

    def _decides(self, open_: BranchPoint) -> str:
        """Say who decides where nothing does yet, without its last mark."""
        prev = open_.sides[0].prev
        forked = {
            by
            for point in self.walked.branch_points
            if self.tree.events[point.sides[0].id].prev == prev
            for by in (*point.proven, *(one.by for one in point.following))
        }
        opening = None if self.walked.table is None else self.walked.table.opening
        umpire = None if opening is None or opening.umpire is None else opening.umpire.handle
        return decides_words(umpire, open_.everybody, forked).removesuffix(".")

    def _forks(self) -> Iterator[Fork]:
        """Yield the proof of every fork that is proven, of two events each."""
        for branch_point in self.walked.branch_points:
            for by in branch_point.proven:
                two = [side.id for side in branch_point.sides if side.by == by and side.good]
                a, b = islice(two, 2)
                before = self.tree.line(self.tree.events[a].prev)
                if before:
                    yield make_fork(before, self.tree.events[a], self.tree.events[b])
