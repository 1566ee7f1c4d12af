"""A thing that can be clicked can be signed: a list that goes on answers what ends by itself."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from pbem.client.session.drafts import draft_in
from pbem.client.views.choosing.choices import choices_in
from pbem.client.views.choosing.known import Known
from pbem.client.views.choosing.usual_first import usual_first
from pbem.client.views.counters import held_by_others
from pbem.kit.contract import Arrow
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible

LANDINGS = (
    "land 1/2 1203\nland 1/6 1102\nland 1/8 1002\nland 1/23 0902\nland 1/24 0801\n"
    "land 1/25 0802 from 0703\n"
)
"""All who may land in the first Game-Turn of Saipan: movement ends by itself after them."""


@pytest.fixture
def play() -> Play:
    return unsigned.begin(unsigned.bind(unsigned.rules_of("saipan"), "historical", {}))


def test_every_choice_is_good_after_the_list_that_it_is_offered_after(play):
    me = play.seats["us"]
    found = choices_in(play.trial(), me, LANDINGS, "317", viewer="us")
    assert found.choices
    assert all(one.line.startswith("end movement; attack 317 with") for one in found.choices)
    for one in found.choices[:5]:
        drafted = draft_in(play, me, f"{LANDINGS}{one.line}".encode())
        assert [raw["do"] for raw in drafted.orders[-2:]] == ["end", "attack"]


def test_nothing_is_put_before_what_is_asked(play):
    found = choices_in(play.trial(), play.seats["us"], "land 1/2 1203", "1/6", viewer="us")
    assert found.choices[0].line == "land 1/6 0801"


def words(line):
    return sorted(line.split())


def test_what_is_usual_comes_first_and_two_before_ten(play):
    """An attack without guns comes before the same with 1, 2, ... 10 of them; and their odds."""
    found = choices_in(
        play.trial(), play.seats["us"], f"{LANDINGS}end movement", "317", viewer="us"
    )
    lines = [one.line for one in found.choices]
    best = next(one for one in lines if words(one) == words("attack 317 with 1/2 1/6 1/8"))
    assert lines[:11] == [best, *(f"{best} gsp {count}" for count in range(1, 11))]
    assert all(one.odds for one in found.choices[:5])


def test_units_come_as_people_count_and_forms_as_the_rules_have_them(play):
    found = choices_in(play.trial(), play.seats["us"], "", "", viewer="us")
    units = list(dict.fromkeys(one.units[0] for one in found.choices if one.units))
    assert units.index("1/2") < units.index("1/8") < units.index("1/23") < units.index("2/2")
    arrows = [Arrow(("A",), ("0101", "0102"), (), cost) for cost in (2, 1)]
    first = usual_first(["land A 0102", "move A 0102", "end movement"])
    assert first("move A 0102", arrows[1]) < first("move A 0102", arrows[0]), "the cheapest first"
    assert first("land A 0109", arrows[0]) < first("move A 0102", arrows[1])
    assert first("move A 0102", arrows[0]) < first("end movement", Arrow(()))


def test_the_second_attack_is_offered_while_the_first_waits(play):
    """Guns of the other and dice come first: what else is legal now may stand in the list too."""
    me, first = play.seats["us"], f"{LANDINGS}end movement\nattack 317 with 1/2 1/6 1/8 gsp 2"
    found = choices_in(play.trial(), me, first, "16", viewer="us")
    assert found.open
    assert found.beforehand
    assert "is asked: Final protective fire" in found.prompt
    lines = [one.line for one in found.choices]
    assert not any("317" in line for line in lines), "its units have attacked"
    second = next(one for one in lines if words(one) == words("attack 16 with 1/23 1/24 1/25"))
    assert draft_in(play, me, f"{first}\n{second}".encode()).waiting == 1
    assert choices_in(play.trial(), me, first, "1/2", viewer="us").choices == []
    third = choices_in(play.trial(), me, f"{first}\n{second}", "", viewer="us")
    assert third.open
    assert not {unit for one in third.choices for unit in one.units} & {"1/2", "1/23"}


def test_after_the_turn_of_another_nothing_is_offered(play):
    """That player's phase ends a list: what stood below it would not be carried out."""
    tokyo = unsigned.begin(unsigned.bind(unsigned.rules_of("tokyo"), "two", {}))
    me = tokyo.seats[tokyo.asked.side]
    lines = "\n".join(tokyo.game.text(one) for one in tokyo.game.sensible(tokyo.position, 1))
    found = choices_in(tokyo.trial(), me, lines, "", viewer=tokyo.asked.side)
    assert not found.open
    assert found.choices == []


