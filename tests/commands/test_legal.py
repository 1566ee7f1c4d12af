"""`pbem legal`: all that is legal, or a word on what is not listed; whose turn it is otherwise."""

from __future__ import annotations

import pytest

from pbem.client.views import following, legal

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
    """The orders that are listed, without what is said of each in brackets after it."""
    reported = [line.strip() for line in said.splitlines() if line.startswith("  ")]
    return [line.partition("   (")[0] for line in reported]


def test_who_is_not_asked_is_reported_in_a_sentence_who_is(combat):
    ann, bob = combat
    bob("take", ann.sends())
    said = bob.fails("legal")
    assert len(said.splitlines()) == 1
    assert said.startswith("pbem: Waiting for ann (U.S.): Declare an attack, or end combat.")
    assert "'pbem legal --theirs' lists what is legal for ann" in said
    assert lines(bob("legal", "--theirs")) == lines(ann("legal"))
    assert bob.run("legal", "--theirs", "--json").json["yours"] is False
    assert ann.run("legal", "--json").json["yours"] is True


def test_a_hex_names_the_unit_that_stands_in_it(combat):
    """An attack is written with the names of units; a question about a hex finds it too."""
    ann, _ = combat
    spaces = {(one["side"], one["label"]): one["space"]
              for one in ann.run("show", "--json").json["picture"]["pieces"]}  # fmt: skip
    hex_of_317 = spaces["jp", "317"]
    by_hex = lines(ann("legal", hex_of_317, "--most", "100000", "--ways"))
    assert "attack 317 with 1/8 1/6 1/2 gsp 4" in by_hex
    of_317 = lines(ann("legal", "317", "--most", "100000", "--ways"))
    assert by_hex == [*of_317, *by_hex[len(of_317) :]]
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
    assert "pbem stopped looking after 20 orders. More may be legal." in ann("legal")
    assert "stopped looking" in ann("legal", "gsp", "9")


def test_after_how_many_orders_was_looked_is_said(game, monkeypatch):
    ann, _ = game
    said = ann("legal", "318", "317")
    assert "No legal order names 318 317 now, not even after one more order (40 of " in said
    assert "legal orders were tried)" in said
    monkeypatch.setattr(following, "LOOKED_AFTER", 10_000)
    monkeypatch.setattr(legal, "LOOKED_AT", 3)
    assert ann("legal", "318", "317").count(" tried)") == 0


# --- where a unit can go, and who can come -----------------------------------------------------


def test_where_a_unit_can_go_is_reported_and_drawn(game):
    """The beaches of Game-Turn 1 are six; 1/2 may land at any of them (12.31)."""
    ann, _ = game
    reported = ann("legal", "1/2")
    assert "1/2 can go to:\n  0801, 0802, 0902, 1002, 1102, 1203\n" in reported
    assert "08   09   10   11   12" in reported
    assert "  land 1/2 1203   (and 4 more like it: --ways)\n" in reported
    assert "  land 1/2 0802 from 0703\n" in reported, (
        "0802 is held, and stormed from the sea (12.32)"
    )
    assert reported.count("land 1/2 ") == 2
    assert ann("legal", "1/2", "--ways").count("land 1/2 ") == 6
    found = ann.run("legal", "1/2", "--json").json
    beaches = ["0801", "0802", "0902", "1002", "1102", "1203"]
    assert found["reach"]["places"] == dict.fromkeys(beaches)
    assert len(found["lines"]) == 6


def test_who_can_come_to_a_place(game):
    ann, _ = game
    reported = ann("legal", "1203")
    assert "\nAble to reach 1203: 1/105, " in reported
    assert "\nAble to move beside it: nobody.\n" in reported
    assert reported.count("  land ") == 1, "who can come is told once"
    found = ann.run("legal", "1103", "--json").json
    assert found["comers"]["into"] == {}
    assert {"1/2", "1/6"} <= set(found["comers"]["beside"])


def test_who_can_come_says_where_looking_stopped(game, monkeypatch):
    ann, _ = game
    assert "Other units may go farther" not in ann("legal", "1203")
    monkeypatch.setattr(legal, "MAPPED", 2)
    reported = ann("legal", "1203")
    assert "The map shows the moves of 2 orders. Other units may go farther." in reported


