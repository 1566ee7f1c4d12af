"""The texts of an author who has all keys: logs of games and of tournaments, changed and signed.

An input has a line for each event, as its author would sign it. Place in the chain, signature, and
proofs of dice are made here, so that changes come further than to the signature.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from doors.door import LOGS, Door
from pbem.crypto import vrf
from pbem.crypto.text import check_hex, check_name, is_name
from pbem.errors import FormError
from pbem.games import registry
from pbem.log.event import NO_EVENT, Event, compose, read_event
from pbem.log.finding import BadLog
from pbem.table.dicing import alpha_of
from pbem.table.handlers.entering import join_alpha
from pbem.table.library import Library
from pbem.table.table import Table
from pbem.tournament.events.word_kinds import read_word
from pbem.tournament.events.words import sign_word, word_line
from pbem.tournament.faults import BadTournament
from pbem.tournament.folding import Fold
from pbem.tournament.lots import keep_alpha
from pbem.tournament.ranking.standings import standings
from toy.group import identity

_LIBRARY = Library(registry.find)


class _Author:
    """Signs one draft after the other, no matter who writes it."""

    def __init__(self) -> None:
        self.last: Event | None = None

    def event(self, draft: dict[str, Any]) -> Event:
        """Sign a draft; raises FormError and BadLog for what nobody could write as an event."""
        last = self.last
        by = check_name(draft.get("by"))
        event = compose(
            game="" if last is None else last.game_id, seq=0 if last is None else last.seq + 1,
            prev=NO_EVENT if last is None else last.id, by=by, at=str(draft.get("at")),
            kind=str(draft.get("kind")), data=draft.get("data"), seed=identity(by).sign_seed,  # type: ignore[arg-type]
            salt=check_hex(draft.get("salt"), 16),
        )  # fmt: skip
        self.last = event
        return event


def _drafts(data: bytes) -> list[dict[str, Any]]:
    """Return the drafts up to the first line that is none."""
    found = []
    for line in data.split(b"\n"):
        try:
            draft = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(draft, dict):
            break
        found.append(draft)
    return found


def log(data: bytes) -> None:
    """Fold what was signed, rules and all: each event is taken, or there is a finding."""
    author, table = _Author(), Table(_LIBRARY, 3)
    for draft in _drafts(data):
        try:
            _prove(table, draft)
            event = author.event(draft)
            table.take(event)
        except FormError:
            return
        except BadLog as bad:
            bad.finding.message.encode()
            return


def _prove(table: Table, draft: dict[str, Any]) -> None:
    """Put into a draft what is proven in it: who joins, dice that are owed, where one stands."""
    said, by = draft.get("data"), draft.get("by")
    if not isinstance(said, dict) or not isinstance(by, str) or not is_name(by):
        return
    if draft.get("kind") == "orders" and "state" in said and table.play is not None:
        said["state"] = table.digest()
    owed = table.dicing
    if draft.get("kind") == "join" and "proof" in said and table.chain.count:
        said |= _proven(by, table.game_id, join_alpha(table.game_id, by))
    elif draft.get("kind") == "dice" and "proof" in said and owed is not None and owed.keepers:
        keeper = owed.keepers[0]
        made = _proven(keeper.handle, table.game_id, alpha_of(table.game_id, owed, keeper))
        said["proof"] = made["proof"]


@lru_cache(maxsize=4096)
def _proven(handle: str, of: str, alpha: bytes) -> dict[str, str]:
    """Return the key of a player for the dice of a game, or lots of a tournament, and a proof."""
    secret = identity(handle).vrf_secret(of)
    return {"vrf": vrf.vrf_public(secret).hex(), "proof": vrf.prove(secret, alpha).hex()}


def cup(data: bytes) -> None:
    """Fold a tournament that its director signed; words in it are signed by who says them."""
    author, made = _Author(), Fold(compare=False)
    for draft in _drafts(data):
        try:
            _say(author, draft)
            made.take(author.event(draft))
        except (FormError, BadLog, BadTournament):
            break
    if made.history is not None:
        standings(made.history)


def _say(author: _Author, draft: dict[str, Any]) -> None:
    """Sign the word in a draft, where there is one, for this log as it stands."""
    said = draft.get("data")
    if not isinstance(said, dict) or not isinstance(said.get("word"), dict):
        return
    last = author.last
    known = {} if last is None else {"tournament": last.game_id, "head": last.id}
    fields = said["word"] | {name: id_ for name, id_ in known.items() if name in said["word"]}
    by = fields.get("handle")
    if last is not None and is_name(by) and fields.get("what") == "keep" and "proof" in fields:
        fields |= _proven(by, last.game_id, keep_alpha(last.game_id, by))
    reported = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    word = read_word(reported.encode("utf-8", "surrogatepass"))
    said["word"] = json.loads(word_line(sign_word(word, identity(word.handle).sign_seed)))


def _unsigned(pattern: str, most: int, count: int) -> list[bytes]:
    """Return the drafts of logs with one fault each, short ones first."""
    files = sorted(LOGS.glob(pattern), key=lambda path: (path.stat().st_size, path.name))
    made = []
    for path in files:
        lines = []
        for line in path.read_bytes().splitlines():
            try:
                read_event(line)
            except BadLog:
                break
            body = json.loads(line)["body"]
            for field in ("game", "prev", "seq", "v"):
                del body[field]
            lines.append(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode())
        if lines and sum(map(len, lines)) < most:
            made.append(b"\n".join(lines))
    made = list(dict.fromkeys(made))
    return made[:: max(1, len(made) // count)]


def logs() -> list[bytes]:
    """Return the drafts of logs of games."""
    return _unsigned("hostile/*.pbem", 12_000, 40)


def cups() -> list[bytes]:
    """Return the drafts of logs of tournaments."""
    return _unsigned("hostile-tournaments/*.tournament", 14_000, 30)


DOORS = {"signed-log": Door(log, logs, 16_384), "signed-cup": Door(cup, cups, 16_384)}
