"""Years of clubs, and faults that were put in on purpose, which a few years find."""

from __future__ import annotations

import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from sqlite3 import DatabaseError

import pytest

import memory
from long import sample, times
from pbem.log.finding import BadLog
from simulation import __main__ as command
from simulation.broken import Broken
from simulation.disk import Disk, Fate, Killed
from simulation.kept import Kept, Year
from simulation.place import LENGTH, placed
from simulation.plan import Plan, changed, locked, name, options, small, typed, with_modules
from simulation.planted import (
    BY_HER_CLOCK,
    DECOYS,
    FAULTS,
    HARSH,
    LATE,
    TWO_COMPUTERS,
    TWO_ENDS,
    planted,
)
from simulation.post import Post
from simulation.run import found, live
from simulation.shrink import shrunk, way
from simulation.typed import RECOVERED
from simulation.world import founded

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="disks are hooked there"),
    # Folders that go away by themselves try to when their owner is killed, and find no disk.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SEALED = Plan(
    rules=(("toy", "plans"),), games=1, players=3, days=120, faults=0.3, cheats=True, longest=60
)
"""A short year with a cheat, who has to open what they sealed."""


@pytest.mark.parametrize("seed", sample(range(40), 2, 4))
def test_a_database_that_is_in_use_has_no_mail_passed_over(seed):
    live(seed, locked(seed))


@pytest.mark.parametrize("two", sample(range(500), 1, 16))
def test_two_small_years(two):
    for seed in range(2 * two, 2 * two + 2):
        live(seed, small(seed))


@pytest.mark.long(2)  # a large club; small ones live in every run
@pytest.mark.parametrize("seed", sample(range(10), 0, 1))
def test_a_year(seed):
    live(seed, Plan())


@pytest.mark.long(2)  # of a hundred small years more than twenty have a cheat
@pytest.mark.parametrize("seed", sample(range(10), 0, 1))
def test_a_year_with_a_cheat(seed):
    live(seed, Plan(cheats=True))


@pytest.mark.long
def test_a_year_in_which_a_cheat_keeps_what_he_sealed_and_is_ruled_out():
    reported = "\n".join(live(0, SEALED).reported)
    assert "withholds a reveal" in reported
    assert "uma rules that" in reported


@pytest.mark.long
def test_a_year_in_which_a_cheat_signs_two_ends_that_confirmations_show():
    """The umpire has one of them, and who plays the other: both have agents."""
    assert "bob signs a second end" in "\n".join(live(1, TWO_ENDS).reported)
    with planted("ends-not-confirmed"), pytest.raises(Broken, match="nobody has the proof"):
        live(1, TWO_ENDS)


@pytest.mark.long(2)
@pytest.mark.parametrize("seed", sample(range(10), 0, 1))
def test_a_year_with_a_tournament(seed):
    live(seed, Plan(games=0, cup=True))


@pytest.mark.long(2)
def test_a_year_with_openings_that_one_player_signed_alone():
    reported = "\n".join(live(0, DECOYS).reported)
    assert "mails an opening for round 1, board 1 that nobody else joins" in reported


@pytest.mark.long(2)
@pytest.mark.parametrize("seed", sample(range(10), 0, 1))
def test_a_year_with_games_of_the_program(seed):
    live(seed, with_modules(seed, Plan()))


@pytest.mark.long(2)
@pytest.mark.parametrize(
    "plan", [LATE, BY_HER_CLOCK, TWO_COMPUTERS], ids=["late seals", "her clock", "two computers"]
)
def test_a_year_of_somebody_who_is_late_or_elsewhere(plan):
    live(0, plan)


@pytest.mark.long(2)
@pytest.mark.parametrize("seed", range(times(0, 20)))
def test_harsh_years(seed):
    live(1000 + seed, HARSH)


@pytest.mark.parametrize("name", sample(FAULTS, 0, 2))
def test_a_fault_that_was_put_in_is_found(name):
    fault = FAULTS[name]
    with planted(name):
        assert found(range(fault.within), fault.plan) is not None


def test_a_season_of_years_has_games_of_every_module():
    played = {rules for seed in range(20) for rules, _ in with_modules(seed, Plan()).rules}
    assert played == {"saipan", "manila", "meiktila", "singapore", "tokyo"}


