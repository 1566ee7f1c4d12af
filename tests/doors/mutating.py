"""Small changes to bytes, by a seed: of bytes, of lines, of what JSON says.

Canonical JSON has one spelling, so that changes of bytes seldom come past it: half of them change
a value and spell the whole as it has to be. Numbers are drawn with `random` alone, which takes a
tenth of what ``randrange`` does: at the quickest doors the changing takes as long as the trying.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any, TypeVar

_ODD: tuple[Any, ...] = (
    None, True, 0, -1, 2**53 - 1, 2**63, 1.5, "", "\x00", "\u202e", "\ud800", "a" * 300, [], {},
    [[]], "0" * 64, "../x", "2026-02-30", "é", "\U0001f600",
)  # fmt: skip
_SIGNS = (b"\n", b"\r\n", b"\x00", b"\xff", b'"', b"{", b"[", b":", b"-", b"=", b"\xe2\x80\xae",
          b"%", b" ", b";", b"9" * 20,
          b"\xf0\x9f\x98\x80", b"\xc2\xb2", b"\xd9\xa3")  # fmt: skip
_NAMES = ("x", "é", "v", "kind")

T = TypeVar("T")


def mutant(data: bytes, rng: random.Random, most: int) -> bytes:
    """Return bytes changed in one to four places."""
    for _ in range(_one((1, 1, 2, 4), rng)):
        changed = _json_line(data, rng) if rng.random() < 0.5 else None
        if changed is None:
            changed = _one((_byte, _insert, _cut, _double, _swap), rng)(data, rng)
        data = changed
    return data[:most]


def _one(of: Sequence[T], rng: random.Random) -> T:
    return of[int(rng.random() * len(of))]


def _place(data: bytes, rng: random.Random) -> int:
    """Return a place between two bytes, or at an end."""
    return int(rng.random() * (len(data) + 1))


def _json_line(data: bytes, rng: random.Random) -> bytes | None:
    """Return the bytes with a value changed on a line, if that is JSON; on long ones oftener."""
    if b"{" not in data:
        return None
    at = _place(data, rng)
    begin = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at)
    end = len(data) if end < 0 else end
    changed = _in_json(data[begin:end], rng)
    return None if changed is None else data[:begin] + changed + data[end:]


def _in_json(line: bytes, rng: random.Random) -> bytes | None:
    if not line.startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    places = list(_places(value))
    if not places:
        return None
    holder, key = _one(places, rng)
    kind = rng.random()
    if kind < 0.2:
        del holder[key]
    elif kind < 0.4:
        other, there = _one(places, rng)
        if not isinstance(other, list) or not isinstance(there, int) or there < len(other):
            holder[key] = json.loads(json.dumps(other[there]))
    elif kind < 0.5 and isinstance(holder, dict):
        holder[_one(_NAMES, rng)] = holder.pop(key)
    else:
        holder[key] = _one(_ODD, rng)
    reported = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return reported.encode("utf-8", "surrogatepass")


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place in a value, as what holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, dict | list):
            keys = list(one) if isinstance(one, dict) else list(range(len(one)))
            found += [(one, key) for key in keys]
            todo += [one[key] for key in keys]
    return found


def _byte(data: bytes, rng: random.Random) -> bytes:
    at = _place(data, rng)
    return data[:at] + bytes([int(rng.random() * 256)]) + data[at + 1 :]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = _place(data, rng)
    return data[:at] + _one(_SIGNS, rng) * _one((1, 1, 2, 40), rng) + data[at:]


def _span(data: bytes, rng: random.Random) -> tuple[int, int]:
    a = _place(data, rng)
    return a, min(len(data), a + _one((1, 2, 8, 64, len(data)), rng))


def _cut(data: bytes, rng: random.Random) -> bytes:
    a, b = _span(data, rng)
    return data[:a] + data[b:]


def _double(data: bytes, rng: random.Random) -> bytes:
    a, b = _span(data, rng)
    return data[:b] + data[a:b] * _one((1, 1, 3, 20), rng) + data[b:]


def _swap(data: bytes, rng: random.Random) -> bytes:
    (a, b), (c, d) = sorted((_span(data, rng), _span(data, rng)))
    return data[:a] + data[c:d] + data[min(b, c) : c] + data[a : min(b, c)] + data[d:]
