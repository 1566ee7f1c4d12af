"""Logs changed at random and linked again with keys of all parties, so that much of each is good.

Every party is given keys of its own, so logs whose keys were thrown away serve as well.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

from fuzz import junk, openings
from pbem.crypto import signing, vrf
from pbem.errors import FormError
from pbem.identity.identity import Identity
from second.active import Player, Trigger
from second.crypt import Stream, digest, jcs, tagged
from second.form import Finding
from second.reader import NOBODY, Reader

Object = dict[str, Any]
DAYS = ("absent", "allowed", "bank", "grace", "granted", "used")
LATE = {
    **dict.fromkeys(DAYS, 0), "owed": "orders", "event": "ab" * 32, "day": "2026-03-12",
    "turn": None, "on": "2026-03-21",
}  # fmt: skip
NEWCOMERS = ("eve", "fay", "gus", "hal", "ida", "jon", "kim", "lea", "max", "ned")


class Linker:
    """Signs bodies one after the other; what they say of each other's ids is carried over.

    ``reader`` follows at level 1 as far as the log is good, and says who owes which dice.
    """

    def __init__(self, bodies: list[Object], rng: random.Random) -> None:
        self.rng = rng
        self.reader: Reader | None = Reader(1)
        self.ids: list[str] = []
        self.lines: list[bytes] = []
        self.renamed: dict[str, str] = {}
        self.seeds: dict[str, bytes] = {}
        self.opens = {str(one["data"]["of"]): one["data"] for one in bodies if _opens(one)}
        for body in bodies:
            self.add(deepcopy(body))

    def add(self, body: Object) -> None:
        """Sign one body after the last one, with what its kind proves made good again."""
        old = body.pop("_id", "")
        if self.rng.random() < 0.995:
            body["game"] = self.ids[0] if self.ids else ""
            body["seq"] = len(self.ids)
            body["prev"] = self.ids[-1] if self.ids else NOBODY
            body["data"] = self.carried(body["data"])
        make = getattr(self, "on_" + str(body["kind"]), None)
        if make and self.reader and self.rng.random() < 0.99:
            # A changed body may no longer have the form of its kind: then it stays as it is.
            with suppress(AttributeError, IndexError, KeyError, TypeError, ValueError):
                make(body, body["data"], old)
        value = {"body": body, "sig": self.signature(body)}
        name = digest("event", jcs(body))
        self.renamed[old] = name
        self.ids.append(name)
        self.lines.append(jcs(value).encode() + b"\n")
        self.follow(value)

    def follow(self, value: Object) -> None:
        try:
            if self.reader:
                self.reader.event(value)
        except Finding:
            self.reader = None

    def carried(self, value: Any) -> Any:
        """Put the new ids of events where the old ones stood."""
        if isinstance(value, dict):
            return {key: self.carried(member) for key, member in value.items()}
        if isinstance(value, list):
            return [self.carried(member) for member in value]
        return self.renamed.get(value, value) if isinstance(value, str) else value

    # --- keys --------------------------------------------------------------------------------

    def key(self, owner: str) -> str:
        """Give the public signing key that somebody of this name has."""
        identity = _identity(owner)
        self.seeds[identity.sign_public.hex()] = identity.sign_seed
        return identity.sign_public.hex()

    def signature(self, body: Object, text: bytes | None = None) -> str:
        """Sign by the key that the author has in the log so far."""
        author = self.reader.find(body["by"]) if self.reader else None
        own = _identity(body["by"]).sign_seed
        seed = self.seeds.get(author.sign, own) if author else own
        return signing.sign(seed, text or tagged("event", jcs(body))).hex()

    def secret(self, handle: str) -> bytes:
        return _identity(handle).vrf_secret(self.ids[0])

    # --- what each kind proves ---------------------------------------------------------------

    def on_open(self, _: Object, data: Object, _old: str) -> None:
        for signer in [*data["players"], *([data["umpire"]] if data["umpire"] else [])]:
            signer["sign"] = self.key(signer["handle"])

    def on_join(self, body: Object, data: Object, _: str) -> None:
        secret = self.secret(body["by"])
        data["vrf"] = vrf.vrf_public(secret).hex()
        data["proof"] = vrf.prove(secret, tagged("join", self.ids[0], body["by"])).hex()

    def on_dice(self, body: Object, data: Object, _: str) -> None:
        assert self.reader
        trigger = self.reader.trigger
        keeper = self.due(trigger, body["by"]) if trigger else None
        if not trigger or not keeper:
            return
        dice = tagged("dice", self.ids[0], trigger.name)
        instead = tagged("standin", self.ids[0], trigger.name, keeper.handle)
        proof = vrf.prove(self.secret(body["by"]), instead if keeper.out else dice)
        data["proof"] = proof.hex()
        trigger.betas.append(vrf.output(proof))
        if "rolls" in data:
            stream = Stream(dice, trigger.betas)
            data["rolls"] = [[n, stream.uniform(n)] for n, _ in data["rolls"]]

    def due(self, trigger: Trigger, by: str) -> Player | None:
        """Find for whom somebody keeps: themselves, or who was put out."""
        umpire = self.reader.umpire if self.reader else None
        for one in trigger.next():
            writer = umpire if one.out else one
            if writer and writer.handle == by:
                return one
        return None

    def on_seal(self, body: Object, data: Object, old: str) -> None:
        opens = self.opens.get(old, {"salt": NOBODY, "value": {"do": "plan", "to": 1}})
        lines = self.ids[0], body["by"], body["prev"], data["label"], opens["salt"]
        data["commit"] = digest("commit", *lines, jcs(opens["value"]))

    def on_offer(self, body: Object, data: Object, _: str) -> None:
        if data["what"] == "keys" and "sign" in data:
            new = f"{body['by']}-{len(self.ids)}"
            data["sign"] = self.key(new)
            text = tagged("keys", self.ids[0], body["by"], body["prev"])
            data["proof"] = signing.sign(openings.identity(new).sign_seed, text).hex()

    def on_ruling(self, body: Object, data: Object, _: str) -> None:
        if "fork" in data:
            data["fork"] = sorted(map(self.beside, data["fork"]), key=_name)
        elif data.get("as") == "replace":
            data["sign"] = self.key(data["handle"])
            said = {"v": 1, "game": self.ids[0], "prev": body["prev"]}
            said |= {key: data[key] for key in ("out", "handle", "sign")}
            text = tagged("consent", jcs(said))
            for one in data.get("consent", []):
                one["sig"] = self.signature({"by": one["by"]}, text)

    def beside(self, event: Object) -> Object:
        """Sign an event again that a ruling shows."""
        body = event["body"]
        body["game"] = self.ids[0]
        if body["prev"] in self.ids:
            body["seq"] = self.ids.index(body["prev"]) + 1
        return {"body": body, "sig": self.signature(body)}


def _identity(owner: Any) -> Identity:
    """Give the keys of a name, or a stranger's where it is none."""
    try:
        return openings.identity(owner)
    except (FormError, TypeError, AttributeError):
        return openings.identity(openings.STRANGER)