def test_the_same_seed_is_the_same_year_whatever_was_lived_before_it_and_where():
    few = Plan(games=1, days=5, faults=0.7)
    first = live(5, few)
    live(6, Plan(games=1, days=10, faults=0.7, cheats=True))
    again = live(5, few)
    assert again.reported == first.reported
    assert again.reported
    assert again.rng.random() == first.rng.random()
    words = [sys.executable, "-m", "simulation", "5", *shlex.split(options(few, Plan()))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "7"}
    elsewhere = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    *reported, figures, _ = elsewhere.stdout.splitlines()
    assert reported == first.reported
    assert f" {first.post.sent} messages" in figures


def test_a_year_has_a_place_whose_path_is_as_long_everywhere(monkeypatch):
    lengths = set()
    with tempfile.TemporaryDirectory() as other:
        for within in (tempfile.gettempdir(), other):
            monkeypatch.setattr(memory, "folder", lambda within=within: within)
            with placed() as folder:
                assert folder.parent == Path(within)
                lengths.add(len(str(folder)))
    assert lengths == {LENGTH}


def test_a_proof_that_was_cut_off_in_the_mail_is_none_and_one_made_here_has_to_be_whole(tmp_path):
    with founded(tmp_path, 0, Plan(games=0)) as club:
        ann = club.member("ann")
        mailed, made = ann.saved / "mail-0.fork", ann.person.client.games / "duel-3.fork"
        for path in (mailed, made):
            path.parent.mkdir(parents=True, exist_ok=True)
        mailed.write_bytes(b'{"pbem":"fork/v1","bef')
        assert not list(ann.proofs())
        made.write_bytes(mailed.read_bytes())
        with pytest.raises(BadLog):
            list(ann.proofs())


def test_whose_record_is_missing_does_what_the_program_says(tmp_path):
    plan = Plan(games=1, players=2, days=60, faults=0, restores=0, clocks=0, longest=10)
    with founded(tmp_path, 0, plan) as club:
        bob, days = club.member("bob"), club.days()
        while not list(bob.recorded()):
            next(days)
        shutil.rmtree(bob.folder / "record")
        for _ in days:
            pass
        assert [said for said in bob.said if "record" in said and RECOVERED in said]
        assert club.over()


def test_what_a_cheat_mails_until_it_has_come_comes_whole_and_other_mail_may_not(tmp_path):
    post = Post(tmp_path, random.Random(1))  # noqa: S311 - nobody has to trust it
    for one, surely in (("ann", True), ("bob", False)):
        for _ in range(200):
            post.mail("eve@example.org", [one], bytes(99), "turn.pbem", surely=surely)
    post.all_comes()
    came = {one: [*(post.box(one) / "new").iterdir()] for one in ("ann", "bob")}
    sizes = {one: {path.stat().st_size for path in came[one]} for one in came}
    assert len(came["ann"]) == 200
    assert len(sizes["ann"]) == 1
    assert len(sizes["bob"]) > 1


def test_years_that_were_kept_are_not_lived_through_again(tmp_path):
    kept, few = Kept(tmp_path / "years"), Plan(games=1)
    kept.add(Year(3, "usual", 2.5, 40, 100))
    kept.add(Year(4, "usual", 3600.0, 2, 7, "year 4: something"))
    kept.add(Year(4, "games=1", 1.0, 1, 1))
    with (tmp_path / "years").open("a") as file:
        file.write('{"seed": 5, "pl')
    again = Kept(tmp_path / "years")
    assert again.years == kept.years
    assert again.good() == {(name(Plan()), 3), (name(few), 4)}
    assert again.reported().startswith(
        "2 years were good and 1 were not, in 1.00 hours of one proc"
    )
    again.add(Year(4, "usual", 1.0, 1, 1))
    assert Kept(tmp_path / "years").reported().startswith("3 years were good and 0 were not")


def made_up(seed, plan, *, aloud):
    """A year that nobody lived through."""
    return Year(seed, "usual", 1.0, seed, 10, "year 2: something" if seed == 2 else "")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_years_are_lived_side_by_side_and_one_that_breaks_ends_no_other(
    tmp_path, monkeypatch, capsys, workers
):
    monkeypatch.setattr(command, "lived", made_up)
    said = ["0", "4", "--kept", str(tmp_path / "years"), "--workers", workers]
    assert command.main(said) == 1
    first = Kept(tmp_path / "years")
    assert sorted(one.seed for one in first.years) == [0, 1, 2, 3]
    assert first.bad() == {("usual", 2)}
    assert command.main(said) == 1
    again = Kept(tmp_path / "years").years[4:]
    assert [one.seed for one in again] == [2]  # what was good is not lived through once more
    assert "3 years were good and 1 were not" in capsys.readouterr().out


