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
        if trigger and 0 < len(trigger.betas) < len(trigger.keepers):
            return trigger.keepers[len(trigger.betas)]
        return None

    def owes_reveal(self, player: Player) -> bool:
        """Whether a player has sealed what is not opened."""
        return any(seal["by"] is player and not seal["opened"] for seal in self.seals.values())

    def before(self, author: Player, body: dict[str, Any]) -> None:
        """Find what is wrong with author and kind, for every kind but those with own codes."""
        kind, seq = body["kind"], body["seq"]
        if self.closed or (self.over and kind != "ruling"):
            if kind != "reveal" or not self.owes_reveal(author):
                raise Finding("end.over", seq)
            return
        if kind in {"dice", "ruling", "join"}:
            if kind == "dice" and not self.begun:
                raise Finding("dice.keeper", seq)
            return
        if kind == "answer" and not (self.offer and self.waiting[0] is author):
            raise Finding("answer.wrong", seq)
        keeper, joiner = self.mid_dice(), self.due_join()
        due = (self.umpire if keeper.out else keeper) if keeper else joiner
        if due:
            own = "resign.wrong" if keeper and kind == "resign" else "kind.wrong"
            raise Finding(own if author is due else "pen.wrong", seq)
        if self.offer and kind not in {"answer", "resign"}:
            raise Finding("kind.wrong" if author is self.waiting[0] else "pen.wrong", seq)
        if self.offer and author is not self.waiting[0]:
            raise Finding("pen.wrong", seq)
        if author.out or author is self.umpire:
            raise Finding("pen.wrong", seq)

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
            self.over, self.result = True, {"winner": {None}, "why": "tie"}
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
        if self.over or not had_seat or len(left) > 1:
            return
        sides: set[str | None] = {
            side for side, who in self.seats.items() if left and who == left[0].handle
        }
        whole = len(sides) == len(self.seats)
        self.over, self.result = (
            True,
            {"winner": {None} if whole or not left else sides, "why": how},
        )

    def may_put_out(self, data: dict[str, Any], seq: int) -> Player:
        """Find who is to be put out, who must have the pen as far as the log shows it."""
        out = next((player for player in self.playing() if player.handle == data["out"]), None)
        replaced = data["as"] == "replace"
        if self.over:
            owed = [player for player in self.players if self.owes_reveal(player)]
            if replaced or not owed or owed[0].handle != data["out"]:
                raise Finding("ruling.wrong", seq)
            return owed[0]
        due = self.mid_dice()
        if due is None and not self.begun:
            due = self.due_join()
        if due is None and self.offer:
            due = self.waiting[0]
        if out is None or (due and due is not out) or (replaced and self.owes_reveal(out)):
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
        self.waiting = [new if player is out else player for player in self.waiting]
        for side, who in self.seats.items():
            if who == out.handle:
                self.seats[side] = new.handle

    def close(self, result: dict[str, Any], seq: int) -> None:
        """Close a finished game with the result that the log has."""
        known = self.result
        same = known and result["why"] == known["why"] and result["winner"] in known["winner"]
        if self.due_join() or self.mid_dice() or self.offer or (known and not same):
            raise Finding("ruling.wrong", seq)
        self.over = self.closed = True
