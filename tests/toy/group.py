"""Several identities at one table in memory: each with a record and a private file on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from msgspec import UNSET

from pbem.crypto import signing, vrf
from pbem.identity.identity import Identity
from pbem.log.consent import Replacement, agree
from pbem.log.event import NO_EVENT, Event, compose
from pbem.log.file import read_events
from pbem.log.finding import BadLog, Finding
from pbem.table import dicing
from pbem.table.events import kinds
from pbem.table.handlers import turns
from pbem.table.library import Library, data_digest
from pbem.table.own import writer
from pbem.table.own.private import PrivateFile
from pbem.table.own.record import Record
from pbem.table.own.writer import Writer
from pbem.table.past import Past
from pbem.table.roster import key_proof
from pbem.table.table import Table
from toy.rules import ToyRules

TIME = "2026-11-20T15:04:05Z"
RULES = {("toy", version): ToyRules(version) for version in (1, 2)}
END = {"do": "end"}
PASS = {"do": "pass"}
FIRE = {"do": "fire"}
ADVANCE = {"do": "advance"}
STOP = {"do": "stop"}


def move(n: int) -> dict[str, Any]:
    return {"do": "move", "n": n}


def attack(on: str) -> dict[str, Any]:
    return {"do": "attack", "on": on}


def retreat(n: int) -> dict[str, Any]:
    return {"do": "retreat", "n": n}


def plan(to: int) -> dict[str, Any]:
    return {"do": "plan", "to": to}


def when(order: dict[str, Any], fact: str, *args: str, op: str, value: int) -> dict[str, Any]:
    condition = {"fact": fact, "args": list(args), "op": op, "value": value}
    return {"do": "if", "when": condition, "then": order}


def clock() -> str:
    return TIME


def toy_library() -> Library:
    return Library(lambda name, version: RULES.get((name, version)))  # type: ignore[return-value]


def identity(handle: str) -> Identity:
    """The same keys in every run."""
    secrets = (hashlib.sha256(f"{what} of {handle}".encode()).digest() for what in "sbm")
    return Identity(handle, *secrets)


def signer(handle: str) -> kinds.Signer:
    return kinds.Signer(handle, identity(handle).sign_public.hex())


def rules_id(version: int = 1) -> kinds.RulesId:
    return kinds.RulesId("toy", version, data_digest(RULES["toy", version].data()))


def opening(
    players: Sequence[str] = ("ann", "bob"),
    seats: Mapping[str, str] | None = None,
    *,
    umpire: str | None = None,
    dice: kinds.Dice = "opponents",
    scenario: str = "duel",
    **changes: Any,
) -> kinds.Open:
    three = ("red", "blue", "green")
    sides = {"trio": three, "pacts": three, "alone": ("red",)}.get(scenario, three[:2])
    fields = {
        "rules": rules_id(),
        "scenario": scenario,
        "options": {"rounds": 4},
        "players": tuple(signer(handle) for handle in players),
        "seats": seats or dict(zip(sides, players, strict=False)),
        "umpire": None if umpire is None else signer(umpire),
        "dice": dice,
        "clock": None,
    }
    return kinds.Open(**{**fields, **changes})


class Group:
    """Players (and an umpire) around one table; ``events`` is their log."""

    def __init__(
        self, folder: Path, data: kinds.Open | None = None, library: Library | None = None
    ) -> None:
        self.folder = folder
        self.library = library or toy_library()
        self.table = Table(self.library)
        self.events: list[Event] = []
        self.opening = data or opening()
        first = self.opening.players[0].handle
        self._take(writer.open_game(identity(first), self.library, self.opening, clock))

    @classmethod
    def joined(cls, folder: Path, *args: Any, **kwargs: Any) -> Group:
        """A group whose game has started."""
        group = cls(folder, opening(*args, **kwargs))
        group.join_all()
        return group

    @classmethod
    def read(cls, folder: Path, path: Path) -> Group:
        """A group whose log stands in a file."""
        events = list(read_events(path))
        group = cls.__new__(cls)
        group.folder, group.library = folder, toy_library()
        group.opening = kinds.read_data("open", events[0].data)
        return group.at(events)

    def at(self, events: Sequence[Event]) -> Self:
        """The same players with the same records, at another log."""
        twin = type(self).__new__(type(self))
        twin.folder, twin.library, twin.opening = self.folder, self.library, self.opening
        twin.table, twin.events = Table(self.library), []
        for event in events:
            twin._take(event)
        return twin

    def writer(self, handle: str) -> Writer:
        return Writer(
            identity(handle),
            self.table,
            Record(self.folder / handle / "record"),
            PrivateFile(self.folder / handle / "private"),
            since=lambda seq: self.events[seq:],
            clock=clock,
        )

    def take(self, event: Event) -> Event:
        """Add an event that was forged; its author's record has it like any other."""
        self._take(event)
        record = Record(self.folder / event.by / "record")
        if not record.missing and record.signed_on(event.prev) is None:
            record.add(event)
        return event

    def _take(self, event: Event) -> Event:
        self.table.take(event)
        self.events.append(event)
        return event

    def play(self, handle: str, kind: str, *args: Any, **kwargs: Any) -> Event:
        """Let a player write an event with the real software, and let everybody import it."""
        return self._take(getattr(self.writer(handle), kind)(*args, **kwargs))

    def orders(self, handle: str, *orders: dict[str, Any], **kwargs: Any) -> Event:
        return self.play(handle, "orders", orders, **kwargs)

    def join_all(self, standing: Mapping[str, Any] | None = None) -> None:
        while (player := self.table.roster.joining()) is not None:
            self.play(player.handle, "join", (standing or {}).get(player.handle))

    def roll(self) -> list[tuple[int, int]]:
        """Let every keeper due answer; return the rolls."""
        rolls: Any = ()
        while (active := self.table.active()).kinds == ("dice",):
            assert active.handle is not None
            rolls = read(self.play(active.handle, "dice")).rolls
        return list(rolls)

    def rig(self, by: str, kind: str, data: Any, *rolls: int) -> Event:
        """Add a trigger after which the first dice with 6 faces fall like this.

        Only who has the keys of author and keepers alike can do it: it tries salt after salt.
        """
        for number in range(100_000):
            event = self.forge(by, kind, data, salt=number.to_bytes(16, "big"))
            if number == 0:
                table = self.table.copy()
                table.take(event)
                owed = table.dicing
                assert owed is not None, "this event triggers no dice"
            owed = msgspec.structs.replace(owed, trigger=event.id, betas=[])
            for keeper in owed.keepers:
                alpha = dicing.alpha_of(self.table.game_id, owed, keeper)
                proof = vrf.prove(identity(keeper.handle).vrf_secret(self.table.game_id), alpha)
                owed.betas.append(vrf.output(proof).hex())
            stream = dicing.stream_of(self.table.game_id, owed)
            if all(stream.uniform(6) + 1 == roll for roll in rolls):
                return self.take(event)
        raise AssertionError("no salt gives these rolls")

    def rig_orders(
        self, by: str, *orders: dict[str, Any], dice: Sequence[int], **changes: Any
    ) -> Event:
        """Give orders that trigger dice which fall like this."""
        assert self.table.play is not None
        assert self.table.play.asked is not None
        data = self.orders_data(self.table.play.asked.side, *orders, **changes)
        event = self.rig(by, "orders", data, *dice)
        self.roll()
        return event

    def read_offer(self, data: dict[str, Any]) -> Any:
        return kinds.read_data("offer", data)

    def consent(self, out: str, new: str, *by: str) -> list[dict[str, str]]:
        """Return what the others with a seat sign who agree that ``new`` plays on for ``out``."""
        others = by or [handle for handle in self.table.seated() if handle != out]
        game, prev, sign = self.table.game_id, self.events[-1].id, signer(new).sign
        to = Replacement(game=game, prev=prev, out=out, handle=new, sign=sign)
        agreed = [agree(to, by=handle, seed=identity(handle).sign_seed) for handle in others]
        return [{"by": one.by, "sig": one.sig} for one in agreed]

    def new_keys(self, handle: str, new: str, box: str | None = None) -> kinds.OfferKeys:
        """The signing key of ``new``, proven for ``handle`` on the end of the log."""
        proven = key_proof(self.table.game_id, handle, self.events[-1].id)
        proof = signing.sign(identity(new).sign_seed, proven).hex()
        sign = identity(new).sign_public.hex()
        return kinds.OfferKeys(sign=sign, proof=proof, box=UNSET if box is None else box)

    # --- what a cheat does -------------------------------------------------------------------

    def forge(self, by: str, kind: str, data: Any, **changes: Any) -> Event:
        """Sign anything on the head of the log, asking neither record nor table."""
        plain = data if isinstance(data, dict) else kinds.write_data(data)
        fields: dict[str, Any] = {
            "game": self.table.game_id,
            "seq": len(self.events),
            "prev": self.events[-1].id if self.events else NO_EVENT,
            "by": by,
            "at": TIME,
            "kind": kind,
            "data": plain,
            "seed": identity(by).sign_seed,
            "salt": bytes(16),
            "version": self.table.chain.version or 1,
        }
        return compose(**{**fields, **changes})

    def orders_data(self, side: str, *orders: dict[str, Any], **changes: Any) -> dict[str, Any]:
        return {"side": side, "orders": list(orders), "state": self.table.digest(), **changes}

    def dice_data(self, secret: bytes | None = None, **changes: Any) -> dict[str, Any]:
        """Return what the keeper due would write, with any secret and any field changed."""
        owed = self.table.dicing
        assert owed is not None
        keeper = owed.keepers[0]
        own = identity(keeper.handle).vrf_secret(self.table.game_id)
        proof = vrf.prove(secret or own, dicing.alpha_of(self.table.game_id, owed, keeper))
        data: dict[str, Any] = {"proof": proof.hex()}
        if len(owed.keepers) == 1:
            table = self.table.copy()
            done, table.dicing = table.dicing, None
            assert done is not None
            done.betas.append(vrf.output(proof).hex())
            data["rolls"] = turns.draw(table, done)
            data["then"] = table.digest()
        return {**data, **changes}

    def refused(self, event: Event, code: str, *, blame: Sequence[str] | None = None) -> Finding:
        """Show an event to a copy of the table: it must be refused with ``code``."""
        with pytest.raises(BadLog) as caught:
            self.table.copy().take(event)
        found = caught.value.finding
        assert found.code == code, found
        assert (found.seq, found.event) == (event.seq, event.id)
        assert found.good == len(self.events)
        if blame is not None:
            assert found.blame == tuple(blame)
        return found

    def refused_any(self, event: Event, *, blame: Sequence[str]) -> None:
        """It must be refused, whatever the code."""
        with pytest.raises(BadLog) as caught:
            self.table.copy().take(event)
        assert caught.value.finding.blame == tuple(blame)

    # --- replays -----------------------------------------------------------------------------

    def replay(self, level: int = 3, upto: int | None = None) -> Table:
        table = Table(self.library, level)
        for event in self.events[:upto]:
            table.take(event)
        return table

    def replay_thawed(self) -> None:
        """Freeze and thaw at every event: the same digests as a straight replay."""
        straight, stepped = Table(self.library), Table(self.library)
        for event in self.events:
            straight.take(event)
            before = self.events[: event.seq]
            stepped = Table.thaw(self.library, stepped.freeze(), Past(before.copy))
            stepped.take(event)
            if straight.play is not None:
                assert stepped.digest() == straight.digest()
                assert Table.thaw(self.library, stepped.freeze()).digest() == straight.digest()
            assert stepped.active() == straight.active()
            assert thawed_bytes(stepped) == thawed_bytes(straight)

    def check_all(self) -> None:
        """Check what must hold of every log: all levels, and freezing anywhere."""
        for level in (1, 2, 3):
            self.replay(level)
        self.replay_thawed()


def thawed_bytes(table: Table) -> Any:
    """Everything a table knows; two mappings are the same in any order."""
    return msgspec.msgpack.decode(table.freeze())


def read(event: Event) -> Any:
    """The typed data of an event."""
    return kinds.read_data(event.kind, event.data)


def skipped(table: Table) -> list[dict[str, Any]]:
    """The orders that were skipped since this was last asked."""
    return [outcome.order for outcome in table.reported() if type(outcome).__name__ == "Lapsed"]
