"""Importing what came in the mail: a log or a stretch of one, from anybody.

Nothing of a file is believed before it is verified on the log that is here. The log here only ever
grows: an older copy or a duplicate changes nothing, nor does a file with a finding, but for what
its reader signed themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import chain as chain_of
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from pbem.client.client import Client
from pbem.client.exchange.arriving import Arrived, differing, look, skipped_bytes
from pbem.client.exchange.divergence import diverged, other_past, settle
from pbem.client.exchange.own import following, hands, own_part, own_words, remember
from pbem.client.exchange.recovering import beside_record, put_back, recover
from pbem.client.exchange.unsolicited import New, unwanted
from pbem.client.lock import locked_game, new_games
from pbem.client.session.checking import Checked, check, heeded, unheeded
from pbem.client.session.day_record import Timekeeping, record_at
from pbem.client.session.history import Entry
from pbem.client.session.session import Session, sit, who_sits
from pbem.client.session.turn import doubts, turn_at
from pbem.client.storage import sides
from pbem.client.storage.archive import bring_back
from pbem.client.storage.damage import Restored, differs, put_right
from pbem.client.storage.find import default_name
from pbem.client.storage.mending import made_again
from pbem.crypto.filename import unfit
from pbem.errors import LogFileError, PbemError, StoreError, UnforeseenError
from pbem.items import item
from pbem.log.disk import of_the_machine
from pbem.log.event import Event
from pbem.log.file import create, read_at
from pbem.log.finding import BadLog, Finding
from pbem.store.resume import Progress
from pbem.table.events.kinds import Open, Pairing
from pbem.table.table import Table

Status = Literal[
    "new", "longer", "same", "older", "passed",
    "fork", "open", "aside", "finding", "gap", "unasked", "refused", "days", "convicts",
    "tournament",
]  # fmt: skip
GOOD = ("new", "longer", "same", "older", "aside", "passed", "days", "tournament")


class TakeResult(msgspec.Struct, kw_only=True, rename={"active": "pen"}):
    """The result of importing one file.

    ``status`` is one of these:

    - ``new``: A game that was not here.
    - ``longer``: It went on.
    - ``same``: It has nothing new.
    - ``older``: The copy here has more.
    - ``fork``: One author signed two events in one place.
    - ``aside``: Another side of the game, which does not count.
    - ``open``: Two rulings of an umpire, and nothing decides yet.
    - ``finding``: Something in it is not valid.
    - ``gap``: Events before it are missing here.
    - ``unasked``: A game that came by itself and is not accepted (see `TakeOptions`).
    - ``refused``: It is no log, or something else than the file stands against it (see
      ``warnings``).
    - ``passed``: A file in a named folder that is no log and no mail.
    - ``days``: Signed days of an umpire, which were kept.
    - ``convicts``: The same, and the umpire signed two days for one event.
    - ``tournament``: A tournament's log or a head of it, which was kept. ``usable`` is the number
      of new events.

    The other fields:

    - ``usable``: The number of new events that are good before the finding.
    - ``first``, ``last``: Numbers of the accepted events; None if there are none. Your own events
      are accepted, whatever follows them.
    - ``upto``: Number of the last event of the file, if all of it is good.
    - ``ahead``: How many events the copy here has beyond the file.
    - ``happened``: The deeds of the new events.
    - ``may``: The kinds of event that the active player may write.
    - ``type_it``: The command for the first of them, if you are the active player.
    - ``proof``: The fork file that was written.
    - ``kept``: The file of the kept days, or of a tournament's log.
    - ``warnings``: Points to look into.
    - ``also``: A sentence on others who get the mail, as the game is over.
    - ``later``: It is refused only because of this computer (its disk is full, say). It may be
      accepted later as it is.
    - ``unforeseen``: It is refused because the program failed at it, which says nothing about the
      file.
    """

    file: str
    game_id: str = ""
    status: Status = "same"
    game: str = ""
    usable: int = 0
    first: int | None = None
    last: int | None = None
    upto: int = -1
    ahead: int = 0
    happened: list[Entry] = []
    active: str = ""
    yours: bool = False
    may: list[str] = []
    type_it: str = ""
    result: str | None = None
    finding: Finding | None = None
    proof: str | None = None
    kept: str | None = None
    warnings: list[str] = []
    also: str = ""
    later: bool = False
    unforeseen: bool = False

    @property
    def good(self) -> bool:
        """Whether the file brought nothing that has to be looked into."""
        return self.status in GOOD


class TakeOptions(NamedTuple):
    """How a person wants files accepted.

    - ``name``: For a game that is not here yet.
    - ``prefix``: Accept what is good before a finding.
    - ``instead``: If file and log part and nothing decides, continue with the file's side.
    - ``recovered``: Your own record of this game was lost; start it again from this log.
    - ``unasked``: It came by itself, and these new games are accepted (None: a person gave it).
    - ``day``: The day on which mail brought it, for the record of an umpire here (None: no day is
      entered).
    - ``heed``: Called before each event of a file is verified. It raises if that costs too much.
    """

    handle: str | None = None
    name: str | None = None
    prefix: bool = False
    instead: bool = False
    recovered: bool = False
    unasked: New | None = None
    day: date | None = None
    heed: Callable[[], None] = unheeded


def take(
    client: Client, files: Sequence[Path], wish: TakeOptions, progress: Progress | None = None
) -> list[TakeResult]:
    """Import files, in the order in which they follow each other; one result each.

    Every file is judged on its own. A fault in one does not stop the others.

    Args:
        client: The client.
        files: The files.
        wish: How to import them.
        progress: Called as events are verified.
    """
    arrived, unread = arrivals(files)
    return [*unread, *(take_one(client, one, wish, progress) for one in arrived)]


def games_here(taken: Iterable[TakeResult]) -> set[str]:
    """Return the games of files that were imported, or that were here already."""
    gone = ("unasked", "refused", "gap", "passed")
    return {one.game_id for one in taken if one.game_id and one.status not in gone}


def arrivals(files: Sequence[Path]) -> tuple[list[Arrived], list[TakeResult]]:
    """Return the files by game, in the order in which they follow each other, and those refused."""
    arrived: list[Arrived] = []
    unread: list[TakeResult] = []
    for path in files:
        try:
            with item(str(path)):
                arrived.append(look(path))
        except BadLog as bad:
            unread.append(TakeResult(file=str(path), status="finding", finding=bad.finding))
        except PbemError as error:
            unread.append(refused(TakeResult(file=str(path)), error))
    arrived.sort(key=lambda one: (one.game_id, one.first))
    return arrived, unread


def take_one(
    client: Client, one: Arrived, wish: TakeOptions, progress: Progress | None = None
) -> TakeResult:
    """Import one file, as `take` does; ``progress``: as for `take`."""
    taken = TakeResult(file=str(one.path), game_id=one.game_id, warnings=[], happened=[])

    def distrust() -> None:
        if (log := client.log_of(one.game_id)) is not None:
            client.distrust(log)

    try:
        with item(str(one.path), distrust):
            return _take_one(client, one, wish, taken, progress)
    except PbemError as error:
        return refused(taken, error)


def _take_one(
    client: Client, one: Arrived, wish: TakeOptions, taken: TakeResult, progress: Progress | None
) -> TakeResult:
    here = client.log_of(one.game_id)
    if here is None:
        # Two commands that look for one game at the same time must not begin two logs of it.
        with locked_game(new_games(client.games)):
            here = client.log_of(one.game_id) or _found(client, one.game_id, taken)
            if here is None:
                return _take_new(client, one, wish, taken, progress)
        if not one.path.exists():  # the log that had been put away is itself what was given
            one = one._replace(path=here)
    with locked_game(here):
        taken.game = here.stem
        session, alike = _sits(client, here, one, wish, taken, progress=progress)
        _finish(session, taken)
        if alike != session.table.chain.size:
            alike = skipped_bytes(here, one, session.table.chain.size)
        side = _take_here(session, one, alike, wish, taken, progress=progress)
        if taken.status == "finding" and taken.first is None:
            _enter_own(session, one, wish, taken)
        if side or wish.instead or (taken.last is not None and sides.sides(session.path)):
            _settle(session, wish, taken, side)
        return _closing(session, wish, taken)


def _sits(
    client: Client,
    here: Path,
    one: Arrived,
    wish: TakeOptions,
    taken: TakeResult,
    *,
    progress: Progress | None,
) -> tuple[Session, int]:
    """Sit down at the game of a file, and say of how many bytes of the log here that has the same.

    A log here that was damaged is put right first.
    """
    whole = one.first == 0
    try:
        session = sit(client, here, wish.handle, progress=progress)
        # Events that the database has verified are not read again: only a file can bring it to
        # light.
        alike = skipped_bytes(here, one, session.table.chain.size)
        if not whole or alike or differs(client, here) is None:
            return session, alike
        restored = put_right(client, here)
    except BadLog:
        restored = put_right(client, here, one.path if whole else None)
        if restored is None:
            raise
    if restored is not None:
        taken.warnings.append(_restored(here, restored))
    return sit(client, here, wish.handle, progress=progress), 0


def _restored(here: Path, restored: Restored) -> str:
    kept = "" if restored.kept is None else f". The damaged file is stored as {restored.kept}"
    return f"Your log {here.name} was damaged. pbem restored it from {restored.source}{kept}"


def _found(client: Client, game: str, taken: TakeResult) -> Path | None:
    """Return the log of a game that was put away, or whose log is gone and the database has it."""
    path = bring_back(client, game)
    if path is not None:
        taken.warnings.append(f"{path.stem} was archived. It is one of your games again")
    elif (path := made_again(client, game)) is not None:
        taken.warnings.append(
            f"The log of {path.stem} was missing or damaged. pbem restored what the database has "
            "of it, as far as that is valid"
        )
    return path


def _finish(session: Session, taken: TakeResult) -> None:
    """Put into the log first what one had signed on its end before a crash."""
    if session.handle is None:
        return
    finished = [str(event.seq) for event in session.finish()]
    if finished:
        taken.warnings.append(
            f"You had signed event {', '.join(finished)}. It was first added to the log"
        )


def refused(taken: TakeResult, error: PbemError) -> TakeResult:
    """Enter that a file is not accepted, and why."""
    taken.status, taken.later = "refused", of_the_machine(error)
    taken.unforeseen = isinstance(error, UnforeseenError)
    why = error.why if isinstance(error, UnforeseenError) else str(error)
    taken.warnings.append(why.rstrip("."))
    return taken


# --- a game that is not here yet ---------------------------------------------------------------


def _take_new(
    client: Client, one: Arrived, wish: TakeOptions, taken: TakeResult, progress: Progress | None
) -> TakeResult:
    if one.first > 0:
        taken.status = "gap"
        taken.warnings.append(
            f"It begins with event {one.first} of a game that is not here. Ask for the whole log"
        )
        taken.warnings += remember(client, one)
        return taken
    if wish.unasked is not None and (why := unwanted(client, one.path, wish.handle, wish.unasked)):
        taken.status = "unasked"
        taken.warnings.append(why)
        return taken
    checked = check(Table(client.library), heeded(read_at(one.path, 0), wish.heed), progress)
    taken.status = "new" if checked.finding is None else "finding"
    taken.usable = 0 if checked.finding is None else len(checked.events)
    taken.finding = checked.finding
    opening = checked.table.opening
    if opening is None:
        return taken
    if checked.finding is not None and not wish.prefix:
        own = own_part(Table(client.library), checked.events, hands(client, checked.table))
        if own is None:
            return taken
        checked = own
        taken.warnings.append(own_words(own.events[-1]))
    signers = [*opening.players, *([opening.umpire] if opening.umpire else [])]
    taken.warnings += [why for one in signers if (why := unfit(one.handle)) is not None]
    path = client.free_name(wish.name or _name_of(client, opening, checked.events[0].by))
    _enter_days(client, path, checked, wish, taken)
    create(path, checked.events)
    session = Session(client, path, checked.table, who_sits(client, checked.table, wish.handle))
    taken.game = session.name
    taken.first, taken.last = 0, checked.events[-1].seq
    with _reported_later(taken):
        client.store().take(session.name, checked.table, checked.events)
    return _closing(session, wish, taken)


def _name_of(client: Client, opening: Open, by: str) -> str:
    """Return a name for a new game: that of its board, where a tournament here pairs it."""
    if not isinstance(opening.for_, Pairing):
        return default_name(opening)
    # Reading tournaments is for games of tournaments alone: importing it takes long.
    from pbem.client.session.bound import paired  # noqa: PLC0415

    of = paired(client, opening, by)
    return default_name(opening) if of is None else of.game_name


# --- a game that is here -----------------------------------------------------------------------


def _take_here(
    session: Session,
    one: Arrived,
    alike: int,
    wish: TakeOptions,
    taken: TakeResult,
    *,
    progress: Progress | None,
) -> list[Event]:
    """Accept a file of a game that is here; return another side of it that the file brings.

    ``alike``: bytes of the whole log here with which the file begins too, or 0.
    """
    chain = session.table.chain
    if one.first > 0 and (base := sides.base_of(session, next(read_at(one.path, 0)))):
        rest = heeded(read_at(one.path, 0), wish.heed)
        return _take_parted(session, wish, taken, chain_of(base, rest))
    if one.first > chain.count:
        taken.status = "gap"
        taken.warnings.append(
            f"It begins with event {one.first}, but your log ends with {chain.count - 1}. Ask for "
            f"the events from {chain.count} on ('pbem send --since {chain.count - 1}')"
        )
        taken.warnings += remember(session.client, one, session.table)
        return []
    if alike:
        new = read_at(one.path, alike, chain.count + 1)
        seen = chain.count
    else:
        found = differing(session, one, wish.heed)
        seen, new = found.seen, found.rest
        taken.finding = found.finding
        if found.finding is not None:
            taken.status = "finding"
            return []
        if found.diverging is not None:
            rest = heeded(found.rest, wish.heed)
            whole = chain_of(islice(session.since(0), found.seen), [found.diverging], rest)
            return _take_parted(session, wish, taken, whole)
    checked = check(session.table, heeded(new, wish.heed), progress)
    taken.finding = checked.finding
    if checked.finding is not None:
        taken.status, taken.usable = "finding", len(checked.events)
        taken.warnings += other_past(session, one)
    elif checked.events:
        taken.status = "longer"
    elif seen < chain.count:
        taken.status, taken.ahead = "older", chain.count - seen
    if checked.events and (checked.finding is None or wish.prefix):
        _enter(session, checked, wish, taken)
    return []


def _enter(session: Session, checked: Checked, wish: TakeOptions, taken: TakeResult) -> None:
    """Put verified events at the end of the log, then into the database."""
    _enter_days(session.client, session.path, checked, wish, taken)
    with _reported_later(taken):
        session.enter(checked.table, checked.events)
    taken.first, taken.last = checked.events[0].seq, checked.events[-1].seq
    taken.happened = checked.entries


@contextmanager
def _reported_later(taken: TakeResult) -> Iterator[None]:
    """Ignore that the database lacks what is in the log: the next command adds it."""
    try:
        yield
    except StoreError as error:
        taken.warnings.append(
            f"The log has it, but {str(error).rstrip('.')}. The next command updates the database"
        )


def _enter_days(
    client: Client, log: Path, checked: Checked, wish: TakeOptions, taken: TakeResult
) -> None:
    """Enter the day of new events where an umpire is here, before the log has them.

    Else a computer that fails in between would lose the day for good: what the log has is not new
    again. An entry of the record about events that no log has counts for nothing.
    """
    record = _record(client, checked.table, log, wish)
    if record is not None and wish.day is not None:
        with _damage_reported(taken):
            record.reached(checked.events, wish.day)


def _record(client: Client, table: Table, log: Path, wish: TakeOptions) -> Timekeeping | None:
    """Return the record of days of an umpire at this client, where a day is to be entered."""
    judged = wish.day is not None and table.roster.umpire is not None
    return record_at(client, table, log) if judged else None


@contextmanager
def _damage_reported(taken: TakeResult) -> Iterator[None]:
    """Report a record that was damaged, which holds up no game; raises where the disk fails."""
    try:
        yield
    except LogFileError as error:
        if of_the_machine(error):
            raise
        reported = f"The umpire's record of days: {str(error).rstrip('.')}"
        taken.warnings += [reported] if reported not in taken.warnings else []


def _enter_own(session: Session, one: Arrived, wish: TakeOptions, taken: TakeResult) -> None:
    """Put into the log what its owner signed in a file that is not valid, and the log has not."""
    table = session.table
    own = own_part(table, following(table.chain.head, one.path), hands(session.client, table))
    if own is not None:
        _enter(session, own, wish, taken)
        taken.warnings.append(own_words(own.events[-1]))


def _take_parted(
    session: Session, wish: TakeOptions, taken: TakeResult, theirs: Iterable[Event]
) -> list[Event]:
    """The file and the log here part: a finding, or another side; return what it brings of that."""
    case = diverged(session, theirs, prefix=wish.prefix)
    taken.status, taken.finding, taken.usable = case.status, case.finding, case.usable
    taken.proof = None if case.proof is None else str(case.proof)
    taken.warnings += case.warnings
    return case.side


def _settle(session: Session, wish: TakeOptions, taken: TakeResult, side: list[Event]) -> None:
    """Go on with the side that counts by all that is here, or that was chosen."""
    settled = settle(session, side if wish.instead else None)
    if side or settled.first is not None:
        taken.warnings += settled.warnings
    if settled.first is not None:
        taken.status, taken.finding, taken.ahead = "longer", None, 0
        taken.first, taken.last = settled.first, session.table.chain.count - 1
    elif settled.open and taken.status == "aside":
        taken.status = "open"


# --- what is said at the end -------------------------------------------------------------------


def _catch_up(session: Session, wish: TakeOptions, taken: TakeResult) -> None:
    """Enter the day of what the umpire's record lacks at the end of the log, new or not."""
    record = _record(session.client, session.table, session.path, wish)
    if record is None or wish.day is None:
        return
    with _damage_reported(taken):
        if record.lacks(session.table.chain.head, wish.day):
            record.catch_up(session.briefs(), wish.day)


def _closing(session: Session, wish: TakeOptions, taken: TakeResult) -> TakeResult:
    """Say the active player, and what about keys and records has to be looked into."""
    compared = beside_record(session)
    if compared is not None and (case := put_back(session, compared)) is not None:
        taken.warnings += case.warnings
        _settle(session, wish, taken, case.side)
        compared = beside_record(session)
    _catch_up(session, wish, taken)
    taken.upto = session.table.chain.count - 1 - taken.ahead
    turn = turn_at(session)
    taken.active, taken.yours, taken.may, taken.type_it, taken.result = turn
    taken.also = session.for_director()
    reported = doubts(session, turn, new=taken.status == "new", forks=taken.good)
    taken.warnings += [why for why in reported if why not in taken.warnings]
    if compared is not None:
        if taken.good and taken.status in ("new", "longer"):
            compared.record.go_on()
        taken.warnings += recover(session, compared, begin=wish.recovered and taken.good)
    return taken
