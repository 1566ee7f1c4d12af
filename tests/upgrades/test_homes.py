"""Homes of releases before this one, with games in progress, are gone on with as they are.

Each archive beside this file is named for the release that made it, by `upgrades.making`.
"""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest

from commands.conftest import Home
from pbem.log.file import read_events
from servers.scripted import Scripted

ARCHIVES = sorted(Path(__file__).parent.glob("*.tar.xz"))
HANDS = [path for path in ARCHIVES if path.name.endswith("-hands.tar.xz")]
TOURNAMENTS = [path for path in ARCHIVES if path.name.endswith("-tournament.tar.xz")]
HOMES = [path for path in ARCHIVES if path not in HANDS + TOURNAMENTS]
PROJECTED = {".sqlite", ".lock"}
"""The files that are made again from the rest, and those that only keep two commands apart."""
DEPLOYMENT = [
    "1/135 3418", "2/135 3114", "3/136 2107", "1/136 1805", "2/136 1505", "5-Base 2406",
    "Yok/1 2307", "317 1103", "318 0504", "316 0409", "1/118 1513", "3/118 1614", "1/18 1515",
    "7 1717", "2/118 1817", "16 0802", "9 1816", "25 0710", "1/3 1609", "2/3 1510", "3/10 1409",
]  # fmt: skip


