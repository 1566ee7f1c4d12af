"""Luck: what could have fallen, exactly; who had luck; and no guilt found in noise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import comb, isclose
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from audit.luck import games
from long import times
from pbem.api.given import library_with
from pbem.audit import report as plain
from pbem.audit.luck import others as other_dice
from pbem.audit.luck import testing, words
from pbem.audit.luck.measuring import Number, Share, _share, measured_log
from pbem.audit.luck.report import LogLuck, Luck, _faces, by_player, luck_in
from pbem.log.file import read_events
from pbem.play.rerun import Again
from pbem.pool import pool

ROOT = Path(__file__).parents[3]
SAIPAN = ROOT / "logs" / "saipan" / "historical.pbem"
GAMES = [
    "saipan/historical",
    "singapore/sarimbun",
    *(
        pytest.param(name, marks=pytest.mark.long)
        for name in ("tokyo/two-players", "meiktila/first", "manila/witness")
    ),
]
LIBRARY = library_with([])
SCHEMA = ROOT / "schemas" / "luck.json"


def said(found: Luck) -> str:
    return "\n".join(words.lines(found))


# --- statistics ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("square", "degrees", "chance"),
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01),
     (20.515, 5, 0.001), (19.675, 11, 0.05), (24.725, 11, 0.01), (30.144, 19, 0.05),
     (18.307, 10, 0.05), (124.342, 100, 0.05)],
)  # fmt: skip
def test_chi_square_is_that_of_the_tables(square, degrees, chance):
    """The upper percentage points as every book of tables prints them."""
    assert isclose(testing.chi_square(square, degrees), chance, rel_tol=0.002)


def test_a_normal_number_is_that_of_the_tables():
    assert isclose(testing.both_tails(1.960), 0.05, rel_tol=0.001)
    assert isclose(testing.both_tails(-2.576), 0.01, rel_tol=0.002)
    assert isclose(testing.one_tail(1.645), 0.95, rel_tol=0.001)
    assert testing.one_tail(0) == 0.5


def test_holm_counts_the_questions_in():
    """Holm's own scheme: the smallest times m, the next times m - 1, never less than before."""
    raised = testing.holm([0.01, 0.04, 0.03, 0.005])
    assert [round(one, 6) for one in raised] == [0.03, 0.06, 0.06, 0.02]
    assert testing.holm([0.9, 0.8]) == [1.0, 1.0]
    assert testing.holm([]) == []


def test_chi_square_of_faces_against_every_way_that_dice_can_fall():
    """Thirty rolls of a coin: the exact tail is close to the chance that is given."""
    for heads in (15, 20, 22, 25):
        off = abs(heads - 15)
        exact = sum(comb(30, k) for k in range(31) if abs(k - 15) >= off) / 2**30
        reported = testing.uniform(2, {0: heads, 1: 30 - heads})
        assert exact / 3 < reported <= exact * 1.001


def test_a_share_is_a_half_on_average_with_the_spread_that_is_reported():
    for shares in ({0: 0.5, 3: 0.5}, {0: 1 / 6, 1: 1 / 2, 7: 1 / 3}, dict.fromkeys(range(10), 0.1)):
        found = {merit: _share(shares, merit) for merit in shares}
        mean = sum(shares[merit] * one.share for merit, one in found.items())
        square = sum(shares[merit] * (one.share - 0.5) ** 2 for merit, one in found.items())
        assert isclose(mean, 0.5)
        assert all(isclose(one.spread, square) for one in found.values())
        assert isclose(
            sum(shares[merit] * one.gain for merit, one in found.items()), 0, abs_tol=1e-9
        )


def test_few_numbers_are_not_tested():
    few = [Number(6, 5, 1)] * 9
    assert testing.weighed(few, {}) == []
    assert "Too few dice to judge: 9 rolls." in said_of(few)
    assert testing.weighed(few * 4, {})[0].flagged


def said_of(numbers: list[Number]) -> str:
    log = LogLuck(path="x", game="", rules="", events=1, own=False, numbers=len(numbers),
                  throws=(), players=())  # fmt: skip
    return said(Luck(logs=(log,), faces=tuple(_faces(numbers)), players=(), tests=(),
                     level=testing.LEVEL, flagged=False))  # fmt: skip


# --- what could have fallen ---------------------------------------------------------------------


