"""Why something in a log is as it is: order, dice, answers, refusals, and who could know what."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.base import saipan_group, workshop
from hostile.witnesses import given
from long import times
from pbem.api.given import library_with
from pbem.audit.explaining.explain import Explanation, explain
from pbem.audit.explaining.words import lines
from pbem.errors import FormError
from pbem.kit.cell import read_off
from pbem.kit.contract import Reading
from pbem.log.file import read_events, to_bytes
from pbem.table.moments import read_place
from pbem.table.table import Table
from pbem.view.history import history
from toy.group import END, Group, attack, move, signer, toy_library, when

ROOT = Path(__file__).parents[2]
SAIPAN = ROOT / "logs" / "saipan" / "historical.pbem"
HOSTILE = ROOT / "logs" / "hostile"
GAMES = [
    ROOT / "logs" / "saipan" / "historical.pbem",
    ROOT / "logs" / "tokyo" / "two-players.pbem",
    ROOT / "logs" / "meiktila" / "first.pbem",
    ROOT / "logs" / "manila" / "witness.pbem",
    ROOT / "logs" / "singapore" / "sarimbun.pbem",
]
LIBRARY = library_with([])


def why(at: str, path: Path = SAIPAN) -> Explanation:
    return explain(path, LIBRARY, read_place(at))


def text(at: str, path: Path = SAIPAN, about: str = "") -> str:
    causes = why(at, path).causes
    return "\n".join(one.text for one in causes if about in ("", one.about))


# --- dice -------------------------------------------------------------------------------------


def test_a_roll_is_reported_with_table_column_strengths_and_chances():
    """[7.4] 15 against 3: +12, column 10.., and a 2 there is De."""
    reported = text("5.1")
    assert (
        "The order for it: 'attack 317 with 1/29 1/6 2/2' of U.S. (alice), signed in event 3"
        in reported
    )
    assert "De 50% (1/2), Dr 50% (1/2)" in reported
    assert (
        "Compared: 1/29 attacks +5 [7.4], 1/6 attacks +5 [7.4], 2/2 attacks +5 [7.4], 317"
        in reported
    )
    assert "column 10.., die 2: De" in reported
    assert "Column used: +12." in reported
    assert "[7.4] Attack strengths" in text("5.1", about="paragraph")
    # The second attack of the event, and the result itself, say it of their own dice.
    assert "'attack 16 with 1/2 2/23 3/25'" in text("5.9")
    assert "column 10.., die 4: Dr" in text("5.10")


def test_who_could_know_the_dice_is_reported_by_the_order_of_events():
    event = text("6", about="dice")
    assert "bob had seen the dice up to event 5" in event
    assert "bob signed this before the dice of event 7, which alice rolled." in event
    assert "bob could not know them without help from alice" in event
    dice = text("7", about="dice")
    assert "follow from event 6 (by bob)" in dice
    assert "the dice key that alice fixed in event 1" in dice
    assert "alice could not choose the dice, only refuse to roll" in dice
    assert "bob signed event 6 without that key" in dice


def test_a_roll_that_its_author_closes(tmp_path):
    """Witnesses keep the dice, so only they could have helped."""
    with workshop("closed") as folder:
        group = given(folder)
        group.play("bob", "dice")
    path = tmp_path / "closed.pbem"
    path.write_bytes(to_bytes(group.events))
    dice = text("8", path, "dice")
    assert "the dice keys that wil and bob fixed in event 4 and 3" in dice
    assert "bob signed event 6 without the key of wil" in dice
    assert "unless wil helped" in dice
    assert "bob could not know them without help from wil" in text("6", path, "dice")


def test_ones_own_dice_are_said_to_prove_nothing():
    practice = ROOT / "logs" / "manila" / "practice.pbem"
    events = list(read_events(practice))
    rolled = [one.seq for one in events if one.kind == "dice"]
    seq = next(seq for seq in rolled if events[seq - 1].kind == "orders")
    reported = text(str(seq), practice, "dice")
    assert "kept the dice alone in this game" in reported
    assert "could have chosen" in reported
    reported = text(str(seq - 1), practice, "dice")
    assert "keeps the dice alone and could have known them" in reported
    assert "could not know them" not in reported


def test_dice_that_are_not_there_yet(tmp_path):
    path = tmp_path / "cut.pbem"
    path.write_bytes(to_bytes(list(read_events(SAIPAN))[:7]))
    assert "not rolled yet. alice must roll them" in text("6", path, "dice")


def test_with_which_key_an_event_is_signed_is_reported_as_it_was_then():
    """A change of keys later on changes nothing of it."""
    renewed = ROOT / "tests" / "court" / "cases" / "stolen-key" / "ann.pbem"
    opening = next(read_events(renewed)).data["players"]
    first = next(one["sign"] for one in opening if one["handle"] == "ann")
    offer = next(one for one in read_events(renewed) if one.kind == "offer")
    assert f"ann signed it with the key {first[:16]}..." in text("4", renewed)
    assert f"ann signed it with the key {first[:16]}..." in text(str(offer.seq), renewed)
    handle, second = opening[1]["handle"], opening[1]["sign"]
    joined = next(one for one in read_events(renewed) if one.kind == "join" and one.by == handle)
    assert f"{handle} signed it with the key {second[:16]}..." in text(str(joined.seq), renewed)


def test_an_offer_of_keys_that_holds_at_once_is_signed_with_the_old_one(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann"}, scenario="alone")
    group.play("ann", "offer", group.new_keys("ann", "mallory"))
    path = tmp_path / "alone.pbem"
    path.write_bytes(to_bytes(group.events))
    reported = explain(path, toy_library(), read_place(str(group.events[-1].seq))).causes[0].text
    assert f"ann signed it with the key {signer('ann').sign[:16]}..." in reported


# --- answers ------------------------------------------------------------------------------------


def test_an_answer_that_nobody_was_asked_for():
    reported = text("5.4")
    assert "pbem did not ask alice, whose standing orders, signed in event 3, answer it" in reported
    assert "signed before these dice were rolled" in reported
    assert "Also legal: 'advance 1/29 1103'" in reported
    assert "only one answer was legal" in text("5.11")
    assert "only one answer was legal" in text("5.12")


def test_what_else_could_have_been_answered():
    """Event 4 answers a question of final protective fire with a pass."""
    reported = text("4", about="others")
    assert "Also legal: 'fpf" in reported or reported == "No other answer was legal."


# --- orders that were not carried out -------------------------------------------------------------


def toy(group: Group, name: str = "toy.pbem") -> Path:
    path = group.folder / name
    path.write_bytes(to_bytes(group.events))
    return path


def places(path: Path, sort: str) -> list[str]:
    reported = history(path, toy_library())
    return [
        f"{entry.seq}.{number}"
        for entry in reported.entries
        for number, one in enumerate(entry.happened, 1)
        if one.sort == sort
    ]


def toy_text(path: Path, at: str) -> str:
    found = explain(path, toy_library(), read_place(at))
    return "\n".join(lines(found, 400))


def test_an_order_that_skipped_says_when_it_was_signed_and_why(tmp_path):
    """Ann lists a fourth attack after three: at most three, and dice come between."""
    group = Group(tmp_path)
    group.join_all(
        {"ann": {"red": {"advance": False}}, "bob": {"blue": {"fire": False, "retreat": 0}}}
    )
    listed = group.orders("ann", *[attack("blue")] * 4, END)
    while group.table.active().kinds == ("dice",):
        group.roll()
    path = toy(group)
    skipped = places(path, "lapse")
    assert skipped
    reported = toy_text(path, skipped[0])
    assert f"ann signed it in event {listed.seq}, to be done later" in reported
    assert "When its turn came it was not legal:" in reported


def test_a_guard_that_did_not_hold_reports_what_its_fact_was(tmp_path):
    group = Group.joined(tmp_path)
    fact = next(iter(group.table.play.game.facts))
    args = [
        next(iter(group.table.play.game.names[one].words))
        for one in group.table.play.game.facts[fact].args
    ]
    group.orders("ann", when(move(1), fact, *args, op=">", value=1000), move(1), END)
    path = toy(group)
    (left,) = places(path, "lapse")
    reported = toy_text(path, left)
    assert "The order holds only if" in reported
    value = group.table.play.game.fact(group.table.play.position, fact, args)
    assert f"{' '.join((fact, *args))} was " in reported
    assert str(value) in reported


def test_a_refusal_names_the_order_of_the_list_and_its_paragraph():
    path = HOSTILE / "orders.illegal-unit-of-the-enemy.pbem"
    found = why("4", path)
    assert found.finding is not None
    reported = "\n".join(lines(found, 400))
    assert "NOT valid: orders.illegal" in reported
    assert "Order 1 of the list, 'move 317 1104'" in reported
    assert "At fault, as far as the log proves it: ann." in reported
    assert "[5.0] The side to move moves any of its units" in reported


def test_each_paragraph_against_an_order_of_several_units(tmp_path):
    """Two of these do not stand beside the target; the third alone leaves others without one."""
    first = list(read_events(SAIPAN))[3].data["orders"][:7]
    with workshop("each paragraph") as place:
        group = saipan_group(place, "each paragraph")
        bad = {"do": "attack", "on": ["317"], "with": ["1/29", "2/23", "3/25"]}
        event = group.forge("ann", "orders", group.orders_data("us", *first, bad))
        path = tmp_path / "a.pbem"
        path.write_bytes(to_bytes([*group.events, event]))
    found = why("4", path)
    assert found.finding is not None
    [first_one] = [one.text for one in found.causes if one.about == "order"]
    assert "2/23 is not adjacent to 317" in first_one
    alone = [one for one in found.causes if one.about == "against"]
    assert [one.text.partition(":")[0] for one in alone] == [
        "'attack 317 with 1/29' alone",
        "'attack 317 with 3/25' alone",
    ]
    assert "3/25 is not adjacent to 317" in alone[1].text
    assert all(one.cites for one in alone)


def test_each_order_of_a_list_has_the_paragraph_that_allowed_it():
    """12.31 and 12.32 are the landings, 7.4 is the attack; the second attack waits for dice."""
    reported = [one for one in why("3").causes if one.about == "allowed"]
    by_line = {one.text.split("'")[1]: one.cites for one in reported}
    assert by_line["land 1/29 1203"] == ("12.31",)
    assert by_line["land 1/2 0802 from 0703"][0] == "12.32"
    assert by_line["attack 317 with 1/29 1/6 2/2"] == ("7.4",)
    assert reported[-1].text == (
        "2 orders of the list, from 'attack 16 with 1/2 2/23 3/25' on, waited for their turn."
    )
    assert "Order 1, 'land 1/29 1203': allowed [12.31]" in "\n".join(lines(why("3"), 200))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_an_order_that_was_carried_out_is_never_unexplained(path):
    """Each order before the first that waits has at least one paragraph."""
    events = [one for one in read_events(path) if one.kind == "orders"]
    for event in events[: times(3, 20)]:
        reported = [one for one in why(str(event.seq), path).causes if one.about == "allowed"]
        assert reported
        assert all(one.cites for one in reported if one.text.endswith(": allowed"))


def test_what_nobody_signed_blames_nobody():
    path = HOSTILE / "sig.bad-bit-flipped.pbem"
    reported = "\n".join(lines(why("7", path), 400))
    assert "NOT valid: sig.bad" in reported
    assert "At fault" not in reported


def test_a_line_that_is_no_event_and_what_is_after_one():
    path = HOSTILE / "json.form-escape.pbem"
    events = 0
    for _ in iter(range(99)):
        try:
            found = why(str(events), path)
        except FormError as error:
            assert "is not valid (json.form)" in str(error)  # noqa: PT017 - the last of them
            break
        last, events = found, events + 1
    assert last.finding is not None
    assert last.finding.code == "json.form"
    assert last.by == ""


@pytest.mark.parametrize(
    ("at", "said"),
    [("99", "there is no event 99"), ("5.0", "there is no 5.0"), ("5.21", "has 20 steps")],
)
def test_a_place_that_is_none(at, said):
    with pytest.raises(FormError, match=said):
        why(at)


# --- all games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_every_result_is_read_off_a_chart(path):
    """The contract of `Game.reading` and of the charts: a player can put their finger on it."""
    table, charts, read = Table(LIBRARY), (), 0
    for event in read_events(path):
        table.take(event)
        for outcome in table.reported():
            game = table.play.game
            charts = charts or game.charts()
            reading = game.reading(outcome)
            if reading is None:
                continue
            read += 1
            cell = read_off(charts, reading)
            assert cell is not None, reading
            assert reading.result.casefold() in cell.text.casefold()
    assert read


def test_a_reading_that_no_chart_has_is_not_found():
    table = Table(LIBRARY)
    for event in list(read_events(SAIPAN))[:4]:
        table.take(event)
    charts = table.play.game.charts()
    assert read_off(charts, Reading("De", "+12", 2)) is not None
    assert read_off(charts, Reading("Xx", "+12", 2)) is None
    # The table says Dr there: a reading that says otherwise is in no column.
    assert read_off(charts, Reading("Ae", "+12", 2)).column == ""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_every_sort_of_step_of_every_game(path):
    reported = history(path, LIBRARY)
    found = {}
    for entry in reported.entries:
        for number, one in enumerate(entry.happened, 1):
            found.setdefault(one.sort, []).append((f"{entry.seq}.{number}", one))
    for some in found.values():
        for at, one in some[:: max(1, len(some) // times(2, 12))]:
            explained = why(at, path)
            assert explained.reported == one.text
            assert explained.causes, at
            if one.sort == "die":
                assert any(cause.about in ("order", "paragraph") for cause in explained.causes)
    for entry in reported.entries[:: max(1, len(reported.entries) // times(2, 12))]:
        whole = why(str(entry.seq), path)
        assert [step.text for step in whole.steps] == [one.text for one in entry.happened]
        assert whole.by == entry.by
