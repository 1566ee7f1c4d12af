"""Decks in a log, as far as it shows them without a game: section 6 of docs/protocol-cards.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from second import curve, masks
from second.form import Finding
from second.masks import Masked, Where
from second.pen import Pen, Player

GROUPS = 2


@dataclass
class Deck:
    """A deck: who has masked it, what stands behind each mask, what was drawn and opened."""

    name: str
    of: list[int]
    now: Masked
    by: list[Player] = field(default_factory=list)
    refs: list[bytes] = field(default_factory=lambda: [curve.spell(curve.BASE)])
    drawn: list[tuple[list[Player], bytes]] = field(default_factory=list)
    open: list[Player] = field(default_factory=list)

    def around(self, player: Player) -> tuple[bytes, bytes]:
        """R before and after somebody's mask."""
        at = self.by.index(player)
        return self.refs[at], self.refs[at + 1]

    def holder(self, place: int) -> Player | None:
        """Whose mask alone is left on a place."""
        if place >= len(self.drawn):
            return None
        left = [player for player in self.by if player not in self.drawn[place][0]]
        return left[0] if len(left) == 1 else None


class Decks(Pen):
    """What is masked, drawn, shown and opened."""

    level = 2

    def __init__(self) -> None:
        super().__init__()
        self.decks: list[Deck] = []

    def at(self, body: dict[str, Any]) -> Where:
        return Where(self.ids[0], body["prev"], body["by"])

    def deck(self, name: str) -> Deck | None:
        return next((deck for deck in self.decks if deck.name == name), None)

    def masked(self, player: Player) -> list[Deck]:
        """Decks with a mask of this player that is not open."""
        return [deck for deck in self.decks if player in deck.by and player not in deck.open]

    def on_shuffle(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that it is this deck's turn, and that it is the same deck."""
        data, seq = body["data"], body["seq"]
        if data["of"] != sorted(set(data["of"])):
            raise Finding("deck.turn", seq)
        deck = self.decks[-1] if self.decks and len(self.decks[-1].by) < GROUPS else None
        name, number = data["deck"].split("#")
        before = [one for one in self.decks if one.name.split("#")[0] == name]
        if deck is None:
            if int(number) != len(before) + 1:
                raise Finding("deck.turn", seq)
            start = masks.begin(self.ids[0], data["deck"], tuple(data["of"]))
            deck = Deck(data["deck"], data["of"], start)
        elif (data["deck"], data["of"]) != (deck.name, deck.of) or author in deck.by:
            raise Finding("deck.turn", seq)
        n = len(deck.of)
        sizes = [len(part) for part in data["proof"]]
        if len(data["cards"]) != n or sizes != [320, *[256] * n]:
            raise Finding("deck.shuffle", seq)
        after = Masked(bytes.fromhex(data["ref"]), tuple(map(bytes.fromhex, data["cards"])))
        proof = bytes.fromhex("".join(data["proof"]))
        if self.level > 1 and not masks.shuffled(self.at(body), deck.name, deck.now, after, proof):
            raise Finding("deck.shuffle", seq)
        deck.now = after
        deck.by.append(author)
        deck.refs.append(after.ref)
        if deck not in self.decks:
            self.decks.append(deck)

    def on_unmask(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that these places are due, and that the mask is off."""
        data, seq, deck = body["data"], body["seq"], self.deck(body["data"]["deck"])
        if deck is None or len(deck.by) < GROUPS or author not in deck.by:
            raise Finding("deck.turn", seq)
        places = [place for place, _, _ in data["draws"]]
        count, had = len(places), len(deck.drawn)
        anew = places == list(range(had, had + count)) and had + count <= len(deck.of)
        last = places == list(range(had - count, had))
        if not anew and not (last and all(deck.holder(place) is author for place in places)):
            raise Finding("deck.turn", seq)
        for place, point, proof in data["draws"]:
            before = deck.now.points[place] if anew else deck.drawn[place][1]
            two = bytes.fromhex(point), before
            if self.level > 1 and not masks.unmasked(
                self.at(body),
                deck.name,
                place,
                refs=deck.around(author),
                two=two,
                proof=bytes.fromhex(proof),
            ):
                raise Finding("deck.unmask", seq)
        for place, point, _ in data["draws"]:
            if anew:
                deck.drawn.append(([], b""))
            deck.drawn[place] = [*deck.drawn[place][0], author], bytes.fromhex(point)

    def show(self, author: Player, body: dict[str, Any]) -> None:
        """Check the cards that a list shows."""
        for one in body["data"].get("proofs", []):
            show = one["show"]
            deck, place, number = self.deck(show["deck"]), show["place"], show["card"]
            held = deck is not None and deck.holder(place) is author and number in deck.of
            if deck is None or not held:
                raise Finding("deck.show", body["seq"])
            if self.level > 1 and not masks.shown(
                self.at(body),
                deck.name,
                place,
                number,
                refs=deck.around(author),
                held=deck.drawn[place][1],
                proof=bytes.fromhex(show["proof"]),
            ):
                raise Finding("deck.show", body["seq"])

    def on_lay_open(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that all masks of somebody are opened; when all are, anybody may be out by it.

        Nobody opens before the end.
        """
        self.over = True
        mine, said = self.masked(author), body["data"]["masks"]
        if [deck.name for deck in mine] != [mask["deck"] for mask in said]:
            raise Finding("deck.open", body["seq"])
        for deck, mask in zip(mine, said, strict=True):
            scalar = bytes.fromhex(mask["scalar"])
            if self.level > 1 and not masks.opened(*deck.around(author), scalar):
                raise Finding("deck.open", body["seq"])
        for deck in mine:
            deck.open.append(author)
        if all(len(deck.open) == len(deck.by) for deck in self.decks):
            for player in {id(one): one for deck in self.decks for one in deck.by}.values():
                player.doubted = player.doubted or not player.out
