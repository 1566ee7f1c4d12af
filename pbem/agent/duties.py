"""The events that an agent signs: without a choice, prepared by its owner, ends of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.client import people
from pbem.client.play import acting
from pbem.client.session import prepared
from pbem.client.session.drafts import draft
from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.session import Done, Session
from pbem.client.storage import sides
from pbem.errors import PbemError
from pbem.identity.identity import Identity
from pbem.table.events.kinds import Signer

PREPARED = "prepared orders"
"""The name of orders that the owner wrote ahead."""

MOST = 100
"""So many events in a row in one game, of one owner; then it is somebody else's turn."""

Unlock = Callable[[Session | Signer], Identity]
"""Returns the identity with the keys that a game, or a tournament, knows."""


class Duty(NamedTuple):
    """The signed event, and as what; ``wrong``: why it could not be signed."""

    what: str
    done: Done | None
    wrong: str = ""


def perform(session: Session, unlock: Unlock, *, join: bool, away: bool) -> Iterator[Duty]:
    """Sign everything that is owed in one game, and yield each thing.

    Args:
        session: The game.
        unlock: Opens the key.
        join: Join the game if it names the owner.
        away: Let prepared orders wait.

    Raises:
        KeyFileError: The key cannot be opened.
    """
    for _ in range(MOST):
        what, act = _owed(session, join=join)
        if act is not None and (wrong := sides.unsafe_opening(session)):
            yield Duty(what, None, wrong)
            return
        if act is None and not away:
            what, act = _prepared(session)
        if act is None:
            if what:
                yield Duty(PREPARED, None, what)
            return
        identity = unlock(session)
        try:
            done = act(session, identity)
        except PbemError as error:
            yield Duty(what, None, str(error))
            return
        yield Duty(what, done)


def confirms(session: Session) -> bool:
    """Say whether the head of a game is to be confirmed: it is over, and was the owner's.

    Not where a fork waits to be settled: the game may have two ends. Nor if another player has the
    owner's name, or if the owner was replaced.
    """
    table, client = session.table, session.client
    if table.result is None or table.active().handle is not None:
        return False
    player = table.roster.find(session.me)
    if player is None or player.vrf is None or player.out == "replaced":
        return False
    return people.has_key(client, player.handle, player.sign) and not session.forked()


Act = Callable[[Session, Identity], Done]


WITH_A_DECK = "the card work that is due"

NO_CHOICE: dict[str, tuple[str, Act]] = {
    "dice": ("dice", acting.dice),
    "reveal": ("what was sealed", acting.reveal),
    "shuffle": (WITH_A_DECK, acting.deal),
    "unmask": (WITH_A_DECK, acting.deal),
    "lay-open": (WITH_A_DECK, acting.deal),
}
"""The events that are signed without being asked, by the kind that is owed first."""


def _owed(session: Session, *, join: bool) -> tuple[str, Act | None]:
    now = session.table.active()
    if now.handle is None or now.handle != session.handle:
        return "", None
    if now.box or now.going_on:
        return WITH_A_DECK, acting.deal
    if now.kinds[0] in NO_CHOICE:
        return NO_CHOICE[now.kinds[0]]
    if "join" in now.kinds and join:
        return "the join", acting.join
    play = session.table.play
    asked = None if play is None else play.asked
    empty = asked is not None and session.table.seats.get(asked.side) != session.handle
    if empty and "orders" in now.kinds:
        return "the pass for an empty seat", _pass
    return "", None


def _pass(session: Session, identity: Identity) -> Done:
    return acting.order(session, identity, draft(session, b"pass", name="the pass"))


def _prepared(session: Session) -> tuple[str, Act | None]:
    """Return what to sign of prepared orders, or what is wrong with them."""
    try:
        ready = prepared.ready(session)
    except OrderMistake as error:
        return str(error), None
    if ready is None:
        return "", None

    def sign(here: Session, identity: Identity) -> Done:
        prepared.claim(here, ready.text)
        done = acting.order(here, identity, ready.draft)
        prepared.settle(here)
        return done

    return PREPARED, sign