def _name(event: Object) -> str:
    return digest("event", jcs(event["body"]))


def _opens(body: Object) -> bool:
    data = body["data"]
    return (
        body["kind"] == "reveal" and isinstance(data, dict) and {"of", "salt", "value"} <= set(data)
    )


# --- changes to bodies -----------------------------------------------------------------------


def mutant(lines: list[bytes], rng: random.Random) -> bytes:
    """Return a log like this one, with one thing or some things changed."""
    bodies = [json.loads(line)["body"] for line in lines]
    bodies = [{**body, "_id": digest("event", jcs(body))} for body in bodies]
    if rng.random() < 0.5:
        bodies = bodies[: rng.randint(1, len(bodies))]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        rng.choice(CHANGES)(bodies, rng)
    linked = Linker(bodies, rng).lines
    for _ in range(rng.choice((0, 0, 0, 1))):
        linked = rng.choice(SPOILS)(linked, rng)
    return b"".join(linked)


def drop(bodies: list[Object], rng: random.Random) -> None:
    if len(bodies) > 1:
        del bodies[rng.randrange(len(bodies))]


def double(bodies: list[Object], rng: random.Random) -> None:
    place = rng.randrange(len(bodies))
    bodies.insert(rng.randint(place, len(bodies)), deepcopy(bodies[place]))


