"""P1: nothing in a line changes unseen, whatever byte of it changes."""

import pytest

from pbem.crypto import signing
from pbem.log.event import read_event, verify_signature
from pbem.log.finding import BadLog

PUBLIC = signing.public_key(bytes(range(32)))


@pytest.fixture
def line(after):
    data = {"note": "\u00e9\n", "orders": [{"do": "pass", "n": -1}]}
    return after(after(None), data=data, seed=bytes(range(32))).line


def found(line):
    try:
        event = read_event(line)
    except BadLog:
        return True
    return not verify_signature(event, PUBLIC)


def test_the_line_itself_is_good(line):
    assert not found(line)


def test_changed(line):
    for at in range(len(line)):
        for bit in range(8):
            changed = bytearray(line)
            changed[at] ^= 1 << bit
            assert found(bytes(changed)), (at, bit)


def test_dropped_or_doubled(line):
    for at in range(len(line)):
        assert found(line[:at] + line[at + 1 :]), at
        assert found(line[:at] + line[at : at + 1] + line[at:]), at


def test_cut(line):
    for at in range(len(line)):
        assert found(line[:at]), at