def test_a_throw_has_the_odds_of_the_game():
    """[7.6] 15 against 2, +13: De on 1 to 3, Dr on 4 to 6; a Dr was the worse half for alice."""
    found = measured_log(SAIPAN, LIBRARY)
    throw = next(one for one in found.throws if one.event == 5)
    assert throw.purpose == "attack on 16"
    assert throw.order == "attack 16 with 1/2 2/23 3/25"
    assert throw.chances == {"De": 0.5, "Dr": 0.5}
    assert throw.result == "Dr"
    assert throw.players["alice"].share == 0.25
    assert throw.players["bob"].share == 0.75
    assert throw.players["alice"].gain < 0 < throw.players["bob"].gain
    # 317 could retreat nowhere: whatever fell, it was lost, and nobody had luck in it.
    assert [one.purpose for one in found.throws if one.event == 5] == ["attack on 16"]


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_every_game_is_counted(name):
    path = ROOT / "logs" / f"{name}.pbem"
    found = measured_log(path, LIBRARY)
    rolls = [
        (n, got)
        for event in read_events(path)
        if event.kind == "dice"
        for n, got in event.data.get("rolls", ())
    ]
    assert [(one.n, one.got) for one in found.numbers] == [
        tuple(one) for one in rolls if one[0] > 1
    ]
    for throw in found.throws:
        assert all(0 <= one.share <= 1 and one.spread > 0 for one in throw.players.values())
        if throw.chances:
            assert isclose(sum(throw.chances.values()), 1)
            assert throw.result in throw.chances


@pytest.mark.parametrize("name", GAMES)
def test_the_same_orders_on_the_same_dice_are_the_same_game(name):
    """The same events follow orders on other dice and on those of the log, to where it ends."""
    path = ROOT / "logs" / f"{name}.pbem"
    begun, todo = other_dice._script(path, LIBRARY)
    rolls = [one.got for one in measured_log(path, LIBRARY).numbers]
    course = dict(other_dice._course(begun.copy(), todo, Again(rolls)))
    assert course == {one.event: one.stands for one in todo if one.kind == "dice"}
    assert course


def test_other_dice_are_the_same_by_the_same_seed():
    before = SAIPAN.read_bytes()
    one, two = (other_dice.others(SAIPAN, LIBRARY, 20, 1) for _ in range(2))
    assert one == two
    assert other_dice.others(SAIPAN, LIBRARY, 20, 2) != one
    first = min(one.followed)
    assert one.followed[first] == 20
    assert all(many <= 20 for many in one.followed.values())
    assert one.event is not None
    assert isclose(sum(one.worse.values()), 1)
    assert SAIPAN.read_bytes() == before


# --- a report -----------------------------------------------------------------------------------


def checked(found: Luck) -> Any:
    reported = json.loads(plain.to_json(found))
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(reported)
    return reported


def test_two_logs_are_reported_together_and_a_copy_once(tmp_path):
    copy = tmp_path / "copy.pbem"
    copy.write_bytes(SAIPAN.read_bytes())
    tokyo = ROOT / "logs" / "tokyo" / "two-players.pbem"
    found = luck_in([SAIPAN, copy, tokyo], LIBRARY, runs=0)
    assert len(checked(found)["logs"]) == 2
    assert found.unread == (f"{copy}: skipped, because another copy of this game is counted",)
    assert sum(sum(one.counts) for one in found.faces) == sum(one.numbers for one in found.logs)
    reported = said(found)
    assert "All logs together:" in reported
    assert "Nothing is unusual for fair dice." in reported
    assert "Luck proves nothing against anybody." in reported


def test_a_log_with_a_finding_counts_as_far_as_it_is_good(tmp_path):
    path = tmp_path / "changed.pbem"
    path.write_bytes(SAIPAN.read_bytes().replace(b'"do":"move"', b'"do":"MOVE"', 1))
    found = luck_in([path], LIBRARY, runs=20)
    (log,) = found.logs
    assert (log.events, log.finding.code) == (6, "sig.bad")
    assert log.numbers == 2
    checked(found)
    assert "valid up to there (sig.bad)" in said(found)


def test_own_dice_are_said_to_be_ones_own(tmp_path):
    whole = (ROOT / "logs" / "manila" / "practice.pbem").read_bytes().splitlines(keepends=True)
    path = tmp_path / "practice.pbem"
    path.write_bytes(b"".join(whole[:8]))
    found = luck_in([path], LIBRARY, runs=0)
    assert found.logs[0].own
    assert "a player kept the dice alone and could have chosen them" in said(found)