def test_what_is_asked_after_the_list_is_reported_with_what_begins_an_answer(play):
    me = play.seats["us"]
    before = choices_in(play.trial(), me, "", "", viewer="us")
    following = choices_in(play.trial(), me, f"{LANDINGS}end movement", "", viewer="us")
    assert before.forms == ("move", "land", "end")
    assert following.forms != before.forms
    assert "attack" in following.forms
    assert following.paragraph


def in_combat():
    """Manila in its first Combat Phase, and the units of an Area with several."""
    manila = unsigned.begin(unsigned.bind(unsigned.rules_of("manila"), "campaign", {}))
    rng, secrets = random.Random(1), unsigned.Secrets()  # noqa: S311 - no secret
    dice = SeededDice(rng)
    while manila.due is not None or manila.asked.name != "combat":
        if manila.due is not None:
            manila.roll(dice)
        else:
            secrets.answer(manila, manila.asked, answer_sensible(manila, rng))
    at = manila.position.at
    area = next(area for area in at.values() if list(at.values()).count(area) > 2)
    return manila, area, [unit for unit in at if at[unit] == area]


def test_several_units_of_manila_are_activated_and_moved_at_once():
    manila, area, (one, two, three, *_) = in_combat()
    me = manila.seats["us"]
    alone = choices_in(manila.trial(), me, "", one, viewer="us").choices
    ways = {it.path for it in alone if it.path}
    assert ways
    assert all(it.line.startswith(f"activate {area}: {one} to ") for it in alone if it.path)
    all_three = choices_in(manila.trial(), me, "", f"{one} {two} {three}", viewer="us").choices
    assert all_three
    for it in all_three:
        assert it.line.startswith(f"activate {area}: {one} {two} {three} to ")
        assert set(it.units) == {one, two, three}
        assert it.path in ways
        draft_in(manila, me, it.line.encode())
    active = f"activate {area}"
    moved = choices_in(manila.trial(), me, active, f"{one} {two}", viewer="us").choices
    assert moved
    assert all(it.line.startswith(f"move {one} {two} to ") for it in moved)
    elsewhere = next(it for it, at in manila.position.at.items() if at != area)
    together = choices_in(manila.trial(), me, "", f"{one} {elsewhere}", viewer="us").choices
    assert together == [], "who stands elsewhere is not activated with them"


def test_what_is_asked_alone_is_reported_without_looking_for_choices(play):
    me, written = play.seats["us"], f"{LANDINGS}end movement"
    whole = choices_in(play.trial(), me, written, "", viewer="us")
    asked = choices_in(play.trial(), me, written, None, viewer="us")
    assert whole.choices
    assert asked == replace(whole, choices=[])


def test_who_points_at_an_enemy_is_offered_the_attacks_on_his_place():
    """In Race to Tokyo an attack names the hex, and a click is on the counter in it."""
    play = unsigned.begin(unsigned.bind(unsigned.rules_of("tokyo"), "two", {}))
    rng, secrets = random.Random(1), unsigned.Secrets()  # noqa: S311 - no secret
    dice = SeededDice(rng)
    while play.due is not None or "attack" not in play.asked.forms:
        if play.due is not None:
            play.roll(dice)
        else:
            secrets.answer(play, play.asked, answer_sensible(play, rng))
    side = play.asked.side
    attacks = [
        play.game.arrow(play.position, order) for order in play.game.legal(play.seen_by(side))
    ]
    place = next(one.against[0] for one in attacks if one is not None and one.against)
    seen = play.game.picture(play.game.view(play.position, side))
    unit = next(one.name or one.label for one in seen.pieces if one.space == place)
    found = choices_in(play.trial(), play.seats[side], "", unit, viewer=side)
    assert found.choices
    assert all(place in one.against for one in found.choices)


@pytest.mark.parametrize(
    ("name", "scenario", "wanted"),
    [
        ("saipan", "historical", "end movement"),
        ("manila", "campaign", "end combat"),
        ("tokyo", "two", "end movement"),
        ("meiktila", "meiktila", "end movement"),
        ("singapore", "brigade", "pass"),
    ],
)
def test_what_needs_no_place_is_offered_as_it_is_written(name, scenario, wanted):
    play = unsigned.begin(unsigned.bind(unsigned.rules_of(name), scenario, {}))
    rng, secrets = random.Random(7), unsigned.Secrets()  # noqa: S311 - no secret
    dice, seen = SeededDice(rng), set[str]()
    for _ in range(40):
        if play.due is not None:
            play.roll(dice)
            continue
        if play.asked is None:
            break
        me = play.seats[play.asked.side]
        if play.asked.secret is None:
            offered = choices_in(play.trial(), me, "", None, viewer=play.asked.side).plain
            for line in offered:
                assert draft_in(play.trial(), me, line.encode()).orders, line
            seen.update(offered)
        secrets.answer(play, play.asked, answer_sensible(play, rng))
    assert wanted in seen
    assert not [line for line in seen if "sniper" in line or "dig" in line], "a unit is meant"


