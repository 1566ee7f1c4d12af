"""Masked decks on the table: shuffles, layers taken off, cards shown, everything opened at the end.

The page is docs/protocol-cards.md, sections 3 and 6. Most checks here need no rules. `pbem.play`
says which deck is to be made and who draws from it, and the others hold an event to that.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from pbem.crypto.cards import deck as masked
from pbem.crypto.cards import shuffle as shuffling
from pbem.crypto.cards.deck import Deck, Unmasked
from pbem.crypto.cards.shuffle import Layer
from pbem.crypto.statement import Where
from pbem.kit import plain
from pbem.kit.contract import Draw, MakeDeck
from pbem.kit.hidden import Drawn, Show, cards_of, shown_by
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.play import guards
from pbem.play.listed import STOP
from pbem.table.events.kinds import CardShown, LayOpen, Mask, Orders, Shuffle, Unmask
from pbem.table.handlers import doubt, groups
from pbem.table.state import DeckState, DrawnPlace, MaskOffered
from pbem.table.tabletop import Tabletop


def shuffle(table: Tabletop, event: Event, data: Shuffle) -> None:
    """Carry out a shuffle.

    Raises:
        BadLog: With ``deck.turn`` or ``deck.shuffle``.
    """
    state = _next_deck(table, event, data)
    _check_made(table, event, data)
    before = deck_of(table.game_id, state)
    proof = bytes.fromhex("".join(data.proof))
    after = Layer(_bytes(data.ref), tuple(map(_bytes, data.cards)))
    n = len(state.of)
    whole = (len(data.cards), len(data.proof), len(proof)) == (n, n + 1, shuffling.size(n))
    if not whole or len(data.proof[0]) != 2 * shuffling.HEAD_BYTES:
        raise _bad("deck.shuffle", event, f"the shuffle of {data.deck} has the wrong size")
    if table.level >= 2 and not shuffling.check(
        where(event), data.deck, before.layer(), after, proof
    ):
        raise _bad("deck.shuffle", event, f"it does not prove that {data.deck} keeps its cards")
    if state not in table.decks:
        table.decks.append(state)
    table.snapshots.clear()
    boxes = {} if data.boxes is UNSET else dict(data.boxes)
    state.offered = MaskOffered(event.by, data.ref, list(data.cards), boxes, [])
    settle(table)


def answer(table: Tabletop, event: Event, *, yes: bool) -> None:
    """Carry out the answer whether a box with a card key opens; ``yes``: it does.

    After a no, another player adds the layer. If everybody's shuffle was refused, nobody can say
    who lied, and the group forfeits.
    """
    state, made = groups.being_made(table), groups.offered(table)
    assert state is not None and made is not None  # noqa: S101, PT018 - somebody was to answer
    del made.boxes[event.by]
    if yes:
        made.opened.append(event.by)
        return
    state.offered = UNSET
    state.refused = [*([] if state.refused is UNSET else state.refused), made.by]
    group = groups.playing(table, table.groups[len(state.by)])
    if set(group) <= set(state.refused):
        for handle in group:
            table.put_out(handle, "forfeit")


def settle(table: Tabletop) -> None:
    """Count a layer as put on when nobody has to say any more that they have it.

    If the game is over before, the layer is none.
    """
    state, made = groups.being_made(table), groups.offered(table)
    if state is None or made is None:
        return
    if table.over:
        state.offered = UNSET
        return
    if groups.answering(table):
        return
    state.by.append(made.by)
    state.refs.append(made.ref)
    state.points = made.points
    state.masks.append("")
    if groups.several(table):
        state.shared = [*([] if state.shared is UNSET else state.shared), made.opened]
    state.offered = state.refused = UNSET
    if table.play is not None and len(state.by) == len(table.groups):
        table.play.dealt(Drawn(()))


def unmask(table: Tabletop, event: Event, data: Unmask) -> None:
    """Remove a layer from places that are drawn.

    Raises:
        BadLog: With ``deck.turn`` or ``deck.unmask``.
    """
    state = find(table, data.deck)
    number = None if state is None else groups.mask_of(state, event.by)
    if state is None or number is None or state is groups.being_made(table):
        raise _turn(event, f"{event.by} has no key of a finished deck {data.deck}")
    places = [place for place, _, _ in data.draws]
    new, old = _drawn_next(state, len(places)), _turned_up(state, number, len(places))
    if places not in (new, old):
        raise _turn(event, f"these are not the places drawn from {data.deck} now")
    _check_drawn(table, event, data, again=places == new)
    deck = deck_of(table.game_id, state)
    for place, point, proof in data.draws:
        taken = Unmasked(_bytes(point), _bytes(proof))
        before = _bytes(state.points[place] if places == new else state.drawn[place].point)
        if table.level >= 2 and not masked.is_unmasked(
            where(event), deck, place, number + 1, point=before, taken=taken
        ):
            raise _bad(
                "deck.unmask", event, f"place {place} of {data.deck} was not decrypted correctly"
            )
    for place, point, _ in data.draws:
        if places == new:
            state.drawn.append(DrawnPlace([], ""))
        state.drawn[place].off.append(number)
        state.drawn[place].point = point
    table.snapshots.clear()
    _go_on_after(table, state, places)


def check_proof(table: Tabletop, event: Event, number: int, show: CardShown) -> None:
    """Check a card that an order list shows.

    Args:
        table: The table.
        event: The orders.
        number: The number of the proof in the event, from 1.
        show: The card and its proof.

    Raises:
        BadLog: With ``deck.show``.
    """
    state = find(table, show.deck)
    at = None if state is None else holder_of(state, show.place)
    mine = state is not None and at is not None and event.by in groups.having(state, at)
    if state is None or at is None or not mine or show.card not in state.of:
        what = (
            f"proof {number}: {event.by} cannot show card {show.card} at place {show.place} of "
            f"{show.deck}"
        )
        raise _bad("deck.show", event, what)
    if table.level >= 2 and not masked.is_shown(
        where(event),
        deck_of(table.game_id, state),
        show.place,
        show.card,
        at + 1,
        held=_bytes(state.drawn[show.place].point),
        proof=_bytes(show.proof),
    ):
        what = (
            f"proof {number}: it does not prove that place {show.place} of {show.deck} is card "
            f"{show.card}"
        )
        raise _bad("deck.show", event, what)


def check_shown(table: Tabletop, event: Event, data: Orders) -> None:
    """Compare the proofs of an order list with its orders: each shown card needs one.

    Raises:
        BadLog: With ``deck.show``.
        FormError: An order is not in its form.
    """
    shown = [one.show for one in (() if data.proofs is UNSET else data.proofs)]
    proven = [Show(one.deck, one.place, one.card) for one in shown if one is not UNSET]
    if shows_of(table, data.orders) != proven:
        raise _bad("deck.show", event, "its proofs do not match the cards that it shows")


def shows_of(table: Tabletop, orders: Sequence[dict[str, object]]) -> list[Show]:
    """Return the cards that a list shows, in its order; raises FormError.

    ``orders``: the list, as the log has it.
    """
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    game = table.play.game
    bare = [guards.check_form(raw, game) for raw in orders] if cards_of(game) else []
    # A deputy passes for who is out, whether the game has a `pass` or not.
    read = [game.read_order(raw) for raw in bare if raw["do"] not in (STOP, "pass")]
    return [show for show in (shown_by(game, order) for order in read) if show is not None]


def lay_open(table: Tabletop, event: Event, data: LayOpen) -> None:
    """Reveal every card key of an author.

    With the last one every hand is seen. A player who kept a card that they had to play loses.

    Raises:
        BadLog: With ``deck.open``.
    """
    mine = [state for state in table.decks if event.by in groups.owing(state)]
    masks: Sequence[Mask] = () if data.masks is UNSET else data.masks
    if [state.name for state in mine] != [mask.deck for mask in masks]:
        raise _bad(
            "deck.open", event, "it does not reveal exactly the deck keys that its author owes"
        )
    for state, mask in zip(mine, masks, strict=True):
        number = groups.mask_of(state, event.by)
        assert number is not None  # noqa: S101 - it is among those that they have
        deck = deck_of(table.game_id, state)
        if table.level >= 2 and not masked.is_mask(deck, number + 1, _bytes(mask.scalar)):
            raise _bad("deck.open", event, f"the revealed key did not encrypt {mask.deck}")
        state.masks[number] = mask.scalar
        table.laid = True
    table.snapshots.clear()
    if not any(groups.owing(state) for state in table.decks):
        _judge_duties(table)


def _judge_duties(table: Tabletop) -> None:
    masked_by = ((state, number) for state in table.decks for number in range(len(state.by)))
    for handle in {handle for mask in masked_by for handle in groups.having(*mask)}:
        doubt.opened(table, handle)
    cards = None if table.play is None else cards_of(table.play.game)
    if table.play is None or cards is None:
        return
    for side in cards.duties(table.play.position, laid_open(table)):
        player = table.roster.find(table.seats[side])
        if player is not None and player.out is None:
            table.forfeit(player.handle)


# --- looking ---------------------------------------------------------------------------------


def where(event: Event) -> Where:
    """Return the place of an event, as its proofs hash it."""
    return Where(event.game, event.prev, event.by)


def laid_open(table: Tabletop) -> dict[str, tuple[int, ...]]:
    """Return the card at each place of every deck of which all layers are opened."""
    return {
        state.name: masked.laid_open(
            deck_of(table.game_id, state), [_bytes(mask) for mask in state.masks]
        )
        for state in table.decks
        if len(state.by) == len(table.groups) and all(state.masks)
    }


def find(table: Tabletop, name: str) -> DeckState | None:
    """Return the deck with this name, None if there is none.

    ``name``: with its number, like ``situation#1``.
    """
    return next((state for state in table.decks if state.name == name), None)


def deck_of(game: str, state: DeckState) -> Deck:
    """Return a deck as its proofs are checked with; ``game``: the id of the game."""
    if not state.by:
        return masked.begin(game, state.name, state.of)
    return Deck(
        game,
        state.name,
        tuple(state.of),
        (masked.FIRST, *map(_bytes, state.refs)),
        tuple(map(_bytes, state.points)),
    )


def holder_of(state: DeckState, place: int) -> int | None:
    """Return the number from 0 of the layer that alone is left on a place, None if none is.

    ``place``: from 0.
    """
    if place >= len(state.drawn):
        return None
    left = [number for number in range(len(state.by)) if number not in state.drawn[place].off]
    return left[0] if len(left) == 1 else None


def drawn(game: str, state: DeckState, places: Sequence[int], *, is_open: bool) -> Drawn:
    """Return places that were drawn, with the cards there if they are open.

    Args:
        game: The id of the game.
        state: The deck.
        places: The places, from 0.
        is_open: Everybody sees the cards.
    """
    if not is_open:
        return Drawn(tuple(places))
    known = {masked.card_point(game, state.name, card).hex(): card for card in state.of}
    return Drawn(tuple(places), tuple(known[state.drawn[place].point] for place in places))


def next_to_deal(table: Tabletop) -> str | None:
    """Return who has to shuffle or to decrypt now; None if nothing is to be dealt."""
    deal = None if table.play is None or table.result is not None else table.play.deal
    if deal is None:
        return None
    state = find(table, deal.deck)
    if isinstance(deal, MakeDeck):
        return groups.shufflers(table, state)[0]
    assert state is not None and table.play is not None  # noqa: S101, PT018 - made before
    drawer = table.party(table.play.seats[deal.side])
    numbers = range(len(state.by))
    wanted = next(at for at in numbers if (table.groups[at][0] == drawer) == state.half)
    return groups.playing(table, groups.having(state, wanted))[0]


# --- checking --------------------------------------------------------------------------------


def _next_deck(table: Tabletop, event: Event, data: Shuffle) -> DeckState:
    """Return the deck that a shuffle goes on with, or begins."""
    if list(data.of) != sorted(set(data.of)):
        raise _turn(event, f"the cards of {data.deck} are not in ascending order")
    name, _, number = data.deck.partition("#")
    last = groups.being_made(table)
    if not table.groups or event.by not in groups.first_shufflers(table, last):
        raise _turn(event, f"somebody else must shuffle {data.deck}")
    _check_boxes(table, event, data)
    if last is not None:
        if (data.deck, list(data.of)) != (last.name, last.of):
            raise _turn(event, f"the deck being made is {last.name}, with its own cards")
        return last
    before = sum(state.name.partition("#")[0] == name for state in table.decks)
    if plain.number(number) != before + 1:
        raise _turn(event, f"the next {name} deck must have number {before + 1}")
    return DeckState(data.deck, list(data.of), [], [], [], [], [])


def _check_boxes(table: Tabletop, event: Event, data: Shuffle) -> None:
    """Hold the boxes against those of the group who are in the game, as far as that is known."""
    group = next(group for group in table.groups if event.by in group)
    others = [handle for handle in groups.playing(table, group) if handle != event.by]
    given = () if data.boxes is UNSET else data.boxes
    missing = [one for one in others if one not in given and one not in table.perhaps_out]
    if missing or any(handle not in others for handle in given):
        raise _turn(event, f"its boxes must be for {' and '.join(others) or 'nobody'}")


def _check_made(table: Tabletop, event: Event, data: Shuffle) -> None:
    if table.play is None:
        return
    deal = table.play.deal
    if not isinstance(deal, MakeDeck) or (deal.deck, deal.cards) != (data.deck, data.of):
        raise _turn(event, "this is not the deck that is due")


def _check_drawn(table: Tabletop, event: Event, data: Unmask, *, again: bool) -> None:
    if table.play is None:
        return
    deal, state = table.play.deal, find(table, data.deck)
    due = isinstance(deal, Draw) and (deal.deck, deal.count) == (data.deck, len(data.draws))
    if not due or state is None or state.half == again:
        raise _turn(event, "this is not the draw that is due")


def _drawn_next(state: DeckState, count: int) -> list[int]:
    first = len(state.drawn)
    return list(range(first, first + count)) if first + count <= len(state.points) else []


def _turned_up(state: DeckState, number: int, count: int) -> list[int]:
    """Return the places drawn last, where the layer of ``number`` alone is left on all of them."""
    first = len(state.drawn) - count
    places = list(range(max(first, 0), len(state.drawn)))
    return places if all(holder_of(state, place) == number for place in places) else []


def _go_on_after(table: Tabletop, state: DeckState, places: list[int]) -> None:
    play = table.play
    if play is None:
        return
    deal = play.deal
    assert isinstance(deal, Draw)  # noqa: S101 - just checked
    state.half = deal.open and not state.half
    if not state.half:
        play.dealt(drawn(table.game_id, state, places, is_open=deal.open))


def _bytes(digits: str) -> bytes:
    return bytes.fromhex(digits)


def _turn(event: Event, what: str) -> BadLog:
    return _bad("deck.turn", event, what)


def _bad(code: str, event: Event, what: str) -> BadLog:
    message = f"Event {event.seq} ({event.kind} by {event.by}): {what}."
    return BadLog(finding(code, event, message=message, blame=(event.by,)))
