"""Pictures of games in the lobby: the part of a map where the sides meet."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.files import MIB, read_plain
from pbem.kit.dice import SeededDice
from pbem.kit.picture import AreaPicture
from pbem.selfplay import unsigned
from pbem.view.drawing import svg

if TYPE_CHECKING:
    from pbem.kit.contract import Rules
    from pbem.kit.picture import Picture

WIDE, HIGH = 12.2, 5.6
"""How much of a map is seen, in counters."""
STEPS = 30
"""After so many steps of computer players the sides of most games have met."""

_DICE = Path(__file__).parent / "page" / "dice.svg"
"""The picture for a game whose map the players have themselves, or that has none."""
_NUMBER = r"(-?[\d.]+)"
_COUNTER = re.compile(
    rf'<rect class="counter (?:spent )?(?:c|rim)(\d)[^>]* x="{_NUMBER}" y="{_NUMBER}" '
    rf'width="{_NUMBER}"'
)
_SIZE = re.compile(rf'width="{_NUMBER}" height="{_NUMBER}" viewBox="[^"]*"')


def played(rules: Rules, scenario: str) -> Picture:
    """Return a map some moves after the beginning; raises FormError for no such scenario."""
    game = unsigned.bind(rules, scenario or next(iter(rules.scenarios)), {})
    play, secrets = unsigned.begin(game), unsigned.Secrets()
    rng = random.Random(0)  # noqa: S311 - nobody has to trust these dice
    dice = SeededDice(rng)
    for _ in range(STEPS):
        if play.due is not None:
            play.roll(dice)
        elif play.asked is not None:
            orders = [] if play.asked.opens else _orders(play, rng)
            secrets.answer(play, play.asked, orders)
        if play.result is not None:
            break
    return game.picture(play.position)


def _orders(play: Any, rng: random.Random) -> list[Any]:
    found = play.game.sensible(unsigned.known(play), rng.randrange(1 << 32))
    return [play.game.write_order(order) for order in found]


def scene(picture: Picture) -> bytes:
    """Return a map as a small picture shows it: all of one on which nobody stands.

    The part is that with most counters, and most of a second side.
    """
    if isinstance(picture, AreaPicture) and (picture.leaves or not picture.areas):
        return read_plain(_DICE, MIB)
    drawing = svg(picture, words=False, beside=False, titled=False, legend=False)
    found = [(side, *map(float, place)) for side, *place in _COUNTER.findall(drawing)]
    size = _SIZE.search(drawing)
    if not found or size is None:
        return drawing.encode()
    one = max(width for *_, width in found)
    whole = float(size[1]), float(size[2])
    part = min(1.0, whole[0] / (WIDE * one), whole[1] / (HIGH * one))
    wide, high = part * WIDE * one, part * HIGH * one
    # Counters below others show no more than an edge: they are not as wide.
    spots = {(side, x + w / 2, y + w / 2) for side, x, y, w in found if w > one / 2}

    def near(x: float, y: float) -> list[tuple[str, float, float]]:
        return [s for s in spots if abs(s[1] - x) < wide / 2 and abs(s[2] - y) < high / 2]

    def met(spot: tuple[str, float, float]) -> tuple[int, tuple[str, float, float]]:
        sides = Counter(side for side, *_ in near(*spot[1:])).most_common()
        return sum(many for _, many in sides) + 4 * sum(many for _, many in sides[1:2]), spot

    seen = near(*max(spots, key=met)[1:])
    x, y = sum(x for _, x, _ in seen) / len(seen), sum(y for *_, y in seen) / len(seen)
    left = max(0.0, min(whole[0] - wide, x - wide / 2))
    top = max(0.0, min(whole[1] - high, y - high / 2))
    box = f'width="{wide:g}" height="{high:g}" viewBox="{left:.1f} {top:.1f} {wide:g} {high:g}"'
    return (drawing[: size.start()] + box + drawing[size.end() :]).encode()