def arranged(name, scenario, **given):
    """Return a play that was set up by hand, as numbered cases are."""
    play = unsigned.begin(unsigned.bind(unsigned.rules_of(name), scenario, {}))
    play.position = play.game.arrange(given, play.cups)
    play.await_need()
    return play


def test_an_order_to_which_others_only_add_needs_no_place():
    """[Meiktila 6.1.1] After either mode of the marker the units that it activates have orders."""
    units = {"GR13": "M7", "1/55": "M9", "2/106": "M10"}
    play = arranged("meiktila", "meiktila", turn=3, phase="activation jp", initiative="jp",
                    up=["J-49"], units=units)  # fmt: skip
    me = play.seats["jp"]
    found = choices_in(play.trial(), me, "", None, viewer="jp")
    assert found.plain == ("activate move-attack", "activate attack-move", "end activation")
    able = choices_in(play.trial(), me, "", "2/106", viewer="jp")
    assert able.note == "2/106 can do nothing now"
    assert able.later == "After `activate move-attack`, some orders name it."
    other = choices_in(play.trial(), me, "", "1/55", viewer="jp")
    assert "J-49 does not activate 1/55 [6.1.1]" in other.later


def test_a_unit_that_is_shut_in_says_why_it_does_not_move():
    """[Race to Tokyo 4.0, 5.2] From zone to zone nobody moves, nor into an enemy."""
    units = {"24": "2817", "31": "3217", "U1": "2816", "U2": "2818"}
    play = arranged("tokyo", "two", turn=3, phase="8ag movement", clear=True, units=units)
    found = choices_in(play.trial(), play.seats["8ag"], "", "24", viewer="8ag")
    assert "24 can do nothing now (move to " in found.note
    assert "an enemy is in 2816 [5.2]" in found.note
    assert "are both in an enemy zone of control [4." in found.note
    assert "roll" not in found.note
    assert "remove" not in found.note


def test_what_can_do_nothing_says_why(play):
    """An enemy's unit, a unit that has acted; a word that stands for nothing is not judged."""
    me = play.seats["us"]
    said = choices_in(play.trial(), me, "land 1/2 1203", "316", viewer="us")
    assert said.note == "no unit of yours can attack 316 in 0409 now"
    storm = choices_in(play.trial(), me, "land 1/2 1203", "16", viewer="us")
    assert {one.path[-1] for one in storm.choices} == {"0802"}, "who storms his hex attacks him"
    again = choices_in(play.trial(), me, "land 1/2 1203", "1/2", viewer="us")
    assert again.note == (
        "1/2 can do nothing now (move: 1/2 landed in this phase, so it cannot move again [12.31])"
    )
    assert choices_in(play.trial(), me, "", "9/99", viewer="us").note.startswith(
        "Nothing here is called '9/99'"
    )
    assert not choices_in(play.trial(), me, "", "1/2", viewer="us").note


def test_what_is_the_same_of_each_unit_is_worked_out_once(monkeypatch):
    """The end of a phase, and the attacks after its end: each is an order played out."""
    play = unsigned.begin(unsigned.bind(unsigned.rules_of("singapore"), "brigade", {}))
    me, given, known = play.seats["jp"], [], Known().at("as it is now")
    real = Play.order
    monkeypatch.setattr(Play, "order", lambda *of, **how: given.append(of) or real(*of, **how))
    first, second = (
        choices_in(play.trial(), me, "", unit, viewer="jp", known=known) for unit in ("ji7", "ji8")
    )
    alone = len(given)
    assert choices_in(play.trial(), me, "", "ji8", viewer="jp") == second != first
    assert alone == len(given) - alone > 0
    choices_in(play.trial(), me, "", "ji8", viewer="jp", known=known.at("as it is then"))
    assert len(given) == 3 * alone


def test_a_move_among_enemies_storms_and_one_among_allies_does_not():
    """[Singapore 4.6] A Japanese unit attacks Britons; to an Australian those are friends."""
    units = {"bi1": "Jurong", "ai1": "Tengah", "ji1": "Bukit-Batok"}
    play = arranged("singapore", "brigade", clear=True, phase="movement", units=units,
                    control={"Bukit-Batok": "jp"})  # fmt: skip
    found = choices_in(play.trial(), play.seats["jp"], "", "ji1", viewer="jp")
    storms = {one.path[-1]: one.storms for one in found.choices}
    assert storms["Jurong"]
    assert storms["Tengah"]
    assert not storms["Pandan"]
    picture = play.game.picture(play.game.view(play.position, "br"))
    assert held_by_others(picture, "br") == held_by_others(picture, "au") == {"Bukit-Batok"}
    assert held_by_others(picture, "jp") == {"Jurong", "Tengah"}