class Two(NamedTuple):
    """The homes of two people, and what they mailed each other, in one folder."""

    folder: Path
    ann: Home
    bob: Home

    def files(self) -> dict[str, bytes]:
        """Return all that no program can make again, by its place."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in self.folder.rglob("*")
            if path.is_file() and path.suffix not in PROJECTED and path.name != "config.json"
        }

    def mail(self, sender: Home, game: str, taker: Home, *words: str) -> None:
        """Send a game to the other, who takes it."""
        taker("take", json.loads(sender("send", game, "--json", "--to", "post", *words))["file"])


def unpacked(archive: Path, folder: Path) -> Two:
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return Two(folder, Home(folder / "ann"), Home(folder / "bob"))


@pytest.fixture(params=HOMES, ids=lambda path: path.name.removesuffix(".tar.xz"))
def two(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return unpacked(request.param, tmp_path)


def test_everything_is_looked_at_and_nothing_is_changed(two):
    before = two.files()
    reported = two.ann("games")
    assert "NOT readable" not in reported
    for game in ("landing", "sealed", "streets", "coronet", "owners", "judged"):
        assert f"{game}: " in reported
    checked = two.ann("store", "check")
    assert checked.splitlines()[1:] == []  # nothing to report of any game
    logs = [str(path) for path in sorted(two.folder.glob("*/games/*.pbem"))]
    verdicts = json.loads(two.ann("verify", "--json", *logs))
    assert [(one["ok"], one["level"]) for one in verdicts["logs"]] == [(True, 3)] * len(logs)
    assert "U.S.: ann" in two.ann("show", "landing")
    assert "Random Event, roll" in two.ann("log", "streets")
    assert "length.turns 14 (module: 15)" in " ".join(two.ann("show", "owners").split())
    assert "away 2030-12-20 to 2031-01-03" in two.ann("clock", "judged")
    assert "to be sent: landing #3" in two.ann("agent", "status")
    assert "after step 0 of 0" in two.ann("practice", "show", "post/landing.practice")
    assert two.files() == before
    two.ann("card", "export", "--to", "again.card")
    assert (two.folder / "again.card").read_bytes() == before["post/ann.card"]


def test_games_go_on_where_they_were_left(two):
    ann, bob = two.ann, two.bob
    bob("order", "landing", "--as", "bob", "-m", "pass", "-m", "standing usual")
    two.mail(bob, "landing", ann, "--as", "bob")
    # The rest of ann's list, ordered in the other release, is carried out after the dice.
    assert "attack on 317" in ann("dice", "landing")
    two.mail(ann, "landing", bob)
    assert "Mandatory Attack" in bob("dice", "streets", "--as", "bob")
    two.mail(bob, "streets", ann, "--as", "bob")
    assert "Your move. " in ann("games")
    bob("pack", "check", "post/own.yaml")
    two.mail(ann, "owners", bob)
    bob("join", "saipan-ann-bob", "--as", "bob")
    two.mail(bob, "saipan-ann-bob", ann, "--as", "bob")
    assert "owners: Your move." in ann("games")
    assert "Japan (bob) wins (resigned)" in ann("take", "ann/archive/given-up.pbem")
    assert ann("verify", "landing", "streets", "owners").count("level 3") == 3


def test_what_was_sealed_is_opened(two):
    orders = [part for line in DEPLOYMENT for part in ("-m", f"deploy {line}")]
    two.bob("order", "sealed", "--as", "bob", *orders, "-m", "end deployment")
    two.mail(two.bob, "sealed", two.ann, "--as", "bob")
    opened = two.ann("reveal", "sealed")
    assert "The U.S. will land at 0801, 0802, 0902, 1002, 1102 and 1203." in opened


def test_nothing_is_signed_twice_where_a_log_was_lost(two):
    """The record of the other release binds: of the list ann has no second one."""
    log = two.folder / "ann" / "games" / "landing.pbem"
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    (two.folder / "ann" / "pbem.sqlite").unlink()
    reported = two.ann.run("order", "landing", "-m", "land 1/2 1102", "--yes")
    assert log.read_bytes() == whole, reported.out + reported.err
    assert "signed" in reported.out + reported.err


def test_the_agent_sends_what_waited_and_signs_what_was_prepared(two):
    ann, bob = two.ann, two.bob
    setup = ("4M 2702", "1M 2802", "6M 2902", "7 3002", "27 3103", "96 3202")
    orders = [part for line in setup for part in ("-m", f"deploy {line}")]
    bob("order", "coronet", "--as", "bob", *orders, "-m", "end setup")
    bob("mail", "write", "coronet", "--as", "bob", "--to", "mailbox/new")
    settings = two.folder / "ann" / "agent" / "ann" / "agent.toml"
    server = Scripted()
    try:
        settings.write_text(settings.read_text().replace("port = 9\n", f"port = {server.port}\n"))
        for _ in range(2):
            ann("agent", "run", "--once")
    finally:
        server.close()
    subjects = [line for got in server.got for line in got.splitlines() if line.startswith(b"Subj")]
    waited = [b"sealed ann-bob turn 1 #3", b"streets ann turn 1 #4"]  # and was not tried before
    for game in [*waited, b"Your move: Race to Tokyo turn 1"]:
        assert sum(line.endswith(game) for line in subjects) == 1, (game, subjects)
    last = list(read_events(two.folder / "ann" / "games" / "coronet.pbem"))[-1]
    assert (last.seq, last.by, last.kind) == (4, "ann", "orders")
    assert last.data["orders"][0] == {"do": "deploy", "unit": "13A", "hex": "3215"}
    assert not any((two.folder / "ann" / "prepared" / "ann").glob("*.orders"))


@pytest.mark.parametrize("archive", HANDS, ids=lambda path: path.name.removesuffix(".tar.xz"))
def test_masks_of_a_deck_are_taken_off_and_a_hand_is_seen(archive, tmp_path, monkeypatch):
    """Each has kept a mask in a file of their own: with another one no card could be read."""
    monkeypatch.chdir(tmp_path)
    two = unpacked(archive, tmp_path)
    assert two.ann("hand", "corps") == "You hold no cards and no hidden supplies.\n"
    assert "The Japanese have drawn 2 cards." in two.bob("deal", "corps")
    two.mail(two.bob, "corps", two.ann)
    hand = two.ann("hand", "corps").splitlines()
    assert [line.split(" (")[1] for line in hand] == [
        "place 0 of situation#1)", "place 1 of situation#1)",
    ]  # fmt: skip
    assert two.bob("hand", "corps") == "You hold no cards and no hidden supplies.\n"
    assert "corps.pbem: valid" in two.ann("verify", "corps")


@pytest.mark.parametrize("archive", TOURNAMENTS, ids=lambda path: path.name.removesuffix(".tar.xz"))
def test_a_tournament_is_played_and_directed_to_its_end(archive, tmp_path, monkeypatch):
    """The log of the other release grows, and nothing before it changes."""
    monkeypatch.chdir(tmp_path)
    two = unpacked(archive, tmp_path)
    ann, bob = two.ann, two.bob
    log = Path("ann/tournaments/spring.tournament")
    before = two.files()
    assert "Round 2" in ann("tournament", "show", "spring")
    assert two.files() == before
    first, second = (ann, bob) if Path("ann/games/spring-r2b1.pbem").exists() else (bob, ann)
    one, other = first.folder.name, second.folder.name
    second("tournament", "play", "--for", "spring", "--as", other)
    two.mail(second, "spring-r2b1", first, "--as", other)
    first("resign", "spring-r2b1", "--as", one, "--yes")
    two.mail(first, "spring-r2b1", second, "--as", one)
    direct = ("--for", "spring", "--as", "dora")
    taken = ann("tournament", "collect", "ann/games/spring-r2b1.pbem", *direct)
    assert "taken   ann/games/spring-r2b1.pbem" in taken
    ann("tournament", "close", "spring", "--as", "dora")
    assert log.read_bytes().startswith(before[str(log)])
    bob("tournament", "take", str(log))
    games = [str(path) for path in sorted(Path("ann/games").glob("*.pbem"))]
    reported = bob("tournament", "verify", str(log), *games)
    assert reported.endswith("Everything follows from the files.\n")