def test_who_stands_beside_a_place_is_reported(combat):
    """317 in 1103 has 1/2 in 1203, 1/6 in 1102 and 1/8 in 1002 beside it."""
    ann, _ = combat
    assert "Beside it: 1/2, 1/6, 1/8.\n" in ann("legal", "1103")
    assert sorted(ann.run("legal", "1103", "--json").json["comers"]["near"]) == [
        "1/2",
        "1/6",
        "1/8",
    ]


# --- a long list is shown in short ---------------------------------------------------------------


def test_all_that_can_move_is_reported_in_short(game):
    """28 battalions of infantry may land on Game-Turn 1, each at any of six beaches (14.12)."""
    ann, _ = game
    reported = ann("legal").splitlines()
    assert len(reported) < 12
    (line,) = [line for line in reported if line.startswith("  land ")]
    assert line.startswith("  land 28 units (1/105, 1/106, ")
    assert line.endswith(" to 0801, 0802, 0902, 1002, 1102, 1203")
    assert "  land 1/2 1203" in ann("legal", "--ways").splitlines()
    assert len(ann.run("legal", "--json").json["lines"]) == 168


def test_attacks_are_reported_target_by_target_with_odds(combat):
    """317 is attacked with 15 against 3, 16 with 15 against 2; who is far off by support alone."""
    ann, _ = combat
    reported = ann("legal").splitlines()
    assert len(reported) < 30
    assert sorted(reported[1:3]) == [
        "  attack 16 with 1/24 1/23 1/25   (+13: De 50%, Dr 50%; and others on it: --ways)",
        "  attack 317 with 1/8 1/6 1/2   (+12: De 50%, Dr 50%; and others on it: --ways)",
    ]


def test_the_odds_beside_an_order_are_those_of_odds(combat):
    """All who stand beside 16 must attack it (7.1), with 0 to 10 points: few orders."""
    ann, _ = combat
    attack = "attack 16 with 1/24 1/23 1/25 gsp 5"
    reported = ann("legal", "16", "1/24").splitlines()
    (line,) = [line for line in reported if line.startswith(f"  {attack}   (")]
    cases = ann.run("odds", attack, "--json").json[0]["cases"]
    assert {case["result"] for case in cases} == {
        part.split()[0] for part in line.partition(": ")[2].rstrip(")").split(", ")
    }
    assert ann.run("legal", "16", "1/24", "--json").json["odds"][attack] in line


def test_each_answer_to_fire_has_the_odds_that_it_leaves(fire):
    """20 against 3 (5 points) is +17: fire of 4, 3 and 3 points leaves +13 and less."""
    _, bob = fire
    reported = bob("legal").splitlines()
    assert "  pass   (+17: De 50%, Dr 50%)" in reported
    assert all("   (+" in line for line in reported if line.startswith("  fpf "))


# --- the template of a mail -----------------------------------------------------------------------


def template(home) -> list[str]:
    """The comments of the template that a mail brings to the player who is asked."""
    said = home("mail", "write", "--print")
    inside = said[said.index("\n#pbem ") : said.index("\n#end")].splitlines()[2:]
    joined: list[str] = []
    for line in (one.removeprefix("# ") for one in inside):
        if line.startswith("    "):
            joined[-1] += line[3:]
        else:
            joined.append(line)
    return joined


def test_the_template_of_a_mail_says_what_a_decision_risks(combat):
    """ann's mail asks bob whether to fire: each answer with the odds that it leaves."""
    ann, _ = combat
    ann("order", *orders("attack 317 with 1/2 1/6 1/8 gsp 5"))
    lines = template(ann)
    assert lines[0].startswith("Final protective fire for 317?")
    assert "pass   (+17: De 50%, Dr 50%)" in lines
    fire = [line for line in lines if line.startswith("fpf 3/10   (+")]
    assert len(fire) == 1


def test_the_template_shows_each_target_with_its_strongest_attack(combat):
    ann, _ = combat
    lines = template(ann)
    assert "attack 317 with 1/8 1/6 1/2   (+12: De 50%, Dr 50%; and" in " ".join(lines)
    assert sum(line.startswith("attack 317") for line in lines) == 1
