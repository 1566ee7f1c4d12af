"""`pbem legal`: all that is legal, or a word on what is not listed; whose turn it is otherwise."""

from __future__ import annotations

import pytest

from pbem.desk.look import legal

LANDINGS = ["land 1/2 1203", "land 1/6 1102", "land 1/8 1002", "land 1/23 0902", "land 1/24 0801",
            "land 1/25 0802 from 0703"]  # fmt: skip


def orders(*lines: str) -> list[str]:
    return [word for line in lines for word in ("-m", line)]


@pytest.fixture
def combat(game):
    """ann has landed and declares attacks."""
    ann, bob = game
    ann("order", *orders(*LANDINGS, "end movement"))
    return ann, bob


@pytest.fixture
def fire(combat):
    """bob is asked for final protective fire."""
    ann, bob = combat
    ann("order", *orders("attack 317 with 1/2 1/6 1/8 gsp 5"))
    bob("take", ann.sends())
    return ann, bob


def lines(said: str) -> list[str]:
    return [line.strip() for line in said.splitlines() if line.startswith("  ")]


def test_who_is_not_asked_is_told_in_a_sentence_who_is(combat):
    ann, bob = combat
    bob("take", ann.sends())
    said = bob.fails("legal")
    assert len(said.splitlines()) == 1
    assert said.startswith("pbem: ann (us) has the pen: Declare an attack, or end combat.")
    assert "'pbem legal --theirs' lists what is legal for ann" in said
    assert lines(bob("legal", "--theirs")) == lines(ann("legal"))
    assert bob.run("legal", "--theirs", "--json").json["yours"] is False
    assert ann.run("legal", "--json").json["yours"] is True


def test_a_hex_names_the_unit_that_stands_in_it(combat):
    """An attack is written with the names of units; who asks about a hex is told of it too."""
    ann, _ = combat
    spaces = {(one["side"], one["label"]): one["space"]
              for one in ann.run("show", "--json").json["picture"]["pieces"]}  # fmt: skip
    hex_of_317 = spaces["jp", "317"]
    by_hex = lines(ann("legal", hex_of_317, "--most", "100000"))
    assert "attack 317 with 1/8 1/6 1/2 gsp 4" in by_hex
    assert lines(ann("legal", "317", "--most", "100000")) == by_hex
    assert "nothing" not in ann("legal", hex_of_317)


def test_every_combination_of_fire_is_listed(fire):
    _, bob = fire
    listed = lines(bob("legal", "--most", "10000"))
    assert {"fpf 3/10 1/3", "fpf 2/3 1/3"} <= set(listed)  # and not only the nearest of them
    for wanted in ("fpf 2/3 1/3", "fpf 1/3 2/3"):
        said = lines(bob("legal", *wanted.split()[1:]))
        assert "fpf 2/3 1/3" in said
        assert all({"2/3", "1/3"} <= set(line.split()) for line in said)
    assert len(listed) == len(set(listed))


def test_what_no_list_holds_is_said(game, combat):
    ann, _ = combat
    assert "After" not in ann("legal", "--most", "10")
    assert "... and more" in ann("legal", "--most", "10")


def test_ways_that_are_not_listed_are_said(game):
    ann, _ = game
    assert "`move`: to each hex the cheapest way is listed" in ann("legal")


def test_that_looking_stopped_is_said_with_how_far(combat, monkeypatch):
    ann, _ = combat
    monkeypatch.setattr(legal, "LOOKED_AT", 20)
    assert "After 20 orders looking stopped: others may be legal too." in ann("legal")
    assert "looking stopped" in ann("legal", "gsp", "9")


def test_behind_how_many_orders_was_looked_is_said(game, monkeypatch):
    ann, _ = game
    said = ann("legal", "318", "317")
    assert "names 318 317, nor does anything after one more order (40 of the " in said
    assert "that are legal were tried)" in said
    monkeypatch.setattr(legal, "LOOKED_BEHIND", 10_000)
    monkeypatch.setattr(legal, "LOOKED_AT", 3)
    assert ann("legal", "318", "317").count(" tried)") == 0


# --- where a unit can go, and who can come -----------------------------------------------------


def test_where_a_unit_can_go_is_told_and_drawn(game):
    """The beaches of Game-Turn 1 are six; 1/2 may land at any of them (12.31)."""
    ann, _ = game
    told = ann("legal", "1/2")
    assert "1/2 can go to:\n  0801, 0802, 0902, 1002, 1102, 1203\n" in told
    assert "08   09   10   11   12" in told
    assert "  land 1/2 1203 (one of its 6 moves: --ways lists them)\n" in told
    assert told.count("land 1/2 ") == 1
    assert ann("legal", "1/2", "--ways").count("land 1/2 ") == 6
    found = ann.run("legal", "1/2", "--json").json
    beaches = ["0801", "0802", "0902", "1002", "1102", "1203"]
    assert found["reach"]["places"] == dict.fromkeys(beaches)
    assert len(found["lines"]) == 6


def test_who_can_come_to_a_place(game):
    ann, _ = game
    told = ann("legal", "1203")
    assert "\nCan come to 1203: 1/105, " in told
    assert "\nCan come beside it: nobody.\n" in told
    found = ann.run("legal", "1103", "--json").json
    assert found["comers"]["into"] == {}
    assert {"1/2", "1/6"} <= set(found["comers"]["beside"])


def test_who_can_come_says_where_looking_stopped(game, monkeypatch):
    ann, _ = game
    assert "was read off" not in ann("legal", "1203")
    monkeypatch.setattr(legal, "MAPPED", 2)
    told = ann("legal", "1203")
    assert "Where units can go was read off 2 orders; others may go farther." in told
