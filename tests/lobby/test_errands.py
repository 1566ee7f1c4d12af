"""The lobby's work besides games: links of cards, backups, heaps of files, replays."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from lobby.homes import PASSPHRASE, Home, lantern, two_homes
from pbem.client.storage import backup as storage
from pbem.errors import FormError, KeyFileError, PbemError
from pbem.identity.link import card_link, linked_card
from pbem.lobby import cards, directing, errands, judged
from pbem.lobby.forms import (
    AgentWish,
    Entering,
    Heap,
    Mending,
    Named,
    NewIdentity,
    OfCup,
    OneCup,
    OnePractice,
    Opened,
    Practising,
    Saying,
    Site,
)
from pbem.mail.letter import plain

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "logs"
LOG = LOGS / "lantern" / "lantern.pbem"


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path) as both:
        yield both


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path / "alone")
    yield home
    home.client.close()


# --- cards ---------------------------------------------------------------------------------------


def test_a_card_goes_as_a_link_and_comes_back_byte_for_byte(homes: tuple[Home, Home]) -> None:
    for home in homes:
        data = home.lobby.card().data
        assert linked_card(card_link(data, "https://play.example.org/")) == data
        assert len(card_link(data)) < 300


@pytest.mark.parametrize("way", ["link", "link in words", "text", "text without its line feed"])
def test_a_pasted_card_is_added(alone: Home, tmp_path: Path, way: str) -> None:
    eve = Home(tmp_path / "eve")
    eve.lobby.identity(NewIdentity("eve", PASSPHRASE))
    data = eve.lobby.card().data
    eve.client.close()
    pasted = {
        "link": card_link(data),
        "link in words": f"Hi! My card: {card_link(data, 'https://play.example.org/')} Eve",
        "text": data.decode(),
        "text without its line feed": f"\n  {data.decode().strip()} ",
    }[way]
    assert alone.lobby.came(pasted.encode()).good
    assert [one.handle for one in alone.lobby.hall().people] == ["eve"]


def test_a_link_that_was_cut_off_or_altered_is_refused(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    link = card_link(bob.lobby.card().data)
    for wrong in (link[:-20], link[:25], link[:-41], link[:60] + "AAAA" + link[64:]):
        found = ann.lobby.came(wrong.encode())
        assert not found.good
        assert "not whole, or was altered" in found.lines[0]


def test_the_code_holds_the_link(homes: tuple[Home, Home]) -> None:
    """It is black on white, with its quiet zone of four squares (ISO/IEC 18004, 6.3.8)."""
    found = cards.own_card(homes[0].client, Site("https://play.example.org/"))
    assert found.link.startswith("https://play.example.org/#card=")
    assert found.code.startswith("<svg ")
    assert 'fill="#fff"' in found.code
    assert 'stroke="#000"' in found.code


@pytest.mark.parametrize(
    "site", ["javascript:alert(1)//", "https://a b/", "http://x/", "https://x/<"]
)
def test_only_an_address_that_others_can_open_is_put_before_a_card(
    homes: tuple[Home, Home], site: str
) -> None:
    with pytest.raises(FormError):
        cards.own_card(homes[0].client, Site(site))


def test_a_damaged_card_of_ones_own_is_made_again(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    before = bob.lobby.hall().people[0].words
    (ann.client.identities / "ann.card").write_bytes(b"junk")
    me = ann.lobby.hall().me
    assert me is not None
    assert me.words == []
    with pytest.raises(KeyFileError):
        cards.mend_card(ann.client, Mending("wrong", "ann@example.org"))
    cards.mend_card(ann.client, Mending(PASSPHRASE, "ann@example.org"))
    me = ann.lobby.hall().me
    assert me is not None
    assert (me.words, me.email) == (before, "ann@example.org")


# --- backups -------------------------------------------------------------------------------------


def test_a_home_comes_back_from_its_backup_and_plays_on(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, bob = homes
    game = lantern(ann)
    bob.joins(ann, game)
    kept = ann.lobby.backups.back_up()
    assert kept.name.endswith(".zip")
    new = Home(tmp_path / "new")
    found = errands.put_back(new.client, kept.data)
    assert found.good
    assert any("signs nothing before" in line for line in found.lines)
    me = new.lobby.hall().me
    assert me is not None
    assert me.handle == "ann"
    assert new.lobby.came(bob.mail(game)).good
    assert [one.status for one in new.lobby.hall().games] == ["yours"]
    new.client.close()


def test_a_backup_holds_no_database_and_no_settings_that_name_a_program(
    homes: tuple[Home, Home],
) -> None:
    ann, _ = homes
    lantern(ann)
    agent = ann.client.agent("ann")
    agent.mkdir(parents=True, mode=0o700)
    (agent / "agent.toml").write_text("x")
    names = zipfile.ZipFile(io.BytesIO(ann.lobby.backups.back_up().data)).namelist()
    assert "identities/ann.key" in names
    assert "games/lantern-ann-bob.pbem" in names
    assert not [one for one in names if "agent" in one or "sqlite" in one or "secret" in one]


def test_a_backup_has_proofs_of_forks_and_games_of_any_name(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, _ = homes
    game = lantern(ann)
    ann.lobby.came((LOGS / "hostile" / "fork.author-two-thoughts.fork").read_bytes())
    (ann.client.games / f"{game}.pbem").rename(ann.client.games / "Größe, gegen Bob.pbem")
    kept = ann.lobby.backups.back_up().data
    new = Home(tmp_path / "new")
    errands.put_back(new.client, kept)
    assert [one.game for one in new.lobby.hall().games] == ["Größe, gegen Bob"]
    assert len([*(new.client.folder / "received").glob("*.fork")]) == 1
    new.client.close()


def test_a_file_of_zeros_keeps_no_backup_from_coming_back(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    """A power cut leaves such files, and they are packed to nearly nothing."""
    ann, _ = homes
    lantern(ann)
    (ann.client.games / "torn.pbem").write_bytes(bytes(3 << 20))
    kept = ann.lobby.backups.back_up().data
    new = Home(tmp_path / "new")
    assert errands.put_back(new.client, kept).good
    assert (new.client.games / "torn.pbem").stat().st_size == 3 << 20
    new.client.close()


@pytest.mark.parametrize(("limit", "most"), [("FILES_MOST", 3), ("ALL_MOST", 1000)])
def test_no_backup_is_made_that_could_not_be_restored(
    homes: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    ann, _ = homes
    lantern(ann)
    monkeypatch.setattr(storage, limit, most)
    with pytest.raises(FormError, match="Copy its folders by hand"):
        ann.lobby.backups.back_up()
    assert ann.client.config.backed_up is None


@pytest.mark.parametrize("name", ["a:b.pbem", "x" * 210 + ".pbem", "link.pbem"])
def test_what_no_backup_can_have_is_reported(homes: tuple[Home, Home], name: str) -> None:
    ann, _ = homes
    lantern(ann)
    path = ann.client.games / name
    path.symlink_to(LOG) if name.startswith("link") else path.write_bytes(LOG.read_bytes())
    reported = list[str]()
    ann.client.report = reported.append
    with zipfile.ZipFile(io.BytesIO(ann.lobby.backups.back_up().data)) as made:
        assert f"games/{name}" not in made.namelist()
    assert [name in line and "not in the backup" in line for line in reported] == [True]


def test_a_backup_replaces_nothing(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    game = lantern(ann)
    kept = ann.lobby.backups.back_up().data
    log = ann.client.games / f"{game}.pbem"
    log.write_bytes(log.read_bytes() + b"later\n")
    record = next(ann.client.folder.glob("record/ann/*.jsonl"))
    record.unlink()
    found = errands.put_back(ann.client, kept)
    assert log.read_bytes().endswith(b"later\n")
    assert record.exists()
    assert any(f"games/{game}.pbem" in line for line in found.lines)


def zipped(**files: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return made.getvalue()


MARK = {"pbem-backup.json": b'{"pbem_backup":1,"day":"2026-11-28","handles":["ann"]}'}
HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no zip": lambda: b"hello",
    "a zip of something else": lambda: zipped(a=b"b"),
    "a path up": lambda: zipped(**MARK, **{"games__..__..__x": b"x"}),
    "a path from the root": lambda: zipped(**MARK, __etc__passwd=b"x"),
    "settings of an agent": lambda: zipped(**MARK, **{"agent__ann__agent.toml": b"x"}),
    "a stream of a file": lambda: zipped(**MARK, **{"games__x:y": b"x"}),
    "a name without a letter": lambda: zipped(**MARK, **{"games__ ": b"x"}),
    "a hidden file": lambda: zipped(**MARK, **{"games__.x": b"x"}),
    "a file of no folder": lambda: zipped(**MARK, **{"desk.secret": b"x" * 32}),
    "another version": lambda: zipped(
        **{"pbem-backup.json": MARK["pbem-backup.json"].replace(b"1", b"2")}
    ),
    "orders for an agent": lambda: zipped(**MARK, **{"prepared__ann__lantern.orders": b"x"}),
    "a bomb": lambda: zipped(**MARK, games__x=bytes(65 << 20)),
    "a small bomb": lambda: zipped(**MARK, games__x=bytes(8 << 20)),
    "large settings": lambda: zipped(**MARK, **{"config.json": os.urandom(17 << 20)}),
    "no day": lambda: zipped(
        **{"pbem-backup.json": b'{"pbem_backup":1,"day":"\\u001b]0;x","handles":[]}'}
    ),
    "a thousand owners": lambda: zipped(
        **{
            "pbem-backup.json": MARK["pbem-backup.json"].replace(
                b'"ann"', b",".join(b'"a%d"' % one for one in range(1000))
            )
        }
    ),
    "cut off": lambda: zipped(**MARK, games__x=b"x" * 99)[:-40],
}


@pytest.mark.parametrize("made", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_backup_is_refused_and_nothing_is_written(
    alone: Home, made: Callable[[], bytes]
) -> None:
    before = sorted(alone.client.folder.rglob("*"))
    with pytest.raises(FormError, match="backup"):
        errands.put_back(alone.client, made())
    assert sorted(alone.client.folder.rglob("*")) == before


def test_a_strangers_backup_says_nothing_of_games_that_are_here(homes: tuple[Home, Home]) -> None:
    """Else a file that somebody mailed would keep a game from being read, or signed."""
    ann, _ = homes
    game = lantern(ann)
    log = ann.client.games / f"{game}.pbem"
    record = next((ann.client.folder / "record" / "ann").glob("*.jsonl"))
    beside = {
        f"games/{log.name}.journal": b"junk",
        record.with_suffix(".restored").relative_to(ann.client.folder).as_posix(): b"",
        "games/another.pbem.journal": b"a journal of a log that is not here",
    }
    before = log.read_bytes()
    found = errands.put_back(ann.client, zipped(**MARK, **beside))
    assert any("2 files here differed" in line for line in found.lines)
    assert not log.with_name(f"{log.name}.journal").exists()
    assert not record.with_suffix(".restored").exists()
    assert (ann.client.games / "another.pbem.journal").exists()
    assert log.read_bytes() == before


def test_a_strangers_backup_vouches_for_nobody(homes: tuple[Home, Home]) -> None:
    """Else a file that somebody mailed would mark their card as compared."""
    ann, _ = homes
    config = json.dumps({"compared": {"bob": "ab" * 32, "eve": "cd" * 32}}).encode()
    errands.put_back(ann.client, zipped(**MARK, **{"config.json": config}))
    assert ann.client.config.compared == {}


def test_a_damaged_tournament_is_no_tournament_that_you_are_in(alone: Home) -> None:
    folder = alone.client.tournaments
    folder.mkdir(parents=True)
    (folder / "bad.tournament").write_bytes(b"hello\n")
    (one,) = alone.lobby.hall().cups
    assert (one.entered, bool(one.wrong)) == (False, True)


def test_a_file_that_lies_in_the_way_hides_nothing_that_came(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    folder = bob.client.folder / "received"
    folder.mkdir(exist_ok=True)
    (folder / "big.card").write_bytes(b"x" * 200_000)
    found = bob.lobby.came(ann.mail(lantern(ann)))
    assert found.games
    assert [one.name for one in folder.glob("*.card")] == ["big.card"], "it is not ours to remove"


def test_a_backup_that_is_dropped_is_not_restored(homes: tuple[Home, Home]) -> None:
    ann, bob = homes
    found = bob.lobby.came(ann.lobby.backups.back_up().data)
    assert not found.good
    assert "Restore a backup" in found.lines[0]
    assert bob.lobby.hall().me is not None


def test_a_backup_is_due_after_ten_signed_events_or_a_week(homes: tuple[Home, Home]) -> None:
    from datetime import date, timedelta

    from pbem.client.storage.backup import due
    from pbem.client.umpire.timekeeping import today_utc

    ann, _ = homes
    day = date(2026, 11, 28)
    assert not due(ann.client, day).now
    lantern(ann)
    assert not due(ann.client, day).now
    for _ in range(9):
        lantern(ann)
    assert due(ann.client, day).now
    ann.lobby.backups.back_up()
    assert due(ann.client, day).now  # nobody has saved it yet
    ann.lobby.backups.is_saved()
    day = today_utc()
    assert due(ann.client, day + timedelta(days=30)).now is False  # nothing was signed
    lantern(ann)
    assert due(ann.client, day + timedelta(days=6)).now is False
    assert due(ann.client, day + timedelta(days=7)).now is True


# --- logs of others ------------------------------------------------------------------------------


def heap(*paths: Path) -> Heap:
    return Heap([Named(path.name, path.read_bytes()) for path in paths])


def test_a_strangers_log_is_verified_and_not_imported(alone: Home) -> None:
    found = judged.judge(alone.client, heap(LOG))
    assert found.good
    assert "lantern.pbem: valid, 24 events" in found.lines[0]
    data = LOG.read_bytes()
    at = data.index(b'"path"') + 10
    altered = data[:at] + (b"9" if data[at : at + 1] != b"9" else b"8") + data[at + 1 :]
    assert not judged.judge(alone.client, Heap([Named("a.pbem", altered)])).good
    assert alone.lobby.hall().games == []


def test_a_heap_of_files_is_judged_together(alone: Home) -> None:
    """Logs of several games and the proof of a fork; each file is named as it was."""
    fork = LOGS / "hostile" / "fork.author-two-thoughts.fork"
    bad = min((LOGS / "hostile").glob("*.pbem"))
    found = judged.judge(alone.client, heap(LOG, bad, fork))
    said = "\n".join(found.lines)
    assert not found.good
    assert "lantern.pbem: valid, 24 events" in said
    assert f"{bad.name}: NOT valid" in said
    assert "This file ends with the two events" in said
    assert "/tmp" not in said  # noqa: S108 - where it was judged is nobody's matter


def mail_of(name: str, *logs: Path) -> Named:
    """Return a saved mail that brings these logs."""
    files = {one.name: one.read_bytes() for one in logs}
    sent = plain("Hi", ("ann", "ann@example.org"), {}, "Hi.", datetime.now(UTC), files=files)
    return Named(name, bytes(sent))


def test_a_mail_without_a_log_is_named_and_not_called_valid(alone: Home) -> None:
    """Else a judge who drops ten mails takes the tenth for judged, too."""
    found = judged.judge(alone.client, Heap([mail_of("1.eml", LOG), mail_of("2.eml")]))
    assert found.lines[:2] == [
        "2.eml: skipped. It has no log, or only one that another file has.",
        "1.eml, lantern.pbem: valid, 24 events",
    ]
    with pytest.raises(FormError, match=r"^2\.eml: skipped"):
        judged.judge(alone.client, Heap([mail_of("2.eml")]))


def test_what_is_no_log_is_named_and_the_rest_is_judged(alone: Home) -> None:
    found = judged.judge(alone.client, Heap([Named("note.txt", b"hello"), *heap(LOG).files]))
    assert not found.good
    assert "lantern.pbem: valid, 24 events" in "\n".join(found.lines)
    assert "note.txt" in "\n".join(found.lines)


@pytest.mark.parametrize("name", ["../../x.pbem", "a/b", "", "\0", "<b>.pbem", "x" * 400])
def test_an_odd_name_is_only_a_name(alone: Home, name: str) -> None:
    found = judged.judge(alone.client, Heap([Named(name, LOG.read_bytes())]))
    assert found.lines
    assert found.good


def test_the_proof_of_a_fork_in_a_heap_is_kept(alone: Home) -> None:
    """A file that is said to prove something is there, and in the next backup."""
    logs = (ROOT / "tests" / "court" / "cases" / "two-histories-undecided").glob("*.pbem")
    found = judged.judge(alone.client, heap(*sorted(logs)))
    [where] = re.findall(r"The proof is in (\S+\.fork)\.", " ".join(found.lines))
    assert Path(where).is_file()
    assert alone.client.folder in Path(where).parents


def test_no_files_are_no_heap(alone: Home) -> None:
    with pytest.raises(FormError):
        judged.judge(alone.client, Heap([]))


def test_a_log_becomes_one_page(alone: Home) -> None:
    assert b"<html" in judged.replay(alone.client, LOG.read_bytes()).data


def test_what_is_no_log_becomes_no_page(alone: Home) -> None:
    with pytest.raises(PbemError):
        judged.replay(alone.client, b"hello")


def test_somebody_without_a_log_has_one_to_watch(alone: Home) -> None:
    assert b"Lantern Bridge" in judged.first_replay(alone.client).data
    assert alone.lobby.hall().games == []


# --- practices, agent ----------------------------------------------------------------------------


def test_practices_are_listed_and_gone_on_with(alone: Home) -> None:
    alone.lobby.practice(Practising("lantern", "lantern", ["tarle"]))
    (alone.client.folder / "practice" / "broken.practice").write_bytes(b"no practice")
    found = {one.file: one.title for one in alone.lobby.hall().practices}
    assert found == {"lantern-lantern": "Lantern Bridge, 0 steps", "broken": "broken (damaged)"}
    assert alone.lobby.practised(OnePractice("lantern-lantern"))
    assert len(alone.boards) == 2
    for odd in ("../config", "nothing", ""):
        with pytest.raises(PbemError):
            alone.lobby.practised(OnePractice(odd))


def test_an_agent_without_a_server_that_answers_is_refused(homes: tuple[Home, Home]) -> None:
    ann, _ = homes
    for wish in (
        AgentWish("ann@example.org", "", "x"),
        AgentWish("ann@example.org", "imap.example.org", ""),
        AgentWish("ann@example.org", "127.0.0.1:x", "x"),
    ):
        with pytest.raises(PbemError):
            errands.set_up_agent(ann.client, wish)
    assert ann.lobby.hall().agent is None


# --- tournaments ---------------------------------------------------------------------------------

PLAN = "name: Club Cup\nformat: round-robin\ngame: lantern\n"


def directs(home: Home, *words: str, folder: Path) -> str:
    """Have the owner of a home type a command of a director, in a folder."""
    own = {"PBEM_HOME": str(home.client.folder), "PBEM_PASSPHRASE": PASSPHRASE}
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "tournament", *words],
        env=os.environ | own,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_a_tournament_is_dropped_entered_and_its_games_are_opened(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, bob = homes
    (tmp_path / "cup.yaml").write_text(PLAN)
    directs(ann, "found", "cup.yaml", folder=tmp_path)
    [log] = ann.client.tournaments.glob("*.tournament")
    assert bob.lobby.came(log.read_bytes()).good
    [cup] = bob.lobby.hall().cups
    assert (cup.name, cup.title, cup.entered) == ("club-cup", "Club Cup", False)
    with pytest.raises(KeyFileError):
        errands.enter(bob.client, Entering(cup.name, "wrong"))
    with pytest.raises(PbemError):
        errands.enter(bob.client, Entering("../cup", PASSPHRASE))
    for one in (ann, bob):
        [here] = one.lobby.hall().cups
        mail = errands.enter(one.client, Entering(here.name, PASSPHRASE))
        assert b"Content-Disposition: attachment" in mail.data
        (tmp_path / mail.name).write_bytes(mail.data)
        directs(ann, "collect", mail.name, folder=tmp_path)
    directs(ann, "pair", folder=tmp_path)
    assert bob.lobby.came(log.read_bytes()).good
    assert [one.entered for one in bob.lobby.hall().cups] == [True]
    done = [errands.play_tournaments(one.client, Opened(PASSPHRASE)) for one in (ann, bob)]
    assert sum(len(one.games) for one in done) == 1


def test_a_tournament_that_is_over_is_not_entered(alone: Home) -> None:
    logs = Path(__file__).resolve().parents[2] / "logs"
    assert alone.lobby.came((logs / "tournaments/robin/robin.tournament").read_bytes()).good
    assert [one.over for one in alone.lobby.hall().cups] == [True]


def test_what_came_has_no_name_but_its_own(alone: Home) -> None:
    logs = Path(__file__).resolve().parents[2] / "logs"
    [said, *_] = alone.lobby.came((logs / "lantern/lantern.pbem").read_bytes()).lines
    assert said == "lantern-alice-bob: New game."


def test_several_tournaments_have_one_title(homes: tuple[Home, Home], tmp_path: Path) -> None:
    """Else a stranger's tournament that comes first would keep the true one out."""
    (tmp_path / "cup.yaml").write_text(PLAN)
    eve, logs = Home(tmp_path / "eve"), list[Path]()
    for one in homes:
        directs(one, "found", "cup.yaml", folder=tmp_path)
        logs += one.client.tournaments.glob("*.tournament")
    for log in (*logs, *logs):
        assert eve.lobby.came(log.read_bytes()).good
    assert {one.name for one in eve.lobby.hall().cups} == {"club-cup", "club-cup-2"}
    eve.client.close()


