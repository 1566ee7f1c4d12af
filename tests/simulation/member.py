"""Somebody of the club: a desk, perhaps an agent, and what he does when he sits down."""

from __future__ import annotations

import os
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
from pbem.desk.people import import_card
from pbem.desk.play import acting
from pbem.desk.post.reading import take_mail
from pbem.desk.seat import drafts
from pbem.desk.seat.sitting import Sitting, sit
from pbem.desk.umpire.entering_days import note_arrivals
from pbem.errors import PbemError
from pbem.kit.contract import Order
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.log.fork import Fork, read_fork
from pbem.play.play import Play
from pbem.selfplay.unsigned import any_of
from pbem.table.private import PrivateFile
from simulation.computers import Computers
from simulation.disk import Disk, Fate, Killed
from simulation.dues import Dues
from simulation.looked_at import entries_of, events_of
from simulation.typed import DEALT, RECOVERED, Typing
from toy.people import Person

if TYPE_CHECKING:
    from simulation.world import Club

TYPED = 0.3
"""How often somebody who sits down types commands; else the functions behind them are called."""
WRONG = tuple(
    sign * timedelta(hours=hours) for hours in (3, 50, 500, 10_000, 90_000) for sign in (1, -1)
)
"""By so much a clock goes wrong: from hours to ten years."""
MENDED = 0.3
"""How often somebody who sits down sees that his clock is wrong, and sets it."""


