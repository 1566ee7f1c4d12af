"""Legal orders in bunches of one form, counted before any is made.

A caller that draws one order by chance, or asks how many there are, need not make thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AnySet
from itertools import chain, groupby
from math import comb
from typing import TypeVar, overload

from pbem.kit.contract import Order

O = TypeVar("O", bound=Order, covariant=True)  # noqa: E741, PLC0105 - as in the contract
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Bunch(Sequence[O]):
    """``many`` orders of one ``form``, that of number i by ``make(i)``.

    ``every`` yields them all, where that is less work than to make them one by one.
    """

    def __init__(
        self,
        form: type[O],
        many: int,
        make: Callable[[int], O],
        every: Callable[[], Iterator[O]] | None = None,
    ) -> None:
        self.form = form
        self._many = many
        self._make = make
        self._every = every

    def __len__(self) -> int:
        return self._many

    @overload
    def __getitem__(self, place: int) -> O: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[O]: ...

    def __getitem__(self, place: int | slice) -> O | Sequence[O]:
        if isinstance(place, slice):
            return [self._make(i) for i in range(self._many)[place]]
        return self._make(range(self._many)[place])

    def __iter__(self) -> Iterator[O]:
        return map(self._make, range(self._many)) if self._every is None else self._every()


def combination(members: Sequence[T], size: int, place: int) -> tuple[T, ...]:
    """Return the combination at a place of `itertools.combinations`.

    Args:
        members: The members to choose from.
        size: How many to choose.
        place: The place, from 0.

    Raises:
        IndexError: There are not so many.
    """
    if not 0 <= place < comb(len(members), size):
        raise IndexError(f"there is no combination {place}")
    chosen: list[T] = []
    for first, member in enumerate(members):
        left = size - len(chosen)
        if not left:
            break
        with_it = comb(len(members) - first - 1, left - 1)
        if place < with_it:
            chosen.append(member)
        else:
            place -= with_it
    return tuple(chosen)


def form_of(bunch: Sequence[O]) -> type[O]:
    """Return the form that the orders of a bunch have."""
    form: type[O] | None = getattr(bunch, "form", None)
    return type(bunch[0]) if form is None else form


def chosen(form: type[O], ways: Mapping[K, V], keys: AnySet[K], make: Callable[[V], O]) -> Bunch[O]:
    """Return one order for each chosen key, in the order of ``ways``.

    Args:
        form: The type of the orders.
        ways: Key -> what an order is made of.
        keys: The chosen keys.
        make: Makes an order.
    """
    ordered: list[V] = []

    def at(place: int) -> O:
        if not ordered:
            ordered.extend(way for key, way in ways.items() if key in keys)
        return make(ordered[place])

    return Bunch(form, len(keys), at)


def bunched(orders: Iterable[O]) -> Iterator[Sequence[O]]:
    """Yield orders in bunches, each as long as the form stays the same."""
    return (list(alike) for _, alike in groupby(orders, type))


def flat(bunches: Iterable[Sequence[O]]) -> Iterator[O]:
    """Yield the orders of bunches, one by one."""
    return chain.from_iterable(bunches)
