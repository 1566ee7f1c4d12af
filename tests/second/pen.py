"""What the log alone, without a game, says about who may write what: sections 4, 5, 6 and 8."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from second.form import Finding


@dataclass(eq=False)
class Player:
    """A player or the umpire."""

    handle: str
    sign: str
    vrf: str | None = None
    out: str | None = None


@dataclass
class Trigger:
    """The last event that is neither ``dice`` nor ``ruling``, and what its keepers have given."""

    name: str
    keepers: list[Player]
    betas: list[bytes] = field(default_factory=list)

    def given(self) -> bool:
        """Whether every keeper has given."""
        return len(self.betas) == len(self.keepers)


class Pen:
    """Players, offers, rulings, and whatever of the pen is decided without the game."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.authors: list[Player] = []
        self.players: list[Player] = []
        self.umpire: Player | None = None
        self.seats: dict[str, str] = {}
        self.policy = ""
        self.rules: dict[str, Any] = {}
        self.seals: dict[str, dict[str, Any]] = {}
        self.trigger: Trigger | None = None
        self.offer: dict[str, Any] | None = None
        self.waiting: list[Player] = []
        self.offered = False
        self.begun = self.over = self.closed = False
        self.result: dict[str, Any] | None = None
        self.rulings_changed: set[int] = set()

    def find(self, handle: str) -> Player | None:
        """Find a player or the umpire, those who are out included."""
        everybody = [*self.players, *([self.umpire] if self.umpire else [])]
        return next((player for player in everybody if player.handle == handle), None)

    def playing(self) -> list[Player]:
        """Players in the game, in order."""
        return [player for player in self.players if not player.out]

    def seated(self) -> list[Player]:
        """Players in the game who have a seat, in order."""
        return [player for player in self.playing() if player.handle in self.seats.values()]

    def due_join(self) -> Player | None:
        """Who has to join next."""
        if self.over:
            return None
        if self.umpire and self.umpire.vrf is None:
            return self.umpire
        return next((player for player in self.playing() if player.vrf is None), None)

    def mid_dice(self) -> Player | None:
        """The keeper due, where a keeper before him has shown that dice are owed."""
        trigger = self.trigger
        if trigger and trigger.betas and not trigger.given() and not self.over:
            return trigger.keepers[len(trigger.betas)]
        return None

    def owing(self) -> list[Player]:
        """Who owes a reveal, in order, those who are out last."""
        owe = {id(seal["by"]) for seal in self.seals.values() if not seal["opened"]}
        return sorted(
            (one for one in self.players if id(one) in owe), key=lambda one: bool(one.out)
        )

    def due(self) -> tuple[Player | None, set[str]] | None:
        """Who alone may write, and what; None where only the game can say so."""
        keeper = self.mid_dice()
        if keeper:
            return self.umpire if keeper.out else keeper, set()
        if self.due_join():
            return self.due_join(), {"join"}
        if self.offer:
            return self.waiting[0], {"answer", "resign"}
        if self.over:
            return next(iter(self.owing()), None), {"reveal"}
        return None

    def before(self, author: Player, body: dict[str, Any]) -> None:
        """Find who has not the pen, or not for this kind, as far as the log alone knows."""
        kind, seq, due = body["kind"], body["seq"], self.due()
        if kind in {"dice", "ruling"}:
            return
        if due is None:
            own = {"answer": "answer.wrong", "join": "join.order"}
            if kind in own or author.out or author is self.umpire:
                raise Finding(own.get(kind, "pen.wrong"), seq)
            return
        who, kinds = due
        if who is None:
            raise Finding("end.over", seq)
        if "join" in kinds or kind == "join":
            if author is not who or kind not in kinds:
                raise Finding("join.order", seq)
        elif kind == "answer" and kind not in kinds:
            raise Finding("answer.wrong", seq)
        elif author is not who:
            raise Finding("pen.wrong", seq)
        elif kind not in kinds:
            own = {"offer": "offer.wrong", "resign": "resign.wrong"}
            raise Finding(own.get(kind, "kind.wrong"), seq)

    def taken_in(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Note a valid event, and who keeps the dice if it is a trigger."""
        self.ids.append(name)
        self.events.append(body)
        self.authors.append(author)
        kind = body["kind"]
        if kind not in {"offer", "answer"}:
            self.offered = False
        if not self.begun and body["seq"]:
            self.begun = self.due_join() is None
        if kind in {"dice", "ruling"}:
            return
        keepers = [player for player in self.playing() if player is not author]
        if self.policy == "umpire" and self.umpire:
            keepers.insert(0, self.umpire)
        if self.policy == "self":
            keepers = [author]
        self.trigger = Trigger(name, keepers)

    def check_standing(self, author: Player, body: dict[str, Any]) -> None:
        """Standing answers are given for one's own sides."""
        for side in body["data"].get("standing", {}):
            if self.seats.get(side) != author.handle:
                raise Finding("standing.form", body["seq"])

    def on_orders(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Orders are for an own side, or pass for one whose player was put out."""
        data = body["data"]
        holder = self.find(self.seats.get(data["side"], ""))
        if holder and holder.out:
            if author is not self.seated()[0]:
                raise Finding("pen.wrong", body["seq"])
            if data["orders"] != [{"do": "pass"}]:
                raise Finding("orders.illegal", body["seq"])
        elif holder is not author:
            raise Finding("pen.wrong", body["seq"])
        self.check_standing(author, body)

    def can_undo(self, to: str) -> bool:
        """Whether the events since ``to`` are of the kinds that an undo may go back over."""
        if to not in self.ids:
            return False
        authors, count = set(), 0
        for at in range(self.ids.index(to), len(self.ids)):
            body = self.events[at]
            kind, data = body["kind"], body["data"]
            if kind in {"orders", "seal"}:
                count += 1
                authors.add(body["by"])
            elif kind == "ruling":
                if "out" in data:
                    return False
            elif kind not in {"offer", "answer"} or at in self.rulings_changed:
                return False
        return 1 <= count <= 64 and len(authors) == 1

    def make_offer(self, author: Player, data: dict[str, Any]) -> None:
        """Open an offer; it takes effect at once where nobody has to answer."""
        self.offered = True
        self.offer = {"by": author, "data": data}
        self.waiting = [player for player in self.seated() if player is not author]
        if not self.waiting:
            self.agree()

    def on_answer(self, _author: Player, body: dict[str, Any], _: str) -> None:
        """The first no ends an offer, the last yes makes it count."""
        self.waiting.pop(0)
        if not body["data"]["yes"]:
            self.offer = None
        elif not self.waiting:
            self.agree()

    def agree(self) -> None:
        """Carry out the offer."""
        offer, self.offer = self.offer, None
        author, data = offer["by"], offer["data"]
        if data["what"] == "tie":
            self.over, self.result = True, {"winner": None, "why": "tie"}
        elif data["what"] == "keys":
            author.sign = data.get("sign", author.sign)
        elif data["what"] == "rules":
            self.rules = data["rules"]
            self.rulings_changed.add(len(self.ids))
        else:
            for name in self.ids[self.ids.index(data["to"]) :]:
                self.seals.pop(name, None)

    def on_resign(self, author: Player, _body: dict[str, Any], _: str) -> None:
        """Somebody leaves."""
        self.leave(author, "resigned")

    def leave(self, author: Player, how: str) -> None:
        """One player less; the game is over where one player holds every seat still held."""
        had_seat = author in self.seated()
        author.out, self.offer = how, None
        left = self.seated()
        if self.over:
            own = self.result and self.result["winner"] in self.sides(author)
            if len(left) < 2 or own:
                self.result = {"winner": self.winner(left), "why": how}
        elif had_seat and len(left) < 2:
            self.over, self.result = True, {"winner": self.winner(left), "why": how}

    def sides(self, player: Player) -> list[str]:
        """Give the sides that somebody holds, in the order of their names."""
        return sorted(side for side, who in self.seats.items() if who == player.handle)

    def winner(self, left: list[Player]) -> str | None:
        """Give the side that wins where only these are left: nobody's, if one has every side."""
        if len(left) != 1 or len(self.sides(left[0])) == len(self.seats):
            return None
        return self.sides(left[0])[0]

    def may_put_out(self, data: dict[str, Any], seq: int) -> Player:
        """Find who is to be put out, who must have the pen as far as the log shows it."""
        out = next((player for player in self.playing() if player.handle == data["out"]), None)
        replaced = data["as"] == "replace"
        due = self.mid_dice() or self.due_join() or (self.waiting[0] if self.offer else None)
        if self.over:
            due = next(iter(self.owing()), None)
        alone = self.policy == "opponents" and len(self.playing()) == 2 and out not in self.seated()
        if (
            out is None
            or due not in ({out} if self.over else {out, None})
            or (replaced and (self.over or out in self.owing()))
            or (alone and not replaced)
        ):
            raise Finding("ruling.wrong", seq)
        return out

    def put_out(self, out: Player, data: dict[str, Any]) -> None:
        """Carry out a ruling."""
        if data["as"] == "forfeit":
            self.leave(out, "forfeit")
            return
        out.out = "replaced"
        new = Player(data["handle"], data["sign"])
        self.players.insert(self.players.index(out) + 1, new)
        self.offer = None
        for side, who in self.seats.items():
            if who == out.handle:
                self.seats[side] = new.handle

    def close(self, result: dict[str, Any], seq: int) -> None:
        """Close a finished game with the result that the log has."""
        known = self.result is not None and self.result != result
        if self.due_join() or self.mid_dice() or self.offer or known:
            raise Finding("ruling.wrong", seq)
        self.over = self.closed = True
