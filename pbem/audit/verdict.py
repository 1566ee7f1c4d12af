"""The words of a verifier about a log, for other programs (``schemas/verify.json``)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.log.finding import Finding
from pbem.table.events.kinds import Clock, Dice, GameResult, Late, Signer
from pbem.table.owned import OwnersPack

Level = Annotated[int, Meta(ge=0, le=3)]
"""A level of verification (protocol section 10); 0 where nothing could be read."""


class KeyChange(msgspec.Struct, frozen=True, kw_only=True):
    """From event ``event`` on (its number) ``handle`` has other keys.

    - ``was``, ``sign``: The signing key before and after it, 64 hex digits; null if it stays.
    - ``box``: The new key for boxes that are sealed to them; null if it stays.
    - ``agreed``: The players who said yes to it, in order; nobody if nobody else had a seat.
    """

    handle: str
    event: int
    was: str | None
    sign: str | None
    box: str | None
    agreed: tuple[str, ...]

    @property
    def settles(self) -> bool:
        """Whether it settles what the former signing key signed: somebody else agreed to it."""
        return self.sign is not None and bool(self.agreed)

    @property
    def alone(self) -> bool:
        """Whether it is another signing key to which nobody else agreed."""
        return self.sign is not None and not self.agreed


class StandIn(msgspec.Struct, frozen=True):
    """In event ``event`` the umpire gave dice in the place of ``place``, whom they had put out."""

    event: int
    place: str


class Ruled(msgspec.Struct, frozen=True):
    """A ruling of ``by`` in event ``event``: ``said`` is a sentence without its subject.

    ``late``: what was owed, since when, and the days, as the ruling has them; null where it puts
    nobody out, or by its own word is no matter of days.
    """

    event: int
    by: str
    said: str
    late: Late | None = None


class Need(msgspec.Struct, frozen=True):
    """The thing that a result waits for before it counts, and ``by`` whom.

    The ``closing`` ruling, the ``opening`` of seals, the ``masks`` of decks, the ``stocks``.
    """

    what: Literal["closing", "opening", "masks", "stocks"]
    by: str


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on one log.

    - ``path``: the file as it was named; ``ok``: everything that was asked for holds: every event
      is valid up to the last line, the level wanted was reached, and every card fits;
    - ``unread``: why the file could not be read at all, empty where it was;
    - ``level``: the level reached (0 where nothing could be read), ``wanted``: the level asked for;
      ``lower``: why it is lower;
    - ``dice``: how far the dice (of the good events) can be trusted and by whom, in sentences;
      ``policy``: who keeps them, as opened; ``stood_in``: dice in the place of who was put out;
    - ``ruled_from``: number of the first ruling: from there the log rests on the umpire's word;
      ``rulings``: all of them;
    - ``umpire``: their handle, or null;
    - ``players``: their handles, in order; ``seats``: side -> handle; ``sides``: side -> its
      display name, if the rules give one;
    - ``signers``: all of them with the signing keys that they have at the end; ``keys_changed``:
      every key that was another one before;
    - ``game`` (id), ``rules`` ("saipan version 1", or "saipan version 1, then
      version 2" where all agreed to that), ``scenario``, ``options``, ``clock``: as
      opened, null or empty if not opened;
    - ``opened``, ``latest``, ``ended``: times of the first and the last good event and of the one
      that ended the game, as their authors claim;
    - ``pack``: the owner's data pack that it is played with, null for the module's own data;
    - ``events``: how many are good; ``head``: id of the last good one, null if there is none;
    - ``result``: how the game ended, null while it goes on;
    - ``winner``: handle of the player with the winning side, null if nobody has it; ``won``: the
      same in words;
    - ``scores``: side -> the game's own score, if it ended by its rules and these count one;
    - ``needs``: what it waits for before it counts; ``counts``: one sentence on that; ``pen``: the
      sentence that says who may write next;
    - ``part``: number of the first event of a file that is but a part of a log, else null;
    - ``other``: what the file is, in words, where it is no log at all;
    - ``finding``: the fault at which reading stopped, with ``title`` and ``advice`` on it;
    - ``warnings``: what a reader must know beside that, as sentences; ``strangers``: players whose
      card names another signing key than the log.
    """

    path: str
    ok: bool
    level: Level
    wanted: Level
    unread: str = ""
    lower: str = ""
    dice: str = ""
    policy: Dice | None = None
    stood_in: tuple[StandIn, ...] = ()
    ruled_from: int | None = None
    rulings: tuple[Ruled, ...] = ()
    umpire: str | None = None
    players: tuple[str, ...] = ()
    seats: dict[str, str] = {}
    sides: dict[str, str] = {}
    signers: tuple[Signer, ...] = ()
    keys_changed: tuple[KeyChange, ...] = ()
    game: str | None = None
    rules: str | None = None
    scenario: str | None = None
    options: dict[str, str | int | bool] = {}
    clock: Clock | None = None
    opened: str | None = None
    latest: str | None = None
    ended: str | None = None
    pack: OwnersPack | None = None
    events: int = 0
    head: str | None = None
    result: GameResult | None = None
    winner: str | None = None
    won: str = ""
    scores: dict[str, int] = {}
    needs: tuple[Need, ...] = ()
    counts: str = ""
    pen: str = ""
    part: int | None = None
    finding: Finding | None = None
    title: str = ""
    advice: str = ""
    other: str | None = None
    warnings: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether every event is valid as far as the level reached can show."""
        return self.finding is None and self.events > 0


class ForkVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on two logs of one game, or on a fork file.

    - ``paths``: the files; ``ok``: nobody forked, as far as these show, and no file claims it;
    - ``proven``: somebody signed two different valid events on one predecessor, or the second one
      after rulings on it that did not put them out;
    - ``message``: where the logs part and what that means; ``seq``: the number of the event;
    - ``author``: who signed both, null if nobody did;
    - ``finding``: if proven, whom it blames and what to do;
    - ``proof``: the fork file that shows it, null if there is none (no such file can show what
      stands after rulings); ``unwritten``: why none could be written;
    - ``renewed``: the event of a log after it with which the key that signed both was changed and
      somebody else agreed, null for none: such a change settles a fork, and nobody is convicted.
    """

    paths: tuple[str, ...]
    ok: bool
    proven: bool
    message: str
    seq: int | None = None
    author: str | None = None
    finding: Finding | None = None
    proof: str | None = None
    unwritten: str = ""
    renewed: int | None = None


class CountsVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Which of several logs of one game counts (protocol section 9).

    - ``game``: its id; ``paths``: the logs; ``counts``: those that go as far as what counts does,
      none where nothing decides; ``head``, ``seq``: its last event, or the last before the
      branch point after which nothing decides;
    - ``umpire``: the umpire if they ruled for two branches or wrote two rulings on one predecessor;
    - ``branch_points``: of each branch point on it what was decided and why, by which rules, and
      who has written on more than one side; ``ok``: all is decided, and ``umpire`` is null.
    """

    game: str
    ok: bool
    paths: tuple[str, ...]
    counts: tuple[str, ...]
    head: str
    seq: int
    umpire: str | None
    branch_points: tuple[BranchPointVerdict, ...]


class BranchPointVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The decision at a place where logs part.

    - ``seq``: Number of the events that differ.
    - ``decided``: The id of the one that counts, or null.
    - ``rules``: The rules of section 9 that decided, of four.
    - ``why``: The reason in words.
    - ``both``: Authors who have written on more than one side.
    - ``choose``: The players who all together decide by going on with one side alone.
    """

    seq: int
    decided: str | None
    rules: tuple[int, ...]
    why: str
    both: tuple[str, ...]
    choose: tuple[str, ...]


class HeadVerdict(msgspec.Struct, frozen=True):
    """The verdict on a confirmation of a log: ``ok`` if it is good and the log agrees with it.

    ``by`` confirms event ``seq`` (null in what is no confirmation); ``log`` is the file it was held
    against, null if none fits.
    """

    path: str
    ok: bool
    message: str
    by: str
    seq: int | None
    log: str | None = None


class DaysVerdict(msgspec.Struct, frozen=True):
    """The verdict of signed days on the log ``path`` (docs/time.md).

    ``ok``: they agree with each other and with every ruling; ``convicted``: the umpire signed two
    days for one event; ``messages``: all that was found, in sentences without their end.
    """

    path: str
    ok: bool
    convicted: bool
    messages: tuple[str, ...]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """Every log in order, every fork file and every two logs of one game, every confirmation.

    ``days``: what signed days say of each log, where some were given; ``counts``: which of several
    logs of one game counts, where they part.

    ``ok``: everything that was asked for holds of each of them; ``unread``: mail that could not be
    read, each with its place and why; ``passed``: files in folders that are no log and no mail.
    """

    ok: bool
    logs: tuple[Verdict, ...]
    forks: tuple[ForkVerdict, ...]
    heads: tuple[HeadVerdict, ...] = ()
    days: tuple[DaysVerdict, ...] = ()
    counts: tuple[CountsVerdict, ...] = ()
    unread: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
