"""The rules of Saipan where a numbered case would not say enough: each test names its paragraph."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import msgspec
import pytest

from games.saipan_table import CUPS, DATA, DEFAULTS, RULES, Table, new_game, table
from pbem.errors import FormError, IllegalOrder, PackError
from pbem.games.saipan.data.tables import Tables
from pbem.games.saipan.rules.orders import Beaches
from pbem.games.saipan.rules.outcomes import Displaced, GameEnded, Retreated
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Options, controls, zones
from pbem.games.saipan.rules.usual_sight import Sight
from pbem.kit.cups import Cups
from pbem.play.guards import check_form

LAND = new_game().setting.tables.land


def first_turn(**options: Any) -> Table:
    game = new_game(**options)
    return Table(game, game.set_up(CUPS))


# --- Movement (5.0, 6.0) -------------------------------------------------------------------------


def test_5_13_one_hex_may_always_be_entered() -> None:
    t = table("us movement", {"104": "1508"}, {"317": "3418"})
    assert t.refused("move 104 1608") == ""  # a mountain: 5 points, the artillery has 4
    assert t.refused("move 104 1608 1607") == "5.0"


def test_6_0_sea_hexes_neither_give_nor_take_control() -> None:
    t = table("us movement", {"1/2": "0702"}, {"317": "0802"})
    assert t.refused("move 1/2 0703") == "6.0"
    t = table("us movement", {"1/2": "0505"}, {"317": "0409"})
    assert "0405" not in t.game.setting.tables.cost
    assert t.refused("move 1/2 0405") == "5.0"


def test_6_0_both_sides_zones_are_the_hexes_that_each_controls() -> None:
    """A unit that waits at sea controls the hex that it attacks (A10); that hex is no enemy's."""
    us = {"1/25": "sea 0703 for 0802", "1/24": "0801"}
    t = table("us combat", us, {"16": "0802", "318": "3418"}, turn=1)
    at = t.game.setting, t.position
    assert "0802" in zones(*at, "us")
    assert "0802" not in zones(*at, "jp")
    for side in ("us", "jp"):
        land = t.game.setting.tables.land
        assert zones(*at, side) == {number for number in land if controls(*at, side, number)}


def test_5_0_a_refused_move_names_what_is_left() -> None:
    t = table("us movement", {"1/2": "1203"}, {"317": "3418"})
    reach = {line.split()[-1] for line in t.legal() if line.startswith("move 1/2 ")}
    assert t.instead("move 1/2 0405").startswith("1/2 can reach ")
    named = re.findall(r"\d{4}", t.instead("move 1/2 0405"))
    assert named
    assert reach.issuperset(named)


def test_moves_listed_are_the_hexes_that_a_walk_can_reach() -> None:
    t = table("us movement", {"1/2": "1204", "1/6": "1205"}, {"317": "1506", "9": "1207"})
    ends = {line.split()[-1] for line in t.legal() if line.startswith("move 1/2")}
    reached: set[str] = set()
    frontier: list[tuple[str, ...]] = [()]
    best: dict[tuple[str, int], bool] = {}
    land, cost = t.game.setting.tables.land, t.game.setting.tables.cost
    while frontier:
        path = frontier.pop()
        here = path[-1] if path else "1204"
        for there in land[here]:
            longer = (*path, there)
            spent = sum(cost[h] for h in longer)
            if spent > 8 or (there, spent) in best:
                continue
            why = t.refused(f"move 1/2 {' '.join(longer)}")
            if not why:
                reached.add(there)
            if why in ("", "5.0") and there not in ("1506", "1207"):
                best[there, spent] = True
                frontier.append(longer)
    assert ends == reached - {"1204"}


# --- Reinforcements (12.0) -----------------------------------------------------------------------


def test_a33_the_movement_phase_of_turn_1_does_not_end_before_six_landings() -> None:
    t = first_turn()
    for line in ("1203", "1102", "1002", "0902", "0801"):
        assert t.refused("end movement") == "14.12"
        beach = next(one for one in t.position.beaches if one not in t.position.on["us"])
        assert f"nothing has landed at {beach} yet" in t.why_not("end movement")
        unit = t.game.setting.not_landed(t.position)[0]
        t.order(f"land {unit} {line}")
    assert t.refused("end movement") == "14.12"
    t.order("land 1/25 0802 from 0703", "end movement")
    assert t.asked() == "us combat"


