"""A party of three with all keys that plays Singapore with its 40 situation cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.games import registry
from pbem.games.singapore.rules.position import open_cards
from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from pbem.table.own.dealing import HeldCard
from toy.fates import FateGroup
from toy.group import PASS, Group, opening

RULES = registry.find("singapore", registry.newest("singapore"))
ARMIES = {"jp": "ann", "au": "bob", "br": "cec"}
PASSES = {"deployment": "pass", "supply": "pass", "cards": "pass"}
"""Standing orders of somebody who plays no card."""


class CorpsGroup(FateGroup):
    """Ann is Japan; bob and cec, the Australians and the British, share what they draw.

    Nobody moves, and nobody plays a card but an Event that they draw.
    """

    def __init__(self, folder: Path) -> None:
        options = {name: one.default for name, one in RULES.options.items()}
        game = RULES.game("corps", options, RULES.data())
        data = opening(
            ("ann", "bob", "cec"),
            {side: ARMIES[side] for side in game.sides},
            umpire="uma",
            scenario="corps",
            rules=kinds.RulesId("singapore", RULES.version, data_digest(RULES.data())),
            options=options,
            groups=(("ann",), ("bob", "cec")),
        )
        Group.__init__(self, folder, data, Library(registry.find))
        self.join_all({who: {side: PASSES} for side, who in ARMIES.items()})
        self.deal()

    def label(self, held: HeldCard) -> str:
        """Return what a card is called in orders."""
        return self.table.play.game.setting.tables.labels[held.card]

    def drawn(self, keeps: str) -> None:
        """Say who keeps what was drawn; an Event is played."""
        by = str(self.table.active().handle)
        cards = open_cards(self.table.play.position)
        places = {(one.deck, one.place) for one in cards.drawn}
        for held in self.dealer(by).hand():
            if (held.deck, held.place) in places and self.label(held)[0] == "E":
                self.orders(by, self.shown("event", held))
                self.deal()
                return
        self.orders(by, {"do": "keep", "armies": [keeps] * len(places)})
        self.deal()

    def shown(self, do: str, held: HeldCard) -> dict[str, Any]:
        """Return an order that shows a card."""
        return {"do": do, "deck": held.deck, "place": held.place, "card": self.label(held)}

    def goes_on(self, upto: str, keeps: str = "au") -> None:
        """End phases and keep what is drawn, until a question of an army comes, as ``au discard``.

        ``keeps``: the army that keeps what the Commonwealth draws.
        """
        self.deal()
        while (asked := self.table.play.asked) is not None:
            if f"{asked.side} {asked.name}" == upto:
                return
            if self.table.roster.find(ARMIES[asked.side]).out:
                self.orders(str(self.table.active().handle), PASS)
            elif asked.name == "drawn":
                self.drawn("jp" if asked.side == "jp" else keeps)
            elif asked.name == "discard":
                by = ARMIES[asked.side]
                held = self.cards_of(asked.side)[0]
                self.orders(by, self.shown("discard", held))
            elif asked.phase:
                self.orders(ARMIES[asked.side], {"do": "end", "phase": asked.name})
            else:
                game = self.table.play.game
                first = next(iter(game.legal(self.table.play.position)))
                self.orders(ARMIES[asked.side], game.write_order(first))
            self.deal()
        raise AssertionError(f"nobody was asked {upto}: {self.table.active()}")

    def cards_of(self, army: str) -> list[HeldCard]:
        """Return the cards that an army holds, as the holder of its mask sees them."""
        held = open_cards(self.table.play.position).hands[army]
        places = {(one.deck, one.place) for one in held}
        dealer = self.dealer(ARMIES[army])
        return [one for one in dealer.hand() if (one.deck, one.place) in places]
