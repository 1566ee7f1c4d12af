"""A fault in the rules of a game is reported as one: what failed, where, and what to do."""

from __future__ import annotations

import json

import pytest

from pbem.errors import PackError
from pbem.play import fence
from pbem.play.fence import RulesFault


def innermost():
    return {}["what\x1b is not there"]


def elsewhere():
    return json.loads("{")  # fails in a file of the library


class Rules:
    name, version = "brittle", 3

    def data(self, pack=None):
        if pack is None:
            return innermost()
        if pack == b"{":
            return elsewhere()
        raise PackError("the pack is no pack")


def test_where_a_fault_is_reported_by_the_place_that_failed():
    with pytest.raises(RulesFault) as caught:
        fence.asked(Rules(), "data")
    reported = str(caught.value)
    line = innermost.__code__.co_firstlineno + 1
    assert "rules of brittle version 3 have a fault, and no player caused it" in reported
    assert (
        f"data failed with KeyError ('what\\\\x1b is not there') in test_fence.py line {line}."
        in reported
    )
    assert "What you signed is not lost" in reported
    with pytest.raises(RulesFault, match=r"JSONDecodeError \(.*\) in decoder.py line [0-9]+\."):
        fence.asked(Rules(), "data", b"{")


def test_what_a_method_may_raise_is_no_fault():
    with pytest.raises(PackError, match="the pack is no pack"):
        fence.asked(Rules(), "data", b"pack")