@pytest.mark.parametrize(
    ("landing", "at_sea"), [("H2", {"0802"}), ("H1", {"1103", "0802"}), ("H3", set())]
)
def test_a1_the_three_readings_of_the_landing_list(landing: str, at_sea: set[str]) -> None:
    t = first_turn(landing=landing)
    lands = [o for o in t.game.legal(t.position) if getattr(o, "unit", "") == "1/2"]
    assert {o.hex for o in lands if o.sea} == at_sea  # type: ignore[attr-defined]
    assert len({o.hex for o in lands}) == 6  # type: ignore[attr-defined]


def test_12_34_a_marker_is_for_one_unit_a_turn() -> None:
    t = table("us movement", {"1/2": "1203"}, {"317": "3418"}, beachheads=["1203", "0902"])
    assert t.refused("land 104 1203") == "12.1"
    t.order("move 1/2 1204", "land 104 1203")
    assert t.refused("land 105 1203") == "12.1"
    assert t.refused("move 1/2 1205") == "12.2"


def test_12_34_japanese_units_that_pass_destroy_markers() -> None:
    t = table("jp movement", {"1/2": "3418"}, {"317": "1204"}, beachheads=["1203", "0902"])
    t.order("move 317 1203 1204")
    assert t.position.beachheads == ["0902"]
    assert t.where("jp", "317") == "1204"


# --- The landing from the sea (12.32) ------------------------------------------------------------


def landed_before_the_engineers() -> Table:
    us = {"1/25": "sea 0703 for 0802", "1/24": "0801"}
    return table("us combat", us, {"16": "0802", "318": "3418"}, turn=1, us_gsp=4)


def test_12_32_nobody_attacks_that_beach_without_the_unit_at_sea() -> None:
    t = landed_before_the_engineers()
    assert t.refused("attack 16 with 1/24") == "12.32"
    assert t.refused("attack 16 gsp 2") == "7.1"
    assert t.refused("attack 16 with 1/25") == "7.1"
    assert t.refused("end combat") == "7.1"
    t.order("attack 16 with 1/24 1/25")
    assert t.asked() == "dice"


def test_12_32_an_attack_that_does_nothing_costs_the_unit_at_sea() -> None:
    """So it weighs in the usual answer to fire."""
    t = landed_before_the_engineers()
    sight = Sight(t.game.setting, t.position, "us")
    ashore, afloat = (sight.stakes(["0802"], [unit], {"0801"}) for unit in ("1/24", "1/25"))
    assert afloat.pause - ashore.pause == sight.worth("us", "1/25")


def test_7_1_who_drowns_is_named_in_the_refusal() -> None:
    """Beside the one ashore who is left out too, and when the phase is to end."""
    t = landed_before_the_engineers()
    assert t.why_not("attack 16 gsp 2") == (
        "1/24 and 1/25 must attack too, but after this attack no enemy would be left "
        "for them; 1/25 waits at sea and would be eliminated (12.32) [7.1]. Add 1/24 to "
        "this attack."
    )
    assert t.why_not("end combat") == (
        "1/24 and 1/25 must attack an adjacent enemy; "
        "1/25 waits at sea and would be eliminated (12.32) [7.1]. 1/24 can attack 16."
    )


def test_8_0_who_is_not_asked_for_fire_is_reported_why() -> None:
    """Not that they have to wait for dice: no fire can be given at all (A9), or none is left."""
    jp = {"317": "0807", "3/10": "1409"}
    t = table("us combat", {"104": "1005", "1/2": "0806"}, jp, us_gsp=2, jp_gsp=5)
    t.order("attack 317 barrage 104 gsp 2")
    assert t.asked() == "dice"
    assert t.why_not("fpf 3/10") == (
        "final protective fire cannot answer an attack by barrage or points alone [8.0]"
    )
    t = table("us combat", {"1/2": "0806"}, {"317": "0807"})
    t.order("attack 317 with 1/2")
    assert t.why_not("fpf 3/10").startswith("nothing can fire for 317 [8.0]")


