"""The boundary around one item of many: what fails in it ends that item alone."""

from __future__ import annotations

import pytest

from pbem.errors import FormError, UnforeseenError
from pbem.items import Items, item, unbroken
from pbem.log.disk import of_the_machine, write_over

UNFORESEEN = (RuntimeError("odd"), MemoryError(), RecursionError("too deep"), KeyError("n"))


class PanicException(BaseException):
    """As a library written in Rust raises where it gives up."""


@pytest.mark.parametrize("error", [*UNFORESEEN, PanicException("no")], ids=repr)
def test_whatever_fails_in_an_item_is_one_message_that_names_it(error: BaseException) -> None:
    with pytest.raises(UnforeseenError) as raised, item("the game saipan"):
        raise error
    said = str(raised.value)
    assert said.startswith("the game saipan: ")
    assert type(error).__name__ in said
    assert "test_items.py line" in said
    assert raised.value.__cause__ is error


@pytest.mark.parametrize("error", UNFORESEEN, ids=repr)
def test_the_next_item_goes_on(error: Exception) -> None:
    items, done = Items(), []
    for name in ("first", "second", "third"):
        with items.take(name):
            if name == "second":
                raise error
            done.append(name)
    assert done == ["first", "third"]
    assert [(one.name, one.unforeseen) for one in items.failed] == [("second", True)]
    assert items.unforeseen


def test_what_a_person_is_reported_is_not_said_in_other_words() -> None:
    items = Items()
    with items.take("a.pbem"):
        raise FormError("line 3 is empty")
    assert items.failed == [("a.pbem", "line 3 is empty", False)]
    assert not items.unforeseen
    with pytest.raises(FormError, match="line 3"), item("a.pbem"):
        raise FormError("line 3 is empty")


@pytest.mark.parametrize("ends", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_who_ends_the_program_ends_it(ends: type[BaseException]) -> None:
    items = Items()
    with pytest.raises(ends), items.take("a"):
        raise ends
    assert not items.failed


def test_a_refusal_of_the_system_keeps_its_words_and_its_cause() -> None:
    with pytest.raises(UnforeseenError) as raised, item("mail.eml"):
        raise OSError(28, "No space left on device", "/home/a\x1b.eml")
    assert str(raised.value) == (
        "mail.eml: the system refuses: No space left on device (/home/a\\x1b.eml)"
    )
    assert of_the_machine(raised.value)


def test_nothing_is_caught_inside_a_write() -> None:
    """The writer undoes what is half written, and then the item around the write fails."""
    undone: list[str] = []

    def write() -> None:
        try:
            with unbroken(), Items().take("inside"):
                raise RuntimeError("odd")
        except RuntimeError:
            undone.append("undone")
            raise

    with pytest.raises(UnforeseenError, match=r"^outside: ") as raised, item("outside"):
        write()
    assert undone == ["undone"]
    assert type(raised.value.__cause__) is RuntimeError
    with pytest.raises(FormError), unbroken(), Items().take("inside"):
        raise FormError("no")


def test_a_write_that_failed_is_over(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise MemoryError

    items = Items()
    with items.take("a"):
        monkeypatch.setattr("pbem.log.disk.write_synced", fails)
        write_over(tmp_path / "a", b"new")
    with items.take("b"):
        raise RuntimeError
    assert [one.name for one in items.failed] == ["a", "b"]


def test_what_is_half_done_is_forgotten_before_anything_is_said() -> None:
    forgotten: list[str] = []
    for error in (RuntimeError(), FormError("no")):
        with pytest.raises(Exception), item("a", lambda: forgotten.append("a")):  # noqa: PT011, B017
            raise error
    assert forgotten == ["a"]  # a refusal leaves everything as it was


def test_an_error_is_shown_in_part_and_without_what_moves_a_terminal() -> None:
    with pytest.raises(UnforeseenError) as raised, item("a"):
        raise ValueError("\x1b[2J" + 10_000 * "x")
    assert len(str(raised.value)) < 600
    assert "\x1b" not in str(raised.value)


def test_who_looks_for_a_fault_sees_where_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PBEM_DEBUG", "1")
    with Items().take("a"):
        raise RuntimeError("odd")
    assert "Traceback" in capsys.readouterr().err


def test_memory_that_an_item_held_is_given_back() -> None:
    class Big:
        alive = 0

        def __init__(self) -> None:
            Big.alive += 1

        def __del__(self) -> None:
            Big.alive -= 1

    def fails() -> None:
        big = Big()
        assert big.alive
        raise MemoryError

    kept = []
    try:
        with item("a"):
            fails()
    except UnforeseenError as error:
        kept.append(error)
    assert kept
    assert Big.alive == 0
