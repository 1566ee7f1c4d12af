"""Copies of one log as one tree (docs/court.md): every event once, branches where they part."""

from __future__ import annotations

from pbem.log.event import NO_EVENT
from pbem.log.tree import Tree


def grown(*copies):
    tree = Tree(copies[0][0].id)
    for copy in copies:
        tree.add(copy)
    return tree


def test_copies_part_where_several_events_follow_one(make_log, after):
    before = make_log(3)
    a, b = sorted((after(before[2], data={"x": n}) for n in (1, 2)), key=lambda one: one.id)
    tree = grown([*before, b], [*before, a], before[:2])
    assert tree.following(NO_EVENT) == [before[0]]
    assert tree.following(before[0].id) == [before[1]]
    assert tree.following(before[2].id) == [a, b]
    assert tree.following(a.id) == []
    assert list(tree.ends()) == [a, b]
    assert tree.line(b.id) == [*before, b]
    assert tree.loose() == []


def test_an_event_signed_twice_is_one_event_with_several_lines(make_log, after):
    before = make_log(2)
    last = after(before[1])
    again, third = (
        after(before[1], data=last.data, salt=bytes.fromhex(last.salt), seed=bytes([n]) * 32)
        for n in (1, 2)
    )
    assert last.id == again.id == third.id
    tree = grown([*before, last], [*before, again], [*before, third], [*before, again])
    assert tree.following(before[1].id) == [last]
    assert tree.lines_of(last.id) == [last, again, third]
    assert tree.lines_of(before[0].id) == before[:1]


def test_a_part_stands_on_nothing_until_the_rest_comes(make_log, after):
    events = make_log(4)
    tree = Tree(events[0].id)
    assert tree.add([*events[2:], after(None, by="bob")]) == [one.id for one in events[2:]]
    assert tree.loose() == [events[2]]
    assert tree.line(events[3].id) is None
    tree.add(events[:2])
    assert tree.loose() == []
    assert tree.line(events[3].id) == events
