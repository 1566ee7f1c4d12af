"""[7.2] Advanced logistics with hidden supplies: nobody else sees what the Commonwealth has.

An army pays with tokens that it has laid before its screen, for everybody to see: `ready` proves
that they are there, and nothing else has to. So what costs supply asks about public numbers only,
also in standing orders. The rest goes back when the army collects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import UNSET

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.outcomes_cards import StockChanged
from pbem.games.singapore.rules.orders import Hand, Offer, Ready, Send, Split
from pbem.games.singapore.rules.outcomes import SupplyLost
from pbem.games.singapore.rules.position import (
    Bill,
    Position,
    War,
    is_veiled,
    open_veil,
    open_war,
    veil_of,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants.outcomes_hidden import (
    PoolsSplitting,
    SuppliesOpened,
    SupplyDue,
    SupplyPutBack,
    SupplyReadied,
    SupplySpared,
    TransferAsked,
    TransferDie,
    TransferSending,
    TransferSent,
)
from pbem.kit import stocks
from pbem.kit.contract import Order, Outcome, Question, Roll, Settle, Wanted
from pbem.kit.copying import copied
from pbem.kit.dice import Dice, die
from pbem.kit.typed.orders import Pass

NAMES = ("br.tokens", "au.tokens")
"""The supplies of the pair: that of the British, who split, comes first."""
PAIRS = (stocks.HiddenPair(NAMES, ("br", "au")),)
ARMY_OF: Mapping[str, Army] = {"br.tokens": "br", "au.tokens": "au"}
STOCK_OF: Mapping[str, str] = {army: stock for stock, army in ARMY_OF.items()}
READY = 12
"""So many tokens are listed that an army may lay before its screen at once."""
FACES = 6
SUNK = "E8"
"""The card that takes what there is, and not half of it."""


def ally(army: Army) -> Army:
    """Return the other army of the Commonwealth."""
    return "br" if army == "au" else "au"


def pool(setting: Setting) -> int:
    """[7.2] Return what the Commonwealth begins with."""
    start = setting.tables.setup.supply.start
    return (start.au or 0) + (start.br or 0)


# --- the pools --------------------------------------------------------------------------------


def legal_splits(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield every split, or one that does not say how, for anyone who does not look."""
    if open_veil(position).looked:
        yield from (Split(tokens) for tokens in range(pool(setting) + 1))
    else:
        yield Split()


def split(setting: Setting) -> Iterator[Outcome]:
    """[R94, R136] The British split; the Australians say whether they see how."""
    yield PoolsSplitting(paragraph="7.2", total=pool(setting))


# --- tokens before the screen -----------------------------------------------------------------


def payers(position: Position, army: Army) -> tuple[str, ...]:
    """Return the form by which an army lays tokens before its screen, none where all are public."""
    return ("ready",) if is_veiled(open_war(position), army) else ()


def following(war: War, army: Army) -> int:
    """Return the most that an army can have after its screen, for the viewer."""
    veil = veil_of(war)
    if veil is None or army not in veil.changed:
        return 0
    if veil.looked:
        return veil.known.get(army, 0)
    return max(veil.total + sum(veil.changed.values()), 0)


def legal_ready(position: Position, army: Army) -> Iterator[Order]:
    """Yield so many tokens as an army can lay before its screen, the first dozen."""
    for tokens in range(1, min(following(open_war(position), army), READY) + 1):
        yield Ready(army, tokens)


def and_ready(
    answers: Callable[[Setting, Position], Iterator[Order]],
    need: Callable[[Setting, Position], Wanted],
) -> Callable[[Setting, Position], Iterator[Order]]:
    """Return what yields the answers to a question, and tokens that may be laid out for it.

    ``answers`` yields those without tokens; ``need`` says what a position waits for.
    """

    def orders(setting: Setting, position: Position) -> Iterator[Order]:
        yield from answers(setting, position)
        wanted = need(setting, position) if setting.hidden else None
        if isinstance(wanted, Question) and "ready" in wanted.forms:
            yield from legal_ready(position, "au" if wanted.side == "au" else "br")

    return orders


def check_ready(position: Position, wanted: Wanted, order: Ready) -> None:
    """[R136] Raise `IllegalOrder` where there cannot be so many tokens, by what everybody sees."""
    if isinstance(wanted, Question) and order.army != wanted.side:
        raise IllegalOrder("5.4", f"the tokens of {order.army} are not yours", "Name your own.")
    war = open_war(position)
    if not is_veiled(war, order.army):
        raise IllegalOrder("7.2", f"everybody sees the tokens of {order.army}", "Just pay.")
    able = following(war, order.army)
    if order.tokens > able:
        raise IllegalOrder("5.5", f"{order.army} cannot have more than {able} tokens there")


def ready(order: Ready) -> Iterator[Outcome]:
    """[R136] An army lays tokens before its screen."""
    yield SupplyReadied(paragraph="7.2", army=order.army, tokens=order.tokens)