def test_a_tournament_whose_title_no_file_can_have(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    ann, bob = homes
    (tmp_path / "cup.yaml").write_text(PLAN.replace("Club Cup", "Con"))
    directs(ann, "found", "cup.yaml", "--name", "cup", folder=tmp_path)
    [log] = ann.client.tournaments.glob("*.tournament")
    assert bob.lobby.came(log.read_bytes()).good
    assert [one.name for one in bob.lobby.hall().cups] == ["con-2"]


def test_a_player_is_back_and_only_a_director_directs(
    homes: tuple[Home, Home], tmp_path: Path
) -> None:
    """A substitute and a return by requests of the page; what others may do is not offered."""
    ann, bob = homes
    plan = "name: Club Cup\nformat: round-robin\ngame: saipan\numpire: bob\nsubstitutes: true\n"
    (tmp_path / "cup.yaml").write_text(plan)
    directs(ann, "found", "cup.yaml", folder=tmp_path)
    [log] = ann.client.tournaments.glob("*.tournament")
    assert bob.lobby.came(log.read_bytes()).good
    [here], [there] = ann.lobby.hall().cups, bob.lobby.hall().cups
    assert here.can == ["look", "collect", "pair", "enter", "entries", "log", "mail", "publish",
                        "verify"]  # fmt: skip
    assert there.can == ["look", "publish", "verify"]
    with pytest.raises(PbemError):
        directing.pair(bob.client, OfCup(there.name, PASSPHRASE))
    with pytest.raises(PbemError):
        directing.pair(ann.client, OfCup("../cup", PASSPHRASE))
    with pytest.raises(FormError, match="no such board"):
        errands.says(ann.client, Saying(here.name, PASSPHRASE, "back", who="ann-2"))
    said = directing.verify(bob.client, OneCup(there.name))
    assert said.good
