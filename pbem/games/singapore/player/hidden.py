"""A computer player's hidden supply: they split nearly evenly, and pay at once."""

from __future__ import annotations

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_effects import barrage_cost
from pbem.games.singapore.rules.corps import ch4_barrages as barrages
from pbem.games.singapore.rules.orders import Offer, Ready, Send, Split
from pbem.games.singapore.rules.position import Position, is_veiled, open_war, veil_of
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.kit.contract import Order, Question
from pbem.kit.typed.orders import Pass

SPREAD = 9
"""A split is so far from even, by chance, at most."""
POOR, RICH = 8, 12
"""An army with fewer tokens than the one is helped by an ally with more than the other."""
RESERVE = 6
"""So many tokens are kept from guns for the next attack."""
GUNS = 2
"""So many tokens are laid out for guns that attack; for those that defend as many as they cost."""
ATTACK = 4
"""So many are laid out for the attacks of a turn."""


def answer(setting: Setting, position: Position, asked: Question, seed: int) -> Order | None:
    """Return what they answer about hidden supplies, None where that is not asked."""
    war = position.war
    veil = None if war is None else veil_of(war)
    if war is None or veil is None or not veil.looked:
        return None
    if asked.name == "pools":
        return Split(hidden.pool(setting) // 2 + seed % (2 * SPREAD + 1) - SPREAD)
    army = next(one for one in setting.armies if one == asked.side)
    if asked.name == "transfer" and is_veiled(war, army):
        return _transfer(position, army, seed)
    if "ready" in asked.forms:
        return _ready(setting, position, asked, army)
    return None


def _transfer(position: Position, army: Army, seed: int) -> Order:
    """Help an ally who has little."""
    war = open_war(position)
    has, other = hidden.following(war, army), hidden.following(war, hidden.ally(army))
    if hidden.asker(war) is not None:
        uneven = min(has, other) < POOR and max(has, other) > RICH
        return Offer() if uneven and not seed % 3 else Pass()
    veil = veil_of(war)
    most = 0 if veil is None else veil.die
    many = min(most, max((has - other) // 2, 0))
    return Send(army, most, many) if many else Pass()


def _ready(setting: Setting, position: Position, asked: Question, army: Army) -> Order | None:
    """Lay out what the attacks or guns of a turn will cost, if nothing is there yet."""
    war = open_war(position)
    has = hidden.following(war, army)
    if asked.name == "defence":
        cost = len(barrages.guns(setting, position, army)) * barrage_cost(war, army)
        more = min(cost - war.stock[army], has)
        return Ready(army, more) if more > 0 else None
    if war.stock[army] or has <= RESERVE:
        return None
    if asked.name == "movement" and not war.moved:
        return Ready(army, min(ATTACK, has - RESERVE))
    if asked.name == "barrage":
        guns = len(barrages.guns(setting, position, army))
        return Ready(army, min(guns, GUNS, has - RESERVE)) if guns else None
    return None
