"""Rulings of every form: out with a forfeit or a replacement, a result, a fork, one taken back."""

from __future__ import annotations

import json
import random
from typing import Any

from fuzz import openings
from fuzz.world import World
from pbem.crypto import canonical
from pbem.log.consent import Replacement, agree
from pbem.log.event import Event, read_event

Data = dict[str, Any]
LATE = {
    "owed": "orders", "event": "ab" * 32, "day": "2026-03-12", "allowed": 7, "used": 9,
    "granted": 0, "absent": 0, "bank": 0, "grace": 0, "turn": None, "on": "2026-03-21",
}  # fmt: skip


def ruling(world: World, handles: list[str]) -> Data:
    """Return what an umpire might rule: rightly, too early, on somebody else."""
    rng = world.rng
    what = rng.random()
    if what < 0.3 and world.drawer:
        return fork(world)
    if what < 0.4:
        return {"back": rng.choice([*world.table.ruled_on, "ab" * 32])}
    if what < 0.55 or (world.table.result is not None and what < 0.8):
        return result(world)
    who = world.table.active().handle
    out = who if who is not None and rng.random() < 0.8 else rng.choice(handles)
    return put_out(world, out) if rng.random() < 0.5 else replaced(world, out)


def result(world: World) -> Data:
    over = world.table.result
    if over is None or world.rng.random() < 0.3:
        winner = world.rng.choice((None, *sorted(world.table.seats)))
        why = world.rng.choice(("victory", "resigned", "forfeit", "tie"))
        return {"result": {"winner": winner, "why": why}}
    return {"result": {"winner": over.winner, "why": over.why}}


def put_out(world: World, out: str) -> Data:
    return {"out": out, "as": "forfeit", "late": world.rng.choice((None, LATE))}


def replaced(world: World, out: str) -> Data:
    """Return a replacement, with the consent that it needs and sometimes with another."""
    rng, table = world.rng, world.table
    known = rng.random() < 0.08
    handle = rng.choice(openings.HANDLES) if known else world.newcomer()
    new = openings.signer(handle)
    data: Data = {"out": out, "as": "replace", **new, "late": None}
    owed = table.dicing is not None and any(k.handle == out for k in table.dicing.keepers)
    others = [one for one in table.seated() if one != out]
    if not (owed and out in table.seats.values()):
        if rng.random() > 0.06:
            return data
    elif rng.random() < 0.15:
        others = others[1:]
    data["consent"] = [consent(world, out, new, one) for one in others]
    return data


def consent(world: World, out: str, new: Data, by: str) -> Data:
    prev = world.chain.head if world.rng.random() < 0.97 else "ab" * 32
    to = Replacement(game=world.chain.game, prev=prev, out=out, **new)
    agreed = agree(to, by=by, seed=world.seed_of(by))
    return {"by": agreed.by, "sig": agreed.sig}


# --- forks -----------------------------------------------------------------------------------


def fork(world: World) -> Data:
    """Return a ruling on what somebody signed beside the log, or on what is no fork at all."""
    rng = world.rng
    first = rng.choice(world.drawer[-12:])
    shown = [first]
    beside = [one for one in world.drawer if one.prev == first.prev and one is not first]
    if beside and rng.random() < 0.4:
        shown.append(rng.choice(beside))
    elif world.events and rng.random() < 0.08:
        shown.append(rng.choice(world.events))
    if rng.random() < 0.95:
        shown.sort(key=lambda event: event.id)
    then = rng.choice(("forfeit", "branch"))
    return {"fork": [json.loads(one.line) for one in shown], "then": then}


def proves(world: World, data: Data, shown: list[Event]) -> bool:
    """Say by section 8 whether a ruling on a fork is valid; what it shows is, where it stands."""
    table, first = world.table, shown[0]
    log = world.events
    ids = {event.id for event in log}
    umpire = table.roster.umpire
    if umpire is None or umpire.vrf is None or table.closed or first.by == umpire.handle:
        return False
    if len({(one.by, one.prev, one.seq) for one in shown}) != 1:
        return False
    if any(one.id in ids for one in shown) or not 1 <= first.seq <= len(log):
        return False
    if log[first.seq - 1].id != first.prev or [*shown] != sorted(shown, key=lambda e: e.id):
        return False
    following = next((event for event in log[first.seq :] if event.kind != "ruling"), None)
    if len(shown) == 1 and (following is None or following.by != first.by):
        return False
    ruled = [one for one in table.forks if one.by == first.by]
    again = any(one.prev == first.prev or one.then == "forfeit" for one in ruled)
    changed = world.agreed.get(first.by, 0) >= first.seq
    return not again and not changed and not (ruled and data["then"] == "branch")


def drawn(rng: random.Random) -> bool:
    """Say whether a valid event is to stay in its author's drawer."""
    return rng.random() < 0.08


def events_of(data: Data) -> list[Event]:
    """Return the events that a ruling on a fork shows."""
    return [read_event(canonical.encode(one)) for one in data["fork"]]
