"""Hidden supplies on the table: proofs of what is spent, hand-overs, boxes, everything opened.

The page is docs/protocol-cards.md, sections 4 and 6.6. The checks here need no rules, except
`check_moved`, which holds the proofs of a list against its orders.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET

from pbem.crypto.statement import Where
from pbem.crypto.stocks import pair as pairs
from pbem.crypto.stocks import stock as stocks
from pbem.crypto.stocks.pair import Pair
from pbem.crypto.stocks.ranges import BIT_BYTES, Opening, opens
from pbem.crypto.stocks.stock import Halves, Parcel
from pbem.kit.stocks import Capped, Give, Move, Spend, Split, stocks_of
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.play import guards, moving
from pbem.table.events.kinds import LayOpen, Orders
from pbem.table.events.proof_kinds import (
    Proof,
    StockCapped,
    StockGiven,
    StockOpening,
    StockSpent,
    StockSplit,
)
from pbem.table.handlers import groups
from pbem.table.state import MoveMade, StockOffered, StockPair
from pbem.table.tabletop import Tabletop

BIT_DIGITS = 2 * BIT_BYTES


def check_proof(table: Tabletop, event: Event, data: Orders, number: int, one: Proof) -> None:
    """Check what an order list proves of a hidden supply.

    Args:
        table: The table.
        event: The orders.
        data: Their data.
        number: The number of the proof in the event, from 1.
        one: The proof.

    Raises:
        BadLog: With ``stock.turn`` or ``stock.proof``.
    """
    match one.move:
        case StockSplit() as split:
            _check_alone(event, data, number)
            _check_split(table, event, number, split)
        case StockGiven() as given:
            state = _state(table, event, number, given.stock)
            _check_alone(event, data, number)
            _check_given(table, event, number, state, given)
        case StockSpent() as spent:
            state = _state(table, event, number, spent.stock)
            _check_spent(table, event, number, state, spent)
        case StockCapped() as capped:
            state = _state(table, event, number, capped.stock)
            _check_capped(table, event, number, state, capped)


def check_moved(table: Tabletop, event: Event, data: Orders) -> list[int]:
    """Compare the proofs of supplies with the orders; return the proven numbers.

    Raises:
        BadLog: With ``stock.proof``.
        FormError: An order is not in its form.
    """
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    game, position = table.play.game, table.play.position
    proofs = () if data.proofs is UNSET else data.proofs
    proven = [one.move for one in proofs if one.move is not None]
    raws = () if stocks_of(game) is None else data.orders
    for raw in raws:
        guards.check_form(raw, game)
    found = (moving.moved(game, position, raw) for raw in raws)
    moves = [move for move in found if move is not None]
    fits = len(moves) == len(proven) and all(
        _says(table, data.side, part, move) for part, move in zip(proven, moves, strict=True)
    )
    if not fits:
        raise _bad(
            "stock.proof", event, "its proofs do not match the hidden supplies that it moves"
        )
    return [part.changed for part in proven if not isinstance(part, StockSplit)]


def moved(table: Tabletop, event: Event, data: Orders) -> None:
    """Let a list that hands over or splits, and was carried out, wait for its boxes."""
    for one in () if data.proofs is UNSET else data.proofs:
        part = one.move
        if not isinstance(part, StockGiven | StockSplit):
            continue
        boxes = {} if part.boxes is UNSET else dict(part.boxes)
        if isinstance(part, StockSplit):
            state = StockPair(list(part.stocks), part.bits, part.total, "", [], [])
            table.stocks.add(state)
            point = part.point
        else:
            found = find(table, part.stock)
            assert found is not None  # noqa: S101 - just checked
            state = found
            point = _point_after(table, state, part)
        state.offered = StockOffered(event.by, event.id, point, boxes, [])
        table.moving = state
        table.moved.append(MoveMade(event.id, state.names, part.point, _sign(part, state)))
    settle(table)


def answer(table: Tabletop, event: Event, *, yes: bool) -> None:
    """Carry out the answer whether a box with an amount opens; a no moves nothing.

    ``yes``: it opens.
    """
    state = groups.being_moved(table)
    assert state is not None and state.offered is not UNSET  # noqa: S101, PT018 - they were asked
    del state.offered.boxes[event.by]
    if yes:
        state.offered.opened.append(event.by)
        return
    drop(table)
    if table.play is not None:
        table.play.settled(done=False)


def drop(table: Tabletop) -> None:
    """Let a split or hand-over that waits for its boxes be none: nobody ever opens it."""
    state = groups.being_moved(table)
    if state is None:
        return
    state.offered, table.moving = UNSET, None
    table.moved.pop()
    if not state.point:
        table.stocks.open(state)


def settle(table: Tabletop) -> None:
    """Let a hand-over take effect when nobody has to say any more that their box opens.

    If the game is over before, it is dropped: players who have not answered may not know its
    content.
    """
    state = groups.being_moved(table)
    if state is None:
        return
    if table.over:
        drop(table)
        return
    if groups.answering(table):
        return
    made = state.offered
    assert made is not UNSET  # noqa: S101 - it is being moved
    # Players who left before their box was opened know the pair no longer: nobody else need wait
    # for them.
    state.by = [*dict.fromkeys((*state.by, made.by, *made.opened))]
    state.by = [one for one in state.by if one in (made.by, *made.opened)]
    state.moves.append(made.of)
    state.point, state.offered, table.moving = made.point, UNSET, None
    table.stocks.hide(state)
    if table.play is not None:
        table.play.settled(done=True)


# --- opening -----------------------------------------------------------------------------------


def lay_open(table: Tabletop, event: Event, data: LayOpen, mine: Sequence[StockPair]) -> None:
    """Open these pairs of supplies, ``mine``, at the end or because an ally left.

    Raises:
        BadLog: With ``stock.open``.
    """
    given: Sequence[StockOpening] = () if data.stocks is UNSET else data.stocks
    names = {state.names[0] for state in mine}
    due = [made for made in table.moved if made.names[0] in names]
    if [made.of for made in due] != [one.of for one in given]:
        raise _bad(
            "stock.open", event, "it does not reveal exactly the moves of supplies that are due"
        )
    for made, one in zip(due, given, strict=True):
        opening = Opening(one.amount, bytes.fromhex(one.scalar))
        if table.level >= 2 and not opens(bytes.fromhex(made.point), opening):
            raise _bad(
                "stock.open", event, f"what it reveals is not what event {made.of[:16]}... moved"
            )
    for state in mine:
        table.stocks.open(state)
        first = sum(
            made.sign * one.amount
            for made, one in zip(due, given, strict=True)
            if made.names == state.names
        )
        if table.play is not None and table.result is None:
            _report_opened(table, state, first)


def opened_by(
    table: Tabletop, handle: str, data: LayOpen, due: Callable[[StockPair], bool]
) -> list[StockPair]:
    """Return which of the hidden pairs an opening by somebody has to open.

    If another player, who is perhaps out, would be first to open, only the pairs that the event
    names are meant. The check of a pair depends only on who knows it, so pairs are not checked one
    by one.

    Args:
        table: The table.
        handle: The author.
        data: The opening.
        due: Says whether a pair is due.
    """
    mine: list[StockPair] = []
    for example in table.stocks.examples():
        if openers(table, example) == [handle] and due(example):
            mine += table.stocks.alike(example)
    given = () if data.stocks is UNSET else data.stocks
    named = (table.stocks.with_move(one.of) for one in given)
    mine += [one for one in named if one and handle in openers(table, one) and due(one)]
    return table.stocks.in_order(mine)


def _report_opened(table: Tabletop, state: StockPair, first: int) -> None:
    assert table.play is not None  # noqa: S101 - just asked
    game = stocks_of(table.play.game)
    assert game is not None  # noqa: S101 - it has supplies
    changed = [game.changed(table.play.position, name) for name in state.names]
    amounts = (first + changed[0], state.total - first + changed[1])
    table.play.opened(dict(zip(state.names, amounts, strict=True)))


def to_open(table: Tabletop) -> list[StockPair]:
    """Return the pairs that are hidden, of which an opening is due if they are to be opened now.

    At the end all; before it those of a group of which somebody is out, or perhaps out.
    """
    return [state for state in table.stocks.hidden() if is_due(table, state)]


def is_due(table: Tabletop, state: StockPair) -> bool:
    """Say whether an opening of a pair is due if it is to be opened now."""
    return table.over or _left(table, state) or perhaps_left(table, state)


def opener(table: Tabletop, state: StockPair) -> str:
    """Return who opens a pair: the first of its knowers, those who are out last."""
    return openers(table, state)[0]


def openers_at_the_end(table: Tabletop) -> list[str]:
    """Return who is to open pairs that are hidden when the game is over."""
    return list(dict.fromkeys(opener(table, state) for state in table.stocks.hidden()))


def openers(table: Tabletop, state: StockPair) -> list[str]:
    """Return who opens a pair, as `opener`.

    After them come others, as long as all before are perhaps out.
    """
    out = {player.handle for player in table.roster.players if player.out is not None}
    order = sorted(state.by, key=lambda handle: (handle in out, state.by.index(handle)))
    return groups.up_to_sure(table, order)


def perhaps_left(table: Tabletop, state: StockPair) -> bool:
    """Say whether somebody of a pair's group is perhaps out, which only the rules know."""
    group = next((group for group in table.groups if state.by[0] in group), ())
    return any(handle in table.perhaps_out for handle in group)


