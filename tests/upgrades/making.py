"""Homes that a release made, for every later one to meet: ``python -m upgrades.making PBEM FILE``.

``PBEM`` is the command of that release; ``FILE`` is the archive that is written, a ``.tar.xz``,
which keeps modes. In it are the homes of ``ann`` and ``bob``, and ``post`` with what was mailed. In
bob's home eve has an identity too. All passphrases are `WORDS`.

=========  =======================================================================================
landing    Saipan: ann's list waits in its middle for bob's answer; standing answers; a practice
sealed     Saipan, free deployment: ann's beaches are sealed, and nobody has opened them
owners     Saipan with an owner's pack: bob has to join
streets    Manila: ann's plan of a turn is signed; bob, ann's witness, owes the dice
coronet    Race to Tokyo: bob sets up; ann's own set-up is prepared, for ann's agent to sign
judged     Saipan, bob against eve: ann is the umpire, and keeps a record of days
given-up   Saipan: ended, and put away
=========  =======================================================================================

Ann's agent has read two mails, and its outbox has what no server took. With ``--hands`` after it
the homes have one other game:

=========  =======================================================================================
corps      Singapore: both have shuffled the situation cards; bob owes the mask of what ann drew
=========  =======================================================================================

With ``--tournament`` ann's identity dora directs *spring*, a round robin in which ann and bob meet
twice. The player who opened the first game gave it up, and that counts. The second game is open,
and waits for a join.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

WORDS = "correct horse"
"""The passphrase of keys that sign nothing but games of tests."""

SETTINGS = """\
address = "ann@example.org"
owner = "ann@home.example"

[maildir]
path = "mailbox"

[smtp]
host = "127.0.0.1"
port = 9
user = "ann"
security = "none"

