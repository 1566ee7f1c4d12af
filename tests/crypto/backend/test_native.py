"""The cryptography on a computer keeps the contract; `tests/web` asks the other side the same."""

from __future__ import annotations

from crypto.backend import contract
from pbem.crypto import backend
from pbem.crypto.backend import native, native_keys


def test_published_values_and_what_is_refused():
    contract.check()


def test_each_result_is_the_same_each_time():
    assert dict(contract.results()) == dict(contract.results())


def test_both_sides_are_there_under_their_names():
    assert [getattr(backend, name) for name in backend.__all__] == [native, native_keys]
