"""The places of units in Singapore: what they are to be, and that little is looked at for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.walking import awaited
from pbem.games.singapore.rules import theatre
from pbem.games.singapore.rules.fights import ch3_fight as fight
from pbem.games.singapore.rules.position import open_battle, open_war
from pbem.kit.cups import Cups
from pbem.selfplay.simulate import Setup, bind

ARMIES = ("jp", "au", "br")
UNITS = {
    **dict.fromkeys(("ji1", "ji2", "jv1"), "Sarimbun"),
    **dict.fromkeys(("bi1", "bi2"), "Bedok"), "ai1": "Kranji", "bi3": "Kranji",
    **{f"bi{number}": "Changi" for number in range(4, 10)},
}  # fmt: skip


class Walked(dict[str, Any]):
    """The ground units, which note how often somebody goes through them."""

    times = 0

    def __iter__(self) -> Iterator[str]:
        self.times += 1
        return super().__iter__()


def moving() -> tuple[Any, Any]:
    game: Any = bind(Setup("singapore", "brigade"))
    given = {"clear": True, "phase": "movement", "units": UNITS, "control": {"Sarimbun": "jp"}}
    return game, game.arrange(given, Cups())


@pytest.mark.parametrize("scenario", ["brigade", "division", "corps", "tiderace"])
def test_who_stands_where_is_as_counted_one_by_one(scenario: str) -> None:
    """[4.15, 4.16, R24, R34, R35] For every sector and army, as games go."""
    looked = 0
    for play in awaited("singapore", scenario, seed=5, steps=160):
        setting, war = play.game.setting, open_war(play.position)
        looked += 1
        if looked % 8:
            continue
        stands: dict[str, list[str]] = {place: [] for place in war.control}
        for unit in setting.tables.units:
            if theatre.is_ground(setting, unit) and unit in war.at and unit not in war.aside:
                stands[war.at[unit]].append(unit)
        for army in setting.armies:
            met, refuges = set(), {}
            for place, units in stands.items():
                own = [unit for unit in units if theatre.allied(war.of(unit), army)]
                room = 6 - len(own)
                if setting.tables.data.map.sectors[place].axis is not None:
                    room = len(setting.tables.units)
                if len(own) < len(units):
                    met.add(place)
                if theatre.allied(war.control[place], army) and (not own or own == units):
                    refuges |= {place: room} if room > 0 else {}
                assert theatre.ground(setting, war, place) == units
                assert theatre.of_camp(setting, war, place, army) == own
                mine = [unit for unit in units if war.of(unit) == army]
                assert theatre.of_army(setting, war, place, army) == mine
                assert theatre.room(setting, war, place, army) == max(room, 0)
                assert theatre.held_by_enemy(setting, war, place, army) == (place in met)
                fights = 0 < len(own) < len(units)
                assert theatre.contested(setting, war, place) == fights
                assert (place in theatre.contested_places(setting, war)) == fights
            assert theatre.enemy_places(setting, war, army) == met
            assert theatre.refuges(setting, war, stands, army) == refuges
    assert looked > 100


def test_of_a_move_everybody_is_gone_through_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[4.4, 4.15] What a move changes is brought up to date, and not looked up again."""
    game, position = moving()
    order = game.parse(position, "jp", "move ji1 Kranji")
    ground = Walked(game.setting.tables.ground)
    monkeypatch.setattr(game.setting.tables, "ground", ground)
    game.setting.stood = None
    game.check(position, order)
    for outcome in game.adjudicate(position, order, Cups()):
        game.apply(position, outcome)
    assert open_war(position).at["ji1"] == "Kranji"
    assert ground.times == 1


@pytest.mark.parametrize("scenario", ["brigade", "corps", "regiment"])
def test_after_the_beginning_of_a_round_nothing_comes_but_its_dice(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[1.9, 1.10] As the same fight says where it is not known that the round has begun.

    Whether anybody may retreat is looked at before, and not again.
    """
    asked, real = list[Any](), fight.retreats.asked
    monkeypatch.setattr(fight.retreats, "asked", lambda *at: asked.append(at) or real(*at))
    rounds = 0
    for play in awaited("singapore", scenario, seed=2, steps=400):
        if play.position.phase != "fight" or open_battle(play.position).stage != "dice":
            continue
        if fight.open_battle(play.position).rolled is not None:
            continue
        rounds += 1
        asked.clear()
        assert fight.comes(play.game.setting, play.position) == "round"
        assert asked == []
        unknown = msgspec.convert(msgspec.to_builtins(play.position), type(play.position))
        open_battle(unknown).stage = "tactics"
        assert fight.comes(play.game.setting, unknown) == "round"
    assert rounds > 2
