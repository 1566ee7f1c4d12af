"""Heads of tournaments: checkpoints that were signed or shown, kept, and held against the log.

::

    HOME/heads/TOURNAMENT/SIZE-ROOT.checkpoint   one head, with all signatures that are known of it

Anyone who keeps a head cannot be shown another history before it. The director keeps signed heads
in the same place, and so never signs two that contradict each other.

``tournament``: its id. ``events``: those of its log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.messages.bundles import unpack
from pbem.client.storage import tournaments
from pbem.client.storage.tournament_heads import (
    STANDS,
    SUFFIX,
    Head,
    compared,
    kept,
    leaves_of,
    require_newest,
    stands,
)
from pbem.crypto.text import escape
from pbem.crypto.transparency.checkpoint import (
    Checkpoint,
    cosignatures,
    is_of,
    joined,
    only_by,
    read_checkpoint,
    sign_checkpoint,
)
from pbem.crypto.transparency.merkle import root_of
from pbem.crypto.transparency.note import ED25519, NOTE_BYTES, NoteKey
from pbem.crypto.transparency.policy import POLICY_BYTES, Policy, read_policy
from pbem.crypto.transparency.receipt import FIRST, RECEIPT_BYTES, Receipt, proves, read_receipt
from pbem.director.office import directors
from pbem.errors import FormError, PbemError
from pbem.files import make_folder, read_plain
from pbem.identity.identity import Identity
from pbem.items import item
from pbem.log.disk import explaining, write_over
from pbem.log.event import Event, read_event
from pbem.log.file import read_events
from pbem.log.practice_mark import WORDS as A_PRACTICE
from pbem.log.practice_mark import is_practice
from pbem.mail.contents import RECEIPT
from pbem.table.events.kinds import Signer
from pbem.tournament.events.kinds import Found
from pbem.tournament.folding import Fold

PUBLISHED = "checkpoint"
"""How the file is called in a published folder, by C2SP's tlog-tiles."""


def key_of(found: Found) -> NoteKey:
    """Return the key by which checkpoints of a tournament are signed, its origin being its name."""
    said = found.checkpoints
    return NoteKey(said.origin, ED25519, bytes.fromhex(said.key))


def keep(
    client: Client,
    tournament: str,
    checkpoint: Checkpoint,
    key: NoteKey,
    witnesses: Sequence[NoteKey] = (),
) -> Path:
    """Keep a head whose signature was verified.

    Args:
        client: The client.
        tournament: The id of the tournament.
        checkpoint: The head.
        key: The key that signed it.
        witnesses: Those whose cosignatures are added to what was kept before. Anyone who mails a
            head could add any others.

    Returns:
        The file in which it is kept.

    Raises:
        FormError: A cosignature of one of these witnesses is forged.
    """
    cosignatures(checkpoint, witnesses)
    checkpoint = only_by(checkpoint, [key, *witnesses])
    folder = client.heads(tournament)
    # The whole root: a director could find two histories whose roots begin alike.
    path = folder / f"{checkpoint.size:07d}-{checkpoint.root.hex()}{SUFFIX}"
    for there, known in kept(client, tournament):
        if known.note.text == checkpoint.note.text:
            path, checkpoint = there, joined(known, checkpoint)
    with explaining(folder, "Making"):
        make_folder(folder)
    write_over(path, checkpoint.note.bytes)
    return path


def two_histories(heads: Sequence[Head]) -> list[str]:
    """Return what proves two histories among heads: those that part, or two of one size."""
    proofs = [f"{head.path} does not fit the log" for head in heads if head.stands == "parts"]
    sizes = [head.checkpoint.size for head in heads]
    proofs += [
        f"{head.path} is a different head of the first {head.checkpoint.size} events"
        for head in heads
        if head.stands == "beyond" and sizes.count(head.checkpoint.size) > 1
    ]
    return proofs


def require_one_history(client: Client, found: Found, tournament: str, log: Path) -> None:
    """Raise FormError where a head that is kept parts from a log: its director has two.

    ``tournament``: its id.
    """
    if said := two_histories(compared(client, tournament, list(read_events(log)))):
        raise FormError(
            f"{escape(str(log))} is not the history that {found.director.handle} showed before: "
            f"{'; '.join(said)}. {found.director.handle} signed both. Keep these files, which "
            "convict together, and show them to the other players. Nothing was changed here"
        )


def newest(client: Client, tournament: str, events: Sequence[Event]) -> Checkpoint | None:
    """Return the head of the most events that follows from a log; None if none is kept."""
    follows = [one for one in compared(client, tournament, events) if one.stands == "follows"]
    return follows[-1].checkpoint if follows else None


def signed(client: Client, identity: Identity, found: Found, events: Sequence[Event]) -> Checkpoint:
    """Return the director's checkpoint of their log as it is now, kept before anybody sees it.

    Raises:
        FormError: They signed a head that does not fit this log. So the log is an older copy, and
            what they would sign differs from what others have.
    """
    tournament = events[0].id
    require_newest(client, events, identity.handle, own=True)
    key = key_of(found)
    seed = identity.checkpoint_seed(key.name)
    made = sign_checkpoint(key, seed, len(events), root_of(leaves_of(events)))
    if not is_of(made, key):
        raise FormError(f"the key of {identity.handle} here is not that of {key.name}")
    keep(client, tournament, made, key)
    return newest(client, tournament, events) or made


