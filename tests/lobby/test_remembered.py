"""The list of games is made again only where something changed; the work is counted, not timed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home, lantern, two_homes
from lobby.test_served import ask, entered
from pbem.client.storage.backup import DATABASE
from pbem.client.umpire import timekeeping
from pbem.client.views import overview
from pbem.lobby.forms import NewIdentity, OneGame, Practising, Words
from pbem.lobby.lobby import Lobby
from pbem.lobby.remembered import marks
from pbem.system import foreign_environment


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path) as both:
        yield both


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Count which logs are replayed for the list."""
    found: list[str] = []
    sit = overview.sit

    def counted(client: Any, path: Path, *rest: Any, **more: Any) -> Any:
        found.append(path.stem)
        return sit(client, path, *rest, **more)

    monkeypatch.setattr(overview, "sit", counted)
    return found


def test_no_log_is_replayed_while_nothing_changes(
    homes: tuple[Home, Home], replayed: list[str]
) -> None:
    ann, _ = homes
    lantern(ann)
    lantern(ann)
    first = ann.lobby.hall()
    assert len(replayed) == 2
    assert all(ann.lobby.hall() is first for _ in range(3))
    assert len(replayed) == 2


def grows(ann: Home, bob: Home, game: str) -> None:
    bob.joins(ann, game)
    ann.lobby.hall()
    ann.lobby.came(bob.mail(game))


def compares(ann: Home, bob: Home, game: str) -> None:
    [known] = ann.lobby.hall().people
    ann.lobby.words(Words("bob", " ".join(known.words)))


def hears(ann: Home, bob: Home, game: str) -> None:
    bob.lobby.identity(NewIdentity("carol", PASSPHRASE))
    (ann.client.folder / "cards" / "carol.card").write_bytes(
        (bob.client.identities / "carol.card").read_bytes()
    )


CHANGES: dict[str, Callable[[Home, Home, str], object]] = {
    "events that came": grows,
    "a mail that was sent": lambda ann, bob, game: ann.lobby.mailed(OneGame(game)),
    "words compared": compares,
    "a card that a command imported": hears,
    "a practice": lambda ann, bob, game: ann.lobby.practice(
        Practising("lantern", "lantern", ["tarle"])
    ),
    "a log that is gone": lambda ann, bob, game: (ann.client.games / f"{game}.pbem").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_changes_is_seen(
    homes: tuple[Home, Home], change: Callable[[Home, Home, str], object]
) -> None:
    """The list is what a lobby that remembers nothing makes of the home."""
    ann, bob = homes
    game = lantern(ann)
    before = ann.lobby.hall()
    change(ann, bob, game)
    after = ann.lobby.hall()
    assert after != before
    assert after == Lobby(ann.client, lambda *_: "").hall()


def test_the_next_day_is_seen(
    homes: tuple[Home, Home], replayed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = homes
    lantern(ann)
    ann.lobby.hall()
    monkeypatch.setattr(timekeeping, "today_utc", lambda: date(2040, 1, 1))
    ann.lobby.hall()
    assert len(replayed) == 2


def test_what_cannot_be_read_is_tried_again(homes: tuple[Home, Home], replayed: list[str]) -> None:
    """Its file may be as it was, and the disk be whole again."""
    ann, _ = homes
    game = lantern(ann)
    path = ann.client.games / f"{game}.pbem"
    path.write_bytes(b"no log\n")
    for _ in range(2):
        assert ann.lobby.hall().games[0].status == "wrong"
    assert len(replayed) == 2


def test_marks_are_of_all_files_but_databases_and_locks(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for name in ("config.json", "games/a.pbem", "games/a.turn.lock", DATABASE, f"{DATABASE}-wal"):
        (tmp_path / name).write_text("x")
    (tmp_path / "games" / "round").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "gone").symlink_to(tmp_path / "none")
    found = marks(tmp_path)
    assert {str(Path(one).relative_to(tmp_path)) for one in found} == {
        "config.json",
        "games/a.pbem",
    }
    (tmp_path / "config.json").write_text("yy")
    assert marks(tmp_path) != found


def test_a_file_elsewhere_that_comes_back_is_seen(tmp_path: Path) -> None:
    """Boards show the pictures of a module from where its owner keeps it."""
    home, module = tmp_path / "home", tmp_path / "a.vmod"
    home.mkdir()
    assert marks(home, [module]) == {}
    module.write_text("x")
    assert list(marks(home, [module])) == [str(module)]


def test_the_list_is_made_before_the_page_asks(
    homes: tuple[Home, Home], tmp_path: Path, serve: Serve, replayed: list[str]
) -> None:
    """A browser takes its time to open."""
    ann, _ = homes
    game = lantern(ann)
    served = serve(tmp_path / "ann")
    own = entered(served)
    for _ in range(2):
        status, said = ask(served, "/hall", own)
        assert (status, [one["game"] for one in json.loads(said)["games"]]) == (200, [game])
    assert replayed == [game]


LIGHT = """
import sys
from pathlib import Path
from pbem.client.client import Client
from pbem.lobby.lobby import Lobby
home = Path(sys.argv[1])
client = Client(home, f"sqlite:///{home / 'pbem.sqlite'}")
assert len(Lobby(client, lambda *_: "").hall().games) == 1
print(sorted({"sqlalchemy", "imapclient", "keyring", "smtplib"} & {*sys.modules}))
"""


def test_the_first_list_brings_no_database_and_no_agent(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    """They were a fifth of all that was loaded, for the address of an agent that nobody has."""
    lantern(homes[0])
    run = subprocess.run(
        [sys.executable, "-c", LIGHT, str(tmp_path / "ann")],
        capture_output=True,
        text=True,
        check=True,
        env=foreign_environment(),
    )
    assert run.stdout.strip() == "[]"
