"""Scenarios and options in the data of a hex-and-counter game, as `docs/hex-games.md` says."""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest

from hexgame import games
from long import times
from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.kit.cups import Cups
from pbem.kit.hexgame.module import HexRules, rules_of
from pbem.selfplay.general import check_game
from pbem.table.library import Library, data_digest

MILL = games.FILES["mill"].read_text()
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hex-games.md").read_text()
[OFFERED] = re.findall("```yaml\n(scenarios:.*?)```", PAGE, re.DOTALL)


def rules(more: str = OFFERED) -> HexRules:
    return rules_of((MILL + more).encode())()


def game(scenario: str = "whole", fatigue: str = "off") -> Any:
    found = rules()
    return found.game(scenario, {"fatigue": fatigue}, found.data())


def test_scenarios_and_options_are_those_of_the_data() -> None:
    assert dict(rules().scenarios) == {"whole": "The whole day", "dusk": "Only the evening"}
    [(name, option)] = rules().options.items()
    assert (name, option.default, option.choices) == ("fatigue", "off", ("off", "on"))
    assert option.paragraph == "4.2"
    with pytest.raises(FormError, match=r"no scenario 'mill'. Choose one of whole, dusk"):
        rules().game("mill", {"fatigue": "off"}, rules().data())
    with pytest.raises(FormError, match="option fatigue cannot be 'of'"):
        rules().game("dusk", {"fatigue": "of"}, rules().data())


def test_a_file_without_them_has_one_scenario_and_no_options() -> None:
    assert dict(rules("").scenarios) == {"mill": "The Mill"}
    assert dict(rules("").options) == {}


def test_a_scenario_says_where_units_begin_and_how_long_it_lasts() -> None:
    whole, dusk = game(), game("dusk")
    assert whole.set_up(Cups()).at == games.game("mill").set_up(Cups()).at
    at = dusk.set_up(Cups()).at
    assert (at["R1"], at["R2"]) == ("0203", "0103")
    assert "R4" not in dusk.setting.tables.units
    assert "R4" in whole.setting.tables.units
    assert (dusk.setting.data.about.turns, whole.setting.data.about.turns) == (2, 4)
    assert "turn 1 of 2" in dusk.picture(dusk.set_up(Cups())).title


def test_a_choice_replaces_a_part() -> None:
    assert [game(fatigue=one).setting.data.retreat.stuck for one in ("off", "on")] == [
        "lost",
        "step",
    ]
    assert game(fatigue="on").setting.options == {"fatigue": "on"}


@pytest.mark.parametrize("seed", range(times(3, 50)))
@pytest.mark.parametrize("scenario", ["whole", "dusk"])
@pytest.mark.parametrize("fatigue", ["off", "on"])
def test_each_keeps_the_contract(seed: int, scenario: str, fatigue: str) -> None:
    assert check_game(game(scenario, fatigue), seed).decisions


def test_a_pack_has_its_own() -> None:
    found = rules()
    pack = found.data((MILL + "scenarios:\n  night: {title: By night, turns: 3}\n").encode())
    others = found.of(pack)
    assert dict(others.scenarios) == {"night": "By night"}
    assert dict(others.options) == {}
    assert found.of(found.data()) is found
    assert others.game("night", {}, pack).sides == ("red", "blue")


def test_a_policy_can_be_left_out() -> None:
    option = "{title: no stops, paragraph: '3.2', default: on, choices: {on: {}, off: %s}}"
    found = rules("options:\n  z: " + option % "{without: [zones]}" + "\n")
    made: Any = found.game("mill", {"z": "off"}, found.data())
    assert made.setting.data.zones is None
    assert check_game(made, 1).decisions


def test_data_without_them_have_the_digest_of_before() -> None:
    """An omitted part is no part of the plain data, from which the digest is made."""
    plain = msgspec.to_builtins(rules("").data())
    assert not {"scenarios", "options"} & set(plain)
    lantern = Library(registry.find).own("lantern", 1)
    log = Path(__file__).resolve().parents[2] / "logs" / "lantern" / "lantern.pbem"
    assert f'"data":"{data_digest(lantern)}"' in log.read_text().split("\n")[0]
    assert data_digest(rules().data()) != data_digest(rules("").data())


