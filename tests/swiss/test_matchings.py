"""The matchings of a big Swiss, made by py4swiss, against those of networkx.

If several weigh the same, the two may return different ones. Each must weigh the same, and no
pairing may be another; networkx itself is asked with its vertices in another order, too. By hand:
``PYTHONPATH=tests python -m swiss.test_matchings FIRST COUNT LEAST MOST``.
"""

from __future__ import annotations

import random
import sys

import networkx as nx
import pytest

from long import times
from pbem.errors import FormError
from pbem.tournament.pairings import matchings, pairing
from swiss.test_engine import Field

NETWORKX = nx.max_weight_matching


def paired(history):
    try:
        return pairing.pairings(history)
    except FormError:
        return None


def weigh(graph, matching):
    return len(matching), sum(graph[one][other]["weight"] for one, other in matching)


class Both(matchings.Matchings):
    """Makes each matching, and says how networkx would weigh it."""

    asked = 0

    def __call__(self, graph, *, maxcardinality):
        made = super().__call__(graph, maxcardinality=maxcardinality)
        theirs = NETWORKX(graph, maxcardinality=maxcardinality)
        assert weigh(graph, made) == weigh(graph, theirs)
        Both.asked += 1
        return made


def shuffled(graph, *, maxcardinality):
    """Return what networkx makes of the same graph in another order."""
    rng = random.Random(len(graph.edges))  # noqa: S311 - no secret
    nodes, edges = list(graph), list(graph.edges(data=True))
    rng.shuffle(nodes)
    rng.shuffle(edges)
    other = nx.Graph()
    other.add_nodes_from(nodes)
    other.add_edges_from(edges)
    return NETWORKX(other, maxcardinality=maxcardinality)


def rounds(fields):
    """Yield the history of a Swiss before each round; what is sent is how it is paired."""
    for field in fields:
        now = field.history
        while now.next_round <= now.length:
            field.turns()
            made = yield now
            if made is None:
                break
            field.plays(made)


def same(monkeypatch, fields):
    """Pair each round of these by networkx, by networkx in another order, and by ours."""
    monkeypatch.setattr(matchings, "Matchings", Both)
    Both.asked, count = 0, 0
    walk = rounds(fields)
    now = next(walk)
    while True:
        monkeypatch.setattr(matchings, "MANY", 10_000)
        made = paired(now)
        monkeypatch.setattr(nx, "max_weight_matching", shuffled)
        assert paired(now) == made
        monkeypatch.setattr(nx, "max_weight_matching", NETWORKX)
        monkeypatch.setattr(matchings, "MANY", 2)
        assert paired(now) == made
        count += 1
        try:
            now = walk.send(made)
        except StopIteration:
            return count


@pytest.mark.parametrize("first", range(20_000, 20_000 + times(10, 40), 10))
def test_no_pairing_is_another(first, monkeypatch):
    assert same(monkeypatch, (Field(number) for number in range(first, first + 10))) > 20
    assert Both.asked > 50


@pytest.mark.parametrize("number", range(30_000, 30_000 + times(1, 1)))
def test_no_pairing_of_many_is_another(number, monkeypatch):
    assert same(monkeypatch, [Field(number, 30, 50)])
    assert Both.asked


def reported_of(monkeypatch, count):
    """Return how many weights of edges the third round of so many takes."""
    reported = []

    class Counted(matchings.Matchings):
        def _change(self, changed):
            reported.append(len(changed))
            super()._change(changed)

    monkeypatch.setattr(matchings, "Matchings", Counted)
    field = Field(1, count, count)
    for _ in range(2):
        reported.clear()
        field.plays(paired(field.history))
    return sum(reported)


def test_work_grows_with_the_pairs_that_there_are_and_not_with_each_matching(monkeypatch):
    """Twice as many are four times the pairs; listed again for each matching it would be eight."""
    few, many = (reported_of(monkeypatch, count) for count in (40, 80))
    assert few > 40 * 39 / 2
    assert many / few < 5


def test_without_py4swiss_networkx_makes_them(monkeypatch):
    history = Field(2, 41, 41).history
    field = Field(2, 41, 41)
    field.plays(paired(history))
    quick = paired(field.history)
    asked = []

    def theirs(graph, *, maxcardinality):
        asked.append(graph)
        return NETWORKX(graph, maxcardinality=maxcardinality)

    monkeypatch.setattr(nx, "max_weight_matching", theirs)
    assert paired(field.history) == quick
    assert not asked
    monkeypatch.setattr(matchings, "available", lambda: False)
    assert paired(field.history) == quick
    assert asked


def test_networkx_is_as_it_was_when_the_engine_fails():
    def fails():
        with matchings.sooner(matchings.MANY):
            assert nx.max_weight_matching is not NETWORKX
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert nx.max_weight_matching is NETWORKX


def test_only_a_matching_of_most_edges_is_made():
    with pytest.raises(NotImplementedError):
        matchings.Matchings(2)(nx.path_graph(2), maxcardinality=False)


def test_most_edges_come_first_and_edges_go():
    """A path of three edges whose middle is the heaviest, then without its ends."""
    graph = nx.Graph()
    graph.add_weighted_edges_from([(0, 1, 1), (1, 2, 2**90), (2, 3, 1)])
    made = matchings.Matchings(4)
    assert made(graph, maxcardinality=True) == {(0, 1), (2, 3)}
    graph.remove_edge(0, 1)
    assert made(graph, maxcardinality=True) == {(1, 2)}
    graph.add_edge(0, 1, weight=2**200)
    assert made(graph, maxcardinality=True) == {(0, 1), (2, 3)}
    graph.remove_edges_from(list(graph.edges))
    assert made(graph, maxcardinality=True) == set()


if __name__ == "__main__":
    first, count, least, most = map(int, sys.argv[1:5])
    fields = (Field(number, least, most) for number in range(first, first + count))
    with pytest.MonkeyPatch.context() as patched:
        reported = same(patched, fields)
    sys.stdout.write(
        f"{reported} rounds paired alike three times, {Both.asked} matchings weighed\n"
    )
