"""Offers and answers: undo, tie, new keys, newer rules (protocol section 4)."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.crypto import signing
from pbem.errors import FormError
from pbem.kit.contract import Game
from pbem.kit.hidden import CardGame, cards_of
from pbem.kit.stocks import stocks_of
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.play import fence
from pbem.play.outcomes import TookBack
from pbem.play.play import Play
from pbem.table.events.kinds import (
    Answer,
    Offer,
    OfferKeys,
    OfferRules,
    OfferTie,
    OfferUndo,
    RulesId,
)
from pbem.table.handlers import decks, doubt, groups, stocks
from pbem.table.handlers.entering import start
from pbem.table.library import UnknownRules
from pbem.table.roster import admit_box, key_proof
from pbem.table.state import OfferOpen, position_digest, restore
from pbem.table.tabletop import UNDO_EVENTS_MAX, Snapshot, Tabletop


def offer(table: Tabletop, event: Event, data: Offer) -> None:
    """Carry out an offer; if nobody is left to answer, it takes effect at once.

    Raises:
        BadLog: With ``offer.wrong``, ``key.proof``, ``key.bad``, ``key.same`` or ``state.digest``.

    Source: docs/protocol.md, section 4.
    """
    if table.offered:
        raise _wrong(
            event, "an offer was already made. Something else must be written before the next one"
        )
    table.offered = True
    table.agreed = 0
    if isinstance(data, OfferUndo):
        _check_undo(table, event, data)
    elif isinstance(data, OfferKeys):
        _check_keys(table, event, data)
    elif isinstance(data, OfferRules):
        _check_rules(table, event, data)
    waiting = [handle for handle in table.seated() if handle != event.by]
    if waiting:
        table.offer = OfferOpen(event.by, event.data, waiting)
        doubt.perhaps_agreed(table)
    else:
        _agree(table, event, event.by, data)


def answer(table: Tabletop, event: Event, data: Answer) -> None:
    """Carry out an answer: the first no ends the offer, the last yes gives it effect.

    The answer of the player who writes first after a ruling starts the game, or is the trigger of
    its next dice. A player who was sent a card key or an amount in a box says whether the box
    opens.

    Raises:
        BadLog: With ``answer.wrong``.
    """
    opened = table.offer
    if opened is None and groups.answering(table):
        room = decks if groups.being_moved(table) is None else stocks
        room.answer(table, event, yes=data.yes)
        return
    if opened is None:
        _go_on(table, event, data)
        return
    table.perhaps_keys.pop(opened.by, None)  # who answers is in the game: it was open until now
    if not data.yes:
        table.offer = None
        return
    table.agreed = event.seq
    opened.waiting.pop(0)
    doubt.perhaps_agreed(table)
    if not opened.waiting:
        table.offer = None
        _agree(table, event, opened.by, msgspec.convert(opened.offer, Offer))


def _go_on(table: Tabletop, event: Event, data: Answer) -> None:
    if not data.yes:
        message = (
            f"Event {event.seq} answers no. Here only yes lets the game continue. To stop, resign."
        )
        raise BadLog(finding("answer.wrong", event, message=message, blame=(event.by,)))
    if not table.started:
        start(table, event)


def _agree(table: Tabletop, event: Event, by: str, data: Offer) -> None:
    if not table.in_the_game(by):
        return  # a ruling has put them out since, and their offer has no effect any more
    if isinstance(data, OfferUndo):
        _undo(table, data)
    elif isinstance(data, OfferTie):
        table.end(None, "tie", "4")
    elif isinstance(data, OfferKeys):
        _change_keys(table, event, by, data)
    else:
        _change_rules(table, event, data.rules)


def _wrong(event: Event, what: str) -> BadLog:
    message = f"Event {event.seq}: {what}."
    return BadLog(finding("offer.wrong", event, message=message, blame=(event.by,)))


# --- undo ------------------------------------------------------------------------------------


def _find(table: Tabletop, data: OfferUndo) -> Snapshot | None:
    possible = table.snapshots[-UNDO_EVENTS_MAX:]  # what was taken back is none of them
    return next((snapshot for snapshot in possible if snapshot.event == data.to), None)


def _check_undo(table: Tabletop, event: Event, data: OfferUndo) -> None:
    if _find(table, data) is not None or table.blind:
        return  # without rules it is not known how far it can go back
    raise _wrong(
        event,
        f"the game cannot go back to before event {data.to[:16]}. An undo reaches back "
        f"only over the last {UNDO_EVENTS_MAX} orders and seals of one player in a row, "
        "and never past dice or a revealed choice",
    )


def _undo(table: Tabletop, data: OfferUndo) -> None:
    snapshot = _find(table, data)
    if snapshot is None:
        return  # not known without rules; or a ruling has put somebody out since the offer
    del table.snapshots[table.snapshots.index(snapshot) :]
    table.seals.cut(snapshot.sealed)
    if table.play is None:
        return
    restore(table.play, snapshot.position)
    table.play.reported.append(TookBack(paragraph="4", event=data.to, seq=snapshot.seq))


# --- keys ------------------------------------------------------------------------------------


def _check_keys(table: Tabletop, event: Event, data: OfferKeys) -> None:
    if not isinstance(data.sign, str) and not isinstance(data.box, str):
        raise _wrong(event, "the offer has no new key")
    if isinstance(data.sign, str) != isinstance(data.proof, str):
        raise _wrong(event, "a new signing key and its proof must come together")
    if isinstance(data.sign, str) and isinstance(data.proof, str):
        table.roster.admit(event, data.sign)
        proven = key_proof(table.game_id, event.by, event.prev)
        if not signing.verify(bytes.fromhex(data.sign), proven, bytes.fromhex(data.proof)):
            message = (
                f"Event {event.seq}: {event.by} has not proved that they own the new signing key."
            )
            raise BadLog(finding("key.proof", event, message=message, blame=(event.by,)))
    if isinstance(data.box, str):
        admit_box(event, data.box)


def _change_keys(table: Tabletop, event: Event, by: str, data: OfferKeys) -> None:
    player = table.roster.find(by)
    assert player is not None  # noqa: S101 - they signed the offer, and nobody leaves the roster
    if isinstance(data.sign, str):
        player.sign = data.sign
        table.perhaps_keys.pop(by, None)
        # Only what somebody else agreed to settles what the former key signed (section 8).
        changes = table.keys_changed if table.agreed else table.keys_alone
        changes[by] = event.seq
    if isinstance(data.box, str):
        player.box = data.box


# --- newer rules -----------------------------------------------------------------------------


def _check_rules(table: Tabletop, event: Event, data: OfferRules) -> None:
    opening = table.opening
    if opening is None or table.blind:
        return
    now = table.rules_now()
    if data.rules.name != now.name or data.rules.version <= now.version:
        raise _wrong(event, f"the offer must name a newer version of {now.name} than {now.version}")
    play = migrated(table, event, data.rules)
    if data.state != position_digest(table.game_id, table.position_with(play)):
        message = (
            f"Event {event.seq}: version {data.rules.version} of the rules does not give "
            "the position that the offer names. The log blames nobody: have a third copy "
            "of pbem check it."
        )
        raise BadLog(finding("state.digest", event, message=message))


def migrated(table: Tabletop, event: Event | None, rules_id: RulesId) -> Play:
    """Return the game as newer rules read it.

    Args:
        table: The table.
        event: The offer or the answer, for the finding.
        rules_id: The newer rules.

    Raises:
        BadLog: With ``rules.unknown``, or with ``offer.wrong`` if the newer rules cannot continue
            from the position.
    """
    opening, old = table.opening, table.play
    assert opening is not None and old is not None  # noqa: S101, PT018 - checked by the callers
    try:
        rules, game = table.library.game(msgspec.structs.replace(opening, rules=rules_id))
        plain = msgspec.to_builtins(old.position)
        position = msgspec.convert(
            fence.asked(rules, "migrate", table.rules_now().version, plain), game.position_type
        )
    except UnknownRules as error:
        message = f"pbem cannot load the rules: {error}."
        raise BadLog(finding("rules.unknown", event, message=message)) from None
    except (FormError, msgspec.ValidationError) as error:
        message = f"The newer rules cannot continue this position: {error}."
        raise BadLog(finding("offer.wrong", event, message=message)) from None
    if _hidden_in(game) != _hidden_in(old.game):
        message = (
            "The newer rules have other cards or other hidden supplies, so the game cannot "
            "change to them."
        )
        raise BadLog(finding("offer.wrong", event, message=message))
    play = Play(game, old.seats)
    play.position = position
    play.gone, play.standing, play.cups = old.gone, old.standing, old.cups
    play.lists, play.reported = old.lists, old.reported
    play.await_need()
    return play


def _hidden_in(game: Game[Any, Any]) -> list[Any]:
    """Return the cards of all decks, in their order, and the pairs of supplies with their bits."""
    cards, hidden = cards_of(game), stocks_of(game)
    return [
        [] if cards is None else [_cards_in(cards, deck) for deck in cards.decks],
        [] if hidden is None else [tuple(pair) for pair in hidden.pairs],
    ]


def _cards_in(cards: CardGame, deck: str) -> tuple[str, list[str]]:
    return deck, [cards.card(f"{deck}#1", number) for number in range(cards.decks[deck])]


def _change_rules(table: Tabletop, event: Event, rules_id: RulesId) -> None:
    if table.play is not None and table.opening is not None:
        table.play = migrated(table, event, rules_id)
        newer = msgspec.structs.replace(table.opening, rules=rules_id)
        options = table.library.completed(newer).options
        table.opening = msgspec.structs.replace(table.opening, options=options)
    table.snapshots.clear()
    table.newer_rules = rules_id