def is_opener(table: Tabletop, handle: str) -> bool:
    """Say whether somebody is to open a pair if the game is over, and nobody in doubt is out."""
    return any(opener(table, state) == handle for state in table.stocks.examples())


def owes(table: Tabletop, handle: str) -> bool:
    """Say whether somebody is to open a pair, now or if the game is over: perhaps, in doubt."""
    return any(handle in openers(table, state) for state in table.stocks.examples())


def go_on(table: Tabletop) -> None:
    """Go on without who has left, once the supplies of their group are opened."""
    if table.play is not None and table.result is None and next_to_open(table) is None:
        table.play.look_again()


def next_to_open(table: Tabletop) -> str | None:
    """Return who is to open a pair while the game goes on; None where nobody is."""
    if not table.stocks or table.over or groups.answering(table):
        return None
    out = {player.handle for player in table.roster.players if player.out is not None}
    left = (handle for group in table.groups if not out.isdisjoint(group) for handle in group)
    due = table.stocks.first_of(left)  # asked at each event, and there may be thousands
    return None if due is None else opener(table, due)


def _left(table: Tabletop, state: StockPair) -> bool:
    """Say whether somebody of a pair's group is out, and was not replaced."""
    group = next((group for group in table.groups if state.by[0] in group), ())
    players = (table.roster.find(handle) for handle in group)
    return any(player is not None and player.out is not None for player in players)


