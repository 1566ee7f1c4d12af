"""The mail of cheats and strangers to honest people, besides a second history: none of it counts.

A member who cheats signs with their own keys; who is nobody here has copies of logs and mail, and
no key of anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pbem.client.messages import reading
from pbem.client.messages.reading import Posted
from pbem.client.session.session import sit
from pbem.identity.card import make_card
from pbem.log.event import Event, compose
from pbem.log.file import read_events, to_bytes
from pbem.log.finding import Finding
from toy.group import identity

if TYPE_CHECKING:
    from simulation.world import Club

MALLORY = "mallory@example.net"
KINDS = ("orders", "seal", "reveal", "dice", "join", "answer")
READERS = ("pbem.agent.reading.incoming", "simulation.member")
"""The modules that import mail: by agents, and by hand."""


class _Copy(NamedTuple):
    """Somebody's copy of a game: its events, everybody who is in it, and the active player."""

    events: list[Event]
    everybody: list[str]
    active: str | None


def _some_copy(club: Club) -> _Copy:
    member = club.rng.choice(club.members)
    path = club.rng.choice(sorted(member.paths()) or [None])
    if path is None:
        return _Copy([], [], None)
    table = sit(member.person.client, path, None).table
    everybody = [one.handle for one in table.roster.everybody()]
    return _Copy(list(read_events(path)), everybody, table.active().handle)


def _mail(club: Club, sender: str, handles: Sequence[str], data: bytes) -> None:
    to = [club.member(one).address for one in handles]
    club.post.mail(sender, to, data, "turn.pbem")


def _next(club: Club, events: Sequence[Event], by: str, seed: bytes) -> Event:
    """Sign something on the end of a log, with data that somebody wrote before if there are any."""
    last, kind = events[-1], club.rng.choice(KINDS)
    said = [event.data for event in events if event.kind == kind]
    return compose(
        game=events[0].game_id, seq=last.seq + 1, prev=last.id, by=by, at=last.at, kind=kind,
        data=club.rng.choice(said) if said else {}, seed=seed,
    )  # fmt: skip


def forges(club: Club) -> None:
    """A stranger signs with a key of their own in the name of somebody in a game."""
    events, everybody, _ = _some_copy(club)
    if events:
        victim, keys = club.rng.choice(everybody), identity("mallory")
        event = _next(club, events, victim, keys.sign_seed)
        _mail(club, MALLORY, everybody, to_bytes([*events, event]))
        club.reports(f"a {event.kind} of {victim} is forged")


def speaks_out_of_turn(club: Club) -> None:
    """A member signs what it is not their turn to sign: a late seal, dice, orders."""
    events, everybody, active = _some_copy(club)
    cheats = [one for one in everybody if not club.member(one).honest]
    if not events or not cheats or active in (*cheats, None):
        return
    event = _next(club, events, cheats[0], identity(cheats[0]).sign_seed)
    _mail(club, club.member(cheats[0]).address, everybody, to_bytes([*events, event]))
    club.reports(f"{cheats[0]} signs a {event.kind} out of turn")


def edits(club: Club) -> None:
    """A stranger changes an event of a log that they have got, and mails it on."""
    events, everybody, _ = _some_copy(club)
    if events:
        lines = [event.line for event in events]
        number = club.rng.randrange(len(lines))
        old, new = club.rng.choice([(b'"by":"', b'"by":"x'), (b'"seq":', b'"seq":1'), (b"0", b"1")])
        lines[number] = lines[number].replace(old, new, 1)
        _mail(club, MALLORY, everybody, b"".join(line + b"\n" for line in lines))
        club.reports(f"event {number} of a log is edited")


def replays(club: Club) -> None:
    """A stranger mails once more what was mailed long ago, to whom it was for or to another."""
    if club.post.old:
        to = club.rng.choice(club.members).address
        address, message = club.rng.choice(club.post.old)
        club.post.deliver(club.rng.choice([address, to]), message)
        club.reports(f"old mail for {address} is mailed again")


def impersonates(club: Club) -> None:
    """A stranger mails a card that says it is a member's, with keys of the stranger's own."""
    victim, to = club.rng.sample(club.members, 2)
    keys = replace(identity("mallory"), handle=victim.handle)
    club.post.mail(MALLORY, [to.address], make_card(keys, MALLORY), f"{victim.handle}.card")
    club.reports(f"{to.handle} is mailed a false card of {victim.handle}")


TRICKS: tuple[Callable[[Club], None], ...] = (
    forges, speaks_out_of_turn, edits, replays, impersonates,
)  # fmt: skip


@contextmanager
def findings(heard: Callable[[Finding], None]) -> Iterator[None]:
    """Report every finding that any client has about mail."""

    def take_mail(*args: Any, **more: Any) -> Posted:
        posted = reading.take_mail(*args, **more)
        for taken in (*posted.taken, *posted.days):
            if taken.finding is not None:
                heard(taken.finding)
        return posted

    with pytest.MonkeyPatch.context() as patch:
        for room in READERS:
            patch.setattr(f"{room}.take_mail", take_mail)
        yield