class Member:
    """Somebody with a desk; with an agent if ``agent`` says so, else mail is read by hand."""

    def __init__(self, club: Club, handle: str, *, agent: bool) -> None:
        self.club = club
        self.handle = handle
        self.address = f"{handle}@example.org"
        self.honest = True
        self.restored = False
        self.ever_restored = False
        self.moved = False
        self.active = True
        self.busy = True
        self.next = club.now
        self.wrong = timedelta()
        self.ever_wrong = False
        self.said: set[str] = set()
        self._lacks = False
        """Whether a command said that a record lacks something, and what to do about that."""
        self._desks = club.folder / "desks"
        self.folder = self._desks / handle
        self._out = self.folder / "out"
        meanwhile = {"other": self._meanwhile, "clock": self.clock_jumps}
        self.disk = Disk(self.folder, club.rng, meanwhile)
        self._agent = agent
        self._backup: Path | None = None
        self.read: set[str] = set()
        self.dues = Dues(self)
        self.computers = Computers(self) if club.plan.two_computers == handle else None
        self._typing: Typing | None = None
        self._grew: dict[Path, tuple[str, datetime]] = {}
        self.sits_down()

    def sits_down(self) -> None:
        """Start the programs."""
        self.person = Person(self.handle, self._desks)
        self.secretary = self._secretary(self.person) if self._agent else None

    def _secretary(self, person: Person) -> Secretary:
        made = Secretary(person, self.club.post, join=True)
        made.clock = lambda: self.clock
        return made

    # --- the time ---------------------------------------------------------------------------------

    @property
    def clock(self) -> datetime:
        """What the computer's clock says."""
        return self.club.now + self.wrong

    def clock_jumps(self) -> None:
        """Set the clock wrong, or otherwise wrong: by hours, days, years, either way."""
        self._set(self.club.rng.choice(WRONG))

    def clock_is_mended(self) -> None:
        """Set it right."""
        if self.wrong:
            self._set(timedelta())

    def _set(self, wrong: timedelta) -> None:
        self.wrong = wrong
        self.ever_wrong = True
        self.club.post.clock_was_set(self.address)
        self.club.tells(f"the clock of {self.handle} says {self.clock:%Y-%m-%d %H}")

    def gets_up(self) -> None:
        """End the programs."""
        if self.secretary is not None:
            self.secretary.agent.close()
        self.person.desk.close()

    # --- a visit ----------------------------------------------------------------------------------

    def visit(self, fate: Fate, *, asks: bool = True) -> None:
        """Read what came, act, send; whatever fate has for that.

        ``asks``: ask the others for their logs first, where a record is to begin again from them.
        """
        self.active = True
        if self.computers is not None:
            self.computers.changes()
        elif self._lacks and asks and self.honest:
            self.waits_for_mail()
            self._begins_records_again()
        types = self.club.rng.random() < TYPED
        self._typing = Typing(self.handle, self.folder) if types else None
        if self.wrong and (self.club.post.good or self.club.rng.random() < MENDED):
            self.clock_is_mended()
        try:
            with self.club.working(self), self.disk.at_work(fate):
                self._reads()
                self._acts()
                if self.club.season is not None:
                    self.club.season.visited(self)
                if self.secretary is not None:
                    self._works(self.secretary)
        except Killed:
            self._starts_again(f"{self.handle}: {fate.kind} at touch {fate.at}")
        except (PbemError, OSError) as error:
            self._heard(error)
        self.dues.looked()

    def round(self, fate: Fate) -> None:
        """Let the agent alone do what there is."""
        if self.secretary is None:
            return
        self.active = True
        try:
            with self.club.working(self), self.disk.at_work(fate):
                self._works(self.secretary)
        except Killed:
            self._starts_again(f"{self.handle}'s agent: {fate.kind} at touch {fate.at}")
        except (PbemError, OSError) as error:
            self._heard(error)
        self.dues.looked()

    def _starts_again(self, told: str) -> None:
        self.club.tells(told)
        with suppress(Exception):
            self.gets_up()
        self.disk.leaves()
        self.disk.leaves = lambda: None
        self.sits_down()

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
        out, self._out = self._out, self.folder / "meanwhile"
        try:
            self._reads(again=True)
            self._acts()
        except (PbemError, OSError) as error:
            self._heard(error)
        finally:
            self.person.desk.close()
            self.person, self._out = first, out
        self.club.tells(f"{self.handle}: two commands at once")

    def _heard(self, error: Exception) -> None:
        said = str(error)
        self.hears(said)
        if not said or "[Errno" in said or said == "None":
            raise AssertionError(f"{self.handle} is told no more than {said!r}") from error

    def hears(self, said: str) -> None:
        """Take notice of what a program says, and of what is to be done by it."""
        self.said.add(said)
        self._lacks = self._lacks or RECOVERED in said

    def _reads(self, *, again: bool = False) -> None:
        """Read mail by hand: all that came, or what an agent left for its owner to read.

        ``again``: what waits for the agent, too.
        """
        if self.secretary is None or again:
            box = self.club.post.box(self.address) / "new"
        else:
            box = self.person.desk.agent(self.handle) / "quarantine"
        came = sorted({*os.listdir(box)} - self.read) if box.is_dir() else []  # noqa: PTH208 - many
        for path in [box / name for name in came]:
            try:
                if self._typing is not None:
                    self._typing.reads([path], self.saved)
                else:
                    wish = TakeOptions(self.handle)
                    posted = take_mail(self.person.desk, [path], wish, save=self.saved)
                    note_arrivals(self.person.desk, posted.taken)
            except (PbemError, OSError) as error:
                self._heard(error)
            self.read.add(path.name)
        self._imports()

    @property
    def saved(self) -> Path:
        """Where what is no log is put: by the agent, or by hand."""
        return self.person.desk.agent(self.handle) / "kept"

    def _imports(self) -> None:
        """Take each card that came for what it says, as somebody does who compares no words."""
        for card in sorted(self.saved.glob("*.card")):
            try:
                import_card(self.person.desk, card)
            except (PbemError, OSError) as error:
                self._heard(error)
            thrown_away(card)

    def _acts(self) -> None:
        self.busy = self.computers is not None and self.computers.waits
        for path in self.person.desk.logs():
            try:
                self._plays(path)
            except PbemError as error:
                self._heard(error)

    def _plays(self, path: Path) -> None:
        if self.computers is not None and not self.computers.goes_on(path):
            self.busy = True
            return
        for _ in range(4):
            sitting = sit(self.person.desk, path, self.handle)
            now = sitting.table.pen()
            self.busy = self.busy or self._goes_on(sitting)
            if now.handle != self.handle or not now.kinds:
                self.dues.rules(sitting, now.handle)
                break
            if self._leaves(path, sitting, now.kinds[0]):
                break
            if now.kinds[0] == "orders" and sitting.table.chain.count > self.club.plan.longest:
                acting.resign(sitting, self.person.identity)
                continue
            if not self.honest and now.kinds[0] == "orders" and self.club.rng.random() < 0.3:
                self._cheats(path)
            self.does(sitting, now.kinds[0])
            if self.secretary is None:
                self._mails(path)
        else:
            return
        if self._waits(path, sitting):
            self._mails(path)

    def _leaves(self, path: Path, sitting: Sitting, kind: str) -> bool:
        """Say whether what one has to do is left for later, or for good."""
        if not self.honest and self.dues.withholds(path, sitting, kind):
            return True
        return self.dues.puts_off(sitting, kind) or self._has_lost(sitting, kind)

    def _has_lost(self, sitting: Sitting, kind: str) -> bool:
        """Say whether what one sealed is gone for good, with what came behind a backup."""
        if kind != "reveal" or not self.ever_restored:
            return False
        game = sitting.table.game_id
        kept = {(one.label, one.commit) for one in self._private(game).secrets()}
        due = [one for one in sitting.table.seals if one.by == self.handle and not one.opened]
        if all((one.label, one.commit) in kept for one in due):
            return False
        if game not in self.club.lost:
            self.club.lost[game] = self.handle
            self.club.tells(f"{self.handle} has lost what he sealed")
        return True

    def _private(self, game: str) -> PrivateFile:
        return self.person.desk.private(self.handle, game)

    def _goes_on(self, sitting: Sitting) -> bool:
        """Whether there is more to wait for in a game.

        There is not where one takes no part: a stranger mailed it. Nor where somebody lost what he
        sealed, and no umpire can put him out.
        """
        roster, umpire = sitting.table.roster, sitting.table.roster.umpire
        if roster.find(self.handle) is None and (umpire is None or umpire.handle != self.handle):
            return False
        stuck = sitting.table.game_id in self.club.lost and umpire is None
        return sitting.table.result is None and not stuck

    def does(self, sitting: Sitting, kind: str) -> None:
        """Sign what one has to, of a kind that one has to."""
        me, text = self.person.identity, _said(sitting, kind, self.club.rng)
        if self._typing is not None:
            self._typing.acts(sitting.path, kind, text)
        elif kind == "orders":
            acting.order(sitting, me, drafts.draft(sitting, text.encode()))
        elif kind == "seal":
            acting.seal(sitting, me, drafts.draft_secret(sitting, text.encode()))
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
        out = self._out
        out.mkdir(exist_ok=True)
        if self._typing is not None:
            sent = self._typing.sends(path, out)
        else:
            sent = Path(sending.send(sitting, None, out).file)
        to = [f"{one}@example.org" for one in others]
        self.club.post.mail(self.address, to, sent.read_bytes(), sent.name)
        thrown_away(sent)

    def _waits(self, path: Path, sitting: Sitting) -> bool:
        """Say whether to send once more what one wrote last: nothing came of it for days."""
        last = next(iter(sitting.since(sitting.table.chain.count - 1)))
        if self._grew.get(path, ("", self.club.now))[0] != last.id:
            self._grew[path] = (last.id, self.club.now)
        patience = timedelta(days=2 if self.club.post.good else 6)
        passed = self.club.now - self._grew[path][1]
        mine = last.by == self.handle or self.club.post.good
        return mine and passed > patience and self.club.rng.random() < 0.4

    def _cheats(self, path: Path) -> None:
        """Sign something else on the same predecessor, at a second desk, and mail that too."""
        twin = self.club.folder / "twins" / f"{self.handle}{self.club.number()}"
        twin.mkdir(parents=True)
        shutil.copytree(self.folder, twin / self.handle)
        other = Person(self.handle, twin)
        try:
            sitting = sit(other.desk, path.name.removesuffix(".pbem"), self.handle)
            draft = drafts.draft(sitting, _choice(sitting, self.club.rng).encode())
            acting.order(sitting, other.identity, draft, note="a second thought")
            data = sitting.path.read_bytes()
            others = [one.handle for one in sitting.table.roster.everybody()]
            to = [f"{one}@example.org" for one in others if one != self.handle]
            self.club.post.mail(self.address, to[-1:], data, path.name, surely=True)
            self.club.cheated.add(sitting.table.game_id)
            self.club.tells(f"{self.handle} signs a second history")
        finally:
            other.desk.close()

    # --- backups ----------------------------------------------------------------------------------

    def backs_up(self) -> None:
        """Keep a copy of the whole home."""
        if self._backup is None and self.computers is None:
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
        self.read.clear()
        self.restored = self.ever_restored = True
        self.sits_down()
        self._begins_records_again()
        if self.club.season is not None:
            self.club.season.forgot(self)
        self.club.tells(f"{self.handle} came back from a backup")

    def _begins_records_again(self) -> None:
        """Take in the others' logs, and say that one's record of each is to begin again there."""
        self._lacks = False
        for log in self.of_others():
            with suppress(PbemError):
                self.person.takes(log, recovered=True)

    def waits_for_mail(self) -> None:
        """Wait until everybody has read what is still on its way."""
        self.club.post.all_comes()
        for other in self.club.members:
            if other is not self:
                other.visit(Fate(), asks=False)

    def of_others(self) -> list[Path]:
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
        for folder, _, names in os.walk(self.folder / "record"):
            for name in names:
                yield from entries_of(Path(folder, name))

    def proofs(self) -> Iterator[Fork]:
        """Yield every proof of a fork that is here.

        What was mailed is kept as it came, cut off where the mail was: that is no proof. What the
        program here has written has to be one.
        """
        for path in sorted(self.folder.rglob("*.fork")):
            try:
                yield read_fork(path)
            except BadLog:
                if path.parent != self.saved:
                    raise


def thrown_away(file: Path) -> None:
    """Delete what was mailed, if the disk lets one."""
    with suppress(OSError):
        file.unlink()


def _said(sitting: Sitting, kind: str, rng: random.Random) -> str:
    """Return what a player writes where he has to choose: legal orders, a secret, an answer."""
    play = sitting.table.play
    if kind == "orders":
        return _choice(sitting, rng)
    if kind == "seal" and play is not None:
        return play.game.text(rng.choice(list(_legal(play))))
    return "yes"


def _choice(sitting: Sitting, rng: random.Random) -> str:
    """Return orders that are legal now, as a player writes them."""
    play = sitting.table.play
    assert play is not None
    if rng.random() < 0.5:
        orders = play.game.sensible(play.position, rng.randrange(1 << 30))
        return "\n".join(play.game.text(one) for one in orders) or "pass"
    legal = list(_legal(play))
    return play.game.text(any_of(legal, rng)) if legal else "pass"


def _legal(play: Play) -> Iterator[Order]:
    return islice(play.game.legal(play.position), 200)
