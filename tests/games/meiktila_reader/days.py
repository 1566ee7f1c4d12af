"""The reader's knowledge of a day: set-up, air, supply, status, markers, the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.meiktila_reader.ground import AIRFIELDS, CITY, UNITS, ZONE, edge_hexes, side_of, stacks
from games.meiktila_reader.table import EDGES, FOLLOWS, SETS, Table


class Days(Table):
    """Everything but what units do under a marker."""

    # --- set-up (10.0)

    def hear_deployed(self, reported: Mapping[str, Any]) -> None:
        unit, here = reported["unit"], reported["hex"]
        own = UNITS[unit]
        self.sure("who is set up", own.side == self.side and own.entry == "setup")
        if own.side == "al":
            self.sure("where the Allies set up", here in ZONE)
            self.sure("only the Japanese begin in positions", not reported["dug"])
        else:
            self.sure("where the Japanese set up", here in edge_hexes("north"))
            self.sure("not beside the Allies", not self.field.in_zone(here, "jp"))
        self.sheltered.discard(unit)
        if reported["dug"]:
            self.sheltered.add(unit)
        self.at[unit] = here
        self.dug = {}
        for dug in self.sheltered:
            self.dug[self.at[dug]] = self.dug.get(self.at[dug], 0) + 1

    def _set_up_ends(self) -> None:
        wanted = {u for u, own in UNITS.items() if own.side == self.side and own.entry == "setup"}
        self.want("who stands at the end of the set-up", wanted,
                  {u for u in self.at if side_of(u) == self.side})  # fmt: skip
        for place in {*self.at.values()}:
            self.sure("stacking at the end of the set-up", stacks(self.here(place)))

    # --- the turn (4.0)

    def hear_phase_begun(self, reported: Mapping[str, Any]) -> None:
        left, self.phase = self.phase, reported["phase"]
        self.sure(f"{self.phase} after {left}", self.phase in FOLLOWS[left])
        if left == "air":
            self.want("air units are allotted", self.air > 0, self.phase == "allot")
        if left in {"activation", "requests"} and self.phase in {"movement", "combat"}:
            first = {"move-attack": "movement", "attack-move": "combat"}.get(self.mode)
            self.want("the first part of an activation", first, self.phase)
        self.side = reported["side"] or self.side
        self._left(left)
        if self.phase == "air":
            if left != "setup":
                self._points_of_turn({})
                self.want(
                    "markers that are left at the end of a turn", set(), self.oos | self.fired
                )
                self._new_turn()
            self.want("the turn", self.turn + (left != "setup"), reported["turn"])
            self.turn = reported["turn"]
        elif self.phase in {"allied status", "japanese status"}:
            self.status = {"rolled": set(), "cut": set(), "failed": set()}
        elif self.phase == "stacking":
            self.sure("the cup is empty at the end of a turn", not self.cup())
            self._no_activation()
        elif self.phase == "cup":
            self._no_activation()

    def _left(self, phase: str) -> None:
        """A phase is over: what it had to do was done."""
        if phase in {"allied status", "japanese status"} and self.status:
            self._status_is_over("al" if phase == "allied status" else "jp")
        if phase == "stacking" and self.phase != "stacking":
            for place in {*self.at.values()}:
                self.sure("stacking at the end of the turn", stacks(self.here(place)))

    def hear_air_rolled(self, reported: Mapping[str, Any]) -> None:
        die = reported["die"]
        self.sixes += die == 6
        sentai = die == 6 and self.sixes <= 2
        self.want("Allied air units", 0 if die == 6 else die, reported["allied"])
        self.want("the 64 Sentai", sentai, reported["sentai"])
        self.air, self.sentai = reported["allied"], "ready" if sentai else ""

    def hear_initiative_rolled(self, reported: Mapping[str, Any]) -> None:
        bonus = int(self.air > 0)
        more = reported["allied"] + bonus - reported["japanese"]
        self.want("the bonus of the initiative", bonus, reported["bonus"])
        self.want(
            "the initiative", "al" if more > 0 else "jp" if more < 0 else "", reported["side"]
        )
        self.initiative = reported["side"]

    def hear_allotted(self, reported: Mapping[str, Any]) -> None:
        spent = reported["supply"] + reported["north"] + reported["south"]
        self.sure("what may be allotted", reported["supply"] <= 2 and spent <= self.air)
        self.want("air units left for combat", self.air - spent, reported["combat"])
        self.air -= spent
        self.supply_air = self.points = self.landing = reported["supply"]
        self.over = {edge: reported[edge] for edge in EDGES}

    def hear_supply_rolled(self, reported: Mapping[str, Any]) -> None:
        lost = sum(self.control[field] == "jp" for field in AIRFIELDS)
        modified = reported["die"] - lost - bool(self.sentai) + self.supply_air
        change = -1 if modified <= 0 else 0 if modified <= 3 else 1 if modified <= 6 else 2
        self.want("the modified die of the Supply Table", modified, reported["modified"])
        self.want("the level after the Supply Table",
                  min(8, max(0, self.level + change)), reported["level"])  # fmt: skip
        self.level = reported["level"]

    def hear_landed(self, reported: Mapping[str, Any]) -> None:
        unit, here, full = reported["unit"], reported["hex"], reported["full"]
        self.sure("who lands", UNITS[unit].entry == "air" and unit not in {*self.at, *self.gone})
        self.sure("where one lands", here in AIRFIELDS and self.control[here] == "al")
        self.sure("nobody lands on enemies", not self.field.here(here, "jp"))
        self.sure("stacking where one lands", stacks([*self.here(here), unit]))
        self.sure("both steps", not full or self.o["border_full"])
        self.landing -= 1 + full
        self.sure("steps that land", self.landing >= 0)
        self.at[unit] = here
        if not full:
            self.reduced.add(unit)

    def hear_declined(self, reported: Mapping[str, Any]) -> None:
        self.sure("what is declined", reported["question"] in {"land", "advance"})

    # --- supply status (7.1.2, 7.1.3)

    def hear_cut_off(self, reported: Mapping[str, Any]) -> None:
        unit = reported["unit"]
        self.want("a unit that is cut off has no line", (), self.field.lines(unit))
        self.status["cut"].add(unit)
        self.oos.add(unit)

    def hear_status_rolled(self, reported: Mapping[str, Any]) -> None:
        unit, die = reported["unit"], reported["die"]
        lines = self.field.lines(unit)
        self.sure("who rolls has a supply line", lines)
        edge = ""
        if side_of(unit) == "al":
            level = self.level
            most = 3 if level <= 2 else 4 if level <= 4 else 5
            self.sure("status is rolled from level 1 to 6", 1 <= level <= 6)
            modified = die
        else:
            edge = (
                lines[0]
                if len(lines) == 1
                else self.declared.get(unit)
                or ("south" if self.over["south"] < self.over["north"] else "north")
            )
            modified, most = die + self.over[edge], 4
            self.edge[unit] = edge
        self.want("the edge traced to", edge, reported["edge"])
        self.want("the modified status die", modified, reported["modified"])
        self.want("supply status", modified <= most, reported["supplied"])
        self.status["rolled"].add(unit)
        if not reported["supplied"]:
            self.oos.add(unit)

    def _status_is_over(self, side: str) -> None:
        own = {unit for unit in self.at if side_of(unit) == side}
        lines = {unit for unit in own if self.field.lines(unit)}
        nought = side == "al" and self.level == 0
        rolled = set() if side == "al" and self.level in {0, 7, 8} else lines
        self.want("who rolls for status", rolled, self.status["rolled"])
        if nought:
            self.want("level 0", own, own & self.oos)
        else:
            self.want("who is cut off", own - lines, self.status["cut"])
        self.status = {}

    def hear_edges_declared(self, reported: Mapping[str, Any]) -> None:
        for edge in EDGES:
            for unit in reported[edge]:
                self.want("an edge is declared by who has two", EDGES, self.field.lines(unit))
                self.declared[unit] = edge

    def hear_out_of_supply(self, reported: Mapping[str, Any]) -> None:
        self.want("the level at which all are out of supply", 0, self.level)
        new = {unit for unit in self.at if side_of(unit) == "al"} - self.oos
        self.want("whom level 0 puts out of supply", new, set(reported["units"]) - self.oos)
        self.oos |= new

    def _fall(self, by: int, reported: Mapping[str, Any]) -> None:
        self.want("the level", max(0, self.level - by), reported["level"])
        self.level = reported["level"]

    def hear_level_fell(self, reported: Mapping[str, Any]) -> None:
        if reported["die"]:
            self.want("when the die of the level falls", "end", self.phase)
            self._fall(2 if reported["die"] % 2 else 1, reported)
        else:
            self.sure("a gun has fired", self.combat is not None)
            self._fall(1, reported)

    # --- the cup (4.3, 6.1.1)

    def hear_markers_drawn(self, reported: Mapping[str, Any]) -> None:
        side, known = reported["side"], reported["known"]
        number = self.marker_count(side)
        shown = side == self.initiative and self.o["opener"] == "subset"
        self.want("how many markers", number, len(known) + reported["hidden"])
        self.want("how many of them are known", number if shown else 0, len(known))
        self.sure("markers of its set", len({*known}) == len(known) and {*known} <= {*SETS[side]})
        self.known += known
        self.hidden[side] = reported["hidden"]

    def hear_marker_up(self, reported: Mapping[str, Any]) -> None:
        marker, side = reported["marker"], reported["side"]
        self.sure("a marker of its side", marker in SETS[side])
        self.sure("a marker comes up once", marker not in self.up)
        first = not self.up and self.initiative not in self.passed
        self.want("the first marker is opened", first, reported["opened"])
        if reported["opened"]:
            self.want("who opens", self.initiative, side)
        if marker in self.known:
            self.known.remove(marker)
        else:
            self.sure("a marker that may lie in the cup", self.hidden[side] > 0)
            self.hidden[side] -= 1
        self.up.append(marker)
        self._no_activation()
        self.marker, self.side = marker, side
        if self.o["forced_march"] == "activation":
            self.stirred, self.marched = set(), set()

    def hear_number_rolled(self, reported: Mapping[str, Any]) -> None:
        self.sure("a marker with a die", "DR" in self.marker)
        self.number = reported["number"]

    def hear_marker_idle(self, reported: Mapping[str, Any]) -> None:
        for unit in self.at:
            self.sure("an idle marker has no unit", not self.activates(reported["marker"], unit))
        able = [unit for unit in UNITS if self.may_try(unit, reported["marker"])]
        self.want("an idle marker has no reinforcement", [], able)

    def hear_passed(self, reported: Mapping[str, Any]) -> None:
        side = reported["side"]
        own = [marker for marker in self.known if marker in SETS[side]]
        self.want("void markers", len(own) + self.hidden[side], reported["void"])
        self.known = [marker for marker in self.known if marker not in own]
        self.hidden[side] = 0
        self.passed.append(side)

    # --- the end (4.4, 9.1, 9.2)

    def hear_markers_removed(self, reported: Mapping[str, Any]) -> None:
        self.want("Out of Supply markers", self.oos, set(reported["oos"]))
        self.want("Fired markers", self.fired, set(reported["fired"]))
        self.oos, self.fired = set(), set()

    def _new_turn(self) -> None:
        self.air, self.sentai, self.supply_air = 0, "", 0
        self.landing = self.points = 0
        self.over, self.tries = dict.fromkeys(EDGES, 0), dict.fromkeys(EDGES, 0)
        self.edge, self.declared = {}, {}
        self.up, self.passed, self.initiative = [], [], ""
        self.tried, self.took, self.fought = set(), set(), set()
        self.stirred, self.marched = set(), set()

    def hear_scored(self, reported: Mapping[str, Any]) -> None:
        self.scored[reported["side"]] += reported["points"]
        self.vp[reported["side"]] += reported["points"]

    def _points_of_turn(self, held: Mapping[str, int]) -> None:
        """[9.1] What is scored at the end of a turn, beside steps."""
        nought = int(self.level == 0)
        right = {"al": held.get("al", 0), "jp": held.get("jp", 0) + nought}
        self.want("points at the end of a turn", right, self.scored)
        self.scored = {"al": 0, "jp": 0}

    def hear_game_ended(self, reported: Mapping[str, Any]) -> None:
        self.want("the last turn", 10, self.turn)
        margin = self.vp["al"] - self.vp["jp"]
        self.want("the winner", "al" if margin > 0 else "jp", reported["winner"])
        level = (
            "a Japanese" if margin <= 0 else "a minor Allied" if margin < 5 else "a major Allied"
        )
        self.sure("the level of victory", reported["why"].startswith(f"{level} victory"))
        self.ended = reported["winner"]
        self._points_of_turn(
            {
                side: sum(2 for f in AIRFIELDS if self.control[f] == side)
                + 5 * (self.control[CITY] == side)
                for side in ("al", "jp")
            }
        )
