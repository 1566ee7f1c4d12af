"""Rules by name and version, data packs by digest."""

from __future__ import annotations

import msgspec
import pytest

from pbem.errors import FormError
from pbem.kit.contract import Option
from pbem.table.events.kinds import RulesId
from pbem.table.library import Library, UnknownRules, data_digest
from toy.group import RULES, opening, rules_id
from toy.rules import ToyData, ToyRules

OWN = RULES["toy", 1].data()
OTHER = ToyData(strength=5, shots=1, bag=("z",))
PACK = msgspec.json.encode(OTHER)


def library(**packs):
    kept = {data_digest(OTHER): PACK} | packs
    return Library(lambda name, version: RULES.get((name, version)), kept.get)


def test_the_modules_own_data_needs_no_pack():
    rules, data = library().load(rules_id())
    assert (rules, data) == (RULES["toy", 1], OWN)


def test_a_pack_is_found_by_the_digest_of_its_data():
    wanted = RulesId("toy", 1, data_digest(OTHER))
    assert library().load(wanted) == (RULES["toy", 1], OTHER)
    _, game = library().game(opening(rules=wanted))
    assert game.given == OTHER


def test_a_pack_that_is_not_here():
    with pytest.raises(UnknownRules, match=r"data pack .* is not on this computer") as caught:
        library().load(RulesId("toy", 1, "ab" * 32))
    assert "abababababababab..." in str(caught.value)


@pytest.mark.parametrize("altered", [RULES["toy", 1].export(), b"no pack"])
def test_a_pack_that_was_altered(altered):
    with pytest.raises(UnknownRules, match="was changed"):
        library(**{data_digest(OTHER): altered}).load(RulesId("toy", 1, data_digest(OTHER)))


@pytest.mark.parametrize(("name", "version"), [("toy", 3), ("toy", 0), ("chess", 1)])
def test_rules_that_are_not_here(name, version):
    for ask in (lambda one: one.rules(name, version), lambda one: one.own(name, version)):
        with pytest.raises(UnknownRules, match=f"does not play {name} version {version}"):
            ask(library())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "the options must be exactly rounds"),
        ({"rounds": 4, "wind": 1}, "the options must be exactly rounds"),
        ({"rounds": 5}, "the option rounds cannot have the value 5"),
        ({"rounds": True}, "the option rounds cannot have the value True"),
    ],
)
def test_options_that_the_rules_do_not_have(options, words):
    with pytest.raises(FormError, match=words):
        library().game(opening(options=options))


class Longer(ToyRules):
    """The toy game with an option that it got when there were logs already."""

    def __init__(self) -> None:
        super().__init__()
        self.options = {**self.options, "wind": Option(2, (2, 3), "the wind", "9", later=True)}


def test_an_option_that_logs_are_older_than_is_as_by_default():
    shelf = Library(lambda *_: Longer())
    old = opening(options={"rounds": 3})
    assert shelf.completed(old).options == {"rounds": 3, "wind": 2}
    assert shelf.game(old)[1].rounds == 3
    said = opening(options={"rounds": 3, "wind": 3})
    assert shelf.completed(said) == said
    for options, words in (({"wind": 3}, "exactly rounds, wind"), ({"rounds": 3, "wind": 4}, "4")):
        with pytest.raises(FormError, match=words):
            shelf.game(opening(options=options))


def test_a_game_is_bound_once():
    shelf = library()
    assert shelf.game(opening()) == shelf.game(opening())
    assert shelf.game(opening())[1] is not shelf.game(opening(options={"rounds": 3}))[1]
    assert shelf.game(opening())[1] is not shelf.game(opening(scenario="weather"))[1]
