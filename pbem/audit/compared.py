"""The things that several copies of games show together, for other programs (``compare.json``)."""

from __future__ import annotations

import msgspec

from pbem.log.finding import Finding


class Lack(msgspec.Struct, frozen=True):
    """Events ``first`` to ``last`` that a copy lacks of its own branch; who signed how many."""

    first: int
    last: int
    signed: dict[str, int]


class Copy(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was handed in: a log, a part of one, or one of the two sides of a fork.

    - ``first``, ``last``: The numbers of its events, as far as it can be read.
    - ``head``: The id of the last.
    - ``branch``: The branch on which it ends.
    - ``lacks``: Events that other copies have after its end on the same branch; null if none has
      more.
    - ``finding``: The fault of this file alone, after or within what was read.
    - ``unsigned``: The numbers of events whose signature in this file is not their author's, if
      another copy has that.
    - ``loose``: It stands on an event that no copy has, so it is not judged.
    """

    path: str
    first: int
    last: int
    head: str
    branch: str
    lacks: Lack | None = None
    finding: Finding | None = None
    unsigned: tuple[int, ...] = ()
    loose: bool = False


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch on which no copies part: events ``first`` to ``last`` with its last id ``head``.

    - ``name``: ``0`` is where all begin; the others are letters.
    - ``on``: The branch that it goes on from; null for the first.
    - ``signed``: The number of its ``good`` events for each author.
    - ``finding``: The reason why no more are good; null if all are, or if an earlier event is not
      good already.
    - ``copies``: The files that have something of it.
    - ``end``: It is the end of a log.
    """

    name: str
    on: str | None
    first: int
    last: int
    head: str
    good: int
    signed: dict[str, int]
    copies: tuple[str, ...]
    finding: Finding | None = None
    end: bool = True


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the events on one predecessor, which begins ``branch``.

    ``good``: it is valid there; ``signed``: its author's key has signed it, as far as that is
    known; ``at``: the time that its author claims; ``why``: why it is not valid, empty if it is.
    """

    branch: str
    id: str
    by: str
    kind: str
    at: str
    good: bool
    signed: bool
    why: str = ""


class Difference(msgspec.Struct, frozen=True):
    """A field in which the events differ, and its value in each, in the order of the sides.

    ``order 3`` is the third order of the list, ``die 2`` the second die; others are fields of the
    event. A value is null where the field is missing. Events of different kinds have one
    difference, ``what it says``: what each says, in words.
    """

    field: str
    values: tuple[str | None, ...]


class Following(msgspec.Struct, frozen=True, kw_only=True):
    """A fork of which the second event stands after rulings on the predecessor (section 3).

    ``by``: who signed both; ``event``: id of the one on the predecessor; ``rulings``: ids of those
    that stand between; ``second``, ``seq``: id and number of the event after them, on ``branch``.
    """

    by: str
    event: str
    rulings: tuple[str, ...]
    second: str
    seq: int
    branch: str


class BranchPoint(msgspec.Struct, frozen=True, kw_only=True, rename={"following": "behind"}):
    """A place where copies part: on event ``seq`` - 1 stand several events ``seq``.

    - ``proven``: Handles with two good events among these. Each has forked, proven by their own
      signature. (Nothing is proven if the key was changed after it and somebody else agreed.)
    - ``following``: Authors who have forked by an event after rulings that stand here.
    - ``both``: Authors who signed good events on more than one side, here or after.
    - ``says``: The proof in sentences.
    - ``differences``: Field by field.
    """

    seq: int
    on: str
    sides: tuple[Side, ...]
    proven: tuple[str, ...]
    following: tuple[Following, ...] = ()
    both: tuple[str, ...]
    says: tuple[str, ...]
    differences: tuple[Difference, ...]


class Confirmed(msgspec.Struct, frozen=True, kw_only=True):
    """A head that ``by`` confirms, ``signed`` by their key, and the ``branch`` with event ``seq``.

    ``branch``: null where no copy has that event.
    """

    path: str
    by: str
    seq: int
    head: str
    signed: bool
    branch: str | None


class GameTree(msgspec.Struct, frozen=True, kw_only=True):
    """All copies of one game as one tree.

    - ``common``: The number of the last event that all whole copies have; -1 for none.
    - ``level``: How far it was judged (2 if the rules are not here).
    - ``counts``: Id of the last event of what counts by section 9 of the protocol; null if it is
      not decided or nothing parts.
    - ``why``: The reason for that, in sentences.
    - ``newest``: The files that go furthest, for each branch that ends.
    """

    game: str
    rules: str
    players: tuple[str, ...]
    level: int
    copies: tuple[Copy, ...]
    common: int
    branches: tuple[Branch, ...]
    branch_points: tuple[BranchPoint, ...]
    heads: tuple[Confirmed, ...]
    counts: str | None
    why: tuple[str, ...]
    newest: dict[str, tuple[str, ...]]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """All that was handed in, game by game.

    ``ok``: no copies part, every event is good, and every confirmation fits; ``unread``: what could
    not be read, each with its place and why; ``passed``: files that are none of ours.
    """

    ok: bool
    games: tuple[GameTree, ...]
    unread: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
