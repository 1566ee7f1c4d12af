"""Keeping dice for many games: one trigger a predecessor, whatever is mailed, lost or killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from long import PATIENCE, sample
from pbem.audit.compare import judge_fork_file
from pbem.client.client import NotFound
from pbem.client.exchange import taking
from pbem.client.many.dice_for_all import Keep, keep_all, keep_files
from pbem.client.many.words import kept_line, kept_summary
from pbem.client.play import acting
from pbem.client.session.session import sit
from pbem.errors import KeyFileError, SecondTrigger
from pbem.log.event import read_event
from pbem.log.file import read_stretch
from pbem.table.events import kinds
from toy.club import UMPIRE, Competitor, Umpire
from toy.group import END, identity, toy_library


@pytest.fixture
def umpire(tmp_path):
    made = Umpire(tmp_path / UMPIRE)
    yield made
    made.client.close()


@pytest.fixture
def begun(tmp_path, umpire):
    """Three competitors have joined after the umpire; p0 is active."""
    players = [Competitor(tmp_path, f"p{number}") for number in range(3)]
    for one in players:
        one.mails(tmp_path / "begin")
    kept = by_game(umpire.keeps(tmp_path / "begin"))
    for one in players:
        one.takes(kept[f"toy-{one.handle}"])
        one.play(one.handle, "join")
    return players


@pytest.fixture
def eve(begun):
    return begun[0]


def by_game(kept):
    return {one.what: one for one in kept}


def triggers(umpire) -> list[str]:
    return [entry.trigger for entries in umpire.records() for entry in entries if entry.on]


def refused(kept):
    [one] = [one for one in kept if one.did == "refused"]
    return one


def test_a_folder_of_logs_is_taken_in_and_answered(tmp_path, umpire, begun):
    for one in begun[:2]:
        one.orders(one.handle, END)
    for one in begun:
        one.mails(tmp_path / "in")
    kept = by_game(umpire.keeps(tmp_path / "in"))
    assert [one.did for one in kept.values()] == ["gave", "gave", "nothing"]
    line = kept_line(kept["toy-p0"])
    assert line.startswith("toy-p0: dice given in event 4, rolled ")
    assert line.endswith("toy-p0_4-4.pbem to p0")
    assert kept_line(kept["toy-p2"]) == (
        "toy-p2: nothing to do. Waiting for p2 (red): What do you do next?"
    )
    assert kept_summary(list(kept.values())) == "2 answered with dice, 1 with nothing to do."
    begun[0].takes(kept["toy-p0"])
    assert begun[0].table.active().handle == "p0"


def test_asked_again_the_stored_bytes_come_again(tmp_path, umpire, eve):
    eve.orders("p0", END)
    eve.mails(tmp_path / "in")
    [first] = umpire.keeps(tmp_path / "in")
    sent = Path(first.mail.file).read_bytes()
    records = [path.read_bytes() for path in umpire.folder.glob("record/*/*.jsonl")]
    Path(first.mail.file).unlink()
    umpire.restarts()
    [again] = umpire.keeps(tmp_path / "in")
    assert (again.did, again.events) == ("again", [])
    assert Path(again.mail.file).read_bytes() == sent
    assert records == [path.read_bytes() for path in umpire.folder.glob("record/*/*.jsonl")]
    assert len(triggers(umpire)) == 1


def test_what_is_bad_keeps_no_other_out(tmp_path, umpire, begun):
    inbox = tmp_path / "in"
    for one in begun:
        one.orders(one.handle, END)
        one.mails(inbox)
    bad = begun[0].mails(inbox)
    bad.write_bytes(bad.read_bytes().replace(b'"end"', b'"enf"'))
    (inbox / "a letter.pbem").write_text("Dear umpire,")
    kept = umpire.keeps(inbox)
    assert sorted(one.did for one in kept) == ["gave", "gave", "refused", "refused"]
    reported = [kept_line(one) for one in kept if one.did == "refused"]
    assert "a letter.pbem: REFUSED. " in reported[0]
    assert "is not a pbem log" in reported[0]
    assert (
        "p0.pbem: REFUSED. sig.bad: Event 3 does not carry a valid signature by p0" in reported[1]
    )
    assert not any("\n" in line for line in reported)


def test_a_folder_without_logs_is_reported(tmp_path, umpire):
    (tmp_path / "in").mkdir()
    with pytest.raises(NotFound, match="There is no log"):
        umpire.keeps(tmp_path / "in")


def test_a_game_is_joined_only_if_that_is_wished(tmp_path, umpire):
    one = Competitor(tmp_path, "p0")
    path = one.mails(tmp_path / "in")
    unlock = lambda _: identity(UMPIRE)  # noqa: E731
    [kept] = keep_files(umpire.client, unlock, Keep(UMPIRE), [path])
    assert (kept.did, kept.active) == ("nothing", "Waiting for uma to join the game.")
    assert kept_line(kept).endswith("Waiting for uma to join the game. Join it with --join.")
    [kept] = keep_files(umpire.client, unlock, Keep(UMPIRE, join=True), [path])
    assert kept.did == "joined"
    assert list(keep_all(umpire.client, unlock, Keep(UMPIRE))) == []


# --- two variants of a turn --------------------------------------------------------------------


def test_variants_in_one_folder(tmp_path, umpire, eve):
    one, two, three = eve.variants(3)
    for number, event in enumerate((two, one, three)):
        eve.mails(tmp_path / "in", f"-{number}", [event])
    kept = umpire.keeps(tmp_path / "in")
    assert sorted(one.did for one in kept) == ["gave", "refused", "refused"]
    assert triggers(umpire) == [two.id]
    assert " FORK: p0 has signed two different events 3; toy-p0-3.fork proves it." in kept_line(
        kept[-1]
    )
    reported = kept_line(kept[0])
    assert "fork.author: p0 signed two different events 3" in reported
    answered = f"{tmp_path / 'in' / 'p0-0.pbem'}"
    assert (
        f"Here the event in {answered} counts ({two.id[:16]}...), and this file is left out"
        in reported
    )
    assert "this file is left out" in reported
    assert "game is forfeit" not in reported
    proof = umpire.client.games / "toy-p0-3.fork"
    assert f"make it a forfeit, type 'pbem rule toy-p0 --fork {proof} --then forfeit'" in reported
    assert f"{answered} counts, not the other files." in kept_line(kept[-1])
    [proof] = umpire.proofs()
    assert str(proof) in reported
    assert judge_fork_file(proof, toy_library()).author == "p0"


def test_a_variant_after_the_answer_where_the_logs_are_gone(tmp_path, umpire, eve):
    """Only the record is left: it has the first trigger, and the file has the second."""
    one, two = eve.variants(2)
    eve.mails(tmp_path / "one", last=[one])
    umpire.keeps(tmp_path / "one")
    umpire.loses_logs()
    eve.mails(tmp_path / "two", last=[two])
    kept = refused(umpire.keeps(tmp_path / "two"))
    assert kept.why.startswith(
        "p0 signed two different events 3 on one predecessor. You gave "
        "dice for the other one, so this one never gets any. That forfeits the game"
    )
    assert "toy-p0-3.fork proves it, and anyone can check it" in kept.why
    [proof] = umpire.proofs()
    judged = judge_fork_file(proof, toy_library())
    assert (judged.proven, judged.author) == (True, "p0")
    assert triggers(umpire) == [one.id]


def test_a_log_that_is_gone_is_made_again_from_the_database(tmp_path, umpire, eve):
    one, two = eve.variants(2)
    eve.mails(tmp_path / "one", last=[one])
    umpire.keeps(tmp_path / "one")
    [log] = [path for path in umpire.client.logs() if path.stem == "toy-p0"]
    before = log.read_bytes()
    log.unlink()
    eve.mails(tmp_path / "two", last=[two])
    kept = refused(umpire.keeps(tmp_path / "two"))
    assert "fork.author" in kept.why
    assert log.read_bytes() == before


def test_a_variant_under_a_path_of_its_own(tmp_path, umpire, eve):
    """An umpire who names the file itself meets the same record."""
    one, two = eve.variants(2)
    eve.mails(tmp_path / "one", last=[one])
    umpire.keeps(tmp_path / "one")
    umpire.loses_logs()
    path = eve.mails(tmp_path / "two", last=[two])
    with pytest.raises(SecondTrigger, match="this one never gets any"):
        acting.dice(sit(umpire.client, path, UMPIRE), identity(UMPIRE))
    assert triggers(umpire) == [one.id]


def test_an_event_before_the_trigger_signed_again(tmp_path, umpire, eve):
    """The trigger's predecessor is another one then; but the log lacks dice that were given."""
    data = eve.orders_data("red", {"do": "move", "n": 1})
    firsts = [eve.forge("p0", "orders", data, salt=bytes([n]) * 16) for n in (1, 2)]
    events, table = list(eve.events), eve.table
    for number, first in enumerate(firsts):
        eve.events, eve.table = list(events), table.copy()
        eve._take(first)
        eve.mails(tmp_path / f"{number}", last=[eve.variants(1)[0]])
    [kept] = umpire.keeps(tmp_path / "0")
    assert kept.did == "gave"
    umpire.loses_logs()
    kept = refused(umpire.keeps(tmp_path / "1"))
    assert "this log does not have event 5 that you signed" in kept.why
    assert len(triggers(umpire)) == 1


