"""[4.0] The turn: what follows what, the pool of markers, and the cup."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import ENEMY, SIDES
from pbem.games.meiktila.rules import ch05_air as air
from pbem.games.meiktila.rules import ch06_activation as activation
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import ch08_reinforcements as reinforcements
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules.orders import Open, Remove
from pbem.games.meiktila.rules.outcomes import (
    InitiativeRolled,
    LevelFell,
    MarkerIdle,
    MarkersDrawn,
    MarkersRemoved,
    MarkerUp,
    NumberRolled,
    Passed,
    PhaseBegun,
)
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die

CUP = "cup"
"""The cup of the markers in the cup. A side's own is called as the side, and holds those that are
neither turned up nor known to be in the cup."""

Stage = Callable[[Setting, Position, Dice, Cups], Iterator[Outcome]]


def begin(position: Position, phase: str, side: str = "") -> Iterator[Outcome]:
    """Begin a phase of this turn."""
    yield PhaseBegun(paragraph="4.0", turn=position.turn, phase=phase, side=side)


def run(
    setting: Setting, position: Position, cups: Cups, dice: Dice | None = None
) -> Iterator[Outcome]:
    """Go on by itself, up to a question or, without ``dice``, up to where dice are due."""
    while position.ended is None and position.battle is None:
        phase = position.phase
        if waits(setting, position) or (dice is None and dice_due(setting, position, cups)):
            return
        yield from _STAGES[phase](setting, position, dice or _NONE, cups)


class _NoDice:
    """Dice where none are due."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        """Return the only number that there is."""
        if n != 1:
            raise AssertionError(f"no die was due for {purpose} ({paragraph})")
        return 0


_NONE = _NoDice()


def waits(setting: Setting, position: Position) -> bool:
    """Whether somebody is asked in this phase."""
    match position.phase:
        case "setup" | "allot" | "activation" | "movement" | "combat":
            return True
        case "land":
            return air.can_land(setting, position)
        case "edges":
            return bool(supply.choosing(setting, position))
        case "opener":
            return setting.options.opener == "any" or len(position.known) > 1
        case "stacking":
            return bool(crowded_choice(setting, position))
    return False


def dice_due(setting: Setting, position: Position, cups: Cups) -> bool:
    """Whether the phase, in which nobody is asked, needs a die."""
    match position.phase:
        case "air" | "supply" | "number" | "end":
            due = True
        case "allied status":
            due = supply.allied_rolls(setting, position)
        case "japanese status":
            due = supply.japanese_rolls(setting, position)
        case "markers":
            some = count(setting, position, position.initiative)
            whole = len(setting.tables.markers_of(position.initiative))
            due = setting.options.opener == "subset" and some < whole
        case "cup":
            members = cups.members[CUP]
            unknown = [one for one in members if one.startswith("?")]
            due = len(members) > 1 or any(len(cups.members[one[1:]]) > 1 for one in unknown)
        case _:
            due = position.phase == "requests" and reinforcements.dice_due(position)
    return due


# --- 4.1 -------------------------------------------------------------------------------------


def _air(_setting: Setting, position: Position, dice: Dice, _: Cups) -> Iterator[Outcome]:
    """[4.1] Air power, then initiative."""
    yield from air.roll(position, dice)
    bonus = 1 if position.air else 0
    side = ""
    while not side:
        allied = die(dice, 6, "initiative of the Allies", "4.1")
        japanese = die(dice, 6, "initiative of the Japanese", "4.1")
        if allied + bonus != japanese:
            side = "al" if allied + bonus > japanese else "jp"
        yield InitiativeRolled(
            paragraph="4.1", allied=allied, japanese=japanese, bonus=bonus, side=side
        )
    yield from begin(position, *(("allot", "al") if position.air else ("supply", "al")))


# --- 4.2 -------------------------------------------------------------------------------------


def _supply(setting: Setting, position: Position, dice: Dice, _: Cups) -> Iterator[Outcome]:
    yield from supply.roll_supply(setting, position, dice)
    yield from begin(position, "land", "al")


def _land(_setting: Setting, position: Position, _dice: Dice, _: Cups) -> Iterator[Outcome]:
    yield from begin(position, "allied status", "al")


def _allied(setting: Setting, position: Position, dice: Dice, _: Cups) -> Iterator[Outcome]:
    yield from supply.allied_status(setting, position, dice)
    yield from begin(position, "edges", "jp")


def _edges(_setting: Setting, position: Position, _dice: Dice, _: Cups) -> Iterator[Outcome]:
    yield from begin(position, "japanese status", "jp")


def _japanese(setting: Setting, position: Position, dice: Dice, _: Cups) -> Iterator[Outcome]:
    yield from supply.japanese_status(setting, position, dice)
    yield from begin(position, "markers")


# --- 4.3 -------------------------------------------------------------------------------------


def count(setting: Setting, position: Position, side: str) -> int:
    """[6.1.1, 10.1] Return how many markers of a side are in play in this turn."""
    counts = setting.tables.data.counts
    if side == "jp":
        ahead = position.initiative == "jp"
        return counts.japanese_with_initiative if ahead else counts.japanese
    if not position.attacked:
        return 1
    return next(row.markers for row in counts.allied if position.level <= row.up_to)


DRAWN = {"al": "the Allied markers in play", "jp": "the Japanese markers in play"}


def _markers(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[6.1.1, A7, A67] Draw the markers of the side with the initiative; the others stay unseen."""
    first = position.initiative
    members = cups.members[CUP]
    for side in (first, ENEMY[first]):
        some = count(setting, position, side)
        if side != first or setting.options.opener == "any":
            yield MarkersDrawn(paragraph="6.1.1", side=side, known=(), hidden=some)
            continue
        known: list[str] = []
        own = cups.members[side]
        for _ in range(some):
            whole = some == len(setting.tables.markers_of(side))
            at = 0 if whole else dice.uniform(len(own), DRAWN[side], "6.1.1")
            known.append(own.pop(at))
        yield MarkersDrawn(paragraph="6.1.1", side=side, known=tuple(known), hidden=0)
    members += position.known
    for side in SIDES:
        members += [f"?{side}"] * position.hidden[side]
    yield from begin(position, "opener", first)