def swap(bodies: list[Object], rng: random.Random) -> None:
    first, second = rng.randrange(len(bodies)), rng.randrange(len(bodies))
    bodies[first], bodies[second] = bodies[second], bodies[first]


def field(bodies: list[Object], rng: random.Random) -> None:
    """Let one field of one body, or one thing in its data, be another."""
    body = rng.choice(bodies)
    if rng.random() < 0.7:
        data = junk.changed(body["data"], rng)
        body["data"] = data if isinstance(data, dict) else {}
        return
    other = rng.choice(bodies)
    body[key] = other[key] if (key := rng.choice(sorted(body))) in other else None


def days(bodies: list[Object], rng: random.Random) -> None:
    """Let the days of a ruling be others, in form or not."""
    for body in bodies:
        late = body["data"].get("late") if body["kind"] == "ruling" else None
        if isinstance(late, dict):
            late[rng.choice(sorted(late))] = (
                junk.value(rng)
                if rng.random() < 0.5
                else rng.choice(
                    (
                        0,
                        1,
                        9_999_999,
                        10_000_000,
                        "2026-02-31",
                        "2026-13-01",
                        "orders",
                        "resign",
                        None,
                    )
                )
            )


def insert(make: Callable[[list[Object], list[str], random.Random], Object]) -> Any:
    """Make a change of what gives a kind with ``by`` and ``data``: it is put in somewhere."""

    def change(bodies: list[Object], rng: random.Random) -> None:
        names = _handles(bodies)
        if names:
            made = {**deepcopy(rng.choice(bodies)), **make(bodies, names, rng)}
            made |= {"salt": rng.randbytes(16).hex(), "_id": rng.randbytes(32).hex()}
            bodies.insert(rng.randint(1, len(bodies)), made)

    return change


def out(bodies: list[Object], names: list[str], rng: random.Random) -> Object:
    data: Object = {"out": rng.choice(names), "as": "forfeit", "late": rng.choice((None, LATE))}
    if rng.random() < 0.6:
        data |= {"as": "replace", "handle": rng.choice(NEWCOMERS), "sign": NOBODY}
        if rng.random() < 0.5:
            others = [name for name in names if name != data["out"] and rng.random() < 0.9]
            data["consent"] = [{"by": name, "sig": "0" * 128} for name in others]
    return {"by": _umpire(bodies, rng), "kind": "ruling", "data": deepcopy(data)}


def fork(bodies: list[Object], names: list[str], rng: random.Random) -> Object:
    """Rule on what stands in the log already, or on something like it."""
    shown = []
    body = rng.choice(bodies)
    for _ in range(rng.choice((1, 1, 2))):
        twin = {**deepcopy(body), "salt": rng.randbytes(16).hex()}
        del twin["_id"]
        if rng.random() < 0.2:
            twin["data"] = {**twin["data"], "note": "another"}
        if rng.random() < 0.1:
            twin["by"] = rng.choice(names)
        shown.append({"body": twin, "sig": "0" * 128})
    data = {"fork": shown, "then": rng.choice(("forfeit", "branch"))}
    return {"by": _umpire(bodies, rng), "kind": "ruling", "data": data}


