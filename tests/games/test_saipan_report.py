"""Saipan in words and as a picture."""

from __future__ import annotations

import msgspec
import pytest

from pbem.games.saipan.data import pack
from pbem.games.saipan.data.tables import Tables
from pbem.games.saipan.rules import outcomes as o
from pbem.games.saipan.rules.ch03_setup import set_up
from pbem.games.saipan.rules.position import Battle, Boat, Position
from pbem.games.saipan.rules.setting import Setting
from pbem.games.saipan.words.picture import picture
from pbem.games.saipan.words.report import dates, describe, reconstructed, report
from pbem.kit.contract import Outcome, Result

SETTING = Setting("historical", {}, Tables(pack.load()))
OWNERS = Setting(
    "historical",
    {},
    Tables(
        pack.load(pack.export().replace(b"provenance: reconstructed\n", b"provenance: printed\n"))
    ),
)
REPORTED: list[tuple[Outcome, str]] = [
    (
        o.BeachesChosen(paragraph="14.22", hexes=("0801", "0802")),
        "The U.S. will land at 0801 and 0802.",
    ),
    (o.Deployed(paragraph="14.21", unit="317", hex="1103"), "Japanese 317 deploys in 1103."),
    (o.Landed(paragraph="12.31", unit="1/2", hex="1203"), "U.S. 1/2 lands at 1203."),
    (
        o.Landed(paragraph="12.32", unit="1/2", hex="0802", sea="0703"),
        "U.S. 1/2 waits in 0703 to storm 0802.",
    ),
    (
        o.Moved(paragraph="5.0", side="us", unit="1/2", path=("1203", "1104", "1003")),
        "U.S. 1/2 moves to 1003 (Charan Kanoa) through 1203, 1104.",
    ),
    (
        o.PhaseBegun(paragraph="4.0", turn=3, side="jp", phase="combat"),
        "Game-Turn 3, 19-20 June 1944: the Japanese Combat Phase begins.",
    ),
    (o.BeachheadPlaced(paragraph="12.34", hex="1203"), "A beachhead is marked in 1203."),
    (o.BeachheadDestroyed(paragraph="12.34", hex="1203"), "The beachhead in 1203 is destroyed."),
    (
        o.AttackDeclared(
            paragraph="7.4", side="us", on=("317",), with_=("1/2", "2/2"), barrage=("531",), gsp=1
        ),
        (
            "The U.S. attacks Japanese 317 with 1/2, 2/2, the barrage of 531 and 1 ground "
            "support point."
        ),
    ),
    (
        o.FinalProtectiveFire(paragraph="8.0", side="jp", unit="317", with_=("1/3", "2/3"), gsp=2),
        "Final protective fire for Japanese 317: 1/3, 2/3 and 2 ground support points.",
    ),
    (
        o.Declined(paragraph="8.0", side="jp", question="fpf"),
        "The Japanese decline final protective fire.",
    ),
    (o.Declined(paragraph="7.8", side="us", question="advance"), "The U.S. declines to advance."),
    (
        o.Retreated(paragraph="7.7", side="jp", unit="317", origin="1103", hex="1204"),
        "Japanese 317 retreats from 1103 to 1204.",
    ),
    (
        o.Displaced(paragraph="7.7", side="jp", unit="16", origin="1204", hex="1305"),
        "Japanese 16 makes room and moves from 1204 to 1305.",
    ),
    (
        o.Eliminated(paragraph="7.7", side="us", unit="1/2", hex="1203"),
        "U.S. 1/2 is eliminated in 1203.",
    ),
    (
        o.Advanced(paragraph="7.8", side="us", unit="1/2", origin="1203", hex="1103"),
        "U.S. 1/2 advances from 1203 to 1103.",
    ),
    (o.GameEnded(paragraph="13.0", winner="us", why="all gone"), "The U.S. wins: all gone."),
    (o.GameEnded(paragraph="13.0", winner="jp", why="all gone"), "The Japanese win: all gone."),
    (o.GameEnded(paragraph="13.0", winner=None, why="time"), "The game is a draw: time."),
]
COMBAT = o.CombatResolved(
    paragraph="7.6", attack=17, defence=7, differential=10, die=3, result="De"
)


@pytest.mark.parametrize(("outcome", "sentence"), REPORTED)
def test_each_outcome_is_one_sentence(outcome: Outcome, sentence: str) -> None:
    assert report(SETTING, outcome) == sentence


def test_no_outcome_is_left_without_a_sentence() -> None:
    sealed = report(SETTING, o.BeachesSealed(paragraph="14.22"))
    assert sealed.startswith("The U.S. wrote down")
    reported = {type(outcome) for outcome, _ in REPORTED} | {o.BeachesSealed, o.CombatResolved}
    kinds = [k for k in vars(o).values() if isinstance(k, type) and issubclass(k, Outcome)]
    assert reported == set(kinds) - {Outcome}


