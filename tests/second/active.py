"""The right to write that the log alone shows, without a game: sections 4, 5, 6 and 8."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from second.form import Finding

MOST_HEIRS, MOST_UNDONE = 8, 64
# Kinds that only a player in the game may write: after one of them nobody doubts that they are.
OF_WHO_IS_IN = {"orders", "dice", "seal", "offer", "answer", "resign", "shuffle", "unmask"}
OPENINGS = {"reveal", "lay-open"}
DEALT = {"shuffle", "unmask", "lay-open"}


@dataclass(eq=False)
class Player:
    """A player or the umpire.

    ``doubted`` says that an opening of theirs may have been illegal and have put them out, which
    only rules show. ``spare`` is a key that was offered, if nobody knows whether all agreed;
    ``spare_yes`` is the number of the last yes to it, 0 for none.
    """

    handle: str
    sign: str
    vrf: str | None = None
    out: str | None = None
    heir: Player | None = None
    doubted: bool = False
    spare: str | None = None
    spare_yes: int = 0


@dataclass
class Trigger:
    """The last event that is neither ``dice`` nor ``ruling``, and what its keepers have given.

    ``lists`` holds every list of keepers that there may be, by who of the doubted is in the game;
    ``everybody`` is the one in which all of them are.
    """

    name: str
    lists: list[list[Player]]
    everybody: list[Player]
    betas: list[bytes] = field(default_factory=list)
    given: int = 0
    complete: bool = False

    def may_keep(self) -> list[Player]:
        """Give everybody who may have dice to give, the next keeper and those after them."""
        found = (one for keepers in self.lists for one in keepers[self.given :])
        return [] if self.complete else list(dict.fromkeys(found))

    def next(self) -> list[Player]:
        """Give everybody who may be the keeper due; no list is left where nobody is."""
        found = (keepers[self.given] for keepers in self.lists if len(keepers) > self.given)
        return [] if self.complete else list(dict.fromkeys(found))


class ActivePlayer:
    """Players, offers, rulings, and whatever of the turn is decided without the game."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.authors: list[Player] = []
        self.players: list[Player] = []
        self.umpire: Player | None = None
        self.seats: dict[str, str] = {}
        self.policy = ""
        self.seals: dict[str, dict[str, Any]] = {}
        self.trigger: Trigger | None = None
        self.offer: dict[str, Any] | None = None
        self.waiting: list[Player] = []
        self.offered = self.answered = False
        self.ruled = False
        self.opened_last: Player | None = None
        self.started = self.over = self.closed = False
        self.maybe_over = False
        self.result: dict[str, Any] | None = None
        self.barriers: set[int] = set()
        self.groups: list[list[Player]] = []
        self.new_keys: list[tuple[Player, int]] = []
        self.undone: set[str] = set()

    def find(self, handle: str) -> Player | None:
        """Find a player or the umpire, those who are out included."""
        everybody = [*self.players, *([self.umpire] if self.umpire else [])]
        return next((player for player in everybody if player.handle == handle), None)

    def playing(self) -> list[Player]:
        """Players in the game, in order, the doubted included."""
        return [player for player in self.players if not player.out]

    def seated(self) -> list[Player]:
        """Players in the game who have a seat, in order."""
        return [player for player in self.playing() if player.handle in self.seats.values()]

    def gather(self, said: list[list[str]] | None) -> None:
        """Put those who share a hand together: as the opening says, else two players alone."""
        seated = self.seated()
        if said is None:
            self.groups = [[one] for one in seated] if len(seated) == 2 else []
            return
        names = [one.handle for one in seated]
        flat = [handle for group in said for handle in group]
        if sorted(flat) != sorted(names) or max(map(len, said)) < 2:
            raise Finding("open.bad", 0)
        places = [[names.index(handle) for handle in group] for group in said]
        if any(group != sorted(group) for group in places) or places != sorted(places):
            raise Finding("open.bad", 0)
        self.groups = [[seated[place] for place in group] for group in places]

    def group(self, player: Player) -> list[Player]:
        """Those with whom somebody shares their hand, and they."""
        return next((group for group in self.groups if player in group), [player])

    def one_left(self, players: list[Player]) -> bool:
        """Whether all of some players share one hand."""
        return all(player in self.group(players[0]) for player in players)

    def boxed(self) -> list[Player]:
        """Return who has to say that a box opens; see `second.decks`."""
        raise NotImplementedError

    def due_join(self) -> Player | None:
        """Return who has to join next."""
        if self.over:
            return None
        if self.umpire and self.umpire.vrf is None:
            return self.umpire
        return next((player for player in self.playing() if player.vrf is None), None)

    def mid_dice(self) -> list[Player]:
        """Return who may be the keeper due, if an earlier keeper has shown that dice are owed."""
        trigger = self.trigger
        if trigger:
            ended = [one for one in trigger.lists if self.ends_without(trigger, one)]
            trigger.lists = [one for one in trigger.lists if one not in ended]
        due = trigger.next() if trigger and trigger.given and not self.over else []
        return [self.umpire if keeper.out and self.umpire else keeper for keeper in due]

    def owing(self) -> list[Player]:
        """Players with a choice that is sealed and not opened, in order."""
        owe = {id(seal["by"]) for seal in self.seals.values() if not seal["opened"]}
        return [one for one in self.players if id(one) in owe]

    def doubt(self) -> bool:
        """Whether anybody is in doubt."""
        return any(player.doubted for player in self.players)

    def perhaps_over(self) -> bool:
        """Whether the game may have ended though somebody seems to be due."""
        diced = self.trigger is not None and self.trigger.complete
        return self.doubt() or (diced and self.due_join() is not None)

    def surely_on(self) -> bool:
        """Whether the log alone shows that the game is not over."""
        return not self.over and self.due() is not None and not self.perhaps_over()

    def opening(self) -> list[Player]:
        """Return who is the one to open after the end: those who are out come last."""
        return sorted(self.owing(), key=lambda one: one.out is not None)[:1]

    def due(self) -> tuple[list[Player], set[str]] | None:
        """Return who alone may write, and what; None if only the game can say so."""
        keepers, joining = self.mid_dice(), self.due_join()
        if keepers:
            return keepers, set()
        if joining:
            may_leave = not self.started and joining is not self.umpire
            return [joining], {"join", "resign"} if may_leave else {"join"}
        if not self.started and not self.over:
            return self.seated()[:1], {"answer", "resign"}
        if answering := [] if self.over else self.waiting if self.offer else self.boxed():
            return up_to_certain(answering), {"answer", "resign"}
        if self.over:
            sealed = self.opening()
            return (sealed, {"reveal"}) if sealed else (self.unmasking(), {"lay-open"})
        return None

    def unmasking(self) -> list[Player]:
        """Return who opens card keys and pairs after the end, if nobody in doubt is out."""
        owe = [player for player in self.players if self.masked(player)]
        return sorted(owe, key=lambda one: one.out is not None)[:1]

    def masked(self, player: Player) -> list[Any]:
        """Return what somebody has encrypted and not opened; see `second.decks`."""
        raise NotImplementedError

    def may_lay_open(self, player: Player) -> bool:
        """Whether somebody has anything to open, if those in doubt before them are out."""
        return bool(self.masked(player))

    def before(self, author: Player, body: dict[str, Any]) -> None:
        """Find who is not active, or not for this kind, as far as the log alone knows."""
        kind, seq, due = body["kind"], body["seq"], self.due()
        idle = kind == "lay-open" and not self.may_lay_open(author)
        opens = kind in OPENINGS and self.perhaps_over() and author is not self.umpire and not idle
        yes = due is None and kind == "answer" and author in self.first_after_rulings()
        if opens or yes or kind in {"dice", "ruling"}:
            return
        if due is None:
            own = {"answer": "answer.wrong", "join": "join.order"}
            gone = author.out is not None and kind not in OPENINGS  # they open at the end
            if kind in own or gone or idle or author is self.umpire:
                raise Finding(own.get(kind, "pen.wrong"), seq)
            return
        who, kinds = due
        if not who or (self.closed and kind not in OPENINGS):
            raise Finding("end.over", seq)
        starting = not self.over and (not self.started or self.due_join() is not None)
        if starting or kind == "join":
            if author not in who or kind not in kinds:
                raise Finding("join.order", seq)
        elif kind == "answer" and kind not in kinds and (self.over or not self.surely_waits()):
            raise Finding("answer.wrong", seq)
        elif author not in who:
            raise Finding("pen.wrong", seq)
        elif kind not in kinds:
            own = {"offer": "offer.wrong", "resign": "resign.wrong"}
            raise Finding(own.get(kind, "kind.wrong"), seq)

    def first_after_rulings(self) -> list[Player]:
        """Return who may have to say yes before dice: supplies opened, and somebody ruled."""
        opener = self.opened_last
        if opener is None or not self.ruled:
            return []
        return up_to_certain(self.seated() if opener.out else [opener])

    def taken_in(self, author: Player, body: dict[str, Any], name: str) -> None:
        """Note a valid event, and who keeps the dice if it is a trigger."""
        self.ids.append(name)
        self.events.append(body)
        self.authors.append(author)
        kind = body["kind"]
        if kind not in {"ruling", *OPENINGS}:
            self.maybe_over = False  # such an event shows that the game goes on
        if kind not in {"offer", "answer"}:
            self.offered = False
        if kind in OF_WHO_IS_IN:
            author.doubted = False
        if kind in {"join", "answer", "resign"} and not self.over and not self.due_join():
            self.started = True
        if kind != "ruling":
            self.opened_last = None
        if kind not in {"dice", "ruling"}:
            self.ruled = False
            # A deal holds no choice, and triggers no dice.
            dealt = kind in DEALT or self.answered
            given = self.trigger is not None and self.trigger.given > 0
            if kind in OPENINGS and (self.due_join() or self.mid_dice()):
                self.trigger = self.trigger if given else None  # the game is over, perhaps
            else:
                lists = [] if dealt or self.surely_waits() else self.keepers(author)
                self.trigger = Trigger(name, lists, lists[0]) if lists else None
        self.answered = False

    def keepers(self, author: Player) -> list[list[Player]]:
        """Give every list of keepers that a trigger of this author may have."""
        if self.policy == "self":
            return [[author]]
        doubted = [player for player in self.playing() if player.doubted]
        umpire = [self.umpire] if self.policy == "umpire" and self.umpire else []
        found = []
        for count in range(len(doubted) + 1):
            for gone in combinations(doubted, count):
                seated = [player for player in self.seated() if player not in gone]
                if self.over_with(seated):
                    continue
                agreed = [
                    player
                    for player in self.playing()
                    if player not in self.seated() and player is not author
                ]
                if self.policy == "witnesses" and agreed:
                    keepers = agreed + [one for one in seated if one is author]
                    if keepers not in found:
                        found.append(keepers)
                    continue
                witnesses = [
                    player
                    for player in self.playing()
                    if player not in gone and player not in self.seated() and len(seated) < 2
                ]
                keepers = [one for one in [*witnesses, *umpire, *seated] if one is not author]
                if keepers and keepers not in found:
                    found.append(keepers)
        return found

    def over_with(self, seated: list[Player]) -> bool:
        """Whether the game would be over if only these of the players with a seat were in it."""
        here = self.seated()
        if self.one_left(seated) and not self.one_left(here):
            return True
        return len(seated) < min(2, len(here))

    def ends_without(self, trigger: Trigger, keepers: list[Player]) -> bool:
        """Whether the game would be over by now, if those were out who are not among these."""
        gone = [one for one in trigger.everybody if one not in keepers]
        return self.over_with([one for one in self.seated() if one not in gone])

    def can_undo(self, to: str) -> bool:
        """Whether the events since ``to`` are of the kinds that an undo may go back over."""
        if to not in self.ids or to in self.undone:
            return False
        if self.events[self.ids.index(to)]["kind"] not in {"orders", "seal"}:
            return False
        authors, count = set(), 0
        for at in range(self.ids.index(to), len(self.ids)):
            kind = self.events[at]["kind"]
            if kind in {"orders", "seal"} and "proofs" not in self.events[at]["data"]:
                count += self.ids[at] not in self.undone
                authors.add(self.authors[at])
            elif kind not in {"offer", "answer", "ruling"} or at in self.barriers:
                return False
        return 1 <= count <= MOST_UNDONE and len(authors) == 1

    def unsure(self) -> bool:
        """Whether an offer may be none: all who have still to answer are in doubt."""
        return self.offer is not None and all(player.doubted for player in self.waiting)

    def surely_waits(self) -> bool:
        """Whether an offer or a box waits for an answer, and is not perhaps none."""
        offered = self.offer is not None and not self.unsure()
        return offered or any(not player.doubted for player in self.boxed())

    def settle(self, body: dict[str, Any]) -> None:
        """Let go of an offer of which that was unsure, if this event is no answer to it."""
        waiting = {player.handle for player in self.waiting}
        answered = body["kind"] in {"answer", "resign"} and body["by"] in waiting
        if self.unsure() and not answered and body["kind"] not in {"ruling", "dice"}:
            self.offer = None

    def perhaps_agreed(self) -> None:
        """If an offer is unsure, what it offers may be so: both keys are good from now on."""
        if self.offer and self.unsure() and not self.offer["by"].out:
            self.offer["by"].spare = self.offer["data"].get("sign") or self.offer["by"].spare
            self.offer["by"].spare_yes = self.offer["yes"]

    def make_offer(self, author: Player, data: dict[str, Any]) -> None:
        """Open an offer; it takes effect at once where nobody has to answer."""
        self.offered = True
        self.offer = {"by": author, "data": data, "yes": 0}
        self.waiting = [player for player in self.seated() if player is not author]
        if not self.waiting:
            self.agree()
        self.perhaps_agreed()

    def on_answer(self, author: Player, body: dict[str, Any], _: str) -> None:
        """Yes lets a game go on, the first no ends an offer, the last yes makes it count."""
        yes = body["data"]["yes"]
        if not self.started or not (self.offer or self.boxed()):
            if not yes:
                raise Finding("answer.wrong", body["seq"])
            return
        if not self.offer:
            self.answered = True
            self.opened_box(author, yes=yes)
            return
        self.waiting = self.waiting[self.waiting.index(author) + 1 :]
        self.offer["yes"] = len(self.ids)
        self.offer["by"].spare = None
        if not yes:
            self.offer = None
        elif not self.waiting:
            self.agree()
        self.perhaps_agreed()

    def agree(self) -> None:
        """Carry out the offer."""
        offer, self.offer = self.offer, None
        author, data = offer["by"], offer["data"]
        if author.out:
            return  # removed since: nothing comes of their offer
        if data["what"] == "tie":
            self.over, self.result = True, {"winner": None, "why": "tie"}
        elif data["what"] == "keys":
            if "sign" in data:
                author.sign, author.spare = data["sign"], None
                self.note_new_key(author, offer["yes"])
        elif data["what"] == "rules":
            self.barriers.add(len(self.ids))
        elif self.can_undo(data["to"]):
            for name in self.ids[self.ids.index(data["to"]) :]:
                self.undone.add(name)
                self.seals.pop(name, None)

    def note_new_key(self, author: Player, yes: int) -> None:
        """A change of keys settles forks of the old one where somebody else said yes to it."""
        if yes:
            self.new_keys.append((author, yes))

    def on_resign(self, author: Player, _body: dict[str, Any], _: str) -> None:
        """Somebody leaves."""
        self.offer = None
        self.leave(author, "resigned")

    def leave(self, author: Player, how: str) -> None:
        """One player less; the game is over where one player holds every seat still held."""
        had_seat = author in self.seated()
        author.out = how
        self.waiting = [one for one in self.waiting if one is not author]
        if not self.waiting:
            self.offer = None
        left = self.seated()
        if had_seat and self.over:
            own = self.result and self.result["winner"] in self.sides(author)
            if self.one_left(left) or own:
                self.result = {"winner": self.winner(left), "why": how}
        elif had_seat and self.one_left(left):
            self.over, self.result = True, {"winner": self.winner(left), "why": how}
        elif (
            not self.over and self.policy in {"opponents", "witnesses"} and len(self.playing()) < 2
        ):
            self.over, self.result = True, {"winner": None, "why": "forfeit"}

    def sides(self, player: Player) -> list[str]:
        """Give the sides that somebody holds, in the order of their names."""
        return sorted(side for side, who in self.seats.items() if who == player.handle)

    def winner(self, left: list[Player]) -> str | None:
        """Give the side that wins where only these are left."""
        sides = sorted(side for player in left for side in self.sides(player))
        return sides[0] if left and self.one_left(left) else None

    def may_put_out(self, data: dict[str, Any], seq: int) -> Player:
        """Find who is to be put out, who must be active as far as the log shows it."""
        out = next((player for player in self.playing() if player.handle == data["out"]), None)
        due = self.due()
        opened = self.over and self.result is None and due == ([], {"lay-open"})
        unknown = due is None or opened or self.perhaps_over()  # where only rules know the result
        replaced = data["as"] == "replace"
        heirs = sum(player.out == "replaced" for player in self.players)
        if (
            out is None
            or (not unknown and out not in due[0])
            or replaced != ("handle" in data)
            or replaced != ("sign" in data)
            or ("consent" in data and not replaced)
            or (replaced and (self.over or self.has_secret(out) or heirs >= MOST_HEIRS))
            or (replaced and self.policy == "witnesses" and out not in self.seated())
            or (replaced and self.find(data["handle"]) is not None)
        ):
            raise Finding("ruling.wrong", seq)
        return out

    def has_secret(self, player: Player) -> bool:
        """Whether nobody else could open, unmask or show for somebody."""
        sealed = player in self.owing() and not self.doubt()  # else it may have been taken back
        return sealed or bool(self.masked(player)) or self.in_between(player)

    def opened_box(self, author: Player, *, yes: bool) -> None:
        """Count whether a box opens; see `second.decks`."""
        raise NotImplementedError

    def in_between(self, player: Player) -> bool:
        """Whether somebody has sent or got the box that is being answered."""
        raise NotImplementedError

    def owes_dice(self, out: Player) -> bool | None:
        """Whether the active player owes dice; None where only the game can say so."""
        if self.mid_dice() and self.trigger:
            return out in self.trigger.may_keep()
        if (self.due() is not None and not self.unsure()) or self.trigger is None:
            return False
        return None if out in self.trigger.may_keep() else False

    def put_out(self, out: Player, data: dict[str, Any]) -> None:
        """Carry out a ruling, which shows that this player was in the game at the trigger (D1)."""
        kept = [one for one in self.trigger.lists if out in one] if self.trigger else []
        if self.trigger and kept:
            self.trigger.lists = kept
        self.barriers.add(len(self.ids))
        self.ruled = True
        self.maybe_over = data["as"] == "forfeit" and not self.surely_on()
        if data["as"] == "forfeit":
            self.leave(out, "forfeit")
            return
        out.out = "replaced"
        out.heir = Player(data["handle"], data["sign"])
        self.players.insert(self.players.index(out) + 1, out.heir)
        self.groups = [[out.heir if one is out else one for one in all_] for all_ in self.groups]
        self.offer = None
        for side, who in self.seats.items():
            if who == out.handle:
                self.seats[side] = out.heir.handle

    def close(self, seq: int) -> None:
        """Close a game that may be finished, for all that the log alone knows."""
        if self.surely_on():
            raise Finding("ruling.wrong", seq)
        self.over = self.closed = True


def up_to_certain(players: list[Player]) -> list[Player]:
    """Give all who may be the first of some players: up to the first who is certainly in."""
    first = next((at for at, player in enumerate(players) if not player.doubted), len(players))
    return players[: first + 1]
