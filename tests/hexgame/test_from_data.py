"""Games that are files of data are found by name, each file once, and nothing else is."""

from __future__ import annotations

import pytest

from hexgame import games
from pbem.kit.hexgame.data.pack import HexPacks
from pbem.kit.hexgame.module import rules_in


def test_a_game_is_found_in_the_folder_of_a_package() -> None:
    rules = rules_in("hexgame.mill", "mill.yaml")()
    assert (rules.name, rules.version, dict(rules.scenarios)) == ("mill", 1, {"mill": "The Mill"})
    assert rules.export() == games.FILES["mill"].read_bytes()
    assert rules.cases() == []
    assert rules.paragraphs().paragraphs["4.0"] == "combat"
    assert rules.meanings().paragraphs["4.0"] == "Odds give a column. A die gives the row."


def test_what_is_not_there_is_not_found() -> None:
    with pytest.raises(LookupError, match=r"has no file other\.yaml"):
        rules_in("hexgame.mill", "other.yaml")


def test_an_owner_may_change_values() -> None:
    rules = games.rules("mill")
    pack = rules.export().replace(b"[4-4-3, 2-3-3], at: 0102", b"[9-4-3, 2-3-3], at: 0102")
    game = rules.game("mill", {}, rules.data(pack))
    assert game.setting.tables.faces["R1"][0].attack == 9
    assert games.game("mill").setting.tables.faces["R1"][0].attack == 4
    assert isinstance(rules.packs, HexPacks)


def test_it_publishes_its_schemas() -> None:
    schemas = games.rules("salt").schemas()
    assert set(schemas) == {"order", "position", "standing", "pack"}
