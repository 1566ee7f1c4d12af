"""The logs that a director collected in the lobby stay here: to be published and verified."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from lobby.homes import PASSPHRASE, Home, two_homes
from pbem.client import people
from pbem.client.play import acting
from pbem.client.session.session import sit
from pbem.client.storage import tournaments
from pbem.client.storage.packs import newest
from pbem.errors import FormError, LogFileError
from pbem.lobby import directing, errands, founding, standing
from pbem.lobby.forms import (
    Collecting,
    Deadline,
    Entering,
    Founding,
    Named,
    NewIdentity,
    OfCup,
    OneCup,
    Opened,
    Planned,
    Publishing,
    Ruling,
)
from pbem.lobby.standing import next_step

PLAN = "name: Cup\nformat: round-robin\ngame: lantern\n"


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home, Home]]:
    """Give dora, who directs, and two players."""
    dora = Home(tmp_path / "dora")
    dora.lobby.identity(NewIdentity("dora", PASSPHRASE))
    with two_homes(tmp_path) as (ann, bob):
        yield dora, ann, bob
    dora.client.close()


def says(dora: Home, name: str = "cup") -> tuple[str, str]:
    step = next_step(
        tournaments.read_here(dora.client, directing.log_of(dora.client, name)), datetime.now(UTC)
    )
    return step.deed, step.words


def collects(dora: Home, *files: Named, name: str = "cup") -> None:
    assert directing.collect(dora.client, Collecting(name, PASSPHRASE, list(files))).good


def play(ann: Home, bob: Home, log: bytes) -> bytes:
    """Return the log of their game; the first of the two gives up at once."""
    for one in (ann, bob):
        one.lobby.came(log)
        errands.play_tournaments(one.client, Opened(PASSPHRASE))
    first, second = (ann, bob) if list(ann.client.logs()) else (bob, ann)
    [path] = first.client.logs()
    second.lobby.came(path.read_bytes())
    errands.play_tournaments(second.client, Opened(PASSPHRASE))
    [other] = second.client.logs()
    first.lobby.came(other.read_bytes())
    session = sit(first.client, path, "ann" if first is ann else "bob")
    acting.resign(session, people.unlock(first.client, session.handle, PASSPHRASE))
    return path.read_bytes()


def test_what_was_collected_is_published_and_verified(homes: tuple[Home, Home, Home]) -> None:
    dora, ann, bob = homes
    founding.found(dora.client, Founding(PLAN, PASSPHRASE))
    assert says(dora) == (
        "mail",
        "Mail all who may play, or hand them the saved file. Then collect their entries.",
    )
    log = directing.log(dora.client, OneCup("cup")).data
    for one in (ann, bob):
        one.lobby.came(log)
        mail = errands.enter(one.client, Entering("cup", PASSPHRASE))
        collects(dora, Named(mail.name, mail.data))
    assert says(dora) == ("pair", "2 players entered. Pair them, or collect more entries.")
    directing.pair(dora.client, OfCup("cup", PASSPHRASE))
    assert says(dora) == (
        "mail",
        "Round 1 is paired. Mail everybody, or hand them the saved file. Then collect their logs.",
    )
    game = play(ann, bob, directing.log(dora.client, OneCup("cup")).data)
    collects(dora, Named("game.pbem", game))
    assert says(dora) == ("close", "All rounds are decided. Close the tournament.")

    verified = directing.verify(dora.client, OneCup("cup"))
    assert (verified.good, verified.missing) == (True, 0)
    assert verified.lines == [
        "All pairings and points follow from the log, and 1 result from logs of games.",
        "dora alone drew the lots, and could choose them.",
    ]
    made = directing.publish(dora.client, Publishing("cup", PASSPHRASE)).data
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.read("cup/games/r1b1.pbem") == game
        assert "cup/games/r1b1.html" in archive.namelist()
    assert not list(dora.client.logs())


def test_a_missing_log_is_no_fault_of_the_tournament(homes: tuple[Home, Home, Home]) -> None:
    dora, ann, bob = homes
    founding.found(dora.client, Founding(PLAN, PASSPHRASE))
    for one in (ann, bob):
        one.lobby.came(directing.log(dora.client, OneCup("cup")).data)
        mail = errands.enter(one.client, Entering("cup", PASSPHRASE))
        collects(dora, Named(mail.name, mail.data))
    directing.pair(dora.client, OfCup("cup", PASSPHRASE))
    game = play(ann, bob, directing.log(dora.client, OneCup("cup")).data)
    collects(dora, Named("game.pbem", game))
    ann.lobby.came(directing.log(dora.client, OneCup("cup")).data)
    for path in ann.client.logs():
        path.unlink()
    verified = directing.verify(ann.client, OneCup("cup"))
    assert (verified.good, verified.missing) == (False, 1)
    assert (
        "The log of round 1, board 1 is not here. Ask the players or the director for it."
        in verified.lines
    )
    assert not [line for line in verified.lines if "  " in line or "pbem " in line]


def test_entries_are_announced_and_then_paired(
    homes: tuple[Home, Home, Home],
) -> None:
    dora, ann, bob = homes
    scenario = next(iter(newest("lantern").scenarios))
    wish = Planned(
        name="Club Cup", format="round-robin", game="lantern", scenario=scenario,
        passphrase=PASSPHRASE, enter="2099-12-13T20:00", zone="Europe/Berlin",
    )  # fmt: skip
    founded = founding.found_by_form(dora.client, wish)
    until = "Deadline of entries: 13 December 2099, 20:00 (Europe/Berlin, UTC+01:00)."
    assert until in founded.lines
    assert until in standing.page(dora.client, OneCup("club-cup")).stage
    log = directing.log(dora.client, OneCup("club-cup")).data
    for one in (ann, bob):
        one.lobby.came(log)
        assert until in errands.terms(one.client, OneCup("club-cup")).lines
        mail = errands.enter(one.client, Entering("club-cup", PASSPHRASE))
        collects(dora, Named(mail.name, mail.data), name="club-cup")
    assert says(dora, "club-cup") == (
        "collect",
        "Collect entries until the deadline. 2 players entered.",
    )
    moved = Deadline("club-cup", PASSPHRASE, "2099-12-20T20:00", "Europe/Berlin", why="a strike")
    assert "20 December 2099, 20:00" in directing.due(dora.client, moved).lines[0]
    [fold] = [tournaments.read_here(dora.client, path) for path in tournaments.logs(dora.client)]
    assert standing.next_step(fold, datetime(2100, 1, 1, tzinfo=UTC)) == standing.Next(
        "pair", "The deadline of entries has passed. 2 players entered."
    )
    for wrong in ("2020-01-01T20:00", "9999-12-31T20:00", "soon"):
        with pytest.raises(FormError, match="entries"):
            founding.found_by_form(dora.client, msgspec.structs.replace(wish, enter=wrong))
    assert len(tournaments.logs(dora.client)) == 1


def test_the_mail_of_a_director_brings_their_card(homes: tuple[Home, Home, Home]) -> None:
    dora, ann, _ = homes
    founding.found(dora.client, Founding(PLAN, PASSPHRASE))
    mail = directing.mail(dora.client, OneCup("cup"))
    assert mail.name == "cup.eml"
    came = ann.lobby.came(mail.data)
    assert came.good
    assert people.find_card(ann.client, "dora") is not None
    assert ann.client.tournaments.joinpath("cup.tournament").exists()
    entry = errands.enter(ann.client, Entering("cup", PASSPHRASE))
    collects(dora, Named(entry.name, entry.data))
    assert b"ann@example.org" in directing.mail(dora.client, OneCup("cup")).data


def test_answers_are_sentences_without_tables(homes: tuple[Home, Home, Home]) -> None:
    dora, ann, bob = homes
    founding.found(dora.client, Founding(PLAN, PASSPHRASE))
    log = directing.log(dora.client, OneCup("cup")).data
    files = []
    for one in (ann, bob):
        one.lobby.came(log)
        mail = errands.enter(one.client, Entering("cup", PASSPHRASE))
        files.append(Named(mail.name, mail.data))
    lines = directing.collect(dora.client, Collecting("cup", PASSPHRASE, files)).lines
    assert {"Ann enters.", "Bob enters."} <= set(lines)
    lines += directing.collect(dora.client, Collecting("cup", PASSPHRASE, [files[0]])).lines
    assert "Nothing new in 2 files." in lines
    page = standing.page(dora.client, OneCup("cup"))
    assert (page.rows, page.stage) == ([], "Entries are open. Entered: ann, bob.")
    lines += directing.pair(dora.client, OfCup("cup", PASSPHRASE)).lines
    assert "Round 1 is paired: 1 board." in lines
    page = standing.page(dora.client, OneCup("cup"))
    assert page.rows == []
    assert page.stage == "No game is finished yet. Entered: ann, bob."
    game = play(ann, bob, directing.log(dora.client, OneCup("cup")).data)
    made = directing.collect(dora.client, Collecting("cup", PASSPHRASE, [Named("g.pbem", game)]))
    assert len(made.lines) == 1
    assert standing.page(dora.client, OneCup("cup")).rows
    lines += [*made.lines, *directing.close(dora.client, OfCup("cup", PASSPHRASE)).lines]
    for line in lines:
        assert "  " not in line, line
        assert "pbem tournament" not in line, line


def test_a_tournament_is_closed_after_its_last_round(homes: tuple[Home, Home, Home]) -> None:
    dora, ann, bob = homes
    plan = "name: Cup\nformat: swiss\nrounds: 2\ngame: lantern\n"
    founding.found(dora.client, Founding(plan, PASSPHRASE))
    for one in (ann, bob):
        one.lobby.came(directing.log(dora.client, OneCup("cup")).data)
        mail = errands.enter(one.client, Entering("cup", PASSPHRASE))
        collects(dora, Named(mail.name, mail.data))
    directing.pair(dora.client, OfCup("cup", PASSPHRASE))
    [cup] = errands.cups(dora.client, "dora")
    assert not {"pair", "close"} & set(cup.can)
    directing.rule(dora.client, Ruling("cup", PASSPHRASE, 1, 1, "draw", "agreed"))
    [cup] = errands.cups(dora.client, "dora")
    assert "pair" in cup.can
    assert "close" not in cup.can


def test_a_deadline_is_said_by_the_clock_of_this_computer(
    homes: tuple[Home, Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    dora, ann, bob = homes
    founding.found(dora.client, Founding(PLAN, PASSPHRASE), ["2099-12-06T20:00"], "Europe/Berlin")
    for one in (ann, bob):
        one.lobby.came(directing.log(dora.client, OneCup("cup")).data)
        mail = errands.enter(one.client, Entering("cup", PASSPHRASE))
        collects(dora, Named(mail.name, mail.data))
    directing.pair(dora.client, OfCup("cup", PASSPHRASE))
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        [round_] = standing.page(dora.client, OneCup("cup")).rounds
    finally:
        monkeypatch.undo()
        time.tzset()
    assert "20:00 (Europe/Berlin, UTC+01:00)" in round_.until
    assert "By your computer's clock that is 6 December 2099, 14:00 (EST)." in round_.until


def test_a_log_that_cannot_be_kept_is_named(tmp_path: Path) -> None:
    with pytest.raises(LogFileError, match="gone"):
        tournaments.keep(tmp_path / "cup.tournament", [tmp_path / "gone.pbem"])
