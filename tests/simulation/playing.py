"""A club member's acts in their games, when they sit down."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.client.messages import sending
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.session.session import Session, sit
from pbem.errors import PbemError
from pbem.kit.contract import Order
from pbem.log.file import read_events
from pbem.play.play import Play
from pbem.selfplay.unsigned import any_of
from pbem.table.own.private import PrivateFile
from simulation.disk import thrown_away
from simulation.ends import Ends
from simulation.typed import DEALT
from toy.people import Person

if TYPE_CHECKING:
    from simulation.member import Member

GIVEN_UP = timedelta(days=60)
"""So long after a second history nobody waits any more for a ruling on which of two counts."""


class Playing:
    """The signatures, mails and waits of ``member``; the second history that a cheat signs."""

    def __init__(self, member: Member) -> None:
        self._member = member
        self._handle = member.handle
        self._club = member.club
        self._grew: dict[Path, tuple[str, datetime]] = {}
        self._ends = Ends(member)

    def acts(self) -> None:
        """Do what is due in each game that is here; the member is busy while one goes on."""
        member = self._member
        member.busy = member.computers is not None and member.computers.waits
        for path in member.person.client.logs():
            try:
                self._plays(path)
            except PbemError as error:
                member.heard(error)

    def _plays(self, path: Path) -> None:
        member = self._member
        if member.computers is not None and not member.computers.goes_on(path):
            member.busy = True
            return
        for _ in range(4):
            session = sit(member.person.client, path, self._handle)
            now = session.table.active()
            member.busy = member.busy or self._goes_on(session)
            if now.handle != self._handle or not now.kinds:
                member.dues.rules(session, now.handle)
                break
            kind = now.kinds[0]
            if self._leaves(path, session, kind):
                break
            two_ends = self._club.plan.two_ends
            gives_up = session.table.chain.count > self._club.plan.longest
            if kind == "orders" and gives_up and not (two_ends and member.honest):
                if two_ends:
                    self._cheats(path, ends=True)
                acting.resign(session, member.person.identity)
                continue
            cheats = not member.honest and not two_ends and kind == "orders"
            if cheats and self._club.rng.random() < 0.3:
                self._cheats(path)
            self.does(session, kind)
            if member.secretary is None:
                self.mails(path)
        else:
            return
        self._ends.confirms(path, session)
        if self._waits(path, session):
            self.mails(path)

    def _leaves(self, path: Path, session: Session, kind: str) -> bool:
        """Say whether what one has to do is left for later, or for good."""
        if not self._member.honest and self._member.dues.withholds(path, session, kind):
            return True
        return self._member.dues.puts_off(session, kind) or self._has_lost(session, kind)

    def _has_lost(self, session: Session, kind: str) -> bool:
        """Say whether what one sealed is gone for good, with what came after a backup."""
        if kind != "reveal" or not self._member.ever_restored:
            return False
        game = session.table.game_id
        kept = {(one.label, one.commit) for one in self._private(game).secrets()}
        due = [one for one in session.table.seals if one.by == self._handle and not one.opened]
        if all((one.label, one.commit) in kept for one in due):
            return False
        if self._handle not in self._club.lost[game]:
            self._club.lost[game].add(self._handle)
            self._club.reports(f"{self._handle} has lost what he sealed")
        return True

    def _private(self, game: str) -> PrivateFile:
        return self._member.person.client.private(self._handle, game)

    def _goes_on(self, session: Session) -> bool:
        """Whether there is more to wait for in a game.

        There is not where one takes no part: a stranger mailed it. Nor is there if somebody lost
        what they sealed, and no umpire can put them out. Nor is there long after somebody signed
        twice, if nobody has ruled which of the two counts, and nothing is withheld on which the
        umpire will rule.
        """
        roster, umpire = session.table.roster, session.table.roster.umpire
        if roster.find(self._handle) is None and (umpire is None or umpire.handle != self._handle):
            return False
        game, now = session.table.game_id, self._club.now
        stuck = bool(self._club.lost[game]) and umpire is None
        parted = now - self._club.cheated.get(game, now) > GIVEN_UP
        parted = parted and game not in self._club.withheld
        return (session.table.result is None and not stuck and not parted) or self._owes(session)

    def _owes(self, session: Session) -> bool:
        """Whether a game is over, and somebody honest who can still owes something."""
        table, club = session.table, self._club
        holder = table.active().handle
        if table.result is None or holder is None or holder in club.lost[table.game_id]:
            return False
        return club.member(holder).honest

    def does(self, session: Session, kind: str) -> None:
        """Sign what one has to, of a kind that one has to."""
        me, text = self._member.person.identity, _said(session, kind, self._club.rng)
        if self._member.typing is not None:
            self._member.typing.acts(session.path, kind, text)
        elif kind == "orders":
            acting.order(session, me, drafts.draft(session, text.encode()))
        elif kind == "seal":
            acting.seal(session, me, drafts.draft_secret(session, text.encode()))
        elif kind == "answer":
            acting.answer(session, me, yes=True)
        elif kind in DEALT:
            acting.deal(session, me)
        else:
            getattr(acting, kind)(session, me)

    def mails(self, path: Path) -> None:
        """Mail the whole log to everybody else, as an attachment."""
        session = sit(self._member.person.client, path, self._handle)
        table = session.table
        others = [one.handle for one in table.roster.everybody() if one.handle != self._handle]
        if table.game_id in self._club.parted:  # the last of them has the other end
            others = others[:-1]
        out = self._member.out
        out.mkdir(exist_ok=True)
        if self._member.typing is not None:
            sent = self._member.typing.sends(path, out)
        else:
            sent = Path(sending.send(session, None, out).file)
        to = [f"{one}@example.org" for one in others]
        data = sent.read_bytes()
        self._club.post.mail(self._member.address, to, data, sent.name)
        self._member.keeps_sent(data)
        thrown_away(sent)

    def _waits(self, path: Path, session: Session) -> bool:
        """Say whether to send once more what one wrote last: nothing came of it for days."""
        last = next(iter(session.since(session.table.chain.count - 1)))
        if self._grew.get(path, ("", self._club.now))[0] != last.id:
            self._grew[path] = (last.id, self._club.now)
        patience = timedelta(days=2 if self._club.post.good else 6)
        passed = self._club.now - self._grew[path][1]
        parted = session.table.game_id in self._club.parted  # of two ends each is its author's
        mine = last.by == self._handle or (self._club.post.good and not parted)
        return mine and passed > patience and self._club.rng.random() < 0.4

    def _cheats(self, path: Path, *, ends: bool = False) -> None:
        """Sign something else on the same predecessor, at a second client, and mail that too.

        It ``ends`` the game: the others get this end or the one signed at home, and nobody both.
        """
        twin = self._club.folder / "twins" / f"{self._handle}{self._club.number()}"
        twin.mkdir(parents=True)
        shutil.copytree(self._member.folder, twin / self._handle)
        other = Person(self._handle, twin)
        try:
            session = sit(other.client, path.name.removesuffix(".pbem"), self._handle)
            if ends:
                done = acting.resign(session, other.identity, note="another end")
                self._club.parted.add(session.table.game_id)
            else:
                draft = drafts.draft(session, _choice(session, self._club.rng).encode())
                done = acting.order(session, other.identity, draft, note="a second thought")
            data = session.path.read_bytes()
            others = [one.handle for one in session.table.roster.everybody()]
            to = [f"{one}@example.org" for one in others if one != self._handle]
            self._club.post.mail(self._member.address, to[-1:], data, path.name, surely=True)
            self._club.cheated.setdefault(session.table.game_id, self._club.now)
            events = list(read_events(session.path))[-len(done.events) :]
            self._club.second |= {event.id: event for event in events}
            self._club.reports(f"{self._handle} signs a second {'end' if ends else 'history'}")
        finally:
            other.client.close()


def _said(session: Session, kind: str, rng: random.Random) -> str:
    """Return what a player writes who has to choose: legal orders, a secret, an answer."""
    play = session.table.play
    if kind == "orders":
        return _choice(session, rng)
    if kind == "seal" and play is not None:
        return play.game.text(rng.choice(list(_legal(play))))
    return "yes"


def _choice(session: Session, rng: random.Random) -> str:
    """Return orders that are legal now, as a player writes them."""
    play = session.table.play
    assert play is not None
    if rng.random() < 0.5:
        orders = play.game.sensible(play.position, rng.randrange(1 << 30))
        return "\n".join(play.game.text(one) for one in orders) or "pass"
    legal = list(_legal(play))
    return play.game.text(any_of(legal, rng)) if legal else "pass"


def _legal(play: Play) -> Iterator[Order]:
    return islice(play.game.legal(play.position), 200)
