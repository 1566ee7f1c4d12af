"""The fields of ``given``: every field of every game's position, as real games show them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from long import far, sample
from pbem.games import registry
from pbem.kit.contract import Question
from pbem.kit.cups import Cups
from pbem.kit.dice import SeededDice
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin, rules_of

FIELDS: dict[str, dict[str, str]] = {
    "lantern": {
        "side": "phase", "phase": "phase", "turn": "turn", "at": "units", "steps": "units",
        "lost": "units", "left": "units", "plan": "plan", "drawn": "drawn", "moved": "moved",
        "fought": "fought", "attacked": "attacked", "held": "held",
        "sealed": "derived: from when the plan is written until it is shown",
        "battle": "never: an attack is declared by a step",
        "ended": "never: a game is played to its end",
    },
    "saipan": {
        "turn": "turn", "side": "phase", "phase": "phase", "on": "units", "sea": "units",
        "dead": "units", "beaches": "beaches", "beachheads": "beachheads", "gsp": "gsp",
        "moved": "moved", "landed": "landed", "must_attack": "must_attack",
        "must_be_attacked": "must_be_attacked", "fought": "fought", "attacked": "attacked",
        "fired": "fired", "shaken": "shaken",
        "battle": "never: an attack is declared by a step",
        "ended": "never: a game is played to its end",
    },
    "tokyo": {
        "turn": "turn", "army": "phase", "phase": "phase", "at": "units", "tokens": "counters",
        "made": "names", "box": "box", "gone": "units", "reserve": "units", "infantry": "reserve",
        "pool": "pool", "ecorps": "ecorps", "freed": "freed", "pending": "pending",
        "triggers": "triggers", "control": "control", "palace_turn": "palace_turn",
        "quota": "quota", "arrivals": "arrivals", "late": "late", "carried": "carried",
        "still": "still", "entered": "entered", "rolled": "rolled", "moved": "moved",
        "fought": "fought", "attacked": "attacked", "strayed": "strayed", "chits": "chits",
        "called": "called", "hq_lost": "hq_lost",
        "serial": "derived: a count of player turns, which only dates who strayed",
        "zoned": "derived: towns that an only zone of control reaches, from where units stand",
        "locked": "derived: who stands in the zone of the 36th Army and is not freed",
        "pledged": "never: a roll for movement is asked for by a step",
        "going": "never: a roll for movement is asked for by a step",
        "far": "never: a roll for movement is asked for by a step",
        "battle": "never: an attack is declared by a step",
        "ended": "never: a game is played to its end",
    },
    "meiktila": {
        **dict.fromkeys(
            ("turn", "phase", "level", "reduced", "dug", "vp", "control", "sixes", "air",
             "supply_air", "interdiction", "sentai", "initiative", "landing", "landed",
             "points", "oos",
             "fired", "edge", "chosen", "attacked", "known", "hidden", "up", "passed", "tried",
             "barred", "tries", "took", "fought", "stirred", "marched", "sheltered"),
        ),
        "side": "phase", "at": "units", "gone": "units", "activation": "up",
        "battle": "never: an attack is declared by a step",
        "ended": "never: a game is played to its end",
    },
    "manila": {
        "turn": "turn", "phase": "phase", "morale": "morale", "defenders": "areas",
        "at": "units", "spent": "units", "out": "units", "track": "units", "gone": "units",
        "placing": "placing", "supply": "supply", "markers": "markers", "event": "event",
        "last_event": "last_event", "air_released": "air_released",
        "nichols_reached": "nichols_reached", "streets": "bloody", "action": "active",
        "battle": "never: an attack is declared by a step",
        "retreat": "never: who must retreat does so after an attack or a breakout",
        "ended": "never: a game is played to its end",
    },
    "singapore": {
        "phase": "phase", "army": "army", "battle": "line",
        "war": "derived: on the map it is given by the words of `GivenMap`",
        "ended": "never: a game is played to its end",
    },
    "table": {
        "turn": "turn", "values": "values", "out": "out", "pieces": "pieces",
        "made": "derived: it counts what came out of the box",
        "making": "derived: decks are shuffled as a case begins",
        "waits": "never: what waits for the end of a turn comes by steps",
        "unmade": "derived: these decks are shuffled when cards of them are drawn first",
        "acts": "derived: it counts what is done",
        "known": "derived: it is what whoever looks knows", "looks": "derived: from the same",
        **dict.fromkeys(
            ("piles", "held", "fresh", "back", "drawing", "due", "thrown", "run", "rolling"),
            "never: cards, dice and pauses come by steps",
        ),
        **dict.fromkeys(("plan", "plans", "recipes"), "never: players write them"),
        **dict.fromkeys(("claim", "ended", "scores"), "never: a game is played to its end"),
    },
}  # fmt: skip
"""Game -> field of its position -> the word of `given` that sets it, or why there is none."""

FIELDS["meiktila"] = {field: word or field for field, word in FIELDS["meiktila"].items()}

NOT_GIVEN = {
    "lantern": lambda at: at.battle is not None or at.phase == "over",
    "saipan": lambda at: at.battle is not None or at.phase == "over",
    "tokyo": lambda at: at.battle is not None or at.pledged or at.phase == "over",
    "meiktila": lambda at: at.battle is not None or at.phase in {"requests", "over"},
    "manila": lambda at: (
        at.battle is not None or at.retreat is not None or at.phase in {"over", "breakout"}
    ),
    "singapore": lambda at: at.phase == "over",
    "table": lambda at: at.ended is not None or at.made > 0 or at.plans > 0,
}
"""Game -> whether a position is one that no case gives."""


def test_every_game_is_here() -> None:
    assert sorted(FIELDS) == registry.names()


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_every_field_can_be_given_or_says_why_not(name: str) -> None:
    game = bind(Setup(name, next(iter(rules_of(name).scenarios))))
    assert sorted(FIELDS[name]) == sorted(game.position_type.__struct_fields__)
    words = type(game).modules.cases.Given.__struct_fields__  # type: ignore[attr-defined]
    for field, word in FIELDS[name].items():
        assert word in words or word.startswith(("never: ", "derived: ")), field


def given_saipan(facts: Mapping[str, Any]) -> dict[str, Any]:
    combat = facts["phase"].endswith("combat")
    same = ["turn", "phase", "beachheads", "beaches", "gsp", "moved", "landed", "fought",
            "shaken", "attacked", "fired"]  # fmt: skip
    return {
        **{word: facts[word] for word in same},
        **{word: facts[word] for word in ("must_attack", "must_be_attacked") if combat},
        "clear": True,
        "units": {
            side: {unit: place for unit, place in units.items() if place != "off"}
            for side, units in facts["units"].items()
        },
    }


def given_tokyo(facts: Mapping[str, Any]) -> dict[str, Any]:
    _, phase = facts["phase"].split()
    same = ["turn", "phase", "names", "palace_turn", "pool", "ecorps", "freed", "pending",
            "triggers", "late", "carried", "strayed", "called", "hq_lost"]  # fmt: skip
    own = {
        "recon": ["quota", "arrivals", "still", "entered"],
        "movement": ["still", "entered", "moved", "rolled"],
        "combat": ["fought", "attacked"],
    }.get(phase, [])
    given = {word: facts[word] for word in (*same, *own)}
    if facts["chits"] or facts["called"]:
        given["chits"] = facts["chits"]
    return {
        **given,
        "clear": True,
        "units": {unit: place for unit, place in facts["units"].items() if place != "off"},
        "counters": facts["known"],
        "known": list(facts["known"]),
        "control": {town: by for town, by in facts["control"].items() if by != "jp"},
        "reserve": {"infantry": facts["sr"]["infantry"]},
    }


def given_manila(facts: Mapping[str, Any]) -> dict[str, Any]:
    same = ["turn", "phase", "morale", "supply", "event", "last_event", "markers", "areas",
            "bloody", "air_released", "nichols_reached"]  # fmt: skip
    given = {word: facts[word] for word in same}
    given["areas"] = {area: what for area, what in facts["areas"].items() if area not in HOME_AREAS}
    if facts["phase"] == "dawn":
        given["placing"] = facts["placing"]
    if facts["active"] is not None:
        given["active"] = {
            "area": facts["active"],
            "contested": facts["contested_before"],
            **{word: facts[word] for word in ("entered", "attacked", "done")},
        }
    return {**given, "clear": True, "units": facts["units"]}


def given_meiktila(facts: Mapping[str, Any]) -> dict[str, Any]:
    given = {word: what for word, what in facts.items() if word != "strength"}
    if not given["phase"].startswith(("activation", "movement", "combat")):
        for word in ("number", "mode", "counted", "moved", "struck", "targets", "digging",
                     "entering"):  # fmt: skip
            del given[word]
    return given


def given_singapore(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in facts.items() if word not in {"strength", "contested"}}


def given_lantern(facts: Mapping[str, Any]) -> dict[str, Any]:
    given = {word: what for word, what in facts.items() if word not in {"strength", "points"}}
    return given if facts["plan"] else {**given, "plan": None}


HOME_AREAS: set[str] = set()
GIVEN_OF = {
    "lantern": given_lantern,
    "saipan": given_saipan,
    "tokyo": given_tokyo,
    "manila": given_manila,
    "meiktila": given_meiktila,
    "singapore": given_singapore,
}
"""Game -> how the words of ``then`` become those of ``given``."""


def alike(name: str, position: Any) -> Any:
    """A position without what a case need not say: the numbers of cups, orders, what is over."""
    plain = msgspec.to_builtins(position)
    if name == "tokyo":
        plain["strayed"] = {u: plain["serial"] - since for u, since in plain["strayed"].items()}
        del plain["serial"]
        over = {
            "recon": ["moved", "rolled", "fought", "attacked"],
            "movement": ["fought", "attacked"],
            "combat": ["still", "entered", "moved", "rolled"],
        }.get(plain["phase"], ["moved", "rolled", "fought", "attacked", "still", "entered"])
        for word in over:
            plain.pop(word)
    if name == "manila":
        # Counters alike in print are distinguished by their copies.
        plain["defenders"] = {a: re.sub(" [0-9]$", "", b) for a, b in plain["defenders"].items()}
        plain["out"] = {u: max(turn, plain["turn"] - 1) for u, turn in plain["out"].items()}
    return bare(plain)


def bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: bare(part) for key, part in value.items()}
    if isinstance(value, list):
        return sorted(map(bare, value), key=str)
    return "?" if isinstance(value, str) and value.startswith("?") else value


def positions(setup: Setup, seed: int) -> Iterator[tuple[Any, Any]]:
    """Every position of a game in which somebody decides, with the game."""
    game = bind(setup)
    play, rng, secrets = begin(game), random.Random(seed), Secrets()  # noqa: S311 - no secret
    writer = answer_random if setup.random else answer_sensible
    for _ in range(MOST):
        if play.result is not None:
            return
        if play.due is not None:
            play.roll(SeededDice(rng))
            continue
        assert isinstance(play.asked, Question)
        if rng.random() < SHARE:
            yield game, play
        secrets.answer(play, play.asked, writer(play, rng)[:1])
        play.lists.clear()


def some_games(setup: Setup) -> Iterator[tuple[Any, Any]]:
    """The positions of one game, or of as many as a short fight needs."""
    seen = 0
    for seed in range(5, 100):
        for game, play in positions(setup, seed):
            seen += not NOT_GIVEN[setup.game](play.position)
            yield game, play
        if seen > far(10, of=30):
            return


MOST = far(250, of=300)
"""Decisions and rolls of one game."""
SHARE = 0.3
"""How many of the decisions are looked at."""

GAMES = [
    Setup("lantern", "lantern"),
    Setup("saipan", "historical"),
    Setup("saipan", "historical", {"jp_gsp": 6, "banzai": True}, random=True),
    Setup("saipan", "free"),
    Setup("tokyo", "two", {"volunteers": True}),
    Setup("tokyo", "two", {"volunteers": True, "chinese_trigger": True}, random=True),
    Setup("tokyo", "three"),
    Setup("meiktila", "meiktila"),
    Setup("meiktila", "meiktila", {"kimura": True, "opener": "any"}, random=True),
    Setup("manila", "campaign"),
    Setup("manila", "campaign", {"air": True, "nichols": True}, random=True),
    Setup("singapore", "bukit_timah", {"breakthrough": True}, random=True),
    Setup("singapore", "sarimbun_beach"),
    Setup("singapore", "division"),
    Setup("singapore", "brigade", {"defensive_fire": "side"}, random=True),
    Setup("singapore", "division", {"bridges_supply": "yes", "japan_start": 30}, random=True),
]


@pytest.mark.parametrize(
    "setup",
    sample([*GAMES[::2], *GAMES[1::2]], 3),
    ids=lambda s: f"{s.game}-{s.scenario}-{s.random}",
)
def test_a_position_of_a_game_can_be_given(setup: Setup) -> None:
    seen = 0
    for game, play in some_games(setup):
        position = play.position
        HOME_AREAS.clear()
        if setup.game == "manila":
            HOME_AREAS.update(map(str, game.setting.tables.home))
        if NOT_GIVEN[setup.game](position):
            continue
        seen += 1
        facts = game.facts_of(position)
        given = GIVEN_OF[setup.game](facts)
        arranged = game.arrange(given, Cups())
        assert alike(setup.game, arranged) == alike(setup.game, position), given
        assert game.need(arranged) == game.need(position), given
        again = game.facts_of(arranged)
        differ = {word for word in facts if bare(facts[word]) != bare(again[word])}
        stale = {"moved", "rolled", "fought", "attacked", "still", "entered"}
        assert differ <= (stale if setup.game == "tokyo" else set()), given
    assert seen > far(10, of=30)


# --- what nobody could give before -----------------------------------------------------------


def arranged(name: str, scenario: str, given: dict[str, Any], **options: Any) -> tuple[Any, Any]:
    game = bind(Setup(name, scenario, options))
    return game, game.arrange({"clear": True, **given}, Cups())


def test_volunteers_that_were_taken() -> None:
    given = {"turn": 4, "phase": "1ag combat", "chits": [1, 2, 2], "called": {"8ag": 7}}
    _, at = arranged("tokyo", "two", given, volunteers=True)
    assert (at.chits, at.called) == ([1, 2, 2], {"8ag": 7})
    _, at = arranged("tokyo", "two", {"turn": 4, "phase": "1ag combat"}, volunteers=True)
    assert (at.chits, at.called) == ([1, 1, 2, 2, 3, 3, 4], {})


def test_triggers_that_are_spent() -> None:
    game, at = arranged("tokyo", "two", {"turn": 4, "phase": "1ag combat"})
    city = min(game.setting.tables.cities)
    given = {"turn": 4, "phase": "1ag combat", "triggers": [city, "tama"]}
    assert arranged("tokyo", "two", given)[1].triggers == [city, "tama"]
    assert at.triggers == []


def test_reserves_that_wait_come_when_their_side_receives() -> None:
    given = {"turn": 4, "phase": "1ag recon", "late": {"west": 1}}
    assert arranged("tokyo", "two", given)[1].late == {"west": 1}
    usual = arranged("tokyo", "two", {"turn": 4, "phase": "jw recon"})[1].arrivals["west"]
    game, at = arranged("tokyo", "two", {**given, "phase": "jw recon"})
    assert (at.arrivals, at.late) == ({"west": usual + 1}, {})
    assert game.facts_of(at)["arrivals"] == {"west": usual + 1}


def test_who_has_attacked_attacks_no_more() -> None:
    units = {"us": {"1/2": "1205"}, "jp": {"317": "1306"}}
    given = {"turn": 3, "phase": "us combat", "units": units, "fought": ["1/2"]}
    game, at = arranged("saipan", "historical", given, us_gsp=0)
    assert [order.phase for order in game.legal(at)] == ["combat"]
    units = {"7": "2504", "U1": "2404"}
    given = {"turn": 4, "phase": "1ag combat", "units": units, "fought": ["7"]}
    game, at = arranged("tokyo", "two", given)
    assert len(list(game.legal(at))) == 1
    at = arranged("tokyo", "two", {**given, "fought": [], "attacked": ["U1"]})[1]
    assert len(list(game.legal(at))) == 1


def test_an_action_round_that_goes_on() -> None:
    given = {
        "phase": "combat", "units": {"637/A": "9", "637/B": "10"},
        "areas": {"9": "7 Ambush", "10": "american"},
        "active": {"area": 10, "contested": [], "entered": {"637/A": 10}},
    }  # fmt: skip
    game, at = arranged("manila", "campaign", given)
    assert game.need(at).prompt.startswith("Area 9 must be attacked")
    facts = game.facts_of(at)
    assert (facts["active"], facts["entered"], facts["contested_before"]) == (10, {"637/A": 10}, [])


def test_units_that_are_to_be_placed_and_streets_that_owe() -> None:
    given = {"turn": 3, "phase": "dawn", "placing": ["637/A"]}
    game, at = arranged("manila", "campaign", given)
    assert (game.need(at).name, at.placing) == ("place", ["637/A"])
    units = {"637/A": "9", "637/B": "9"}
    given = {"turn": 3, "units": units, "areas": {"9": "7 Ambush"}, "bloody": [9]}
    game, at = arranged("manila", "campaign", given)
    assert game.need(at).name == "streets"
