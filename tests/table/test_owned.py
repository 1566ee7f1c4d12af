"""The differences of an owner's pack from the module's own data, and their report."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pbem.table.owned import OwnersPack, differing, differing_words, pack_words


class Pack(msgspec.Struct):
    units: dict[str, Any]
    table: list[Any]
    note: str = "own"


OWN = Pack({"1/2": 5, "3/4": 6}, [1, [2, 3], "x"])


@pytest.mark.parametrize(
    ("other", "lines"),
    [
        (OWN, []),
        (Pack({"1/2": 5, "3/4": 7}, [1, [2, 3], "x"]), ["units.3/4 7 (module: 6)"]),
        (Pack({"1/2": 5}, [1, [2, 3], "x"]), ["units.3/4 not there (module: 6)"]),
        (
            Pack({"1/2": 5, "3/4": 6, "5/6": None}, [1, [2, 3], "x"]),
            ["units.5/6 null (module: not there)"],
        ),
        (Pack(OWN.units, [2, [2, 4], "y"]),
         ["table.0 2 (module: 1)", "table.1.1 4 (module: 3)", "table.2 y (module: x)"]),
        (Pack(OWN.units, [1, [2], "x"]), ["table.1 1 entries (module: 2)"]),
        (Pack(OWN.units, [True, [2, 3], "x"]), ["table.0 true (module: 1)"]),
        (Pack(OWN.units, [1, "2", "x"]), ["table.1 2 (module: [2,3])"]),
        (Pack(OWN.units, OWN.table, "n" * 41), [f"note {'n' * 40}... (module: own)"]),
        (Pack(OWN.units, OWN.table, "n" * 40), [f"note {'n' * 40} (module: own)"]),
    ],
)  # fmt: skip
def test_each_place_that_differs(other, lines):
    assert list(differing(OWN, other)) == lines


def test_only_the_first_places_are_reported():
    places = tuple(f"place {n}" for n in range(12))
    for count in range(1, 13):
        reported = differing_words(places[:count])
        assert reported.split("; ")[0] == "place 0"
        assert reported.count("place") + sum(
            int(words.split()[1]) for words in reported.split("; ") if words.endswith(" more")
        ) == count  # fmt: skip
    assert " more" not in differing_words(places[:1])
    assert differing_words(places).endswith(" more")
    assert differing_words(("a\x1b",)) == "a\\x1b"


def test_a_game_with_an_owners_pack_is_reported():
    digest = "0123456789abcdef" * 4
    assert pack_words(OwnersPack(digest, ("a 1 (module: 2)",))) == (
        "Played with an owner's data pack (0123456789abcdef...), which differs in: a 1 (module: 2)."
    )
    assert pack_words(OwnersPack(digest)) == (
        "Played with an owner's data pack (0123456789abcdef...); that pack is not here, "
        "so nobody can say how it differs."
    )
