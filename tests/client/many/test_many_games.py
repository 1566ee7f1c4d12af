"""One umpire and five hundred solitaire competitors, some of whom mail many variants of a turn."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from time import perf_counter

import pytest

from hostile.base import fixed_chance
from pbem.audit.compare import judge_fork_file
from pbem.audit.verify import verify
from pbem.store import database
from pbem.table import dicing
from toy.cheat import CHI_6_FACES, by_chance, chi_square
from toy.club import UMPIRE, Competitor, Umpire
from toy.group import END, identity, toy_library

PLAYERS = 500
CHEATS = min(60, PLAYERS // 3)
MODES = ("together", "backwards", "later", "stretches", "restarted", "deleted")
GOOD = 3
"""A raid that rolls up to this costs nothing: what a cheat looks for."""


@pytest.fixture(autouse=True)
def _nothing_waits_for_the_disk(monkeypatch):
    """The remains of a kill on a disk are tested elsewhere; here they would be most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)
    connected = database._on_connect

    def hurried(connection, record) -> None:
        connected(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    monkeypatch.setattr(database, "_on_connect", hurried)


@pytest.mark.long(2)
def test_five_hundred_games(tmp_path, record_property):
    with fixed_chance("five hundred games"):
        club = Club(tmp_path)
        club.begin()
        club.first_turn()
        club.again()
        club.second_turn()
    record_property("mails handled a second", round(club.rate))
    print(f"\n{club.rate:.0f} mails handled a second")  # noqa: T201 - the rate is a result
    club.check_triggers()
    club.check_honest()
    club.check_cheats()
    club.check_rolls()


class Club:
    def __init__(self, folder) -> None:
        self.folder = folder
        self.umpire = Umpire(folder / UMPIRE)
        self.players = [Competitor(folder, f"p{number:03}") for number in range(PLAYERS)]
        step = PLAYERS // CHEATS
        cheats = self.players[::step][:CHEATS]
        self.cheats = {cheat.handle: MODES[i % len(MODES)] for i, cheat in enumerate(cheats)}
        self.variants = {cheat.handle: 5 + i % 16 for i, cheat in enumerate(cheats)}
        self.tried: dict[str, list] = {}
        self.honest = [one for one in self.players if one.handle not in self.cheats]
        self.seconds = 0.0
        self.given = self.handled = 0

    @property
    def rate(self) -> float:
        """Mails handled a second: joined, answered, sent again or refused."""
        return self.handled / self.seconds

    def keeps(self, name: str) -> dict:
        begun = perf_counter()
        kept = self.umpire.keeps(self.folder / name)
        self.seconds += perf_counter() - begun
        self.handled += len(kept)
        self.given += sum(one.did == "gave" for one in kept)
        return {one.what: one for one in kept}

    def begin(self) -> None:
        for one in self.players:
            one.mails(self.folder / "begin")
        kept = self.keeps("begin")
        assert {one.did for one in kept.values()} == {"joined"}
        for one in self.players:
            one.takes(kept[f"toy-{one.handle}"])
            one.play(one.handle, "join")

    def first_turn(self) -> None:
        inbox = self.folder / "first"
        for one in self.players:
            mode = self.cheats.get(one.handle)
            if mode is None:
                one.orders(one.handle, END)
                one.mails(inbox)
                continue
            tried = one.variants(self.variants[one.handle])
            self.tried[one.handle] = tried
            if mode == "together":
                for number, event in enumerate(tried):
                    one.mails(inbox, f"-{number:02}", [event])
            elif mode == "backwards":
                for number, event in enumerate(reversed(tried)):
                    one.mails(inbox, f"-{number:02}", [event])
            else:
                one.mails(inbox, "", [tried[0]])
        kept = self.keeps("first")
        for one in self.honest:
            assert kept[f"toy-{one.handle}"].did == "gave"
            one.takes(kept[f"toy-{one.handle}"])

    def again(self) -> None:
        """The cheats mail their other variants, after the answer; the umpire's home changes."""
        for mode in MODES:
            if mode == "restarted":
                self.umpire.restarts()
            if mode == "deleted":
                self.umpire.loses_logs()
            kept = self._mail_others(mode, f"again-{mode}")
            assert all(one.did in ("refused", "again") for one in kept.values()), kept
        assert self.umpire.proofs()

    def _mail_others(self, mode: str, name: str) -> dict:
        for handle, how in self.cheats.items():
            if how != mode:
                continue
            [cheat] = (one for one in self.players if one.handle == handle)
            # Some mail first what was answered, others what was not.
            forwards = self.variants[handle] % 2
            order = self.tried[handle] if forwards else self.tried[handle][::-1]
            for number, event in enumerate(order):
                if mode == "stretches":
                    path = self.folder / name / f"{handle}-{number:02}.pbem"
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(event.line + b"\n")
                else:
                    cheat.mails(self.folder / name, f"-{number:02}", [event])
        return self.keeps(name)

    def second_turn(self) -> None:
        """All are active again; every fourth writes."""
        assert all(one.table.active().handle == one.handle for one in self.honest)
        for one in self.honest[::4]:
            one.orders(one.handle, END)
            one.mails(self.folder / "second")
        kept = self.keeps("second")
        for one in self.honest[::4]:
            one.takes(kept[f"toy-{one.handle}"])

    # --- what must hold ----------------------------------------------------------------------

    def check_triggers(self) -> None:
        """For each predecessor exactly one trigger got dice, in the records and in the mail."""
        answered = defaultdict(set)
        for entries in self.umpire.records():
            for entry in entries:
                if entry.on:
                    answered[entry.on].add(entry.trigger)
        assert {len(triggers) for triggers in answered.values()} == {1}
        assert len(answered) == self.given
        signed = {next(iter(triggers)) for triggers in answered.values()}
        assert {event.prev for event in self.umpire.mailed.values()} <= signed
        for handle, tried in self.tried.items():
            got = {event.id for event in tried} & signed
            assert len(got) == 1, (handle, self.cheats[handle])

    def check_honest(self) -> None:
        for number, one in enumerate(self.honest):
            assert len(one.events) == (5 if number % 4 else 7)
            assert one.events[-1].kind == "dice"
        for one in self.honest[::20]:
            assert verify(one.mails(self.folder / "last"), toy_library()).ok

    def check_cheats(self) -> None:
        """Every cheat is convicted by a file that anybody can judge; nobody else is."""
        convicted = Counter()
        for proof in self.umpire.proofs():
            judged = judge_fork_file(proof, toy_library())
            assert judged.proven
            convicted[judged.author] += 1
        assert set(convicted) == set(self.cheats)

    def check_rolls(self) -> None:
        """The cheats rolled as everybody does; with every variant answered they would not have."""
        counts = [0] * 6
        for event in self.umpire.mailed.values():
            for _, got in event.data["rolls"]:
                counts[got] += 1
        assert chi_square(counts) < CHI_6_FACES
        by_prev = {event.prev: event for event in self.umpire.mailed.values()}
        lucky = could = 0
        for handle, tried in self.tried.items():
            [cheat] = (one for one in self.players if one.handle == handle)
            [given] = (by_prev[event.id] for event in tried if event.id in by_prev)
            lucky += given.data["rolls"][0][1] + 1 <= GOOD
            could += any(first_die(cheat, event) <= GOOD for event in tried)
        assert by_chance(lucky, CHEATS, GOOD / 6)
        assert not by_chance(could, CHEATS, GOOD / 6)


def first_die(cheat: Competitor, event) -> int:
    """Return what the umpire's key would have given for a variant: only the umpire could know."""
    table = cheat.table.copy()
    table.take(event)
    owed = table.dicing
    alpha = dicing.alpha_of(table.game_id, owed, owed.keepers[0])
    from pbem.crypto import vrf

    proof = vrf.prove(identity(UMPIRE).vrf_secret(table.game_id), alpha)
    owed.betas.append(vrf.output(proof).hex())
    return dicing.stream_of(table.game_id, owed).uniform(6) + 1