def test_what_is_flagged_is_reported_with_how_rare_it_is():
    numbers = [Number(6, 5, event) for event in range(40)]
    tests = tuple(testing.weighed(numbers, {"ann": [Share(0.5, 0.05, 0.0)] * 20}))
    log = LogLuck(path="x", game="", rules="", events=1, own=False, numbers=40,
                  throws=(), players=())  # fmt: skip
    found = Luck(logs=(log,), faces=(), players=(), tests=tests, level=0.01, flagged=True)
    reported = said(found)
    assert reported.startswith("UNUSUAL: die of 6 (fair dice do this once in ")
    assert "Luck proves nothing against anybody." in reported
    assert [one.flagged for one in tests] == [True, False]
    assert tests[0].together < 1e-6


# --- no guilt in noise, and none overlooked -----------------------------------------------------


def flagged(kind: str, seed: int) -> bool:
    make = {"sixes": games.Sixes, "better": games.BetterOfTwo}.get(kind, games.Fair)
    restarts = "us" if kind == "restarts" else ""
    return games.played("saipan", "historical", seed, make, restarts).flagged


def _flagged(job: tuple[str, int]) -> bool:
    return flagged(*job)


def many(kind: str, number: int) -> list[bool]:
    jobs = [(kind, seed) for seed in range(number)]
    if number < 20:
        return [_flagged(job) for job in jobs]
    with pool(2) as workers:
        return list(workers.map(_flagged, jobs, chunksize=4))


def most(number: int, chance: float) -> int:
    """So many of these happen at most, but for once in ten thousand times."""
    at_least = 1.0
    term = (1 - chance) ** number
    for k in range(number):
        at_least -= term
        if at_least < 1e-4:
            return k
        term *= (number - k) / (k + 1) * chance / (1 - chance)
    return number


def test_how_many_happen_at_most():
    """In a hundred with 1%, 7 or more come about once in 14,000 times, 6 or more in 1,900."""
    assert most(100, 0.01) == 6
    assert most(10, 0.5) == 10


def test_fair_games_are_flagged_no_more_often_than_the_level_says():
    """Two hundred with PBEM_LONG=10."""
    number = times(3, 20)
    assert sum(many("fair", number)) <= most(number, 0.01)


@pytest.mark.parametrize("kind", ["sixes"])
def test_bent_dice_are_flagged(kind):
    """A hundred with PBEM_LONG=10: dice of which every second one shows a six."""
    number = times(2, 10)
    found = many(kind, number)
    assert sum(found) >= number - most(number, 0.02)


@pytest.mark.long
def test_what_one_game_cannot_report_from_luck_ten_games_can():
    """One side has every throw fall twice, and keeps what is better for it."""
    with pool(2) as workers:
        bent = list(workers.map(_restarted, range(10), chunksize=1))
        fair = list(workers.map(_fair, range(10), chunksize=1))
    assert any(one.flagged for one in together(bent))
    assert not any(one.flagged for one in together(fair))


def _restarted(seed: int) -> games.Measured:
    return games.played("saipan", "historical", seed, games.Fair, "us")


def _fair(seed: int) -> games.Measured:
    return games.played("saipan", "historical", seed)


def together(some: list[games.Measured]) -> list[testing.Tested]:
    numbers = [one for game in some for one in game.numbers]
    return testing.weighed(numbers, by_player([one for game in some for one in game.throws]))


def synthetic(number: int) -> Iterator[list[Number]]:
    """Fair dice in the numbers that games have, without the games."""
    import random

    for seed in range(number):
        rng = random.Random(seed)  # noqa: S311
        kinds = [(6, 55), (2, 12), (12, 70), (4, 30), (17, 9)]
        yield [Number(n, rng.randrange(n), 0) for n, count in kinds for _ in range(count)]


def test_thousands_of_fair_dice_are_flagged_as_often_as_the_level_says():
    number = times(1000, 5000)
    odd = sum(any(one.flagged for one in testing.weighed(one, {})) for one in synthetic(number))
    assert odd <= most(number, 0.01)
    # It does look: with no level nothing would ever be flagged.
    assert odd >= number // 1000


def test_luck_of_players_is_flagged_as_often_as_the_level_says():
    """Shares of throws with two and with three results, as attacks have them."""
    import random

    tables = [{0: 0.5, 1: 0.5}, {0: 1 / 6, 1: 1 / 2, 2: 1 / 3}, {0: 1 / 6, 1: 5 / 6}]
    number, odd = times(2000, 10_000), 0
    for seed in range(number):
        rng = random.Random(seed)  # noqa: S311
        shares = []
        for _ in range(15):
            table = rng.choice(tables)
            fell = rng.choices(list(table), list(table.values()))[0]
            shares.append(_share(table, fell))
        odd += testing.luck(shares) < 0.01
    assert odd <= most(number, 0.01)