def checkpoint_of(
    client: Client,
    fold: Fold,
    log: Path,
    published: Path,
    *,
    as_: str | None,
    unlock: Callable[[Signer], Identity],
) -> Checkpoint | None:
    """Return the checkpoint to publish with a log; None if there is none.

    The director signs one. For anyone else it is the newest head that is kept here and follows from
    the log.

    Args:
        client: The client.
        fold: The tournament.
        log: Its log.
        published: The folder of the pages. A checkpoint that is there is kept first, with its
            cosignatures.
        as_: The identity that acts; None: the default one.
        unlock: Opens the director's key.
    """
    found, events = fold.now.found, list(read_events(log))
    before = published / PUBLISHED
    if before.exists():
        with explaining(before, "Reading"):
            there = read_checkpoint(read_plain(before, NOTE_BYTES))
        if is_of(there, key_of(found)):
            keep(client, fold.now.id, there, key_of(found))
    director = found.director.handle
    acts = director in people.handles(client) and (as_ or people.me(client)) == director
    if acts:
        who = people.key_among(client, director, directors(fold))
        return signed(client, unlock(who), found, events)
    return newest(client, fold.now.id, events)


def read_policy_file(path: Path) -> Policy:
    """Return the policy in a file.

    Raises:
        FormError: A line is wrong. The message names it.
        LogFileError: The file cannot be read.
    """
    with explaining(path, "Reading"):
        data = read_plain(path, POLICY_BYTES)
    try:
        return read_policy(data)
    except FormError as error:
        raise FormError(f"{escape(str(path))}: {error}") from None


# --- what came --------------------------------------------------------------------------------


class Shown(NamedTuple):
    """A head out of a file: of which tournament, and the event that a receipt is for, if it is."""

    source: str
    log: Path
    checkpoint: Checkpoint
    event: Event | None


def take_heads(
    client: Client, paths: Sequence[Path], witnesses: Sequence[NoteKey] = ()
) -> tuple[list[Shown], list[str]]:
    """Keep the heads in files, saved mail and folders: receipts, and checkpoints that are named.

    Args:
        client: The client.
        paths: The files and folders.
        witnesses: Those whose cosignatures are kept, too.

    Returns:
        The heads that were kept; and what was not, with the reason.

    Raises:
        NotFound: There is no such file, or nothing in it.
    """
    shown: list[Shown] = []
    with unpack(paths, (RECEIPT, SUFFIX)) as post:
        left = list(post.wrong)
        for path in post.files:
            source = post.names.get(str(path), escape(str(path)))
            if is_practice(path):
                left.append(f"{source} {A_PRACTICE}")
                continue
            try:
                with item("this file"):
                    shown.append(take_head(client, path, source, witnesses))
            except PbemError as error:
                left.append(f"{source}: {error}")
    return shown, left


def take_head(client: Client, path: Path, source: str, witnesses: Sequence[NoteKey] = ()) -> Shown:
    """Keep the head in a receipt or checkpoint.

    Args:
        client: The client.
        path: The file.
        source: How people know the file.
        witnesses: Those whose cosignatures are kept, too.

    Raises:
        NotFound: Its tournament is not here.
        FormError: It is not signed by the tournament's key, or in a wrong form.
        LogFileError: It cannot be read.
    """
    with explaining(path, "Reading"):
        data = read_plain(path, RECEIPT_BYTES)
    made = read_receipt(data) if data.startswith(FIRST) else None
    checkpoint = read_checkpoint(data) if made is None else made.checkpoint
    log, found, tournament = _of_origin(client, checkpoint)
    if not is_of(checkpoint, key_of(found)):
        raise FormError(
            f"its checkpoint is not signed with the checkpoint key of {found.name}. It is forged "
            "or damaged, and proves nothing"
        )
    keep(client, tournament, checkpoint, key_of(found), witnesses)
    return Shown(source, log, checkpoint, None if made is None else _event(log, made))


def _of_origin(client: Client, checkpoint: Checkpoint) -> tuple[Path, Found, str]:
    """Return the tournament whose head it is.

    Anybody can found another with the same origin, and even name the same key: it is the one whose
    key signed the head, and whose log gives it.
    """
    of_origin: list[tuple[int, tuple[Path, Found, str]]] = []
    for path in tournaments.logs(client):
        try:
            with item(path.stem):
                history = tournaments.looked_at(client, path)
        except PbemError:  # a log that is no good is reported when it is looked at
            continue
        if history.found.checkpoints.origin == checkpoint.origin:
            which = (path, history.found, history.id)
            of_origin.append((_far(path, history.found, checkpoint), which))
    if of_origin:
        return min(of_origin, key=lambda one: one[0])[1]
    raise NotFound(
        f"no tournament here has the origin {escape(checkpoint.origin)}. Import its log first "
        "with 'pbem tournament take'"
    )


def _far(path: Path, found: Found, checkpoint: Checkpoint) -> int:
    """Return how little a head looks like one of a log, 0 if it is one."""
    if not is_of(checkpoint, key_of(found)):
        return len(STANDS)
    return STANDS.index(stands(leaves_of(list(read_events(path))), checkpoint))


def _event(log: Path, made: Receipt) -> Event:
    """Return the event that a receipt is for, out of the log that is here; raises FormError."""
    events = list(read_events(log))
    if made.number < len(events) and proves(made, events[made.number].line):
        return events[made.number]
    event = read_event(made.extra, made.number) if made.extra else None
    if event is None or not proves(made, made.extra):
        raise FormError(
            f"it is no receipt for event {made.number} of the log here. Its head was kept, and "
            "'pbem tournament heads' compares it with the log"
        )
    return event
