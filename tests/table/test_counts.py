"""What is asked to count together is of one game (protocol section 9)."""

from __future__ import annotations

import pytest

from pbem.table.counts import which_counts
from toy.group import END, Group, toy_library


def test_logs_of_two_games_are_not_counted_together(tmp_path):
    one = Group.joined(tmp_path / "one", umpire="uma")
    two = Group.joined(tmp_path / "two", umpire="uma", scenario="plans")
    with pytest.raises(ValueError, match="different games"):
        which_counts(toy_library(), [one.events, two.events])


def test_a_log_that_goes_on_from_another_is_no_parting(tmp_path):
    group = Group.joined(tmp_path)
    before = list(group.events)
    group.orders("ann", END)
    for logs in ([before, group.events], [group.events, before], [[], group.events]):
        found = which_counts(toy_library(), logs)
        assert (list(found.events), found.partings, found.open) == (group.events, (), None)
