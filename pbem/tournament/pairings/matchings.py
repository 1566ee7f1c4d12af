"""The matchings that the engine of a Swiss asks for, made sooner where many play.

The engine (docs/decisions/0024-pairing.md) asks `networkx` for a matching of greatest weight some
once a board, each time of a whole new graph, of which only a few edges differ from the last. Here
the graph is kept and the matching mended where its edges changed, by the matching of bbpPairings
that `py4swiss` has compiled. If several matchings have the same weight, this one and networkx may
return different ones. The engine decides by nothing in which they differ (decision 39).
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from py4swiss.dynamicuint import DynamicUint

MANY = 40
"""From so many entrants on; below, the engine takes less than a second as it is."""

_BITS = 32
"""The bits of a part of a DynamicUint."""

_REPLACING = threading.Lock()


@contextmanager
def sooner(count: int) -> Iterator[None]:
    """Have the engine match sooner, if many play (``count``) and py4swiss is installed.

    The engine names the function at each call as `networkx.max_weight_matching`, and nothing else
    here uses networkx: so another stands there meanwhile.
    """
    if count < MANY or not available():
        yield
        return
    import networkx as nx  # noqa: PLC0415 - it is heavy, and only who pairs loads it

    with _REPLACING:
        theirs = nx.max_weight_matching
        nx.max_weight_matching = Matchings(count)
        try:
            yield
        finally:
            nx.max_weight_matching = theirs


def available() -> bool:
    """Say whether py4swiss is installed, and can be loaded on this machine."""
    try:
        import py4swiss.matching_computer  # noqa: F401, PLC0415 - compiled: not everywhere
    except ImportError:
        return False
    return True


class Matchings:
    """Makes matchings of graphs with the vertices 0 to ``count`` - 1, each from the last."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._bits = 0
        self._rows: list[dict[int, int]] = [{} for _ in range(count)]
        """The weights of the edges of each vertex to those after it."""

    def __call__(self, graph: Any, *, maxcardinality: bool) -> set[tuple[int, int]]:
        """Return a matching of greatest weight among those with the most edges.

        ``graph`` is a networkx.Graph with vertices numbered from 0 whose edges have a ``weight``,
        a whole number above 0. Only ``maxcardinality`` is made.
        """
        if not maxcardinality:
            raise NotImplementedError("a matching of fewer edges than could be")
        changed = self._changed(graph)
        bits = max((weight for *_, weight in changed), default=0).bit_length()
        if bits > self._bits:
            self._begin(bits)
            changed = [
                (one, other, weight)
                for one, row in enumerate(self._rows)
                for other, weight in row.items()
            ]
        if not self._bits:
            return set()
        self._change(changed)
        self._computer.compute_matching()
        partners = self._computer.get_matching()
        return {(one, other) for one, other in enumerate(partners) if one < other}

    def _begin(self, bits: int) -> None:
        """Begin with no edges, for weights of so many bits."""
        from py4swiss.dynamicuint import DynamicUint  # noqa: PLC0415 - see above
        from py4swiss.matching_computer import ComputerDutchOptimality  # noqa: PLC0415

        self._bits = bits
        # An edge more outweighs all weights of a matching together, so that most edges come first.
        self._edge = 1 << (bits + self.count.bit_length())
        size = self._edge.bit_length() + 3  # the computer wants a margin of two bits
        self._parts = size // _BITS + 1
        largest = DynamicUint(1)
        largest.shift_grow(size)
        largest >>= 1
        largest -= (largest & 0) | 1
        self._none = largest & 0
        self._known: dict[int, DynamicUint] = {0: self._none}
        self._computer = ComputerDutchOptimality(self.count, largest)
        for _ in range(self.count):
            self._computer.add_vertex()

    def _changed(self, graph: Any) -> list[tuple[int, int, int]]:
        """Return which edges have another weight than in the last graph, 0 for those gone."""
        changed: list[tuple[int, int, int]] = []
        for one, row in graph.adjacency():
            last, here = self._rows[one], 0
            for other, edge in row.items():
                if other > one:
                    here += 1
                    weight = edge["weight"]
                    if last.get(other) != weight:
                        last[other] = weight
                        changed.append((one, other, weight))
            if here != len(last):
                for other in [other for other in last if other not in row]:
                    del last[other]
                    changed.append((one, other, 0))
        return changed

    def _change(self, changed: list[tuple[int, int, int]]) -> None:
        """Report changed edges to the matcher, which matches the first vertex of each again."""
        often = Counter(end for *ends, _ in changed for end in ends)
        for one, other, weight in changed:
            ends = (one, other) if often[one] >= often[other] else (other, one)
            self._computer.set_edge_weight(*ends, self._number(weight))

    def _number(self, weight: int) -> DynamicUint:
        """Return a weight, and for the edge itself, as the computer has them."""
        from py4swiss.dynamicuint import DynamicUint  # noqa: PLC0415 - see above

        if (known := self._known.get(weight)) is not None:
            return known
        made = DynamicUint(self._none)
        for part in reversed(range(self._parts)):
            made <<= _BITS
            made |= (weight + self._edge) >> (_BITS * part) & (2**_BITS - 1)
        self._known[weight] = made
        return made
