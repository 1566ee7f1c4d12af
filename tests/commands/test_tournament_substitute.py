"""Somebody goes on holiday in the middle of a round: what each of five people types, and reads."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\numpire: uma\nsubstitutes: true\n"
GAME = "cup-r1b1"
UNTIL = ("--until", "2099-12-20")


class Club:
    """dora directs, uma is the umpire; who opens the game of the only board is ``away``."""

    def __init__(self, home, folder: Path) -> None:
        self.folder = folder
        self.dora, self.uma, self.kim = home("dora"), home("uma"), home("kim")
        players = {name: home(name) for name in ("ann", "bob")}
        self.card(self.uma, self.dora)
        (folder / "cup.yaml").write_text(PLAN)
        self.dora("tournament", "found", str(folder / "cup.yaml"))
        self.log = self.dora.folder / "tournaments" / "cup.tournament"
        (folder / "inbox").mkdir()
        for player in players.values():
            player("tournament", "take", str(self.log))
            player("tournament", "enter", "--to", str(folder / "inbox"))
        self.dora("tournament", "collect", str(folder / "inbox"))
        self.dora("tournament", "pair")
        self.uma("tournament", "take", str(self.log))
        text, letter = self.letter()
        self.who = text.partition(" plays U.S. and opens")[0].split()[-1]
        self.away = players.pop(self.who)
        (self.other,) = players.values()
        for player in (self.away, self.other):
            player("tournament", "play", letter)
        for one in (self.away, self.other):
            self.card(one, self.uma)
        self.post(self.away, self.uma, self.other)
        for one in (self.uma, self.away, self.other):
            one("join")
            self.post(one, self.uma, self.away, self.other)

    def card(self, of, to) -> None:
        file = str(self.folder / f"{of.folder.name}.card")
        of("card", "export", "--to", file)
        to("card", "import", file)

    def letter(self) -> tuple[str, str]:
        """The one mail that is new: its text, and its file."""
        out = self.folder / "out"
        out.mkdir(exist_ok=True)
        for old in out.iterdir():
            old.unlink()
        self.dora("tournament", "mail", "--to", str(out))
        (file,) = out.glob("*.eml")
        message = message_from_bytes(file.read_bytes(), policy=policy.default)
        self.to = str(message["To"])
        return message.get_body().get_content(), str(file)

    def post(self, author, *others, as_: str = "") -> None:
        file = author.sends(GAME, *(("--as", as_) if as_ else ()))
        for one in others:
            if one is not author:
                one.run("take", file)

    def hands_in(self, home, *words: str) -> str:
        """Have a request written, and collected with all cards that lie there."""
        to = self.folder / "said"
        to.mkdir(exist_ok=True)
        said: str = home("tournament", *words, "--to", str(to))
        self.dora("tournament", "collect", str(to))
        return said


@pytest.fixture
def club(home, tmp_path):
    return Club(home, tmp_path)


@pytest.mark.long
def test_a_holiday(club):
    who, away, other, uma, kim = club.who, club.away, club.other, club.uma, club.kim
    club.card(kim, away)
    kim("card", "export", "--to", str(club.folder / "inbox" / "kim.card"))
    club.hands_in(away, "substitute", "kim", *UNTIL)
    club.dora("tournament", "collect", str(club.folder / "inbox" / "kim.card"))
    text, letter = club.letter()
    assert {"kim", "uma", who} <= {one.split(" <")[0] for one in club.to.split(", ")}
    assert f"kim plays for {who} until 20 December 2099 (UTC)." in text
    ruling = next(line.strip() for line in text.splitlines() if "--replace kim" in line)
    assert ruling == f"pbem rule GAME --out {who} --replace kim --anyway"
    for one in (kim, uma, away):
        one("tournament", "play", letter)
    uma(*ruling.split()[1:2], GAME, *ruling.split()[3:], "--yes")
    club.post(uma, kim, away, other)
    kim("join")
    club.post(kim, uma, away, other)

    away("identity", "new", f"{who}-2", "--email", f"{who}@example.org")
    said = club.hands_in(away, "back", f"{who}-2", "--as", who)
    assert "Mail it too, to the director and to the umpire of the game." in said
    text, letter = club.letter()
    assert f"{who} is back as {who}-2." in text
    uma("tournament", "play", letter)
    uma("rule", GAME, "--out", "kim", "--replace", f"{who}-2", "--anyway", "--yes")
    club.post(uma, kim, away, other)
    away("join", GAME, "--as", f"{who}-2")
    away("resign", GAME, "--yes", "--as", f"{who}-2")
    file = away.sends(GAME, "--as", f"{who}-2")

    assert f"round 1, board 1: {other.folder.name} wins" in club.dora("tournament", "collect", file)
    assert f"{who} is back as {who}-2." in club.dora("tournament", "show")
    club.dora("tournament", "close")
    said = club.dora("tournament", "verify", str(club.log), file)
    assert "Everything follows from the files." in said
    assert f"Substitute: round 1, board 1: kim was named to play for {who}." in said
    pages = club.folder / "pages"
    club.dora("tournament", "publish", str(pages), file)
    assert f"{who} is back as {who}-2." in (pages / "round-1.html").read_text()
    file = str(club.folder / "report.txt")
    club.dora("tournament", "export", "--form", "report", "--to", file)
    assert f"Substitute: round 1, board 1: {who} is back" in Path(file).read_text()


def test_a_substitute_who_plays_on_is_the_directors_to_rule_on(club):
    who, away, uma, kim = club.who, club.away, club.uma, club.kim
    club.card(kim, away)
    club.card(kim, uma)
    club.hands_in(away, "substitute", "kim", *UNTIL)
    for one in (kim, away):
        one("tournament", "take", str(club.log))
    uma("rule", GAME, "--out", who, "--replace", "kim", "--anyway", "--yes")
    club.post(uma, kim)
    kim("join")
    away("identity", "new", f"{who}-2")
    club.hands_in(away, "back", f"{who}-2", "--as", who)
    kim("resign", GAME, "--yes")
    said = club.dora.fails("tournament", "collect", kim.sends(GAME))
    assert f"kim kept the seat of {who}, who is back. Rule on this board" in said


def test_typing_errors_sign_nothing(club):
    away, who = club.away, club.who
    words = ("tournament", "substitute")
    assert "no card of 'kim' here" in away.fails(*words, "kim", *UNTIL)
    club.card(club.kim, away)
    assert "has passed" in away.fails(*words, "kim", "--until", "2020-01-01")
    assert "no such board" in away.fails(*words, "kim", *UNTIL, "--board", "3")
    assert "has entered, or is the umpire there" in away.fails(*words, "uma", *UNTIL)
    assert "'soon' is not a day" in away.fails(*words, "kim", "--until", "soon")
    away("identity", "new", f"{who}-2")
    said = away.fails("tournament", "back", f"{who}-2", "--as", who)
    assert f"{who} has named no substitute" in said
    assert not list(Path().glob("*.word"))