def test_a_record_put_back_from_a_backup_gives_no_dice(tmp_path, umpire, eve):
    [record] = umpire.folder.glob(f"record/{UMPIRE}/{eve.table.game_id}.jsonl")
    old = record.read_bytes()
    eve.orders("p0", END)
    eve.mails(tmp_path / "one")
    eve.takes(umpire.keeps(tmp_path / "one")[0])
    record.write_bytes(old)
    eve.orders("p0", END)
    path = eve.mails(tmp_path / "two")
    kept = refused(umpire.keeps(path))
    assert "lacks event 4. You restored a backup" in kept.why
    [taken] = taking.take(umpire.client, [path], taking.TakeOptions(UMPIRE, recovered=True))
    assert "Your record starts again at the end of this log" in taken.warnings
    assert umpire.keeps(path)[0].did == "gave"


def test_a_lost_record_gives_no_dice(tmp_path, umpire, eve):
    for record in umpire.folder.glob("record/*/*.jsonl"):
        record.unlink()
    eve.orders("p0", END)
    eve.mails(tmp_path / "in")
    kept = refused(umpire.keeps(tmp_path / "in"))
    assert "your signing record for this game" in kept.why
    assert "is missing" in kept.why


def test_a_game_goes_on_after_a_ruling_on_the_branch(tmp_path, umpire, eve):
    """The fork forfeits, unless the umpire rules: then the branch that got dice goes on."""
    one, two = eve.variants(2)
    for number, event in enumerate((one, two)):
        eve.mails(tmp_path / "in", f"-{number}", [event])
    umpire.keeps(tmp_path / "in")
    eve.take(one)
    log = next(path for path in umpire.client.logs() if path.stem == "toy-p0")
    session = sit(umpire.client, log, UMPIRE)
    proof = umpire.client.games / "toy-p0-3.fork"
    acting.rule_fork(session, identity(UMPIRE), proof, forfeit=False)
    for event in list(read_stretch(log))[len(eve.events) :]:
        eve._take(read_event(event.line))
    eve.orders("p0", END)
    eve.mails(tmp_path / "on")
    assert umpire.keeps(tmp_path / "on")[0].did == "gave"
    assert kinds.read_data("ruling", eve.events[5].data).then == "branch"


