"""``PYTHONPATH=tests python -m games.singapore_mails [GAMES]``: the table of mails by means.

GAMES of each kind, seeds 0 and on; 12 if nothing is said. A row has the game, and whether all other
questions are asked or have the usual standing orders. Then, for each means: mails a turn of an
army, mails a period, and how many cards a game were played at windows.
"""

from __future__ import annotations

import sys
from typing import Any

from games.singapore_mails.means import MEANS, OTHERS, count
from pbem.kit.contract import Game
from pbem.selfplay.unsigned import bind, rules_of

ARMY: dict[str, Any] = {
    "deployment": "free", "logistics": "hidden", "penetration": True, "breakthrough": True,
    "rout": True, "victory": "levels",
}  # fmt: skip
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "`corps`": ("corps", {}),
    "`corps` with all of Army": ("corps", ARMY),
    "`tiderace` with cards": ("tiderace", {"situation_cards": True}),
}
"""The ranks with cards: scenario and options."""


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    say(f"| game | other questions | {' | '.join(MEANS)} |")
    say("| --- | --- |" + " ---: |" * len(MEANS))
    for name, (scenario, options) in KINDS.items():
        game = bind(rules_of("singapore"), scenario, options)
        for others in OTHERS:
            cells = " | ".join(cell(game, means, others, games) for means in MEANS)
            say(f"| {name} | {others} | {cells} |")


def cell(game: Game[Any, Any], means: str, others: str, games: int) -> str:
    played = [count(game, seed, means, others) for seed in range(games)]
    turns = sum(one.turns for one in played)
    a_turn = sum(one.mails for one in played) / turns
    cards = sum(one.cards for one in played) / games
    return f"{a_turn:.1f}, {a_turn * len(game.sides):.0f}, {cards:.1f}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
