"""A table's own data: the digest of its position, and whose phase it was when."""

from __future__ import annotations

from hashlib import sha256

from pbem.table.state import position_digest
from toy.group import END, Group


def test_the_digest_of_a_position_is_that_of_the_page(tmp_path):
    """Sections 2 and 4: the tag `state`, the game, a line feed, the canonical position."""
    position = b'{"any":"position"}'
    expected = sha256(b"pbem/state/v1\n" + b"ab" * 32 + b"\n" + position).hexdigest()
    assert position_digest("ab" * 32, position) == expected
    table = Group.joined(tmp_path).table
    assert table.digest() == position_digest(table.game_id, table.position())


def test_the_events_after_which_another_has_the_phase(tmp_path):
    group = Group.joined(tmp_path)
    began = group.events[-1].seq
    first = group.orders("ann", END)
    group.orders("bob", END)
    third = group.orders("ann", END)
    assert group.table.phases == [
        (began, "ann"), (first.seq, "bob"), (first.seq + 1, "ann"), (third.seq, "bob"),
    ]  # fmt: skip
