"""Proofs of decks and stocks: those of docs/vector/cards.json hold, and none that was changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from replays.conftest import Checker

CARDS = json.loads((Path(__file__).parents[2] / "docs" / "vector" / "cards.json").read_text())
DECKS, STOCKS = CARDS["decks"], CARDS["stocks"]
BASE = "58" + "66" * 31

READ = "const point = (hex) => X.decode(X.fromHex(hex));"
SHUFFLE = f"""([where, deck, ref, before, after, cards, proof]) => {{
  {READ}
  return X.shuffleHolds(where, deck, point(ref), before.map(point), after, cards, proof);
}}"""
EQUAL = f"""([what, where, names, points, proof]) => {{
  {READ}
  return X.equalityHolds(what, where, names, points.map(point), proof);
}}"""
RANGE = f"""([where, names, bits, held, less, proof]) => {{
  {READ}
  const C = X.subtract(point(held), X.sum([BigInt(less), X.BASE]));
  return X.rangeHolds(where, names, bits, C, proof);
}}"""


def where(event: dict[str, Any]) -> dict[str, Any]:
    return {key: event[key] for key in ("game", "prev", "by")}


def shuffles() -> Iterator[list[Any]]:
    for deck in (DECKS["first"], DECKS["second"]):
        ref, points = BASE, deck["points"]
        for one in deck["shuffles"]:
            given = [where(one), one["deck"], ref, points, one["ref"], one["cards"], one["proof"]]
            yield given
            ref, points = one["ref"], one["cards"]


def equalities() -> Iterator[list[Any]]:
    shuffled = DECKS["first"]["shuffles"]
    refs = [BASE, *(one["ref"] for one in shuffled)]
    held = {}
    for draws in DECKS["draws"].values():
        point = shuffled[-1]["cards"][draws[0]["place"]]
        for one in draws:
            k, place = one["group"], one["place"]
            points = [refs[k - 1], refs[k], one["point"], point]
            yield ["unmask", where(one), ["situation#1", str(place)], points, one["proof"]]
            point = held[place] = one["point"]
    show = DECKS["show"]
    place, card = show["place"], show["card"]
    of_card = DECKS["first"]["points"][DECKS["first"]["cards"].index(card)]
    names = ["situation#1", str(place), str(card)]
    yield ["show", where(show), names, [refs[0], refs[1], of_card, held[place]], show["proof"]]


def ranges() -> Iterator[list[Any]]:
    """Each proof of an amount, as section 4.2 of the page puts it together."""
    one = STOCKS["spend"]
    names: list[Any] = ["spend", one["stock"], one["amount"]]
    yield [where(one), names, one["bits"], one["held"], one["amount"], one["proof"]]
    for kind in ("capped", "halved", "evenly"):
        one = STOCKS[kind]
        d, h = one["cap"], one["given"]
        bits = one["bits"] if h == d else 1
        yield [where(one), ["capped", one["stock"], d, h], bits, one["held"], 2 * h, one["proof"]]
    one = STOCKS["hand_over"]
    names = ["give", one["stock"], one["to"], one["cap"]]
    yield [where(one), names, one["cap"].bit_length(), one["parcel"], 0, one["proofs"][0]]
    one = STOCKS["split"]
    first, second = one["stocks"]
    names = ["split", first, second, one["public"], 1]
    yield [where(one), names, one["bits"], one["commitment"], 0, one["proofs"][0]]


def changed(row: list[Any]) -> Iterator[list[Any]]:
    """Return the row with one thing in it another: a digit of each text, each number by one."""
    for path in _paths(row):
        other = deepcopy(row)
        parent = other
        for step in path[:-1]:
            parent = parent[step]
        old = parent[path[-1]]
        parent[path[-1]] = old + 1 if isinstance(old, int) else _digit(old)
        yield other


def _paths(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from ([key, *rest] for rest in _paths(value[key]))
    else:
        yield []


def _digit(old: str) -> str:
    """Change the first sign: what was a point stays one as often as not."""
    return f"{'1' if old[0] != '1' else '2'}{old[1:]}"


def on_curve(rows: list[list[Any]], check: Checker) -> list[list[Any]]:
    """Those whose points can be read: others are refused before a proof is looked at."""
    points = [[hex_ for hex_ in _texts(row) if len(hex_) == 64] for row in rows]
    known = check.each("(all) => all.map((hex) => X.decode(X.fromHex(hex)) !== null)", points)
    return [row for row, good in zip(rows, known, strict=True) if all(good)]


def _texts(row: list[Any]) -> Iterator[str]:
    for value in row[2:]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (one for one in value if isinstance(one, str))


def hold(check: Checker, function: str, rows: list[list[Any]], least: int) -> None:
    assert check.each(function, rows) == [True] * len(rows)
    wrong = on_curve([other for row in rows for other in changed(row)], check)
    assert len(wrong) >= least
    found = check.each(function, wrong)
    assert [row for row, held in zip(wrong, found, strict=True) if held] == []


def test_shuffles(in_browser: Checker) -> None:
    hold(in_browser, SHUFFLE, list(shuffles()), 60)


def test_equalities(in_browser: Checker) -> None:
    hold(in_browser, EQUAL, list(equalities()), 40)


def test_ranges(in_browser: Checker) -> None:
    hold(in_browser, RANGE, list(ranges()), 40)


def test_generators(in_browser: Checker) -> None:
    said = "async (what) => X.toHex(X.encode(await X.toGroup('generator', what)))"
    assert in_browser.each(said, list(CARDS["generators"])) == list(CARDS["generators"].values())
