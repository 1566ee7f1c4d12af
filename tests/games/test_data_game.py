"""A game whose sides, scenarios and options stand in its data: the module's own, and a pack's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Meta

import data_game.game
import pbem
from data_game import outcomes, questions
from data_game.game import RaidsGame
from data_game.module import RaidsRules
from long import times
from pbem.cases.coverage import coverage, lines
from pbem.cases.run import run_file
from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.generated.pages import cases_list
from pbem.kit.cups import Cups
from pbem.kit.modules import defaults_of
from pbem.kit.offer import CODE, Code
from pbem.kit.sides import side_name
from pbem.selfplay.general import check_game
from pbem.table.events.kinds import Open, RulesId
from pbem.table.events.plain_kinds import Name
from pbem.table.library import Library, data_digest

FOLDER = Path(__file__).resolve().parent.parent / "data_game"
PAGE = (FOLDER.parents[1] / "docs" / "writing-a-rules-module.md").read_text()
RULES = RaidsRules()
USUAL = {"die": 6, "rich": False, "first": "listed"}
OTHER = b"""\
sides: {cp: Central Powers, ap: Allied Powers}
scenarios:
  "1914": {title: August 1914}
  "1915": {title: A longer war, sides: [ap, cp]}
options:
  die: {title: faces of the die, paragraph: "3.2", default: 10, choices: [10, 20]}
  rich: {title: a side gathers two points, paragraph: "2.0", default: true, choices: [true]}
  first: {title: which side begins, paragraph: "1.1", default: last, choices: [listed, last]}
  snow: {title: what an owner adds, paragraph: "1.1", default: false, choices: [false, true]}
rounds: {"1914": 1, "1915": 2}
points: 5
"""
"""A pack that shares no side and no scenario with the module's own data."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.RULES, ("raids", 1), ("data_game.module", "RaidsRules"))


def game(scenario: str = "all", **options: Any) -> Any:
    return RULES.game(scenario, USUAL | options, RULES.data())


@pytest.mark.parametrize("seed", range(times(4, 40)))
@pytest.mark.parametrize("scenario", ["feud", "all"])
@pytest.mark.parametrize("first", ["listed", "last"])
def test_it_holds_to_the_contract(seed: int, scenario: str, first: str) -> None:
    assert check_game(game(scenario, first=first, rich=seed % 3 == 0), seed).decisions
    rules = RULES.of(RULES.data(OTHER))
    options = {name: option.default for name, option in rules.options.items()} | {"first": first}
    scenario = {"feud": "1914", "all": "1915"}[scenario]
    assert check_game(rules.game(scenario, options, RULES.data(OTHER)), seed).decisions


def test_no_code_of_the_game_says_who_plays_or_what_is_agreed() -> None:
    words = re.findall(r"[a-z]+", " ".join(one.read_text() for one in FOLDER.glob("*.py")))
    assert not {"hill", "river", "marsh", "feud", "Clans"} & set(words)
    written = set(vars(RaidsGame)) | set(vars(RaidsRules))
    assert not {"sides", "side_names", "scenarios", "options"} & written


def test_sides_with_their_names_scenarios_and_options_are_those_of_the_data() -> None:
    assert RULES.scenarios == {"feud": "Hill against River", "all": "Everybody"}
    assert list(RULES.options) == ["die", "rich", "first"]
    assert [type(one.default) for one in RULES.options.values()] == [int, bool, str]
    assert game("feud").sides == ("hill", "river")
    assert game("all").sides == ("hill", "river", "marsh")
    assert game("all", first="last").sides == ("marsh", "river", "hill")
    assert side_name(game(), "hill") == "Hill Clans"
    assert set(game("feud").side_names) == {"hill", "river"}


def test_those_of_a_pack_go_with_the_pack_alone() -> None:
    data = RULES.data(OTHER)
    others = RULES.of(data)
    assert list(others.scenarios) == ["1914", "1915"]
    assert others.options["die"].choices == (10, 20)
    played: Any = RULES.game(
        "1915", {"die": 20, "rich": True, "first": "listed", "snow": True}, data
    )
    assert played.sides == ("ap", "cp")
    assert side_name(played, "cp") == "Central Powers"
    assert list(RULES.scenarios) == ["feud", "all"]
    assert RULES.of(RULES.data()).options == RULES.options
    with pytest.raises(FormError, match=r"no scenario 'feud'. Choose one of 1914, 1915"):
        RULES.game("feud", USUAL, data)
    with pytest.raises(FormError, match="exactly die, rich, first, snow"):
        RULES.game("1914", USUAL, data)
    with pytest.raises(FormError, match=r"option rich cannot be 1\. Choose one of True"):
        RULES.game("1914", {"die": 10, "rich": 1, "first": "last", "snow": True}, data)
    with pytest.raises(FormError, match=r"no scenario '1914'. Choose one of feud, all"):
        RULES.game("1914", USUAL, RULES.data())


def opening(data: Any, scenario: str, options: dict[str, Any]) -> Open:
    rules = RulesId("raids", 1, data_digest(data))
    return Open(
        rules=rules,
        scenario=scenario,
        options=options,
        players=(),
        seats={},
        umpire=None,
        dice="opponent",
        clock=None,
    )


