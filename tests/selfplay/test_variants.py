"""The same seeds under each option."""

from __future__ import annotations

from typing import ClassVar

import pytest

from pbem.errors import FormError
from pbem.kit.contract import Option
from pbem.selfplay import variants
from pbem.selfplay.series import summary
from pbem.selfplay.simulate import Played, Setup
from pbem.selfplay.unsigned import rules_of


class Rules:
    options: ClassVar[dict[str, Option]] = {
        "rubble": Option(False, (False, True), "", ""),
        "air": Option(True, (False, True), "", ""),
        "points": Option(1, (1, 2), "", ""),
    }


def test_each_boolean_option_is_turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "rules_of", lambda name: Rules)
    setups = variants.each_option(Setup("x", "y", {"points": 2}))
    assert {name: setup.options for name, setup in setups.items()} == {
        "points=2": {"points": 2},
        "rubble=true": {"points": 2, "rubble": True},
        "air=false": {"points": 2, "air": False},
        "all together": {"points": 2, "rubble": True, "air": False},
    }
    assert next(iter(setups)) == "points=2"


def test_what_was_given_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "rules_of", lambda name: Rules)
    setups = variants.each_option(Setup("x", "y", {"air": True}))
    assert list(setups) == ["air=true", "rubble=true"]
    with pytest.raises(FormError, match="no more true-or-false options"):
        variants.each_option(Setup("x", "y", {"air": True, "rubble": False}))


def test_saipan_has_one() -> None:
    assert list(variants.each_option(Setup("saipan", "free"))) == ["standard", "banzai=true"]
    assert isinstance(rules_of("saipan").options["banzai"].default, bool)


def test_one_line_for_each() -> None:
    won = Played(1, "us", "taken", 4, 10, 1, 0, 1.0)
    lost = Played(2, "jp", "late", 9, 10, 1, 0, 1.0)
    reported = list(
        variants.lines({"standard": summary([won, won]), "rubble=true": summary([won, lost])})
    )
    assert reported[0] == "   standard: us 100.0% (34.2 to 100.0) a 2; 4.0 turns"
    assert reported[1] == (
        "rubble=true: jp 50.0% (9.5 to 90.5) b 1; us 50.0% (9.5 to 90.5) a 1; 6.5 turns"
    )
    assert reported[2:] == ["  a  taken", "  b  late", "2 games for each, with the same seeds."]
