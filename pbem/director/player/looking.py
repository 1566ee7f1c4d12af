"""A player's view of the heads that they keep, and of what they wait for, at each tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec

from pbem.client.client import Client
from pbem.client.storage import tournaments
from pbem.client.storage.tournament_heads import compared
from pbem.crypto.signing import public_key
from pbem.crypto.text import escape
from pbem.crypto.transparency.checkpoint import Checkpoint, cosign, cosignatures
from pbem.crypto.transparency.note import COSIGNATURE, NoteKey
from pbem.crypto.transparency.policy import Policy
from pbem.director.player.waiting import Owed, owed
from pbem.director.transparency import heads
from pbem.director.transparency.heads import Shown
from pbem.errors import FormError
from pbem.identity.identity import Identity
from pbem.items import Items
from pbem.kit.wording import counted, span
from pbem.log.file import read_events

WITNESS = "pbem-witness"


class Seen(msgspec.Struct, frozen=True):
    """A head: over how many events, its file, how it stands to the log, who has cosigned it.

    ``stands``: ``follows``, ``beyond`` or ``parts``; ``cosigned``: names of known witnesses.
    """

    events: int
    file: str
    stands: str
    cosigned: list[str]


class Looked(msgspec.Struct, frozen=True):
    """A tournament as a player's program sees it.

    - ``two_histories``: The proof of two histories.
    - ``ask``: The first and the last event that the log here lacks and a head has, or null.
    - ``unsatisfied``: No head is cosigned as the policy asks.
    - ``owed``: Requests and results that have no answer.
    """

    name: str
    director: str
    log: str
    events: int
    heads: list[Seen]
    two_histories: list[str]
    ask: tuple[int, int] | None
    unsatisfied: bool
    owed: list[Owed]


def look_at_all(
    client: Client,
    handle: str,
    logs: Iterable[Path],
    today: date,
    *,
    policy: Policy | None,
    items: Items,
) -> list[Looked]:
    """Look at tournaments, as `look`; ``items`` keeps which of them failed."""
    found = []
    for log in logs:
        with items.take(log.stem):
            found.append(look(client, handle, log, today, policy))
    return found


def look(
    client: Client, handle: str, log: Path, today: date, policy: Policy | None = None
) -> Looked:
    """Compare the heads that are kept with a tournament's log, and list what ``handle`` waits for.

    ``today``: in UTC. ``policy``: which cosignatures are asked for; None: none.

    Raises:
        FormError: A cosignature by a witness of the policy is forged.
    """
    fold = tournaments.read_here(client, log)
    events = list(read_events(log))
    kept = compared(client, fold.now.id, events)
    witnesses = [] if policy is None else list(policy.witnesses.values())
    seen = []
    satisfied = policy is None or not policy.quorum
    for head in kept:
        names = [one.name for one in cosignatures(head.checkpoint, witnesses)]
        seen.append(Seen(head.checkpoint.size, str(head.path), head.stands, names))
        satisfied |= policy is not None and head.stands == "follows" and policy.satisfied(names)
    most = max((one.events for one in seen), default=0)
    return Looked(
        name=fold.now.found.name,
        director=fold.now.found.director.handle,
        log=str(log),
        events=len(events),
        heads=seen,
        two_histories=heads.two_histories(kept),
        ask=(len(events), most - 1) if most > len(events) else None,
        unsatisfied=not satisfied,
        owed=owed(client, handle, fold, log, today),
    )


def shown_lines(shown: Sequence[Shown]) -> Iterator[str]:
    """Say which heads were in what came."""
    for one in shown:
        over = counted(one.checkpoint.size, "event")
        reported = f"{escape(one.source)}: a head of {one.log.stem} over {over}"
        if one.event is not None:
            at = [f"round {one.event.data['round']}"] if "round" in one.event.data else []
            reported += (
                f", and the receipt of event {one.event.seq} ({', '.join([one.event.kind, *at])})"
            )
        yield f"{reported}. Kept"


def look_lines(found: Iterable[Looked], days: int) -> Iterator[str]:
    """Say how heads stand, what to ask for, and what has no answer after so many ``days``."""
    for one in found:
        yield f"{escape(one.name)}, directed by {one.director}: {counted(one.events, 'event')} here"
        for seen in one.heads:
            by = f", cosigned by {', '.join(map(escape, seen.cosigned))}" if seen.cosigned else ""
            yield f"  head over {counted(seen.events, 'event')}: {_STANDS[seen.stands]}{by}"
        if not one.heads:
            yield "  no head yet: each mail from the director brings one"
        if one.ask is not None:
            first, last = one.ask
            verb = "is" if first == last else "are"
            yield (
                f"  {span(first, last)} {verb} missing here, but {one.director} signed a head over "
                f"{'it' if first == last else 'them'}. Ask {one.director} for the log."
            )
        if one.two_histories:
            yield from _convicted(one)
        if one.unsatisfied:
            yield "  NOT cosigned as the policy asks: no head of this log has its quorum."
        for late in one.owed:
            since = f" ({counted(late.days, 'day')})" if late.days else ""
            ask = f" Ask {one.director}." if late.days >= days else ""
            yield f"  {'LATE' if ask else 'Waits'}{since}: {late.reported}.{ask}"


_STANDS = {
    "follows": "it fits the log here",
    "beyond": "it is newer than the log here",
    "parts": "it does NOT fit the log here",
}


def _convicted(one: Looked) -> Iterator[str]:
    yield f"  TWO HISTORIES: {'; '.join(one.two_histories)}."
    yield (
        f"  {one.director} signed both. Keep {one.log} and these files. Send them to the other "
        "players and ask for theirs: together, they convict the director."
    )


def witness_key(identity: Identity, handle: str) -> tuple[NoteKey, bytes]:
    """Return the key by which somebody cosigns heads, and its seed."""
    name = f"{WITNESS}/{handle}/{identity.sign_public.hex()[:16]}"
    seed = identity.witness_seed(name)
    return NoteKey(name, COSIGNATURE, public_key(seed)), seed


def cosigned(
    client: Client, identity: Identity, log: Path, now: datetime
) -> tuple[Checkpoint, NoteKey]:
    """Return the newest head that the log here gives, cosigned at ``now``, and the key.

    Raises:
        FormError: Heads contradict each other, or none follows from the log.
    """
    fold = tournaments.read_here(client, log)
    kept = compared(client, fold.now.id, list(read_events(log)))
    if said := heads.two_histories(kept):
        raise FormError(f"nothing was cosigned, for there are two histories: {'; '.join(said)}")
    if not kept or kept[-1].stands != "follows":
        raise FormError(
            "there is no kept head that fits the newest log here. Import the log with 'pbem "
            "tournament take' and the head with 'pbem tournament heads' first"
        )
    key, seed = witness_key(identity, identity.handle)
    made = cosign(kept[-1].checkpoint, key, seed, int(now.astimezone(UTC).timestamp()))
    heads.keep(client, fold.now.id, made, heads.key_of(fold.now.found), [key])
    return made, key
