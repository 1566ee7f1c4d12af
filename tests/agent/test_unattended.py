"""A director's agent: it does what was wished, and asks what only a person decides."""

from __future__ import annotations

import errno
import io
import zipfile
from datetime import date, timedelta
from pathlib import Path

import pytest

from pbem.client.storage.backup import backup
from pbem.director.directing import acts, collecting
from pbem.director.directing.collecting import collect
from pbem.director.office import begin, directing
from pbem.director.plan import unattended
from pbem.director.plan.unattended import Unattended
from pbem.director.player.saying import composed
from pbem.director.unattended import attendant
from pbem.errors import FormError
from pbem.identity.card import make_card
from pbem.log.file import read_events, to_bytes
from pbem.mail.letter import plain
from pbem.tournament.binding import terms
from pbem.tournament.events.words import sign_word, word_line
from pbem.tournament.folding import fold
from pbem.tournament.history import BoardOf
from toy.group import Group, identity, signer, toy_library
from toy.meeting import robin, swiss

PLAYERS = ("ann", "bob", "cas", "dan")


class Directs:
    """dora, dora's agent, and players who mail to it."""

    def __init__(self, person, secretary, office, found, known=PLAYERS, **wishes) -> None:
        self.office = office
        self.dora = person("dora")
        self.client = self.dora.client
        self.client.library = toy_library()
        self.log = begin(self.client, self.dora.identity, "cup", found)
        self.wishes = unattended.keep(
            self.client, "dora", "cup", Unattended(**wishes), self.dora.folder
        )
        self.client.cards.mkdir(mode=0o700, exist_ok=True)
        for handle in known:
            self.knows(handle)
        self.agent = secretary(self.dora)

    def knows(self, handle) -> None:
        card = make_card(identity(handle), f"{handle}@example.org")
        (self.client.cards / f"{handle}.card").write_bytes(card)

    @property
    def now(self):
        return fold(read_events(self.log)).now

    def kinds(self) -> list[str]:
        return [event.kind for event in read_events(self.log)]

    def gets(self, sender: str, name: str, data: bytes) -> None:
        to, at = {"dora": "dora@example.org"}, self.office.now
        made = plain("cup", (sender, f"{sender}@example.org"), to, "Here.", at, files={name: data})
        self.office.deliver("dora@example.org", bytes(made))

    def enters(self, *handles: str, what: str = "enter", **more) -> None:
        for handle in handles:
            word = composed(fold(read_events(self.log)), signer(handle), what, **more)
            signed = sign_word(word, identity(handle).sign_seed)
            self.gets(handle, f"{handle}.word", word_line(signed) + b"\n")

    def plays(self, folder: Path, *boards: BoardOf) -> None:
        """Play boards to their end, and mail the logs; without ``boards`` all that are owed."""
        history = self.now
        for at in boards or history.owed():
            group = Group(folder / f"{at.round}-{at.board}", terms(history, at))
            group.join_all()
            group.play(group.table.active().handle or "", "resign")
            self.gets(history.pair_of(at)[0].handle, "game.pbem", to_bytes(group.events))

    def works(self) -> None:
        self.office.passes(minutes=20)  # so that reports are mailed
        self.agent.rounds(2)

    def subjects(self, handle: str) -> list[str]:
        return [str(one["Subject"]) for one in self.office.messages(f"{handle}@example.org")]

    def asked(self, words: str) -> int:
        """How often the director was notified of something."""
        return sum(" ".join(one.split()).count(words) for one in self.agent.reported)


@pytest.fixture
def directs(person, secretary, office):
    def make(found=None, **wishes):
        return Directs(person, secretary, office, found or robin(), **wishes)

    return make


def test_a_tournament_is_directed_to_its_end(directs, tmp_path):
    pages = tmp_path / "pages"
    club = directs(players=4, days=14, close=0, pages=str(pages), then="adjudicate")
    club.enters("ann", "bob", "cas")
    club.works()
    assert "pair" not in club.kinds()  # three are not four
    assert club.subjects("ann") == ["[PBEM] Toy Cup: your entry"]
    club.enters("dan")
    for number in (1, 2, 3):
        club.works()
        assert len(club.now.rounds) == number
        due = club.now.deadlines[number]
        assert due.until[:10] == str((club.office.now + timedelta(days=14)).date())
        for handle in PLAYERS:
            assert sum(f"round {number}, board" in one for one in club.subjects(handle)) >= 1
        club.plays(tmp_path / "games")
    club.works()
    assert club.now.over
    assert [one for one in club.subjects("ann") if one.endswith("is over")]
    assert len(set(club.subjects("bob"))) == len(club.subjects("bob"))  # each mail once
    for file in ("index.html", "checkpoint", "round-3.html", "games/r3b2.html"):
        assert (pages / file).is_file(), file
    assert club.asked("cup: ") == 0
    said = len(club.agent.said)
    club.works()
    assert club.agent.said[said:] == []


