"""Manila's entry of the registry: what it offers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.games.manila.module import ManilaRules
from pbem.games.manila.rules.setting import Options

RULES = ManilaRules()
DEFAULTS: dict[str, Any] = {name: option.default for name, option in RULES.options.items()}


def test_it_is_in_the_registry() -> None:
    assert isinstance(registry.find("manila", 1), ManilaRules)
    assert registry.newest("manila") == 1
    assert "manila" in registry.names()


def test_a_game_without_a_word_is_the_standard_game() -> None:
    assert msgspec.convert(DEFAULTS, Options) == Options()
    game = RULES.game("campaign", DEFAULTS, RULES.data())
    assert game.sides == ("us",)


@pytest.mark.parametrize(
    ("scenario", "changed"),
    [("campaign", {"rubble": 1}), ("campaign", {"sniper_alone": "none"}), ("short", {})],
)
def test_what_is_not_offered_is_refused(scenario: str, changed: dict[str, Any]) -> None:
    with pytest.raises(FormError):
        RULES.game(scenario, DEFAULTS | changed, RULES.data())


def test_options_left_out_are_refused() -> None:
    with pytest.raises(FormError, match="exactly rubble, nichols"):
        RULES.game("campaign", {}, RULES.data())


def test_data_of_another_game_are_refused() -> None:
    saipan = registry.find("saipan", 1)
    assert saipan is not None
    with pytest.raises(FormError, match="Manila"):
        RULES.game("campaign", DEFAULTS, saipan.data())
    with pytest.raises(PackError):
        RULES.data(saipan.export())


def test_an_owners_pack_is_played_with() -> None:
    pack = RULES.export().replace(b"turns: 9", b"turns: 8").replace(b",\n     Mar 2-4]", b"]")
    assert RULES.data(pack).length.turns == 8
    assert RULES.data().length.turns == 9


def test_there_is_no_older_version() -> None:
    assert RULES.migrate(1, {"turn": 1}) == {"turn": 1}
    with pytest.raises(FormError, match="cannot continue a position of version 2"):
        RULES.migrate(2, {})