def test_12_32_an_exchange_that_costs_the_unit_at_sea_leaves_the_beach_to_others() -> None:
    t = landed_before_the_engineers().order("attack 16 with 1/24 1/25")
    # 10 - 2 = +8: the table gives no Ex there, so the result is put in by hand
    from pbem.games.saipan.rules.outcomes import CombatResolved

    ex = CombatResolved(paragraph="7.6", attack=10, defence=2, differential=8, die=6, result="Ex")
    t.game.apply(t.position, ex)
    from pbem.games.saipan.rules.ch07_results import settle

    t._take(settle(t.game.setting, t.position))
    assert t.asked() == "us lose"
    assert sorted(t.legal()) == ["lose 1/24", "lose 1/25"]
    t.order("lose 1/25")
    assert t.asked() == "us advance"
    assert t.legal() == ["advance 1/24 0802", "pass"]


@pytest.mark.parametrize(
    ("gsp", "face", "place"), [(4, 1, "0802"), (0, 6, "dead")], ids=["cleared", "not cleared"]
)
def test_12_32_advance_or_drown(gsp: int, face: int, place: str) -> None:
    us = {"1/105": "0801", "1/25": "sea 0703 for 0802"}
    t = table("us combat", us, {"5-Base": "0802", "318": "3418"}, turn=1, us_gsp=gsp)
    support = f" gsp {gsp}" if gsp else ""
    t.order(f"attack 5-Base with 1/105 1/25{support}")
    if t.asked().endswith("fpf"):
        t.order("pass")
    t.roll(face)
    while "retreat" in t.asked():
        t.order(t.legal()[0])
    assert t.where("us", "1/25") == place


# --- Combat (7.0 to 10.0) ------------------------------------------------------------------------


def test_worked_example_of_the_tables() -> None:
    """17 against 3 and final protective fire of 4: differential +10."""
    us = {"1/2": "1203", "1/6": "1102", "1/8": "1002"}
    jp = {"317": "1103", "1/3": "1609", "2/3": "1510", "3/10": "1409"}
    t = table("us combat", us, jp).order("attack 317 with 1/2 1/6 1/8 gsp 2")
    assert t.asked() == "jp fpf"
    t.order("fpf 1/3 2/3 3/10").roll(4)
    resolved = msgspec.to_builtins(t.reported[2])
    assert (resolved["attack"], resolved["defence"], resolved["differential"]) == (17, 7, 10)
    assert resolved["result"] == "Dr"


def test_8_0_fire_for_several_units_under_attack_names_each() -> None:
    us = {"1/2": "1207"}
    jp = {"317": "1208", "318": "1107", "3/10": "1409", "25": "1310"}
    t = table("us combat", us, jp, us_gsp=0, jp_gsp=1).order("attack 317+318 with 1/2")
    assert t.refused("fpf 3/10") == "8.0"
    t.order("fpf 3/10 for 318")
    assert t.asked() == "jp fpf"
    assert t.refused("fpf 25 for 318") == "8.0"
    assert t.refused("fpf 3/10 for 317") == "8.0"
    t.order("fpf 25 gsp 1 for 317")
    assert t.asked() == "dice"
    assert t.position.battle is not None
    assert t.position.battle.fire == {"318": 2, "317": 3}


def test_7_1_every_attack_is_listed_once() -> None:
    """Two enemies beside the same two units are one group."""
    us = {"1/2": "0806", "1/6": "0807"}
    common = sorted({*LAND["0806"]} & {*LAND["0807"]})
    jp = dict(zip(("317", "318"), common, strict=True))
    t = table("us combat", us, jp)
    assert [line for line in t.legal() if "317" in line.split(" with")[0] and "318" in line]
    assert len(t.legal()) == len(set(t.legal()))


def test_8_0_barrage_goes_into_one_hex_and_points_do_not_reach_two_alone() -> None:
    us = {"1/2": "1207", "104": "1203"}
    t = table("us combat", us, {"317": "1208", "318": "1107", "9": "3418"})
    assert t.refused("attack 317+318 with 1/2 barrage 104") == "8.0"
    assert t.refused("attack 317+318 gsp 2") == "7.2"
    assert t.instead("attack 317+318 gsp 2")
    assert t.refused("attack 317+318 with 1/2 gsp 2") == ""


