"""Decks in a log, as far as it shows them without a game: section 6 of docs/protocol-cards.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from second import curve, masks
from second.active import OPENINGS, ActivePlayer, Player, up_to_certain
from second.form import Finding
from second.masks import Masked, Where


@dataclass
class Boxed:
    """A shuffle whose boxes are not all answered."""

    by: Player
    after: Masked
    waiting: list[Player]
    yes: list[Player] = field(default_factory=list)


@dataclass
class Deck:
    """A deck: who has each mask, what stands after it, what was drawn and opened.

    ``by`` are the owners of each mask, ``drawn`` the masks off each place and what is left of it,
    ``open`` the masks that were opened; ``refused``: whose next mask was not taken.
    """

    name: str
    of: list[int]
    now: Masked
    by: list[list[Player]] = field(default_factory=list)
    refs: list[bytes] = field(default_factory=lambda: [curve.spell(curve.BASE)])
    drawn: list[tuple[list[int], bytes]] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    boxed: Boxed | None = None
    refused: list[Player] = field(default_factory=list)

    def of_whom(self, player: Player) -> int | None:
        """Which mask somebody has."""
        return next((at for at, owners in enumerate(self.by) if player in owners), None)

    def around(self, at: int) -> tuple[bytes, bytes]:
        """R before and after a mask."""
        return self.refs[at], self.refs[at + 1]

    def alone_on(self, place: int, at: int | None) -> bool:
        """Whether this mask alone is left on a place."""
        if place >= len(self.drawn):
            return False
        return [one for one in range(len(self.by)) if one not in self.drawn[place][0]] == [at]


class Decks(ActivePlayer):
    """The decks: encrypted, drawn, shown and opened."""

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
        return [deck for deck in self.decks if deck.of_whom(player) not in {None, *deck.open}]

    def half_made(self) -> Deck | None:
        """The deck of which a mask is missing."""
        last = self.decks[-1] if self.decks else None
        return last if last and len(last.by) < len(self.groups) else None

    def boxed(self) -> list[Player]:
        """Return who has to say that their box opens, in order."""
        deck = self.half_made()
        waiting = deck.boxed.waiting if deck and deck.boxed else []
        return [player for player in self.playing() if player in waiting]

    def in_between(self, player: Player) -> bool:
        """Whether somebody has sent or got the box that is being answered."""
        deck = self.half_made()
        boxed = deck.boxed if deck else None
        return boxed is not None and player in [boxed.by, *boxed.waiting, *boxed.yes]

    def who_shuffles(self, deck: Deck | None) -> list[Player]:
        """Those of the next group who can mask it."""
        group = self.groups[len(deck.by) if deck else 0]
        there = [player for player in self.playing() if player in group]
        fresh = [player for player in there if not deck or player not in deck.refused]
        if fresh and not all(player.doubted for player in fresh):
            return up_to_certain(fresh)
        return [*fresh, *up_to_certain(there)]

    def opened_box(self, author: Player, *, yes: bool) -> None:
        """Count whether a box opens: after a no another masks, or the group has lost."""
        deck = self.half_made()
        boxed = deck.boxed if deck else None
        if not deck or not boxed:
            return
        boxed.waiting = boxed.waiting[boxed.waiting.index(author) + 1 :]
        if yes:
            boxed.yes.append(author)
            self.masks_whole()
            return
        deck.boxed = None
        deck.refused.append(boxed.by)
        there = [player for player in self.playing() if player in self.groups[len(deck.by)]]
        if all(player in deck.refused for player in there):
            for player in there:
                self.leave(player, "forfeit")

    def masks_whole(self) -> None:
        """Count a mask when nobody has to answer any more."""
        deck = self.half_made()
        if deck and deck.boxed and not self.boxed() and not self.over:
            boxed, deck.boxed, deck.refused = deck.boxed, None, []
            deck.now = boxed.after
            deck.by.append([boxed.by, *boxed.yes])
            deck.refs.append(boxed.after.ref)

    def taken_in(self, author: Player, body: dict[str, Any], name: str) -> None:
        """A mask counts, too, where a player who had to answer has left."""
        super().taken_in(author, body, name)
        self.masks_whole()

    def settle(self, body: dict[str, Any]) -> None:
        """Wait for no answer of the doubted if this event is none of theirs."""
        super().settle(body)
        deck, waiting = self.half_made(), self.boxed()
        if (
            body["kind"] in {"ruling", "dice", *OPENINGS}
            or not deck
            or not deck.boxed
            or not waiting
        ):
            return
        named = [player.handle for player in waiting]
        answers = body["kind"] in {"answer", "resign"} and body["by"] in named
        before = waiting[: named.index(body["by"])] if answers else waiting
        if all(player.doubted for player in before):
            deck.boxed.waiting = [one for one in deck.boxed.waiting if one not in before]
            self.masks_whole()

    def on_shuffle(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that it is this deck's turn, and that it is the same deck."""
        data, seq = body["data"], body["seq"]
        if data["of"] != sorted(set(data["of"])):
            raise Finding("deck.turn", seq)
        deck = self.half_made()
        if not self.groups or author not in self.who_shuffles(deck):
            raise Finding("deck.turn", seq)
        others = [one for one in self.group(author) if one is not author and not one.out]
        boxes = data.get("boxes", {})
        if not {one.handle for one in others if not one.doubted} <= set(boxes) or not (
            set(boxes) <= {one.handle for one in others}
        ):
            raise Finding("deck.turn", seq)
        name, number = data["deck"].split("#")
        before = [one for one in self.decks if one.name.split("#")[0] == name]
        if deck is None:
            if int(number) != len(before) + 1:
                raise Finding("deck.turn", seq)
            start = masks.begin(self.ids[0], data["deck"], tuple(data["of"]))
            deck = Deck(data["deck"], data["of"], start)
        elif (data["deck"], data["of"]) != (deck.name, deck.of):
            raise Finding("deck.turn", seq)
        n = len(deck.of)
        sizes = [len(part) for part in data["proof"]]
        if len(data["cards"]) != n or sizes != [320, *[256] * n]:
            raise Finding("deck.shuffle", seq)
        after = Masked(bytes.fromhex(data["ref"]), tuple(map(bytes.fromhex, data["cards"])))
        proof = bytes.fromhex("".join(data["proof"]))
        if self.level > 1 and not masks.shuffled(self.at(body), deck.name, deck.now, after, proof):
            raise Finding("deck.shuffle", seq)
        deck.boxed = Boxed(author, after, [one for one in others if one.handle in boxes])
        if deck not in self.decks:
            self.decks.append(deck)
        self.masks_whole()

    def on_unmask(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that these places are due, and that the mask is off."""
        data, seq, deck = body["data"], body["seq"], self.deck(body["data"]["deck"])
        own = deck.of_whom(author) if deck else None
        if deck is None or deck is self.half_made() or own is None:
            raise Finding("deck.turn", seq)
        places = [place for place, _, _ in data["draws"]]
        count, had = len(places), len(deck.drawn)
        again = places == list(range(had, had + count)) and had + count <= len(deck.of)
        last = places == list(range(had - count, had))
        if not again and not (last and all(deck.alone_on(place, own) for place in places)):
            raise Finding("deck.turn", seq)
        for place, point, proof in data["draws"]:
            before = deck.now.points[place] if again else deck.drawn[place][1]
            two = bytes.fromhex(point), before
            if self.level > 1 and not masks.unmasked(
                self.at(body),
                deck.name,
                place,
                refs=deck.around(own),
                two=two,
                proof=bytes.fromhex(proof),
            ):
                raise Finding("deck.unmask", seq)
        for place, point, _ in data["draws"]:
            if again:
                deck.drawn.append(([], b""))
            deck.drawn[place] = [*deck.drawn[place][0], own], bytes.fromhex(point)

    def move(self, author: Player, body: dict[str, Any], one: dict[str, Any], name: str) -> None:
        """Check what one order does with a stock; see `second.stocks`."""
        raise NotImplementedError

    def show(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Check the cards that a list shows, and the stocks that it moves."""
        for one in body["data"].get("proofs", []):
            if "show" not in one:
                self.move(author, body, one, name)
                continue
            show = one["show"]
            deck, place, number = self.deck(show["deck"]), show["place"], show["card"]
            own = deck.of_whom(author) if deck else None
            if deck is None or own is None:
                raise Finding("deck.show", body["seq"])
            if not deck.alone_on(place, own) or number not in deck.of:
                raise Finding("deck.show", body["seq"])
            if self.level > 1 and not masks.shown(
                self.at(body),
                deck.name,
                place,
                number,
                refs=deck.around(own),
                held=deck.drawn[place][1],
                proof=bytes.fromhex(show["proof"]),
            ):
                raise Finding("deck.show", body["seq"])

    def on_lay_open(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Check that all masks of somebody are opened; when all are, anybody may be out by it.

        Nobody opens before the end.
        """
        self.over = True
        mine, said = Decks.masked(self, author), body["data"].get("masks", [])
        if [deck.name for deck in mine] != [mask["deck"] for mask in said]:
            raise Finding("deck.open", body["seq"])
        for deck, mask in zip(mine, said, strict=True):
            scalar, own = bytes.fromhex(mask["scalar"]), deck.of_whom(author) or 0
            if self.level > 1 and not masks.opened(*deck.around(own), scalar):
                raise Finding("deck.open", body["seq"])
        for deck in mine:
            deck.open.append(deck.of_whom(author) or 0)
        if all(len(deck.open) == len(deck.by) for deck in self.decks):
            masked = [one for deck in self.decks for owners in deck.by for one in owners]
            for player in {id(one): one for one in masked}.values():
                player.doubted = player.doubted or not player.out
