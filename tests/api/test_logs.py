"""Logs read, verified and replayed from Python, as docs/api.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pbem
from pbem.audit import report

ROOT = Path(__file__).resolve().parent.parent.parent
LOGS = ROOT / "logs"
WHOLE = LOGS / "saipan" / "free-deployment.pbem"
LAST = len(WHOLE.read_bytes().splitlines()) - 1
FORGED = LOGS / "hostile" / "dice.proof-bit-flipped.pbem"
GOOD = 6
"""So many events of it are good."""


def test_events_are_read_as_they_stand() -> None:
    events = pbem.read_log(str(WHOLE))
    lines = WHOLE.read_bytes().splitlines()
    assert [event.line for event in events] == lines
    assert [event.seq for event in events] == list(range(len(lines)))
    assert {event.game_id for event in events} == {events[0].id}
    assert len(pbem.read_log(FORGED)) > GOOD


def test_what_is_no_log_is_no_log(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Bob\n")
    with pytest.raises(pbem.BadLog):
        pbem.read_log(other)
    for read in (pbem.read_log, pbem.verify, pbem.game_at, lambda path: list(pbem.replay(path))):
        with pytest.raises(pbem.LogFileError):
            read(tmp_path / "absent.pbem")


def test_a_verdict_is_what_the_command_prints() -> None:
    verdict = pbem.verify(WHOLE)
    assert verdict.ok
    assert verdict.valid
    assert (verdict.level, verdict.winner, verdict.won) == (
        3,
        "alice",
        "U.S. (alice) wins (victory)",
    )
    assert json.loads(report.to_json(verdict))["head"] == pbem.read_log(WHOLE)[-1].id
    assert pbem.verify(WHOLE, level=1).level == 1


def test_a_forged_die_names_who_is_to_blame() -> None:
    verdict = pbem.verify(FORGED)
    assert not verdict.ok
    assert not verdict.valid
    assert verdict.finding is not None
    assert (verdict.finding.code, verdict.finding.blame) == ("dice.proof", ("ann",))
    assert (verdict.finding.good, verdict.finding.seq) == (GOOD, GOOD)


@pytest.mark.parametrize("processes", [1, 2])
def test_of_many_each_has_a_verdict_in_order(tmp_path: Path, processes: int) -> None:
    paths = [WHOLE, tmp_path / "absent.pbem", str(FORGED)]
    verdicts = list(pbem.verify_many(paths, processes=processes))
    assert [one.path for one in verdicts] == list(map(str, paths))
    assert [one.ok for one in verdicts] == [True, False, False]
    assert [bool(one.unread) for one in verdicts] == [False, True, False]


@pytest.mark.parametrize("level", [0, 4])
def test_there_are_three_levels(level: int) -> None:
    for verify in (pbem.verify, lambda path, level: pbem.verify_many([path], level=level)):
        with pytest.raises(pbem.FormError, match="1, 2 or 3"):
            verify(WHOLE, level=level)


def test_cards_are_held_against_the_keys(tmp_path: Path) -> None:
    card = tmp_path / "alice.card"
    card.write_text("no card")
    with pytest.raises(pbem.KeyFileError):
        pbem.verify(WHOLE, cards=[card])
    with pytest.raises(pbem.KeyFileError):
        pbem.verify_many([WHOLE], cards=[str(card)])


def test_a_replay_goes_event_by_event() -> None:
    steps = list(pbem.replay(WHOLE))
    assert [step.event for step in steps] == pbem.read_log(WHOLE)
    assert all(step.entry.seq == step.event.seq for step in steps)
    assert [step.game is None for step in steps[:4]] == [True, True, False, False]
    last = steps[-1].game
    assert last is not None
    assert last.result is not None
    assert last.result.winner == "us"
    assert (last.name, last.scenario, last.sides) == ("saipan", "free", ("us", "jp"))


@pytest.mark.parametrize("number", [2, 5, 17, LAST])
def test_the_position_after_an_event(number: int) -> None:
    step = list(pbem.replay(WHOLE))[number]
    game = pbem.game_at(WHOLE, number)
    assert step.game is not None
    assert (game.position(), game.waiting) == (step.game.position(), step.game.waiting)
    assert pbem.game_at(WHOLE).position() == pbem.game_at(WHOLE, LAST).position()


def test_what_is_tried_on_a_step_leaves_the_log_alone() -> None:
    undisturbed = [step.entry for step in pbem.replay(WHOLE)]
    entries = []
    for step in pbem.replay(WHOLE):
        entries.append(step.entry)
        game = step.game
        for _ in range(3):
            if game is None or game.result or (game.asked and game.asked.opens):
                break
            game.roll() if game.due else game.apply(game.sensible())
    assert entries == undisturbed


def test_what_another_sealed_is_opened_by_a_guess_only() -> None:
    """A log holds a commitment: to go on from it, one says what was sealed, by a guess."""
    number = next(event.seq for event in pbem.read_log(WHOLE) if event.kind == "reveal")
    game = pbem.game_at(WHOLE, number - 1)
    assert game.asked is not None
    assert game.asked.opens
    game.apply(game.random())
    assert game.asked is not None
    assert not game.asked.opens


def test_a_replay_stops_at_what_is_not_valid() -> None:
    steps = pbem.replay(FORGED)
    assert [next(steps).event.seq for _ in range(GOOD)] == list(range(GOOD))
    with pytest.raises(pbem.BadLog) as bad:
        next(steps)
    assert bad.value.finding.code == "dice.proof"
    with pytest.raises(pbem.BadLog):
        pbem.game_at(FORGED)
    assert pbem.game_at(FORGED, GOOD - 1).due


@pytest.mark.parametrize("number", [LAST + 1, -1])
def test_an_event_that_is_not_there(number: int) -> None:
    reported = f"has no event {number}: it has {LAST + 1}, counted from 0"
    with pytest.raises(pbem.FormError, match=reported):
        pbem.game_at(WHOLE, number)


def test_before_all_joined_there_is_no_game() -> None:
    with pytest.raises(pbem.FormError, match="starts when all have joined"):
        pbem.game_at(WHOLE, 1)


def test_an_empty_file_is_no_game(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pbem"
    empty.write_bytes(b"")
    assert pbem.read_log(empty) == []
    assert not pbem.verify(empty).ok
    assert list(pbem.replay(empty)) == []
    with pytest.raises(pbem.FormError, match="has no position yet"):
        pbem.game_at(empty)


def test_cases_are_run(tmp_path: Path) -> None:
    folder = ROOT / "tests" / "cases" / "saipan"
    ran = pbem.run_cases(str(folder))
    assert ran
    assert all(case.ok and not case.failed and case.game == "saipan" for case in ran)
    one = min(folder.glob("*.yaml"))
    alone = pbem.run_cases(one)
    assert alone == ran[: len(alone)]
    with pytest.raises(pbem.FormError, match="has no files of cases"):
        pbem.run_cases(tmp_path)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("game: saipan\n")
    with pytest.raises(pbem.FormError):
        pbem.run_cases(wrong)