def ruling(bodies: list[Object], _: list[str], rng: random.Random) -> Object:
    """Close the game, or take a ruling back."""
    sides = [None, *_seats(bodies)]
    why = rng.choice(("victory", "resigned", "forfeit", "tie", "tie"))
    data: Object = {"result": {"winner": rng.choice(sides), "why": why}}
    if rng.random() < 0.3:
        data = {"back": rng.choice(("ab" * 32, bodies[-1]["prev"]))}
    return {"by": _umpire(bodies, rng), "kind": "ruling", "data": data}


def offer(bodies: list[Object], names: list[str], rng: random.Random) -> Object:
    data: Object = rng.choice((
        {"what": "tie"},
        {"what": "undo", "to": rng.choice([body["prev"] for body in bodies[1:]] or [NOBODY])},
        {"what": "keys", "sign": NOBODY, "proof": "0" * 128},
        {"what": "keys", "box": "09" + "0" * 62},
        {"what": "rules", "rules": {"name": "toy", "version": 2, "data": NOBODY}, "state": NOBODY},
    ))  # fmt: skip
    return {"by": rng.choice(names), "kind": "offer", "data": data}


def answer(_: list[Object], names: list[str], rng: random.Random) -> Object:
    return {"by": rng.choice(names), "kind": "answer", "data": {"yes": rng.random() < 0.8}}


def resign(_: list[Object], names: list[str], rng: random.Random) -> Object:
    return {"by": rng.choice(names), "kind": "resign", "data": {}}


def secret(bodies: list[Object], names: list[str], rng: random.Random) -> Object:
    """Seal something, or open the seal of an event that is there."""
    if rng.random() < 0.4:
        data: Object = {"label": rng.choice(("plan-red", "beaches", "x")), "commit": NOBODY}
        return {"by": rng.choice(names), "kind": "seal", "data": data}
    of = rng.choice([body["prev"] for body in bodies])
    data = {"of": of, "salt": NOBODY, "value": {"do": "plan", "to": 1}}
    return {"by": rng.choice(names), "kind": "reveal", "data": data}


def _umpire(bodies: list[Object], rng: random.Random) -> str:
    named = bodies[0]["data"].get("umpire")
    good = isinstance(named, dict) and isinstance(named.get("handle"), str) and rng.random() < 0.95
    return named["handle"] if good else "uma"


def _handles(bodies: list[Object]) -> list[str]:
    return sorted({one["by"] for one in bodies if isinstance(one["by"], str)})


def _seats(bodies: list[Object]) -> list[str]:
    seats = bodies[0]["data"].get("seats")
    return sorted(seats) if isinstance(seats, dict) else []


CHANGES: tuple[Callable[[list[Object], random.Random], None], ...] = (
    drop, double, swap, field, field, days,
    *map(insert, (out, out, fork, ruling, offer, answer, resign, secret)),
)  # fmt: skip


# --- changes to lines ------------------------------------------------------------------------


def flipped(lines: list[bytes], rng: random.Random) -> list[bytes]:
    place = rng.randrange(len(lines))
    line = bytearray(lines[place])
    line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
    return [*lines[:place], bytes(line), *lines[place + 1 :]]


def cut(lines: list[bytes], rng: random.Random) -> list[bytes]:
    return [*lines[:-1], lines[-1][: rng.randrange(len(lines[-1]))]]


def put(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """Put in a line that is none, or one twice, or let one go."""
    place = rng.randrange(len(lines))
    what = rng.choice(([b"\n"], [b"\r\n"], [b"{}\n"], [lines[0]], [lines[place]] * 2, []))
    return [*lines[:place], *what, *lines[place + 1 :]]


def unsigned(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """Give a line the signature of another."""
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    taken = lines[other][-132:]
    return [*lines[:place], lines[place][:-132] + taken, *lines[place + 1 :]]


SPOILS: tuple[Callable[[list[bytes], random.Random], list[bytes]], ...] = (
    flipped, flipped, cut, put, unsigned,
)  # fmt: skip
