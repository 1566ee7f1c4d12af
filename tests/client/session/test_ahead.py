"""The battles of Singapore that a tried list leads to, each to its end."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.client.session.ahead import Noted
from pbem.client.session.drafts import rehearse_in
from pbem.client.session.trying import Trial, TriedBattle, never, try_course, try_out
from pbem.client.session.words import trial_lines
from pbem.client.views.odds import odds_in
from pbem.kit.chances.odds import Odds
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import Setup, bind


@pytest.fixture
def moving() -> Play:
    """The Japanese move first: three Australians hold Sarimbun, one Buloh, nobody the axes."""
    return unsigned.begin(unsigned.bind(unsigned.rules_of("singapore"), "brigade", {}))


def fighting() -> Play:
    """One against one in Kranji, two against two in Ama Keng, and which is first is asked."""
    game = bind(Setup("singapore", "brigade"))
    play = Play(game, {side: side for side in game.sides})
    two = dict.fromkeys(("ji2", "ji3", "ai2", "ai3"), "Ama-Keng")
    units = {"ji1": "Kranji", "ai1": "Kranji", **two, "bi1": "Bedok"}
    play.position = game.arrange({"clear": True, "phase": "combat", "units": units}, play.cups)
    play.start()
    return play


def tried(play: Play, text: str) -> Trial:
    assert play.asked is not None
    return try_out(rehearse_in(play, play.seats[play.asked.side], text.encode()))


def reported(battle: TriedBattle) -> dict[str, Fraction]:
    return {result: Fraction(chance) for result, chance in battle.results.items()}


def results(odds: Odds) -> dict[str, Fraction]:
    return {case.result: case.chance for case in odds.cases}


def test_a_list_of_moves_leads_to_the_battle_that_its_last_move_leads_to(moving: Play) -> None:
    (battle,) = tried(moving, "end air\nmove ji7 Buloh").battles
    (odds,) = odds_in(moving, "jp", "end air; move ji7 Buloh")
    assert (battle.order, battle.staying) == ("battle Buloh", False)
    assert reported(battle) == results(odds)
    assert [*battle.supposed, "Japan: battle Buloh"] == list(odds.supposed)
    assert {unit: Fraction(chance) for unit, chance in battle.lost.items()} == odds.losses
    assert {unit: Fraction(chance) for unit, chance in battle.out.items()} == odds.out
    assert odds.losses.keys() == odds.out.keys() == {"ji7", "ai4"}


def test_all_places_are_reported_where_its_orders_go_and_again_if_nobody_retreats(
    moving: Play,
) -> None:
    """[4.10.4] One Australian leaves Buloh before three, and three stay in Sarimbun at first."""
    trial = tried(moving, "end air\nmove ji7 ji8 ji9 Buloh\nmove ji1 ji2 ji3 Sarimbun")
    found = [(one.order, one.staying) for one in trial.battles]
    assert found == [
        ("battle Sarimbun", False), ("battle Sarimbun", True),
        ("battle Buloh", False), ("battle Buloh", True),
    ]  # fmt: skip
    leaves, stays = trial.battles[2:]
    assert reported(leaves) == {"Buloh is Japanese": 1}
    assert reported(stays)["Buloh is Australian"] > 0
    lines = trial_lines(trial)
    assert lines[0].startswith("Resulting battles, each as if it were the first. You order nothing")
    assert "  battle Buloh: Buloh is Japanese always." in lines
    supposed = next(line for line in lines if line.startswith("    Assumed before it: "))
    assert supposed.startswith(
        "    Assumed before it: Japan: end movement; Japan: end barrage; Australia: supp"
    )
    assert any(line.startswith("    if nobody retreats: Buloh is ") for line in lines)
    assert not any("/" in line for line in lines), "fractions of forty digits are for programs"


def test_who_goes_there_by_another_order_of_the_list_fights_there_too(moving: Play) -> None:
    alone = tried(moving, "end air\nmove ji1 ji2 ji3 Sarimbun").battles
    following = tried(
        moving, "end air\nmove ji1 ji2 ji3 Sarimbun\nmove ji7 ji8 ji9 Sarimbun"
    ).battles
    assert {one.order for one in (*alone, *following)} == {"battle Sarimbun"}
    assert (
        reported(following[0])["Sarimbun is Japanese"] > reported(alone[0])["Sarimbun is Japanese"]
    )


def test_a_battle_that_the_list_ends_in_is_reported_though_nobody_had_to_begin_it(
    moving: Play,
) -> None:
    """[4.10] There is no other, so it begins by itself after the barrage."""
    written = "end air\nmove ji7 ji8 Buloh\nend movement"
    before = tried(moving, written).battles
    following = tried(moving, f"{written}\nend barrage").battles
    assert [one.order for one in following] == [one.order for one in before]
    assert [reported(one) for one in following] == [reported(one) for one in before]


def test_an_order_that_begins_a_battle_is_reported_with_it() -> None:
    play = fighting()
    (battle,) = tried(play, "battle Kranji").battles
    (odds,) = odds_in(play, "jp", "battle Kranji")
    assert battle.order == "battle Kranji"
    assert reported(battle) == results(odds)


def test_one_in_which_the_list_goes_on_is_reported_round_by_round(moving: Play) -> None:
    written = "end air\nmove ji7 ji8 Buloh\nend movement\nend barrage"
    assert tried(moving, written).battles
    trial = tried(moving, f"{written}\nattack standard")
    assert trial.battles == []
    assert trial.orders[-1].results


@pytest.mark.parametrize("text", ["end air", "end air\nmove ji7 Axis-A"])
def test_where_nobody_is_met_nothing_is_reported(moving: Play, text: str) -> None:
    trial = tried(moving, text)
    assert trial.battles == []
    assert trial_lines(trial) == []


@pytest.mark.parametrize(
    "text",
    ["end air\nmove ji7 ji8 Buloh", "end air\nmove ji7 ji8 Buloh\nend movement\nend barrage"],
)
def test_a_list_that_was_rehearsed_is_tried_as_often_as_one_likes(moving: Play, text: str) -> None:
    """Its results are looked at on copies, whatever was tried of it first."""
    rehearsed = rehearse_in(moving, moving.seats["jp"], text.encode())
    found = try_out(rehearsed)
    assert found.battles
    sample, hopeless = try_out(rehearsed, runs=5), never(rehearsed)
    course = try_course(rehearsed, [])
    assert try_out(rehearsed) == found
    assert (try_out(rehearsed, runs=5), never(rehearsed)) == (sample, hopeless)
    assert try_course(rehearsed, []) == course
    assert course.outcomes[: len(rehearsed.draft.outcomes)] == rehearsed.draft.outcomes


def test_what_an_order_was_on_the_map_as_it_was_carried_out_is_kept(moving: Play) -> None:
    """It came from the axis; as things lie after it, it would go from Buloh to Buloh."""
    rehearsed = rehearse_in(moving, moving.seats["jp"], b"end air\nmove ji7 ji8 Buloh")
    following, (_, move) = rehearsed.begun.play.position, rehearsed.begun.orders
    try_out(rehearsed)
    noted = rehearsed.watched
    assert isinstance(noted, Noted)
    for one in (noted.again(), noted.again(), noted):
        assert one.on_map(following, move).path == ("Axis-B", "Buloh")


def test_games_without_whole_battles_have_none() -> None:
    play = unsigned.begin(unsigned.bind(unsigned.rules_of("saipan"), "historical", {}))
    assert tried(play, "land 1/2 1203").battles == []


def test_who_is_suppressed_is_told_apart_from_who_is_lost() -> None:
    """[1.12] By three points a unit is eliminated, by less it is suppressed and may fight again."""
    play = fighting()
    trial = tried(play, "battle Kranji")
    lost, out = (
        {unit: Fraction(one) for unit, one in found.items()} for found in (trial.lost, trial.out)
    )
    reported = {result: Fraction(one) for result, one in trial.besides[0].results.items()}
    assert lost["ai1"] == reported["defender eliminated"] > 0
    assert out["ai1"] == reported["defender suppressed"] > 0
    assert lost["ji1"] == reported["attacker eliminated"] > 0
    assert out["ji1"] == reported["attacker suppressed"] > 0
    lines = trial_lines(trial)
    assert any(line.startswith("  Lost: ") for line in lines)
    assert any(line.startswith("  Out of the fight, not lost: ") for line in lines)
