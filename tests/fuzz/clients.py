"""Desks at which logs of one game arrive, in any order and in any pieces, and who signs there."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable
from pathlib import Path

from fuzz.grove import Grove, Log
from pbem.client.client import NotFound
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.session.fork_proofs import proofs
from pbem.client.storage.sides import check_decided, counted, sides
from pbem.errors import KeyFileError, PbemError
from pbem.log.event import Event
from pbem.log.file import read_events, to_bytes
from pbem.table.counts import Counted
from toy.people import Person

WHOLE = ("new", "longer", "same", "older", "aside", "fork", "open")
STRETCH = (*WHOLE, "gap", "finding")
"""The possible fates of a valid log, and of a stretch whose beginning may be missing here."""


class Seat:
    """One person, the client, and where files for it are put."""

    def __init__(self, handle: str, folder: Path, grove: Grove) -> None:
        self.handle = handle
        self.grove = grove
        self.rng: random.Random = grove.rng
        self.person = Person(handle, folder)
        self.said: set[str] = set()
        self._folder = folder
        self._mail = folder / f"{handle}.mail.pbem"

    def close(self) -> None:
        self.person.client.close()

    # --- what arrives ------------------------------------------------------------------------

    def arrives(self, log: Log, start: int = 0) -> None:
        """Import a log from event ``start`` on."""
        self._mail.write_bytes(to_bytes(log[start:]))
        instead = self.rng.random() < 0.08
        taken = self.person.takes(self._mail, instead=instead)
        good = STRETCH if start else WHOLE
        assert taken.status in good, f"{self.handle} took {len(log)} events from {start}: {taken}"

    def arrive(self, logs: Iterable[Log]) -> None:
        """Import these logs in any order, in any pieces; the client is left and broken between."""
        logs = list(logs)
        for log in self.rng.sample(logs, len(logs)):
            what = self.rng.random()
            if what < 0.25:
                self.arrives(log[: self.rng.randint(1, len(log))])
            self.arrives(log, self.rng.randrange(len(log)) if what > 0.6 else 0)
            self.between()
        # A stretch may have come before what it stands on.
        for log in logs:
            if log[-1].id not in self.everything():
                self.arrives(log)

    def between(self) -> None:
        """Somebody signs, the program is started again, its database is gone, or its logs too."""
        what = self.rng.random()
        if what < 0.4 and self.handle in self.grove.honest:
            self.signs()
        elif what < 0.6:
            self.close()
            if what < 0.5:
                for path in self.person.folder.glob("pbem.sqlite*"):
                    path.unlink()
                if what < 0.44 and self.person.client.games.exists():
                    shutil.rmtree(self.person.client.games)
            self.person = Person(self.handle, self._folder)

    def log(self) -> list[Event]:
        return list(read_events(self.person.log))

    def everything(self) -> set[str]:
        """Return the ids of all events that are here."""
        if not self.person.client.logs():
            return set()
        logs = [self.person.log, *sides(self.person.log)]
        return {event.id for path in logs for event in read_events(path)}

    # --- signing -----------------------------------------------------------------------------

    def signs(self) -> None:
        """Sign what is due here, or something else; what the program refuses is not signed."""
        try:
            session = self.person.sits()
        except NotFound:
            return
        umpire = session.table.roster.umpire
        rules = umpire is not None and umpire.handle == self.handle and self.rng.random() < 0.5
        try:
            self.rules() if rules else self.acts()
        except PbemError as refused:
            self.said.add(str(refused))
        self.grove.learn(self.log())

    def acts(self) -> None:
        """Sign what the active player is asked for, most often."""
        session = self.person.sits()
        now = session.table.active()
        kind = (
            self.rng.choice(now.kinds or ("",))
            if self.rng.random() < 0.1
            else "".join(now.kinds[:1])
        )
        match kind:
            case "orders":
                play = session.table.play
                assert play is not None
                legal = list(play.game.legal(play.position))
                text = play.game.text(self.rng.choice(legal)) if legal else "pass"
                self.person.does(acting.order, drafts.draft(session, text.encode()))
            case "seal":
                self.person.does(acting.seal, drafts.draft_secret(session, b"plan 1"))
            case "answer":
                self.person.does(acting.answer, yes=self.rng.random() < 0.7)
            case "join":  # a stranger may keep the dice
                self.person.does(acting.join, anyway=True)
            case "dice" | "reveal" | "resign":
                self.person.does(getattr(acting, kind))

    def rules(self) -> None:
        """Rule as an umpire may who lacks mail, or has too much of it."""
        rng, session = self.rng, self.person.sits()
        what = rng.random()
        beside = [*proofs(session.path), *sides(session.path)]
        rulings = [event.id for event in self.grove.events_of_all() if event.kind == "ruling"]
        if what < 0.4 and beside:
            self.person.does(acting.rule_fork, rng.choice(beside), forfeit=rng.random() < 0.5)
        elif what < 0.7 and rulings:
            self.person.does(acting.rule_back, rng.choice(rulings))
        elif what < 0.9:
            self.person.does(acting.rule_out, session.table.active().handle or self.handle)
        else:
            self.person.does(acting.rule_result)

    # --- what holds at every client ------------------------------------------------------------

    def check(self, expected: Counted) -> None:
        """The log here is the one that counts by all there is; where none does, nobody signs."""
        assert "" not in self.said, f"{self.handle} was refused without a word"
        log = tuple(self.log())
        found = counted(self.person.sits())
        here = self.everything()
        missing = [event for event in self.grove.events_of_all() if event.id not in here]
        lost = [event.id for event in missing if event.by in self.grove.honest]
        assert not lost, f"{self.handle} has no room for what somebody honest signed: {lost}"
        same = _decision(found) == _decision(expected) if missing else found == expected
        assert same, f"{self.handle}: {_reported(found)}, not {_reported(expected)}"
        if expected.open is None:
            assert log == expected.events, f"{self.handle} has another log"
            check_decided(self.person.sits())
            return
        on = log[: len(expected.events)] == expected.events
        assert on, f"{self.handle} has another log before {_reported(expected)}"
        alone = expected.open.everybody == (self.handle,)
        if not alone and not list(self.person.client.games.glob("*.chosen")):
            try:
                check_decided(self.person.sits())
            except KeyFileError:
                pass
            else:
                raise AssertionError(f"{self.handle} may sign: {_reported(expected)}")
            assert self.person.sits().forked(), (
                f"{self.handle} is told nothing of {_reported(expected)}"
            )


def _decision(counted: Counted) -> tuple[object, ...]:
    """Return what every client has to know, also one that has no room for all variants of a fork.

    That may not know of a branch point at which a variant lost.
    """
    return counted.events, counted.open and counted.open.seq, counted.umpire


def _reported(counted: Counted) -> str:
    """Say what was decided where, in short."""
    reported = [f"umpire {counted.umpire}"] if counted.umpire else []
    for branch_point in counted.branch_points:
        sides = ", ".join(f"{e.id[:6]} {e.by} {e.kind}" for e in branch_point.sides)
        one = branch_point.counts.id[:6] if branch_point.counts else "nothing"
        reported.append(f"at {branch_point.seq} of ({sides}) {one} counts, {branch_point.rules}")
    return "; ".join(reported) or "nowhere"