def test_a_stranger_is_admitted_by_the_director_alone(directs):
    club = directs(players=3, known=("ann", "bob"))
    club.enters("ann", "bob", "cas")
    club.works()
    club.works()
    assert club.now.by_handle("cas") is None
    assert "pair" not in club.kinds()
    assert club.asked("cas wants to enter, and you have no card with this key") == 1
    (word,) = (club.client.agent("dora") / "kept").glob("*.word")
    assert club.asked(f"pbem tournament collect {word} --for cup") == 1
    with directing(club.client, club.log, club.dora.identity) as office:
        assert [one.became for one in collect(office, club.client, [word])] == ["taken"]
    club.works()
    assert len(club.now.rounds) == 1


def test_somebody_with_another_key_takes_no_place(directs):
    """A card says whose handle it is: an entry in the name of ann by another key waits."""
    club = directs(players=2, known=("bob",))
    card = make_card(identity("eve"), "eve@example.org")
    (club.client.cards / "ann.card").write_bytes(card.replace(b'"eve"', b'"ann"'))
    club.enters("ann", "bob")
    club.works()
    assert "pair" not in club.kinds()
    assert club.now.by_handle("ann") is None


def test_anybody_may_enter_where_that_is_wished(directs):
    club = directs(players=3, entries="anybody", known=())
    club.enters("ann", "bob", "cas")
    club.works()
    assert len(club.now.rounds) == 1
    assert club.asked("no mail went to ann, because you have no card") == 1


def test_a_deadline_decides_nothing_and_is_asked_once(directs, tmp_path):
    club = directs(swiss(3), players=4, days=5, remind=(2,), close=0)
    club.enters(*PLAYERS)
    club.works()
    at = BoardOf(1, 1)
    club.plays(tmp_path / "games", BoardOf(1, 2))
    club.works()
    first, second = (one.handle for one in club.now.pair_of(at))
    owing = f"Missing: Toy Cup, {at}: {first} - {second}"
    for day, wanted in enumerate((0, 0, 1, 1, 1, 2)):  # two days before, and the day after
        club.office.passes(days=1)
        club.works()
        assert sum(owing in one for one in club.subjects(first)) == wanted, day
    assert club.kinds().count("pair") == 1
    assert at not in club.now.decided
    club.works()
    assert club.asked("its deadline has passed") == 1
    assert club.asked(f"pbem tournament rule 1 {first} --round 1 --for cup --forfeit") == 1
    for other in club.now.boards():
        where = club.now.pair_of(other)
        assert other == at or not any("Missing" in one for one in club.subjects(where[0].handle))
    with directing(club.client, club.log, club.dora.identity) as office:
        acts.rule(office, at, "first", "no answer", played=False)
    club.works()
    assert len(club.now.rounds) == 2


def test_the_end_is_asked_for_where_it_was_not_wished(directs, tmp_path):
    club = directs(swiss(1), players=2)
    club.enters("ann", "bob")
    club.works()
    club.plays(tmp_path / "games")
    club.works()
    club.works()
    assert not club.now.over
    assert club.asked("To end it, type 'pbem tournament close cup'") == 1


def test_an_appeal_has_the_days_that_were_wished(directs, tmp_path):
    club = directs(swiss(1), players=2, close=3)
    club.enters("ann", "bob")
    club.works()
    club.plays(tmp_path / "games")
    club.works()
    club.office.passes(days=2)
    club.works()
    assert not club.now.over
    club.office.passes(days=1)
    club.works()
    assert club.now.over


def test_nothing_is_paired_before_the_director_says_so(directs):
    club = directs(days=14)
    club.enters(*PLAYERS)
    club.works()
    assert "pair" not in club.kinds()
    with directing(club.client, club.log, club.dora.identity) as office:
        acts.pair(office, club.client)
    club.works()
    assert len(club.now.rounds) == 1


