"""A practice is a game without keys that begins anywhere, and goes back (docs/practice.md)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pbem
from long import sample
from pbem.api.logs import table_at
from pbem.client.client import Client
from pbem.errors import ForcedDiceError, FormError, NotYourPen, PbemError
from pbem.games import registry
from pbem.kit.cups import Cups
from pbem.practice.beginning import PracticeOptions, after_event, begin, of_scenario
from pbem.practice.trying import Practice, back, opened
from pbem.table import practice as form
from pbem.table.library import Library
from pbem.table.practice import Diced, Ordered, PracticeFile, read_practice, to_bytes

LOGS = Path(__file__).resolve().parent.parent.parent / "logs"
LIBRARY = Library(registry.find)
SCENARIOS = [(one.name, name) for one in pbem.catalogue().values() for name in one.scenarios]
HANDS = ("corps", "salt-road")
PLAYED = [log for log in sorted(LOGS.glob("[mst]*/*.pbem")) if not log.stem.startswith(HANDS)]
"""Games without hands: what is dealt again differs from the log."""
FIRST_LANDING = (
    b"land 1/2 1203; land 1/6 1102; land 1/8 1002; land 1/23 0902; land 1/24 0801\n"
    b"land 1/25 0802 from 0703; end movement"
)


def started(name: str, scenario: str | None = None, **wish: Any) -> Practice:
    rules = registry.find(name, 1)
    assert rules is not None
    return opened(
        PracticeFile(of_scenario(rules, PracticeOptions(scenario=scenario, **wish), LIBRARY), []),
        LIBRARY,
    )


def at_event(log: Path, event: int | None, **wish: Any) -> Practice:
    beginning = after_event(log, LIBRARY, PracticeOptions(at=event, **wish))
    return opened(PracticeFile(beginning, []), LIBRARY)


def read_back(practice: Practice, folder: Path) -> Practice:
    """Write it, and open what was written."""
    path = folder / "x.practice"
    path.write_bytes(to_bytes(practice.file))
    return opened(read_practice(path), LIBRARY)


def state(game: pbem.Game) -> tuple[Any, ...]:
    return game.position(), game.asked, game.due, game.result


def reported(practice: Practice) -> list[str]:
    return [one.text for tried in practice.tried for one in tried.reported]


def play_on(practice: Practice, steps: int) -> None:
    """Sensible players for both sides, step by step."""
    for _ in range(steps):
        if practice.result is not None:
            return
        if practice.due is not None:
            practice.dice()
        else:
            practice.order("\n".join(map(practice.text, practice.sensible())).encode())


# --- where it begins ---------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_scenario_begins_as_a_game_of_it_does(name, scenario):
    assert state(started(name, scenario)) == state(pbem.new_game(name, scenario=scenario))


@pytest.mark.few(1)
@pytest.mark.parametrize("log", PLAYED, ids=lambda log: log.stem)
def test_it_begins_at_any_event_as_the_log_stands_there(log, tmp_path):
    events = len(pbem.read_log(log))
    joined = next(step.event.seq for step in pbem.replay(log) if step.game is not None)
    for event in {joined, joined + 1, joined + 3, events // 2}:
        there = pbem.game_at(log, event)
        practice = at_event(log, event)
        assert state(practice) == state(there), event
        assert state(read_back(practice, tmp_path)) == state(there)


def test_the_last_event_is_where_it_begins_unless_one_is_named():
    log = LOGS / "saipan" / "historical.pbem"
    practice = at_event(log, None)
    events = pbem.read_log(log)
    of = practice.beginning.of
    assert of is not None
    assert (of.event, of.id) == (events[-1].seq, events[-1].id)
    assert (of.name, of.game) == ("historical", events[0].id)
    assert practice.result is not None


def test_before_everybody_has_joined_there_is_nothing_to_try():
    with pytest.raises(FormError, match="the game starts when all have joined"):
        at_event(LOGS / "saipan" / "historical.pbem", 0)
    with pytest.raises(FormError, match="has no event 99999"):
        at_event(LOGS / "saipan" / "historical.pbem", 99_999)


def test_up_to_the_event_the_log_is_verified():
    log = LOGS / "hostile" / "dice.proof-bit-flipped.pbem"
    bad = pbem.verify(log).finding
    assert bad is not None
    assert bad.good is not None
    with pytest.raises(pbem.BadLog):
        at_event(log, None)
    assert at_event(log, bad.good - 1).asked or at_event(log, bad.good - 1).due


@pytest.mark.few(1)
@pytest.mark.parametrize("log", PLAYED, ids=lambda log: log.stem)
def test_lists_that_wait_and_standing_answers_are_taken_over(tmp_path, log):
    """The rest of a list goes on, and a standing order answers, as in the game."""
    there = [step for step in pbem.replay(log) if step.game is not None and step.game.due]
    waiting = [step for step in there if step.game._play.lists or step.game._play.standing]
    assert waiting
    for step in waiting[:: max(1, len(waiting) // 2)]:
        practice = at_event(log, step.event.seq)
        assert practice.beginning.at is not None
        assert practice._play.lists == step.game._play.lists
        assert practice._play.standing == step.game._play.standing
        game = step.game.copy(seed=4)
        happened = game.roll()
        again = read_back(practice, tmp_path)
        again.dice(seed=4)
        assert reported(again) == [one.text for one in happened]
        assert state(again) == state(game)


def test_who_was_put_out_plays_on():
    tried = 0
    for log in sorted((LOGS / "hostile").glob("*.pbem")):
        if b'"kind":"resign"' in log.read_bytes():
            for event in resigned(log):
                practice = at_event(log, event)
                assert practice.asked is not None or practice.due is not None
                tried += 1
    assert tried


def resigned(log: Path) -> list[int]:
    """Return the numbers of good events of a log by which somebody resigned a game in play."""
    numbers: list[int] = []
    with suppress(pbem.BadLog):
        for step in pbem.replay(log):
            if step.event.kind == "resign" and step.game is not None and not step.game.result:
                numbers.append(step.event.seq)  # noqa: PERF401 - those before a fault count too
    return numbers


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"scenario": "moon"}, "moon"),
        ({"options": {"guns": "3"}}, "guns"),
        ({"options": {"us_gsp": "many"}}, "us_gsp"),
        ({"against": ["uss"]}, "There is no side 'uss'; did you mean us"),
        ({"scenario": "free", "at": 3}, "a scenario has no events"),
    ],
    ids=str,
)
def test_a_beginning_that_does_not_exist_is_reported(tmp_path, wish, said):
    with pytest.raises(PbemError, match=said):
        opened(
            PracticeFile(begin(Client(tmp_path), "saipan", PracticeOptions(**wish)), []), LIBRARY
        )


def test_options_are_those_asked_for(tmp_path):
    beginning = begin(Client(tmp_path), "saipan", PracticeOptions(options={"us_gsp": "3"}, seed=4))
    assert beginning.options["us_gsp"] == 3
    assert (beginning.scenario, beginning.seed) == ("historical", 4)
    assert set(beginning.options) == set(pbem.catalogue()["saipan"].options)


# --- what is tried -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_practice_replays_exactly(tmp_path, name, scenario):
    practice = started(name, scenario, seed=3)
    play_on(practice, 25)
    while not any(isinstance(one.step, Diced) for one in practice.tried):
        play_on(practice, 1)  # where a set-up, or a first turn, takes long
    again = read_back(practice, tmp_path)
    assert state(again) == state(practice)
    assert reported(again) == reported(practice)
    assert to_bytes(again.file) == to_bytes(practice.file)


def test_both_sides_order_and_dice_fall_as_given():
    practice = started("saipan")
    practice.order(FIRST_LANDING)
    practice.order(b"attack 317 with 1/2 1/6 1/8")
    assert practice.asked is not None
    assert practice.asked.side == "jp"
    practice.order(b"pass")
    assert practice.due is not None
    before = state(practice)
    for faces, said in (((7,), "cannot show 7"), ((1, 1), "too many faces")):
        with pytest.raises(ForcedDiceError, match=said):
            practice.dice(faces)
        assert state(practice) == before
    practice.dice((6,))
    assert practice.file.steps[-1] == Diced(seed=None, faces=[6])
    assert any(one.startswith("Die for") and "6" in one for one in reported(practice))


def test_the_same_orders_bring_the_same_dice_and_another_seed_others(tmp_path):
    def rolled(first: int, **dice: Any) -> list[str]:
        practice = started("saipan", seed=first)
        practice.order(FIRST_LANDING)
        practice.order(b"attack 317 with 1/2 1/6 1/8")
        practice.order(b"pass")
        practice.dice(**dice)
        return reported(practice)

    assert rolled(3) == rolled(3)
    assert len({tuple(rolled(seed)) for seed in range(12)}) > 2
    assert len({tuple(rolled(3, seed=seed)) for seed in range(12)}) > 2
    assert rolled(3) == rolled(9, seed=4)  # the first roll is that of the seed plus 1


def test_the_second_roll_is_not_the_first_again():
    first, second = (started("saipan", seed=seed) for seed in (3, 4))
    for practice in (first, second):
        practice.order(FIRST_LANDING)
        practice.order(b"attack 317 with 1/2 1/6 1/8")
        practice.order(b"pass")
        practice.dice()
    assert first.file.steps[-1] == Diced(seed=4)
    assert second.file.steps[-1] == Diced(seed=5)


def test_a_mistake_changes_nothing_and_names_its_line(tmp_path):
    practice = started("saipan")
    before = state(practice)
    with pytest.raises(PbemError, match="line 2"):
        practice.order(b"land 1/2 1203\nland 1/6 0101")
    with pytest.raises(NotYourPen, match="No dice are due"):
        practice.dice()
    assert state(practice) == before
    assert practice.tried == []


@pytest.mark.parametrize("yaml", [False, True])
def test_what_no_file_could_hold_is_no_step(yaml):
    practice = started("saipan")
    many = b"land 1/2 1203 # " + b"x" * 100_000
    if yaml:
        many = b"orders:\n" + b"- {do: land, unit: 1/2, hex: '1203'}\n" * 8_000
    with pytest.raises(FormError, match="at most 100,000 characters"):
        practice.order(many, yaml=yaml)
    assert practice.tried == []


def test_orders_in_yaml_are_the_same_orders():
    text, yaml = started("saipan"), started("saipan")
    text.order(b"land 1/2 1203\nstanding advance usual")
    yaml.order(
        b"orders: [{do: land, unit: 1/2, hex: '1203'}]\nstanding: {advance: usual}", yaml=True
    )
    assert state(text) == state(yaml)
    assert yaml.file.steps[0].text.splitlines() == ["land 1/2 1203", "standing advance usual"]


def test_trying_adds_no_step():
    practice = started("saipan")
    draft = practice.rehearse(b"land 1/2 1203").draft
    assert [one.text for one in draft.outcomes] == ["U.S. 1/2 lands at 1203."]
    assert practice.tried == []
    assert state(practice) == state(started("saipan"))


def test_what_is_legal_and_what_it_promises():
    practice = started("saipan")
    assert "land 1/2 1203" in practice.answers("1/2", 200).lines
    practice.order(FIRST_LANDING)
    odds = practice.odds("attack 317 with 1/2 1/6 1/8")
    assert sum(case.chance for case in odds[0].cases) == 1


# --- the program -------------------------------------------------------------------------------


@pytest.mark.few(2, 10)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_the_program_plays_every_side_from_dice_to_dice(tmp_path, name, scenario):
    """To the end of a game, and what is read back is that game."""
    sides = pbem.new_game(name, scenario=scenario).sides
    practice = started(name, scenario, against=sides, seed=1)
    practice.go_on()
    while practice.result is None:
        assert practice.due is not None
        practice.dice()
    by = {one.step.by for one in practice.tried if isinstance(one.step, Ordered)}
    assert by == {"program"}
    assert state(read_back(practice, tmp_path)) == state(practice)


def test_the_program_answers_for_its_side_alone():
    practice = started("saipan", against=["jp"])
    assert practice.go_on() == []
    practice.order(FIRST_LANDING)
    tried = practice.order(b"attack 317 with 1/2 1/6 1/8")
    assert [one.step.by for one in tried] == ["you", "program"]
    assert tried[1].step.side == "jp"
    assert practice.due is not None


# --- what it cannot know -----------------------------------------------------------------------


def test_what_was_sealed_in_the_game_is_asked_for():
    log = LOGS / "saipan" / "free-deployment.pbem"
    sealed = next(one.seq for one in pbem.read_log(log) if one.kind == "seal")
    shown = next(one for one in pbem.read_log(log) if one.kind == "reveal")
    practice = at_event(log, sealed)
    play_on(practice, 1)
    while practice.asked is not None and practice.asked.name != "beaches":
        play_on(practice, 1)
    assert practice.unknown
    for hex_ in shown.data["value"]["hexes"]:
        assert f"beaches {hex_}".encode() not in to_bytes(practice.file)
    practice.order(b"beaches 1203 1102 1002 0902 0801 0802")
    assert not practice.unknown
    assert practice.asked is not None
    assert practice.asked.name == "movement"


def test_what_is_sealed_in_a_practice_is_opened_by_itself(tmp_path):
    practice = started("saipan", "free")
    practice.order(b"beaches 1203 1102 1002 0902 0801 0802")
    while practice.asked is not None and practice.asked.name == "deploy":
        play_on(practice, 1)
    assert practice.asked is not None
    assert practice.asked.name == "movement"
    assert state(read_back(practice, tmp_path)) == state(practice)


@pytest.mark.parametrize("game", sample(["tokyo", "manila"], 1))
def test_what_lies_face_down_is_drawn_again_from_what_is_left(game):
    """A counter that turns up is left in a cup, another by another seed; none is lost."""
    log = min((LOGS / game).glob("*.pbem"))
    turned_up = {}
    for event, before, after in cups_around_dice(log):
        drawn = [cup for cup in before if before[cup] - after.get(cup, Counter())]
        gone = [one for cup in drawn for one in (before[cup] - after[cup]).elements()]
        if len(gone) != 1 or len(before[drawn[0]]) < 2:
            continue
        seen = set()
        for seed in range(40):
            practice = at_event(log, event, seed=seed)
            assert practice.beginning.at is not None
            assert left_in(practice.beginning.at.cups) == before
            practice.dice()
            now = left_in(practice._play.cups)
            seen |= set(before[drawn[0]] - now[drawn[0]])
            if len(seen) > 1:
                break
        assert seen <= set(before[drawn[0]])
        turned_up[event] = seen
        if len(turned_up) == 2:
            break
    assert turned_up
    assert all(len(seen) > 1 for seen in turned_up.values())


def left_in(cups: Cups) -> dict[str, Counter[str]]:
    """Return the counters of each cup; places that hold one of another cup are none."""
    return {
        name: Counter(one for one in cup if not one.startswith("?"))
        for name, cup in cups.members.items()
    }


def cups_around_dice(
    log: Path,
) -> Iterator[tuple[int, dict[str, Counter[str]], dict[str, Counter[str]]]]:
    """Yield the events after which dice are due, with what lies in the cups then and after them."""
    before: tuple[int, dict[str, Counter[str]]] | None = None
    for step in pbem.replay(log):
        if step.game is None:
            continue
        left = left_in(step.game._play.cups)
        if before is not None:
            yield *before, left
        before = (step.event.seq, left) if step.game.due else None


# --- hands of cards ----------------------------------------------------------------------------


def hands(practice: Practice) -> list[str]:
    return [one.card for one in practice.hand()]


def dealt(**wish: Any) -> Practice:
    return started("singapore", "corps", **wish)


def in_hand(practice: Practice) -> Practice:
    """Play on until who is asked holds more than was dealt at the beginning."""
    while practice.asked is None or practice.asked.name == "drawn" or not practice.hand():
        play_on(practice, 1)
    return practice


def test_anyone_is_asked_sees_his_own_hand():
    practice = dealt(seed=1)
    assert practice.asked is not None
    assert (practice.asked.side, len(hands(practice))) == ("jp", 2)
    seen = {"jp": set(hands(practice))}
    while practice.asked is None or practice.asked.side != "br":
        play_on(practice, 1)
    seen["br"] = set(hands(practice))
    assert {one.side for one in practice.hand()} == {"br"}
    held = {(one.deck, one.place) for one in practice.hand()}
    assert held == set(practice._play.game.held(practice._play.position, "br"))  # type: ignore[attr-defined]
    assert not seen["jp"] & seen["br"]


def test_the_program_shows_no_hand():
    practice = dealt(seed=1, against=["jp"])
    assert practice.asked is not None
    assert (practice.asked.side, practice.hand()) == ("jp", [])
    practice.go_on()
    assert (practice.asked.side, len(hands(practice))) == ("br", 2)


def test_the_seed_deals_and_what_is_taken_back_is_drawn_again(tmp_path):
    assert len({tuple(hands(dealt(seed=seed))) for seed in range(8)}) > 3
    practice = in_hand(dealt(seed=2))
    before = hands(practice)
    again = read_back(practice, tmp_path)
    assert hands(again) == before
    gone = opened(back(practice.file, 1), LIBRARY)
    while len(gone.tried) < len(practice.tried):
        gone.carry_out(practice.tried[len(gone.tried)].step)
    assert hands(gone) == before


def test_what_is_legal_is_what_he_holds():
    practice = dealt(seed=1)
    assert hands(practice) == ["E4 Oil-tank smoke", "D3 Feint"]
    assert practice.answers("", 500).lines == ["event E4a"]
    before = state(practice)
    with pytest.raises(PbemError, match="you do not hold E1a; you hold E4, D3"):
        practice.order(b"event E1a")
    assert state(practice) == before


def test_nothing_that_is_reported_names_a_card_of_the_other_side():
    """The question, the position and the results of steps are alike, whatever the others hold."""
    practice = dealt(seed=1)
    twin = dealt(seed=1)
    dealer = twin._play.dealer
    assert dealer is not None
    own, others = dealer._cards["situation#1"][:2], dealer._cards["situation#1"][2:]
    dealer._cards["situation#1"] = (*own, *others[::-1])
    assert state(twin) == state(practice)
    assert twin.describe() == practice.describe()
    assert twin.hand() == practice.hand()
    assert twin.answers("", 500) == practice.answers("", 500)
    assert to_bytes(twin.file) == to_bytes(practice.file)


CORPS = LOGS / "singapore" / "corps.pbem"


@pytest.mark.few(1)
@pytest.mark.parametrize("event", [40, 5, 300])
def test_from_an_event_of_a_log_what_nobody_has_shown_is_dealt_again(event, tmp_path):
    """As much to each as they hold; another seed deals otherwise; and it can be played on."""
    table = table_at(CORPS, LIBRARY, event)
    assert table.play is not None
    seen = set()
    for seed in range(4):
        beginning = after_event(CORPS, LIBRARY, PracticeOptions(at=event, seed=seed))
        practice = opened(PracticeFile(beginning, []), LIBRARY)
        dealer, game = practice._play.dealer, practice._play.game
        assert dealer is not None
        if table.play.deal is None:
            assert state(practice)[:2] == (plain(table.play.position), table.play.asked)
        for side in game.sides:
            places = game.held(practice._play.position, side)  # type: ignore[attr-defined]
            assert len(places) <= len(dealer.hand(side))
        assert game.duties(practice._play.position, dealer.everything()) == []  # type: ignore[attr-defined]
        seen.add(tuple(dealer.everything().items()))
        again = read_back(practice, tmp_path)
        assert state(again) == state(practice)
        assert again._play.dealer is not None
        assert again._play.dealer.everything() == dealer.everything()
        if not seed:
            play_on(practice, 12)
    assert len(seen) == 4


def plain(position: Any) -> Any:
    return msgspec.to_builtins(position)


@pytest.mark.parametrize(
    "decks",
    [
        [],
        [{"name": "moon#1", "of": [0, 1], "drawn": 0}],
        [{"name": "situation#1", "of": [0, 0, 1], "drawn": 0}],
        [{"name": "situation#1", "of": [41], "drawn": 0}],
        [{"name": "situation#1", "of": list(range(40)), "drawn": 0}],
        [{"name": "situation#1", "of": list(range(40)), "drawn": 1 << 40}],
        [{"name": "situation#1", "of": [], "drawn": 0}],
    ],
    ids=str,
)
def test_decks_that_do_not_fit_the_hands_are_reported(decks):
    practice = dealt(seed=1)
    lying = msgspec.to_builtins(form.lying(practice._play)) | {"decks": decks}
    made = msgspec.structs.replace(practice.beginning, at=msgspec.convert(lying, form.Lying))
    with pytest.raises(FormError):
        opened(PracticeFile(made, []), LIBRARY)


# --- back --------------------------------------------------------------------------------------


def test_back_is_what_stood_there(tmp_path):
    practice = started("saipan", against=["jp"], seed=2)
    stood = [state(practice)]
    practice.order(FIRST_LANDING)
    stood.append(state(practice))
    practice.order(b"attack 317 with 1/2 1/6 1/8")
    assert len(practice.tried) == 3
    file = practice.file
    assert state(opened(back(file, None), LIBRARY)) == stood[1]
    assert state(opened(back(file, 0), LIBRARY)) == stood[0]
    assert state(opened(file, LIBRARY, 1)) == stood[1]
    assert back(back(file, None), None).steps == []
    for to in (4, -1):
        with pytest.raises(FormError, match="There is no step"):
            back(file, to)
    with pytest.raises(FormError, match="There is nothing to undo yet"):
        back(back(file, 0), None)


def test_the_same_orders_after_going_back_bring_the_same_dice():
    practice = started("saipan", seed=2)
    practice.order(FIRST_LANDING)
    practice.order(b"attack 317 with 1/2 1/6 1/8")
    practice.order(b"pass")
    practice.dice()
    once = reported(practice)
    again = opened(back(practice.file, 0), LIBRARY)
    again.order(FIRST_LANDING)
    again.order(b"attack 317 with 1/2 1/6 1/8")
    again.order(b"pass")
    again.dice()
    assert reported(again) == once


# --- steps that are not possible ---------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    [
        Ordered(side="jp", by="you", text="pass"),
        Ordered(side="moon", by="you", text="pass"),
        Ordered(side="us", by="you", text="land 1/2 0101"),
        Ordered(side="us", by="you", text="lnad"),
        Ordered(side="us", by="you", text=""),
        Ordered(side="us", by="you", text="if " * 500 + "x: land 1/2 1203"),
        Diced(seed=3),
        Diced(seed=None, faces=[3]),
    ],
    ids=str,
)
def test_a_step_that_is_not_possible_is_named(step):
    good = Ordered(side="us", by="you", text="land 1/2 1203")
    file = PracticeFile(started("saipan").beginning, [good, step, good])
    with pytest.raises(FormError, match="step 2 is not possible") as error:
        opened(file, LIBRARY)
    assert "undo --to 1" in str(error.value)
    assert len(opened(back(file, 1), LIBRARY).tried) == 1


# --- what it does without ----------------------------------------------------------------------


def test_it_loads_no_database_and_nothing_that_opens_a_key():
    """A player who tries something waits for nothing that they do not need."""
    code = (
        "import sys, pbem.practice.words, pbem.practice.finding; "
        "print(sorted({'sqlalchemy', 'cryptography', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "scenario", "written"),
    [
        ("singapore", "brigade", "fly jf1 Alexandra"),
        ("saipan", "historical", "land 1/2 1203"),
        ("saipan", "historical", FIRST_LANDING.decode().rpartition(";")[0]),
    ],
)
def test_the_program_goes_on_from_what_is_written(name: str, scenario: str, written: str) -> None:
    """After a list it orders what is legal there, so that both are one list without a mistake."""
    practice = started(name, scenario)
    lines = practice.sensible_after(written)
    assert lines
    unit = written.split()[1]
    assert not any(line.split()[1:2] == [unit] for line in lines), "it has its order already"
    assert practice.rehearse("\n".join((written, *lines)).encode()).draft.lines
    assert practice.tried == [], "nothing was carried out"


def test_the_program_says_why_it_orders_nothing_after_a_list() -> None:
    """After an attack nobody is asked before it was fought."""
    practice = started("saipan", "historical")
    attack = FIRST_LANDING.decode() + "\nattack 317 with 1/2 1/6 1/8\nend combat"
    with pytest.raises(NotYourPen, match=r"until this list is carried out. Then "):
        practice.sensible_after(attack)