def test_what_nobody_foresaw_is_a_year_that_does_not_hold(monkeypatch):
    monkeypatch.setattr("simulation.checks.Checks.after_a_day", lambda _: 1 // 0)
    year = command.lived(3, Plan(games=1, days=2), aloud=False)
    assert year.broken == "year 3: ZeroDivisionError: integer division or modulo by zero"


# --- a year that fails, made smaller --------------------------------------------------------------


def fails(seed: int, plan: Plan) -> str:
    """Two things are wrong, one of them in a few years only, with kills and two games."""
    sensitive = seed == 2 or (seed == 9 and plan.games > 2)
    if sensitive and plan.games >= 2 and plan.faults and "kill" in plan.kinds:
        return f"year {seed}, 2026-09-0{seed}: bob has lost {seed} events of a game\n  before it"
    return f"year {seed}, 2026-07-01: something else" if plan.days < 100 else ""


def test_a_year_that_fails_is_made_smaller_while_it_fails_the_same_way():
    reported: list[str] = []
    least = shrunk(9, Plan(cheats=True), fails, reported.append)
    assert least is not None
    assert least.broken.startswith("year 2, 2026-09-02: bob has lost 2 events of a game")
    assert least.seed == 2
    assert least.plan == Plan(games=2, restores=0, clocks=0, kinds=("kill",), players=2, days=20)
    assert len(reported) == 7


def test_a_year_that_holds_is_not_made_smaller():
    assert shrunk(1, Plan(), fails, pytest.fail) is None


def test_what_a_small_year_is_like_is_said_as_it_is_typed():
    plan = Plan(games=1, kinds=("kill",), cheats=True, two_computers="bob")
    words = shlex.split(options(plan, Plan()))
    assert words[::2] == ["--with"] * 4
    assert changed(Plan(), words[1::2]) == plan


@pytest.mark.long(2)
def test_a_fault_that_was_put_in_is_shrunk_to_one_command(capsys):
    with planted("signed-anew"):
        whole = command.lived(0, FAULTS["signed-anew"].plan, aloud=False).broken
    assert "signed two events" in whole
    assert command.main(["shrink", "0", "--planted", "signed-anew"]) == 0
    *_, typed = capsys.readouterr().out.splitlines()
    words = shlex.split(typed)
    assert command.main(words[words.index("simulation") + 1 :]) == 1
    [reported] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("year ")]
    assert way(reported) == way(whole)


# --- the disk -------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path, random.Random(1))  # noqa: S311 - nobody has to trust it


def write(path, data, *, sync):
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
        file.write(data)
        file.flush()
        if sync:
            os.fsync(file.fileno())


def two(first: Path, second: Path, *, sync: bool) -> None:
    write(first, b"whole", sync=sync)
    write(second, b"x", sync=True)


def put_in_place(new: Path, old: Path) -> None:
    write(new, b"after", sync=True)
    new.replace(old)
    old.unlink()


def name_new(new: Path, name: Path) -> None:
    write(new, b"whole", sync=False)
    name.hardlink_to(new)
    new.unlink()


def hit(disk: Disk, fate: Fate, act: Callable[[], None]) -> None:
    """Work until fate ends it."""
    with pytest.raises(Killed), disk.at_work(fate):
        act()


def test_what_was_synced_survives_a_loss_of_power(disk, tmp_path):
    for at in range(40):
        path = tmp_path / str(at)
        path.touch()
        hit(disk, Fate(3, "power"), lambda path=path: two(path, tmp_path / "other", sync=True))
        assert path.read_bytes() == b"whole"


def test_what_was_not_synced_may_be_gone(disk, tmp_path):
    left = set()
    for at in range(60):
        path = tmp_path / str(at)
        path.touch()
        hit(disk, Fate(2, "power"), lambda path=path: two(path, tmp_path / "other", sync=False))
        left.add(path.read_bytes())
    assert b"whole" in left
    assert b"" in left
    assert bytes(5) in left


def test_a_name_that_was_not_synced_may_be_gone(disk, tmp_path):
    left = set()
    for at in range(40):
        new, old = tmp_path / f"{at}.new", tmp_path / str(at)
        old.write_bytes(b"before")
        hit(disk, Fate(4, "power"), lambda new=new, old=old: put_in_place(new, old))
        left.add(old.read_bytes())
    assert left == {b"before", b"after"}


