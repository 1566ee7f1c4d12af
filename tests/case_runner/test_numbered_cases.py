"""Every numbered case of every game, one test each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from parts_of import rules_part
from pbem.cases import run as cases
from pbem.cases.steps import REFUSALS
from pbem.cases.then import compare
from pbem.errors import IllegalOrder
from pbem.games import registry
from pbem.kit.contract import Need, Outcome, Question, Roll, Term
from pbem.kit.game import ModularGame
from pbem.kit.module import RulesModule
from pbem.play.outcomes import Rolled
from pbem.play.play import Play

FOLDER = Path(__file__).parents[1] / "cases"
GAMES = sorted(path.name for path in FOLDER.iterdir() if any(path.glob("*.yaml")))
FILES = [(game, file) for game in GAMES for file in cases.files_in(FOLDER / game)]
_OUTCOMES = {rules_part(game, "outcomes").__name__ for game in GAMES}


def test_every_game_has_cases() -> None:
    assert sorted(registry.names()) == GAMES


class Watch:
    """Questions, reports and refusals of a game while a case runs, and terms of its strengths."""

    def __init__(self, game: ModularGame[Any, Any], patch: pytest.MonkeyPatch) -> None:
        self.reported: list[Outcome] = []
        self.asked: list[Question | Roll] = []
        self.positions: list[Any] = []
        self.terms: list[Term] = []
        self.refusals: set[tuple[Any, ...]] = set()
        # They are looked up at every call: the game may have been bound for another case.
        need, apply = game.modules.questions.need, game.modules.changes.apply
        refuse = IllegalOrder.__init__

        def asking(*at: Any) -> Need:
            found: Need = need(*at)
            self.asked += [found] if found is not None else []
            return found

        def applying(setting: Any, position: Any, outcome: Outcome) -> None:
            if game.reading(outcome) is not None:
                self.terms.extend(game.terms(position))
            apply(setting, position, outcome)

        def refusing(error: IllegalOrder, *said: Any, **more: Any) -> None:
            refuse(error, *said, **more)
            self.refusals.add((error.paragraph, error.why, error.instead))

        def comparing(then: Mapping[str, Any], outcomes: list[Outcome], play: Play) -> list[str]:
            self.reported += outcomes
            self.positions.append(play.position)
            return compare(then, outcomes, play)

        patch.setattr(game.modules.questions, "need", asking)
        patch.setattr(game.modules.changes, "apply", applying)
        patch.setattr(IllegalOrder, "__init__", refusing)
        patch.setattr(cases, "compare", comparing)


@pytest.mark.parametrize(("game", "file"), FILES, ids=[f"{g}-{file.stem}" for g, file in FILES])
def test_cases(game: str, file: Path) -> None:
    for case in cases.read_file(file).cases:
        try:
            with pytest.MonkeyPatch.context() as patch:
                check_case(game, case, patch)
        except AssertionError as error:
            error.add_note(f"in case {case.id} of {file.name}")
            raise


def check_case(game: str, case: cases.Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold a case to what it says, and all that is reported and asked on its way to paragraphs."""
    version = registry.newest(game)
    assert version is not None
    rules = registry.find(game, version)
    assert isinstance(rules, RulesModule)
    bound = cases.game_of(rules, case.given)
    assert isinstance(bound, ModularGame)
    watch = Watch(bound, monkeypatch)
    ran = cases.run_case(rules, case)
    assert ran.ok, "\n".join((ran.line(), *ran.failed))
    known = cases._paragraphs(rules)
    assert known
    assert watch.asked
    check_reported(watch, known)
    forms = {str(form.__struct_config__.tag) for form in get_args(rules.types["order"])}
    check_asked(watch, known, forms)
    check_refused(watch, known)


def check_reported(watch: Watch, known: Collection[str]) -> None:
    """Hold outcomes and positions to their types, outcomes and strengths to paragraphs."""
    for one in watch.reported:
        if isinstance(one, Rolled) or type(one).__module__ in _OUTCOMES:
            assert one.paragraph in known, f"told by a paragraph that there is not: {one}"
            assert msgspec.convert(msgspec.to_builtins(one), type(one)) == one
    for position in watch.positions:
        assert msgspec.convert(msgspec.to_builtins(position), type(position)) == position
    for term in watch.terms:
        assert term.paragraph.rstrip("ABCDEF") in known, f"adds up by no paragraph: {term}"
        assert isinstance(term.what, str), f"adds up without a name: {term}"


def check_asked(watch: Watch, known: Collection[str], forms: set[str]) -> None:
    """Whatever is asked goes by a paragraph; what is asked again and again can be ended."""
    for asked in watch.asked:
        assert asked.paragraph in known, f"by no paragraph: {asked}"
        assert msgspec.convert(msgspec.to_builtins(asked), type(asked)) == asked
        if isinstance(asked, Question):
            assert asked.phase == ("end" in asked.forms), f"what ends it? {asked}"
            assert forms.issuperset(asked.forms), f"nobody can write that: {asked}"


def check_refused(watch: Watch, known: Collection[str]) -> None:
    """Whatever is refused is refused by a paragraph and in words."""
    for paragraph, why, instead in watch.refusals:
        assert paragraph in (*known, *REFUSALS), f"refused by no paragraph: {why} [{paragraph}]"
        assert why, f"refused without a reason [{paragraph}]"
        assert isinstance(why, str), f"refused without words: {why} [{paragraph}]"
        assert isinstance(instead, str), f"advice without words: {why} [{paragraph}]"


@pytest.mark.parametrize("game", GAMES)
def test_no_two_cases_have_one_id(game: str) -> None:
    ids = [case.id for name, file in FILES if name == game for case in cases.read_file(file).cases]
    assert sorted(ids) == sorted(set(ids))