def test_wishes_that_cannot_be_read_stop_nothing_else(directs):
    club = directs(players=2)
    (club.wishes.parent / "another.yaml").write_text("players: many\n")
    club.enters("ann", "bob")
    club.works()
    club.works()
    assert len(club.now.rounds) == 1
    assert club.asked("another is NOT directed") == 1


def test_no_backup_brings_wishes(directs):
    """A backup may come from anybody, and wishes have an agent sign and write by itself."""
    club = directs(players=2)
    made = backup(club.client, date(2026, 7, 1)).data
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert "tournaments/cup.tournament" in names
    assert [name for name in names if "directs" in name] == []


def test_wishes_name_a_zone_that_is_there(tmp_path, person):
    dora = person("dora")
    with pytest.raises(FormError, match="no time zone 'Europe/Berlim'"):
        unattended.keep(dora.client, "dora", "cup", Unattended(zone="Europe/Berlim"), tmp_path)
    assert unattended.kept(dora.client, "dora") == []


def test_a_deadline_ends_on_no_free_day(directs):
    """14 days after Wednesday, 1 July 2026, is Wednesday, 15 July: Monday comes next."""
    free = ("wed", "thu", "2026-07-17", "sat", "sun")
    club = directs(players=2, days=14, zone="Pacific/Auckland", free=free)
    club.enters("ann", "bob")
    club.office.passes(hours=3)  # in Auckland it is Thursday already, and ends there
    club.works()
    due = club.now.deadlines[1]
    assert (due.until, due.offset) == ("2026-07-20T11:59:00Z", 720)


@pytest.mark.parametrize(
    ("free", "said"),
    [
        (("2026-02-30",), "there is no day 2026-02-30"),
        (("mon", "tue", "wed", "thu", "fri", "sat", "sun"), "no day is left"),
    ],
)
def test_free_days_that_cannot_be(tmp_path, person, free, said):
    dora = person("dora")
    with pytest.raises(FormError, match=said):
        unattended.keep(dora.client, "dora", "cup", Unattended(free=free), tmp_path)


def test_what_failed_on_the_way_is_done_at_the_next_look(directs, monkeypatch):
    """The program fails after the pairing and before the mails: it is said once, and made good."""
    club = directs(players=2, days=14)

    def fails(*_, **__):
        raise KeyError("a letter")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.director.unattended.attendant.Bureau", fails)
        club.enters("ann", "bob")
        club.works()
        assert len(club.now.rounds) == 1
        assert not any("round 1" in one for one in club.subjects("ann"))
    club.office.passes(hours=1)
    club.works()
    assert club.asked("cup is NOT directed") == 1
    assert club.kinds().count("pair") == 1
    assert sum("round 1, board 1" in one for one in club.subjects("ann")) == 1
    assert club.now.deadlines[1].round == 1


def test_pages_that_could_not_be_written_are_written_at_a_later_look(
    directs, tmp_path, monkeypatch
):
    pages = tmp_path / "pages"
    club = directs(players=4, days=14, pages=str(pages))
    known, failed = attendant.publish, []

    def full(*args, **options):
        if not failed:
            failed.append(1)
            raise OSError(errno.ENOSPC, "No space left on device")
        return known(*args, **options)

    monkeypatch.setattr(attendant, "publish", full)
    club.works()
    assert failed
    assert not pages.exists()
    club.office.passes(hours=2)
    club.works()
    assert (pages / "index.html").exists()


@pytest.mark.parametrize(
    "place",
    [(attendant.bundles, "unpack", 1), (collecting, "handed_in", 2)],
    ids=["all", "each"],
)
def test_a_result_that_the_machine_fails_at_is_collected_at_a_later_look(
    directs, tmp_path, monkeypatch, place
):
    """A full disk, say: the log of the game is no known one before it was judged."""
    where, name, failures = place
    club = directs(players=4, days=14)
    club.enters(*PLAYERS)
    club.works()
    known, failed = getattr(where, name), []

    def full(*args, **options):
        files = args[0] if name == "unpack" else args
        if len(failed) < failures and any(str(one).endswith(".pbem") for one in files):
            failed.append(1)
            raise OSError(errno.ENOSPC, "No space left on device")
        return known(*args, **options)

    monkeypatch.setattr(where, name, full)
    club.plays(tmp_path / "games")
    club.works()
    for _ in range(3):
        club.office.passes(hours=2)
        club.works()
    assert len(failed) == failures
    assert club.kinds().count("result") == 2