def test_8_0_who_is_refused_is_reported_what_could_fire_and_for_whom() -> None:
    jp = {"317": "1208", "318": "1107", "3/10": "1409", "25": "1310"}
    t = table("us combat", {"1/2": "1207"}, jp, us_gsp=0).order("attack 317+318 with 1/2")
    assert {"317", "318"} <= set(re.findall(r"\d+", t.instead("fpf 3/10")))
    t.order("fpf 3/10 for 318")
    for_317 = t.instead("fpf 3/10 for 317")
    assert "25" in for_317
    assert "3/10" not in for_317


def test_7_1_the_enemy_that_nobody_could_attack_any_more_is_named() -> None:
    jp = {"317": "1208", "318": "1107", "9": "3418"}
    t = table("us combat", {"1/2": "1207"}, jp, us_gsp=0)
    assert t.refused("attack 317 with 1/2") == "7.1"
    assert "318" in t.why_not("attack 317 with 1/2")
    assert "317" not in t.why_not("attack 317 with 1/2")
    assert t.refused("attack 317+318 with 1/2") == ""


def test_7_6_an_exchange_lists_the_sets_that_can_spare_nobody() -> None:
    us = {"1/2": "0806", "1/105": "0707", "104": "0708"}
    t = table("us combat", us, {"1/136": "0807", "9": "3418"}, us_gsp=4)
    t.order("attack 1/136 with 1/2 1/105 104").roll(6)  # 11 - 4 = +7: Ex, 4 to pay
    assert t.asked() == "us lose"
    assert t.legal() == ["lose 1/2", "lose 1/105"]
    assert t.refused("lose 104") == "7.6"
    t.order("lose 104 1/105")
    assert t.where("us", "104") == t.where("us", "1/105") == "dead"
    assert t.asked() == "us advance"


def test_a27_when_all_cannot_pay_all_go() -> None:
    us = {"104": "0806", "4/VAC": "1203"}
    t = table("us combat", us, {"317": "0807", "9": "3418"}, us_gsp=4)
    t.order("attack 317 with 104 barrage 4/VAC gsp 3").roll(6)  # 7 - 3 = +4: Ex, 3 to pay
    assert t.where("us", "104") == "dead"
    assert t.where("us", "4/VAC") == "1203"
    assert t.asked() == "us combat"


def test_10_0_banzai_doubles_infantry_and_turns_results() -> None:
    jp = {"317": "0806", "9": "0707"}
    t = table("jp combat", {"1/2": "0807", "1/6": "0505"}, jp, banzai=True)
    t.order("attack 1/2 with 317 9 banzai", "pass")
    t.roll(6)  # 2x2 + 2 - 4 = +2: "=" read as Ex
    assert t.where("us", "1/2") == "dead"
    assert t.where("jp", "317") == t.where("jp", "9") == "dead"
    t = table("us combat", {"1/2": "0807"}, {"317": "0806"}, banzai=True)
    assert t.refused("attack 317 with 1/2 banzai") == "10.0"


# --- Retreat (7.7) and advance (7.8) -------------------------------------------------------------


def test_7_7_several_units_retreat_in_any_order() -> None:
    t = table("us combat", {"1/2": "1207"}, {"317": "1208", "318": "1107", "9": "3418"}, us_gsp=9)
    t.order("attack 317+318 with 1/2 gsp 9").roll(4)
    assert t.asked() == "jp retreat"
    assert {line.split()[1] for line in t.legal()} == {"317", "318"}
    t.order(next(line for line in t.legal() if line.startswith("retreat 318")))
    assert {line.split()[1] for line in t.legal()} == {"317"}
    t.order(t.legal()[0])
    assert t.asked() == "us advance"
    assert t.legal() == ["advance 1/2 1107", "advance 1/2 1208", "pass"]
    t.order("advance 1/2 1208")
    assert t.asked() in ("us combat", "jp movement")


def test_7_7_anyone_is_displaced_moves_on_next() -> None:
    us = {"1/2": "3318", "1/6": "3218"}
    t = table("us combat", us, {"317": "3319", "318": "3320", "9": "0504"})
    t.order("attack 317 with 1/2 1/6 gsp 8").roll(4)
    assert t.legal() == ["retreat 317 3320 3220"]
    assert t.refused("retreat 317 3219") == "7.7"
    assert t.refused("retreat 317 3320") == "7.7"
    assert t.refused("retreat 317 3320 3219") == "7.7"
    assert t.refused("retreat 317 3320 3220 3120") == "7.7"
    assert t.refused("retreat 318 3220") == "7.7"
    t.order("retreat 317 3320 3220")
    assert [type(o) for o in t.reported[-2:]] == [Retreated, Displaced]
    assert t.position.on["jp"] == {"3320": "317", "3220": "318", "0504": "9"}