# --- looking -----------------------------------------------------------------------------------


def find(table: Tabletop, stock: str) -> StockPair | None:
    """Return the pair of the supply ``stock``; None if it was not split."""
    return table.stocks.of(stock)


def crypto_pair(state: StockPair) -> Pair:
    """Return a pair as its proofs are checked with."""
    first, second = state.names
    return Pair((first, second), state.bits, state.total, bytes.fromhex(state.point))


def where(event: Event) -> Where:
    """Return the place of an event, as its proofs hash it."""
    return Where(event.game, event.prev, event.by)


def _point_after(table: Tabletop, state: StockPair, part: StockGiven) -> str:
    if table.level < 2:
        return part.point  # nobody has looked whether it is a point
    first = part.stock == state.names[0]
    return pairs.moved(bytes.fromhex(state.point), bytes.fromhex(part.point), first).hex()


def _sign(part: StockGiven | StockSplit, state: StockPair) -> int:
    """Return how a move counts for the first supply: 1 where it has the amount, -1 without."""
    return -1 if isinstance(part, StockGiven) and part.stock == state.names[0] else 1


# --- checking ----------------------------------------------------------------------------------


def _state(table: Tabletop, event: Event, number: int, stock: str) -> StockPair:
    state = find(table, stock)
    if state is None or not state.point or state.open is not UNSET or event.by not in state.by:
        raise _turn(event, number, f"{event.by} has no hidden supply {stock}")
    return state


def _check_alone(event: Event, data: Orders, number: int) -> None:
    proofs = () if data.proofs is UNSET else data.proofs
    others = len(data.orders) > 1 or sum(one.move is not None for one in proofs) > 1
    if others or data.orders[0].get("do") == "if":
        raise _turn(
            event,
            number,
            "an order that hands over or splits a supply must be alone in its list, without 'if'",
        )


def _check_boxes(table: Tabletop, event: Event, number: int, part: StockGiven | StockSplit) -> None:
    """Hold the boxes against those of the group who are in the game, as far as that is known."""
    group: list[str] = next((group for group in table.groups if event.by in group), [])
    others = [handle for handle in groups.playing(table, group) if handle != event.by]
    given = () if part.boxes is UNSET else part.boxes
    missing = [one for one in others if one not in given and one not in table.perhaps_out]
    if missing or any(handle not in others for handle in given):
        raise _turn(event, number, f"its boxes must be for {' and '.join(others) or 'nobody'}")


def _check_size(event: Event, number: int, wanted: Sequence[int], got: Sequence[str]) -> None:
    if [len(proof) for proof in got] != [BIT_DIGITS * bits for bits in wanted]:
        raise _proof(event, number, "it has the wrong size")


