"""Somebody of the club: a client, perhaps an agent, and what they do when they sit down."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from agent.conftest import Secretary
from pbem.client.exchange.taking import TakeOptions
from pbem.client.exchange.words import STATUS
from pbem.client.messages.reading import take_mail
from pbem.client.people import import_card
from pbem.client.session.session import sit
from pbem.client.umpire import timekeeping
from pbem.errors import PbemError
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.log.fork import Fork, read_fork
from simulation.computers import Computers
from simulation.disk import Disk, Fate, Killed, thrown_away
from simulation.dues import Dues
from simulation.looked_at import entries_of, events_of
from simulation.passed import nothing_passed_over
from simulation.playing import Playing
from simulation.typed import RECOVERED, TRY_AGAIN, Typing
from toy.people import Person

if TYPE_CHECKING:
    from simulation.world import Club

TYPED = 0.3
"""How often somebody who sits down types commands; else the functions that they run are called."""
WRONG = tuple(
    sign * timedelta(hours=hours) for hours in (3, 50, 500, 10_000, 90_000) for sign in (1, -1)
)
"""By so much a clock goes wrong: from hours to ten years."""
MENDED = 0.3
"""How often somebody who sits down sees that their clock is wrong, and sets it."""


class Member:
    """Somebody with a client; with an agent if ``agent`` says so, else mail is read by hand."""

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
        self._clients = club.folder / "desks"
        self.folder = self._clients / handle
        self.out = self.folder / "out"
        self._sent = club.folder / "sent" / handle
        meanwhile = {"other": self._meanwhile, "clock": self.clock_jumps}
        self.disk = Disk(self.folder, club.rng, meanwhile)
        self._agent = agent
        self._backup: Path | None = None
        self.read: set[str] = set()
        self._early: set[str] = set()
        self.dues = Dues(self)
        self.computers = Computers(self) if club.plan.two_computers == handle else None
        self.typing: Typing | None = None
        self.playing = Playing(self)
        self.sits_down()

    def sits_down(self) -> None:
        """Start the programs."""
        self.person = Person(self.handle, self._clients)
        self.secretary = self._secretary(self.person) if self._agent else None

    def _secretary(self, person: Person) -> Secretary:
        made = Secretary(person, self.club.post, join=True)
        made.clock = lambda: self.clock
        return made

    # --- the time ---------------------------------------------------------------------------------

    @property
    def clock(self) -> datetime:
        """The time by the computer's clock."""
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
        self.club.reports(f"the clock of {self.handle} says {self.clock:%Y-%m-%d %H}")

    def gets_up(self) -> None:
        """End the programs."""
        if self.secretary is not None:
            self.secretary.agent.close()
        self.person.client.close()

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
        self.typing = Typing(self.handle, self.folder) if types else None
        if self.wrong and (self.club.post.good or self.club.rng.random() < MENDED):
            self.clock_is_mended()
        try:
            with self.club.working(self), self.disk.at_work(fate):
                self._reads()
                self.playing.acts()
                if self.club.season is not None:
                    self.club.season.visited(self)
                if self.secretary is not None:
                    self._works(self.secretary)
        except Killed:
            self._starts_again(f"{self.handle}: {fate.kind} at touch {fate.at}")
        except (PbemError, OSError) as error:
            self.heard(error)
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
            self.heard(error)
        self.dues.looked()

    def _starts_again(self, reported: str) -> None:
        self.club.reports(reported)
        with suppress(Exception):
            self.gets_up()
        self.disk.leaves()
        self.disk.leaves = lambda: None
        self.sits_down()

    def _works(self, secretary: Secretary) -> None:
        """Let an agent do one round, and the next one where a line broke: that is soon after."""
        self.club.post.broke = False
        with nothing_passed_over(secretary) if self.disk.may_lock else nullcontext():
            secretary.agent.round()
            if self.club.post.broke:
                secretary.agent.round()

    def _meanwhile(self) -> None:
        """Have another command of the same person run while one is at work: it waits for no lock.

        It imports what came and acts, as the first one may be about to.
        """
        first, self.person = self.person, Person(self.handle, self._clients)
        out, self.out = self.out, self.folder / "meanwhile"
        try:
            self._reads(again=True)
            self.playing.acts()
        except (PbemError, OSError) as error:
            self.heard(error)
        finally:
            self.person.client.close()
            self.person, self.out = first, out
        self.club.reports(f"{self.handle}: two commands at once")

    def heard(self, error: Exception) -> None:
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

        ``again``: what waits for the agent, too. Mail that came before the events that it follows
        is read once more when the game has gone on. Mail that the disk refused is read at the next
        visit.
        """
        before = self._length()
        for path in self.unread(again=again):
            try:
                early, later = self._takes(path)
            except (PbemError, OSError) as error:
                self.heard(error)
                early, later = (what in str(error) for what in (STATUS["gap"], TRY_AGAIN))
            if later:
                continue
            self.read.add(path.name)
            if early:
                self._early.add(path.name)
        if self._early and self._length() > before:
            self.read -= self._early
            self._early.clear()
        self._imports()

    def _takes(self, path: Path) -> tuple[bool, bool]:
        """Read a message; say whether it came before what it follows, and is to be tried again."""
        if self.typing is not None:
            self.typing.reads([path], self.saved)
            return False, False
        posted = take_mail(
            self.person.client,
            [path],
            TakeOptions(self.handle, day=timekeeping.today_utc()),
            save=self.saved,
        )
        early = any(one.status == "gap" for one in posted.taken)
        return early, any(one.later for one in posted.taken)

    def _length(self) -> int:
        """Return how long all logs here are, in bytes."""
        return sum(path.stat().st_size for path in self.person.client.logs())

    def unread(self, *, again: bool = False) -> list[Path]:
        """Return what came and was not read by hand; ``again``: what waits for the agent, too."""
        if self.secretary is None or again:
            box = self.club.post.box(self.address) / "new"
        else:
            box = self.person.client.agent(self.handle) / "quarantine"
        came = {*os.listdir(box)} - self.read if box.is_dir() else ()  # noqa: PTH208 - many
        return [box / name for name in sorted(came)]

    @property
    def saved(self) -> Path:
        """The place of files that are no log: put there by the agent, or by hand."""
        return self.person.client.agent(self.handle) / "kept"

    def _imports(self) -> None:
        """Take each card that came for what it says, as somebody does who compares no words."""
        for card in sorted(self.saved.glob("*.card")):
            try:
                import_card(self.person.client, card)
            except (PbemError, OSError) as error:
                self.heard(error)
            thrown_away(card)

    # --- backups ----------------------------------------------------------------------------------

    def backs_up(self) -> None:
        """Keep a copy of the whole home."""
        if self._backup is None and self.computers is None:
            self._backup = self.club.folder / "backups" / self.handle
            shutil.copytree(self.folder, self._backup)

    def restores(self) -> None:
        """Come back from the copy as docs and messages say.

        Everybody reads what is still on its way, then what came and what one mailed is imported,
        and the others' logs, and the record is begun again from them, before anything is signed.
        """
        if self._backup is None:
            return
        self.waits_for_mail()
        self.gets_up()
        shutil.rmtree(self.folder)
        self._backup.rename(self.folder)
        self._backup = None
        self.read.clear()
        self._early.clear()
        self.restored = self.ever_restored = True
        self.sits_down()
        self._begins_records_again()
        if self.club.season is not None:
            self.club.season.forgot(self)
        self.club.reports(f"{self.handle} came back from a backup")

    def keeps_sent(self, log: bytes) -> None:
        """Have one's mail program keep what one mailed: no backup of a home is put back over it.

        (Mail that an agent sends goes to its owner too, and nothing else keeps that.)
        """
        self._sent.mkdir(parents=True, exist_ok=True)
        (self._sent / f"{len(os.listdir(self._sent)):06}.pbem").write_bytes(log)  # noqa: PTH208

    def _begins_records_again(self) -> None:
        """Import what came and what one mailed, then the others' logs; the record begins there."""
        self._lacks = False
        self._reads(again=True)
        for log in sorted(self._sent.glob("*")):
            with suppress(PbemError):
                self.person.takes(log)
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
            for log in other.person.client.logs() if other is not self else ():
                with suppress(PbemError):
                    if sit(other.person.client, log, None).table.roster.find(self.handle):
                        found.append(log)
        return sorted(found, key=lambda log: log.stat().st_size)

    # --- what is here -----------------------------------------------------------------------------

    def logs(self) -> dict[str, Sequence[Event]]:
        """Return every game of the club that is here, by its id."""
        return {found[0].game_id: found for found in map(events_of, self.paths())}

    def paths(self) -> list[Path]:
        """Return the logs here of games of the club; strangers' may have come in too."""
        members = {one.handle for one in self.club.members}
        return [path for path in self.person.client.logs() if events_of(path)[0].by in members]

    def recorded(self) -> Iterator[Event]:
        """Yield every event that this client has entered as signed."""
        for folder, _, names in os.walk(self.folder / "record"):
            for name in names:
                yield from entries_of(Path(folder, name))

    def proofs(self) -> Iterator[Fork]:
        """Yield every proof of a fork that is here.

        A mailed proof is kept as it came, cut off if the mail was: that is no proof. A proof that
        the program here has written has to be one.
        """
        for path in sorted(self.folder.rglob("*.fork")):
            try:
                yield read_fork(path)
            except BadLog:
                if path.parent != self.saved:
                    raise