WRONG = [
    ("R1: {at: 0203}", "R9: {at: 0203}", "there is no unit R9", "R9"),
    ("R1: {at: 0203}", "R1: {at: 0909}", "0909 is off the map", "0909"),
    ("R1: {at: 0203}", "R1: {at: 0403}", "an enemy of", "units: {"),
    ("R1: {at: 0203}", "R1: {}", "R1 must begin in exactly one way", "R1: {}"),
    ("R4: {out: true}", "B3: {out: true}", "B3 is in the plan; no scenario can change", "B3: {out"),
    ("R4: {out: true}", "B3: {at: 0404}", "B3 is in the plan; no scenario can change", "B3: {at"),
    ("turns: 2", "turns: 1", "the plan must be shown", "title: Only"),
    (
        "default: off",
        "default: of",
        "there is no choice of; did you mean off or on?",
        "default: of",
    ),
    ("stuck: step", "stuck: stop", "write one of lost, step", "stuck: stop"),
    ('{paragraph: "4.2", zones', '{paragraph: "8.2", zones', "nothing about 8.2", "8.2"),
    ("off: {}", "off!: {}", "write a name with a-z", "off!"),
    ("title: Only the evening", "titel: x", "no field `titel`", "titel"),
    ("R4: {out: true}", "R4: {out: true}, R2: {out: true}, R3: {out: true}", "", ""),
]


@pytest.mark.parametrize(("old", "new", "why", "at"), WRONG)
def test_what_is_wrong_is_named_with_its_line(old: str, new: str, why: str, at: str) -> None:
    assert OFFERED.count(old) == 1
    text = MILL + OFFERED.replace(old, new)
    if not why:
        assert rules_of(text.encode())
        return
    with pytest.raises(PackError) as refused:
        rules_of(text.encode())
    assert why in str(refused.value)
    [line] = [n for n, one in enumerate(text.split("\n"), 1) if at in one and n > MILL.count("\n")]
    assert f"line {line}, " in str(refused.value)


def test_a_side_needs_a_unit() -> None:
    more = (
        "scenarios:\n  x:\n    title: X\n    units:\n"
        "      {R1: {out: true}, R2: {out: true}, R3: {out: true}, R4: {out: true}}\n"
    )
    with pytest.raises(PackError, match="no unit of red is left"):
        rules_of((MILL + more).encode())


TIGHT = """scenarios:
  whole: {title: The whole day}
  close: {title: Close, units: {B2: {at: 0403}}}
options:
  crowds:
    title: how many units may be in a hex
    paragraph: "3.1"
    default: two
    choices: {two: {}, one: {stacking: {paragraph: "3.1", limit: 1}}}
"""


def test_a_choice_that_does_not_fit_a_scenario_is_refused() -> None:
    """Options come after the scenario: The Mill has no rule for two units in a full hex."""
    with pytest.raises(PackError) as refused:
        rules(TIGHT)
    said = str(refused.value)
    assert "more than 1 points of units begin in 0403" in said
    assert "scenario close" in said
    assert "options.crowds.choices.one" in said
    assert "line " in said


def test_many_scenarios_of_a_large_map_load_quickly() -> None:
    grid = "".join(f'    - "{" ".join("." * 99)}"\n' for _ in range(99))
    start, end = MILL.index("  columns: 6"), MILL.index("  places:")
    large = MILL[:start] + "  columns: 99\n  rows: 99\n  low_columns: even\n  grid:\n" + grid
    many = "".join(f"  s{n}: {{title: S}}\n" for n in range(100))
    begun = process_time()
    rules_of((large + MILL[end:] + f"scenarios:\n{many}").encode())
    assert process_time() - begun < 10
    with pytest.raises(PackError, match=r"line \d+.*scenarios"):
        rules_of((MILL + f"scenarios:\n{many}  s100: {{title: S}}\n").encode())


PARTIAL = """\
options:
  victory:
    title: more or less
    paragraph: "5.0"
    default: usual
    choices: {usual: {}, more: {victory: {margin: 4, draw: 3}}, less: {zones: {enter: cost}}}
"""


def test_a_part_without_a_paragraph_changes_only_what_it_has() -> None:
    """The rest of the part stays; a part with a paragraph replaces the whole."""
    found = rules(PARTIAL)
    of = {
        choice: found.game("mill", {"victory": choice}, found.data()).setting.data
        for choice in ("usual", "more", "less")
    }
    assert of["more"].victory == msgspec.structs.replace(of["usual"].victory, margin=4, draw=3)
    assert of["less"].zones == msgspec.structs.replace(of["usual"].zones, enter="cost")
    whole = rules(PARTIAL.replace("{enter: cost}", '{paragraph: "3.2", direct: false}'))
    data = whole.game("mill", {"victory": "less"}, whole.data()).setting.data
    assert (data.zones.enter, data.zones.direct) == ("stop", False)


def test_a_changed_part_is_judged_like_any_other() -> None:
    with pytest.raises(PackError, match=r"choices\.more\.victory\.draw\): a lead of 5 wins"):
        rules(PARTIAL.replace("draw: 3", "draw: 5"))
    text = PARTIAL.replace("zones: {enter: cost}", "supply: {length: 3}")  # there is none to change
    with pytest.raises(PackError, match="`paragraph` is missing here"):
        rules(text)