def test_7_7_nobody_is_displaced_to_his_death() -> None:
    us = {"1/2": "3318", "1/6": "3218"}
    jp = {"317": "3319", "318": "3320", "16": "3220", "9": "0504"}
    t = table("us combat", us, jp)
    t.order("attack 317 with 1/2 1/6 gsp 8").roll(4)
    assert t.where("jp", "317") == "dead"
    assert t.where("jp", "318") == "3320"


def test_a7_the_victor_may_be_the_one_who_chooses() -> None:
    t = table("us combat", {"1/2": "1207"}, {"317": "1208", "9": "3418"}, retreat_by="victor")
    t.order("attack 317 with 1/2 gsp 9").roll(6)
    assert t.asked() == "us retreat"
    t.order(t.legal()[0])
    assert t.asked() == "us advance"


def test_7_8_one_advance_for_each_hex_emptied() -> None:
    t = table("us combat", {"1/2": "1207"}, {"317": "1208", "318": "1107", "9": "3418"}, us_gsp=10)
    t.order("attack 317+318 with 1/2 gsp 10").roll(1)  # +9: De
    assert t.asked() == "us advance"
    assert t.refused("advance 1/6 1107") == "7.8"
    assert "1/2" in t.instead("advance 1/6 1107")
    t.order("advance 1/2 1107")
    assert t.position.battle is None


def test_7_8_the_defender_advances_when_the_attacker_is_driven_off() -> None:
    t = table("us combat", {"1/2": "1207"}, {"5-Base": "1208", "9": "3418"}, us_gsp=0)
    t.order("attack 5-Base with 1/2").roll(2)
    t.order(t.legal()[0])
    assert t.asked() == "jp advance"
    t.order("advance 5-Base 1207")
    assert t.where("jp", "5-Base") == "1207"


# --- Victory (13.0) ------------------------------------------------------------------------------


def test_a18_the_us_wins_at_once() -> None:
    t = table("us combat", {"1/2": "1207"}, {"317": "1208"})
    t.order("attack 317 with 1/2 gsp 10").roll(1)
    assert t.asked() == "over"
    result = t.game.result(t.position)
    assert result is not None
    assert result.winner == "us"


def test_a34_a_unit_at_sea_that_has_cleared_its_beach_wins() -> None:
    """It is bound to take the beach, so the US is not gone from the island (12.32)."""
    t = table("us combat", {"1/25": "sea 0703 for 0802"}, {"16": "0802"}, turn=1, us_gsp=10)
    t.order("attack 16 with 1/25 gsp 10").roll(1)
    result = t.game.result(t.position)
    assert result is not None
    assert result.winner == "us"


def test_a34_both_dying_in_one_combat_is_a_draw() -> None:
    t = table("us combat", {"104": "0806"}, {"317": "0807"})
    t.order("attack 317 with 104 gsp 5").roll(6)  # 7 - 3 = +4: Ex
    assert isinstance(t.reported[-1], GameEnded)
    result = t.game.result(t.position)
    assert result is not None
    assert result.winner is None


@pytest.mark.parametrize(("us", "turn", "winner"), [({}, 1, "jp"), ({"1/2": "0606"}, 15, None)])
def test_a17_the_end_of_a_game_turn(us: dict[str, str], turn: int, winner: str | None) -> None:
    t = table("jp combat", us, {"317": "3418"}, turn=turn).order("end combat")
    result = t.game.result(t.position)
    assert result is not None
    assert result.winner == winner


# --- Free deployment (14.2) ----------------------------------------------------------------------


