"""Odds that a list of choices leaves out, asked for of one order at a time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from client.views.test_choices import LANDINGS
from pbem.client.views.choosing.choices import Choice, choices_in
from pbem.client.views.choosing.promised import promised_in
from pbem.client.views.legal import ODDS_MOST
from pbem.client.views.odds import odds_in
from pbem.errors import NotYourPen
from pbem.kit.chances.battles import Limits
from pbem.kit.dice import SeededDice
from pbem.kit.wording import share
from pbem.play.play import Play
from pbem.selfplay import unsigned


def begun(rules: str, scenario: str) -> Play:
    return unsigned.begin(unsigned.bind(unsigned.rules_of(rules), scenario, {}))


def offered(play: Play, side: str, written: str, about: str) -> dict[str, Choice]:
    found = choices_in(play.trial(), play.seats[side], written, about, viewer=side)
    return {one.line: one for one in found.choices}


@pytest.fixture
def moving() -> Play:
    """The Japanese move first on the map of Singapore, from their axes of attack."""
    return begun("singapore", "brigade")


def test_moves_among_the_enemy_have_odds_that_are_asked_for_and_no_others(moving: Play) -> None:
    """[4.6] Three Australians hold Sarimbun; nobody stands on the other axes."""
    found = offered(moving, "jp", "end air", "ji7")
    assert found["move ji7 Sarimbun"].unreckoned
    assert not found["move ji7 Axis-A"].unreckoned
    assert not any(one.odds for one in found.values())


def test_they_are_those_of_the_battle_after_what_is_written(moving: Play) -> None:
    """A unit that goes there by another order of the list fights there too."""
    me, line = moving.seats["jp"], "move ji7 Sarimbun"
    (alone,) = odds_in(moving, "jp", f"end air; {line}")
    likeliest = alone.cases[0]
    reported = promised_in(moving.trial(), me, "end air", line).odds
    assert reported.startswith(f"{likeliest.result} {share(likeliest.chance, exact=False)}, ")
    following = promised_in(moving.trial(), me, "end air\nmove ji1 ji2 ji3 Sarimbun", line).odds
    together = promised_in(
        moving.trial(), me, "end air\nmove ji7 Axis-A", "move ji1 ji2 ji3 Sarimbun"
    ).odds
    assert len({reported, following, together}) == 3


def test_where_a_sensible_player_would_retreat_it_is_reported_too_what_comes_if_nobody_does(
    moving: Play,
) -> None:
    """[4.10.4] One Australian in Buloh leaves before three."""
    reported = promised_in(
        moving.trial(), moving.seats["jp"], "end air", "move ji7 ji8 ji9 Buloh"
    ).odds
    assert reported.startswith("Buloh is Japanese always; if nobody retreats: Buloh is Australian ")


def test_a_move_where_nobody_stands_promises_nothing(moving: Play) -> None:
    assert promised_in(moving.trial(), moving.seats["jp"], "end air", "move ji7 Axis-A").odds == ""


def test_what_is_not_followed_is_said(moving: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.client.views.odds.FEW", Limits(2, 30))
    reported = promised_in(
        moving.trial(), moving.seats["jp"], "end air", "move ji7 ji8 Sarimbun"
    ).odds
    assert "not followed " in reported


def test_the_battle_itself_is_reported_once_it_is_asked_for(moving: Play) -> None:
    """[4.10] Two sectors are fought for, and the order of the battles is chosen."""
    asked_again = ("end air", "move ji7 Buloh", "move ji1 Murai", "end movement", "end barrage")
    for line in asked_again:
        moving.order(moving.seats["jp"], [raw(moving, "jp", line)])
    while moving.asked is not None and moving.asked.side != "jp":
        moving.order(moving.seats[moving.asked.side], [{"do": "pass"}])
    assert moving.asked is not None
    assert moving.asked.name == "combat"
    found = offered(moving, "jp", "", "Buloh")
    assert found["battle Buloh"].unreckoned
    reported = promised_in(moving.trial(), moving.seats["jp"], "", "battle Buloh").odds
    assert reported.startswith("Buloh is Australian ")


def test_both_answers_to_whether_one_retreats_have_odds_that_are_asked_for(moving: Play) -> None:
    """[4.10.4] Three against three in Sarimbun: who leaves it gives it up, who stays fights on."""
    for line in ("end air", "move ji1 ji2 ji3 Sarimbun", "end movement", "end barrage"):
        moving.order(moving.seats["jp"], [raw(moving, "jp", line)])
    dice = SeededDice(random.Random(1))  # noqa: S311 - no secret
    while moving.asked is None or moving.asked.name != "retreat":
        if moving.due is not None:
            moving.roll(dice)
            continue
        assert moving.asked is not None
        line = "battle Sarimbun" if moving.asked.name == "combat" else ""
        answer = raw(moving, moving.asked.side, line) if line else usual(moving)
        moving.order(moving.seats[moving.asked.side], [answer])
    side = moving.asked.side
    answers = offered(moving, side, "", "")
    assert set(answers) == {"retreat", "pass"}
    assert all(one.unreckoned and not one.odds for one in answers.values())
    reported = {
        line: promised_in(moving.trial(), moving.seats[side], "", line).odds for line in answers
    }
    assert (
        reported["retreat"] == f"Sarimbun is {'Australian' if side == 'jp' else 'Japanese'} always"
    )
    assert "%, " in reported["pass"]


def usual(play: Play) -> dict[str, Any]:
    """Return what a sensible player answers to what is asked."""
    assert play.asked is not None
    return play.game.write_order(play.game.sensible(play.position, 0)[0])


def raw(play: Play, side: str, line: str) -> dict[str, Any]:
    return play.game.write_order(play.game.parse(play.position, side, line))


def test_attacks_beyond_the_first_few_are_asked_for_too() -> None:
    play = begun("saipan", "historical")
    written = f"{LANDINGS}end movement"
    found = offered(play, "us", written, "")
    attacks = [one for one in found.values() if one.against]
    reckoned = [one for one in attacks if one.odds]
    assert len(reckoned) == ODDS_MOST < len(attacks)
    assert [one for one in attacks if not one.unreckoned] == reckoned
    for one in (*reckoned[:2], next(one for one in attacks if one.unreckoned)):
        reported = promised_in(play.trial(), play.seats["us"], written, one.line).odds
        assert reported
        assert one.odds in {"", reported}


def test_after_a_phase_that_ended_by_itself_they_are_those_of_the_order_that_is_meant() -> None:
    """With the last of six landings the movement ends, and the line of an attack says so first."""
    play = begun("saipan", "historical")
    found = offered(play, "us", LANDINGS, "")
    attack = next(one for one in found.values() if one.unreckoned)
    assert attack.line == f"{attack.ahead}; {attack.line.removeprefix('end movement; ')}"
    reported = promised_in(play.trial(), play.seats["us"], LANDINGS, attack.line).odds
    ended = f"{LANDINGS}end movement"
    alone = attack.line.removeprefix("end movement; ")
    assert reported == promised_in(play.trial(), play.seats["us"], ended, alone).odds != ""


def test_of_whom_nothing_is_asked_nothing_is_promised(moving: Play) -> None:
    with pytest.raises(NotYourPen):
        promised_in(moving.trial(), moving.seats["br"], "", "pass")
