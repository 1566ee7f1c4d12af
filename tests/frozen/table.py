"""The table of what is frozen: of every log that is kept, how this program reads it.

A row is a line of ``logs/frozen.jsonl``: ``kept`` (a place in the tree), ``sha256`` (of its bytes;
of a dispute, of its files by name), ``reads`` (what is read of it, below). Words for people are no
part of it: they may be mended. From the words of a dispute, only the handles in them are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from pbem.audit.compare import judge_fork_file
from pbem.audit.differing import IN_WORDS
from pbem.court.hearing import Heard
from pbem.director.judging import verify
from pbem.games import registry
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.table.library import Library
from pbem.table.table import Table

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "logs"
TABLE = LOGS / "frozen.jsonl"
DISPUTES = ROOT / "tests" / "court" / "cases"
EXPECTED = "expected.yaml"


class Row(msgspec.Struct, frozen=True):
    """A row of the table."""

    kept: str
    sha256: str
    reads: dict[str, Any]


def rows() -> dict[str, Row]:
    """Return the table by places; empty where there is none yet."""
    lines = TABLE.read_bytes().splitlines() if TABLE.exists() else []
    return {row.kept: row for row in (msgspec.json.decode(line, type=Row) for line in lines)}


def kept() -> Iterator[str]:
    """Yield the places of all that is kept, in their order."""
    found = [path for path in LOGS.rglob("*") if path.suffix in READERS]
    found += [path for path in DISPUTES.iterdir() if path.is_dir()]
    yield from sorted(str(path.relative_to(ROOT)) for path in found)


def digest(place: str) -> str:
    """Return the SHA-256 of what is kept at a place."""
    path = ROOT / place
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    files = {
        str(one.relative_to(path)): hashlib.sha256(one.read_bytes()).hexdigest()
        for one in sorted(path.rglob("*"))
        if one.is_file() and one.name != EXPECTED
    }
    return _sha256(files)


def read(place: str) -> dict[str, Any]:
    """Read a log that is kept, as the program does."""
    path = ROOT / place
    return READERS[path.suffix](path)


def stamps(rows: Iterable[Row], *without: str) -> dict[str, str]:
    """Return a short digest of each row by its place, ``without`` some of what is read."""
    return {
        row.kept: _sha256(
            [row.sha256, {name: row.reads[name] for name in row.reads if name not in without}]
        )[:16]
        for row in rows
    }


def differing(was: Row, reads: dict[str, Any]) -> list[str]:
    """Say in which fields something is read otherwise than the table has it."""
    return [
        f"{was.kept}: {name} was {was.reads.get(name)!r}, is {reads.get(name)!r}"
        for name in sorted({*was.reads, *reads})
        if was.reads.get(name) != reads.get(name)
    ]


# --- readings -------------------------------------------------------------------------------------


def game(path: Path) -> dict[str, Any]:
    """Return of the log of a game: level, head, result, digest of the position; or what ends it.

    One of a game that only tests have is read at level 2, as anybody without its rules reads it.
    """
    for level in (3, 2):
        table, found = Table(Library(registry.find), level), None
        try:
            for event in read_events(path):
                table.take(event)
        except BadLog as bad:
            found = bad.finding
            if found.code == "rules.unknown":
                continue
        break
    reads: dict[str, Any] = {"level": level, "events": table.chain.count, "head": table.chain.head}
    if table.result is not None:
        reads["result"] = f"{table.result.winner or 'nobody'} {table.result.why}"
    if table.play is not None:
        reads["position"] = table.digest()
    if found is not None:
        reads["finding"] = [found.code, found.seq, found.good, *found.blame]
    return reads


def fork(path: Path) -> dict[str, Any]:
    """Return whom the proof of a fork convicts, or why it is none."""
    try:
        reported = judge_fork_file(path, Library(registry.find))
    except BadLog as bad:
        return {"finding": [bad.finding.code, *bad.finding.blame]}
    if reported.finding is None:
        return {"proven": reported.proven}
    return {"proven": reported.proven, "finding": [reported.finding.code, *reported.finding.blame]}


def tournament(path: Path) -> dict[str, Any]:
    """Return of a tournament's log, with the games beside it: faults, standings, ratings."""
    reported = verify(path, games_of(path), Library(registry.find))
    reads: dict[str, Any] = {"ok": reported.ok}
    if reported.events:  # every event of the log follows
        reads["events"], reads["head"], reads["games"] = (
            reported.events,
            reported.head,
            reported.games,
        )
        reads["standings"] = _sha256(msgspec.to_builtins([reported.standings, reported.ratings]))
    if reported.faults or reported.missing:
        faults = [[one.code, one.event, one.whose] for one in reported.faults]
        reads["faults"] = [*faults, *(["log.missing"] for _ in reported.missing)]
    return reads


def games_of(path: Path) -> list[Path]:
    """Return the logs of a tournament's games: by the index of its folder, or all in it."""
    index = path.with_name("index.yaml")
    if not index.exists():
        return sorted(path.parent.glob("*.pbem"))
    (named,) = (one["games"] for one in _entries(index) if one["file"] == path.name)
    return [path.with_name(name) for name in named]


@cache
def _entries(index: Path) -> list[dict[str, Any]]:
    """Read an index: of a hundred logs each asks for its own entry."""
    found: list[dict[str, Any]] = yaml.safe_load(index.read_text())
    return found


WORDS = ("message", "pen", "said", "shown", "together", "waits", "why", "words")
"""Fields of a fact that are words for people: only the handles in them are part of the table."""


def dispute(heard: Heard) -> dict[str, Any]:
    """Return what is answered to each claim of a dispute, and all that is stated."""
    case = heard.case
    called = {one.digest: one.names[0] for one in case.exhibits}
    facts = [msgspec.to_builtins(one.fact) for one in case.statements()]
    handles = {
        one[name] for one in facts for name in ("by", "umpire") if isinstance(one.get(name), str)
    }
    handles |= {handle for one in facts for handle in one.get("signers", ())}
    stated = [
        _sha256([_without_words(fact, handles), one.weight, list(one.blames)])
        for fact, one in zip(facts, case.statements(), strict=True)
    ]
    blamed = {handle for one in case.statements() for handle in one.blames}
    return {
        "answers": {called[one.exhibit]: one.answer for one in case.claims},
        "blames": sorted(blamed),
        "statements": _sha256(sorted(stated)),
    }


def _without_words(fact: dict[str, Any], handles: set[str]) -> dict[str, Any]:
    """Return a fact with, of its words for people, only the handles that they name."""
    words = {name: fact[name] for name in WORDS if isinstance(fact.get(name), str | list | tuple)}
    reported: dict[str, Any] = {name: _named(said, handles) for name, said in words.items()}
    if fact.get("field") == IN_WORDS:
        reported["values"] = _named(fact["values"], handles)
    if fact.get("changes"):
        reported["changes"] = [
            _named(list(map(str, one.values())), handles) if one["field"] == IN_WORDS else one
            for one in fact["changes"]
        ]
    return {**fact, **reported}


def _named(words: str | Sequence[Any], handles: set[str]) -> list[str]:
    text = words if isinstance(words, str) else " ".join(map(str, words))
    return sorted(handles & set(re.findall(r"[\w-]+", text)))


READERS = {".pbem": game, ".fork": fork, ".tournament": tournament}


def _sha256(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()
