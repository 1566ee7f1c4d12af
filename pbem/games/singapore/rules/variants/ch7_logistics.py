"""[7.2] Advanced logistics: the Commonwealth divides its tokens, and hands some over."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.orders import Agree, Give, Offer, Send, Split
from pbem.games.singapore.rules.outcomes import (
    PhaseBegun,
    PoolsSplit,
    SplitProposed,
    TokensGiven,
    TransferOffered,
)
from pbem.games.singapore.rules.position import (
    Position,
    War,
    is_veiled,
    open_veil,
    open_war,
    veil_of,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.games.singapore.rules.variants.ch7_deployment import first_phase
from pbem.games.singapore.rules.variants.outcomes_hidden import PoolsHidden, TransferSent
from pbem.kit.contract import Order, Outcome, Question, Roll
from pbem.kit.dice import Dice, die
from pbem.kit.typed.orders import Pass

POOLS, TRANSFER = "pools", "transfer"
"""The phase before the first turn, and the last one of a turn of the Commonwealth."""
FACES = 6
"""[R45] The die that limits a transfer."""


ally = hidden.ally


# --- the pools --------------------------------------------------------------------------------


def _pool(setting: Setting) -> int:
    """[7.2] Return what the Commonwealth begins with."""
    start = setting.tables.setup.supply.start
    return (start.au or 0) + (start.br or 0)


def need_split(position: Position) -> Question:
    """[R94] Ask the British what they propose, then the Australians."""
    if veil_of(open_war(position)) is not None:
        prompt = "How many tokens have the British? Only you two see it. `pass`: as printed."
        return Question("br", POOLS, prompt, "7.2", ("split", "pass"))
    proposed = open_war(position).offers.get("br")
    if proposed is None:
        prompt = "With how many of the Commonwealth's tokens do you begin? `pass`: as printed."
        return Question("br", POOLS, prompt, "7.2", ("split", "pass"))
    prompt = f"Do you agree that the British begin with {proposed} tokens, and you with the rest?"
    return Question("au", POOLS, prompt, "7.2", ("agree", "pass"))


def legal_splits(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield every proposal, or the yes to one."""
    if veil_of(open_war(position)) is not None:
        yield from hidden.legal_splits(setting, position)
    elif "br" in open_war(position).offers:
        yield Agree()
    else:
        yield from (Split(tokens) for tokens in range(_pool(setting) + 1))


def check_split(setting: Setting, position: Position, order: Split) -> None:
    """[7.2] Raise `IllegalOrder` where there are not so many tokens."""
    if order.tokens is None:
        if veil_of(open_war(position)) is None:
            raise IllegalOrder(
                "7.2", "every player sees the split", "Write how many the British have."
            )
    elif order.tokens > _pool(setting):
        raise IllegalOrder("7.2", f"the Commonwealth begins with {_pool(setting)} tokens in all")


def split(setting: Setting, position: Position, order: Split | Agree | Pass) -> Iterator[Outcome]:
    """[R94] A proposal, or the answer to one; without a yes all begin as printed."""
    start = setting.tables.setup.supply.start
    if isinstance(order, Split) and veil_of(open_war(position)) is not None:
        yield from hidden.split(setting)
        return
    if isinstance(order, Split):
        yield SplitProposed(paragraph="7.2", tokens=order.tokens or 0)
        return
    own = open_war(position).offers["br"] if isinstance(order, Agree) else start.br or 0
    yield PoolsSplit(paragraph="7.2", au=_pool(setting) - own, br=own)
    paragraph, first = first_phase(setting)
    yield PhaseBegun(paragraph=paragraph, phase=first)


def settled(setting: Setting, position: Position, *, done: bool) -> Iterator[Outcome]:
    """[R136] Go on after a split or a transfer: what did not take effect changes nothing."""
    veil = open_veil(position)
    if veil.settling != "split":
        army: Army = "au" if veil.settling == "au" else "br"
        yield TransferSent(paragraph="7.2", army=army, done=done)
        return
    start = setting.tables.setup.supply.start
    if done:
        yield PoolsHidden(paragraph="7.2", total=veil.total)
    else:
        yield PoolsSplit(paragraph="7.2", au=start.au or 0, br=start.br or 0)
    paragraph, first = first_phase(setting)
    yield PhaseBegun(paragraph=paragraph, phase=first)


# --- transfers --------------------------------------------------------------------------------


def giver(war: War) -> Army | None:
    """[R131] Return who is asked: the army whose turn it is, then its ally if that gives none."""
    if is_veiled(war, war.army) or war.army == "jp" or any(war.offers.values()):
        return None
    for army in (war.army, ally(war.army)):
        if army not in war.offers and war.stock[army]:
            return army
    return None


def due(position: Position) -> bool:
    """[R45] Whether the die of a transfer is rolled now."""
    war = position.war
    if war is None or position.phase != TRANSFER:
        return False
    return any(war.offers.values()) or hidden.due(war)


def waits(_setting: Setting, position: Position) -> bool:
    """Whether somebody is asked about a transfer, or its die is due."""
    war = open_war(position)
    return due(position) or giver(war) is not None or hidden.waits(war)


def need_transfer(position: Position) -> Question | Roll:
    """[7.2] Ask who hands tokens over, or roll."""
    war = open_war(position)
    if hidden.waits(war):
        return hidden.need_transfer(war)
    army = giver(war)
    if army is None:
        return Roll("how many tokens may be handed over", "7.2")
    prompt = "How many tokens do you hand to your ally, as far as a die of six lets you?"
    return Question(army, TRANSFER, prompt, "7.2", ("give", "pass"))


def legal_transfers(_setting: Setting, position: Position) -> Iterator[Order]:
    """Yield what the army that is asked may hand over."""
    war = open_war(position)
    army = giver(war)
    if hidden.waits(war):
        yield from hidden.legal_transfers(position)
    elif army is not None:
        yield from (Give(tokens) for tokens in range(1, min(FACES, war.stock[army]) + 1))


def check_give(_setting: Setting, position: Position, order: Give) -> None:
    """[5.5] Raise `IllegalOrder` where an army has not so many."""
    war = open_war(position)
    army = giver(war)
    if army is None or order.tokens > war.stock[army]:
        raise IllegalOrder("5.5", f"{army} has {(war.stock[army] if army else 0)} supply tokens")


def offer(position: Position, order: Give | Offer | Send | Pass) -> Iterator[Outcome]:
    """[7.2] An army would hand over so many, or none."""
    army = giver(open_war(position))
    if hidden.waits(open_war(position)):
        yield from hidden.answer(position, order)
    elif army is not None:
        tokens = order.tokens if isinstance(order, Give) else 0
        yield TransferOffered(paragraph="7.2", army=army, tokens=tokens)


def roll(position: Position, dice: Dice) -> Iterator[Outcome]:
    """[7.2, R45] Roll the die, and hand over what it lets."""
    war = open_war(position)
    if hidden.due(war):
        yield from hidden.roll(dice)
        return
    army = next(one for one, tokens in war.offers.items() if tokens)
    face = die(dice, FACES, "tokens that may be handed over", "7.2")
    tokens = min(face, war.offers[army])
    yield TokensGiven(paragraph="7.2", army=army, to=ally(army), die=face, tokens=tokens)
