"""One of many items fails in a way that nobody foresaw: it is named, and the others go on.

The failure is put in the place of what reads, or judges, an item. Mails and games of an agent stand
in tests/agent, exhibits in tests/court.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

import apart
from pbem.audit import copies, judging, verify
from pbem.audit.luck import report as luck
from pbem.board.game import BoardGame
from pbem.board.routes import Routes
from pbem.client import people
from pbem.client.exchange import taking
from pbem.client.exchange.taking import TakeOptions
from pbem.client.logs import first_id
from pbem.client.messages import confirmations, reading
from pbem.client.storage import database, tournaments
from pbem.client.views import overview, touched
from pbem.director.directing import collecting
from pbem.director.directing.arrived import let_go
from pbem.director.office import begin
from pbem.director.player import looking, taking_part, waiting
from pbem.director.player.saying import write_word
from pbem.games import registry
from pbem.identity.card import make_card, write_card
from pbem.items import Items, reported
from pbem.log.file import read_stretch
from pbem.log.head import make_head, write_head
from pbem.mail import evidence, evidence_words
from pbem.table.library import Library
from toy.directing import DORA, Directed
from toy.meeting import robin
from toy.people import Person

LOGS = Path(__file__).parents[1] / "logs"
GOOD = LOGS / "saipan" / "historical.pbem"
DAY = date(2026, 11, 29)
ERRORS = (RuntimeError("odd"), MemoryError(), RecursionError("too deep"))

each_error = pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)


def library() -> Library:
    return Library(registry.find)


def failing(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, error: Exception, at
) -> None:
    """Let a function raise where ``at`` says so of what it is given."""
    known = getattr(where, name)

    def fails(*args, **options):
        if any(at(one) for one in args):
            raise error
        return known(*args, **options)

    monkeypatch.setattr(where, name, fails)


def is_bad(one: object) -> bool:
    return isinstance(one, Path) and one.stem == "bad"


@pytest.fixture
def two_logs(tmp_path) -> list[Path]:
    for name in ("bad", "good"):
        shutil.copy(GOOD, tmp_path / f"{name}.pbem")
    return [tmp_path / "bad.pbem", tmp_path / "good.pbem"]


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))
    # A process that starts from nothing lacks what a test has patched. So a pool copies this one,
    # also if a thread of an earlier test still waits.
    monkeypatch.setattr(threading, "active_count", lambda: 1)


@each_error
@pytest.mark.parametrize("processes", [1, 2])
def test_a_log_of_verify(monkeypatch, two_logs, error, processes):
    failing(monkeypatch, verify, "verify", error, is_bad)
    judged = judging.judge(two_logs, library, judging.JudgeOptions(processes=processes))
    bad, good = judged.logs
    assert (good.ok, bad.ok, judged.ok) == (True, False, False)
    assert type(error).__name__ in bad.unread
    said = "\n".join(judging.lines(judged))
    assert "bad.pbem" in said
    assert "Please report this text" in said or "too little memory" in said


def end_at_bad(path: Path, *_, **__) -> None:
    if is_bad(path):
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_log_with_which_a_process_ends(monkeypatch, two_logs):
    """As where the system takes the memory of who has most of it: no exception is raised at all."""
    known = verify.verify

    def ends(path, *args, **options):
        end_at_bad(path)
        return known(path, *args, **options)

    monkeypatch.setattr(verify, "verify", ends)
    judged = judging.judge(two_logs, library, judging.JudgeOptions(processes=2))
    bad, good = judged.logs
    assert good.ok
    assert "The system ended the process that verified it" in bad.unread


@each_error
def test_a_fork_and_a_confirmation_of_verify(monkeypatch, tmp_path, error):
    for name in ("bad", "good"):
        shutil.copy(LOGS / "hostile" / "fork.author-two-thoughts.fork", tmp_path / f"{name}.fork")
    failing(monkeypatch, judging, "judge_fork_file", error, is_bad)
    judged = judging.judge(sorted(tmp_path.iterdir()), library, judging.JudgeOptions())
    assert [one.proven for one in judged.forks] == [True]
    assert len(judged.unread) == 1
    assert "bad.fork" in judged.unread[0]
    assert not judged.ok


@each_error
def test_a_copy_of_compare(monkeypatch, two_logs, error):
    failing(monkeypatch, copies, "read_stretch", error, is_bad)
    compared = copies.compare_copies(two_logs, library()).found
    assert not compared.ok
    assert [len(game.copies) for game in compared.games] == [1]
    assert "bad.pbem: " in compared.unread[0]


@each_error
def test_a_log_of_luck(monkeypatch, two_logs, error):
    failing(monkeypatch, luck, "measured_log", error, is_bad)
    found = luck.luck_in(two_logs, library(), runs=0)
    assert [Path(one.path).stem for one in found.logs] == ["good"]
    assert "bad.pbem: " in found.unread[0]
    assert found.failed


@each_error
def test_a_game_of_a_list(monkeypatch, tmp_path, error):
    ann = Person("ann", tmp_path)
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self")
    shutil.copy(ann.log, ann.log.with_name("bad.pbem"))
    failing(monkeypatch, overview, "sit", error, is_bad)
    bad, good = sorted(overview.overview(ann.client), key=lambda one: one.game)
    assert (good.game, good.wrong) == ("game", "")
    assert type(error).__name__ in bad.wrong
    assert (good.failed, bad.failed) == (False, True)
    assert not overview.games_lines([bad])[0].startswith("bad: Your move")
    ann.client.close()


@each_error
def test_a_file_that_is_taken_in(monkeypatch, tmp_path, error):
    ann, bob = Person("ann", tmp_path), Person("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    good = ann.sends()
    bad = good.with_name("bad.pbem")
    shutil.copy(good, bad)
    failing(monkeypatch, taking, "look", error, is_bad)
    refused, taken = taking.take(bob.client, [bad, good], taking.TakeOptions("bob"))
    assert (refused.status, refused.unforeseen, taken.status) == ("refused", True, "new")
    assert type(error).__name__ in refused.warnings[0]
    for one in (ann, bob):
        one.client.close()


@each_error
def test_orders_and_hints_of_a_mail(monkeypatch, tmp_path, error):
    """A game at which the program fails keeps no orders for another out of what a mail says."""
    ann = Person("ann", tmp_path)
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self")
    good, bad = (ann.log.with_name(f"{name}.pbem") for name in ("good", "bad"))
    ann.log.rename(good)
    shutil.copy(good, bad)
    text = "".join(f"#pbem {name} ann\nend\n#end\n\n" for name in ("bad", "good"))
    failing(monkeypatch, reading, "sit", error, is_bad)
    mail = f"From: ann@example.org\n\n{text}".encode()
    first, second = reading.take_mail(ann.client, [], TakeOptions("ann"), stdin=mail).orders
    assert first.draft is None
    assert type(error).__name__ in first.why
    assert second.draft is not None
    good.unlink()
    footer = f"From: ann@example.org\n\npbem-head {first_id(bad)[:20]} 0 {'0' * 20}\n".encode()
    reported = reading.take_mail(ann.client, [], TakeOptions("ann"), stdin=footer)
    assert [type(error).__name__ in line for line in reported.wrong] == [True]
    *_, last = read_stretch(bad)
    head = make_head(last, by="ann", seed=ann.identity.sign_seed)
    write_head(tmp_path / "ann.head", head)
    failing(monkeypatch, confirmations, "sit", error, is_bad)
    kept = reading.take_mail(ann.client, [tmp_path / "ann.head"], TakeOptions("ann"))
    assert kept.heads == []
    assert ["a confirmation" in line for line in kept.others] == [True]
    ann.client.close()


class Cup(Directed):
    def collect(self, *files):
        found = []
        self.types(lambda office: found.extend(collecting.collect(office, self.client, files)))
        return found


@each_error
@pytest.mark.parametrize("where", ["handed_in", "_word"])
def test_an_entry_that_is_collected(monkeypatch, tmp_path, error, where):
    dora = Cup(tmp_path)
    begin(dora.client, DORA, "cup", robin())
    paths = []
    for handle in ("ann", "bob"):
        path = tmp_path / f"{handle}.word"
        write_word(dora.entry(handle), "cup", path)
        paths.append(path)
    failing(monkeypatch, collecting, where, error, lambda one: one == paths[0])
    bad, good = sorted(dora.collect(*paths), key=lambda one: one.file)
    assert (bad.became, good.became) == ("failed", "taken")
    assert type(error).__name__ in bad.reported
    let_go([bad, good], paths)  # what mail brought: a fault of the program costs no entry
    assert [path.exists() for path in paths] == [True, False]
    monkeypatch.undo()
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))
    (again,) = dora.collect(paths[0])
    assert again.became == "taken"


@each_error
def test_a_request_of_the_board(monkeypatch, tmp_path, capsys, error):
    """The next one is answered, from the log and not from what was half done in memory."""
    ann = Person("ann", tmp_path)
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self")
    game = BoardGame(ann.client, ann.log)
    before = game._sit()
    routes = Routes(game, lambda: True)

    def fails() -> object:
        raise error

    failed = apart.run(routes._answer(fails))
    assert failed.status_code == 500
    assert type(error).__name__ in failed.body.decode()
    assert type(error).__name__ in capsys.readouterr().err  # the terminal has where it was
    answered = apart.run(routes._answer(lambda: game.name))
    assert answered.body == b'"game"'
    assert game._sit() is not before
    routes.close()
    ann.client.close()


@each_error
def test_a_card_that_is_imported(monkeypatch, tmp_path, error):
    ann = Person("ann", tmp_path)
    bad, good = (Person(name, tmp_path).card for name in ("bad", "good"))
    failing(monkeypatch, people, "read_plain", error, is_bad)
    items = Items()
    (known,) = people.import_cards(ann.client, [bad, good], items)
    assert known.handle == "good"
    assert [one.unforeseen for one in items.failed] == [True]
    assert type(error).__name__ in reported(items.failed[0])
    ann.client.close()


@each_error
def test_a_message_that_is_evidence(monkeypatch, tmp_path, error):
    for name in ("bad", "good"):
        (tmp_path / f"{name}.eml").write_bytes(b"From: ann@example.org\n\nhello\n")
    failing(monkeypatch, evidence, "read_message", error, lambda one: "bad.eml" in str(one))
    found = evidence.evidence([tmp_path])
    assert found.silent == 1
    assert len(found.unread) == 1
    assert "bad.eml: " in found.unread[0]
    assert type(error).__name__ in found.unread[0]
    assert "No message that was read has an event of a game." in list(evidence_words.lines(found))


@pytest.fixture
def two_games(tmp_path):
    ann = Person("ann", tmp_path)
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self")
    shutil.copy(ann.log, ann.log.with_name("bad.pbem"))
    yield ann
    ann.client.close()


@each_error
@pytest.mark.parametrize("where", ["game_of", "differs"])
def test_a_game_of_the_database(monkeypatch, two_games, error, where):
    failing(monkeypatch, database, where, error, is_bad)
    wrong = database.check_store(two_games.client).wrong
    assert type(error).__name__ in wrong["bad"]
    assert "game" in database.rebuild(two_games.client).games


@each_error
def test_a_game_that_keys_are_renewed_in(monkeypatch, two_games, error):
    failing(monkeypatch, touched, "sit", error, is_bad)
    found = touched.touched(two_games.client, "ann")
    assert found.unread == ["bad"]


@pytest.fixture
def two_cups(tmp_path):
    dora = Cup(tmp_path)
    for name in ("bad", "good"):
        begin(dora.client, DORA, name, robin())
    yield dora
    dora.client.close()


def of_bad(monkeypatch, error) -> None:
    """One of two tournaments fails, however it is looked at."""
    for name in ("folded", "read_here", "looked_at"):
        failing(monkeypatch, tournaments, name, error, is_bad)


@each_error
def test_a_tournament_that_keys_are_renewed_in(monkeypatch, two_cups, error):
    write_card(two_cups.client.cards, make_card(DORA, "dora@example.org"))
    of_bad(monkeypatch, error)
    assert touched.touched(two_cups.client, "dora").unread == ["bad"]


@each_error
def test_a_tournament_beside_a_card_that_comes(monkeypatch, two_cups, error):
    """Whether the other pairs me with that person is still looked at."""
    of_bad(monkeypatch, error)
    assert len(list(taking_part._readable(two_cups.client))) == 1


@each_error
def test_a_tournament_whose_heads_are_compared(monkeypatch, two_cups, error):
    of_bad(monkeypatch, error)
    items = Items()
    logs = tournaments.logs(two_cups.client)
    (one,) = looking.look_at_all(two_cups.client, "dora", logs, DAY, policy=None, items=items)
    assert one.log.endswith("good.tournament")
    assert [one.name for one in items.failed] == ["bad"]


@each_error
def test_a_game_whose_result_is_waited_for(monkeypatch, two_cups, error):
    """A game that fails keeps its player out of no tournament."""
    fold = tournaments.read(two_cups.client.tournaments / "good.tournament")
    path = two_cups.client.games / "bad.pbem"
    first = SimpleNamespace(id="", data={"for": {"tournament": fold.now.id}})
    monkeypatch.setattr(two_cups.client, "logs", lambda: [path])
    monkeypatch.setattr(waiting, "first_event", lambda _: first)
    failing(monkeypatch, waiting, "read_events", error, is_bad)
    assert list(waiting._results(two_cups.client, "ann", fold, DAY)) == []
