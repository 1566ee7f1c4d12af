"""What a position waits for, which orders answer it, and whether one of them is legal."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.saipan import combat, fire, movement, obligations, reinforcements, results, setup
from pbem.games.saipan import orders as o
from pbem.games.saipan import retreat as retreats
from pbem.games.saipan.data import ENEMY
from pbem.games.saipan.position import Battle, Position
from pbem.games.saipan.setting import Setting
from pbem.kit.asking import refuse_form
from pbem.kit.contract import Need, Order, Question, Roll

SEALED = Question(
    "us",
    "beaches",
    "Write down the six beach hexes where you will land.",
    "14.22",
    ("beaches",),
    secret=setup.LABEL,
)
REVEALED = Question(
    "us",
    "beaches",
    "Show the six beach hexes that you wrote down.",
    "14.22",
    ("beaches",),
    secret=setup.LABEL,
    opens=True,
)
PHASES: dict[tuple[str, str], Question] = {
    ("us", "beaches"): SEALED,
    ("us", "reveal"): REVEALED,
    ("jp", "deploy"): Question(
        "jp",
        "deploy",
        "Deploy all your units, one a land hex, then end deployment.",
        "14.21",
        ("deploy", "end"),
        phase=True,
    ),
    ("us", "movement"): Question(
        "us",
        "movement",
        "Move units, then land reinforcements, then end movement.",
        "4.0",
        ("move", "land", "end"),
        phase=True,
    ),
    ("jp", "movement"): Question(
        "jp", "movement", "Move units, then end movement.", "4.0", ("move", "end"), phase=True
    ),
    ("us", "combat"): Question(
        "us", "combat", "Declare an attack, or end combat.", "4.0", ("attack", "end"), phase=True
    ),
    ("jp", "combat"): Question(
        "jp", "combat", "Declare an attack, or end combat.", "4.0", ("attack", "end"), phase=True
    ),
}
ENDS = {"deploy": "deployment", "movement": "movement", "combat": "combat"}
"""What ends each phase."""

OPEN: dict[str, tuple[type[Order], ...]] = {
    "beaches": (o.Beaches,),
    "reveal": (o.Beaches,),
    "deploy": (o.Deploy, o.End),
    "movement": (o.Move, o.Land, o.End),
    "combat": (o.Attack, o.End),
    "fpf": (o.FinalFire, o.Pass),
    "retreat": (o.Retreat,),
    "lose": (o.Lose,),
    "advance": (o.Advance, o.Pass),
    "roll": (),
    "over": (),
}
"""The forms that answer each question."""


def open_question(position: Position) -> str:
    """Return what the position waits for, as one word: a key of `OPEN`."""
    battle = position.battle
    if battle is None:
        return position.phase
    if battle.result is None:
        return "fpf" if battle.fpf_open else "roll"
    if battle.retreating:
        return "retreat"
    return "lose" if results.owes(battle) else "advance"


def need(setting: Setting, position: Position) -> Need:
    """Say what the position waits for; None when the game is over."""
    battle = position.battle
    if battle is None:
        return PHASES.get((position.side, position.phase))
    match open_question(position):
        case "fpf":
            prompt = "Final protective fire for " + ", ".join(fire.unsupported(battle)) + "?"
            return Question(ENEMY[position.side], "fpf", prompt, "8.0", ("fpf", "pass"))
        case "roll":
            return Roll("attack on " + ", ".join(battle.on), "7.4")
        case "retreat":
            owner = battle.losers
            side = owner if setting.options.retreat_by == "owner" else ENEMY[owner]
            prompt = "Where to does one of these retreat: " + ", ".join(battle.retreating) + "?"
            return Question(side, "retreat", prompt, "7.7", ("retreat",))
        case "lose":
            prompt = f"Which attackers pay for {battle.owed} defence strength?"
            return Question(position.side, "lose", prompt, "7.6", ("lose",))
    prompt = f"Does a unit advance into {' or '.join(battle.vacated)}?"
    return Question(results.victor(battle), "advance", prompt, "7.8", ("advance", "pass"))


def check(setting: Setting, position: Position, order: Order) -> None:
    """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
    name = open_question(position)
    if type(order) not in OPEN[name]:
        refuse_form(need(setting, position), str(order.__struct_config__.tag), "4.0")
    match order:
        case o.Move():
            movement.check_move(setting, position, order)
        case o.Land():
            if position.side != "us":
                raise IllegalOrder("12.0", "only the US receives reinforcements")
            reinforcements.check_land(setting, position, order)
        case o.Attack():
            combat.check_attack(setting, position, order)
        case o.End():
            _check_end(setting, position, order)
        case o.Deploy():
            setup.check_deploy(setting, position, order)
        case o.Beaches():
            setup.check_beaches(setting, order)
        case _:
            if position.battle is not None:
                _check_in_battle(setting, position, position.battle, order)


def _check_in_battle(
    setting: Setting, position: Position, battle: Battle, order: Order
) -> None:  # fmt: skip
    match order:
        case o.FinalFire():
            fire.check_fire(setting, position, battle, order)
        case o.Retreat():
            retreats.check_retreat(setting, position, battle, order)
        case o.Lose():
            results.check_lose(setting, position, battle, order)
        case o.Advance():
            results.check_advance(battle, order)


def _check_end(setting: Setting, position: Position, order: o.End) -> None:
    """Refuse to end another phase than this one, or this one while it still owes something."""
    due = ENDS[position.phase]
    if order.phase != due:
        raise IllegalOrder("4.0", f"this is not the {order.phase} phase", f"Write `end {due}`.")
    if position.phase == "combat":
        obligations.check_end(setting, position)
    elif position.phase == "movement":
        reinforcements.check_all_landed(setting, position)
    else:
        setup.check_deployed(setting, position)


def legal(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield the legal answers to the open question, in a fixed order; ends and passes last."""
    name = open_question(position)
    match name:
        case "beaches" | "reveal":
            yield from setup.legal_beaches(setting)
        case "deploy":
            yield from setup.legal_deployments(setting, position)
        case "movement":
            yield from movement.legal_moves(setting, position)
            if position.side == "us":
                yield from reinforcements.legal_landings(setting, position)
        case "combat":
            yield from combat.legal_attacks(setting, position)
    if name in {"movement", "combat"} and _may_end(setting, position):
        yield o.End("movement" if name == "movement" else "combat")
    if position.battle is not None:
        yield from _legal_in_battle(setting, position, position.battle, name)


def _legal_in_battle(
    setting: Setting, position: Position, battle: Battle, name: str
) -> Iterator[Order]:
    match name:
        case "fpf":
            yield from fire.legal_fire(setting, position, battle)
            yield o.Pass()
        case "retreat":
            yield from retreats.legal_retreats(setting, position, battle)
        case "lose":
            yield from results.legal_losses(setting, position, battle)
        case "advance":
            yield from results.legal_advances(battle)
            yield o.Pass()


def _may_end(setting: Setting, position: Position) -> bool:
    if position.phase == "combat":
        return obligations.may_end(setting, position)
    try:
        reinforcements.check_all_landed(setting, position)
    except IllegalOrder:
        return False
    return True
