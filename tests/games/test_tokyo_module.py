"""Race to Tokyo's entry of the registry: what it offers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.games.tokyo.module import TokyoRules
from pbem.games.tokyo.rules.setting import Options

RULES = TokyoRules()
DEFAULTS: dict[str, Any] = {name: option.default for name, option in RULES.options.items()}


def test_a_game_without_a_word_is_the_standard_game() -> None:
    assert msgspec.convert(DEFAULTS, Options) == Options()


@pytest.mark.parametrize(
    ("scenario", "sides"), [("two", ("1ag", "8ag")), ("three", ("1ag", "8ag", "jp"))]
)
def test_two_or_three_play(scenario: str, sides: tuple[str, ...]) -> None:
    assert list(RULES.scenarios) == ["two", "three"]  # 3.0, 12.0
    game = RULES.game(scenario, DEFAULTS, RULES.data())
    assert tuple(game.sides) == sides


@pytest.mark.parametrize(
    ("scenario", "changed"),
    [("two", {"volunteers": 1}), ("three", {"chinese_trigger": "yes"}), ("four", {})],
)
def test_what_is_not_offered_is_refused(scenario: str, changed: dict[str, Any]) -> None:
    with pytest.raises(FormError):
        RULES.game(scenario, DEFAULTS | changed, RULES.data())


def test_options_left_out_are_refused() -> None:
    with pytest.raises(FormError, match="exactly chinese_trigger, volunteers"):
        RULES.game("two", {}, RULES.data())


def test_data_of_another_game_are_refused() -> None:
    saipan = registry.find("saipan", 1)
    assert saipan is not None
    with pytest.raises(FormError, match="Race to Tokyo"):
        RULES.game("two", DEFAULTS, saipan.data())
    with pytest.raises(PackError):
        RULES.data(saipan.export())


def test_an_owners_pack_is_played_with() -> None:
    pack = RULES.export().replace(b"Yokohama, points: 4", b"Yokohama, points: 5")
    assert RULES.data(pack).towns.places["2913"].points == 5
    assert RULES.data().towns.places["2913"].points == 4


def test_what_is_reconstructed_is_reported_with_every_part_of_the_data() -> None:
    reported = " ".join(RULES.reconstructed)
    for part in ("map", "Boundary", "roads", "beaches", "combat results", "terrain effects"):
        assert part in reported
    for part in ("victory points", "Strategic Reserve", "American units", "Japanese counters"):
        assert part in reported
    assert "36th Army" in reported
    assert "Volunteer" in reported


def test_there_is_no_older_version() -> None:
    assert RULES.migrate(1, {"turn": 1}) == {"turn": 1}
    with pytest.raises(FormError):
        RULES.migrate(0, {})


def test_schemas_are_published_for_what_is_kept() -> None:
    assert set(RULES.schemas()) == {"order", "position", "standing", "pack"}
