"""The cost of a full audit, beside the signatures, proofs and replay that it cannot save."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from nacl import bindings

from pbem.audit.verify import verify, verify_many
from pbem.bench.dealing import DeckWalk
from pbem.bench.games import plain_data
from pbem.bench.measure import Row, at_least, at_most, interleaved
from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.games import registry
from pbem.log.event import Event, signed_bytes
from pbem.log.file import to_bytes
from pbem.play.play import Play
from pbem.table.events import kinds
from pbem.table.handlers.entering import join_alpha
from pbem.table.library import Library

ORDERS: Mapping[str, float] = {"singapore": 0.3, "meiktila": 0.6}
"""Games whose orders look at much -> how many are to be replayed in the time of one verify."""


def make_library() -> Library:
    """Return the registry's rules without packs of owners."""
    return Library(registry.find)


class Job:
    """A finished log with what its floor and its replay alone need, taken out beforehand.

    ``events``: those of the log in ``path``.
    """

    def __init__(self, path: Path, events: Sequence[Event], library: Library) -> None:
        self.path = path
        self.signed: list[tuple[bytes, bytes]] = []
        self.proofs: list[tuple[bytes, bytes, bytes]] = []
        self.steps: list[tuple[str, Any]] = []
        self.decks = DeckWalk(library)
        has_decks = any(event.kind == "shuffle" for event in events)
        opening: kinds.Open = plain_data(events[0])
        signers = {one.handle: bytes.fromhex(one.sign) for one in opening.players}
        game, keys, trigger = events[0].id, dict[str, bytes](), events[0]
        for event in events:
            message = bytes.fromhex(event.sig) + signed_bytes(event.body)
            self.signed.append((message, signers[event.by]))
            data = plain_data(event)
            if isinstance(data, kinds.Join):
                keys[event.by] = bytes.fromhex(data.vrf)
                alpha = join_alpha(game, event.by)
                self.proofs.append((keys[event.by], alpha, bytes.fromhex(data.proof)))
            elif isinstance(data, kinds.DiceData):
                alpha = crypto_dice.alpha(game, trigger.id)
                self.proofs.append((keys[event.by], alpha, bytes.fromhex(data.proof)))
            if event.kind != "dice":
                trigger = event
            dealt = self.decks.take(event, data) if has_decks else None
            self._step(event, data)
            if dealt is not None:
                self.steps.append(("dealt", dealt))
        _, self.game = library.game(opening)
        self.seats = opening.seats

    def _step(self, event: Event, data: Any) -> None:
        match data:
            case kinds.Orders():
                standing = data.standing if isinstance(data.standing, dict) else None
                self.steps.append(("orders", (event.by, data.orders, standing)))
            case kinds.DiceData(rolls=tuple(rolls)):
                self.steps.append(("dice", [got for _, got in rolls]))
            case kinds.Seal(label=label):
                self.steps.append(("seal", label))
            case kinds.Reveal(value=value):
                self.steps.append(("reveal", value))

    def floor(self) -> None:
        """Verify signatures and proofs, of dice and of decks, and nothing else."""
        opened = bindings.crypto_sign_open
        for message, key in self.signed:
            opened(message, key)
        for key, alpha, proof in self.proofs:
            vrf.verify(key, alpha, proof)
        self.decks.check()

    def signatures(self) -> None:
        """Verify signatures alone."""
        opened = bindings.crypto_sign_open
        for message, key in self.signed:
            opened(message, key)

    def replay(self) -> Play:
        """Carry out every order by the rules, without any cryptography; return how it ends.

        The results of the dice and the draws are known.
        """
        play = Play(self.game, self.seats)
        play.start()
        for what, how in self.steps:
            if what == "orders":
                by, orders, standing = how
                if standing is not None:
                    play.standing[by] = standing
                play.order(by, orders)
            elif what == "dice":
                play.roll(_Known(how))
            elif what == "seal":
                play.seal(how)
            elif what == "dealt":
                play.dealt(how)
            else:
                play.open(how)
            play.reported.clear()
        return play

    @property
    def orders(self) -> int:
        """How many orders the log holds."""
        return sum(len(how[1]) for what, how in self.steps if what == "orders")


class _Known:
    """Dice that are known already."""

    def __init__(self, got: list[int]) -> None:
        self._got = iter(got)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:  # noqa: ARG002
        return 0 if n == 1 else next(self._got)


def _all(calls: Sequence[Callable[[], object]]) -> None:
    for call in calls:
        call()


def audit_rows(name: str, jobs: Sequence[Job], library: Library, rounds: int) -> list[Row]:
    """Measure full audits of finished games of the game ``name``, one core.

    ``jobs``: these games.
    """
    cases = {
        "floor": partial(_all, [job.floor for job in jobs]),
        "signatures": partial(_all, [job.signatures for job in jobs]),
        "replay": partial(_all, [job.replay for job in jobs]),
        "audit": partial(_all, [partial(verify, job.path, library) for job in jobs]),
    }
    _all(list(cases.values()))  # once, so that nothing is loaded while it is measured
    took = interleaved(cases, rounds)
    floor, replay, audit = took["floor"], took["replay"], took["audit"]
    orders = sum(job.orders for job in jobs) / replay
    verifies = sum(len(job.signed) for job in jobs) / took["signatures"]
    events = sum(len(job.signed) for job in jobs)
    return [
        at_most(f"{name}: full audit / (floor + replay alone)", audit / (floor + replay), 1.2),
        at_most(f"{name}: full audit / floor", audit / floor, 2.5),
        Row(f"{name}: replay alone, share of the audit", 100 * replay / audit, "%"),
        Row(f"{name}: full audit", events / audit, "events/s"),
        Row(f"{name}: replay alone", orders, "orders/s"),
        Row(f"{name}: signature verify, PyNaCl", verifies, "/s"),
        at_least(
            f"{name}: replay alone, orders in the time of one verify",
            orders / verifies,
            ORDERS.get(name, 1.0),
            "orders",
        ),
    ]


def cores_rows(paths: Sequence[Path], rounds: int) -> list[Row]:
    """Measure many logs on two cores against one.

    The time by the clock needs two cores that nobody else uses; the processor time does not.
    """
    used: dict[int, float] = {}

    def run(processes: int) -> None:
        before = processor_s()
        for _ in verify_many(paths, make_library, processes=processes):
            pass
        used[processes] = processor_s() - before

    took = interleaved({"one": partial(run, 1), "two": partial(run, 2)}, rounds)
    note = f"{len(paths)} logs, with the start of the processes"
    return [
        at_least("many logs, two cores against one", took["one"] / took["two"], 1.9, note=note),
        at_most("the same, processor time of two / of one", used[2] / used[1], 2 / 1.9),
    ]


def processor_s() -> float:
    """Return the processor time of this process and its children so far."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def size_rows(name: str, logs: Sequence[Sequence[Event]], turns: int) -> list[Row]:
    """Say how many bytes of log a game turn of the game ``name`` takes.

    ``turns``: how many the logs have in all; without any there are no rows.
    """
    if not turns:
        return []
    whole = [to_bytes(events) for events in logs]
    plain = sum(map(len, whole))
    packed = sum(len(zlib.compress(data, 9)) for data in whole)
    return [
        Row(f"{name}: log a game turn", plain / turns, "bytes"),
        Row(f"{name}: log a game turn, compressed (zlib)", packed / turns, "bytes"),
        Row(f"{name}: events a game turn", sum(map(len, logs)) / turns, "events"),
    ]
