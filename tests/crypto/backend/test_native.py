"""The cryptography on a computer keeps the contract; `tests/web` asks the other side the same."""

from __future__ import annotations

from crypto.backend import contract


def test_published_values_and_what_is_refused():
    contract.check()


def test_each_result_is_the_same_each_time():
    assert dict(contract.results()) == dict(contract.results())