def check_open(setting: Setting, position: Position, order: Open) -> None:
    """[4.3, A97] Refuse a marker that is not in play."""
    able = openers(setting, position)
    if order.marker not in able:
        why = f"{order.marker} is not one of your markers in play"
        raise IllegalOrder("4.3", why, f"Choose from {', '.join(able)}.")


def openers(setting: Setting, position: Position) -> list[str]:
    """Return the markers that may act first."""
    if setting.options.opener == "any":
        return setting.tables.markers_of(position.initiative)
    return list(position.known)


def _opener(_setting: Setting, position: Position, _dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[4.3, A97] A single marker opens by itself."""
    yield from open_(position, position.known[0], cups)


def open_(position: Position, marker: str, cups: Cups) -> Iterator[Outcome]:
    """[4.3] Turn up the marker that acts first, out of the cup."""
    side = position.initiative
    members = cups.members[CUP]
    if marker in members:
        members.remove(marker)
    else:
        members.remove(f"?{side}")
        cups.members[side].remove(marker)
    yield MarkerUp(paragraph="4.3", marker=marker, side=side, opened=True)
    yield from begin(position, "number", side)


def _cup(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[4.3] Draw a marker; it is decided now which one it is."""
    if not cups.members[CUP]:
        yield from begin(position, "stacking")
        return
    marker = cups.turn_up(f"?{CUP}", dice, "the next activation marker", "4.3")
    side = setting.tables.marker_side[marker]
    yield MarkerUp(paragraph="4.3", marker=marker, side=side, opened=False)
    yield from begin(position, "number", side)


def _number(setting: Setting, position: Position, dice: Dice, _: Cups) -> Iterator[Outcome]:
    """[6.1.1, A70] Roll the number of a marker with a die; lay aside one with nothing to do."""
    marker = position.up[-1]
    side = setting.tables.marker_side[marker]
    if setting.tables.markers[marker].units == "die":
        number = die(dice, 6, f"units of {marker}", "6.1.1")
        yield NumberRolled(paragraph="6.1.1", marker=marker, number=number)
    if activation.idle(setting, position):
        yield MarkerIdle(paragraph="6.1.1", marker=marker, side=side)
        yield from begin(position, "cup")
    else:
        yield from begin(position, "activation", side)


def pass_(position: Position, side: str, cups: Cups) -> Iterator[Outcome]:
    """[4.3, A8, A69] Pass out of the turn: the side's markers leave the cup unseen."""
    known = [marker for marker in position.known if marker in cups.members[CUP]]
    mine = known if side == position.initiative else []
    cups.members[CUP][:] = [
        one for one in cups.members[CUP] if one != f"?{side}" and one not in mine
    ]
    yield Passed(paragraph="4.3", side=side, void=in_cup(position, side))


def in_cup(position: Position, side: str) -> int:
    """Return how many markers of a side are in the cup."""
    known = len(position.known) if side == position.initiative else 0
    return known + position.hidden[side]


def _requests(_setting: Setting, position: Position, dice: Dice, _: Cups) -> Iterator[Outcome]:
    yield from reinforcements.roll(position, dice)
    yield from activation.begin_part(position)


# --- 4.4 -------------------------------------------------------------------------------------


def crowded_choice(setting: Setting, position: Position) -> tuple[str, str] | None:
    """[6.3, A21] Return a side and a hex of which it has to choose who is lost, the first.

    None if no side has to.
    """
    for side in SIDES:
        for here in stacking.crowded(setting, position, side):
            if len(stacking.ways_out(setting, position, side, here)) > 1:
                return side, here
    return None


def _stacking(setting: Setting, position: Position, _dice: Dice, _: Cups) -> Iterator[Outcome]:
    """[6.3, A21] Remove who is too many, where nobody has a choice."""
    for side in SIDES:
        for here in stacking.crowded(setting, position, side):
            [lost] = stacking.ways_out(setting, position, side, here)
            yield from stacking.remove(setting, position, lost)
    yield from begin(position, "end")


def check_remove(setting: Setting, position: Position, order: Remove) -> None:
    """[A21] Refuse any but the smallest choices that mend the hex."""
    found = crowded_choice(setting, position)
    assert found is not None  # noqa: S101 - it is asked about
    able = stacking.ways_out(setting, position, *found)
    if not any(set(order.units) == set(units) for units in able):
        some = "; ".join(", ".join(units) for units in able[:5])
        why = f"this does not settle {found[1]} with the fewest losses"
        raise IllegalOrder("6.3", why, f"These would: {some}.")


def _end(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[4.4, A98] Lower the level, remove the markers, score, and go on to the next turn."""
    face = die(dice, 6, "fall of the Allied Supply Level", "7.1.1")
    level = max(0, position.level - (1 if face % 2 == 0 else 2))
    yield LevelFell(paragraph="7.1.1", level=level, die=face)
    if position.oos or position.fired:
        oos, fired = tuple(position.oos), tuple(position.fired)
        yield MarkersRemoved(paragraph="4.4", oos=oos, fired=fired)
    yield from victory.score_turn(position)
    refill(setting, cups)
    if position.turn == setting.tables.turns:
        yield from victory.end(setting, position)
        return
    yield PhaseBegun(paragraph="4.4", turn=position.turn + 1, phase="air", side="al")


def refill(setting: Setting, cups: Cups) -> None:
    """[A67] Let every side have its whole set of markers again, and the cup be empty."""
    cups.members[CUP] = []
    for side in SIDES:
        cups.members[side] = setting.tables.markers_of(side)


_STAGES: dict[str, Stage] = {
    "air": _air,
    "supply": _supply,
    "land": _land,
    "allied status": _allied,
    "edges": _edges,
    "japanese status": _japanese,
    "markers": _markers,
    "opener": _opener,
    "cup": _cup,
    "number": _number,
    "requests": _requests,
    "stacking": _stacking,
    "end": _end,
}
