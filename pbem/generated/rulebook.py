"""Pictures of a rulebook of our own, drawn from its numbered cases.

A picture that a page ``<game>-rules.md`` shows as ``<game>-<id>.svg`` is the position that the case
``<id>`` gives, with arrows for its first orders. So a rulebook shows what the program plays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbem.cases.run import Case, files_in, game_of, read_file
from pbem.cases.steps import Playing
from pbem.files import MIB, read_plain
from pbem.kit.contract import Arrow, Game
from pbem.kit.module import RulesModule
from pbem.kit.picture import HexPicture, Pair, part_of
from pbem.play.play import Play
from pbem.view.drawing import svg

GAMES = Path("docs/games")
CASES = Path("tests/cases")


def rules_page(name: str) -> Path:
    """Return where the rulebook of a game stands, if it is our own."""
    return GAMES / f"{name}-rules.md"


def pictures(root: Path, rules: RulesModule[Any]) -> dict[Path, str]:
    """Return the pictures that the rulebook of a game shows; none without a rulebook.

    Raises:
        LookupError: A picture is called like no case.
    """
    page = root / rules_page(rules.name)
    if not page.exists():
        return {}
    found = drawn_for(page, rules, root / CASES / rules.name)
    return {GAMES / file: drawing for file, drawing in found.items()}


def drawn_for(page: Path, rules: RulesModule[Any], folder: Path) -> dict[str, str]:
    """Return the pictures that a rulebook shows, of the cases of a folder.

    Raises:
        LookupError: A picture is called like no case.
    """
    cases = {case.id: case for file in files_in(folder) for case in read_file(file).cases}
    shown = re.findall(rf"\(({rules.name}-([0-9.-]+)\.svg)\)", read_plain(page, MIB).decode())
    for file, name in shown:
        if name not in cases:
            raise LookupError(f"{page} shows {file}, and there is no case {name}")
    return {file: picture_of(rules, cases[name]) for file, name in shown}


def picture_of(rules: RulesModule[Any], case: Case) -> str:
    """Return a drawing of the position that a case gives; of a clear map the part in question."""
    game = game_of(rules, case.given)
    play = Playing(game, case.given, written=bool(case.play)).play
    picture = game.picture(play.position)
    if not isinstance(picture, HexPicture) or not case.given.get("clear"):
        return svg(picture, words=False, titled=False)
    stands = {piece.label: piece.space for piece in picture.pieces}
    moves = tuple(_moves(game, play, case, stands))
    places = {piece.space for piece in picture.pieces} | {one for pair in moves for one in pair}
    shown = replace(part_of(picture, places), moves=moves)
    return svg(shown, words=False, titled=False, legend=False)


def _moves(game: Game[Any, Any], play: Play, case: Case, stands: dict[str, str]) -> Iterator[Pair]:
    """Yield from where to where the first orders of a case lead that are not refused."""
    for step in case.play:
        side = next((one for one in game.sides if one in step), None)
        if side is None or "illegal" in step:
            continue
        for line in step[side].splitlines():
            arrow = game.arrow(play.position, game.parse(play.position, side, line))
            if arrow is not None:
                yield from _pairs(arrow, stands)
        return


def _pairs(arrow: Arrow, stands: dict[str, str]) -> Iterator[Pair]:
    yield from zip(arrow.path, arrow.path[1:], strict=False)
    yield from ((stands[unit], target) for target in arrow.against for unit in arrow.units)
