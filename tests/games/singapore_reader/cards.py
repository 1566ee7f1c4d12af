"""How the reader follows situation cards: who draws, who holds, what may be played when, on whom.

The reader sees no card that nobody has shown. When the game is over all cards are opened to the
reader (`opened`). The reader looks whether what was shown lay there, and who kept what they had to
play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.singapore_reader.fights import FOE, Fights
from games.singapore_reader.ground import AXES, BESIDE, DEPOTS, LAND_AXES, between

CARDS = """
E1 2 any, E2 2 any, E3 1 any, E4 2 any, E5 1 any, E6 1 any, E7 1 any, E8 1 any, E9 1 any,
D1 2 jp, D2 2 jp, D3 1 jp, D4 1 any, D5 1 any, D6 1 any, D7 1 any, D8 2 cw,
C1 2 any, C2 1 jp, C3 1 any, C4 2 cw, C5 2 cw, C6 1 any, C7 1 jp, C8 1 any,
S1 2 any, S2 1 any, S3 1 any, S4 1 any, S5 1 any
"""
DECK = {name: (int(many), whose) for name, many, whose in map(str.split, CARDS.split(","))}
"""[6.1, 6.4] Card -> how many there are, and who may play it."""
LIMITS = {"jp": 3, "au": 2, "br": 2}
OWN_TURN = {"D1", "D2", "D3", "D5", "D7", "S1", "S3", "S4"}
"""[6.4, R54, R100] Cards for oneself; other Deployment and Supply cards are for the enemy."""
STEPS = {"refuel", "air", "movement", "barrage", "defence", "combat"}
"""Steps before or in which Deployment cards are played: the last of them only before it."""
WHEN = {
    "D": {*STEPS - {"combat"}, *(f"before-{step}" for step in STEPS)},
    "C": {"combat"},
    "S": {"before-reinforce", "reinforce", "before-resupply", "resupply"},
}
"""[6.7, R111] Type of a card -> phases in which it is played."""
AT_ONCE = {"E7", "E8"}
"""Events that leave nothing on the table."""


class Hands(Fights):
    """The table with situation cards."""

    def __init__(self, scenario: str, options: Mapping[str, Any], start: Any) -> None:
        super().__init__(scenario, options, start)
        self.has_cards = scenario == "corps" or bool(options["situation_cards"])
        self.hands: dict[str, list[tuple[str, int]]] = {army: [] for army in self.card.armies}
        self.drawers = ("jp", "br")
        """The armies that draw, each for itself or for both of the Commonwealth."""
        self.pending: list[tuple[str, int]] = []
        """Places that were drawn and nobody keeps yet."""
        self.drawer = ""
        self.deck, self.places, self.next_place = "", 0, 0
        self.opening = True
        self.cup: list[str] = []
        self.shown: dict[tuple[str, int], str] = {}
        self.face_up: list[str] = []
        self.in_force: dict[str, int] = {}
        """Event in force, by its label -> the last turn of an army in which it is."""
        self.drew = 0
        self.turn = 0
        self.evacuates = self.delays = False
        self.due_stock: tuple[str, str] = ("", "")
        """Army and card of a change of tokens that has to be reported."""
        self.misread: tuple[str, int] = ("", 0)
        self.lost_for_good: set[str] = set()
        self.broke: set[str] = set()

    # --- the deck

    def hear_deck_made(self, reported: Mapping[str, Any]) -> None:
        """[6.1, R38, R101] All cards; later all that lie face up, but Events in force."""
        number = reported["deck"].partition("#")[2]
        self.want("the next deck", str(int(self.deck.partition("#")[2] or 0) + 1), number)
        if number == "1":
            count = sum(many for many, _ in DECK.values())
            without = sum(DECK[one][0] for one in ("D3", "E5")) if len(self.hands) == 2 else 0
            self.want("cards of the deck", count - without, reported["cards"])
        else:
            self.want("the deck is drawn out", self.places, self.next_place)
            self.want("cards that are shuffled again", len(self.face_up), reported["cards"])
            self.face_up = []
        self.deck, self.places, self.next_place = reported["deck"], reported["cards"], 0

    def hear_cards_due(self, reported: Mapping[str, Any]) -> None:
        if reported["todo"][0].startswith("evacuate"):
            self.want("who evacuates", "br", reported["army"])
            return
        self._draws(reported["army"])

    def _draws(self, army: str) -> None:
        """[6.9, R101] Who draws after resupply: the Commonwealth at the end of the British turn."""
        self.want("phase of drawing", "draw", self.phase)
        self.want("who draws", self.army, army)
        self.sure(f"{army} draws at the end of this turn", army in self.drawers)

    def hear_cards_drawn(self, reported: Mapping[str, Any]) -> None:
        army, many = reported["army"], len(reported["places"])
        self.want("the deck that is drawn from", self.deck, reported["deck"])
        places = list(range(self.next_place, self.next_place + many))
        self.want("the next places", places, list(reported["places"]))
        self.next_place += many
        if self.opening:
            self.want("what is drawn before the first turn", 2 - len(self.pending), many)
            if not self.pending:
                first = next(one for one in self.drawers if not self._has_opening_hand(one))
                self.want("who draws first", first, army)
        else:
            self._draws(army)
            self.want("a draw", 1, many)
            self.drew += 1
        self.drawer = army
        self.pending += [(reported["deck"], place) for place in reported["places"]]

    def _has_opening_hand(self, drawer: str) -> bool:
        return sum(len(self.hands[army]) for army in self._sharing(drawer)) == 2

    def _sharing(self, drawer: str) -> tuple[str, ...]:
        """Armies of which one may keep what somebody draws."""
        both = drawer == "br" and "au" in self.hands
        return ("br", "au") if both else (drawer,)

    def hear_cup_drawn(self, reported: Mapping[str, Any]) -> None:
        """[R101] Dice say whether an open Event is drawn, where one lies there."""
        self._draws(self.army)
        self.sure("open Events lie among the undrawn cards", self.cup)
        card = reported["card"]
        if card:
            self.sure(f"{card} lies there", card in self.cup)
            self.cup.remove(card)
            self.drawer, self.open_event = self.army, card
            self.drew += 1

    open_event = ""

    def hear_event_set_aside(self, reported: Mapping[str, Any]) -> None:
        """[6.2, R51] An Event of an opening hand is shown, and another card drawn for it."""
        self.sure("before the first turn", self.opening)
        self._takes(reported)
        self.sure(f"{reported['card']} is an Event", reported["card"][0] == "E")
        self.cup.append(reported["card"])

    def hear_card_kept(self, reported: Mapping[str, Any]) -> None:
        """[6.3, 6.9, R55] The British say who of the two armies keeps what both have drawn."""
        army, at = reported["army"], (reported["deck"], reported["place"])
        self.want("which card is kept", self.pending[:1], [at])
        self.pending = self.pending[1:]
        self.sure(f"{army} keeps what {self.drawer} drew", army in self._sharing(self.drawer))
        self.hands[army].append(at)

    def _takes(self, reported: Mapping[str, Any]) -> None:
        """Somebody shows a card that was just drawn."""
        at = (reported["deck"], reported["place"])
        self.sure(f"{reported['card']} was just drawn", at in self.pending)
        self.pending = [one for one in self.pending if one != at]
        self._show(at, reported["card"])

    def _show(self, at: tuple[str, int], card: str) -> None:
        self.sure(f"{at} was not shown before", at not in self.shown)
        self.sure(f"{card} did not lie face up", card not in {
            *self.face_up, *self.cup, *self.in_force})  # fmt: skip
        self.shown[at] = card

    # --- Events

    def hear_event_played(self, reported: Mapping[str, Any]) -> None:
        """[6.8, R98] At once, to the end of the next turn of who drew it."""
        army, card = reported["army"], reported["card"]
        self.want("who plays an Event", self.drawer, army)
        self.sure(f"{card} is an Event", card[0] == "E")
        if reported["deck"]:
            self._takes(reported)
        else:
            self.want("the Event that was drawn open", self.open_event, card)
            self.open_event = ""
        name, until = card[:2], reported["until"]
        if name in AT_ONCE:
            self.want(f"{name} leaves nothing behind", None, until)
        elif name == "E5":
            self.sure("the Causeway stays patched", until >= len(self.hands) * 21)
            self.active.add("Axis-D")
        else:
            self.want(f"how long {name} lasts", self.turn + len(self.hands), until)
        if until is None:
            self.face_up.append(card)
        else:
            self.in_force[card] = until
        self.evacuates = name == "E7" and bool(self._evacuable())
        self.delays = name == "E8"
        self._count_force()

    def _evacuable(self) -> list[str]:
        return [unit for unit in self.at if unit[:2] == "bi"]

    def _count_force(self) -> None:
        self.force = {card[:2] for card in self.in_force}

    def hear_events_over(self, reported: Mapping[str, Any]) -> None:
        over = {card for card, until in self.in_force.items() if until < self.turn}
        self.want("Events that are over", sorted(over), sorted(reported["cards"]))
        self.in_force = {card: until for card, until in self.in_force.items() if card not in over}
        self.face_up += sorted(over)
        self._count_force()

    def hear_unit_taken(self, reported: Mapping[str, Any]) -> None:
        """[6.C7, 6.E7, R119] British infantry that defected or was evacuated, for good."""
        unit = reported["unit"]
        self.want("what is taken is British infantry", "bi", unit[:2])
        self.lost_for_good.add(unit)
        if self.evacuates:
            self.evacuates = False
            self.after(unit, "removed")
        else:
            self.sure(f"{unit} defects", self.defects)
            self.defects = False
            self.sure(f"{unit} fights here", unit in self._fighting())
            self._fight().losses[unit] = "eliminated"

    defects = False

    def _fighting(self) -> list[str]:
        fight = self._fight()
        return [*fight.attackers(), *fight.line["defender"]]

    # --- hands

    def hear_cards_declined(self, reported: Mapping[str, Any]) -> None:
        self.sure(
            f"{reported['army']} holds a card that it could play", self.hands[reported["army"]]
        )

    def hear_card_discarded(self, reported: Mapping[str, Any]) -> None:
        """[6.10, R38] At the end of one's own turn, above the limit, and never an Event."""
        army = reported["army"]
        self.want("phase of discarding", "discard", self.phase)
        self.want("who discards", self.army, army)
        self.sure(f"{army} holds too many", len(self.hands[army]) > LIMITS[army])
        self._plays(reported)
        if reported["card"][0] == "E":
            self.broke.add(army)

    def _plays(self, reported: Mapping[str, Any]) -> None:
        army, at = reported["army"], (reported["deck"], reported["place"])
        self.sure(f"{army} holds {at}", at in self.hands[army])
        self.hands[army] = [one for one in self.hands[army] if one != at]
        self._show(at, reported["card"])
        self.face_up.append(reported["card"])

    def hear_card_played(self, reported: Mapping[str, Any]) -> None:
        """[6.4, 6.7, R54, R111] Who may play it, when, and in whose turn."""
        army, card = reported["army"], reported["card"][:2]
        units, places = list(reported["units"]), list(reported["places"])
        self._plays(reported)
        side = "jp" if army == "jp" else "cw"
        self.sure(f"{army} may play {card}", DECK.get(card, (0, ""))[1] in {side, "any"})
        self.sure(f"{card} is played in {self.phase}", self.phase in WHEN.get(card[0], ()))
        if card[0] == "C":
            self.sure(f"{card} is played in a battle", self.fight)
        else:
            own = card in OWN_TURN
            self.sure(f"{card} aims at whose turn it is", own == (army == self.army))
            self.sure(f"{card} is for oneself or an enemy", own or not self.ally(army, self.army))
        effect = getattr(self, f"_{card.lower()}", None)
        if effect is None:
            self.found.append(f"a card that the reader does not know: {card}")
        else:
            effect(army, units, places)

    # --- Deployment cards

    def _stack(self, units: Sequence[str], kind: str, most: int) -> None:
        self.sure(f"{units} are at most {most} {kind}", 1 <= len(units) <= most and all(
            unit[1] == kind and self.army_of(unit) == self.army for unit in units))  # fmt: skip

    def _d1(self, _army: str, units: list[str], _places: list[str]) -> None:
        self._stack(units, "v", 3)
        self.want("one stack", 1, len({self.at[unit] for unit in units}))
        self.push |= set(units)

    def _d2(self, _army: str, units: list[str], _places: list[str]) -> None:
        self._stack(units, "i", 3)
        self.bikes |= set(units)

    def _d3(self, _army: str, units: list[str], places: list[str]) -> None:
        """[6.D3, R127] One land axis that is not active; infantry of one other axis."""
        (axis,) = places
        self.sure(f"{axis} is a land axis, not active", axis in LAND_AXES - self.active)
        if units:
            self._stack(units, "i", 3)
            start = {self.at[unit] for unit in units}
            self.sure("from one axis", len(start) == 1 and start <= AXES)
        self.sends = (units, axis)

    sends: tuple[list[str], str] = ([], "")

    def hear_units_sent(self, reported: Mapping[str, Any]) -> None:
        """[6.D3, R32] They may still move; the axis is active."""
        self.want("who is sent where", self.sends, (list(reported["units"]), reported["place"]))
        self.active.add(reported["place"])
        for unit in reported["units"]:
            self.at[unit] = reported["place"]
        self.sends = ([], "")

    def _d4(self, _army: str, _units: list[str], places: list[str]) -> None:
        """[6.D4, R121] A sector of who has the turn that is not contested: two go, if they can."""
        (place,) = places
        self.sure(f"{place} is {self.army}'s, not contested", (
            self.control[place] == self.army or self.of(place, self.army))
            and not self.contested(place))  # fmt: skip
        able = self._shiftable(place)
        self.sure("somebody can go", able)
        self.misread = (place, min(2, len(able)))

    def _shiftable(self, place: str) -> list[str]:
        return [
            unit for unit in self.of(place, self.army)
            if unit[1] != "h" and unit not in self.moved and self._beside(unit, place)
        ]  # fmt: skip

    def _beside(self, unit: str, place: str) -> set[str]:
        """Friendly sectors with room beside a sector, that a unit can enter."""
        return {
            there for there in BESIDE[place]
            if self.friendly(there, self.army) and self.room(there, self.army)
            and any(self.step(unit, place, there, road=road) is not False for road in (False, True))
        }  # fmt: skip

    def shifts(self, units: Sequence[str], start: str, path: Sequence[str]) -> bool:
        """[6.D4] Say whether a move is that of a misread order, and check it."""
        place, left = self.misread
        if not left:
            return False
        self.want("who leaves by a misread order", place, start)
        self.sure("not more than have to", len(units) <= left)
        for unit in units:
            self.sure(f"{unit} goes to a friendly neighbour", (
                len(path) == 1 and path[0] in self._beside(unit, place)))  # fmt: skip
            self.sure(f"{unit} has not moved", unit not in self.moved)
        self.misread = (place, left - len(units))
        return True

    def hear_misread_over(self, reported: Mapping[str, Any]) -> None:
        place, left = self.misread
        self.want("which order was misread", place, reported["place"])
        self.sure("who had to go has gone", not left or not self._shiftable(place))
        self.misread = ("", 0)

    def _d5(self, _army: str, units: list[str], places: list[str]) -> None:
        """[6.D5, R127] An edge of water without a road, for who is in the sector."""
        stands, here, there = places
        edge = between(here, there)
        self.sure("water without a road", edge and edge.water and not self.road("", here, there))
        mine = self.of(stands, self.army)
        self.want("boats are for all who stand there", sorted(mine), sorted(units))
        self.boats |= {(unit, frozenset((here, there))) for unit in units}

    def _d6(self, _army: str, _units: list[str], places: list[str]) -> None:
        here, there = places
        edge = between(here, there)
        self.sure("a bridge", edge and edge.water and self.road("", here, there))
        self.blown.add(frozenset(places))

    def _d7(self, _army: str, units: list[str], places: list[str]) -> None:
        """[6.D7] By night, two infantry, a sector with enemies."""
        self.sure("by night", self.period % 2 == (0 if len(self.hands) == 3 else 1))
        self._stack(units, "i", 2)
        self.sure("a sector with enemies", self.enemies(places[0], self.army))
        self.sneaks |= {(unit, places[0]) for unit in units}

    def _d8(self, army: str, _units: list[str], places: list[str]) -> None:
        (place,) = places
        self.sure(f"{place} is the Commonwealth's", self.ally(self.control[place], army))
        self.screens.add(place)

    # --- Combat cards

    def _role(self, army: str) -> str:
        return "attacker" if army == self.army else "defender"

    def _c1(self, army: str, _units: list[str], _places: list[str]) -> None:
        self.sure("at the point of strikes", self._fight().struck)
        self._fight().shells.add("attacker" if self.ally(army, self.army) else "defender")

    def _c8(self, army: str, units: list[str], _places: list[str]) -> None:
        (unit,) = units
        self.sure(f"{unit} is a gun that was committed", unit in self._fight().struck)
        self.sure(f"{unit} is an enemy's gun", unit[1] in "gh" and not self.ally(
            self.army_of(unit), army))  # fmt: skip
        self.cancelled = unit

    cancelled = ""

    def hear_strike_cancelled(self, reported: Mapping[str, Any]) -> None:
        fight, unit = self._fight(), reported["unit"]
        self.want("whose strike is cancelled", self.cancelled, unit)
        self.cancelled = ""
        fight.struck.pop(unit, None)
        for free in fight.strikers.values():
            free.discard(unit)

    def _before(self) -> None:
        self.sure("before the dice of a round", not self._fight().rolled)

    def _c2(self, _army: str, _units: list[str], _places: list[str]) -> None:
        """[6.C2, R118] Japanese who attack."""
        self._before()
        self.want("Japanese attack", "jp", self.army)
        self._fight().disguised = True

    def _c5(self, _army: str, _units: list[str], _places: list[str]) -> None:
        self._before()
        self.want("the defender is infantry", "i", self._fight().line["defender"][0][1])
        self._fight().joined += 1

    def _c6(self, army: str, _units: list[str], _places: list[str]) -> None:
        self._before()
        self.sure("against attackers", not self.ally(army, self.army))
        self._fight().ambushed = True

    def _c7(self, _army: str, units: list[str], _places: list[str]) -> None:
        self._before()
        self.want("one British infantry", ["bi"], [unit[:2] for unit in units])
        self.defects = True

    def _after_dice(self, army: str) -> str:
        """[6.7] Who lost the round, by the dice that lie there, may answer; after a draw both."""
        fight = self._fight()
        self.sure("after the dice of a round", fight.rolled)
        role = self._role(army) if self.ally(army, self.army) else "defender"
        loser = self.loser_now()
        self.sure(f"the {role} has lost, or it is a draw", loser in {role, ""})
        return role

    def _c3(self, army: str, _units: list[str], _places: list[str]) -> None:
        self._fight().again = self._after_dice(army)

    def _c4(self, army: str, _units: list[str], _places: list[str]) -> None:
        self.want("who makes a last stand", "defender", self._after_dice(army))
        self._fight().stood = True

    # --- Supply cards

    def _s1(self, army: str, _units: list[str], _places: list[str]) -> None:
        self.due_stock = (army, "S1")

    def _s2(self, _army: str, _units: list[str], _places: list[str]) -> None:
        self.due_stock = (self.army, "S2")

    def _s3(self, army: str, _units: list[str], _places: list[str]) -> None:
        self.due_stock = (army, "S3")

    def _s4(self, army: str, units: list[str], places: list[str]) -> None:
        """[6.S4, R119] One eliminated infantry at a friendly supply point with room."""
        (unit,), (place,) = units, places
        self.want(f"{unit} is infantry of", army + "i", {"j": "jp", "a": "au", "b": "br"}[
            unit[0]] + unit[1])  # fmt: skip
        self.sure(f"{unit} was eliminated", unit in self.gone - self.lost_for_good)
        depot = place in DEPOTS or (self.lord(army) and place in self.active)
        self.sure(f"{place} is a supply point", depot)
        self.sure(f"{place} is friendly, with room", (
            self.friendly(place, army) and self.room(place, army)))  # fmt: skip
        self.returns = (unit, place)

    returns = ("", "")

    def hear_unit_returned(self, reported: Mapping[str, Any]) -> None:
        self.want("who returns where", self.returns, (reported["unit"], reported["place"]))
        self.gone.discard(reported["unit"])
        self.at[reported["unit"]] = reported["place"]
        self.returns = ("", "")

    def _s5(self, _army: str, _units: list[str], _places: list[str]) -> None:
        self.sure("before the collection", self.phase != "resupply")
        self.fewer += 3

    fewer = 0

    def hear_stock_changed(self, reported: Mapping[str, Any]) -> None:
        """[6.S1 to 6.S3, 6.E8] What a card gives or takes: by S2 half, by E8 what there is."""
        army, card, die = reported["army"], reported["card"], reported["die"]
        if self.delays and card == "E8":
            self.want("no entry of reinforcements is left to delay", [], self.entries())
            self.want("who loses by E8", "br", army)
            self.delays = False
        else:
            self.want("whose tokens change", self.due_stock, (army, card))
            self.due_stock = ("", "")
        held = self.held(army)
        mine = {
            "S1": 4, "S3": die, "S2": -min(die, held // 2), "E8": -min(2, held),
        }.get(card)  # fmt: skip
        self.sure("a die of six", (1 <= die <= 6) == (card in {"S2", "S3"}))
        self.want(f"tokens by {card}", mine, reported["tokens"])
        self.earn(army, reported["tokens"])

    def held(self, army: str) -> int:
        """Return all tokens of an army."""
        return self.stock[army]

    def earn(self, army: str, tokens: int) -> None:
        """Give an army tokens before everybody's eyes."""
        self.stock[army] += tokens

    def entries(self) -> list[tuple[int, int, str]]:
        """[R122] Reinforcements of the Commonwealth still to come, in order: period, army, key."""
        raise NotImplementedError

    # --- the turn

    def cards_begin(self) -> None:
        """[6.8, 6.10] A turn of an army begins: what was for the last one is over."""
        self.sure("nobody leaves by a misread order", not self.misread[1])
        self.push, self.bikes, self.boats = set(), set(), set()
        self.sneaks, self.blown, self.screens = set(), set(), set()
        self.drew = self.fewer = 0

    def cards_end(self) -> None:
        """[6.9, 6.10] A turn of an army is over: cards were drawn, and none are too many."""
        self.sure("a drawn card is kept or played", not (self.pending or self.open_event))
        many = len(self.hands[self.army])
        self.sure(f"{self.army} holds {many}", many <= LIMITS[self.army])
        able = self.places > self.next_place or self.cup or self.face_up
        drawn = 1 if self.army in self.drawers else 0
        self.sure(f"{drawn} drawn, not {self.drew}", self.drew == drawn or not (able or self.drew))
        self.sure("what a card does was done", not (
            self.evacuates or self.delays or self.sends[1] or self.returns[0] or self.defects
            or self.due_stock[0]))  # fmt: skip

    def opened(self, decks: Mapping[str, Sequence[str]]) -> set[str]:
        """[R110] All cards are seen: what was shown lay there; return who has broken a duty."""
        first = Counter(card[:2] for card in decks.get("situation#1", ()))
        printed = {name: many for name, (many, _) in DECK.items() if len(self.hands) == 3
                   or name not in {"D3", "E5"}}  # fmt: skip
        self.want("the deck", printed, dict(first))
        for (deck, place), card in self.shown.items():
            self.want(f"place {place} of {deck}", decks[deck][place], card)
        for army, hand in self.hands.items():
            if any(decks[deck][place][0] == "E" for deck, place in hand):
                self.broke.add("br" if army == "au" else army)  # who says who keeps what both draw
        return self.broke

    def loser_now(self) -> str:
        """Return the role that loses by the dice on the table, "" after a draw."""
        margin = self.margin_now()
        return "" if margin == 0 else "defender" if margin > 0 else "attacker"

    def hear_rolled_again(self, reported: Mapping[str, Any]) -> None:
        """[6.C3] All own dice once more."""
        fight = self._fight()
        self.want("who rolls again", fight.again, reported["role"])
        at = list(FOE).index(reported["role"])
        self._faces(reported["dice"], self._due[at])
        dice = [*fight.rolled]
        dice[at] = reported["dice"]
        fight.rolled, fight.again = (dice[0], dice[1]), ""