def test_14_2_seal_deploy_show() -> None:
    game = new_game("free")
    t = Table(game, game.set_up(CUPS))
    chosen = Beaches(("0505", "0508", "0702", "0801", "0802", "0902"))
    game.check_secret(t.position, "beaches", chosen)
    t._take(game.sealed(t.position, "beaches"))
    assert t.position.beaches == []
    assert b"0505" not in msgspec.json.encode(t.position)
    hexes = iter(sorted(game.setting.tables.cost))
    for unit in game.setting.tables.units["jp"]:
        assert t.refused("end deployment") == "14.21"
        t.order(f"deploy {unit} {next(hexes)}")
    t.order(f"deploy 317 {list(hexes)[-1]}", "end deployment")
    need = game.need(t.position)
    assert need is not None
    assert need.secret == "beaches"  # type: ignore[union-attr]  # noqa: S105
    assert need.opens  # type: ignore[union-attr]
    t._take(game.adjudicate(t.position, chosen, CUPS))
    assert t.position.beaches == list(chosen.hexes)
    assert t.asked() == "us movement"
    assert t.refused("land 1/2 1203") == "14.22"


@pytest.mark.parametrize("hexes", [("0505",), ("0505", "0508", "0702", "0801", "0802", "0803")])
def test_14_22_what_could_not_have_been_sealed(hexes: tuple[str, ...]) -> None:
    game = new_game("free")
    with pytest.raises(IllegalOrder):
        game.check_secret(game.set_up(CUPS), "beaches", Beaches(hexes))
    with pytest.raises(IllegalOrder):
        game.check_secret(game.set_up(CUPS), "other", Beaches(hexes))


def test_14_22_any_six_beach_hexes_may_be_chosen() -> None:
    game = new_game("free")
    position = game.set_up(CUPS)
    beaches = game.setting.tables.beaches
    listed = list(islice(game.legal(position), 200))
    assert len(set(listed)) == 200
    for order in listed:
        game.check_secret(position, "beaches", order)
        assert len(set(order.hexes) & set(beaches)) == 6  # type: ignore[attr-defined]
    [every] = game.bunches(position)
    assert list(every) == list(game.legal(position))
    assert [every[place] for place in (0, 777, len(every) - 1)] == [
        list(every)[place] for place in (0, 777, -1)
    ]


# --- The module ----------------------------------------------------------------------------------


def test_a_game_without_a_word_is_the_standard_game() -> None:
    assert msgspec.convert(DEFAULTS, Options) == Options()


def test_options_are_complete_and_of_their_type() -> None:
    for wrong in ({"us_gsp": 31}, {"banzai": 1}, {"landing": "H4"}, {"us_gsp": True}, {"more": 1}):
        with pytest.raises(FormError):
            new_game(**wrong)
    with pytest.raises(FormError):
        RULES.game("historical", {}, DATA)
    with pytest.raises(FormError):
        RULES.game("1944", DEFAULTS, DATA)
    with pytest.raises(FormError):
        RULES.migrate(2, {})
    assert RULES.migrate(1, {}) == {}


def test_a_view_is_a_copy() -> None:
    t = first_turn()
    seen = t.game.view(t.position, "jp")
    assert seen == t.position
    seen.on["jp"].clear()
    assert t.position.on["jp"]


def test_schemas_name_every_form() -> None:
    schemas = RULES.schemas()
    assert set(schemas) == {"order", "position", "standing", "pack"}
    assert len(schemas["order"]["anyOf"]) == 11


@pytest.mark.parametrize(
    ("name", "args", "answer"),
    [
        ("empty", ["1203"], False),
        ("empty", ["0703"], False),
        ("empty", ["1204"], True),
        ("alive", ["jp:317"], False),
        ("alive", ["jp:3/10"], True),
        ("at", ["us:1/25"], ""),
        ("at", ["jp:317"], ""),
        ("at", ["jp:3/10"], "1409"),
        ("turn", [], 1),
        ("gsp", [], 10),
    ],
)
def test_facts_for_guards(name: str, args: list[str], answer: object) -> None:
    us = {"1/2": "1203", "1/25": "sea 0703 for 0802"}
    jp = {"317": "dead", "3/10": "1409", "16": "0802"}
    t = table("us movement", us, jp, turn=1)
    assert t.game.fact(t.position, name, args) == answer