def test_an_opening_is_read_by_the_data_that_it_names() -> None:
    data = RULES.data(OTHER)
    library = Library(registry.find, {data_digest(data): OTHER}.get)
    rules, played = library.game(
        opening(data, "1914", {"die": 20, "rich": True, "first": "last", "snow": False})
    )
    # No digest covers an order of keys: sides of an owner follow by letters, and the last begins.
    assert (played.sides, list(rules.scenarios)) == (("cp", "ap"), ["1914", "1915"])
    rules, played = library.game(opening(RULES.data(), "feud", USUAL))
    assert (played.sides, list(rules.scenarios)) == (("hill", "river"), ["feud", "all"])
    for wrong in (USUAL, {"die": 6, "rich": True, "first": "last", "snow": False}):
        with pytest.raises(FormError):
            library.game(opening(data, "1914", wrong))


def test_it_is_played_through_the_front_door_with_either_data(tmp_path: Path) -> None:
    pack = tmp_path / "war.yaml"
    pack.write_bytes(OTHER)
    assert list(pbem.catalogue()["raids"].scenarios) == ["feud", "all"]
    for wanted, sides in ((None, ("hill", "river")), (pack, ("cp", "ap"))):
        play = pbem.new_game("raids", seed=3, pack=wanted)
        assert play.sides == sides
        while play.result is None:
            if play.due is None:
                play.apply(play.sensible())
            else:
                play.roll()
        assert "no map" in play.map()
        assert play.svg().startswith("<svg")
        assert {"hill": 4, "river": 4, "ap": 1, "cp": 1}[sides[0]] == play.fact("turn")
    with pytest.raises(FormError, match="There is no option 'snow'"):
        pbem.new_game("raids", options={"snow": True})
    assert pbem.new_game("raids", options={"snow": True}, pack=pack).options["snow"] is True


@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        (b"[ap, cp]", b"[ap, xp]", r"line 4, .*\(scenarios.1915.sides.2\): there is no side xp"),
        (b"[ap, cp]", b"[ap, ap]", r"line 4, .*ap is in the list twice"),
        (b"default: 10", b"default: 6", r"line 6, .*\(options.die.default\): 6 is not among"),
        (b"choices: [true]", b"choices: [1]", r"line 7, .*\(options.rich.default\)"),
        (b"[10, 20]", b"[10, 10]", r"line 6, .*10 is in the list twice"),
        (b"{cp: C", b"{Cp: C", r"line 1, .*'Cp': write a name with a-z, 0-9"),
        (b"rounds: {\"1914\": 1, ", b"rounds: {", r"line 10, .*1914 is missing"),
        (b"title: August 1914", b"name: August 1914", r"line 3, .*`title` is missing|no field"),
    ],
)  # fmt: skip
def test_a_pack_that_contradicts_itself_is_refused_where_it_does(
    was: bytes, becomes: bytes, why: str
) -> None:
    assert was in OTHER
    with pytest.raises(PackError, match=why):
        RULES.data(OTHER.replace(was, becomes))


def test_what_it_leaves_to_the_defaults_is_complete() -> None:
    """Words, pictures, cases and a player of a game that wrote none of them."""
    left = defaults_of(RaidsGame.modules)
    assert {"cases", "facts", "picture", "report", "text", "standing", "charts"} <= set(left)
    raids, cups = game(), Cups()
    position = raids.set_up(cups)
    assert "Side: Hill Clans." in raids.describe(position)
    assert raids.parse(position, "hill", "raid Marsh force 2") == raids.read_order(
        {"do": "raid", "on": "marsh", "force": 2}
    )
    [outcome] = raids.adjudicate(position, raids.parse(position, "hill", "raid marsh"), cups)
    assert raids.report(outcome) == "Raid on Marsh Kin, stake 1."
    assert raids.facts_of(raids.arrange({"turn": 2, "points": {"hill": 1}}, cups))["turn"] == 2
    assert raids.sensible_standing("marsh") == {"raid": "usual"}
    assert raids.parse_standing(position, "marsh", "standing raid usual") == {"raid": "usual"}
    assert raids.standing_text({"raid": "usual"}) == ["standing raid usual"]
    assert "pass" in raids.usual_words("marsh")["raid"]


def test_what_the_page_on_rules_modules_shows_makes_this_game() -> None:
    [shown] = (
        code for code in re.findall("```python\n(.*?)```", PAGE, re.DOTALL) if "Responses" in code
    )
    names = {**vars(data_game.game), "outcomes": outcomes, "questions": questions}
    exec(shown, names)  # noqa: S102 - the page's own words
    made = type("Shown", (RaidsGame,), {"modules": names["modules"]})(game().setting)
    assert defaults_of(names["modules"]) == defaults_of(RaidsGame.modules)
    assert check_game(made, 1).decisions
    [yaml] = re.findall("```yaml\n(sides:.*?)```", PAGE, re.DOTALL)
    assert yaml in (FOLDER / "data" / "raids.yaml").read_text()


def test_its_schemas_hold_what_a_log_of_it_has() -> None:
    schemas = RULES.schemas()
    assert set(schemas) == {"order", "position", "standing", "pack"}
    [standing] = schemas["standing"]["$defs"].values()
    assert set(standing["properties"]) == {"raid"}
    assert "usual" in repr(standing["properties"]["raid"])


def test_every_case_is_as_it_says_and_every_paragraph_has_one() -> None:
    ran = list(run_file(FOLDER / "cases" / "raids.yaml"))
    assert {one.id: one.failed for one in ran if not one.ok} == {}
    assert "0 without a case" in list(lines(coverage(FOLDER / "cases")))[-1]
    assert (FOLDER / "data" / "cases.json").read_text() == cases_list(FOLDER / "cases")


def test_a_name_in_the_data_is_one_that_a_log_can_have() -> None:
    """Sides and scenarios stand in events under these names."""
    wanted = Meta(pattern=CODE)
    assert get_args(Name) == get_args(Code) == (str, wanted)
