from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import FormError
from pbem.kit.contract import Option
from pbem.kit.options import check_options

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
