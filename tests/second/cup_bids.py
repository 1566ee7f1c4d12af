"""Bids for sides, sealed and open: section 4 of docs/tournaments.md."""

from __future__ import annotations

from typing import Any

from second.crypt import digest, jcs
from second.cup_order import Board

NAMES = ("first", "second")


def sealed(board: Board) -> bool:
    """Whether each of both has sealed their bid, or is silent."""
    return all("seal" in one or "silent" in one for one in board.bids.values())


def settled(board: Board) -> bool:
    """Whether each of both has opened their bid, or is silent."""
    return all("bid" in one or "silent" in one for one in board.bids.values())


def commit(tournament: str, pair: str, word: dict[str, Any]) -> str:
    """Give what a seal of this bid says."""
    value = jcs({"price": word["price"], "side": word["side"]})
    label = f"board-{word['board']}"
    return digest("commit", tournament, word["handle"], pair, label, word["salt"], value)


def turn(board: Board) -> int:
    """Give whose turn it is to bid openly, or 0 when they are settled."""
    first, second = board.pair()
    silent = [who for who in (first, second) if "silent" in board.bids[who]]
    if not board.calls:
        return {0: first, 1: second}.get(len(silent), 0)
    last, word = board.calls[-1]
    return 0 if silent or word["what"] == "pass" or word.get("last") else first + second - last


def open_result(board: Board) -> tuple[list[int], list[int]]:
    """Give who holds the sides, and what each paid, from bids in turn."""
    raises = [(who, word) for who, word in board.calls if word["what"] == "raise"]
    if not raises:
        return [0, 1], [0, 0]
    who, word = raises[-1]
    at, side = board.pair().index(who), NAMES.index(word["side"])
    holders, prices = [1 - at, 1 - at], [0, 0]
    holders[side] = at
    prices[side] = 0 if word["alone"] else word["price"]
    return holders, prices


def result(board: Board) -> tuple[list[int], list[int]]:
    """Give who (0 or 1) holds the sides of the first and of the second, and what each paid."""
    hands = [board.bids[who].get("bid") for who in board.pair()]
    one, two = hands
    if one and two and one["side"] != two["side"]:
        paid = {word["side"]: word["price"] for word in (one, two)}
        return [0, 1] if one["side"] == "first" else [1, 0], [paid[side] for side in NAMES]
    if not one and not two:
        return [0, 1], [0, 0]
    if one and two:
        who = 1 if two["price"] > one["price"] else 0
        price = max(one["price"], two["price"])
    else:
        who, price = (0 if one else 1), 0
    side = NAMES.index((hands[who] or {})["side"])
    holders, prices = [1 - who, 1 - who], [0, 0]
    holders[side], prices[side] = who, price
    return holders, prices


def terms(found: dict[str, Any], board: Board) -> tuple[list[list[str]], dict[str, Any]]:
    """Give the sides of the first and of the second, and the options of their game."""
    sides, options = found["board"]["sides"], dict(found["board"]["options"])
    if "bids" not in found:
        return sides, options
    sealed_ones = found["bids"]["kind"] == "sealed"
    holders, prices = result(board) if sealed_ones else open_result(board)
    for price, paid in zip(found["bids"]["prices"], prices, strict=True):
        if price:
            options[price["option"]] += price["step"] * paid
    return [sides[holders.index(0)], sides[holders.index(1)]], options
