"""The checks after each day, whatever happened to whom."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import chain

from pbem.agent.agent import database_of
from pbem.agent.sending.outgoing import turn_reason
from pbem.audit.verify import verify
from pbem.client.people import cards
from pbem.client.session.session import sit
from pbem.director import judging
from pbem.games import registry
from pbem.items import Items
from pbem.log.days import conflicts, read_days
from pbem.log.event import Event
from pbem.table.library import Library
from second.tiles import Published
from simulation.bounds import Bounds, home_is_bounded, was_given_up
from simulation.broken import Broken
from simulation.disk import Fate
from simulation.ends import is_to_be_confirmed
from simulation.looked_at import events_of
from simulation.member import Member
from simulation.season import DIRECTOR, KEEPER, PLAYERS, Season
from simulation.world import Club
from toy.group import identity


class Checks:
    """Looks at all clients after each day; ``seen``: every event that anybody ever had."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.seen: dict[str, Event] = {}
        self._had: dict[str, set[str]] = {}
        self._signed: dict[tuple[str, str, str], str] = {}
        self._directed: list[str] = []
        self._copies: dict[str, dict[str, list[str]]] = {}
        self._changed: set[str] = set()
        self._bounds = Bounds(club)

    def after_a_day(self) -> None:
        """Raise `Broken` where something does not hold."""
        if self.club.post.hasty:
            raise Broken(f"sent again before a copy could have come: {self.club.post.hasty}")
        self._nobody_honest_is_blamed()
        if self.club.season is not None:
            self._one_tournament(self.club.season)
        for member in [one for one in self.club.members if one.restored]:
            self._forgot(member)
        for member in [one for one in self.club.members if one.active]:
            member.active = False
            logs = member.logs()
            if len(member.paths()) != len(logs):
                raise Broken(f"{member.handle} has two logs of one game")
            self._one_history(member, logs)
            self._recorded_first(member, logs)
            self._nothing_lost(member, logs)
            self._grown(member, logs)
            home_is_bounded(member)
        self._one_line()
        self._bounds.after_a_day()

    @property
    def _parted(self) -> set[str]:
        """Games in which somebody signed twice, or an umpire has ruled and something may cross."""
        return self.club.cheated.keys() | self.club.ruled

    @property
    def _honest(self) -> set[str]:
        return {one.handle for one in self.club.members if one.honest}

    def _nobody_honest_is_blamed(self) -> None:
        for finding in self.club.found:
            if self._honest & set(finding.blame):
                raise Broken(f"{finding.blame} are blamed: {finding.code}, {finding.message}")
        self.club.found.clear()

    def _forgot(self, member: Member) -> None:
        """Let go of what a member signed after their backup and nobody else has.

        Should somebody get it later it counts again: the member was to wait for that.
        """
        known = {
            event.id
            for other in self.club.members
            if other is not member
            for events in other.logs().values()
            for event in events
        }
        for place, first in list(self._signed.items()):
            if place[1] == member.handle and first not in known:
                del self._signed[place], self.seen[first]

    def _one_history(self, member: Member, logs: Mapping[str, Sequence[Event]]) -> None:
        """No honest client has signed two events on one predecessor."""
        for events in (*logs.values(), member.recorded()):
            for event in events:
                if event.id in self.seen:
                    continue
                self.seen[event.id] = event
                author = self.club.member(event.by)
                place = (event.game_id, event.by, event.prev)
                first = self._signed.setdefault(place, event.id)
                if first != event.id and author.honest:
                    raise Broken(
                        f"{event.by} signed two events {event.seq} on one predecessor: "
                        f"{first[:12]} and {event.id[:12]} ({event.kind})"
                    )

    def _recorded_first(self, member: Member, logs: Mapping[str, Sequence[Event]]) -> None:
        """Check that one's own events in a log stand in one's record: they came there first.

        A player who came back from a backup, or plays from two computers, begins their record
        again, from the others' copies. A cheat with a second client learns at the first that its
        record lacks what came from there.
        """
        if member.ever_restored or member.computers is not None or not member.honest:
            return
        entered = {event.id for event in member.recorded()}
        if self.club.season is not None:  # made at a client of theirs that is not here
            entered |= self.club.season.decoys.keys()
        mine = {
            event.id: event for events in logs.values() for event in events
            if event.by == member.handle
        }  # fmt: skip
        for event in [mine[one] for one in mine.keys() - entered]:
            raise Broken(f"event {event.seq} of {member.handle} is in his log and not his record")

    def _nothing_lost(self, member: Member, logs: Mapping[str, Sequence[Event]]) -> None:
        """Check that a client still has what it had, but for games with a fork or a removal.

        A ruling and what was owed may cross: which of the two counts is decided once both are here.
        """
        forgot = member.restored or member.moved
        for game, events in logs.items():
            ids = {event.id for event in events}
            lost = self._had.get(f"{member.handle} {game}", set()) - ids
            if lost and game not in self._parted and not forgot:
                raise Broken(f"{member.handle} has lost {len(lost)} events of a game")
            self._had[f"{member.handle} {game}"] = ids
        member.restored = member.moved = False
        gone = {
            key for key in self._had if key.startswith(f"{member.handle} ")
        } - {f"{member.handle} {game}" for game in logs}  # fmt: skip
        if forgot:  # of games of others that came by mail they have what was in their backup
            away = member.computers is not None
            others = {key for key in gone if away or not self._wrote(member, self._had[key])}
            for key in others:
                del self._had[key]
            gone -= others
        if gone:
            raise Broken(f"{member.handle} has lost a whole game")

    def _grown(self, member: Member, logs: Mapping[str, list[Event]]) -> None:
        """Note what a client has now, and of which games that is something else than before."""
        for game, events in logs.items():
            ids, copies = [event.id for event in events], self._copies.setdefault(game, {})
            if copies.get(member.handle) != ids:
                copies[member.handle] = ids
                self._changed.add(game)

    def _one_line(self) -> None:
        """All copies of a game are beginnings of the longest, but where two sides of it may be."""
        for game in self._changed - self._parted:
            copies = self._copies[game]
            whose = max(copies, key=lambda one: len(copies[one]))
            for handle, ids in copies.items():
                if ids != copies[whose][: len(ids)]:
                    raise Broken(f"{handle} and {whose} have two histories of game {game[:12]}")
        self._changed.clear()

    def _wrote(self, member: Member, events: set[str]) -> bool:
        return any(self.seen[one].by == member.handle for one in events if one in self.seen)

    def _one_tournament(self, season: Season) -> None:
        """Its log only grows, everybody has a beginning of it, and what is published is of it."""
        director = self.club.member(DIRECTOR)
        own = [event.id for event in season.events(director)]
        others = {one.handle: season.events(one) for one in self.club.members}
        if director.restored:  # and what nobody else has got is as if it had not been
            most = max(len(events) for handle, events in others.items() if handle != DIRECTOR)
            self._directed = self._directed[:most]
        if own[: len(self._directed)] != self._directed:
            raise Broken(f"{DIRECTOR} has lost or changed events of her tournament")
        self._directed = own
        for handle, events in others.items():
            if [event.id for event in events] != own[: len(events)]:
                raise Broken(f"{handle} has another history of the tournament")
        for one in self.club.members:
            if said := [why for why in one.said if "histories" in why or "history" in why]:
                raise Broken(f"{one.handle} was told of two histories: {said}")
        taken = {event.data["game"] for event in season.events(director) if event.kind == "game"}
        for game in taken & season.decoys.keys():
            raise Broken(f"a game that one player signed alone has {season.decoys[game]}")
        pages = season.pages(director)
        if (pages / "checkpoint").exists():
            shown = [event.line for event in season.events(director)]
            entries = Published(pages).entries()
            if entries != shown[: len(entries)] and not director.ever_restored:
                raise Broken("what is published is not the beginning of the tournament's log")

    # --- at the end -------------------------------------------------------------------------------

    def at_the_end(self) -> None:
        """After the calm: everybody has the same of each game, all of it good, and it is over."""
        games: dict[str, dict[str, Sequence[Event]]] = {}
        for member in self.club.members:
            member.round(Fate())
            for game, events in member.logs().items():
                if _takes_part(member, events):
                    games.setdefault(game, {})[member.handle] = events
        for game, copies in games.items():
            if game not in self.club.cheated:
                self._the_same(game, copies)
        if self.club.season is not None:
            self._tournament_over(self.club.season)
        self._verdicts()
        self._ends_are_mailed()
        self._only_cheats_are_convicted()
        self._cards_are_the_same()
        self._nothing_waits()
        self._sent_is_sent()
        self._no_day_is_signed_twice()

    def _the_same(self, game: str, copies: Mapping[str, Sequence[Event]]) -> None:
        heads = {events[-1].id for events in copies.values()}
        if len(heads) != 1:
            reported = ", ".join(f"{who} {len(events)}" for who, events in copies.items())
            raise Broken(f"after the calm copies of game {game[:12]} differ: {reported}")

    def _verdicts(self) -> None:
        library = Library(registry.find)
        results: dict[str, tuple[str, str]] = {}
        for member in self.club.members:
            for path in member.paths():
                verdict = verify(path, library)
                found = verdict.finding
                if found is not None:
                    raise Broken(f"{member.handle} has a log with {found.code}: {found.message}")
                cheated = verdict.game in self.club.cheated
                if not _takes_part(member, events_of(path)):
                    continue
                first, won = results.setdefault(verdict.game, (member.handle, verdict.won))
                if verdict.won != won and not cheated:
                    raise Broken(f"{first} has {won!r} and {member.handle} {verdict.won!r}")
                events = events_of(path)
                ruled = {event.data.get("out") for event in events} - {None}
                wronged = ruled & self._honest - self.club.lost[verdict.game]
                if wronged and not self.club.plan.late:  # who is late there `Dues` has looked at
                    raise Broken(f"{wronged} were put out of a game in which somebody cheated")
                if verdict.game in self.club.withheld and verdict.winner not in self._honest:
                    raise Broken(f"{verdict.winner} withheld something, and has won")
                if verdict.result is None and not cheated and not verdict.pen:
                    raise Broken(f"{member.handle} has a game that nobody can go on with")
                stuck = self.club.lost[verdict.game] and events[0].data.get("umpire") is None
                if verdict.result is None and not cheated and not stuck:
                    said = "\n  ".join(sorted(member.said)[-3:])
                    raise Broken(f"a game is not over after the calm: {verdict.pen}\n  {said}")

    def _tournament_over(self, season: Season) -> None:
        """A stranger finds everything; every word counts once, every log that was mailed."""
        director = self.club.member(DIRECTOR)
        log = season.log(director)
        games = [path for path in director.paths() if events_of(path)[0].data.get("for")]
        report = judging.verify(log, games, director.person.client.library)
        if not report.ok or not report.over:
            raise Broken(f"a stranger finds of the tournament: {report}")
        events = season.events(director)
        words = [
            (event.kind, event.data["word"]["handle"]) for event in events if "word" in event.data
        ]
        wanted = [*(("enter", one) for one in PLAYERS), *(("lot", KEEPER), ("lot", DIRECTOR))]
        if missing := [one for one in wanted if words.count(one) != 1]:
            raise Broken(f"not once in the tournament's log: {missing}")
        ruled = [event.seq for event in events if event.kind == "rule"]
        forked = self.club.cheated.keys() - season.decoys.keys()
        befell = forked or any(one.ever_restored for one in self.club.members)
        if ruled and not befell:
            raise Broken(f"boards had to be decided by rulings, events {ruled}")

    def _only_cheats_are_convicted(self) -> None:
        """Every proof of a fork that lies anywhere names who cheated; each cheat is reported."""
        proofs = [fork for member in self.club.members for fork in member.proofs()]
        named = {fork.a.by for fork in proofs}
        if wronged := named & self._honest:
            raise Broken(f"a fork is proven of {wronged}, who did nothing wrong")
        untold = self._signed_twice() - {fork.a.game for fork in proofs}
        if untold:
            raise Broken(f"nobody has the proof of what was signed twice in {len(untold)} games")

    def _signed_twice(self) -> set[str]:
        """Return the games in which somebody did sign twice, at both of their clients."""
        here = {
            event.id: event
            for member in self.club.members
            for event in (*chain.from_iterable(member.logs().values()), *member.recorded())
        }
        second = self.club.second
        first = {(one.by, one.prev) for one in here.values() if one.id not in second}
        return {one.game for one in second.values() if (one.by, one.prev) in first}

    def _cards_are_the_same(self) -> None:
        for member in self.club.members:
            for card in cards(member.person.client, Items()):
                if card.sign != identity(card.handle).sign_public.hex():
                    raise Broken(f"{member.handle} has a false card of {card.handle}")

    def _sent_is_sent(self) -> None:
        """Check that a server has taken all that stands in the databases of agents as sent."""
        for member in self.club.members:
            if member.secretary is None:
                continue
            with closing(
                sqlite3.connect(database_of(member.person.client, member.handle))
            ) as database:
                sent = database.execute("SELECT message_id, about FROM out WHERE state = 'sent'")
                lacking = [about for one, about in sent if one not in self.club.post.taken]
            if lacking:
                raise Broken(f"{member.handle}'s agent has noted as sent what was not: {lacking}")

    def _no_day_is_signed_twice(self) -> None:
        """Whatever an umpire's clock said, the umpire has not signed two days for one event."""
        for member in self.club.members:
            for path in (member.folder / "clock").rglob("*.days"):
                if twice := conflicts(read_days(path)):
                    raise Broken(f"{member.handle} has signed two days for one event: {twice}")

    def _ends_are_mailed(self) -> None:
        """How a game ended everybody's agent has mailed: what its owner wrote, or that it is so."""
        for member in [one for one in self.club.members if not one.ever_restored]:
            if member.secretary is None:
                continue
            for path in member.paths():
                session = sit(member.person.client, path, member.handle)
                [last] = session.since(session.table.chain.count - 1)
                if member.secretary.agent.database.reasoned(f"{turn_reason(session)} 1"):
                    continue
                if last.by == member.handle:
                    raise Broken(f"the agent of {member.handle} has not mailed how a game ended")
                if is_to_be_confirmed(session):
                    raise Broken(f"the agent of {member.handle} has not confirmed how a game ended")

    def _nothing_waits(self) -> None:
        for member in self.club.members:
            if member.secretary is None:
                continue
            waits = [
                f"{row.about} ({row.state})"
                for row in member.secretary.agent.database.outbox()
                if row.state != "sent" and not was_given_up(row)
            ]
            if waits:
                raise Broken(f"the agent of {member.handle} has not sent {waits}")


def _takes_part(member: Member, events: Sequence[Event]) -> bool:
    """Whether a game is somebody's: a stranger may have mailed them one, which nobody mails on.

    There is no replacement in these years: everybody is in the opening.
    """
    opening = events[0].data
    named = [*opening["players"], *([opening["umpire"]] if opening.get("umpire") else [])]
    return any(one["handle"] == member.handle for one in named)
