"""The records that were read from a log are never changed afterwards: they are frozen."""

from __future__ import annotations

import importlib
import pkgutil

import msgspec
import pytest

import pbem.log


def records():
    for module in pkgutil.iter_modules(pbem.log.__path__, "pbem.log."):
        for found in vars(importlib.import_module(module.name)).values():
            is_record = isinstance(found, type) and issubclass(found, msgspec.Struct)
            if is_record and found.__module__ == module.name:
                yield found


RECORDS = sorted(records(), key=lambda one: one.__qualname__)


def test_there_are_some():
    assert {"Event", "Finding", "Head", "Days", "Agreed"} <= {one.__name__ for one in RECORDS}


@pytest.mark.parametrize("record", RECORDS, ids=lambda one: one.__qualname__)
def test_no_field_can_be_set(record):
    assert record.__struct_config__.frozen
