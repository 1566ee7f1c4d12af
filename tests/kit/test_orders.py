"""One spelling for each order."""

from __future__ import annotations

import pytest

from pbem.errors import FormError
from pbem.kit.contract import Order
from pbem.kit.typed.orders import OrderForms, twice


class Go(Order, frozen=True, tag="go"):
    unit: str
    far: bool = False


class Walk(Order, frozen=True, tag="walk"):
    path: tuple[str, ...]


class Wait(Order, frozen=True, tag="wait"):
    pass


def no_unit_x(order: Order) -> None:
    if isinstance(order, Go) and order.unit == "x":
        raise FormError("x goes nowhere")


FORMS: OrderForms[Order] = OrderForms(Go | Walk | Wait, no_unit_x)


@pytest.mark.parametrize("raw", [{"do": "go", "unit": "a", "far": True}, {"do": "wait"}])
def test_there_and_back(raw: dict[str, object]) -> None:
    assert FORMS.write(FORMS.read(raw)) == raw


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"do": "fly"},
        {"do": "go"},
        {"do": "go", "unit": 1},
        {"do": "wait", "unit": "a"},
        {"do": "go", "unit": "a", "far": False},
        {"do": "go", "unit": "a", "far": 1},
        {"do": "go", "unit": "x"},
    ],
)
def test_everything_else_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(FormError):
        FORMS.read(raw)


def test_the_first_name_that_stands_twice() -> None:
    assert twice(("a", "b", "b", "a")) == "b"
    assert twice(("a", "b")) is None


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"do": "goo"}, "'goo' is not an order; did you mean go?"),
        ({"do": "x-ray"}, "'x-ray' is not an order; write one of go, walk, wait"),
        ({"do": 7}, "7 is not an order; write one of go, walk, wait"),
        ({"do": "go", "unti": "a"}, "go has no field 'unti'; did you mean unit?"),
        ({"do": "wait", "n": 1}, "wait has no field 'n'; it has none"),
        (
            {"do": "go", "unit": 1},
            'unit: Expected a text, got a whole number: put quotes round it, "1"',
        ),
        (
            {"do": "walk", "path": ["2601", 2501]},
            'path[1]: Expected a text, got a whole number: put quotes round it, "2501"',
        ),
        ({"do": "go", "unit": "a", "far": 1}, "far: Expected true or false, got a whole number"),
        ({"do": "go"}, "Object missing required field `unit`"),
    ],
)
def test_a_slip_is_reported_with_the_nearest_word(raw: dict[str, object], words: str) -> None:
    with pytest.raises(FormError) as caught:
        FORMS.read(raw)
    assert str(caught.value) == f"not an order of this game: {words}"
