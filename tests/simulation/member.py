"""Somebody of the club: a desk, perhaps an agent, and what he does when he sits down."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from agent.conftest import Secretary
from pbem.desk.exchange import sending
from pbem.desk.exchange.taking import TakeOptions
from pbem.desk.play import acting
from pbem.desk.post.reading import take_mail
from pbem.desk.seat import drafts
from pbem.desk.seat.sitting import Sitting, sit
from pbem.errors import PbemError
from pbem.kit.contract import Order
from pbem.log.event import Event
from pbem.play.play import Play
from pbem.selfplay.unsigned import any_of
from simulation.disk import Disk, Fate, Killed
from simulation.looked_at import entries_of, events_of
from toy.people import Person

if TYPE_CHECKING:
    from simulation.world import Club

DEALT = ("shuffle", "unmask", "lay-open")


class Member:
    """Somebody with a desk; with an agent if ``agent`` says so, else mail is read by hand."""

    def __init__(self, club: Club, handle: str, *, agent: bool) -> None:
        self.club = club
        self.handle = handle
        self.address = f"{handle}@example.org"
        self.honest = True
        self.restored = False
        self.ever_restored = False
        self.active = True
        self.busy = True
        self.next = club.now
        self.said: set[str] = set()
        self._desks = club.folder / "desks"
        self.folder = self._desks / handle
        self.disk = Disk(self.folder, club.rng, self._meanwhile)
        self._agent = agent
        self._backup: Path | None = None
        self._read: set[str] = set()
        self.sits_down()

    def sits_down(self) -> None:
        """Start the programs."""
        self.person = Person(self.handle, self._desks)
        self.secretary = self._secretary(self.person) if self._agent else None

    def _secretary(self, person: Person) -> Secretary:
        return Secretary(person, self.club.post, join=True)

    def gets_up(self) -> None:
        """End the programs."""
        if self.secretary is not None:
            self.secretary.agent.close()
        self.person.desk.close()

    # --- a visit ----------------------------------------------------------------------------------

    def visit(self, fate: Fate) -> None:
        """Read what came, act, send; whatever fate has for that."""
        self.active = True
        try:
            with self.disk.at_work(fate):
                self._reads()
                self._acts()
                if self.club.season is not None:
                    self.club.season.visited(self)
                if self.secretary is not None:
                    self._works(self.secretary)
        except Killed:
            self.club.tells(f"{self.handle}: {fate.kind} at touch {fate.at}")
            with suppress(Exception):
                self.gets_up()
            self.sits_down()
        except (PbemError, OSError) as error:
            self._heard(error)

    def round(self, fate: Fate) -> None:
        """Let the agent alone do what there is."""
        if self.secretary is None:
            return
        self.active = True
        try:
            with self.disk.at_work(fate):
                self._works(self.secretary)
        except Killed:
            self.club.tells(f"{self.handle}'s agent: {fate.kind} at touch {fate.at}")
            with suppress(Exception):
                self.gets_up()
            self.sits_down()
        except (PbemError, OSError) as error:
            self._heard(error)

    def _works(self, secretary: Secretary) -> None:
        """Let an agent do one round, and the next one where a line broke: that is soon after."""
        self.club.post.broke = False
        secretary.agent.round()
        if self.club.post.broke:
            secretary.agent.round()

    def _meanwhile(self) -> None:
        """Have another command of the same person run while one is at work: it waits for no lock.

        It takes in what came and acts, as the first one may be about to.
        """
        first, self.person = self.person, Person(self.handle, self._desks)
        try:
            self._reads(again=True)
            self._acts()
        except (PbemError, OSError) as error:
            self._heard(error)
        finally:
            self.person.desk.close()
            self.person = first
        self.club.tells(f"{self.handle}: two commands at once")

    def _heard(self, error: Exception) -> None:
        if not str(error):
            raise AssertionError(f"{self.handle} was refused without a word") from error
        self.said.add(str(error))

    def _reads(self, *, again: bool = False) -> None:
        """Read mail by hand: all that came, or what an agent left for its owner to read.

        ``again``: what waits for the agent, too.
        """
        if self.secretary is None or again:
            box = self.club.post.box(self.address) / "new"
            came = sorted(path for path in box.iterdir() if path.name not in self._read)
        else:
            aside = self.person.desk.agent(self.handle) / "quarantine"
            came = [path for path in sorted(aside.glob("*")) if path.name not in self._read]
        for path in came:
            with suppress(PbemError):
                take_mail(self.person.desk, [path], TakeOptions(self.handle))
            self._read.add(path.name)

    def _acts(self) -> None:
        self.busy = False
        for path in self.person.desk.logs():
            try:
                self._plays(path)
            except PbemError as error:
                self._heard(error)

    def _plays(self, path: Path) -> None:
        for _ in range(4):
            sitting = sit(self.person.desk, path, self.handle)
            now = sitting.table.pen()
            self.busy = self.busy or sitting.table.result is None
            if now.handle != self.handle or not now.kinds:
                break
            if now.kinds[0] == "orders" and sitting.table.chain.count > self.club.plan.longest:
                acting.resign(sitting, self.person.identity)
                continue
            if not self.honest and now.kinds[0] == "orders" and self.club.rng.random() < 0.3:
                self._cheats(path)
            self._does(sitting, now.kinds[0])
            if self.secretary is None:
                self._mails(path)
        else:
            return
        if self._waits(sitting):
            self._mails(path)

    def _does(self, sitting: Sitting, kind: str) -> None:
        me, rng = self.person.identity, self.club.rng
        if kind == "orders":
            acting.order(sitting, me, drafts.draft(sitting, _choice(sitting, rng)))
        elif kind == "seal":
            play = sitting.table.play
            assert play is not None
            acting.seal(sitting, me, play.game.write_order(rng.choice(list(_legal(play)))))
        elif kind == "answer":
            acting.answer(sitting, me, yes=True)
        elif kind in DEALT:
            acting.deal(sitting, me)
        else:
            getattr(acting, kind)(sitting, me)

    def _mails(self, path: Path) -> None:
        """Mail the whole log to everybody else, as an attachment."""
        sitting = sit(self.person.desk, path, self.handle)
        table = sitting.table
        others = [one.handle for one in table.roster.everybody() if one.handle != self.handle]
        out = self.folder / "out"
        out.mkdir(exist_ok=True)
        sent = Path(sending.send(sitting, None, out).file)
        to = [f"{one}@example.org" for one in others]
        self.club.post.mail(self.address, to, sent.read_bytes(), sent.name)
        sent.unlink()

    def _waits(self, sitting: Sitting) -> bool:
        """Say whether to send once more what one wrote last: nothing came of it for days."""
        last = next(iter(sitting.since(sitting.table.chain.count - 1)))
        patience = timedelta(days=2 if self.club.post.good else 6)
        written = datetime.fromisoformat(last.at)
        mine = last.by == self.handle or self.club.post.good
        return mine and self.club.now - written > patience and self.club.rng.random() < 0.4

    def _cheats(self, path: Path) -> None:
        """Sign something else on the same predecessor, at a second desk, and mail that too."""
        twin = self.club.folder / "twins" / f"{self.handle}{self.club.number()}"
        twin.mkdir(parents=True)
        shutil.copytree(self.folder, twin / self.handle)
        other = Person(self.handle, twin)
        try:
            sitting = sit(other.desk, path.name.removesuffix(".pbem"), self.handle)
            draft = drafts.draft(sitting, _choice(sitting, self.club.rng))
            acting.order(sitting, other.identity, draft, note="a second thought")
            data = sitting.path.read_bytes()
            others = [one.handle for one in sitting.table.roster.everybody()]
            to = [f"{one}@example.org" for one in others if one != self.handle]
            self.club.post.mail(self.address, to[-1:], data, path.name)
            self.club.cheated.add(sitting.table.game_id)
        finally:
            other.desk.close()

    # --- backups ----------------------------------------------------------------------------------

    def backs_up(self) -> None:
        """Keep a copy of the whole home."""
        if self._backup is None:
            self._backup = self.club.folder / "backups" / self.handle
            shutil.copytree(self.folder, self._backup)

    def restores(self) -> None:
        """Come back from the copy as docs and messages say.

        Everybody reads what is still on its way, then the others' logs are taken in, and the
        record is begun again from them, before anything is signed.
        """
        if self._backup is None:
            return
        self.waits_for_mail()
        self.gets_up()
        shutil.rmtree(self.folder)
        self._backup.rename(self.folder)
        self._backup = None
        self._read.clear()
        self.restored = self.ever_restored = True
        self.sits_down()
        for log in self._of_others():
            with suppress(PbemError):
                self.person.takes(log, recovered=True)
        if self.club.season is not None:
            self.club.season.forgot(self)
        self.club.tells(f"{self.handle} came back from a backup")

    def waits_for_mail(self) -> None:
        """Wait until everybody has read what is still on its way."""
        self.club.post.all_comes()
        for other in self.club.members:
            if other is not self:
                other.visit(Fate())

    def _of_others(self) -> list[Path]:
        """Return the logs that others have of one's own games, the longest last."""
        found = []
        for other in self.club.members:
            for log in other.person.desk.logs() if other is not self else ():
                with suppress(PbemError):
                    if sit(other.person.desk, log, None).table.roster.find(self.handle):
                        found.append(log)
        return sorted(found, key=lambda log: log.stat().st_size)

    # --- what is here -----------------------------------------------------------------------------

    def logs(self) -> dict[str, Sequence[Event]]:
        """Return every game of the club that is here, by its id."""
        return {found[0].game_id: found for found in map(events_of, self.paths())}

    def paths(self) -> list[Path]:
        """Return the logs here of games of the club; strangers' may have been taken in too."""
        members = {one.handle for one in self.club.members}
        return [path for path in self.person.desk.logs() if events_of(path)[0].by in members]

    def recorded(self) -> Iterator[Event]:
        """Yield every event that this desk has entered as signed."""
        for path in (self.folder / "record").rglob("*"):
            if path.is_file():
                yield from entries_of(path)


def _choice(sitting: Sitting, rng: random.Random) -> bytes:
    """Return orders that are legal now, as a player writes them."""
    play = sitting.table.play
    assert play is not None
    if rng.random() < 0.5:
        orders = play.game.sensible(play.position, rng.randrange(1 << 30))
        return "\n".join(play.game.text(one) for one in orders).encode() or b"pass"
    legal = list(_legal(play))
    return (play.game.text(any_of(legal, rng)) if legal else "pass").encode()


def _legal(play: Play) -> Iterator[Order]:
    return islice(play.game.legal(play.position), 200)