# --- killed, and two at the same time ----------------------------------------------------------


WORKERS = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from pbem.games import registry
registry.RULES["toy", 1] = ("toy.rules", "ToyRules")
from pbem.client.client import Client
from pbem.client.many.dice_for_all import Keep, keep_files
from pbem.log import disk, journal
from pbem.store import store
from toy import rules
from toy.group import identity

def work(home, box, killed_at):
    steps = 0
    real = os.fsync
    def fsync(descriptor):
        nonlocal steps
        steps += 1
        if steps == killed_at:
            os.kill(os.getpid(), signal.SIGKILL)
        real(descriptor)
    os.fsync = fsync
    client = Client(home, f"sqlite:///{home / 'pbem.sqlite'}")
    wish = Keep("uma", True, home / "answers")
    for one in keep_files(client, lambda _: identity("uma"), wish, [box]):
        pass

# What takes long is loaded once: each worker is a process that was forked here, and says by its end
# how it went.
for line in sys.stdin:
    home, killed_at, *boxes = line.rstrip("\\n").split("\\t")
    workers = []
    for box in boxes:
        worker = os.fork()
        if worker == 0:
            work(Path(home), Path(box), int(killed_at))
            os._exit(0)
        workers.append(worker)
    ends = [os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]) for worker in workers]
    print(*ends, flush=True)