def put_back(position: Position, *armies: Army) -> Iterator[Outcome]:
    """[R136] What lies before the screens of armies goes back."""
    war = open_war(position)
    for army in armies:
        if is_veiled(war, army) and war.stock[army]:
            yield SupplyPutBack(paragraph="7.2", army=army, tokens=war.stock[army])


# --- what dice take ---------------------------------------------------------------------------


def bill(position: Position) -> Bill | None:
    """[5.7] Return what is handed over before anything else, if there is something."""
    veil = None if position.war is None else veil_of(position.war)
    return None if veil is None or position.phase == "over" else veil.bill


def charge(
    position: Position, card: str, army: Army, due: int, dice: tuple[int, ...]
) -> Iterator[Outcome]:
    """[5.7, 6.S2, 6.E8] Ask an army with a hidden supply for tokens.

    ``card``: the card that takes them, empty for a supply point that was lost; ``due``: how many at
    most; ``dice``: the numbers rolled for that, none if it is a fixed number.
    """
    yield from put_back(position, army)
    here = f"6.{card}" if card else "5.7"
    yield SupplyDue(paragraph=here, card=card, army=army, due=due, dice=dice)


def need_hand(asks: Bill) -> Question:
    """[5.7] Ask how many tokens an army hands over."""
    what = "all that you have" if asks.card == SUNK else "half of what you have, rounded down"
    due = due_of(asks)
    prompt = f"You lose {due}, or {what} if that is less: how many tokens is it?"
    return Question(asks.army, "lose", prompt, f"6.{asks.card}" if asks.card else "5.7", ("hand",))


def due_of(asks: Bill) -> int:
    """Return what is asked for at once: card E8 takes one token after the other.

    To half of one more token than there is, one token is added exactly where there is one.
    """
    return 1 if asks.card == SUNK else asks.due