def test_a_combat_says_that_its_table_is_reconstructed_unless_an_owner_typed_it_in() -> None:
    assert report(SETTING, COMBAT) == (
        "17 against 7, differential +10, die 3: De, the defender is eliminated "
        "(reconstructed table)."
    )
    assert "reconstructed" not in report(OWNERS, COMBAT)


def test_what_is_reconstructed_follows_the_data() -> None:
    ours = reconstructed(SETTING.tables.data)
    assert "the combat results table" in ours
    assert "the map" in ours
    assert "the U.S. counters" in ours
    assert "the Japanese counters" not in ours
    theirs = reconstructed(OWNERS.tables.data)
    assert "the combat results table" not in theirs
    assert "the U.S. counters" not in theirs


@pytest.mark.parametrize(
    ("turn", "days"),
    [
        (1, "15-16 June 1944"),
        (8, "29-30 June 1944"),
        (9, "1-2 July 1944"),
        (15, "13-14 July 1944"),
        (24, "31 July-1 August 1944"),
    ],
)
def test_a_turn_is_two_days(turn: int, days: str) -> None:
    assert dates(turn) == days


def test_the_first_position() -> None:
    lines = describe(SETTING, set_up(SETTING))
    assert lines[0] == "Game-Turn 1 of 15, 15-16 June 1944: U.S. Movement Phase."
    assert "U.S.: 0 on the map, 49 not landed yet, 0 lost." in lines
    assert "Japanese: 21 on the map, 0 lost." in lines
    assert "Landing hexes: 1203, 1102, 1002, 0902, 0801, 0802." in lines


def middle() -> Position:
    """Game-Turn 3, an attack going on."""
    position = set_up(SETTING)
    position.turn, position.phase = 3, "combat"
    position.on["us"] = {"1203": "1/2", "1102": "2/2"}
    position.dead["us"] = ["3/2"]
    position.beachheads = ["1102", "1002"]
    position.gsp["us"] = 6
    position.battle = Battle(
        on=["317"], attackers=["1/2", "2/2"], guns=["531"], gsp=4, banzai=False, fpf_open=False,
        result="Dr", losers="jp", retreating=["317"],
    )  # fmt: skip
    return position


def test_a_position_in_the_middle_of_an_attack() -> None:
    lines = describe(SETTING, middle())
    assert lines[0] == "Game-Turn 3 of 15, 19-20 June 1944: U.S. Combat Phase."
    assert lines[1] == (
        "U.S.: 2 on the map, 46 not landed yet, 1 lost; 6 ground support points left in this phase."
    )
    assert "Beachheads: 1102, 1002 (vacant)." in lines
    assert (
        "Under attack: Japanese 317, by 1/2, 2/2, the barrage of 531 and 4 ground support points."
        in lines
    )
    assert "Result Dr: the defender retreats." in lines
    assert "These must still retreat: Japanese 317." in lines


def test_the_end_is_reported() -> None:
    position = middle()
    position.battle, position.phase = None, "over"
    position.ended = Result("jp", "no American unit is on the island", "13.0")
    assert describe(SETTING, position)[-1] == (
        "The Japanese win: no American unit is on the island."
    )


def test_the_picture_has_the_map_and_every_piece() -> None:
    position = middle()
    position.sea = {"1/6": Boat("0703", "0802")}
    drawn = picture(SETTING, position)
    spaces = {space.id: space for space in drawn.spaces}
    assert len(spaces) == 756
    assert (spaces["1105"].column, spaces["1105"].row, spaces["1105"].terrain) == (10, 4, "marsh")
    assert drawn.low_columns == "even"
    assert drawn.symbols == {
        "sea": "~", "clear": ".", "beach": "B", "airfield": "A", "town": "T",
        "broken": "b", "jungle": "j", "marsh": "m", "mountain": "M",
    }  # fmt: skip
    pieces = [(piece.space, piece.side, piece.label) for piece in drawn.pieces]
    assert ("1203", "us", "1/2") in pieces
    assert ("0703", "us", "1/6") in pieces
    assert ("3418", "jp", "1/135") in pieces
    assert ("1103", "jp", "317") in pieces
    assert len([piece for piece in drawn.pieces if piece.text == "beachhead marker"]) == 2
    assert pieces.index(("1102", "us", "2/2")) < pieces.index(("1102", "us", "BH"))
    assert all(piece.space in spaces for piece in drawn.pieces)
    assert any("not the publisher's" in note for note in drawn.notes)


def test_units_are_named_as_in_orders_and_sides_that_share_names_are_marked() -> None:
    position = middle()
    drawn = picture(SETTING, position)
    for side in ("us", "jp"):
        named = {(p.space, p.label) for p in drawn.pieces if p.side == side}
        assert set(position.on[side].items()) <= named
    assert drawn.brackets == {"us": "[", "jp": "("}


def test_a_picture_is_plain_data() -> None:
    drawn = picture(SETTING, set_up(SETTING))
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=type(drawn)) == drawn