"""


class Workers:
    """Processes that keep dice at the umpire's client, and are killed if so wished."""

    def __init__(self, errors: Path) -> None:
        self._errors = errors
        with errors.open("w") as reported:
            self._nursery = subprocess.Popen(
                [sys.executable, "-c", WORKERS, str(Path(__file__).parents[2])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=reported,
                text=True,
            )

    def work(self, umpire: Umpire, *boxes: Path, killed_at: int = 0) -> list[int]:
        """Let one work on each box, all at the same time; return how each process ended."""
        nursery = self._nursery
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        nursery.stdin.write("\t".join(map(str, [umpire.folder, killed_at, *boxes])) + "\n")
        nursery.stdin.flush()
        return [int(end) for end in nursery.stdout.readline().split()]

    @property
    def reported(self) -> str:
        return self._errors.read_text()

    def close(self) -> None:
        self._nursery.communicate(timeout=PATIENCE)


@pytest.fixture
def workers(tmp_path):
    made = Workers(tmp_path / "errors.txt")
    yield made
    made.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked children")
def test_kill_9_at_every_step_gives_dice_for_one_trigger(tmp_path, umpire, eve, workers):
    """Killed at one write after the other; between two kills another variant comes."""
    tried = eve.variants(40)
    umpire.client.close()
    for step, event in enumerate(tried, 1):
        box = tmp_path / f"box{step}"
        eve.mails(box, last=[event])
        [end] = workers.work(umpire, box, killed_at=step)
        assert end in (-signal.SIGKILL, 0), workers.reported
        assert len(set(triggers(umpire))) <= 1
        if end == 0:
            break
    assert step > 5
    umpire.restarts()
    [trigger] = set(triggers(umpire))
    [first] = [event for event in tried if event.id == trigger]
    eve.mails(tmp_path / "last", last=[first])
    kept = [one for one in umpire.keeps(tmp_path / "last") if one.mail is not None]
    assert len(kept) == 1
    assert len(triggers(umpire)) == 1
    eve._take(first)
    eve.takes(kept[0])
    assert eve.table.active().handle == "p0"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks its processes")
@pytest.mark.parametrize("lost", sample([True, False], 1))
@pytest.mark.long
def test_two_processes_with_two_variants_at_the_same_time(tmp_path, umpire, begun, lost, workers):
    """Also where the game is new to both: neither knows of the other's file."""
    if lost:
        umpire.loses_logs()
    umpire.client.close()
    boxes = [tmp_path / "a", tmp_path / "b"]
    for one in begun:
        for box, event in zip(boxes, one.variants(2), strict=True):
            one.mails(box, last=[event])
    assert workers.work(umpire, *boxes) == [0, 0], workers.reported
    umpire.restarts()
    assert len(triggers(umpire)) == len(begun)
    assert len(umpire.client.logs()) == len(begun)
    assert len(umpire.proofs()) == len(begun)


def test_the_record_itself_refuses_a_second_trigger(tmp_path, umpire, eve):
    """Two programs that looked at the same time: what is on the disk decides, under its lock."""
    one, two = eve.variants(2)
    record = umpire.client.record(UMPIRE, eve.table.game_id)
    stale = umpire.client.record(UMPIRE, eve.table.game_id)
    assert stale.entries
    for event, kept in ((one, record), (two, stale)):
        table = eve.table.copy()
        eve.table.take(event)
        eve.events.append(event)
        given = eve.forge(UMPIRE, "dice", eve.dice_data())
        eve.events.pop()
        eve.table = table
        if kept is record:
            kept.add(given, event)
        else:
            with pytest.raises(SecondTrigger) as caught:
                kept.add(given, event)
    assert caught.value.first == one.line.decode()
    assert isinstance(caught.value, KeyFileError)
    assert json.loads(record.path.read_bytes().splitlines()[-1])["entry"]["trigger"] == one.id


def test_what_others_may_read_of_a_client(umpire, eve):
    record = umpire.client.record(UMPIRE, eve.table.game_id)
    assert record.path.stat().st_mode & 0o077 == 0


def test_a_game_that_is_over_waits_for_the_umpires_word(tmp_path, umpire, eve):
    eve.play("p0", "resign")
    [kept] = umpire.keeps(eve.mails(tmp_path / "in"))
    assert kept_line(kept) == (
        "toy-p0: nothing to do. The game is over. "
        "Confirm the result with 'pbem rule toy-p0 --result'."
    )