def test_a_new_file_may_be_gone_until_its_folder_is_synced(disk, tmp_path):
    left = set()
    for at in range(60):
        path, folder = tmp_path / str(at), os.open(tmp_path, os.O_RDONLY)
        synced = at % 2
        acts = [lambda path=path: write(path, b"whole", sync=True)]
        acts += [lambda folder=folder: os.fsync(folder)] * synced
        acts += [lambda: write(tmp_path / "other", b"x", sync=True)]
        hit(disk, Fate(3 + synced, "power"), lambda acts=acts: [act() for act in acts])
        os.close(folder)
        left.add((synced, path.read_bytes() if path.exists() else None))
    assert left == {(0, None), (0, b"whole"), (1, b"whole")}


def test_a_second_name_has_no_more_on_the_disk_than_the_first(disk, tmp_path):
    left = set()
    for at in range(60):
        new, name = tmp_path / f"{at}.new", tmp_path / str(at)
        hit(disk, Fate(3, "power"), lambda new=new, name=name: name_new(new, name))
        left.add(name.read_bytes() if name.exists() else None)
    assert {None, b"", b"whole"} <= left


def test_a_full_disk_refuses_all_that_comes_later(disk, tmp_path):
    with disk.at_work(Fate(2, "full")):
        write(tmp_path / "a", b"x", sync=False)
        for _ in range(2):
            with pytest.raises(OSError, match="space"):
                write(tmp_path / "b", b"x", sync=False)


def test_another_program_works_once_while_one_is_at_work(tmp_path):
    seen = []
    meanwhile = {"other": lambda: seen.append((tmp_path / "a").exists())}
    disk = Disk(tmp_path, random.Random(1), meanwhile)  # noqa: S311 - nobody has to trust it
    with disk.at_work(Fate(3, "other")):
        two(tmp_path / "a", tmp_path / "b", sync=True)
        two(tmp_path / "c", tmp_path / "d", sync=True)
    assert seen == [True]
    assert (tmp_path / "d").read_bytes() == b"x"


def test_another_program_may_come_before_a_lock_is_held(tmp_path):
    seen = []
    disk = Disk(tmp_path, random.Random(1), {"other": lambda: seen.append(1)})  # noqa: S311
    with disk.at_work(Fate(1, "other")):
        disk.locks()
    assert seen == [1]
    with disk.at_work(Fate(1, "kill")):  # only programs come in between, nothing is hit
        disk.locks()
        assert disk.touched == 0


def test_a_kill_tears_the_write_that_it_hits(disk, tmp_path):
    left = set()
    for at in range(40):
        path = tmp_path / str(at)
        hit(disk, Fate(1, "kill"), lambda path=path: write(path, b"0123456789", sync=True))
        left.add(len(path.read_bytes()))
    assert {0, 10} < left


def test_who_is_killed_within_a_transaction_does_nothing_more(disk, tmp_path):
    with disk.at_work(Fate(5, "hot")):
        assert disk.commits()
        with pytest.raises(Killed):
            disk.dies(lambda: None)
        with pytest.raises(Killed):
            write(tmp_path / "a", b"x", sync=False)
        with pytest.raises(Killed):
            disk.commits()
    with disk.at_work(Fate()):
        write(tmp_path / "a", b"x", sync=False)


def test_something_that_does_not_hold_is_reported_with_its_year(monkeypatch):
    def broken(*_):
        raise Broken("nothing holds")

    monkeypatch.setattr("simulation.checks.Checks.after_a_day", broken)
    with pytest.raises(Broken, match="year 7, 2026-07-02: nothing holds") as found:
        live(7, small(7))
    *_, command = str(found.value).splitlines()
    words = shlex.split(command)
    assert words[words.index("simulation") + 1] == "7"
    assert changed(Plan(), [word for word in words if "=" in word][1:]) == small(7)


def test_a_book_that_cannot_be_read_does_not_hold(monkeypatch):
    def damaged(*_):
        raise DatabaseError("database disk image is malformed")

    monkeypatch.setattr("simulation.checks.Checks.after_a_day", damaged)
    with pytest.raises(Broken, match="year 7, 2026-07-02: database disk image is malformed"):
        live(7, small(7))


def test_what_nobody_foresaw_is_reported_with_its_year_too(monkeypatch):
    monkeypatch.setattr("simulation.checks.Checks.after_a_day", lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError) as found:
        live(7, small(7))
    [note] = found.value.__notes__
    assert note == f"year 7, 2026-07-02\n  {typed(7, small(7))}"
