"""Import one message: what it brings for the client, what it means for the agent database."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path

from pbem.agent import notices
from pbem.agent.budget import NOTHING, Budget, Payer, Spent
from pbem.agent.config import AgentConfig
from pbem.agent.memory.database import AgentDatabase
from pbem.agent.memory.rows import Held
from pbem.agent.memory.stamps import stamp
from pbem.agent.notices import Notice
from pbem.agent.reading.letterbox import Unread
from pbem.agent.reading.parts import HELD_BYTES, PARCELS_MOST, Parts, whole
from pbem.agent.reading.quarantine import NO_ROOM, Quarantine, digest
from pbem.agent.sender.looking import Looked, look
from pbem.agent.sender.origin import Bounce, Origin
from pbem.agent.servers.mailbox import Arrived
from pbem.client import people
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, TakeResult
from pbem.client.messages.reading import Posted, take_mail
from pbem.client.session.session import sit
from pbem.confined import UnreadableError
from pbem.crypto.text import escape
from pbem.errors import PbemError
from pbem.files import make_folder
from pbem.items import Items
from pbem.log.disk import explaining
from pbem.mail.contents import Contents
from pbem.mail.reading import MESSAGE_BYTES

ROOM_LEFT = 1 << 20
"""The room that must be left for cards and the like, which are small."""


class NotNowError(PbemError):
    """Nothing of a message can be accepted now, which is this computer's fault, not its own.

    ``unforeseen``: this program failed at it, and may do so again.
    """

    def __init__(self, message: str, *, unforeseen: bool = False) -> None:
        super().__init__(message)
        self.unforeseen = unforeseen


Found = Callable[[TakeResult, Origin], int]
"""Called with each log with a finding that is to be reported to the others, and where it came from;
returns how many messages it makes of that.
"""


MORE = "More mail came within an hour than is reported here. It was read, and is in the mailbox."


def reading_of(folder: Path) -> Path:
    """Return where the agent of a folder has what it is reading just now."""
    return folder / "reading"


class Incoming:
    """Imports messages for ``handle``.

    ``found`` learns what the agent has to report; ``meter`` counts seconds of processor time.
    """

    def __init__(
        self,
        client: Client,
        database: AgentDatabase,
        handle: str,
        config: AgentConfig,
        *,
        quarantine: Quarantine,
        meter: Callable[[], float],
        found: Found,
    ) -> None:
        self._client = client
        self._database = database
        self._handle = handle
        self._folder = client.agent(handle)
        self._quarantine = quarantine
        self._config = config
        self._meter = meter
        self._found = found
        self._parts = Parts(database)
        self.clean = self._parts.clean

    def own_copy(self, one: Unread, now: datetime) -> bool:
        """Note that a message of ours was sent, if this is its copy: only we know its token."""
        token = one.heading.token
        row = None if token is None else self._database.ours(token)
        if row is None:
            return False
        with self._database.writing() as page:
            if not page.sent(row, now):
                page.report(*notices.put_off(row.about, row.reason), now)
            mark = None if one.heading.mark is None else one.heading.mark.sig
            page.saw(one.arrived, one.payer, "our own copy", now, mark=mark)
        return True

    def take(self, one: Unread, budget: Budget, now: datetime) -> str:
        """Accept a message, and return the result in a word.

        Args:
            one: The message, as the mailbox lists it.
            budget: The account that pays for it.
            now: The time.

        Raises:
            GoneError: The message is no longer in the mailbox.
            InboxError: The mailbox does not work.
            NotNowError: This computer cannot read it now.
            StoreError: The agent database cannot be written.
        """
        started = self._meter()
        if one.arrived.size > MESSAGE_BYTES or not (one.wanted or budget.ever(*one.weight)):
            return self._too_large(one, budget, now)
        data = one.arrived.load()
        if len(data) > MESSAGE_BYTES:
            return self._too_large(one, budget, now)
        return self._read(one, data, budget, now, started)

    def _too_large(self, one: Unread, budget: Budget, now: datetime) -> str:
        arrived = one.arrived
        said = (
            f"a message of {one.payer.address or 'somebody'} of {arrived.at:%Y-%m-%d} is unread in "
            "the mailbox, because it exceeds all that is read in an hour. To read it, use 'pbem "
            "agent unread'"
        )
        reported = (f"message {digest(one.name.encode())}", said)
        self._enter(one, "too large", [reported], budget, now, payer=one.unsigned)
        return "too large"

    def _enter(
        self,
        one: Unread,
        what: str,
        news: Sequence[Notice],
        budget: Budget,
        now: datetime,
        *,
        payer: Payer,
        cost: Spent = NOTHING,
    ) -> None:
        """Record what a message brought and cost, and no more news than it may bring."""
        fresh = {key: text for key, text in news if not self._database.knows(key)}
        reported = list(fresh.items())[: budget.left_to_write(payer)]
        if len(reported) < len(fresh):
            reported.append((f"more {now:%Y-%m-%d %H}", MORE))
        cost = cost._replace(written=cost.written + len(reported))
        budget.charge(payer, cost)
        with self._database.writing() as page:
            for key, text in reported:
                page.report(key, text, now)
            mark = None if one.heading.mark is None else one.heading.mark.sig
            page.saw(one.arrived, payer, what, now, mark=mark, cost=cost)

    # --- reading -----------------------------------------------------------------------------

    def _read(self, one: Unread, data: bytes, budget: Budget, now: datetime, started: float) -> str:
        arrived = one.arrived
        place = reading_of(self._folder)
        with explaining(place, "Making"):
            make_folder(place)
        with tempfile.TemporaryDirectory(dir=place) as folder:
            path = Path(folder) / "the message"
            looked = look(data, escape(str(path)), words=self._asks_words)
            origin = looked.origin
            save = self._kept()
            most = None if one.wanted else budget.most_work(one.payer)
            limit = _Limit(self._meter, started, most)
            posted, used = self._take(looked.contents, Path(folder), save, one, limit)
        parcels = posted.partial
        complete = not parcels or bool(_logs(posted))
        payer = self._payer(one, posted)
        written = 0
        for taken in posted.taken:
            room = budget.left_to_write(payer) - written > 0
            if room and self._may_report(payer, taken):
                written += self._found(taken, origin)
        news = [
            (key, text.replace(f"{path}, ", "").replace(f"{path}: ", ""))
            for key, text in self._reported(
                arrived, data, looked, posted, held=not complete, kept=save is not None
            )
        ]
        if not complete or used:
            with self._database.writing() as page:
                if not complete and len(data) <= HELD_BYTES and len(parcels) <= PARCELS_MOST:
                    named = (stamp(now), origin.sender, origin.subject, " ".join(parcels))
                    held = Held(arrived.box, arrived.key, *named)
                    self._parts.hold(page, held, looked.contents.lines)
                page.let_go(used)
        what = "too large" if limit.reached else _word(posted, held=not complete)
        cost = NOTHING
        if payer.key is not None or not self._goes_on(posted):
            work = int(1000 * (self._meter() - started))
            cost = Spent(1, len(data) + posted.unpacked, work, written)
        self._enter(one, what, news, budget, now, payer=payer, cost=cost)
        return what

    def _payer(self, one: Unread, posted: Posted) -> Payer:
        """Return who pays: the key of the postmark, if the message holds its parcel."""
        mark = one.heading.mark
        if mark is None or mark.parcel not in posted.parcels or self._database.marked(mark.sig)[0]:
            return one.unsigned
        return one.payer

    def _goes_on(self, posted: Posted) -> bool:
        """Whether the mail held the next event of a game that the owner plays, which is free."""
        new = [taken for taken in posted.taken if taken.good and taken.first is not None]
        return any(self._plays(taken) for taken in new)

    def _plays(self, taken: TakeResult) -> bool:
        """Whether the owner has joined a game that is here."""
        try:
            session = sit(self._client, taken.game, self._handle, light=True)
        except PbemError:  # the log here is damaged, which is reported when it is looked at
            return False
        player = session.table.roster.find(self._handle)
        return player is not None and player.vrf is not None

    def _take(
        self, found: Contents, within: Path, save: Path | None, one: Unread, limit: _Limit
    ) -> tuple[Posted, list[Held]]:
        """Accept what a message brings, together with parts that wait for it.

        A message that its owner wants may bring any game. Returns the parts that need not wait
        longer, too. A file in a mailbox is one message, even if it looks like many.
        """
        unasked = None if one.wanted else self._config.new
        day = one.arrived.at.date()
        wish = TakeOptions(self._handle, unasked=unasked, day=day, heed=limit.heed)

        def taken(others: Iterable[Contents]) -> Posted:
            every = chain([found], others)
            posted = take_mail(self._client, [], wish, save=save, within=within, ahead=every)
            _demand_now(posted)
            return posted

        parcels = {line[0] for line in found.lines}
        held = self._parts.of(parcels)
        posted = taken(self._parts.waiting(held, parcels))
        if _logs(posted):
            return posted, whole(held, posted.whole)
        if held and not parcels.issubset(posted.partial):
            # With what others sent of it nothing came of it: what it holds by itself counts.
            posted = taken([])
        return posted, []

    def _kept(self) -> Path | None:
        """Return where cards and the like are put, None where there is no room any more."""
        return self._quarantine.kept if self._quarantine.has_room(ROOM_LEFT) else None

    # --- what is reported -------------------------------------------------------------------

    def _reported(
        self,
        arrived: Arrived,
        data: bytes,
        looked: Looked,
        posted: Posted,
        *,
        held: bool,
        kept: bool,
    ) -> Iterator[Notice]:
        """Yield what the owner is to know about a message."""
        origin = looked.origin
        where = _where(arrived, origin)
        yield from self._bounced(looked.bounce)
        for taken in (*posted.taken, *posted.days):
            unknown = taken.status == "unasked" or (taken.status == "gap" and not taken.game)
            if not taken.good and not (unknown and self._config.new == "nobody"):
                yield notices.refused(taken, where)
        for number, ordered in enumerate(posted.orders):
            if ordered.handle == self._handle and not origin.automatic:
                key, text = notices.echo(ordered, where, f"{digest(data)} {number}")
                yield (
                    (f"own {key}" if origin.sender == self._config.reported.lower() else key),
                    text,
                )
        yield from self._words(data, looked, posted, where)
        yield from _files(data, origin, posted, where, kept=kept)
        if held or _logs(posted) or origin.bounce:
            return
        if wrong := _unreadable(posted):
            yield self._quarantined(data, where, wrong)
        elif posted.packed and not origin.automatic and origin.sender in self._known():
            yield f"packed {digest(data)}", f"{where}: {'; '.join(posted.packed[:3])}"

    def _bounced(self, bounce: Bounce) -> Iterator[tuple[str, str]]:
        for message_id in bounce.ids:
            row = self._database.of_message_id(message_id)
            if row is not None:
                yield notices.bounced(row.about, row.reason, bounce.why)

    def _quarantined(self, data: bytes, where: str, wrong: Sequence[str]) -> tuple[str, str]:
        why = "; ".join(wrong[:3])
        kept = self._quarantine.keep(data)
        return f"quarantine {digest(data)}", f"{where}: pbem could not read this ({why}); {kept}"

    def _may_report(self, payer: Payer, taken: TakeResult) -> bool:
        """Whether a finding goes to the others in a game that the owner has joined.

        A proof does, and so does a fault in mail that one of them signed. Anybody can damage a log
        and mail it here in anybody's name, and that is no news to people who did not.
        """
        if taken.finding is None or not taken.game or not self._plays(taken):
            return False
        if taken.proof is not None:
            return True
        others = sit(self._client, taken.game, self._handle, light=True).others()
        cards = [people.find_card(self._client, handle) for handle in others]
        return payer.key is not None and payer.key in {card.sign for card in cards if card}

    @property
    def _asks_words(self) -> bool:
        """Whether the owner does not read this mailbox, and so learns what people write."""
        return self._config.reported.lower() != self._config.address.lower()

    def _words(self, data: bytes, looked: Looked, posted: Posted, where: str) -> Iterator[Notice]:
        """Yield what a person wrote, where the owner does not read this mailbox."""
        origin, mine = looked.origin, self._config.reported.lower()
        if not self._asks_words or origin.bounce or origin.for_owner:
            return
        if origin.sender == mine:
            # Once for one question: what answers here may be a robot of the owner's.
            rows = [self._database.of_message_id(one) for one in origin.answers]
            asked = [row.reason for row in rows if row and row.reason.startswith("asked ")]
            if asked and not posted.orders and not origin.automatic:
                text = (
                    f"{where}: there is nothing between '#pbem NAME HANDLE' and '#end', so no "
                    "orders were read. Write them between these two lines, unquoted."
                )
                yield f"own none {asked[0]}", text
            return
        if not looked.words or (origin.ours and _logs(posted)):
            return
        if origin.sender in self._known():
            yield f"words {digest(data)}", "\n".join([f"{where}:", *looked.words])

    def _known(self) -> set[str]:
        return {card.email.lower() for card in people.cards(self._client, Items()) if card.email}


class _Limit:
    """So many seconds of processor time a message may take, None without end."""

    def __init__(self, meter: Callable[[], float], started: float, seconds: float | None) -> None:
        self._meter, self._started, self._seconds = meter, started, seconds
        self.reached = False

    def heed(self) -> None:
        """Raise UnreadableError where it has taken more: asked before each event is verified."""
        if self._seconds is None or self._meter() - self._started <= self._seconds:
            return
        self.reached = True
        raise UnreadableError(
            f"to verify it takes more than {self._seconds:.0f} seconds of processor time. It is "
            "still in the mailbox. To import it all the same, use 'pbem agent unread'"
        )


def _files(
    data: bytes, origin: Origin, posted: Posted, where: str, *, kept: bool
) -> Iterator[Notice]:
    """Yield what is to be known of hints, confirmations and whatever else was in a message.

    ``kept``: there was room for the files. A file that is not kept is reported, no matter who sent
    it.
    """
    for number, text in enumerate(posted.hints):
        yield f"hint {digest(data)} {number}", f"{where}: {text}"
    for head in posted.heads:  # one that fits is no news, and a forged one is anybody's
        if not head.good and not (head.what == "forged" and origin.automatic):
            yield notices.confirmed(head, where)
        elif head.good and not head.kept:
            yield f"no room {digest(data)}", f"{where}: a matching confirmation: {NO_ROOM}"
    if not (origin.automatic and kept):
        for text in posted.others:
            yield f"kept {digest(data)} {digest(text.encode())}", f"{where}: {text}"


def _logs(posted: Posted) -> list[TakeResult]:
    return [taken for taken in posted.taken if taken.status != "refused"]


def _unreadable(posted: Posted) -> list[str]:
    """Return what of pbem cannot be read. An archive is no such thing: anything may lie in one."""
    return [one for one in posted.wrong if one not in posted.packed]


def _demand_now(posted: Posted) -> None:
    for taken in (*posted.taken, *posted.days):
        if taken.later:
            raise NotNowError(taken.warnings[-1], unforeseen=taken.unforeseen)


def _word(posted: Posted, *, held: bool) -> str:
    if held:
        return "part"
    if any(one.status == "unasked" for one in posted.taken):
        return "unasked"
    if posted.taken:
        return "log" if all(one.good for one in posted.taken) else "finding"
    if posted.days or posted.orders or posted.others or posted.heads:
        return "read"
    return "quarantine" if _unreadable(posted) else "nothing of pbem"


def _where(arrived: Arrived, origin: Origin) -> str:
    who = origin.sender or "somebody without an address"
    return f"Mail from {who} (unconfirmed) of {arrived.at:%Y-%m-%d %H:%M}, '{origin.subject}'"
