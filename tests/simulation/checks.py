"""What has to hold after each day, whatever befell whom."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing

from pbem.agent.agent import book_of
from pbem.agent.memory.rows import OutRow
from pbem.audit.verify import verify
from pbem.director import judging
from pbem.games import registry
from pbem.log.event import Event
from pbem.log.fork import read_fork
from pbem.table.library import Library
from second.tiles import Published
from simulation.looked_at import events_of
from simulation.member import Member
from simulation.season import DIRECTOR, KEEPER, PLAYERS, Season
from simulation.world import Club

FILES_MOST = 1500
"""So many files, at most, lie in a member's home, an umpire's with the proofs of every cheat too.

Leftovers of kills do not pile up.
"""


class Broken(AssertionError):
    """Something does not hold."""


class Checks:
    """Looks at all desks after each day; ``seen``: every event that anybody ever had."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.seen: dict[str, Event] = {}
        self._had: dict[str, set[str]] = {}
        self._signed: dict[tuple[str, str, str], str] = {}
        self._directed: list[str] = []

    def after_a_day(self) -> None:
        """Raise `Broken` where something does not hold."""
        if self.club.post.hasty:
            raise Broken(f"sent again before a copy could have come: {self.club.post.hasty}")
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
            self._bounded(member)

    def _forgot(self, member: Member) -> None:
        """Let go of what a member signed after his backup and nobody else has.

        Should somebody get it later it counts again: he was to wait for that.
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
        """No honest desk has signed two events on one predecessor."""
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
        """What one has in a log of one's own events stands in one's record: it came there first.

        Who came back from a backup begins his record anew, from the others' copies; who cheats at a
        second desk is told at the first that its record lacks what came from there.
        """
        if member.ever_restored or not member.honest:
            return
        entered = {event.id for event in member.recorded()}
        mine = {
            event.id: event for events in logs.values() for event in events
            if event.by == member.handle
        }  # fmt: skip
        for event in [mine[one] for one in mine.keys() - entered]:
            raise Broken(f"event {event.seq} of {member.handle} is in his log and not his record")

    def _nothing_lost(self, member: Member, logs: Mapping[str, Sequence[Event]]) -> None:
        """What a desk had it still has, but for games in which somebody forked."""
        forgot = member.restored
        for game, events in logs.items():
            ids = {event.id for event in events}
            lost = self._had.get(f"{member.handle} {game}", set()) - ids
            if lost and game not in self.club.cheated and not forgot:
                raise Broken(f"{member.handle} has lost {len(lost)} events of a game")
            self._had[f"{member.handle} {game}"] = ids
        member.restored = False
        gone = {
            key for key in self._had if key.startswith(f"{member.handle} ")
        } - {f"{member.handle} {game}" for game in logs}  # fmt: skip
        if forgot:  # of games of others that he had been mailed he has what was in his backup
            others = {key for key in gone if not self._wrote(member, self._had[key])}
            for key in others:
                del self._had[key]
            gone -= others
        if gone:
            raise Broken(f"{member.handle} has lost a whole game")

    def _wrote(self, member: Member, events: set[str]) -> bool:
        return any(self.seen[one].by == member.handle for one in events if one in self.seen)

    def _bounded(self, member: Member) -> None:
        files = sum(len(names) for _, _, names in os.walk(member.folder))
        if files > FILES_MOST:
            raise Broken(f"{files} files lie in the home of {member.handle}")

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
            for game, events in member.logs().items():
                games.setdefault(game, {})[member.handle] = events
        for game, copies in games.items():
            if game not in self.club.cheated:
                self._the_same(game, copies)
        if self.club.season is not None:
            self._tournament_over(self.club.season)
        self._verdicts()
        self._only_cheats_are_convicted()
        self._nothing_waits()
        self._sent_is_sent()

    def _the_same(self, game: str, copies: Mapping[str, Sequence[Event]]) -> None:
        heads = {events[-1].id for events in copies.values()}
        if len(heads) != 1:
            told = ", ".join(f"{who} {len(events)}" for who, events in copies.items())
            raise Broken(f"after the calm copies of game {game[:12]} differ: {told}")

    def _verdicts(self) -> None:
        library = Library(registry.find)
        for member in self.club.members:
            for path in member.paths():
                verdict = verify(path, library)
                found = verdict.finding
                if found is not None:
                    raise Broken(f"{member.handle} has a log with {found.code}: {found.message}")
                cheated = verdict.game in self.club.cheated
                if verdict.result is None and not cheated and not verdict.pen:
                    raise Broken(f"{member.handle} has a game that nobody can go on with")
                if verdict.result is None and not cheated:
                    said = sorted(member.said)[-3:]
                    raise Broken(f"a game is not over after the calm: {verdict.pen} {said}")

    def _tournament_over(self, season: Season) -> None:
        """A stranger finds everything; every word counts once, every log that was mailed."""
        director = self.club.member(DIRECTOR)
        log = season.log(director)
        games = [path for path in director.paths() if events_of(path)[0].data.get("for")]
        report = judging.verify(log, games, director.person.desk.library)
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
        befell = self.club.cheated or any(one.ever_restored for one in self.club.members)
        if ruled and not befell:
            raise Broken(f"boards had to be decided by rulings, events {ruled}")

    def _only_cheats_are_convicted(self) -> None:
        """Every proof of a fork that lies anywhere names who cheated, and each cheat is told."""
        proofs = [read_fork(path) for path in self.club.folder.rglob("*.fork")]
        named = {fork.a.by for fork in proofs}
        honest = {one.handle for one in self.club.members if one.honest}
        if named & honest:
            raise Broken(f"a fork is proven of {named & honest}, who did nothing wrong")
        untold = self.club.cheated - {fork.a.game for fork in proofs}
        if untold:
            raise Broken(f"nobody has the proof of what was signed twice in {len(untold)} games")

    def _sent_is_sent(self) -> None:
        """Of what stands in the books of agents as sent, a server has taken all."""
        for member in self.club.members:
            if member.secretary is None:
                continue
            with closing(sqlite3.connect(book_of(member.person.desk, member.handle))) as book:
                sent = book.execute("SELECT message_id, about FROM out WHERE state = 'sent'")
                lacking = [about for one, about in sent if one not in self.club.post.taken]
            if lacking:
                raise Broken(f"{member.handle}'s agent has noted as sent what was not: {lacking}")

    def _nothing_waits(self) -> None:
        for member in self.club.members:
            if member.secretary is None:
                continue
            waits = [
                f"{row.about} ({row.state})"
                for row in member.secretary.agent.book.outbox()
                if row.state != "sent" and not _was_given_up(row)
            ]
            if waits:
                raise Broken(f"the agent of {member.handle} has not sent {waits}")


def _was_given_up(row: OutRow) -> bool:
    """Whether it is a letter to a tournament, of a round that is over: its director was told."""
    return row.state == "failed" and row.reason.startswith("tournament ")