[login]
command = ["printf", "secret"]
"""
LANDING = """\
land 1/2  1203
land 1/6  1102
land 1/8  1002
land 1/23 0902
land 1/24 0801
land 1/25 0802 from 0703
end movement
attack 317 with 1/2 1/6 1/8 gsp 2
attack 16 with 1/23 1/24 1/25
standing retreat usual
"""
BEACHES = "beaches 1203 1102 1002 0902 0801 0802"
SET_UP = (
    "deploy 13A 3215", "deploy 20A 3216", "deploy 24 3217", "deploy 31 3218", "deploy 37 3219",
    "deploy 6 3220", "end setup",
)  # fmt: skip
STREETS = """\
buy artillery 6 engineer 3; end supply
activate 1: 637/A 1/145 2/145 Whitcomb to 9
attack 9 lead 637/A artillery 2 engineer 1 if barrage break off
activate 2: 44/A 1/5 Chase to 7; attack 7 lead 44/A artillery 2 if barrage lose 1/5
stop
"""


PLAN = """\
name: spring
format: round-robin
cycles: 2
game: saipan
dice: opponents
points: {win: 2, draw: 1, loss: 0, bye: 2}
seeding: lots
"""
TOURNAMENT = "ann/tournaments/spring.tournament"


class Person(NamedTuple):
    """Somebody who types the ``command`` of a release beside a home called ``name``."""

    command: str
    folder: Path
    name: str

    def __call__(self, *words: str, ends: int = 0) -> str:
        """Type a command, which must end with the exit code ``ends``; return what it says."""
        ran = subprocess.run(
            [self.command, *words],
            cwd=self.folder,
            env={"PATH": os.defpath, "PBEM_HOME": self.name, "PBEM_PASSPHRASE": WORDS},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if ran.returncode != ends:
            raise SystemExit(f"pbem {' '.join(words)}\n{ran.stdout}{ran.stderr}")
        return ran.stdout + ran.stderr

    def mails(self, other: Person, game: str, *words: str) -> None:
        """Send a game to somebody, who takes it."""
        number = len(list(self.folder.glob("post/*")))
        self("send", game, "--to", f"post/{game}-{number:02}.pbem", *words)
        other("take", f"post/{game}-{number:02}.pbem", "--name", game)


def make(command: str, folder: Path) -> None:
    """Make the homes and the post in ``folder`` with the ``command`` of a release."""
    ann, bob = (Person(command, folder, name) for name in ("ann", "bob"))
    _meet(ann, bob, "bob", "eve")
    _two_players(ann, bob)
    _alone(ann, bob)
    _umpire(ann, bob)
    _agent(ann, bob)


def make_hands(command: str, folder: Path) -> None:
    """Make homes with a game in which there are hands."""
    ann, bob = (Person(command, folder, name) for name in ("ann", "bob"))
    _meet(ann, bob, "bob")
    seats = ("--seat", "jp=ann", "--seat", "br=bob", "--seat", "au=bob")
    _begin(ann, bob, "corps", "singapore", "--scenario", "corps", *seats)
    for dealer, other in ((ann, bob), (bob, ann)):
        dealer("deal", "corps")
        dealer.mails(other, "corps")


def make_tournament(command: str, folder: Path) -> None:
    """Make homes with a tournament in its second round."""
    ann, bob = (Person(command, folder, name) for name in ("ann", "bob"))
    _meet(ann, bob, "bob")
    ann("identity", "new", "dora", "--email", "dora@example.org")
    ann("card", "export", "dora", "--to", "post/dora.card")
    bob("card", "import", "post/dora.card")
    (folder / "post" / "spring.yaml").write_text(PLAN, encoding="utf-8")
    ann("tournament", "found", "post/spring.yaml", "--as", "dora")
    bob("tournament", "take", TOURNAMENT)
    for who in (ann, bob):
        who("tournament", "enter", "spring", "--as", who.name, "--to", f"post/{who.name}.entry")
    bob("tournament", "keep", "spring", "--as", "bob", "--to", "post/bob.keep")
    _collects(ann, "post/bob.keep", "post/ann.entry", "post/bob.entry")
    ann("tournament", "pair", "spring", "--as", "dora", ends=1)  # the lot is due
    bob("tournament", "take", TOURNAMENT)
    bob("tournament", "lot", "spring", "--as", "bob", "--to", "post/bob.lot")
    _collects(ann, "post/bob.lot")
    first, second = _opened(ann, bob, "spring-r1b1")
    second("join", "spring-r1b1", "--as", second.name)
    second.mails(first, "spring-r1b1", "--as", second.name)
    first("resign", "spring-r1b1", "--as", first.name, "--yes")  # they have the first move
    first.mails(second, "spring-r1b1", "--as", first.name)
    _collects(ann, "ann/games/spring-r1b1.pbem")
    _opened(ann, bob, "spring-r2b1")


def _collects(ann: Person, *files: str) -> None:
    ann("tournament", "collect", *files, "--for", "spring", "--as", "dora")


def _opened(ann: Person, bob: Person, game: str) -> tuple[Person, Person]:
    """Pair a round, and let the first of its pair open and mail the game; return both in turn."""
    ann("tournament", "pair", "spring", "--as", "dora")
    bob("tournament", "take", TOURNAMENT)
    for who in (ann, bob):
        who("tournament", "play", "--for", "spring", "--as", who.name)
    opened = (ann.folder / "ann" / "games" / f"{game}.pbem").exists()
    first, second = (ann, bob) if opened else (bob, ann)
    first.mails(second, game, "--as", first.name)
    return first, second


def _meet(ann: Person, bob: Person, *handles: str) -> None:
    """Make ann's identity, and ``handles`` in bob's home; all have each other's cards."""
    (ann.folder / "post").mkdir()
    for who, handle in ((ann, "ann"), *((bob, handle) for handle in handles)):
        who("identity", "new", handle, "--email", f"{handle}@example.org")
        who("card", "export", handle, "--to", f"post/{handle}.card")
    for handle in handles:
        ann("card", "import", f"post/{handle}.card")
    bob("card", "import", "post/ann.card")


