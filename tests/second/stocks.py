"""Hidden stocks in a log, as far as it shows them without a game: docs/protocol-cards.md, 6.6."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from second import masks
from second.active import OPENINGS, Player
from second.decks import Decks
from second.form import Finding


@dataclass
class Sent:
    """A split or hand-over whose boxes are not all answered: what C will be."""

    by: Player
    name: str
    point: bytes
    waiting: list[Player]
    yes: list[Player] = field(default_factory=list)


@dataclass(eq=False)
class Two:
    """A pair: C is ``point``, empty before its split counts; ``by`` are its knowers."""

    names: list[str]
    bits: int
    total: int
    point: bytes = b""
    by: list[Player] = field(default_factory=list)
    open: bool = False
    sent: Sent | None = None


class Stocks(Decks):
    """The hidden supplies: split, spent, handed over and opened."""

    def __init__(self) -> None:
        super().__init__()
        self.pairs: list[Two] = []
        self.moves: list[tuple[str, Two, bytes]] = []

    def pair(self, stock: str) -> Two | None:
        return next((pair for pair in self.pairs if stock in pair.names), None)

    def hidden(self) -> list[Two]:
        return [pair for pair in self.pairs if pair.point and not pair.open]

    def waiting_pair(self) -> Two | None:
        return next((pair for pair in self.pairs if pair.sent), None)

    def boxed(self) -> list[Player]:
        pair = self.waiting_pair()
        if pair is None or pair.sent is None:
            return super().boxed()
        return [player for player in self.playing() if player in pair.sent.waiting]

    def in_between(self, player: Player) -> bool:
        """A player who knows a pair, or has sent or got its box, cannot be replaced."""
        pair = self.waiting_pair()
        sent = pair.sent if pair else None
        part = sent is not None and player in [sent.by, *sent.waiting, *sent.yes]
        return (
            part or any(player in pair.by for pair in self.hidden()) or super().in_between(player)
        )

    def opener(self, pair: Two) -> Player:
        """The first of the knowers, those who are out last."""
        return self.openers(pair)[0]

    def openers(self, pair: Two) -> list[Player]:
        """Everybody who is it if those in doubt are out."""
        found: list[Player] = []
        for one in sorted(pair.by, key=lambda one: one.out is not None):
            found.append(one)
            if not one.doubted:
                break
        return found

    def shaky(self, pair: Two) -> bool:
        """Whether a group may have lost somebody, which only the rules know."""
        return any(one.doubted for one in self.group(pair.by[0]))

    def opened_by(self, player: Player, said: list[str], due: list[Two]) -> list[Two]:
        """Return what is opened: what is surely owed, and what is said if others are in doubt."""
        named = [pair for name, pair, _ in self.moves if name in said]
        return [
            pair
            for pair in due
            if self.openers(pair) == [player] or (player in self.openers(pair) and pair in named)
        ]

    def masked(self, player: Player) -> list[Any]:
        """Return what somebody would open at the end."""
        return [*super().masked(player), *self.his_pairs(player, self.hidden())]

    def may_lay_open(self, player: Player) -> bool:
        pairs = any(player in self.openers(pair) for pair in self.hidden())
        return pairs or super().may_lay_open(player)

    def his_pairs(self, player: Player, pairs: list[Two]) -> list[Two]:
        return [pair for pair in pairs if self.opener(pair) is player]

    def left(self) -> list[Two]:
        """The pairs that are opened at once, as an ally is out."""
        if self.over or self.closed or self.boxed():
            return []
        return [pair for pair in self.hidden() if any(one.out for one in self.group(pair.by[0]))]

    def due(self) -> tuple[list[Player], set[str]] | None:
        """Before all else who stays opens."""
        left = self.left()
        return ([self.opener(left[0])], {"lay-open"}) if left else super().due()

    def before(self, author: Player, body: dict[str, Any]) -> None:
        """Dice wait, too, until who stays has opened."""
        if body["kind"] == "dice" and self.left():
            raise Finding("pen.wrong", body["seq"])
        super().before(author, body)

    def perhaps_over(self) -> bool:
        """Whether it may have ended, too, before a ruling put out whose ally is to open."""
        return super().perhaps_over() or (self.maybe_over and bool(self.left()))

    def taken_in(self, author: Player, body: dict[str, Any], name: str) -> None:
        """An opening as an ally left is no trigger, and leaves the last one as it was."""
        kept, early = (self.trigger, self.ruled), body["kind"] == "lay-open" and not self.over
        super().taken_in(author, body, name)
        if early:
            (self.trigger, self.ruled), self.opened_last = kept, author
        self.pair_whole()

    def pair_whole(self) -> None:
        """Let a move count when nobody has to answer any more."""
        if self.over:
            self.drop()
        pair = self.waiting_pair()
        if pair is None or pair.sent is None or self.boxed():
            return
        sent, pair.sent = pair.sent, None
        pair.point = sent.point
        knowing = [sent.by, *sent.yes]
        new = [one for one in knowing if one not in pair.by]
        pair.by = [*(one for one in pair.by if one in knowing), *new]

    def opened_box(self, author: Player, *, yes: bool) -> None:
        pair = self.waiting_pair()
        sent = pair.sent if pair else None
        if pair is None or sent is None:
            super().opened_box(author, yes=yes)
            return
        sent.waiting = sent.waiting[sent.waiting.index(author) + 1 :]
        if yes:
            sent.yes.append(author)
            self.pair_whole()
            return
        self.drop()

    def drop(self) -> None:
        """Drop the pair that waits for a box: it has not happened."""
        pair = self.waiting_pair()
        if pair is not None:
            pair.sent = None
            self.moves.pop()
            pair.open = pair.open or not pair.point

    def settle(self, body: dict[str, Any]) -> None:
        """Wait for no answer of the doubted if this event is none of theirs."""
        super().settle(body)
        pair, waiting = self.waiting_pair(), self.boxed()
        if (
            body["kind"] in {"ruling", "dice", *OPENINGS}
            or not pair
            or not pair.sent
            or not waiting
        ):
            return
        named = [player.handle for player in waiting]
        answers = body["kind"] in {"answer", "resign"} and body["by"] in named
        before = waiting[: named.index(body["by"])] if answers else waiting
        if all(player.doubted for player in before):
            pair.sent.waiting = [one for one in pair.sent.waiting if one not in before]
            self.pair_whole()

    def move(self, author: Player, body: dict[str, Any], one: dict[str, Any], name: str) -> None:
        """Check what one order does with a stock."""
        ((what, part),) = one.items()
        getattr(self, "move_" + what)(author, body, part, name)

    def own(self, author: Player, body: dict[str, Any], stock: str) -> Two:
        pair = self.pair(stock)
        if pair is None or pair not in self.hidden() or author not in pair.by:
            raise Finding("stock.turn", body["seq"])
        return pair

    def held(self, pair: Two, part: dict[str, Any]) -> bytes:
        which = pair.names.index(part["stock"])
        return masks.of_pair(pair.point, pair.total, which, part["changed"]) or b""

    def sizes(self, body: dict[str, Any], bits: list[int], proofs: list[str]) -> list[bytes]:
        if [len(proof) for proof in proofs] != [320 * k for k in bits]:
            raise Finding("stock.proof", body["seq"])
        return [bytes.fromhex(proof) for proof in proofs]

    def hold(self, body: dict[str, Any], check: Any) -> None:
        if self.level > 1 and not check():
            raise Finding("stock.proof", body["seq"])

    def move_spend(
        self, author: Player, body: dict[str, Any], part: dict[str, Any], _: str
    ) -> None:
        pair = self.own(author, body, part["stock"])
        (proof,) = self.sizes(body, [pair.bits], [part["proof"]])
        self.hold(
            body,
            lambda: masks.spent(
                self.at(body),
                part["stock"],
                pair.bits,
                held=self.held(pair, part),
                amount=part["amount"],
                proof=proof,
            ),
        )

    def move_capped(
        self, author: Player, body: dict[str, Any], part: dict[str, Any], _: str
    ) -> None:
        pair, cap, given = self.own(author, body, part["stock"]), part["cap"], part["amount"]
        if given > cap:
            raise Finding("stock.proof", body["seq"])
        (proof,) = self.sizes(body, [pair.bits if given == cap else 1], [part["proof"]])
        self.hold(
            body,
            lambda: masks.capped(
                self.at(body),
                part["stock"],
                pair.bits,
                held=self.held(pair, part),
                cap=cap,
                given=given,
                proof=proof,
            ),
        )

    def alone(self, body: dict[str, Any]) -> None:
        orders, proofs = body["data"]["orders"], body["data"]["proofs"]
        moves = sum("show" not in one for one in proofs)
        if len(orders) > 1 or moves > 1 or orders[0].get("do") == "if":
            raise Finding("stock.turn", body["seq"])

    def for_whom(self, author: Player, body: dict[str, Any], part: dict[str, Any]) -> list[Player]:
        others = [one for one in self.group(author) if one is not author and not one.out]
        boxes = set(part.get("boxes", {}))
        sure = {one.handle for one in others if not one.doubted}
        if not sure <= boxes <= {one.handle for one in others}:
            raise Finding("stock.turn", body["seq"])
        return [one for one in others if one.handle in boxes]

    def move_give(
        self, author: Player, body: dict[str, Any], part: dict[str, Any], name: str
    ) -> None:
        pair, cap = self.own(author, body, part["stock"]), part["cap"]
        self.alone(body)
        which = pair.names.index(part["stock"])
        if part["to"] != pair.names[1 - which]:
            raise Finding("stock.turn", body["seq"])
        waiting, digits = self.for_whom(author, body, part), cap.bit_length()
        one, two, three = self.sizes(body, [digits, digits, pair.bits], part["proofs"])
        sent = bytes.fromhex(part["point"])
        self.hold(
            body,
            lambda: masks.handed(
                self.at(body),
                part["stock"],
                part["to"],
                pair.bits,
                held=self.held(pair, part),
                cap=cap,
                sent=sent,
                proofs=(one, two, three),
            ),
        )
        after = masks.pair_after(pair.point, sent, which) or b"?"
        pair.sent = Sent(author, name, after, waiting)
        self.moves.append((name, pair, sent))
        self.answered = True
        self.pair_whole()

    def move_split(
        self, author: Player, body: dict[str, Any], part: dict[str, Any], name: str
    ) -> None:
        names = part["stocks"]
        self.alone(body)
        seated = any(author in group for group in self.groups)
        if names[0] == names[1] or any(map(self.pair, names)) or not seated:
            raise Finding("stock.turn", body["seq"])
        waiting = self.for_whom(author, body, part)
        one, two = self.sizes(body, [part["bits"]] * 2, part["proofs"])
        point = bytes.fromhex(part["point"])
        self.hold(
            body,
            lambda: masks.split(
                self.at(body),
                (names[0], names[1]),
                part["bits"],
                part["total"],
                first=point,
                proofs=(one, two),
            ),
        )
        pair = Two(names, part["bits"], part["total"], sent=Sent(author, name, point, waiting))
        self.pairs.append(pair)
        self.moves.append((name, pair, point))
        self.answered = True
        self.pair_whole()

    def on_lay_open(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Check that all moves of the pairs that somebody is to open are opened."""
        said, left = body["data"].get("stocks", []), self.left()
        names = [one["of"] for one in said]
        going_on = [pair for pair in self.hidden() if pair in left or self.shaky(pair)]
        perhaps = not (self.over or self.closed or self.boxed() or "masks" in body["data"])
        perhaps = perhaps and bool(said and self.opened_by(author, names, going_on))
        early = perhaps or (bool(left) and not self.maybe_over)
        if early and "masks" in body["data"]:
            raise Finding("deck.open", body["seq"])
        mine = self.opened_by(author, names, going_on if early else self.hidden())
        if not early:
            super().on_lay_open(author, body, name)
            self.drop()
        owed = [move for move in self.moves if move[1] in mine]
        if [of for of, _, _ in owed] != [one["of"] for one in said]:
            raise Finding("stock.open", body["seq"])
        for (_, _, point), one in zip(owed, said, strict=True):
            scalar = bytes.fromhex(one["scalar"])
            if self.level > 1 and not masks.stock_opened(point, one["amount"], scalar):
                raise Finding("stock.open", body["seq"])
        for pair in mine:
            pair.open = True
