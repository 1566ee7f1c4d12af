"""A claim beside the game that it is about, and what answers to several claims need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.court import facts
from pbem.court.claims import Claim
from pbem.court.facts import Fact, tag_of
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.games import GameRead
from pbem.court.judging.signed import event_at, keys_of
from pbem.court.verdict import Answer, Statement
from pbem.log.event import Event, verify_signature


class Said(NamedTuple):
    """An answer, why in sentences, and the statements that it rests on."""

    answer: Answer
    why: str
    rests_on: Sequence[Statement] = ()


class Asked:
    """A claim, the game that it is about, and what was stated of that."""

    def __init__(self, bench: Bench, game: GameRead, claim: Claim) -> None:
        self.bench = bench
        self.game = game
        self.claim = claim
        self.events = _events(game.copies, claim.event)
        self.party = _party(game.copies)

    def stated(self, *tags: str) -> list[Statement]:
        """Return the statements with these tags about this game or its copies."""
        return list(self._stated(tags))

    def _stated(self, tags: Sequence[str]) -> Iterator[Statement]:
        mine = {one.digest for one in self.game.copies}
        for one in self.bench.statements:
            fact: Fact = one.fact
            if tag_of(fact) not in tags:
                continue
            copies = set(getattr(fact, "copies", ())) or {getattr(fact, "copy", None)}
            games = {getattr(fact, "game", None)}
            games |= {carried.game for carried in getattr(fact, "carries", ())}
            if self.game.game in games or copies & mine:
                yield one

    def counting(self) -> Read | None:
        """Return the copy that counts; None if none does."""
        return self.game.counting


def _party(copies: Sequence[Read]) -> list[str]:
    """Return who is or was in a game, by any copy: players, who was put in for one, the umpire."""
    names: dict[str, None] = {}
    for one in copies:
        umpire = () if one.verdict.umpire is None else (one.verdict.umpire,)
        names |= dict.fromkeys((*one.verdict.players, *umpire))
    return list(names)


def _events(copies: Sequence[Read], number: int | None) -> dict[str, tuple[Event, Read]]:
    """Return the good events with a number by id, each with the first copy that has it."""
    found: dict[str, tuple[Event, Read]] = {}
    if number is not None:
        for one in copies:
            if len(one.events) > number:
                found.setdefault(one.events[number].id, (one.events[number], one))
    return found


def signed_there(asked: Asked) -> list[Statement]:
    """State who signed what stands in the place of the claim; nothing unless it is one event.

    Every copy that has something there must have that event, good or not, with its signature.
    """
    seq = asked.claim.event
    assert seq is not None  # noqa: S101 - the claim needs one
    have = [
        (one, event_at(asked.bench, one, seq))
        for one in asked.game.copies
        if len(one.events) > seq or _stops_at(one, seq)
    ]
    ids = {None if event is None else event.id for _, event in have}
    if len(ids) != 1 or None in ids:
        return []
    return [state_signed(asked, event, one) for one, event in have[:1] if event is not None]


def _stops_at(one: Read, seq: int) -> bool:
    """Say whether the first event of a copy that is not good is the one with a number."""
    return one.verdict.finding is not None and len(one.events) == seq


def over(asked: Asked) -> bool:
    """Say whether the copy that counts has an end that waits for nothing."""
    return any(
        isinstance(one.fact, facts.Outcome) and not one.fact.waits for one in asked.stated("result")
    )


def state_signed(asked: Asked, event: Event, one: Read) -> Statement:
    """State who signed an event, with which key."""
    key = next((key for key in keys_at(one, event)), "")
    cards = [
        exhibit for exhibit, card in asked.bench.cards if card.handle == event.by
        and card.sign == key
    ]  # fmt: skip
    return asked.bench.state(
        facts.Signed(
            game=asked.game.game,
            seq=event.seq,
            event=event.id,
            kind=event.kind,
            by=event.by,
            key=key,
            card=bool(cards),
        ),
        copies=[one.digest],
        exhibits=[exhibit.digest for exhibit in cards[:1]],
        events=[event],
        check=_shows_key(asked.bench, one, event),
    )


def _shows_key(bench: Bench, one: Read, event: Event) -> str:
    """Return the command that prints with which key an event is signed."""
    if event.seq < len(one.events):
        return f"pbem explain {bench.file(one)} {event.seq}"
    return f"pbem verify {bench.file(one)}"  # the keys as they are before what is not valid


def keys_at(one: Read, event: Event) -> Iterator[str]:
    """Yield the key with which an event of a copy is signed, of those that its author had."""
    for key in keys_of(one, event.by):
        if verify_signature(event, bytes.fromhex(key)):
            yield key


def copy_of(asked: Asked, one: Read) -> list[Statement]:
    """Return the statements that say what a copy holds."""
    return [
        stated
        for stated in asked.stated("copy")
        if one.digest in getattr(stated.fact, "copies", ())
    ]