def legal_hands(_setting: Setting, position: Position) -> Iterator[Order]:
    """Yield what an army may have to hand over; only one answer if its supply is known."""
    asks, veil = bill(position), open_veil(position)
    if asks is None:
        return
    due = due_of(asks)
    if asks.army in veil.known:
        held = veil.known[asks.army]
        yield Hand(asks.army, due, min(due, held // 2))
        return
    most = min(due, (following(open_war(position), asks.army) + (asks.card == SUNK)) // 2)
    yield from (Hand(asks.army, due, tokens) for tokens in range(most + 1))


def check_hand(setting: Setting, position: Position, order: Hand) -> None:
    """[5.7] Raise `IllegalOrder` where this is not what may have to be handed over."""
    if order not in list(legal_hands(setting, position)):
        raise IllegalOrder("5.7", "that is not the amount that the dice take")


def hand(position: Position, order: Hand) -> Iterator[Outcome]:
    """[5.7, 6.S2, 6.E8] An army hands over what the dice take."""
    asks = bill(position)
    if asks is not None:
        yield from _take(position, asks, order.tokens)


def _take(position: Position, asks: Bill, tokens: int) -> Iterator[Outcome]:
    """Report what a bill takes, and that it is paid."""
    war = open_war(position)
    if not asks.card:
        debt = war.debts[0]
        yield SupplyLost(
            paragraph="5.7", place=debt.place, army=debt.army, to=debt.to,
            dice=tuple(asks.dice), tokens=tokens,
        )  # fmt: skip
        yield SupplySpared(paragraph="5.7", army=asks.army)
        return
    here, card, left = f"6.{asks.card}", asks.card, asks.due - tokens
    face = asks.dice[0] if asks.dice else 0
    yield StockChanged(paragraph=here, army=asks.army, card=card, tokens=-tokens, die=face)
    if card == SUNK and tokens and left and is_veiled(war, asks.army):
        yield SupplyDue(paragraph=here, card=card, army=asks.army, due=left, dice=())
    else:
        yield SupplySpared(paragraph=here, army=asks.army)


# --- transfers --------------------------------------------------------------------------------


def asker(war: War) -> Army | None:
    """[R137] Return who is asked whether the die is rolled: the army whose turn it is, its ally.

    None if nobody is asked.
    """
    veil = veil_of(war)
    if veil is None or not veil.changed or war.army == "jp" or any(veil.offers.values()):
        return None
    return next((army for army in (war.army, ally(war.army)) if army not in veil.offers), None)


def sender(war: War) -> Army | None:
    """[R137] Return who is asked what it hands over, now that the die is rolled.

    None if nobody is asked.
    """
    veil = veil_of(war)
    if veil is None or not veil.changed or not veil.die:
        return None
    for army in (war.army, ally(war.army)):
        if army not in veil.sent and veil.offers.get(army, True):
            return army
    return None


def due(war: War) -> bool:
    """[R137] Whether the die of a hidden transfer is rolled now."""
    veil = veil_of(war)
    return veil is not None and any(veil.offers.values()) and not veil.die


def waits(war: War) -> bool:
    """Whether a hidden transfer waits for somebody, or for its die."""
    veil = veil_of(war)
    settling = veil is not None and bool(veil.settling)
    return settling or due(war) or asker(war) is not None or sender(war) is not None


def need_transfer(war: War) -> Question | Roll:
    """[7.2, R137] Ask for the die, roll it, or ask what is handed over."""
    if due(war):
        return Roll("how many tokens may be handed over", "7.2")
    army, name = asker(war), "transfer"
    if army is not None:
        prompt = "Do you ask for the die by which you and your ally may hand over tokens?"
        return Question(army, name, prompt, "7.2", ("offer", "pass"))
    army = sender(war) or war.army
    most = 0 if (veil := veil_of(war)) is None else veil.die
    prompt = f"Do you hand tokens to your ally, {most} at most, which nobody else sees?"
    return Question(army, name, prompt, "7.2", ("send", "pass"))


def legal_transfers(position: Position) -> Iterator[Order]:
    """Yield the answers about a hidden transfer, but for the pass."""
    war, veil = open_war(position), open_veil(position)
    if asker(war) is not None:
        yield Offer()
        return
    army = sender(war)
    if army is None:
        return
    if not veil.looked:
        yield Send(army, veil.die)
    elif army in veil.known:
        able = min(veil.die, veil.known[army])
        yield from (Send(army, veil.die, tokens) for tokens in range(able + 1))


def check_send(position: Position, order: Send) -> None:
    """[7.2] Raise `IllegalOrder` where the order is about another transfer."""
    war, veil = open_war(position), open_veil(position)
    if (order.army, order.most) != (sender(war), veil.die):
        raise IllegalOrder("7.2", f"{sender(war)} can hand over from 0 to {veil.die} tokens now")
    if order.tokens is not None and order.tokens > order.most:
        raise IllegalOrder("7.2", f"the die allows {order.most} tokens")


def answer(position: Position, order: Order) -> Iterator[Outcome]:
    """[7.2, R137] Carry out what an army says about a transfer."""
    war = open_war(position)
    if (army := asker(war)) is not None:
        yield TransferAsked(paragraph="7.2", army=army, wanted=isinstance(order, Offer))
    elif (army := sender(war)) is not None and isinstance(order, Pass):
        yield TransferSent(paragraph="7.2", army=army, done=False)
    elif army is not None:
        yield TransferSending(paragraph="7.2", army=army)


def roll(dice: Dice) -> Iterator[Outcome]:
    """[R45, R137] Roll the die of a hidden transfer."""
    face = die(dice, FACES, "tokens that may be handed over", "7.2")
    yield TransferDie(paragraph="7.2", die=face)


# --- for the table ----------------------------------------------------------------------------


def asked(position: Position) -> Question | Settle | None:
    """Return what comes before all else: what dice take, or who is to know what is hidden."""
    if position.war is None or position.war.veil is UNSET:
        return None  # nothing is hidden in most games, and every step asks for this
    asks = bill(position)
    return need_settle(position) if asks is None else need_hand(asks)


def need_settle(position: Position) -> Settle | None:
    """Return the pair about which those who are to know are asked, if they are."""
    veil = None if position.war is None else veil_of(position.war)
    return Settle(NAMES, "7.2") if veil is not None and veil.settling else None


def moves(setting: Setting, position: Position, order: Order) -> stocks.Move | None:
    """Return what an order does with a hidden supply (`pbem.kit.stocks`).

    None if it does nothing with one.
    """
    if not setting.hidden:
        return None
    match order:
        case Split(tokens):
            return stocks.Split(NAMES, pool(setting), tokens)
        case Ready(army, tokens) if is_veiled(open_war(position), army):
            return stocks.Spend(STOCK_OF[army], tokens)
        case Hand(army, due_now, tokens) if is_veiled(open_war(position), army):
            return stocks.Capped(STOCK_OF[army], due_now, tokens)
        case Send(army, most, tokens) if is_veiled(open_war(position), army):
            return stocks.Give(STOCK_OF[army], most, tokens)
    return None


def changed(position: Position, stock: str) -> int:
    """Return by how much a supply has changed in public; under card E8 with one token added."""
    veil, army = open_veil(position), ARMY_OF[stock]
    more = veil.bill is not None and veil.bill.card == SUNK and veil.bill.army == army
    return veil.changed.get(army, 0) + more


def opened(position: Position, amounts: Mapping[str, int]) -> Iterator[Outcome]:
    """Both supplies are public; what was asked about a hidden amount is answered.

    ``amounts``: supply -> the tokens that it holds.
    """
    asks = bill(position)
    reported = {ARMY_OF[stock]: tokens for stock, tokens in amounts.items()}
    if asks is not None and asks.card == SUNK:
        reported[asks.army] -= 1  # the token that was added
    yield SuppliesOpened(paragraph="7.2", amounts=reported)
    if asks is not None:
        held = open_war(position).stock[asks.army]
        yield from _take(position, asks, min(asks.due, held if asks.card == SUNK else held // 2))


def holding(position: Position, amounts: Mapping[str, int]) -> Position:
    """Return a copy of a position in which these supplies are known; ``amounts`` as in `opened`."""
    twin = copied(position)
    if twin.war is not None and (veil := veil_of(twin.war)) is not None:
        veil.looked = True
        veil.known = {ARMY_OF[stock]: tokens for stock, tokens in amounts.items()}
    return twin
