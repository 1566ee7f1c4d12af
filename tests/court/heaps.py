"""Heaps that parties hand in, and a thousand ways in which one is less or other than it was."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from pbem.court.claim_words import WORDS

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases"


def heaps() -> dict[str, dict[str, bytes]]:
    """All heaps by name: the disputes kept here, and some made of the logs that others are."""
    kept = sorted(path for path in CASES.iterdir() if path.is_dir()) if CASES.is_dir() else []
    return {**_made(), **{path.name: _files_of(path) for path in kept}}


def _files_of(heap: Path) -> dict[str, bytes]:
    """The files of a dispute by name, without the verdict that it has to get."""
    return {
        str(path.relative_to(heap)): path.read_bytes()
        for path in sorted(heap.rglob("*"))
        if path.is_file() and path.name != "expected.yaml"
    }


def _made() -> dict[str, dict[str, bytes]]:
    lines = (ROOT / "logs" / "saipan" / "historical.pbem").read_bytes().splitlines(keepends=True)
    hostile = ROOT / "logs" / "hostile"
    other = lines[7].replace(b'"at":"2026', b'"at":"2025', 1)
    claims = {
        f"{word}.claim": f"claim: {word}\nby: bob\nagainst: alice\nevent: 7\n".encode()
        for word in WORDS
    }
    return {
        "made-edited": {
            "whole.pbem": b"".join(lines),
            "changed.pbem": b"".join([*lines[:7], other, *lines[8:]]),
            **claims,
        },
        "made-stretch": {
            "begin.pbem": b"".join(lines[:20]), "rest.pbem": b"".join(lines[20:30]), **claims
        },
        "made-fork": {
            "a.fork": (hostile / "fork.author-two-thoughts.fork").read_bytes(), **claims
        },
        "made-illegal": {
            "a.pbem": (hostile / "orders.illegal-and-dice-given.pbem").read_bytes(), **claims
        },
    }  # fmt: skip


def write(files: dict[str, bytes], folder: Path) -> Path:
    """Write a heap into a new folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    folder.mkdir(exist_ok=True)
    return folder


def changed(files: dict[str, bytes], seed: str) -> dict[str, bytes]:
    """A heap of which pieces were dropped, changed, cut, doubled or swapped, by a seed."""
    rng = random.Random(seed)  # noqa: S311 - nobody has to trust it
    files = dict(files)
    for _ in range(rng.randint(1, 3)):
        if not files:
            break
        name = rng.choice(sorted(files))
        rng.choice([_drop, _flip, _cut, _lines, _swap, _mix])(files, name, rng)
    return files


def _drop(files: dict[str, bytes], name: str, rng: random.Random) -> None:
    del files[name]


def _flip(files: dict[str, bytes], name: str, rng: random.Random) -> None:
    data = bytearray(files[name])
    if data:
        at = rng.randrange(len(data))
        data[at] ^= 1 << rng.randrange(8)
        files[name] = bytes(data)


def _cut(files: dict[str, bytes], name: str, rng: random.Random) -> None:
    files[name] = files[name][: rng.randrange(len(files[name]) + 1)]


def _lines(files: dict[str, bytes], name: str, rng: random.Random) -> None:
    lines = files[name].splitlines(keepends=True)
    if lines:
        place = rng.randrange(len(lines))
        how = rng.randrange(3)
        if how == 0:
            del lines[place]
        elif how == 1:
            lines = lines[: place + 1]
        else:
            lines.insert(place, rng.choice(lines))
        files[name] = b"".join(lines)


def _swap(files: dict[str, bytes], name: str, rng: random.Random) -> None:
    other = rng.choice(sorted(files))
    files[name], files[other] = files[other], files[name]


def _mix(files: dict[str, bytes], name: str, rng: random.Random) -> None:
    """Lines of one file after those of another."""
    other = files[rng.choice(sorted(files))].splitlines(keepends=True)
    mine = files[name].splitlines(keepends=True)
    at = rng.randrange(len(mine) + 1)
    files[name] = b"".join([*mine[:at], *other[at:]])


def seeds(count: int) -> Iterator[str]:
    """Numbers of changes, as text."""
    yield from map(str, range(count))
