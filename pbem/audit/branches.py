"""The branches of a tree of copies: judged event by event, and what stands where they part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from pbem.audit.compared import Branch, BranchPoint, Following, Side
from pbem.audit.differing import differences
from pbem.errors import FormError
from pbem.kit.wording import counted, listed
from pbem.log.event import NO_EVENT, Event, verify_signature
from pbem.log.finding import BadLog, Finding
from pbem.log.tree import Tree
from pbem.table.handlers.forks import after_rulings, former_words, settled_by, settled_words
from pbem.table.library import Library
from pbem.table.roster import Roster
from pbem.table.table import Table

PARTINGS_MOST = 500
"""A tree with more branch points is not reported."""
TRUNK = "0"
_UNSURE = (
    "That is a fork if the rules allow both. Nobody checked that, because the rules of this game "
    "are not installed."
)


class Stretch(msgspec.Struct):
    """A branch while it is judged: its events, how many are good, and who signed those.

    ``renewed``: handle -> number of the last good event, up to its end, with which their signing
    key was changed and somebody else agreed; ``alone``: the same where nobody else did.
    """

    name: str
    on: str | None
    events: list[Event]
    good: int = 0
    finding: Finding | None = None
    judged: bool = True
    end: bool = True
    signed: Counter[str] = msgspec.field(default_factory=Counter)
    renewed: dict[str, int] = {}
    alone: dict[str, int] = {}


class Walked(NamedTuple):
    """A whole tree, judged: its stretches by name, its branch points, and each signing key.

    ``level``: how far it was judged. ``table``: some table that has read the opening, or None.

    ``signed`` has the events whose signature differs between copies, by id, with each line that
    their author signed, in the order of the copies. One body may be signed twice.
    """

    stretches: dict[str, Stretch]
    branch_points: list[BranchPoint]
    keys: dict[str, set[str]]
    level: int
    table: Table | None
    signed: dict[str, list[Event]]


def walk(tree: Tree, library: Library) -> Walked:
    """Judge every event of a tree; at level 2 where its rules are not here.

    Raises FormError for a tree with too many branch points.
    """
    walker = _Walker(tree, library, 3)
    walker.walk()
    if any(one.finding and one.finding.code == "rules.unknown" for one in walker.found.values()):
        walker = _Walker(tree, library, 2)
        walker.walk()
    branch_points = walker.branch_points()
    return Walked(
        walker.found, branch_points, walker.keys, walker.level, walker.any_table, walker.signed
    )


class _At(NamedTuple):
    """A place where copies part: the stretch before, those after, and the table if all is good."""

    before: Stretch
    following: list[Stretch]
    table: Table | None


class _Walker:
    def __init__(self, tree: Tree, library: Library, level: int) -> None:
        self.tree = tree
        self.level = level
        self.library = library
        self.found: dict[str, Stretch] = {}
        self.keys: dict[str, set[str]] = {}
        self.any_table: Table | None = None
        self.signed: dict[str, list[Event]] = {}
        self._at: list[_At] = []
        self._children: dict[str, list[str]] = {}
        self._branch_of: dict[str, str] = {}
        """Id of each good event -> the branch that it stands on."""

    def walk(self) -> None:
        """Walk from the first event, then report the parts that stand on nothing."""
        roots = self.tree.following(NO_EVENT)
        if roots:
            table: Table | None = Table(self.library, self.level)
            open_ = [(self._stretch(TRUNK, None, roots[0]), table)]
            while open_:
                stretch, before = open_.pop()
                # Each side is judged on a table of its own, one after the other: there may be many.
                table = self._judge(stretch, None if before is None else before.copy())
                sides = self.tree.following(stretch.events[-1].id)
                if not sides:
                    continue
                stretch.end = False
                following = [self._stretch(self._letter(), stretch.name, side) for side in sides]
                self._at.append(_At(stretch, following, table))
                if len(self._at) > PARTINGS_MOST:
                    raise FormError(
                        f"these copies differ in more than {PARTINGS_MOST} places. Compare fewer"
                    )
                open_ += [(one, table) for one in following[::-1]]
        for number, first in enumerate(self.tree.loose(), 1):
            loose = self._stretch(f"?{number}", None, first)
            loose.judged = False

    def _letter(self) -> str:
        number = len(self.found) - 1
        name = ""
        while number >= 0:
            name = chr(ord("A") + number % 26) + name
            number = number // 26 - 1
        return name

    def _stretch(self, name: str, on: str | None, first: Event) -> Stretch:
        events = [first]
        while len(following := self.tree.following(events[-1].id)) == 1:
            events.append(following[0])
        stretch = self.found[name] = Stretch(name, on, events)
        if on is not None:
            self._children.setdefault(on, []).append(name)
        return stretch

    def _judge(self, stretch: Stretch, table: Table | None) -> Table | None:
        """Have a table take a stretch as far as it is good; return the table if all of it is."""
        if table is None:
            stretch.judged = False
            return None
        for event in stretch.events:
            try:
                table.take(self._signed_line(event, table.roster))
                table.reported()
            except BadLog as bad:
                stretch.finding = bad.finding
                return None
            stretch.good += 1
            self._branch_of[event.id] = stretch.name
            stretch.signed[event.by] += 1
            stretch.renewed, stretch.alone = dict(table.keys_changed), dict(table.keys_alone)
            self._note_keys(table)
        return table

    def _note_keys(self, table: Table) -> None:
        for who in table.roster.everybody():
            self.keys.setdefault(who.handle, set()).add(who.sign)
        self.any_table = table

    def _signed_line(self, event: Event, roster: Roster) -> Event:
        """Return an event with the signature of its author, if any copy has that."""
        lines = self.tree.lines_of(event.id)
        if len(lines) == 1:
            return event
        good = [line for line in lines if _is_signed(line, roster)]
        if good:
            self.signed[event.id] = good
        return (good or lines)[0]

    # --- where they part -------------------------------------------------------------------------

    def branch_points(self) -> list[BranchPoint]:
        """Return every place where copies part, in the order of the log."""
        reported = [self._branch_point(at) for at in self._at]
        return sorted(reported, key=lambda one: (one.seq, one.on))

    def _branch_point(self, at: _At) -> BranchPoint:
        sides = tuple(self._side(one, at.table) for one in at.following)
        firsts = [one.events[0] for one in at.following]
        good = Counter(side.by for side in sides if side.good)
        twice = tuple(sorted(by for by, many in good.items() if many > 1))
        settled = dict(self._settled(at, twice))
        proven = tuple(by for by in twice if by not in settled) if self.level > 2 else ()
        wrote = [self._wrote(one.name) for one in at.following]
        both = sorted(by for by in set().union(*wrote) if sum(by in some for some in wrote) > 1)
        following = list(self._following(at))
        return BranchPoint(
            seq=firsts[0].seq,
            on=at.before.name,
            sides=sides,
            proven=proven,
            following=tuple(reported for reported, _, proven_too in following if proven_too),
            both=tuple(both),
            says=(
                *(sentence for _, sentence, _ in following),
                *self._says(
                    sides,
                    {by: self._former(at, by) for by in twice},
                    settled,
                    judged=at.table is not None,
                    forked=bool(following),
                ),
            ),
            differences=differences(firsts, at.table),
        )

    def _side(self, stretch: Stretch, table: Table | None) -> Side:
        event = stretch.events[0]
        lines = self.tree.lines_of(event.id)
        signed = table is not None and any(_is_signed(line, table.roster) for line in lines)
        bad = stretch.finding if stretch.good == 0 else None
        return Side(
            branch=stretch.name,
            id=event.id,
            by=event.by,
            kind=event.kind,
            at=event.at,
            good=stretch.good > 0,
            signed=signed,
            why="" if bad is None else f"{bad.code}: {bad.message}",
        )

    def _settled(self, at: _At, twice: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield of whom a later change of keys settles the fork here, with a sentence on it."""
        for by in twice:
            a, b = [one.events[0] for one in at.following if one.good and one.events[0].by == by][
                :2
            ]
            renewed = self._renewed(at, by)
            if renewed is not None:
                yield by, settled_words(by, a.seq, (a.id, b.id), renewed)

    def _following(self, at: _At) -> Iterator[tuple[Following, str, bool]]:
        """Yield who wrote here and after rulings here, a sentence on it, whether that is proven.

        Both events are good; a later change of keys settles it, and without rules nothing is sure.
        """
        for found in after_rulings(self.tree, at.before.events[-1].id, self._branch_of):
            first, branch = self._branch_of[found.first.id], self._branch_of[found.second.id]
            by, many = found.first.by, len(found.rulings)
            reported = Following(
                by=by,
                event=found.first.id,
                rulings=tuple(one.id for one in found.rulings),
                second=found.second.id,
                seq=found.second.seq,
                branch=branch,
            )
            what = (
                f"{by} signed the event on {first}, and event {found.second.seq} on {branch} "
                f"after {counted(many, 'ruling')} that did not put {by} out"
            )
            renewed = self._renewed(at, by)
            if renewed is not None:
                ids = (found.first.id, found.second.id)
                yield reported, settled_words(by, found.first.seq, ids, renewed, many), False
            elif self.level > 2:
                former = former_words(by, self._former(at, by))
                sure = (
                    f"{what}. The signatures alone prove that {by} forked: these are two histories "
                    f"of one game. A fork file cannot show it, so keep both copies.{former}"
                )
                yield reported, sure, True
            else:
                yield reported, f"{what}. {_UNSURE}", False

    def _renewed(self, at: _At, by: str) -> int | None:
        """Return the first event after a branch point that settles a fork of somebody there."""
        following = (one for side in at.following for one in self._on(side.name))
        changes = (change for one in following for change in one.renewed.items())
        return settled_by(changes, by, at.following[0].events[0].seq)

    def _former(self, at: _At, by: str) -> int | None:
        """Return the first event after it with another key to which nobody else agreed."""
        following = (one for side in at.following for one in self._on(side.name))
        changes = (change for one in following for change in one.alone.items())
        return settled_by(changes, by, at.following[0].events[0].seq)

    def _wrote(self, name: str) -> set[str]:
        """Return who signed something good on a side, or after it."""
        return {by for one in self._on(name) for by in one.signed}

    def _on(self, name: str) -> Iterator[Stretch]:
        """Yield a side and all that goes on from it."""
        open_ = [name]
        while open_:
            one = open_.pop()
            yield self.found[one]
            open_ += self._children.get(one, [])

    def _says(
        self,
        sides: Sequence[Side],
        twice: Mapping[str, int | None],
        settled: Mapping[str, str],
        *,
        judged: bool,
        forked: bool,
    ) -> Iterator[str]:
        """Say in sentences what the events on one predecessor prove, and what not.

        ``twice``: who signed several, each with `_former` of theirs;
        ``forked``: somebody wrote after a ruling on it as well, which is said elsewhere.
        """
        if not judged:
            yield "The events before are not all valid, so none of these was judged."
            return
        for by, former in twice.items():
            which = listed(one.branch for one in sides if one.by == by and one.good)
            if by in settled:
                yield settled[by]
            elif self.level > 2:
                yield (
                    f"{by} signed the events on {which}, and each is valid there. The signatures "
                    f"alone prove that {by} forked: these are two histories of one game, no matter "
                    f"who handed in the copies.{former_words(by, former)}"
                )
            else:
                yield f"{by} signed the events on {which}. {_UNSURE}"
        for side in sides:
            if not side.good:
                yield _bad(side)
        authors = dict.fromkeys(one.by for one in sides if one.good)
        if len(authors) > 1:
            nobody = "" if forked else " That is no fork."
            yield (
                f"{listed(authors)} each wrote an event that is valid there.{nobody} The events "
                "after them decide which one counts (protocol, section 9)."
            )


def _bad(side: Side) -> str:
    if side.signed:
        return (
            f"{side.by} signed the event on {side.branch}, and it is not valid there "
            f"({side.why.partition(':')[0]}). A copy that has it is not valid from there on."
        )
    return (
        f"The event on {side.branch} has {side.by}'s name, but {side.by}'s key did not sign it. "
        f"Anyone who had a copy could have written it, so it proves nothing against {side.by}."
    )


def _is_signed(event: Event, roster: Roster) -> bool:
    author = roster.find(event.by)
    return author is not None and verify_signature(event, bytes.fromhex(author.sign))


def reported(stretch: Stretch, copies: Sequence[str]) -> Branch:
    """Return a stretch as it is reported; ``copies``: the files that have something of it."""
    last = stretch.events[-1]
    return Branch(
        name=stretch.name,
        on=stretch.on,
        first=stretch.events[0].seq,
        last=last.seq,
        head=last.id,
        good=stretch.good,
        signed=dict(sorted(stretch.signed.items())),
        copies=tuple(copies),
        finding=stretch.finding,
        end=stretch.end,
    )
