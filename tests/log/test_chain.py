"""Protocol section 3: seq without a gap, prev the id before, one game, limits."""

import msgspec
import pytest

from pbem.log.chain import EVENTS_MAX, LOG_BYTES_MAX, Chain
from pbem.log.event import NO_EVENT


def state(chain):
    return chain.game, chain.head, chain.count, chain.size


def fed(events):
    chain = Chain()
    for event in events:
        chain.feed(event)
    return chain


def test_limits_are_those_of_the_protocol():
    assert EVENTS_MAX == 160_000
    assert LOG_BYTES_MAX == 64 * 2**20


def test_holds_the_head(make_log):
    events = make_log(4)
    chain = fed(events)
    size = sum(len(e.line) + 1 for e in events)
    assert state(chain) == (events[0].id, events[3].id, 4, size)


def test_an_empty_chain_has_no_head():
    assert state(Chain()) == ("", NO_EVENT, 0, 0)


def test_goes_on_after_a_known_head(make_log):
    events = make_log(4)
    known = Chain.after(events[2], fed(events[:3]).size)
    known.feed(events[3])
    assert state(known) == state(fed(events))
    assert state(Chain.after(events[0], len(events[0].line) + 1)) == state(fed(events[:1]))


def test_faults(make_log, after, refused):
    events = make_log(5)
    other = make_log(3, first=after(None, by="bob"))
    cases = [
        ([], events[1], "chain.seq"),
        ([], after(None, game=events[0].id), "chain.game"),
        ([], after(None, prev="ab" * 32), "chain.prev"),
        (events[:2], events[3], "chain.seq"),
        (events[:2], events[1], "chain.seq"),
        (events[:2], events[0], "chain.seq"),
        (events[:2], other[2], "chain.game"),
        (events[:2], other[0], "chain.game"),
        (events[:2], after(events[1], game=""), "chain.game"),
        (events[:2], after(events[1], prev=events[0].id), "chain.prev"),
        (events[:2], after(after(events[0], by="bob")), "chain.prev"),
    ]
    for before, event, code in cases:
        chain = fed(before)
        was = state(chain)
        found = refused(code, chain.feed, event)
        assert (found.seq, found.event, found.blame) == (event.seq, event.id, ())
        assert found.good == len(before)
        assert found.head == (before[-1].id if before else None)
        assert state(chain) == was


@pytest.mark.parametrize(("chain", "v"), [(Chain(), 3), (Chain(1), 2), (Chain(2), 1)])
def test_another_version_is_refused(make_log, refused, chain, v):
    event = msgspec.structs.replace(make_log(1)[0], v=v)
    assert f"uses version {v} " in refused("event.version", chain.feed, event).message


def test_the_first_event_names_the_version(make_log, refused):
    first, *_ = make_log(1)
    chain = Chain()
    chain.feed(first)
    assert chain.version == 1
    assert Chain.after(msgspec.structs.replace(first, v=2), 10).version == 2


def test_the_last_event_and_one_more(after, refused, make_log):
    last = make_log(1)[0]
    almost = after(last, seq=159_998, game=last.id)
    chain = Chain.after(almost, 10**6)
    full = after(almost)
    chain.feed(full)
    assert chain.count == 160_000
    refused("file.limit", chain.feed, after(full))


def test_the_last_byte_and_one_more(make_log, refused):
    events = make_log(2)
    size = 64 * 2**20 - len(events[1].line) - 1
    Chain.after(events[0], size).feed(events[1])
    refused("file.limit", Chain.after(events[0], size + 1).feed, events[1])


@pytest.mark.parametrize("start", range(4))
def test_a_stretch_begins_anywhere(make_log, start):
    events = make_log(4)
    chain = Chain.of_stretch(events[start])
    for event in events[start + 1 :]:
        chain.feed(event)
    assert (chain.head, chain.count, chain.game) == (events[3].id, 4, events[0].id)


def test_a_stretch_cannot_begin_with_what_stands_nowhere(make_log, after, refused):
    events = make_log(3)
    refused("chain.game", Chain.of_stretch, after(events[1], game=""))
    refused("chain.prev", Chain.of_stretch, after(None, prev="ab" * 32))
    refused("chain.game", Chain.of_stretch, after(None, game="ab" * 32))
    refused("chain.prev", Chain.of_stretch(events[1]).feed, after(events[1], prev="ab" * 32))
