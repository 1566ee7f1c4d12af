"""The need of a position, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from pbem.errors import IllegalOrder
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules import orders as o
from pbem.games.singapore.rules.cards import ch6_deployment as deployment
from pbem.games.singapore.rules.cards import ch6_draw as draw
from pbem.games.singapore.rules.cards import ch6_play as plays
from pbem.games.singapore.rules.cards.ch6_combat import point as point_of
from pbem.games.singapore.rules.cards.ch6_effects import halted, held_up, throw
from pbem.games.singapore.rules.corps import ch4_air as map_air
from pbem.games.singapore.rules.corps import ch4_barrages as barrages
from pbem.games.singapore.rules.corps import ch4_movement as movement
from pbem.games.singapore.rules.corps import ch4_results as results
from pbem.games.singapore.rules.corps import ch4_turn as turn
from pbem.games.singapore.rules.fights import ch2_lines as lines
from pbem.games.singapore.rules.fights import ch2_tactics as tactics
from pbem.games.singapore.rules.fights import ch3_air as air
from pbem.games.singapore.rules.fights import ch3_fight as fight
from pbem.games.singapore.rules.fights import ch3_strikes as strikes
from pbem.games.singapore.rules.position import (
    ATTACKER,
    Battle,
    Position,
    War,
    open_battle,
    open_cards,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import attacked
from pbem.games.singapore.rules.variants import ch7_deployment as free
from pbem.games.singapore.rules.variants import ch7_drive as drive
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.games.singapore.rules.variants import ch7_logistics as logistics
from pbem.kit import plain
from pbem.kit.asking import Asking
from pbem.kit.bunches import bunched
from pbem.kit.contract import Order, Question, Roll, Wanted


def need(setting: Setting, position: Position) -> Wanted:
    """Say what the position waits for; None when the game is over."""
    return None if position.phase == "over" else _need(setting, position)


def _need(setting: Setting, position: Position) -> Wanted:
    if (first := hidden.asked(position)) is not None:
        return first
    if (debt := supply.owed(position)) is not None:
        return Roll(f"supply lost in {debt.place}", "5.7")
    if map_air.stranded(setting, position) or halted(position):
        return _need_before(setting, position)
    if position.phase == "fight":
        return _need_in_fight(setting, position)
    if position.war is not None:
        return _need_on_map(setting, position, position.war)
    return _need_set_up(setting, position)


def _need_set_up(setting: Setting, position: Position) -> Question:
    side, here = position.phase, lines.paragraph(setting, position.phase)
    form, prompt = "choose", "Choose your units, then end the set-up."
    if setting.board is not None:
        form, prompt = "line", "Line up your units, then end the set-up."
    return Question(side, "setup", prompt, here, (form, "end"), phase=True)


def _need_to_land(setting: Setting, position: Position) -> Question:
    """[4.1, R37] Ask where planes land: of a mission, the repair box or a lost airfield."""
    army, waiting = map_air.landing(setting, position)
    return Question(army, "land", f"Where do they land: {', '.join(waiting)}?", "4.1", ("land",))


def _need_before(setting: Setting, position: Position) -> Wanted:
    """[R37, 6, 7.3] Say what planes, cards, vehicles that may go on wait for before all else."""
    war = open_war(position)
    if map_air.stranded(setting, position):
        return _need_to_land(setting, position)
    if not held_up(position):
        prompt = f"Do the vehicles in {war.drive} go on to attack another sector?"
        forms = ("move", *hidden.payers(position, war.army), "pass")
        return Question(war.army, "drive", prompt, drive.paragraph(setting), forms)
    cards = open_cards(position)
    if (hit := throw(position)) is not None:
        what = f"the screen strikes at {hit.unit}" if hit.unit else f"tokens of card {hit.card}"
        return Roll(what, f"6.{hit.card}")
    if cards.todo:
        return draw.need(setting, cards)
    place = cards.misread.place if cards.misread is not None else ""
    prompt = f"An order was misread: who leaves {place}, and where to?"
    return Question(war.army, "shift", prompt, "6.D4", ("shift",))


def _need_in_fight(setting: Setting, position: Position) -> Question | Roll:
    battle = open_battle(position)
    waits = fight.comes(setting, position)
    if waits in _ASKED:
        return _ASKED[waits](setting, battle)
    if waits in _ASKED_ON_MAP:
        return _ASKED_ON_MAP[waits](setting, position)
    return _ROLLED.get(waits, _round)(battle)


def _round(battle: Battle) -> Roll:
    return Roll(f"a round of {battle.point} against {battle.defender}", "1.10")


_ROLLED: dict[str, Callable[[Battle], Roll]] = {
    "again": lambda battle: Roll(f"the {battle.again} rolls again", "6.C3"),
    "hunt": lambda _: Roll("strikes at units that retreat", "4.10.4"),
    "air": lambda _: Roll("a round of the air fight", "3.7"),
    "strike": lambda battle: Roll(
        f"strikes, {battle.point} and {battle.defender} facing each other", "3.8.3"
    ),
}
"""The dice for each stage of a fight that rolls some, but for those of a round."""


def _plane(_setting: Setting, battle: Battle) -> Question:
    prompt = "Which plane is your point in this round of the air fight?"
    return Question(air.seat(battle), "plane", prompt, "3.7", ("plane", "leave"))


def _group(_setting: Setting, battle: Battle) -> Question:
    prompt = f"How do you attack {battle.defender}?"
    side = battle.seats[ATTACKER][0]
    return Question(side, "tactics", prompt, "2.6", ("attack", "end"), phase=True)


def _alone(_setting: Setting, battle: Battle) -> Question:
    prompt = f"Does {battle.support} lead, or assist the next in line?"
    return Question(battle.seats[ATTACKER][0], "alone", prompt, "3.8.4", ("lead", "assist"))


def _strikes(setting: Setting, battle: Battle) -> Question:
    prompt = f"{battle.point} and {battle.defender} face each other: who strikes?"
    side = strikes.writes(setting, battle)
    forms = ("strike", "pass")
    if not strikes.sealing(setting, battle):
        return Question(side, "strikes", prompt, "3.8", forms)
    name, opens = strikes.label(battle, side), side in battle.sealed
    return Question(side, "strikes", prompt, "3.8", forms, secret=name, opens=opens)


def _drop(setting: Setting, battle: Battle) -> Question:
    prompt = f"Which die does {battle.defender}, who is flanked, leave out?"
    return Question(tactics.dropper(setting, battle), "drop", prompt, "2.6.3", ("drop",))


_ASKED: dict[str, Callable[[Setting, Battle], Question]] = {
    "plane": _plane,
    "group": _group,
    "alone": _alone,
    "strikes": _strikes,
    "drop": _drop,
}
"""The question for each stage of a fight."""


def _line(_setting: Setting, position: Position) -> Question:
    battle = open_battle(position)
    role = battle.unlined[0]
    prompt = f"In which order do you line up in {battle.sector}, the point first?"
    return Question(battle.seats[role][0], "line", prompt, "4.10", ("line",))


def _retreat(setting: Setting, position: Position) -> Question:
    prompt = f"Does your whole force retreat from {open_battle(position).sector}?"
    side = results.asked(setting, position)
    return Question(side, "retreat", prompt, "4.10.4", ("retreat", "pass"))


def _pursue(_setting: Setting, position: Position) -> Question:
    prompt = f"Who strikes at those that retreat from {open_battle(position).sector}?"
    return Question(results.pursuer(position), "pursue", prompt, "4.10.4", ("pursue", "pass"))


def _withdraw(setting: Setting, position: Position) -> Question:
    unit, able = results.withdrawing(position), results.leavers(setting, position)
    prompt = f"Where does {unit} withdraw to?"
    if len(able) > 1:
        prompt = f"Not all find room: does {' or '.join(able)} withdraw now, and where to?"
    return Question(open_war(position).of(unit), "withdraw", prompt, "4.10.2", ("withdraw",))


def _cards(setting: Setting, position: Position) -> Question:
    army, battle = plays.player(setting, position), open_battle(position)
    when = {
        "strikes": "before the strikes are rolled",
        "round": "before the round is rolled",
        "dice": "before the dice of the round are read",
    }[point_of(position)]
    prompt = f"{battle.point} against {battle.defender}: do you play a Combat card {when}?"
    return Question(army, "cards", prompt, "6.7", ("play", "pass"))


_ASKED_ON_MAP: dict[str, Callable[[Setting, Position], Question]] = {
    "line": _line,
    "retreat": _retreat,
    "pursue": _pursue,
    "withdraw": _withdraw,
    "cards": _cards,
}
"""The same for what is asked in a battle on the map alone."""

_OF_PHASE = {
    "air": ("Which planes fly, and where? Then end the phase.", "4.2", "fly"),
    "movement": ("Who moves, and where? Then end the phase.", "4.4", "move"),
    "barrage": ("Which guns support which attack? Then end the phase.", "4.8", "fire"),
}


def _need_on_map(setting: Setting, position: Position, war: War) -> Question | Roll:
    """Say what a phase of a turn asks: the army whose turn it is, or one that it attacks."""
    if position.phase in _OF_PHASE:
        prompt, here, form = _OF_PHASE[position.phase]
        pays = hidden.payers(position, war.army) if form != "fly" else ()
        forms = (form, *(() if war.cards is None else ("play",)), *pays, "end")
        return Question(war.army, position.phase, prompt, here, forms, phase=True)
    if kind := plays.OTHERS.get(position.phase) or plays.OWN.get(position.phase):
        step = position.phase.removeprefix("before-")
        prompt = f"Do you play a {plain.capital(kind)} card before the {step} step?"
        army = plays.player(setting, position)
        return Question(army, kind, prompt, "6.7", ("play", "pass"))
    if position.phase in _OF_ITSELF:
        return _OF_ITSELF[position.phase](position)
    if position.phase == "refuel":
        return _need_to_land(setting, position)
    if position.phase == "defence":
        army = barrages.asked(setting, position) or war.army
        prompt = "Which guns support sectors that are attacked?"
        forms = ("support", *hidden.payers(position, army), "pass")
        return Question(army, "defence", prompt, "4.9", forms)
    prompt = "Which battle is next?"
    return Question(war.army, "combat", prompt, "4.10", ("battle",))


_OF_ITSELF: dict[str, Callable[[Position], Question | Roll]] = {
    "discard": draw.need_discard,
    "reinforce": turn.need_axis,
    **dict.fromkeys(free.DEPLOYS, free.need),
    logistics.POOLS: logistics.need_split,
    logistics.TRANSFER: logistics.need_transfer,
}
"""Phase -> what it waits for, of cards and of advanced logistics."""


def _check_battle(setting: Setting, position: Position, order: o.Fight) -> None:
    able = attacked(setting, open_war(position))
    if order.place not in able:
        why = f"you fight no battle in {order.place} now"
        raise IllegalOrder("4.10", why, f"Choose from {', '.join(able)}.")


def _check_line(setting: Setting, position: Position, order: o.Line) -> None:
    """[2.4, 3.5, 4.10] Who lines up names their whole line."""
    if position.war is None:
        lines.check_line(setting, position, order)
        return
    battle = open_battle(position)
    wanted = battle.line[battle.unlined[0]]
    if sorted(order.units) != sorted(wanted):
        why = f"the line in {battle.sector} must have {', '.join(wanted)}"
        raise IllegalOrder("4.10", why, "Name each of them once, the point first.")


def _legal_battles(setting: Setting, position: Position) -> Iterator[Order]:
    for place in attacked(setting, open_war(position)):
        yield o.Fight(place)


def _check_end(setting: Setting, position: Position, order: o.End) -> None:
    """[2.8] A set-up is ended by its side; a fight goes on while an attack is left."""
    if position.phase in _OF_PHASE:
        if order.phase != position.phase:
            why = f"this is the {position.phase} phase"
            raise IllegalOrder(_OF_PHASE[position.phase][1], why, f"Write `end {position.phase}`.")
        return
    if position.phase in free.DEPLOYS:
        free.check_end(setting, position, order)
        return
    if position.phase == "fight":
        why = "an attacker must fight until all attacks are used"
        raise IllegalOrder("2.8", why, "Form a group with `attack`.")
    if order.phase != "setup":
        raise IllegalOrder("2.8", "no battle has begun yet", "Write `end setup`.")
    lines.check_end(setting, position)


def _check_move(setting: Setting, position: Position, order: o.Move) -> None:
    """[4.4, 6.D1] A move of the movement phase, or tanks that go on."""
    if position.phase == "movement":
        movement.check_move(setting, position, order)
    else:
        drive.check_drive(setting, position, order)


def _and_plays(of_phase: Callable[[Setting, Position], Iterator[Order]]) -> Answers:
    """[6.7] Return what yields the orders of a phase, and the cards that may be played in it."""

    def orders(setting: Setting, position: Position) -> Iterator[Order]:
        yield from of_phase(setting, position)
        yield from _own_plays(setting, position)

    return orders


def _legal_plays(setting: Setting, position: Position) -> Iterator[Order]:
    return plays.legal(setting, position, plays.player(setting, position))


def _legal_setup(setting: Setting, position: Position) -> Iterator[Order]:
    if setting.board is not None:
        return lines.legal_lines(setting, position)
    return lines.legal_choices(setting, position)


_ENDED: dict[str, Literal["setup", "combat", "air", "movement", "barrage", "deploy"]] = {
    "deploy-br": "deploy", "deploy-au": "deploy", "deploy-jp": "deploy",
    "fight": "combat", "air": "air", "movement": "movement", "barrage": "barrage",
}  # fmt: skip
"""Phase -> what is ended in it, where it is no set-up."""

Answers = Callable[[Setting, Position], Iterator[Order]]


def _own_plays(setting: Setting, position: Position) -> Iterator[Order]:
    return plays.legal(setting, position, open_war(position).army)


def _movement_in_bunches(setting: Setting, position: Position) -> Iterator[Sequence[Order]]:
    yield from movement.moves_in_bunches(setting, position)
    yield from bunched(hidden.and_ready(_own_plays, need)(setting, position))


ASKING = Asking(
    need,
    answers={
        "setup": _legal_setup,
        "plane": air.legal_planes,
        "tactics": tactics.legal_attacks,
        "alone": tactics.legal_alone,
        "strikes": strikes.legal_strikes,
        "drop": tactics.legal_drops,
        "land": map_air.legal_landings,
        "air": _and_plays(map_air.legal_flights),
        "movement": hidden.and_ready(_and_plays(movement.legal_moves), need),
        "barrage": hidden.and_ready(_and_plays(barrages.legal_fires), need),
        "defence": hidden.and_ready(barrages.legal_supports, need),
        "combat": _legal_battles,
        "line": lines.legal_battle_lines,
        "retreat": results.legal_retreats,
        "pursue": results.legal_pursuits,
        "withdraw": results.legal_withdrawals,
        "deployment": _legal_plays,
        "supply": _legal_plays,
        "cards": _legal_plays,
        "drawn": draw.legal_drawn,
        "discard": draw.legal_discards,
        "evacuate": draw.legal_evacuations,
        "shift": deployment.legal_shifts,
        "drive": hidden.and_ready(drive.ways, need),
        "deploy": free.legal,
        "arrive": turn.legal_axes,
        "pools": logistics.legal_splits,
        "transfer": logistics.legal_transfers,
        "lose": hidden.legal_hands,
    },
    checks={
        o.Choose: lines.check_choose,
        o.Line: _check_line,
        o.End: _check_end,
        o.Plane: air.check_plane,
        o.Leave: air.check_leave,
        o.Attack: tactics.check_attack,
        o.Strike: strikes.check_strike,
        o.Drop: tactics.check_drop,
        o.Land: map_air.check_land,
        o.Fly: map_air.check_fly,
        o.Move: _check_move,
        o.Fire: barrages.check_fire,
        o.Support: barrages.check_support,
        o.Fight: _check_battle,
        o.Pursue: results.check_pursue,
        o.Withdraw: results.check_withdraw,
        o.PlayCard: plays.check_play,
        o.ShowEvent: draw.check_event,
        o.Keep: draw.check_keep,
        o.Discard: draw.check_discard,
        o.Evacuate: draw.check_evacuate,
        o.Shift: deployment.check_shift,
        o.Deploy: free.check,
        o.Arrive: turn.check_axis,
        o.Split: logistics.check_split,
        o.Give: logistics.check_give,
        o.Ready: lambda setting, position, order: hidden.check_ready(
            position, need(setting, position), order
        ),
        o.Hand: hidden.check_hand,
        o.Send: lambda _, position, order: hidden.check_send(position, order),
    },
    bunches={"movement": _movement_in_bunches},
    end=lambda position: o.End(_ENDED.get(position.phase, "setup")),
    over="3.10",
)
check = ASKING.check
legal = ASKING.legal
answering = ASKING.answering
legal_in_bunches = ASKING.legal_in_bunches
check_answer = ASKING.check_answer
