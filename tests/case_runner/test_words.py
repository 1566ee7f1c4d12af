"""Words of numbered cases: what is misspelt is refused by its name, and the page has every word."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.cases.run import Case, run_case
from pbem.cases.steps import REFUSALS
from pbem.cases.words import OWN_WORDS, Vocabulary
from pbem.games import registry
from pbem.games.manila.words.cases import Active
from pbem.games.tokyo.words.cases import Reserve
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.play.outcomes import Lapsed, LeftOut, Rolled, Settled, StandingLapsed
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin, rules_of

PAGE = (Path(__file__).parents[2] / "docs" / "cases.md").read_text()
SAIPAN: dict[str, Any] = {
    "turn": 3,
    "phase": "us combat",
    "clear": True,
    "units": {"us": {"1/2": "1205", "1/29": "3320"}, "jp": {"317": "1306", "1/135": "2811"}},
}
TOKYO: dict[str, Any] = {
    "turn": 4, "phase": "1ag combat", "clear": True,
    "units": {"7": "2504", "U1": "2404"}, "counters": {"U1": "140"},
}  # fmt: skip


def failed(name: str, given: dict[str, Any], play: list[dict[str, Any]], then: dict[str, Any]):
    return "\n".join(run_case(rules_of(name), Case("x", "7.4", "A case", play, then, given)).failed)


@pytest.mark.parametrize("word", ["never", "outcomes"])
@pytest.mark.parametrize(
    ("outcome", "reported"),
    [
        ({"is": "Eliminted"}, "there is no outcome 'Eliminted'; did you mean Eliminated?"),
        ({"is": "Exploded"}, "there is no outcome 'Exploded'"),
        ({"is": "Eliminated", "untit": "317"}, "Eliminated has no field 'untit'; did you mean uni"),
        ({"is": "Eliminated", "paragraph": "7.66"}, "has no paragraph '7.66'; did you mean 7.6 or"),
        ({"is": "Eliminated", "paragraph": 7}, "7 is not text; put a paragraph in quotes"),
        ({"is": "Eliminated", "unit": "371"}, "unit: there is no '371'; did you mean 317"),
        ({"is": "Eliminated", "hex": "9999"}, "hex: there is no '9999'"),
        ({"is": "Eliminated", "side": "fr"}, "there is no side 'fr'"),
        ({"is": "AttackDeclared", "on": "317"}, "on: Expected `array`, got `str`"),
        ({"is": "AttackDeclared", "on": ["371"]}, "on: there is no '371'"),
        ({"is": "CombatResolved", "die": "4"}, "die: Expected `int`, got `str`"),
        ({"is": "Settled", "hwo": "only"}, "Settled has no field 'hwo'; did you mean how?"),
        ({"unit": "317"}, "does not name an outcome"),
        ("Eliminated", "does not name an outcome"),
    ],
)
def test_an_outcome_that_does_not_exist_is_refused(word: str, outcome: Any, reported: str) -> None:
    play = [{"us": "attack 317 with 1/2"}]
    assert reported in failed("saipan", SAIPAN, play, {word: [outcome]})
    # Between steps too, and before anything is played.
    between = [{"then": {word: [outcome]}}, {"us": "atack"}]
    assert reported in failed("saipan", SAIPAN, between, {})


def test_outcomes_that_exist_and_did_not_occur_are_no_mistake() -> None:
    never = [
        {"is": "Eliminated", "side": "jp", "unit": "317", "hex": "1306", "paragraph": "7.6"},
        {"is": "AttackDeclared", "with": ["1/29"]},
        {"is": "Lapsed", "by": "us"},
        {"is": "Settled", "how": "standing"},
    ]
    assert failed("saipan", SAIPAN, [{"us": "attack 317 with 1/2"}], {"never": never}) == ""


def test_a_face_down_name_and_an_area_are_known() -> None:
    never = [{"is": "TurnedUp", "unit": "U9"}, {"is": "Placed", "unit": "HQ-III"}]
    assert failed("tokyo", TOKYO, [], {"never": never}) == ""
    never = [{"is": "Triggered", "hex": "tama"}, {"is": "Triggered", "hex": "2413"}]
    assert failed("tokyo", TOKYO, [], {"never": never}) == ""
    wrong = [{"is": "Triggered", "hex": "tmaa"}]
    assert "hex: there is no 'tmaa'" in failed("tokyo", TOKYO, [], {"never": wrong})
    assert "no '140'" in failed("tokyo", TOKYO, [], {"never": [{"is": "Moved", "unit": "140"}]})
    manila = {"clear": True, "phase": "combat"}
    assert failed("manila", manila, [], {"never": [{"is": "Captured", "area": 9}]}) == ""
    wrong = [{"is": "Captured", "area": 99}]
    assert "there is no '99'" in failed("manila", manila, [], {"never": wrong})


@pytest.mark.parametrize(
    ("then", "reported"),
    [
        ({"uints": {}}, "there is no word 'uints'; did you mean units?"),
        ({"nevr": [{"is": "Moved"}]}, "there is no word 'nevr'; did you mean never?"),
        ({"never": {"is": "Moved"}}, "never: write a list of outcomes"),
        ({"lapsed": "7.2"}, "needs a list of paragraphs"),
        ({"lapsed": ["7.22"]}, "no paragraph '7.22'; did you mean 7.2 or"),
        ({"sees": ["us"]}, "sees: write pairs"),
        ({"sees": {"su": {}}}, "sees: there is no side 'su'; did you mean us?"),
        ({"sees": {"us": 3}}, "sees: us: write pairs"),
        (
            {"sees": {"us": {"uints": {}}}},
            "sees: us: there is no word 'uints'; did you mean units?",
        ),
        ({"sees": {"us": {"turn": 4}}}, "sees.us.turn: expected 4, got 3"),
        ({"broken": ["us"]}, "broken: expected ['us'], got []"),
    ],
)
def test_a_word_of_then_that_is_unknown_is_refused(then: dict[str, Any], reported: str) -> None:
    assert reported in failed("saipan", SAIPAN, [], then)


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        ({"uints": {}}, "there is no word 'uints'; did you mean units?"),
        ({"phase": "us moovement"}, "no phase 'us moovement'; did you mean us movement?"),
        ({"turn": "three"}, "Expected `int`, got `str` at turn"),
        ({"units": {"us": {"1/2": 1205}}}, "Expected `str`, got `int`"),
        ({"units": {"us": {"1/2x": "1205"}}}, "us has no unit '1/2x'; did you mean 1/2"),
        ({"units": {"su": {}}}, "no side 'su'; did you mean us?"),
        ({"options": {"us_gps": 3}}, "options: there is no 'us_gps'; did you mean us_gsp"),
        ({"options": {"us_gsp": 99}}, "option us_gsp cannot be 99"),
        ({"scenario": "fre"}, "scenarios: there is no 'fre'; did you mean free?"),
    ],
)
def test_a_word_of_given_that_is_unknown_is_refused(given: dict[str, Any], reported: str) -> None:
    assert reported in failed("saipan", {**SAIPAN, **given}, [], {})


def test_asks_nobody_holds_only_where_nobody_is_asked() -> None:
    assert "asks: expected nobody, got {'side': 'us'" in failed("saipan", SAIPAN, [], {"asks": {}})
    rolled = [{"us": "attack 317 with 1/2"}]
    assert "asks: expected nobody" in failed("saipan", SAIPAN, rolled, {"asks": {}})
    last = {"turn": 8, "phase": "je combat", "clear": True, "units": {"U1": "2905"}}
    over = {"asks": {}, "phase": "over"}
    assert failed("tokyo", last, [{"8ag": "end combat"}], over) == ""


# --- the page --------------------------------------------------------------------------------


def on_the_page(word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", PAGE) is not None


def section(name: str) -> str:
    titles = {
        "tokyo": "Race to Tokyo", "lantern": "Hex-and-counter games from data",
        "table": "Dice and cards",
    }  # fmt: skip
    title = titles.get(name, name.capitalize())
    return PAGE.partition(f"### {title}\n")[2].partition("\n## ")[0].partition("\n### ")[0]


def test_every_word_of_the_runner_is_on_the_page() -> None:
    forms = [Rolled, Settled, StandingLapsed, Lapsed, LeftOut]
    words = {*OWN_WORDS, *REFUSALS, "illegal", "line", "dice", "then", "strength"}
    words |= {*Case.__struct_fields__, "game", "cases", "asks: {}", "dice: true"}
    words |= {form.__name__ for form in forms} | {f for one in forms for f in one.__struct_fields__}
    missing = [word for word in sorted(words) if not on_the_page(word)]
    missing = [word for word in missing if word != "asks: {}"]
    assert missing == []
    assert "`{}`: nobody is asked" in PAGE


@pytest.mark.parametrize("name", registry.names())
def test_every_word_of_a_game_is_in_its_section(name: str) -> None:
    game = bind(Setup(name, next(iter(rules_of(name).scenarios))))
    cases = type(game).modules.cases  # type: ignore[attr-defined]
    given = set(cases.Given.__struct_fields__) - {"options", "clear", "turn", "phase", "scenario"}
    then = set(game.facts_of(game.set_up(Cups())))
    form = {"manila": Active, "tokyo": Reserve}.get(name)
    inner = set() if form is None else set(form.__struct_fields__)
    own = section(name)
    assert own
    reported = re.findall(r"[A-Za-z_0-9]+", own)
    of_base = (phase.name for phase in game.phases(game.set_up(Cups())))
    phases = " ".join(getattr(cases, "PHASES", of_base)).split()
    for word in {*given, *then, *inner, *phases}:
        # The meaning of the words of every game is explained once, above.
        assert word in reported or (word == "strength" and name.capitalize() in PAGE), word
    for scenario in rules_of(name).scenarios:
        assert scenario in reported or len(rules_of(name).scenarios) == 1


def test_every_paragraph_of_an_outcome_is_listed() -> None:
    """A paragraph that a module writes is in its list, or `never` would refuse it."""
    for name in registry.names():
        known = rules_of(name).paragraphs().names  # type: ignore[attr-defined]
        folder = Path(__file__).parents[2] / "pbem" / "games" / name / "rules"
        for file in folder.glob("*.py"):
            text = file.read_text()
            used = re.findall(r'paragraph="([^"]+)"|IllegalOrder\(\s*"([^"]+)"', text)
            numbers = re.findall(r'"([0-9]{1,2}\.[0-9.]+[0-9])"', text)
            for paragraph in [*numbers, *(one or other for one, other in used)]:
                assert paragraph in known, (file, paragraph)


def test_the_example_of_the_page_holds() -> None:
    from pbem.cases.run import CaseFile
    from pbem.kit.typed import strict_yaml

    text = PAGE.partition("```yaml\n")[2].partition("```")[0]
    file = msgspec.convert(strict_yaml.read(text), CaseFile)
    for case in file.cases:
        assert run_case(rules_of(file.game), case).failed == ()


@pytest.mark.parametrize(
    "setup",
    [
        Setup("saipan", "historical", {"jp_gsp": 6, "banzai": True}),
        Setup("tokyo", "two", {"volunteers": True, "chinese_trigger": True}),
        Setup("manila", "campaign", {"air": True, "nichols": True}),
    ],
    ids=lambda setup: setup.game,
)
def test_every_outcome_of_a_game_that_is_played_can_be_named(setup: Setup) -> None:
    game = bind(setup)
    play, rng, secrets = begin(game), random.Random(3), Secrets()  # noqa: S311 - no secret
    known = rules_of(setup.game).paragraphs().names  # type: ignore[attr-defined]
    words = Vocabulary(game, known, game.facts_of(play.position))
    reported: set[str] = set()
    for number in range(400):
        if play.result is not None:
            break
        if play.due is not None:
            play.roll(SeededDice(rng))
        else:
            assert play.asked is not None
            writer = answer_random if number % 3 == 0 else answer_sensible
            secrets.answer(play, play.asked, writer(play, rng))
        for outcome in play.forget():
            plain = msgspec.to_builtins(outcome)
            words.check({"outcomes": [plain], "never": [plain]})
            reported.add(plain["is"])
    assert len(reported) > 10
