"""A position of Saipan: what stands where, whose phase it is, and what is still open."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct, field

from pbem.kit.contract import Result


class Boat(Struct, frozen=True):
    """A unit in a sea hex before an enemy-held beach on Game-Turn 1 (12.32)."""

    sea: str
    target: str


class Battle(Struct):
    """An attack that is not finished.

    Its debts stand here, and nowhere else.

    ``attackers`` are the adjacent ones; ``guns`` the barraging ones, which no result touches.
    ``fire`` maps a defender to the final protective fire for it, in strength points.
    """

    on: list[str]
    attackers: list[str]
    guns: list[str]
    gsp: int
    banzai: bool
    fpf_open: bool
    fire: dict[str, int] = field(default_factory=dict)
    result: str | None = None
    doomed: list[str] = field(default_factory=list)
    """Units of `losers` that are eliminated by the result itself."""
    retreating: list[str] = field(default_factory=list)
    """Units of `losers` that have not retreated yet."""
    pushed: list[str] = field(default_factory=list)
    """Units of `losers` whose hex a retreating friend has just taken; each moves on next."""
    losers: str = ""
    owed: int = 0
    """Defence strength that the attacker still has to pay for in an exchange."""
    vacated: list[str] = field(default_factory=list)
    """Hexes that a victor may advance into."""
    victors: list[str] = field(default_factory=list)
    """Units that may still advance; emptied when the victor declines."""


class Position(Struct, dict=True):
    """The whole table of Saipan. ``turn`` counts from 1; ``side`` is the side to move.

    ``phase``: ``beaches`` (US seals), ``deploy`` (Japanese), ``reveal`` (US), then ``movement``
    and ``combat`` of each side in turn, ``over`` at the end.
    """

    turn: int
    side: str
    phase: str
    on: dict[str, dict[str, str]]
    """Side -> hex -> unit on the map: no two units of a side ever share a hex (5.0)."""
    sea: dict[str, Boat] = field(default_factory=dict)
    """US unit -> where it waits; only in Game-Turn 1."""
    dead: dict[str, list[str]] = field(default_factory=lambda: {"us": [], "jp": []})
    beaches: list[str] = field(default_factory=list)
    """The landing hexes of Game-Turn 1; empty while they are secret."""
    beachheads: list[str] = field(default_factory=list)
    """Hexes with a beachhead marker, ascending."""
    gsp: dict[str, int] = field(default_factory=lambda: {"us": 0, "jp": 0})
    """Ground support points left to each side in this combat phase."""
    moved: list[str] = field(default_factory=list)
    """Units that have moved in this movement phase."""
    landed: list[str] = field(default_factory=list)
    """Units that have landed in this Player-Turn: in its combat phase, 12.33 speaks of them."""
    must_attack: list[str] = field(default_factory=list)
    """Units of the side to move in an enemy zone of control when its combat phase began."""
    must_be_attacked: list[str] = field(default_factory=list)
    """Enemy units in such a zone of the side to move when its combat phase began."""
    fought: list[str] = field(default_factory=list)
    """Units of the side to move that have attacked in this phase, barraging ones included."""
    attacked: list[str] = field(default_factory=list)
    """Enemy units that have been attacked in this phase."""
    fired: list[str] = field(default_factory=list)
    """Enemy artillery that has given its final protective fire in this phase."""
    shaken: list[str] = field(default_factory=list)
    """Artillery of the side to move that was displaced in this phase: it may not barrage."""
    battle: Battle | None = None
    ended: Result | None = None

    def hex_of(self, side: str, unit: str) -> str | None:
        """Return the land hex where a unit stands, or None if it stands in none."""
        units = self.on[side]
        hint = self._hints.get(unit)
        if hint is not None and units.get(hint) == unit:
            return hint
        for number, name in units.items():
            if name == unit:
                self._hints[unit] = number
                return number
        return None

    def where(self, side: str, unit: str) -> str:
        """Return the land hex of a unit; raises ValueError if it stands in none."""
        number = self.hex_of(side, unit)
        if number is None:
            raise ValueError(f"{unit} is not on the map")
        return number

    def put(self, side: str, unit: str, number: str) -> None:
        """Let a unit, which stands nowhere, stand in a land hex."""
        self.on[side][number] = unit
        self._hints[unit] = number

    @cached_property
    def _hints(self) -> dict[str, str]:
        """Unit -> where it may stand: no field, so in no digest; believed only where it is true.

        A unit stands in one hex at most, so nothing need keep the hints in step with ``on``.
        """
        return {}

    def unit_at(self, number: str) -> tuple[str, str] | None:
        """Return side and name of the unit in a land hex, or None if it is empty."""
        for side, units in self.on.items():
            if number in units:
                return side, units[number]
        return None


def open_battle(position: Position) -> Battle:
    """Return the attack that is not finished; raises ValueError if there is none."""
    if position.battle is None:
        raise ValueError("no attack is open")
    return position.battle
