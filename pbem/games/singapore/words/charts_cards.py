"""The charts of the situation cards, and the steps that they add to a turn."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.data.forms import ARMIES, SingaporeData
from pbem.kit.charts import Chart, row, rows

DEAL = ("6.2", "once: the deck is shuffled, and opening hands are drawn")
_OTHERS = "armies whose turn it is not may play Deployment cards"
EACH_DRAWS = ("6.9", "the army whose turn it is draws a card (R135)")
"""The rule of the draw if each army has a hand of its own."""
CARD_STEPS = {
    **{f"before-{step}": ("6.7", _OTHERS) for step in (
        "refuel", "air", "movement", "barrage", "defence",
    )},
    "before-combat": ("6.7", "the army whose turn it is may play Deployment cards once more"),
    "before-reinforce": ("6.7", "the others may play Supply cards"),
    "before-resupply": ("6.7", "the army whose turn it is may play Supply cards"),
    "draw": ("6.9", "the Japanese, or after the British turn the Commonwealth, draw a card"),
    "discard": ("6.10", "the army whose turn it is discards what it may not hold"),
}  # fmt: skip
"""Windows for cards, and the last two steps of a turn."""


_PLAYS = {"any": "either side", "jp": "the Japanese", "cw": "the Commonwealth"}


def card_charts(data: SingaporeData) -> Iterator[Chart]:
    """Yield the deck, and who begins with and may hold how many cards."""
    deck = data.situation
    lines = [
        row(card.provenance, name, card.name, card.kind, card.copies)
        for name, card in deck.cards.items()
    ]
    columns: tuple[str, ...] = ("card", "name", "type", "copies")
    yield Chart("cards", "The deck of situation cards", "6.1", columns, tuple(lines))
    aims = [
        row(card.provenance, name, card.target, card.side, _PLAYS[card.side])
        for name, card in deck.cards.items()
    ]
    columns = ("card", "target", "side", "who plays it")
    yield Chart("cards", "Whom situation cards are for", "6.4", columns, tuple(aims))
    texts = [row(card.provenance, name, card.text) for name, card in deck.cards.items()]
    yield Chart("cards", "Situation cards", "6.11", ("card", "what it does"), tuple(texts))
    shells = data.shells
    found = rows(shells.provenance, [("fixed", shells.suppressed, shells.eliminated)])
    heads = ("strike unit", "suppresses from", "eliminates from")
    yield Chart("cards", "Batteries with high explosive (C1)", "6.C1", heads, found)
    missing = [
        row(out.provenance, scenario, ", ".join(out.cards))
        for scenario, its in (("historic", data.historic), ("tiderace", data.tiderace))
        if (out := its.left_out) is not None
    ]
    columns = ("scenario", "cards")
    yield Chart("cards", "Cards that are not in the deck", "6.1", columns, tuple(missing))
    limits = [(army, "when its turn ends, at most", deck.limit[army]) for army in ARMIES]
    begins = [(side, "at the start", deck.start) for side in ("jp", "au and br together")]
    reported = rows(deck.provenance, (*begins, *limits))
    yield Chart("cards", "How many cards", "6.5", ("who", "when", "cards"), reported)
