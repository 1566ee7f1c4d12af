"""Players who let others wait for what they owe, and an umpire who rules by a record of days."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.client.play import acting
from pbem.client.session.session import Session
from pbem.client.umpire.lateness import find_late
from pbem.client.umpire.signing_days import sign_if_kept
from pbem.errors import NotYourPen
from simulation.broken import Broken
from simulation.looked_at import events_of

if TYPE_CHECKING:
    from simulation.member import Member

UMPIRE = "uma"
WITHHELD = 0.2
"""How often a cheat keeps what they owe unpublished, for good."""
LATE = (20, 60)
"""After so many days, or up to so many, comes what was left for later: an umpire of the club may
rule after 39."""
ANYWAY = 60
"""After so many days without an answer, by the calendar on the wall, an umpire rules whatever the
record says."""


class Dues:
    """The debts that ``member`` leaves for later or for good; their rulings, as an umpire."""

    def __init__(self, member: Member) -> None:
        self._member = member
        self._club = member.club
        self._withheld: dict[Path, bool] = {}
        self._until: dict[str, datetime] = {}

    def withholds(self, path: Path, session: Session, kind: str) -> bool:
        """Say whether a cheat withholds dice, or what they sealed, for good from now on."""
        umpire = session.table.roster.umpire is not None
        if path not in self._withheld and umpire and kind in ("dice", "reveal"):
            self._withheld[path] = self._club.rng.random() < WITHHELD
            if self._withheld[path]:
                self._club.withheld.add(session.table.game_id)
                self._club.reports(f"{self._member.handle} withholds a {kind}")
        return self._withheld.get(path, False)

    def puts_off(self, session: Session, kind: str) -> bool:
        """Say whether somebody leaves a seal for later: for weeks, from when it is asked for."""
        often, club = self._club.plan.late, self._club
        if not often or club.post.good or kind != "seal" or session.table.roster.umpire is None:
            return False
        head = session.table.chain.head
        if head not in self._until:
            waits = timedelta(days=club.rng.randint(*LATE) if club.rng.random() < often else 0)
            self._until[head] = club.now + waits
            if waits:
                club.reports(f"{self._member.handle} leaves a seal for {waits.days} days")
        return club.now < self._until[head]

    def remembers(self) -> None:
        """Think of all that was left for later, on the day on which an umpire rules on it.

        If the ruling takes its time in the mail, what is signed now crosses it.
        """
        self._until = dict.fromkeys(self._until, self._club.now)
        self._member.next = self._club.now

    # --- an umpire --------------------------------------------------------------------------------

    def looked(self) -> None:
        """Note on which day what is here now was written."""
        for path in self._member.paths():
            for event in events_of(path):
                self._club.written.setdefault(event.id, self._club.now.date())

    def rules(self, session: Session, holder: str | None) -> None:
        """Rule as the umpire, by one's own record of days, on anyone who withholds what they owe.

        The program's words about a late player have the day of today in them, by which one sees
        that one's clock is wrong: then nothing is ruled.
        """
        club, game = self._club, session.table.game_id
        asked = game in club.withheld or club.lost[game] or club.plan.late
        umpire = session.table.roster.umpire
        if not asked or holder is None or umpire is None or umpire.handle != self._member.handle:
            return
        with suppress(NotYourPen):
            late = find_late(session, holder, anyway=self._had(session.table.chain.head) > ANYWAY)
            why = None if late is None else late.late
            if why is not None:
                if why.on != club.now.date().isoformat():
                    return
                if self._had(why.event) <= why.allowed + why.bank + why.grace:
                    raise Broken(f"{UMPIRE} would rule that {holder} is late, who is in time")
            sign_if_kept(session, self._member.person.identity)
            acting.rule_out(session, self._member.person.identity, holder, late=why)
            club.ruled.add(game)
            if club.plan.late:
                club.member(holder).dues.remembers()
            club.reports(
                f"{UMPIRE} rules that {holder} is late{'' if why else ', without her record'}"
            )

    def _had(self, event: str) -> int:
        """Return for how many days, by no computer's clock, there was an event to answer."""
        today = self._club.now.date()
        return (today - self._club.written.get(event, today)).days