def _check_spent(
    table: Tabletop, event: Event, number: int, state: StockPair, part: StockSpent
) -> None:
    _check_size(event, number, [state.bits], [part.proof])
    if table.level < 2:
        return
    own = crypto_pair(state).stock(part.stock, part.changed)
    if stocks.spend(where(event), own, part.amount, bytes.fromhex(part.proof)) is None:
        raise _proof(event, number, f"it does not prove that {part.stock} has {part.amount}")


def _check_capped(
    table: Tabletop, event: Event, number: int, state: StockPair, part: StockCapped
) -> None:
    if part.amount > part.cap:
        raise _proof(event, number, f"it hands over more than {part.cap}")
    _check_size(event, number, [state.bits if part.amount == part.cap else 1], [part.proof])
    if table.level < 2:
        return
    own, proof = crypto_pair(state).stock(part.stock, part.changed), bytes.fromhex(part.proof)
    if stocks.hand_over_capped(where(event), own, part.cap, part.amount, proof) is None:
        raise _proof(event, number, f"it does not prove that {part.stock} owes {part.amount}")


def _check_given(
    table: Tabletop, event: Event, number: int, state: StockPair, part: StockGiven
) -> None:
    pair = crypto_pair(state)
    if part.to != pair.other(part.stock):
        raise _turn(event, number, f"{part.stock} can hand over only to {pair.other(part.stock)}")
    _check_boxes(table, event, number, part)
    digits = part.cap.bit_length()
    _check_size(event, number, [digits, digits, state.bits], part.proofs)
    if table.level < 2:
        return
    parcel = Parcel(bytes.fromhex(part.point), *map(bytes.fromhex, part.proofs))
    after = pairs.hand_over(
        where(event), pair, part.stock, changed=part.changed, cap=part.cap, parcel=parcel
    )
    if after is None:
        raise _proof(event, number, f"it does not prove what {part.stock} hands over")


def _check_split(table: Tabletop, event: Event, number: int, part: StockSplit) -> None:
    if part.stocks[0] == part.stocks[1] or any(find(table, name) for name in part.stocks):
        raise _turn(event, number, f"{' and '.join(part.stocks)} cannot be split now")
    if not any(event.by in group for group in table.groups):
        raise _turn(event, number, f"{event.by} has no seat")
    _check_boxes(table, event, number, part)
    _check_size(event, number, [part.bits] * 2, part.proofs)
    if table.level < 2:
        return
    halves = Halves(bytes.fromhex(part.point), *map(bytes.fromhex, part.proofs))
    if pairs.split(where(event), part.stocks, part.bits, part.total, halves) is None:
        raise _proof(event, number, f"it does not prove a split of {part.total}")


def _says(
    table: Tabletop,
    side: str,
    part: StockSpent | StockCapped | StockGiven | StockSplit,
    move: Move,
) -> bool:
    """Say whether a proof is of what an order does, with a supply of its side."""
    assert table.play is not None  # noqa: S101 - only called with the rules at hand
    game = stocks_of(table.play.game)
    assert game is not None  # noqa: S101 - an order moves a supply
    names = move.stocks if isinstance(move, Split) else (move.stock,)
    pair = next((pair for pair in game.pairs if names[0] in pair.names), None)
    # An order may name whatever it likes until its turn comes.
    own = () if pair is None else zip(pair.names, pair.sides, strict=True)
    if pair is None or side not in (whose for name, whose in own if name in names):
        return False
    match part, move:
        case StockSpent(), Spend(stock, amount):
            return (part.stock, part.amount) == (stock, amount)
        case StockCapped(), Capped(stock, cap, amount):
            return (part.stock, part.cap, part.amount) == (stock, cap, amount)
        case StockGiven(), Give(stock, cap, _):
            return (part.stock, part.cap) == (stock, cap)
        case StockSplit(), Split(both, total, _):
            return (part.stocks, part.total, part.bits) == (both, total, pair.bits)
    return False


def _turn(event: Event, number: int, what: str) -> BadLog:
    return _bad("stock.turn", event, f"proof {number}: {what}")


def _proof(event: Event, number: int, what: str) -> BadLog:
    return _bad("stock.proof", event, f"proof {number}: {what}")


def _bad(code: str, event: Event, what: str) -> BadLog:
    message = f"Event {event.seq} ({event.kind} by {event.by}): {what}."
    return BadLog(finding(code, event, message=message, blame=(event.by,)))
