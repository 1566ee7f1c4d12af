"""Whether a statement has its grounds, by the bytes of the exhibits and docs/protocol.md alone.

Nothing of pbem is asked: lines are JSON, ids are SHA-256, signatures are Ed25519. Statements that
need the rules of a game are not checked here. A blame, a fork, an edit or an answer must stand on
signed events: that is checked.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PREFIX = b"pbem/event/v1\n"
HEX = re.compile(r"[0-9a-f]{64}")


class Signed:
    """Every event that stands in some bytes, with a valid signature by a key that a log names."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.lines: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        for name, data in files.items():
            self.lines[name] = list(_lines(data))
        self.keys = _keys(self.lines)
        self.events: dict[str, dict[str, Any]] = {}
        for lines in self.lines.values():
            for _, line in lines:
                if self._signed(line):
                    self.events[id_of(line)] = line["body"]

    def _signed(self, line: dict[str, Any]) -> bool:
        body = line["body"]
        game = body["game"] or id_of(line)
        data = _canonical(body)
        return any(
            _verifies(key, PREFIX + data, line["sig"])
            for key in self.keys.get((game, body["by"]), ())
        )


def _verifies(key: str, data: bytes, signature: str) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            bytes.fromhex(signature), data
        )
    except (InvalidSignature, ValueError):
        return False
    return True