def test_the_fact_of_a_beachhead() -> None:
    t = table("us movement", {"1/2": "1203"}, {"3/10": "1409"}, turn=2, beachheads=["1203"])
    assert t.game.fact(t.position, "beachhead", ["1203"]) is True
    assert t.game.fact(t.position, "beachhead", ["1102"]) is False


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ({"fact": "moon", "args": []}, "has no fact"),
        ({"fact": "turn", "args": ["1"], "op": "=", "value": 1}, "needs nothing after it"),
        ({"fact": "empty", "args": ["9999"]}, "9999"),
        ({"fact": "alive", "args": ["x"]}, "x"),
        ({"fact": "alive", "args": ["317"]}, "317"),
        ({"fact": "at", "args": ["us:317"], "op": "=", "value": ""}, "us:317"),
    ],
)
def test_facts_that_nobody_can_answer(when: dict[str, object], words: str) -> None:
    t = first_turn()
    with pytest.raises(FormError, match=words):
        check_form({"do": "if", "when": when, "then": {"do": "end"}}, t.game)
    good = {"fact": "alive", "args": ["jp:317"]}
    assert check_form({"do": "if", "when": good, "then": {"do": "end"}}, t.game) == {"do": "end"}


NOWHERE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"phase": "lunch"}, "no phase 'lunch'"),
    ({"turn": 16}, "the game has 15 turns, not 16"),
    ({"turn": 0}, "`int` >= 1 at turn"),
    ({"units": {"de": {"1/2": "1203"}}}, "no side 'de'"),
    ({"units": {"us": {"317": "1203"}}}, "us has no unit '317'"),
    ({"units": {"us": {"1/2": "1103"}}}, "1103 has 317 in it, so 1/2 cannot be there (5.0)"),
    ({"units": {"us": {"1/2": "0101"}}}, "'0101' is not a land hex"),
    ({"units": {"us": {"1/2": "sea 0101 for 0802"}}}, "0101 is not a sea hex next to the land hex"),
    (
        {"units": {"us": {"1/2": "sea 0703 for 0802", "1/6": "sea 0703 for 0702"}}},
        "0703 or 0702 is taken, and each has room for one unit (12.32)",
    ),
    ({"units": {"jp": {"317": "sea 0703 for 0802"}}}, "'sea 0703 for 0802' is not a land hex"),
    ({"beachheads": ["0101"]}, "0101 is not a Beach hex (12.34)"),
    ({"weather": "rain"}, "there is no word 'weather'"),
)


@pytest.mark.parametrize(("given", "why"), NOWHERE)
def test_positions_that_no_case_can_give(given: dict[str, Any], why: str) -> None:
    with pytest.raises(FormError, match=re.escape(why)):
        new_game().arrange(given, Cups())


CONTRADICTIONS: tuple[tuple[dict[str, Any], str], ...] = (
    (
        {"beaches": msgspec.structs.replace(DATA.beaches, hexes=("0101",))},
        "beaches: 0101 is not a land hex",
    ),
    (
        {"setup": msgspec.structs.replace(DATA.setup, hexes={})},
        "setup: place every Japanese unit",
    ),
    (
        {"combat": msgspec.structs.replace(DATA.combat, rows=DATA.combat.rows[:5])},
        "combat: six rows of 10 results are needed",
    ),
    (
        {"combat": msgspec.structs.replace(DATA.combat, lowest=(0, 1))},
        "combat: `lowest` must be null for the first column",
    ),
    (
        {"map": msgspec.structs.replace(DATA.map, rows=20)},
        "map: 21 rows are given, but there should be 20",
    ),
    ({"landing": {}}, "landing H1: six beach hexes are needed"),
)


@pytest.mark.parametrize(("change", "why"), CONTRADICTIONS)
def test_data_that_contradict_themselves_make_no_tables(change: dict[str, Any], why: str) -> None:
    with pytest.raises(PackError, match=re.escape(why)):
        Tables(msgspec.structs.replace(DATA, **change))


def test_every_question_refuses_every_other_form() -> None:
    t = table("us combat", {"1/2": "1207"}, {"317": "1208", "9": "3418"})
    assert t.refused("move 1/2 1206") == "4.0"
    assert t.refused("end movement") == "4.0"
    assert "`end combat`" in t.instead("end movement")
    assert t.refused("pass") == "4.0"
    t.order("attack 317 with 1/2")
    with pytest.raises(IllegalOrder, match="dice"):
        t.game.check(t.position, t.read("end combat"))
    ended = Position(turn=15, side="jp", phase="over", on={"us": {}, "jp": {}})
    with pytest.raises(IllegalOrder, match="over"):
        t.game.check(ended, t.read("end combat"))