def _two_players(ann: Person, bob: Person) -> None:
    seats = ("--seat", "us=ann", "--seat", "jp=bob")
    _begin(ann, bob, "landing", "saipan", *seats, "--option", "us_by=10")
    ann("order", "landing", *(part for line in LANDING.splitlines() for part in ("-m", line)))
    ann.mails(bob, "landing")
    ann("practice", "new", "landing", "--to", "post/landing.practice", "--seed", "1")
    ann("show", "landing")
    _begin(ann, bob, "sealed", "saipan", *seats, "--scenario", "free")
    ann("seal", "sealed", "-m", BEACHES)
    ann.mails(bob, "sealed")
    _begin(ann, bob, "given-up", "saipan", *seats, "--option", "banzai=true")
    ann("resign", "given-up", "--yes")
    ann.mails(bob, "given-up")
    ann("store", "archive", "given-up")
    ann("pack", "export", "saipan", "--to", "post/own.yaml")
    own = ann.folder / "post" / "own.yaml"
    text = own.read_text(encoding="utf-8").replace("  turns: 15\n", "  turns: 14\n")
    own.write_text(text, encoding="utf-8")
    ann("pack", "check", "post/own.yaml")
    ann("new", "saipan", *seats, "--pack", "post/own.yaml", "--name", "owners")


def _begin(ann: Person, bob: Person, game: str, *words: str) -> None:
    ann("new", *words, "--name", game)
    ann.mails(bob, game)
    bob("join", game, "--as", "bob")
    bob.mails(ann, game, "--as", "bob")


def _alone(ann: Person, bob: Person) -> None:
    ann("new", "manila", "--witness", "bob", "--name", "streets")
    ann.mails(bob, "streets")
    bob("join", "streets", "--as", "bob")
    bob.mails(ann, "streets", "--as", "bob")
    ann("join", "streets")
    ann.mails(bob, "streets")
    bob("dice", "streets", "--as", "bob")
    bob.mails(ann, "streets", "--as", "bob")
    ann("order", "streets", *(part for line in STREETS.splitlines() for part in ("-m", line)))
    ann.mails(bob, "streets")


def _umpire(ann: Person, bob: Person) -> None:
    bob("new", "saipan", "--seat", "us=bob", "--seat", "jp=eve", "--umpire", "ann",
        "--days", "7", "--name", "judged", "--as", "bob")  # fmt: skip
    bob.mails(ann, "judged", "--as", "bob")
    ann("join", "judged")
    ann.mails(bob, "judged")
    for handle in ("bob", "eve"):
        bob("join", "judged", "--as", handle)
    bob.mails(ann, "judged", "--as", "bob")
    ann("clock", "judged", "--absent", "bob", "2030-12-20", "2031-01-03")


def _agent(ann: Person, bob: Person) -> None:
    seats = ("--seat", "8ag=ann", "--seat", "1ag=bob")
    ann("new", "tokyo", *seats, "--name", "coronet")
    ann.mails(bob, "coronet")
    bob("join", "coronet", "--as", "bob")
    for folder in ("cur", "new", "tmp"):
        (ann.folder / "mailbox" / folder).mkdir(parents=True)
    place = ann.folder / "ann" / "agent" / "ann"
    place.mkdir(parents=True, mode=0o700)
    place.parent.chmod(0o700)
    settings = place / "agent.toml"
    settings.touch(mode=0o600)
    settings.write_text(SETTINGS, encoding="utf-8")
    bob("mail", "write", "coronet", "--to", "mailbox/new", "--as", "bob")
    (ann.folder / "mailbox" / "new" / "hello").write_bytes(
        b"From: bob@example.org\r\nTo: ann@example.org\r\nSubject: hello\r\n\r\nA good game!\r\n"
    )
    ann("agent", "run", "--once", ends=1)  # no server takes what it sends
    ann("agent", "prepare", "coronet", *(part for line in SET_UP for part in ("-m", line)))
    ann("agent", "run", "--once", ends=1)


def pack(folder: Path, to: Path) -> None:
    """Write the archive ``to`` of all that lies in ``folder``, without locks."""
    with tarfile.open(to, "w:xz") as archive:
        for path in sorted(folder.rglob("*")):
            if path.suffix != ".lock":
                info = archive.gettarinfo(path, str(path.relative_to(folder)))
                info.uid = info.gid = 0
                info.uname = info.gname = ""
                with path.open("rb") if path.is_file() else nullcontext() as file:
                    archive.addfile(info, file)


if __name__ == "__main__":
    makers = {"--hands": make_hands, "--tournament": make_tournament}
    with tempfile.TemporaryDirectory() as made:
        maker = next((makers[word] for word in sys.argv if word in makers), make)
        maker(sys.argv[1], Path(made))
        pack(Path(made), Path(sys.argv[2]))
