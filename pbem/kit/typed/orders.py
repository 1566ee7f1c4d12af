"""Reading and writing orders as they stand in events: one spelling for each order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar, get_args, get_type_hints

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Order, RawOrder
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.typed.terms import Once, Term, marked, opened

O = TypeVar("O", bound=Order)  # noqa: E741 - as in the contract
T = TypeVar("T")


_TYPES = (("`int`", "a whole number"), ("`str`", "a text"), ("`array`", "a list"),
          ("`object`", "a mapping"), ("`bool`", "true or false"))  # fmt: skip
"""The types in a file, as msgspec calls them and as its author does."""


_SHOWN = 40
"""How much of a word that is none a message repeats."""


class Pass(Order, frozen=True, tag="pass"):
    """Decline what is offered."""


def forms_in(union: Any) -> Iterable[type[Order]]:
    """Return the classes of a union of orders, or the one class."""
    return get_args(union) or (union,)


class OrderForms(Generic[O]):
    """Every form of order of one game; ``union`` is the type of them all.

    ``check`` raises `FormError` where an order has no sense whatever the position, beside what the
    fields declare (`pbem.kit.typed.terms`).
    """

    def __init__(self, union: Any, check: Callable[[O], None] = lambda _: None) -> None:
        self.union = union
        self._own_check = check
        self._checks: dict[type[Order], Callable[[Order], None] | None] = {}
        # Through bytes, because they can be compared at once, and because `msgspec.convert` looks
        # at all forms of the union again each time: ten times the cost.
        self._decode = msgspec.json.Decoder(union).decode
        self._encode = msgspec.json.Encoder(order="sorted").encode

    def read(self, raw: RawOrder) -> O:
        """Return the order that ``raw`` spells.

        Raises `FormError` where it is no form of this game, has no sense, or is the same order in
        another spelling (a default written out): two spellings would be two different events.
        """
        data = self._encode(raw)
        try:
            order: O = self._decode(data)
        except msgspec.ValidationError as error:
            raise FormError(f"not an order of this game: {self._why(raw, str(error))}") from None
        if self._encode(order) != data:
            raise FormError("leave the empty parts of this order out")
        self.check(order)
        return order

    def check(self, order: O) -> None:
        """Raise `FormError` where an order has no sense whatever the position."""
        form = type(order)
        if form not in self._checks:
            self._checks[form] = _declared_check(form)
        declared = self._checks[form]
        if declared is not None:
            declared(order)
        self._own_check(order)

    def _why(self, raw: RawOrder, error: str) -> str:
        """Return in a player's words what is wrong with an order, as far as that is known."""
        forms = {str(form.__struct_config__.tag): form for form in forms_in(self.union)}
        do = raw.get("do")
        form = forms.get(do) if isinstance(do, str) else None
        if form is None:
            near = did_you_mean(do, forms) if isinstance(do, str) else ""
            return f"{_shown(do)} is not an order" + (near or f"; write one of {', '.join(forms)}")
        fields = form.__struct_encode_fields__
        for name in raw:
            if name != "do" and name not in fields:
                which = did_you_mean(str(name), fields) or f"; it has {', '.join(fields) or 'none'}"
                return f"{do} has no field {_shown(name)}{which}"
        what, _, where = error.partition(" - at `$")
        for type_, said in _TYPES:
            what = what.replace(type_, said)
        place = where.strip(".`")
        return f"{place}: {what}{_quotes(raw, place, what)}" if where else what

    def write(self, order: O) -> RawOrder:
        """Return the one spelling of ``order``."""
        raw: RawOrder = msgspec.json.decode(self._encode(order))
        return raw


def _shown(word: Any) -> str:
    """Return what somebody else wrote, alike under every Python and at most so long."""
    reported = ascii(word)
    return reported if len(reported) <= _SHOWN else f"{reported[:_SHOWN]}..."


def _quotes(raw: RawOrder, place: str, what: str) -> str:
    """Return what to do if a text was read as a number: YAML distinguishes them by quotes."""
    if not what.startswith("Expected a text, got a whole number"):
        return ""
    found: Any = raw
    for key in re.findall(r"[^.\[\]]+", place):
        found = found[int(key)] if isinstance(found, list | tuple) else found.get(key)
    return f': put quotes round it, "{found}"' if isinstance(found, int) else ""


def twice(names: tuple[T, ...]) -> T | None:
    """Return the first name that a list holds twice, or None."""
    if len(set(names)) == len(names):
        return None
    return next(name for i, name in enumerate(names) if name in names[:i])


def _declared_check(form: type[Order]) -> Callable[[Order], None] | None:
    """Return what refuses an order by the terms of its fields; None if they refuse nothing."""
    checks: list[tuple[str, Callable[[Any], None]]] = []
    lists: list[str] = []
    for name, hint in get_type_hints(form, include_extras=True).items():
        _, marks = opened(hint)
        term = marked(marks, Term)
        if term is not None and term.check is not None:
            checks.append((name, term.check))
        if marked(marks, Once) is not None:
            lists.append(name)

    def check(order: Order) -> None:
        for name, refuse in checks:
            if (said := getattr(order, name)) is not None:
                refuse(said)
        found = twice(tuple(one for name in lists for one in getattr(order, name)))
        if found is not None:
            raise FormError(f"{found} is named twice")

    return check if checks or lists else None
