"""A club for a year: people with clients and agents, their games, and what befalls them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path

from agent.conftest import at
from hostile.base import fixed_chance
from pbem import confined
from pbem.client.people import import_card
from pbem.client.play.opening import Wanted, new
from pbem.demo import registry_sides
from pbem.log.event import Event
from pbem.log.finding import Finding
from pbem.table.events.kinds import Clock
from simulation.cheats import TRICKS, findings
from simulation.disk import Fate
from simulation.dues import UMPIRE
from simulation.hot import databases_are_hit
from simulation.looked_at import entries_of, events_of
from simulation.member import Member
from simulation.plan import Plan, name
from simulation.post import Post
from simulation.season import DIRECTOR, Season
from simulation.surroundings import cheap_databases, clocks, nobody_waits, only_new_garbage
from simulation.typed import commands_built_once, known_keys

STRANGERS = Path(__file__).parents[2] / "logs" / "saipan" / "historical.pbem"
"""A log of people who are not in the club, whole or not."""
OFTEN = 0.05
"""How often, of all quarters of a day, somebody tries what must not work, where somebody does."""


class Club:
    """Everybody, the mail between them, and the time; ``reported``: what happened, day by day."""

    def __init__(self, folder: Path, plan: Plan, post: Post) -> None:
        self.folder = folder
        self.rng = post.rng
        self.plan = plan
        self.post = post
        self.reported: list[str] = []
        self.cheated: dict[str, datetime] = {}
        """Games in which somebody set out to sign twice on one event, and when they first did."""
        self.second: dict[str, Event] = {}
        """The events that a cheat signed so at a second client, by id; the disk of the first may
        refuse."""
        self.parted: set[str] = set()
        """Games of which a cheat has signed two ends, and nobody got both of them from the cheat.
        """
        self.withheld: set[str] = set()
        """Games in which a cheat does not give what they owe."""
        self.lost: defaultdict[str, set[str]] = defaultdict(set)
        """The players of games who cannot open what they sealed after a backup that they came back
        from."""
        self.written: dict[str, date] = {}
        """On which day, by no computer's clock, an event was at anybody's client first."""
        self.ruled: set[str] = set()
        """Games in which the umpire has ruled that somebody is late."""
        self.found: list[Finding] = []
        """The faults that anybody's program found in what came by mail."""
        self.games: list[tuple[str, str, str | None]] = []
        self._number = 0
        self._at_work: Member | None = None
        self.season = Season(self) if plan.cup else None
        handles = [
            ("ann", True),
            ("bob", False),
            ("cyd", False),
            ("dan", True),
            (UMPIRE, not plan.by_hand),
        ]
        self.members = [
            Member(self, handle, agent=agent)
            for handle, agent in (*handles[: plan.players], handles[-1])
        ]
        if plan.cheats:
            self.member("bob").honest = False
        for one in self.members:
            for other in self.members:
                if other is not one:
                    import_card(one.person.client, other.person.card)

    @property
    def now(self) -> datetime:
        """The time."""
        return self.post.now

    @property
    def shown(self) -> datetime:
        """The time by the clock of the player at work."""
        return self.now if self._at_work is None else self._at_work.clock

    @contextmanager
    def working(self, member: Member) -> Iterator[None]:
        """Let somebody be at work: their clock is asked."""
        self._at_work = member
        try:
            yield
        finally:
            self._at_work = None

    def number(self) -> int:
        """Return a number that was not returned before."""
        self._number += 1
        return self._number

    def reports(self, what: str) -> None:
        """Note what happened."""
        self.reported.append(f"{self.now:%Y-%m-%d %H} {what}")

    def member(self, handle: str) -> Member:
        """Return somebody by name."""
        return next(one for one in self.members if one.handle == handle)

    # --- days -------------------------------------------------------------------------------------

    def days(self) -> Iterator[int]:
        """Live through the year and the calm after it, yielding after each day."""
        for day in range(self.plan.days):
            if len(self.games) < self.plan.games and day >= self.plan.every * len(self.games):
                self._opens()
            self._day()
            yield day
            if self.over():
                break
        self.post.good = True
        for one in self.members:
            one.next = self.now
            one.clock_is_mended()
        for day in range(self.plan.days, self.plan.days + 60):
            self._day()
            yield day
            if self.over():
                break

    def _opens(self) -> None:
        players = [one.handle for one in self.members if one.handle != DIRECTOR]
        one, other = self.rng.sample(players, 2)
        rules, scenario = self.plan.rules[len(self.games) % len(self.plan.rules)]
        umpire = UMPIRE if self.plan.cheats or self.plan.late or self.rng.random() < 0.5 else None
        member = self.member(one)
        name = f"game{len(self.games)}"
        sides = ("red", "blue") if scenario is None else registry_sides(rules, scenario)
        three = next((who for who in players if who not in (one, other)), other)
        wanted = Wanted(
            rules=rules, name=name, scenario=scenario, umpire=umpire,
            options={"rounds": self.plan.rounds} if self.plan.rounds else {},
            seats=dict(zip(sides, (one, other, three), strict=False)),
            clock=None if umpire is None else Clock(14, 20, 5, None),
            witnesses=[other] if len(sides) == 1 else [],
        )  # fmt: skip
        new(member.person.client, member.person.identity, wanted)
        self.games.append((one, other, umpire))
        if member.secretary is None:
            member.playing.mails(member.person.client.games / f"{name}.pbem")
        self.reports(f"{one} opens {name} of {rules} against {other}, umpire {umpire}")

    def _day(self) -> None:
        """Four parts of a day: mail comes, agents work, people look when they like."""
        for _ in range(4):
            self.post.now += timedelta(hours=6)
            reached = self.post.comes()
            for one in self.members:
                if one.next <= self.now:
                    one.visit(self._fate())
                    one.next = self.now + timedelta(hours=6 * self._until(one))
                elif one.address in reached:
                    one.round(self._fate())
            self._befalls()

    def _until(self, one: Member) -> int:
        """Return how many parts of a day it takes until somebody looks again."""
        if self.post.good:
            return 3
        slow = 16 if one.busy else 32
        return self.rng.randint(1, slow)

    def over(self) -> bool:
        """Say whether no game goes on, no mail is under way, and in the calm all of it is read."""
        return (
            len(self.games) == self.plan.games
            and self.post.next is None
            and not any(one.busy or (self.post.good and one.unread()) for one in self.members)
            and (self.season is None or self.season.over)
        )

    def _fate(self) -> Fate:
        if self.post.good or self.rng.random() >= self.plan.faults:
            return Fate()
        return Fate(self.rng.randint(1, self.plan.places), self.rng.choice(self.plan.kinds))

    def _befalls(self) -> None:
        """Do what else happens now and then."""
        if self.post.good:
            return
        what = self.rng.random()
        who = self.rng.choice(self.members)
        if self.rng.random() < self.plan.clocks:
            (self.member(UMPIRE) if self.plan.by_hand else who).clock_jumps()
        if self.plan.cheats and self.rng.random() < OFTEN:
            self.rng.choice(TRICKS)(self)
        often = self.plan.restores
        if what < often:
            who.backs_up()
        elif what < 2 * often and who.honest:
            who.restores()
        elif what < 2 * often + 0.005:
            log = bytearray(STRANGERS.read_bytes())
            for _ in range(self.rng.randrange(3)):
                log[self.rng.randrange(len(log))] ^= 1 << self.rng.randrange(8)
            self.post.mail("eve@example.net", [who.address], bytes(log), "turn.pbem")
        elif what < 2 * often + 0.008 and self.season is not None and who.handle != DIRECTOR:
            self.season.forged(who)
        elif what < 2 * often + 0.009:
            junk = self.rng.randbytes(self.rng.randrange(4000))
            self.post.mail("mallory@example.net", [who.address], junk, "turn.pbem")

    def close(self) -> None:
        """Let everybody go home."""
        for one in self.members:
            one.gets_up()


@contextmanager
def founded(folder: Path, seed: int, plan: Plan) -> Iterator[Club]:
    """Give a club that begins its year; its folders stay."""
    rng = random.Random(f"{seed} {name(plan)}")  # noqa: S311 - nobody has to trust it
    post = Post(folder / "post", rng)
    with (
        fixed_chance(f"{seed}"),
        at(post),
        only_new_garbage(),
        cheap_databases(),
        nobody_waits(),
        known_keys(),
        commands_built_once(),
        databases_are_hit(),
        confined.by(confined.here),  # a copy of all that is here would be most of the work
    ):
        club = Club(folder, plan, post)
        try:
            with clocks(lambda: club.shown), findings(club.found.append):
                yield club
        finally:
            club.close()
            events_of.forget()
            entries_of.forget()
