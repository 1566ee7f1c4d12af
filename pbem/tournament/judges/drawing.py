"""The keepers of lots, and the draw when the entries are closed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from pbem.crypto import vrf
from pbem.log.event import Event
from pbem.table.events.kinds import Signer
from pbem.tournament import lots
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.faults import bad
from pbem.tournament.history import Keeper
from pbem.tournament.judges.so_far import SoFar


def keep(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: somebody keeps lots, or is the deputy of whom does."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Keep)  # noqa: S101 - as above
    keeps = _may_keep(log, event, word)
    alpha = lots.keep_alpha(log.now.id, word.handle)
    if vrf.verify(bytes.fromhex(word.vrf), alpha, bytes.fromhex(word.proof)) is None:
        raise bad(
            "keep.proof",
            f"{word.handle} did not prove the key of event {event.seq}.",
            event.seq,
        )
    named = None if isinstance(word.deputy, UnsetType) else word.deputy
    keeper = Keeper(word.handle, word.sign, word.vrf, named=named)

    def effect() -> None:
        if keeps is None:
            log.now.keepers.append(keeper)
        else:
            keeps.deputy = keeper

    return effect


def _may_keep(log: SoFar, event: Event, word: word_kinds.Keep) -> Keeper | None:
    """Return the keeper whose deputy this is, None of a keeper; raises BadTournament."""
    keepers = log.now.keepers
    named = [one.named for one in keepers if one.named is not None]
    known = {one.handle for one in keepers} | {one.handle for one in named}
    keeps = next((one for one in keepers if one.named == Signer(word.handle, word.sign)), None)
    his = None if isinstance(word.deputy, UnsetType) else word.deputy.handle
    if keeps is None:
        wrong = word.handle in known or his in {word.handle, *known}
    else:
        wrong = keeps.deputy is not None or his is not None
    if log.now.closed or wrong:
        reported = f"{word.handle} cannot keep lots like this from event {event.seq} on."
        raise bad("keep.late", reported, event.seq)
    return keeps


def closed(log: SoFar, event: Event, data: kinds.Closed) -> Callable[[], None]:
    """Judge: the entries are closed."""
    entered = sorted(one.sign for one in log.now.entrants if one.plays(1))
    if log.now.closed or not log.now.keepers or list(data.entrants) != entered:
        raise bad(
            "closed.list",
            f"Event {event.seq} closes the entries with the wrong entrants, "
            "without a lot keeper, or again.",
            event.seq,
            event.by,
        )

    def effect() -> None:
        log.now.closed = event.id
        log.now.drawn = [one.number for one in log.now.entrants if one.plays(1)]

    return effect


def lot(log: SoFar, event: Event, data: kinds.Said) -> Callable[[], None]:
    """Judge: a keeper gives a lot."""
    word = log.word(event, data)
    assert isinstance(word, word_kinds.Lot)  # noqa: S101 - as above
    due = log.now.waits_for_lot()
    if due is None or (due.handle, due.sign) != (word.handle, word.sign):
        raise bad(
            "lot.due", f"The lot of {word.handle} in event {event.seq} is not due.", event.seq
        )
    alpha = lots.lot_alpha(log.now.id, word.on)
    good = vrf.verify(bytes.fromhex(due.vrf), alpha, bytes.fromhex(word.proof)) is not None
    if word.on != log.now.closed or not good:
        raise bad(
            "lot.proof", f"The lot in event {event.seq} is not that of {due.handle}.", event.seq
        )

    def effect() -> None:
        due.lot = word.proof
        if log.now.waits_for_lot() is None:
            log.now.draw_lots()

    return effect


def unlot(log: SoFar, event: Event, data: kinds.Unlot) -> Callable[[], None]:
    """Judge: a keeper has let the time pass, and the deputy gives the lot."""
    due = log.now.waits_for_lot()
    keeper = next((one for one in log.now.keepers if one is due), None)
    if keeper is None or keeper.handle != data.keeper or keeper.deputy is None:
        reported = f"Event {event.seq}: no lot of {data.keeper} is due that a deputy could give."
        raise bad("lot.due", reported, event.seq)

    def effect() -> None:
        keeper.passed = data.why

    return effect
