"""The cost of private hands and hidden supplies: shuffles, draws, proofs, and bytes of a log."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from statistics import median
from time import process_time

from pbem.bench.measure import Row, at_most
from pbem.crypto import group
from pbem.crypto.cards import deck, shuffle
from pbem.crypto.statement import Where
from pbem.crypto.stocks import ranges, stock
from pbem.crypto.stocks.ranges import Opening
from pbem.crypto.stocks.stock import Stock

CARDS = 40
SHUFFLE, DRAW = 500.0, 5.0
"""Milliseconds of processor time to make, and to check, a shuffle; and for a whole draw."""
BITS = 8

_WHERE = Where("a" * 64, "b" * 64, "alice")


def hiding_rows(rounds: int) -> list[Row]:
    """Measure everything so many times; each row has the median of processor time."""
    return [*_deck_rows(rounds), *_stock_rows(rounds)]


def _deck_rows(rounds: int) -> list[Row]:
    start = deck.begin(_WHERE.game, "bench#1", range(CARDS))
    made = shuffle.make(_WHERE, start.name, start.layer(), _chance(0))
    once = start.masked(made.after)
    other = shuffle.make(_WHERE, once.name, once.layer(), _chance(1))
    now = once.masked(other.after)

    def draw() -> None:
        taken = deck.unmask(
            _WHERE, now, 0, 1, scalar=made.scalar, point=now.points[0], entropy=_chance(2)
        )
        if not deck.is_unmasked(_WHERE, now, 0, 1, point=now.points[0], taken=taken):
            raise AssertionError("a valid decryption was refused")

    spent = _timed(
        rounds,
        {
            "make": lambda: shuffle.make(_WHERE, start.name, start.layer(), _chance(0)),
            "check": lambda: shuffle.check(
                _WHERE, start.name, start.layer(), made.after, made.proof
            ),
            "draw": draw,
        },
    )
    size = 2 * (len(made.proof) + 32 * (CARDS + 1))
    return [
        at_most(f"shuffle of {CARDS} cards, made", spent["make"], SHUFFLE, "ms"),
        at_most(f"shuffle of {CARDS} cards, checked", spent["check"], SHUFFLE, "ms"),
        at_most("decryption of one card, made and checked", spent["draw"], DRAW, "ms"),
        Row(f"shuffle of {CARDS} cards in a log", size, "hex digits"),
    ]


def _stock_rows(rounds: int) -> list[Row]:
    own, sent = (Opening(v, group.scalar(int.from_bytes(_chance(v), "big"))) for v in (20, 4))
    brown, green = (Stock(name, BITS, ranges.commit(own)) for name in ("brown", "green"))
    proof = stock.prove_spending(_WHERE, brown, own, 5, _chance(3))

    def send() -> stock.Parcel:
        return stock.prove_parcel(
            _WHERE, brown, "green", opening=own, cap=6, parcel=sent, entropy=_chance(4)
        )

    parcel = send()
    spent = _timed(
        rounds,
        {
            "prove": lambda: stock.prove_spending(_WHERE, brown, own, 5, _chance(3)),
            "check": lambda: stock.spend(_WHERE, brown, 5, proof),
            "send": send,
            "sent": lambda: stock.hand_over(_WHERE, brown, green, 6, parcel),
        },
    )
    whole = sum(map(len, parcel))
    return [
        Row(f"spending from a hidden supply of {BITS} bits, proven", spent["prove"], "ms"),
        Row("spending from a hidden supply, checked", spent["check"], "ms"),
        Row("hidden hand-over of 0 to 6, proven", spent["send"], "ms"),
        Row("hidden hand-over, checked", spent["sent"], "ms"),
        Row("spending from a hidden supply in a log", 2 * len(proof), "hex digits"),
        Row("hidden hand-over of 0 to 6 in a log", 2 * whole, "hex digits"),
    ]


def _timed(rounds: int, cases: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the median milliseconds of processor time of each, taken by turns."""
    spent: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            begun = process_time()
            case()
            spent[name].append(1000 * (process_time() - begun))
    return {name: median(taken) for name, taken in spent.items()}


def _chance(number: int) -> bytes:
    """Return bytes that are the same in every run, and protect nothing."""
    return sha256(f"bench {number}".encode()).digest()
