"""A position of Race to Tokyo: what stands where, whose phase it is, and what is still open."""

from __future__ import annotations

from msgspec import Struct, field

from pbem.kit.contract import Result


class Battle(Struct):
    """An attack that is not finished. ``army`` attacks, ``target`` is the unit in ``hex``.

    ``stage``: ``dice`` and ``again`` (a roll is due, the second time after a Volunteer Corps),
    ``volunteer``, ``exchange``, ``retreat`` and ``advance`` (somebody is asked). ``with_``: the
    attackers left; ``target`` is empty when it is gone. ``strength``: Japanese armor -> what it
    rolled. ``column``: of the combat results table, for the second roll.
    """

    army: str
    hex: str
    target: str
    with_: list[str]
    stage: str = "dice"
    strength: dict[str, int] = field(default_factory=dict)
    column: int = 0
    result: str = ""
    tied: list[str] = field(default_factory=list)
    """The units from which the attacker picks the one that an Ex removes."""
    retreating: list[str] = field(default_factory=list)
    vacated: list[str] = field(default_factory=list)
    """Hexes that a victor may advance into."""
    victors: list[str] = field(default_factory=list)
    """Units that may still advance; emptied when the victor declines."""


class Position(Struct):
    """The whole table of Race to Tokyo. ``turn`` counts from 1.

    ``army``: the one to act; ``phase``: ``setup``, ``ecorps`` (is E Corps called?), ``recon``,
    ``movement``, ``combat``, ``over``. ``serial`` counts the player turns, for units that strayed.
    """

    turn: int
    army: str
    phase: str
    serial: int = 1
    at: dict[str, str] = field(default_factory=dict)
    """Unit -> the hex where it stands. Two of one army may share one until its movement ends."""
    tokens: dict[str, str] = field(default_factory=dict)
    """Japanese unit with a back -> its counter, or "one of cup u" while that is face down."""
    made: dict[str, int] = field(default_factory=lambda: {"U": 0, "Z": 0, "S": 0})
    """How many names of each kind were given to units whose counter lies face down."""
    box: list[str] = field(default_factory=list)
    """American units destroyed, that may be reconstituted."""
    gone: list[str] = field(default_factory=list)
    """Units out of the game."""
    reserve: list[str] = field(default_factory=list)
    """Armor left in the Strategic Reserve."""
    infantry: int = 0
    """Infantry left in the Strategic Reserve."""
    pool: int = 0
    """Counters in the Japanese pool, seen and unseen."""
    ecorps: str = ""
    """The side that called E Corps."""
    locked: list[str] = field(default_factory=list)
    """Units of the 36th Army that are not released."""
    freed: dict[str, str] = field(default_factory=dict)
    """Unit of the 36th Army -> the army that released it: its own as long as it is in the zone."""
    pending: dict[str, int] = field(default_factory=dict)
    """Army -> units of the 36th Army that it releases at its next Reconstitution."""
    triggers: list[str] = field(default_factory=list)
    """City hexes that have released half of the 36th Army, "tama" and "across the tama" too."""
    control: dict[str, str] = field(default_factory=dict)
    """Town or city -> the American group that holds it; all others are Japanese."""
    zoned: dict[str, str] = field(default_factory=dict)
    """Town without a unit -> the group whose zone of control alone reaches it, if it held it not
    last: what everybody knows (10.0)."""
    palace_turn: int = 0
    """The turn on which the group that holds Central Tokyo took it."""
    quota: int = 0
    """Units that may still be reconstituted in this phase."""
    arrivals: dict[str, int] = field(default_factory=dict)
    """Side of the boundary -> Strategic Reserve units that may still enter there."""
    late: dict[str, int] = field(default_factory=dict)
    """Side -> Strategic Reserve units that found no entry hex there where they could end (8.1)."""
    carried: dict[str, int] = field(default_factory=dict)
    """Group -> units that found its beach full and come beside the next quota (7.25)."""
    still: list[str] = field(default_factory=list)
    """Units that do not move in this player turn (7.26, 8.4)."""
    entered: list[str] = field(default_factory=list)
    """Units that entered on a map edge in this turn, which has cost them a movement point."""
    rolled: dict[str, int] = field(default_factory=dict)
    """Japanese armor -> its movement points of this phase."""
    moved: list[str] = field(default_factory=list)
    pledged: list[str] = field(default_factory=list)
    """Japanese armor for which a movement roll is due now."""
    going: list[str] = field(default_factory=list)
    """The path of the one that moves as soon as that is rolled."""
    far: bool = False
    """Whether it goes only as far as the die lets it."""
    fought: list[str] = field(default_factory=list)
    attacked: list[str] = field(default_factory=list)
    strayed: dict[str, int] = field(default_factory=dict)
    """American unit on the wrong side of the boundary -> the player turn in which it strayed."""
    chits: list[int] = field(default_factory=list)
    """Numbers of the Volunteer Corps left."""
    called: dict[str, int] = field(default_factory=dict)
    """Side -> the sum of the Volunteer Corps that it took."""
    hq_lost: int = 0
    """American HQs eliminated, for the game of three (12.5)."""
    battle: Battle | None = None
    ended: Result | None = None

    def unit_at(self, hex_: str) -> str | None:
        """Return the unit in a hex (the first by name where two stand), or None."""
        hexes = [*self.at.values()]
        match hexes.count(hex_):
            case 0:
                return None
            case 1:
                return [*self.at][hexes.index(hex_)]
        return min(unit for unit, here in self.at.items() if here == hex_)

    def known(self, unit: str) -> bool:
        """Whether everybody sees what a unit is."""
        return not self.tokens.get(unit, "").startswith("?")


def open_battle(position: Position) -> Battle:
    """Return the attack that is not finished; raises ValueError if there is none."""
    if position.battle is None:
        raise ValueError("no attack is open")
    return position.battle
