from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.audit.unsigned import rules_of
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.contract import Option
from pbem.kit.options import as_opened, check_options, complete, read_options

OFFERED = {
    "rain": Option(False, (False, True), "whether it rains", "1.0"),
    "guns": Option(1, (0, 1, 2), "how many guns", "2.0"),
    "who": Option("owner", ("owner", "victor"), "who chooses", "3.0"),
}


def test_one_choice_of_each_is_right() -> None:
    check_options({"who": "victor", "guns": 0, "rain": True}, OFFERED)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"guns": 1, "who": "owner"}, "exactly rain, guns, who"),
        ({"rain": True, "guns": 1, "who": "owner", "snow": 1}, "exactly rain, guns, who"),
        ({"rain": True, "guns": 3, "who": "owner"}, "option guns: 3 is not one of 0, 1, 2"),
        ({"rain": True, "guns": True, "who": "owner"}, "option guns: True"),
        ({"rain": 0, "guns": 1, "who": "owner"}, "option rain: 0 is not one of False, True"),
        ({"rain": True, "guns": 1, "who": None}, "option who: None"),
    ],
)
def test_anything_else_is_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(FormError, match=told):
        check_options(options, OFFERED)


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rain: bool = False
    guns: int = 1


def test_options_that_are_left_out_are_the_default() -> None:
    assert read_options({"guns": 2}, Form) == Form(rain=False, guns=2)


@pytest.mark.parametrize("options", [{"snow": True}, {"guns": "two"}])
def test_options_that_a_game_has_not_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(FormError, match=r"^options: "):
        read_options(options, Form)


OLD = {"fog": Option(False, (False, True), "fog", "1.0")}
NEW = {**OLD, "given": Option(0, (0, 1, 2), "a handicap", "2.0", later=True)}


def test_an_option_that_logs_are_older_than_is_as_by_default_where_it_is_left_out() -> None:
    assert complete({"fog": True}, NEW) == {"fog": True, "given": 0}
    assert complete({"fog": True, "given": 2}, NEW) == {"fog": True, "given": 2}
    with pytest.raises(FormError, match="exactly fog, given"):
        check_options(complete({"given": 1}, NEW), NEW)


def test_an_opening_says_it_where_it_is_not_as_by_default() -> None:
    assert as_opened({"fog": False, "given": 0}, NEW) == {"fog": False}
    assert as_opened({"fog": False, "given": 2}, NEW) == {"fog": False, "given": 2}


@pytest.mark.parametrize("name", registry.names())
def test_a_game_opened_before_its_handicaps_is_the_game_without_them(name: str) -> None:
    rules = rules_of(name)
    every = {word: option.default for word, option in rules.options.items()}
    before = as_opened(every, rules.options)
    assert len(before) < len(every)
    scenario, data = next(iter(rules.scenarios)), rules.data()
    one: Any
    two: Any
    one, two = (rules.game(scenario, options, data) for options in (before, every))
    assert one.setting.options == two.setting.options
