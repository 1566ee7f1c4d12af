"""Keeping dice for many games: what came is accepted, answered, and written to be mailed.

Everything here is done by the commands for one game, in their order: accepted, signed and entered
in the record, put into the log, written to be mailed. Killed anywhere between, it is run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec
from msgspec.structs import replace

from pbem.client.client import LOG_SUFFIX, Client
from pbem.client.exchange.taking import TakeOptions, TakeResult, arrivals, take_one
from pbem.client.messages.bundles import unpack, with_known_names
from pbem.client.messages.sending import Sent, send
from pbem.client.play import acting
from pbem.client.session.keys import strangers
from pbem.client.session.session import Done, Session, sit
from pbem.client.session.turn import unnamed
from pbem.errors import PbemError
from pbem.files import make_folder
from pbem.identity.identity import Identity
from pbem.log.disk import explaining
from pbem.log.file import read_events
from pbem.log.finding import Finding

Did = Literal["gave", "joined", "again", "nothing", "refused", "passed"]
ANSWERS = "answers"
"""The folder, inside the one in which the logs came, for what is to be mailed."""


class Keep(msgspec.Struct, frozen=True):
    """How a keeper wants games answered.

    - ``handle``: The identity that answers.
    - ``join``: First join the games that wait for that.
    - ``to``: A folder for the files to mail, made if it is not there (None: none are written).
    - ``day``: The day on which the files came, for games whose deadlines they keep (None: no day is
      entered).
    """

    handle: str | None = None
    join: bool = False
    to: Path | None = None
    day: date | None = None


class Kept(msgspec.Struct, frozen=True, kw_only=True, rename={"active": "pen"}):
    """The result for one game, or for one file that was refused.

    - ``did``: ``gave`` (dice), ``joined``, ``nothing``, ``refused``; ``again`` (nothing was signed;
      events that the received file lacked are sent again); ``passed`` (a file in a folder without
      the name of a log).
    - ``what``: The game, or the file.
    - ``events``: Numbers of the events signed now.
    - ``rolls``: [n, got] of the dice given now.
    - ``active``: The active player.
    - ``note``: Other things that wait for the keeper.
    - ``mail``: The file to mail.
    - ``file``: The file that counts, if another file of the game forks from it.
    - ``why``: Why it was refused, in one sentence.
    - ``finding``: The finding against it, if that is why.
    - ``proof``: The fork file that shows it.
    """

    what: str
    did: Did
    events: list[int] = []
    rolls: list[tuple[int, int]] = []
    active: str = ""
    note: str = ""
    mail: Sent | None = None
    file: str = ""
    why: str = ""
    finding: Finding | None = None
    proof: str | None = None


Unlock = Callable[[Session], Identity]
"""Returns the identity with the keys that a game knows."""


def keep_all(client: Client, unlock: Unlock, wish: Keep) -> Iterator[Kept]:
    """Roll all dice that are due in any game of this client; yield the games.

    ``wish``: what is wanted, and in which games.

    Raises:
        KeyFileError: As ``unlock``.
    """
    _make(wish)
    for path in client.logs():
        kept = _answer(client, unlock, wish, path, None)
        if kept.did != "nothing":
            yield kept


def keep_files(client: Client, unlock: Unlock, wish: Keep, paths: Sequence[Path]) -> Iterator[Kept]:
    """Import logs and mail, and roll the dice that are due in their games.

    Args:
        client: The client.
        unlock: Returns an identity by its handle.
        wish: How to import and roll.
        paths: Logs, mail, or folders of them.

    Yields:
        One result for every game, and one for every file that is refused. The others continue.

    Raises:
        NotFound: No log was found.
        KeyFileError: As ``unlock``.
    """
    _make(wish)
    with unpack(paths) as post:
        for path in post.passed:
            yield Kept(what=str(path), did="passed")
        for name, why in post.unread():
            yield Kept(what=name, did="refused", why=why)
        for kept in _keep(client, unlock, wish, post.files):
            yield with_known_names(kept, post.names)


def _make(wish: Keep) -> None:
    """Make the folder for what is to be mailed."""
    if wish.to is not None:
        with explaining(wish.to, "Making"):
            make_folder(wish.to)


def _keep(client: Client, unlock: Unlock, wish: Keep, paths: Sequence[Path]) -> Iterator[Kept]:
    """Accept files and give what is owed in their games."""
    arrived, unread = arrivals(paths)
    yield from map(_refused, unread)
    games = [list(files) for _, files in groupby(arrived, key=lambda one: one.game_id)]
    for files in sorted(games, key=lambda files: min(one.path for one in files)):
        options = TakeOptions(wish.handle, day=wish.day)
        taken = [take_one(client, one, options) for one in files]
        # If files fork, the first to be accepted is the one that is answered.
        first = next((one.file for one in taken if one.last is not None), "")
        yield from (
            _refused(one, _forked(client, one, wish, first)) for one in taken if not one.good
        )
        game = next((one.game for one in taken if one.game), None)
        if game is not None:
            has = [one.upto for one in taken if one.good]
            path = client.games / f"{game}{LOG_SUFFIX}"
            kept = _answer(client, unlock, wish, path, min(has, default=None))
            if any(one.status == "fork" for one in taken):
                kept = replace(kept, file=first)
            if has or kept.did != "nothing":  # that a file was refused is reported already
                yield kept


def _forked(client: Client, taken: TakeResult, wish: Keep, first: str) -> str:
    """Say of a second event on one predecessor which one counts here, and what can be done."""
    found = taken.finding
    if taken.status != "fork" or found is None:
        return ""
    author, seq, game = found.blame[0], found.seq, taken.game
    log = client.games / f"{game}{LOG_SUFFIX}"
    ours = next(event for event in read_events(log) if event.seq == seq)
    where = f"the event in {first}" if first else "the event that came first"
    said = (
        f"{found.code}: {author} signed two different events {seq} after the same event. Here "
        f"{where} counts ({ours.id[:16]}...), and this file is left out"
    )
    session = sit(client, log, wish.handle)
    umpire = session.table.roster.umpire
    if umpire is None or umpire.handle != session.handle:
        return said
    return (
        f"{said}. To make it a forfeit, type 'pbem rule {game} --fork {taken.proof} --then forfeit'"
    )


def _refused(taken: TakeResult, forked: str = "") -> Kept:
    found = taken.finding
    why = "; ".join(taken.warnings) if found is None else f"{found.code}: {found.message}"
    return Kept(
        what=taken.file,
        did="refused",
        why=forked or why or taken.status,
        finding=found,
        proof=taken.proof,
    )


def _answer(client: Client, unlock: Unlock, wish: Keep, path: Path, has: int | None) -> Kept:
    """Sign what is due in one game, and write what lies after event ``has`` to be mailed."""
    name = path.name.removesuffix(LOG_SUFFIX)
    try:
        with client.taking(path):
            session = sit(client, path, wish.handle)
    except PbemError as error:
        return Kept(what=name, did="refused", why=str(error))
    act, did = _due(session, wish)
    # Outside the net: a wrong passphrase is wrong for every game.
    identity = None if act is None else unlock(session)
    try:
        with client.taking(path):
            done = None if act is None or identity is None else act(session, identity)
            mail = None
            if done is not None and has is None:
                has = done.events[0].seq - 1
            if wish.to is not None and has is not None and has < session.table.chain.count - 1:
                mail = send(session, has, wish.to)
    except PbemError as error:
        return Kept(what=name, did="refused", why=str(error))
    if done is None:
        did = "again" if mail is not None else "nothing"
    return Kept(
        what=name,
        did=did,
        events=[] if done is None else [event.seq for event in done.events],
        rolls=[] if done is None or did != "gave" else _rolls(session, done),
        active=session.table.active().why,
        note=_note(session, did),
        mail=mail,
    )


def _due(session: Session, wish: Keep) -> tuple[Callable[[Session, Identity], Done] | None, Did]:
    now = session.table.active()
    if now.handle is not None and now.handle == session.handle:
        if now.kinds == ("dice",):
            return acting.dice, "gave"
        if "join" in now.kinds and wish.join:
            return acting.join, "joined"
    return None, "nothing"


def _note(session: Session, did: Did) -> str:
    """Say what else waits for the keeper, who need not look at every game."""
    table, game = session.table, session.name
    now, umpire = table.active(), table.roster.umpire
    if reported := session.forked():
        return f"{reported[0]}."
    if did == "joined" and (unknown := unnamed(session, strangers(session).unknown)):
        return (
            f"You have no card of {', '.join(unknown)}, so nobody can say who that is. Ask for the "
            "card and compare its words."
        )
    if "join" in now.kinds and now.handle == session.handle:
        return "Join it with --join."
    mine = umpire is not None and umpire.handle == session.handle
    if table.result is not None and mine and now.handle is None and not table.closed:
        return f"Confirm the result with 'pbem rule {game} --result'."
    return ""


def _rolls(session: Session, done: Done) -> list[tuple[int, int]]:
    """Return what was rolled by the dice that were just given."""
    first = done.events[0].seq
    events = [event for event in session.since(first) if event.kind == "dice"]
    return [(n, got) for event in events for n, got in event.data.get("rolls", [])]