def _canonical(body: dict[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def id_of(line: dict[str, Any]) -> str:
    """The id of an event."""
    return sha256(PREFIX + _canonical(line["body"])).hexdigest()


def _lines(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every line of some bytes that is an event in form, with its number, in mail and zip too."""
    if data.startswith(b"PK"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                for name in packed.namelist():
                    yield from _lines(packed.read(name))
        except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, EOFError):
            return
        return
    if data.startswith(b"From "):
        for message in re.split(rb"(?m)^From .*\n", data):
            if not message.startswith(b"From "):
                yield from _lines(message)
        return
    if b"\nContent-T" in data[:4096]:
        for part in message_from_bytes(data).walk():
            inner = part.get_payload(decode=True)
            if isinstance(inner, bytes) and not part.is_multipart():
                # A part of a mangled message may look like a message, without an end.
                yield from _lines(inner) if inner.startswith(b"PK") else _lines_of_log(inner)
        return
    yield from _lines_of_log(data)


def _lines_of_log(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            found = json.loads(line.strip())
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and set(found) == {"body", "sig"} and _formed(found):
            yield number, found
            yield from ((number, inner) for inner in _held(found["body"]))


def _formed(line: dict[str, Any]) -> bool:
    body = line["body"]
    return (
        isinstance(body, dict)
        and all(isinstance(body.get(name), str) for name in ("by", "game", "kind", "prev"))
        and isinstance(body.get("seq"), int)
        and isinstance(body.get("data"), dict)
        and isinstance(line["sig"], str)
    )


def _held(body: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The lines that a ruling on a fork holds."""
    for held in body["data"].get("fork") or ():
        if isinstance(held, dict) and set(held) == {"body", "sig"} and _formed(held):
            yield held


def _keys(lines: Mapping[str, list[tuple[int, dict[str, Any]]]]) -> dict[tuple[str, str], set[str]]:
    """(game, handle) -> every signing key that an opening, ruling or offer brings for them."""
    keys: dict[tuple[str, str], set[str]] = {}
    for some in lines.values():
        for _, line in some:
            body, data = line["body"], line["body"]["data"]
            game = body["game"] or id_of(line)
            who = [*(data.get("players") or ()), *([data["umpire"]] if data.get("umpire") else ())]
            who += [data] if body["kind"] == "ruling" and "sign" in data else []
            who += [{"handle": body["by"], **data}] if body["kind"] == "offer" else []
            for one in who:
                if isinstance(one, dict) and HEX.fullmatch(str(one.get("sign", ""))):
                    keys.setdefault((game, str(one.get("handle"))), set()).add(one["sign"])
    return keys


def ungrounded(case: Mapping[str, Any], files: Mapping[str, bytes]) -> list[str]:
    """Say which sentences of a verdict (as in verdict.json) have no ground in the files.

    ``files``: digest -> bytes of what was handed in.
    """
    signed = Signed(files)
    reported = []
    statements = [one for game in case["games"] for one in game["statements"]] + case["others"]
    for one in statements:
        reported += [f"{one['says']} -- {why}" for why in _without_ground(one, signed, case)]
    numbers = {one["number"] for one in statements}
    for claim in case["claims"]:
        if set(claim["rests_on"]) - numbers:
            reported.append(f"{claim['claim']}: rests on what is not stated")
        if claim["answer"] in ("proved", "refuted") and not claim["rests_on"]:
            reported.append(f"{claim['claim']}: {claim['answer']} of nothing")
    return reported


def _without_ground(
    one: Mapping[str, Any], signed: Signed, case: Mapping[str, Any]
) -> Iterator[str]:
    fact = one["fact"]
    known = {exhibit["digest"] for exhibit in case["exhibits"]}
    if not set(one["exhibits"]) <= known or not one["exhibits"]:
        yield "rests on what was not handed in"
    for event in one["events"]:
        body = signed.events.get(event["id"])
        if body is None:
            yield f"event {event['seq']} is not signed by anybody in the files"
        elif body["seq"] != event["seq"]:
            yield f"event {event['seq']} has another number"
    for handle in one["blames"]:
        if not any(body["by"] == handle for body in signed.events.values()):
            yield f"{handle} is blamed, and signed nothing"
    yield from _of_kind(fact, one, signed)


def _of_kind(fact: Mapping[str, Any], one: Mapping[str, Any], signed: Signed) -> Iterator[str]:
    holds = _HOLDS.get(fact["fact"])
    if holds is not None and not holds(fact, signed.events):
        yield f"the files do not hold what a statement of '{fact['fact']}' needs"


Bodies = Mapping[str, Mapping[str, Any]]


def _fork(fact: Mapping[str, Any], bodies: Bodies) -> bool:
    """Two signed events, not one, of one author on one predecessor, or one after rulings on it."""
    both = [bodies.get(id_, {}) for id_ in fact["events"]]
    place = [{name: body.get(name) for name in ("by", "prev", "seq")} for body in both]
    wanted = {name: fact[name] for name in ("by", "prev", "seq")}
    between, prev = list(fact["rulings"]), fact["prev"]
    for ruling in between:
        body = bodies.get(ruling, {})
        if (body.get("kind"), body.get("prev")) != ("ruling", prev):
            return False
        prev = ruling
    following = {**wanted, "prev": prev, "seq": fact["seq"] + len(between)}
    return len(set(fact["events"])) == 2 and place == [wanted, following]


def _built_on(fact: Mapping[str, Any], bodies: Bodies) -> bool:
    """They signed something, and the event is somewhere before it."""
    return any(
        body["by"] == fact["by"]
        and body["seq"] == fact["seq_after"]
        and _stands_on(body, fact["event"], bodies)
        for body in bodies.values()
    )


def _parts(fact: Mapping[str, Any], bodies: Bodies) -> bool:
    """Every side is a signed event on the one predecessor."""
    sides = [(bodies.get(side["event"], {}), side) for side in fact["sides"]]
    return len(sides) > 1 and all(
        body.get("prev") == fact["prev"] and body.get("by") == side["by"] for body, side in sides
    )


def _resigned(fact: Mapping[str, Any], bodies: Bodies) -> bool:
    body = bodies.get(fact["event"], {})
    return (body.get("kind"), body.get("by")) == ("resign", fact["by"])


def _ruling(fact: Mapping[str, Any], bodies: Bodies) -> bool:
    return any(
        (body["kind"], body["by"], body["seq"]) == ("ruling", fact["by"], fact["event"])
        for body in bodies.values()
    )


def _named(fact: Mapping[str, Any], bodies: Bodies) -> bool:
    """The event that a claim says to name what was signed as its predecessor does."""
    by = fact["named_by"]
    return by is None or (
        (bodies.get(by["event"], {}).get("prev"), bodies[by["event"]]["by"])
        == (fact["event"], by["by"])
    )


def _offers(fact: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """The owner of a key signed the offer of the new one, in the event that the claim names."""
    return (body["kind"], body["by"], body["seq"], body["data"].get("sign")) == (
        "offer", fact["by"], fact["offer"], fact["sign"]
    )  # fmt: skip


_HOLDS: dict[str, Callable[[Mapping[str, Any], Bodies], bool]] = {
    "fork": _fork,
    "built-on": _built_on,
    "parts": _parts,
    "resigned": _resigned,
    "ruling": _ruling,
    "signed": lambda fact, bodies: bodies.get(fact["event"], {}).get("by") == fact["by"],
    "copy": lambda fact, bodies: fact["head"] in bodies,
    "edited": lambda fact, bodies: fact["event"] in bodies and _named(fact, bodies),
    "keys": lambda fact, bodies: any(_offers(fact, body) for body in bodies.values()),
}


def _stands_on(body: Mapping[str, Any], on: str, bodies: Bodies) -> bool:
    prev = body["prev"]
    while prev != on:
        if prev not in bodies:
            return False
        prev = bodies[prev]["prev"]
    return True
