from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.errors import FormError
from pbem.kit.contract import Option
from pbem.kit.options import check_options, read_options

OFFERED = {
    "rain": Option(False, (False, True), "whether it rains", "1.0"),
    "guns": Option(1, (0, 1, 2), "how many guns", "2.0"),
    "who": Option("owner", ("owner", "victor"), "who chooses", "3.0"),
}


def test_one_choice_of_each_is_right() -> None:
    check_options({"who": "victor", "guns": 0, "rain": True}, OFFERED)


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        ({"guns": 1, "who": "owner"}, "exactly rain, guns, who"),
        ({"rain": True, "guns": 1, "who": "owner", "snow": 1}, "exactly rain, guns, who"),
        (
            {"rain": True, "guns": 3, "who": "owner"},
            "option guns cannot be 3. Choose one of 0, 1, 2",
        ),
        ({"rain": True, "guns": True, "who": "owner"}, "option guns cannot be True"),
        (
            {"rain": 0, "guns": 1, "who": "owner"},
            "option rain cannot be 0. Choose one of False, True",
        ),
        ({"rain": True, "guns": 1, "who": None}, "option who cannot be None"),
    ],
)
def test_anything_else_is_refused(options: dict[str, Any], reported: str) -> None:
    with pytest.raises(FormError, match=reported):
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
