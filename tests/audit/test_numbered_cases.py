"""Every numbered case of every game, one test each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from pbem.audit import cases
from pbem.audit.case_then import compare
from pbem.errors import IllegalOrder
from pbem.games import registry
from pbem.kit.contract import Need, Outcome, Question
from pbem.kit.module import RulesModule
from pbem.kit.roomgame import RoomGame
from pbem.table.outcomes import Rolled
from pbem.table.play import Play

FOLDER = Path(__file__).parents[1] / "cases"
GAMES = sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())
CASES = [
    (game, case)
    for game in GAMES
    for file in cases.files_in(FOLDER / game)
    for case in cases.read_file(file).cases
]
_OUTCOMES = {f"pbem.games.{game}.rules.outcomes" for game in GAMES}
need = RoomGame.need
refuse = IllegalOrder.__init__


def test_every_game_has_cases() -> None:
    assert sorted(registry.names()) == GAMES


@pytest.mark.parametrize(("game", "case"), CASES, ids=[f"{game}-{case.id}" for game, case in CASES])
def test_case(game: str, case: cases.Case, monkeypatch: pytest.MonkeyPatch) -> None:
    version = registry.newest(game)
    assert version is not None
    rules = registry.find(game, version)
    assert isinstance(rules, RulesModule)
    told: list[Outcome] = []
    needs: list[Need] = []
    plays: list[Play] = []
    refusals: set[tuple[Any, ...]] = set()

    def refused(error: IllegalOrder, *said: Any) -> None:
        refuse(error, *said)
        refusals.add((error.paragraph, error.why, error.instead))

    def keep(then: Mapping[str, Any], outcomes: list[Outcome], play: Play) -> list[str]:
        told.extend(outcomes)
        plays.append(play)
        return compare(then, outcomes, play)

    monkeypatch.setattr(cases, "compare", keep)
    monkeypatch.setattr(RoomGame, "need", lambda *args: needs.append(need(*args)) or needs[-1])
    monkeypatch.setattr(IllegalOrder, "__init__", refused)
    ran = cases.run_case(rules, case)
    assert ran.ok, "\n".join((ran.line(), *ran.failed))
    known = cases._paragraphs(rules)
    assert known
    own = [one for one in told if isinstance(one, Rolled) or type(one).__module__ in _OUTCOMES]
    for one in own:
        assert one.paragraph in known, f"told by a paragraph that there is not: {one}"
        assert msgspec.convert(msgspec.to_builtins(one), type(one)) == one
    for position in (play.position for play in plays):
        assert msgspec.convert(msgspec.to_builtins(position), type(position)) == position
    forms = {str(form.__struct_config__.tag) for form in get_args(rules.types["order"])}
    for asked in filter(None, needs):
        assert asked.paragraph in known, f"by no paragraph: {asked}"
        assert msgspec.convert(msgspec.to_builtins(asked), type(asked)) == asked
        if isinstance(asked, Question):
            assert asked.phase == ("end" in asked.forms), f"what ends it? {asked}"
            assert forms.issuperset(asked.forms), f"nobody can write that: {asked}"
    for paragraph, why, instead in refusals:
        assert paragraph in known, f"refused by no paragraph: {why} [{paragraph}]"
        assert why, f"refused without a reason [{paragraph}]"
        assert isinstance(why, str), f"refused without words: {why} [{paragraph}]"
        assert isinstance(instead, str), f"advice without words: {why} [{paragraph}]"


@pytest.mark.parametrize("game", GAMES)
def test_no_two_cases_have_one_id(game: str) -> None:
    ids = [case.id for name, case in CASES if name == game]
    assert sorted(ids) == sorted(set(ids))
