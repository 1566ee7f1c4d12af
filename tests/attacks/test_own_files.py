"""Attacks on a player's home and on files from a player: modes, links, pipes, files without end."""

from __future__ import annotations

import base64
import os
import resource
import shutil
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives import serialization
from typer.testing import CliRunner

from pbem.commands.main import app
from pbem.errors import KeyFileError, OpenToOthers
from pbem.identity import keyfile
from pbem.identity.identity import create
from pbem.table.own.record import Record
from toy.cheat import OWN, attack

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes, pipes and links of POSIX")

GIB = 1 << 30
HANG_SECONDS = 120


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@contextmanager
def bounded() -> Iterator[None]:
    """No wait for ever, and no whole file of gibibytes in memory."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(HANG_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (used + GIB, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pbem(home: Path, *words: str, stdin: str | None = None) -> Ran:
    """Run a command as a person does, whatever it meets: one message, and no traceback."""
    env = {"PBEM_HOME": str(home), "PBEM_PASSPHRASE": "correct horse", "PBEM_DATABASE": ""}
    with bounded():
        ran = CliRunner().invoke(app, list(words), env=env, input=stdin)
    assert ran.exception is None or isinstance(ran.exception, SystemExit), (words, ran.exception)
    assert "Traceback" not in ran.stdout + ran.stderr
    return Ran(ran.exit_code, ran.stdout, ran.stderr)


def done(home: Path, *words: str) -> Ran:
    ran = pbem(home, *words)
    assert ran.code == 0, (words, ran)
    return ran


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def furnished(home: Path) -> Path:
    """A home with an identity, a game against the rules and what its turns leave in it."""
    done(home, "identity", "new", "ann")
    done(home, "new", "manila", "--dice", "self", "--name", "city")
    done(home, "dice", "city")
    done(home, "store", "check")
    done(home, "store", "rebuild")
    done(home, "show", "city")
    done(home, "send", "city", "--to", str(home / "handed-out.pbem"))
    done(home, "card", "export", "--to", str(home / "handed-out.card"))
    return home


@pytest.fixture(scope="module")
def furnished_once(tmp_path_factory) -> Path:
    with umask(0o022):
        return furnished(tmp_path_factory.mktemp("furnished") / "home")


@pytest.fixture
def ann(furnished_once, tmp_path) -> Path:
    return Path(shutil.copytree(furnished_once, tmp_path / "home"))


# --- modes -------------------------------------------------------------------------------------


@pytest.mark.few(1)
@pytest.mark.parametrize("mask", [0o000, 0o002, 0o022, 0o077])
@attack(
    OWN, "read a player's files, made under any `umask`", "only their owner can read or write them"
)
def test_files_made_under_a_loose_umask(mask, tmp_path):
    with umask(mask):
        home = furnished(tmp_path / "some" / "where" / "home")
    out = {home / "handed-out.pbem", home / "handed-out.card"}  # for others, by the `umask`
    assert all(path.stat().st_mode & 0o777 == 0o666 & ~mask for path in out)
    made = [home.parent.parent, home.parent, home, *(set(home.rglob("*")) - out)]
    assert any(path.suffix == ".sqlite" for path in made)
    assert any(path.suffix == ".lock" for path in made)
    assert [
        (str(path), oct(path.stat().st_mode)) for path in made if path.stat().st_mode & 0o077
    ] == []


FOLDERS = (".", "identities", "games", "record", "record/ann")


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
@pytest.mark.parametrize("folder", FOLDERS)
@attack(
    OWN, "write into a home, or a folder of one, whose mode allows it", "refused, with the reason"
)
def test_a_folder_that_others_may_write_into(folder, mode, ann):
    (ann / folder).chmod(mode)
    for words in (("games",), ("show", "city"), ("identity", "list"), ("store", "check")):
        ran = pbem(ann, *words)
        assert ran.code == 1
        assert "Other users can write to" in ran.err
        assert "chmod 700" in ran.err


@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="gives a folder away")
@pytest.mark.parametrize("folder", FOLDERS)
@attack(OWN, "put your own folder in the place of a player's", "refused: it is somebody else's")
def test_a_folder_that_belongs_to_somebody_else(folder, ann):
    os.chown(ann / folder, 12345, 12345)
    ran = pbem(ann, "games")
    assert ran.code == 1
    assert "belongs to another user" in ran.err


@attack(OWN, "write into a record whose mode allows it", "refused: pbem believes none of it")
def test_a_record_that_others_may_write(ann):
    path = next((ann / "record" / "ann").glob("*.jsonl"))
    path.chmod(0o666)
    with pytest.raises(OpenToOthers, match="chmod 600"):
        _ = Record(path).entries


# --- links -------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS[1:])
@attack(OWN, "put a link in the place of a private folder", "refused, with the reason")
def test_a_link_in_the_place_of_a_folder(folder, ann, tmp_path):
    (ann / folder).rename(tmp_path / "moved")
    (ann / folder).symlink_to(tmp_path / "moved")
    ran = pbem(ann, "games")
    assert ran.code == 1
    assert "is a link" in ran.err


@pytest.mark.parametrize("name", ["identities/ann.key", "record", "games/city.pbem"])
@attack(OWN, "put a link in the place of a private file", "refused, or named and left alone")
def test_a_link_in_the_place_of_a_file(name, ann, tmp_path):
    path = ann / name if name != "record" else next((ann / "record" / "ann").glob("*.jsonl"))
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    ran = pbem(ann, "resign", "city", "--yes")
    assert ran.code == 1
    assert "link" in ran.err


# --- key files ---------------------------------------------------------------------------------


def _with_rounds(block: str, rounds: bytes) -> str:
    """The same block, with another number of rounds in it; lengths made to fit."""
    lines = block.splitlines()
    der = base64.b64decode("".join(lines[1:-1]))
    grown = len(rounds) - 2
    der = der.replace(b"\x02\x02\x08\x00", bytes([2, len(rounds)]) + rounds, 1)
    der = bytearray(der)
    for at in (2, 4, 17, 19, 30, 32):
        if der[at - 1] == 0x30 or at == 2:
            der[at] += grown
    text = base64.encodebytes(bytes(der)).decode()
    return f"{lines[0]}\n{text}{lines[-1]}\n"


@pytest.mark.parametrize("rounds", ["7fffffff", "00800000", "01"])
@attack(
    OWN, "make a key file ask for 2^31 rounds before it opens", "refused before the first round"
)
def test_a_key_file_with_rounds_of_its_writer(rounds, tmp_path, monkeypatch):
    path = tmp_path / "keys" / "ann.key"
    keyfile.save(create("ann"), path, "correct horse")
    text = path.read_text()
    end = "-----END ENCRYPTED PRIVATE KEY-----\n"
    begin = "-----BEGIN ENCRYPTED PRIVATE KEY-----"
    block = begin + text.split(begin)[1].split(end)[0] + end
    path.write_text(text.replace(block, _with_rounds(block, bytes.fromhex(rounds))))
    opened: list[bytes] = []
    monkeypatch.setattr(serialization, "load_pem_private_key", lambda pem, _: opened.append(pem))
    with pytest.raises(KeyFileError, match="not encrypted the way pbem does it"):
        keyfile.load(path, "correct horse")
    assert opened == []


# --- odd things in games/ ----------------------------------------------------------------------


def _socket(path: Path) -> None:
    # Its path may be longer than an address of a socket.
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(here)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _endless(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3 * GIB)


ODD = {
    "a directory": Path.mkdir,
    "a loop of links": _loop,
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a hole of 3 GiB": _endless,
}

LOOKING = (
    ("games",),
    ("games", "--json"),
    ("show", "city"),
    ("log", "city"),
    ("verify", "city"),
    ("store", "check"),
    ("store", "rebuild"),
    ("dice", "--all"),
)


@pytest.mark.few(3)
@pytest.mark.parametrize("odd", [*ODD, "a name", "a name in no UTF-8", "a log for all to write"])
@attack(OWN, "put something odd into `games/`", "named and left alone; no command stops")
def test_an_odd_thing_among_the_games(odd, ann):
    name = {"a name": "a\n\x1b[2Jb.pbem", "a name in no UTF-8": os.fsdecode(b"\xff\xfe.pbem")}
    path = ann / "games" / name.get(odd, "odd.pbem")
    if odd in ODD:
        ODD[odd](path)
    else:
        shutil.copy(ann / "games" / "city.pbem", path)
        path.chmod(0o666 if odd == "a log for all to write" else 0o600)
    for words in LOOKING:
        ran = pbem(ann, *words)
        if odd == "a hole of 3 GiB":  # a log like any other, and a damaged one
            assert ran.code in (0, 1)
            continue
        assert ran.code == 0, (words, ran)
        assert "Ignored" in ran.err
        assert all(line.isprintable() for line in ran.err.splitlines())


# --- files handed in ---------------------------------------------------------------------------

HANDED_IN = (
    ("take", "{}"),
    ("verify", "{}"),
    ("verify", "city", "--card", "{}"),
    ("show", "{}"),
    ("log", "{}"),
    ("card", "import", "{}"),
    ("mail", "read", "{}"),
    ("order", "city", "{}", "--try"),
    ("order", "city", "{}"),
    ("new", "manila", "--dice", "self", "--pack", "{}"),
    ("pack", "check", "{}"),
    ("pack", "check", "{}", "--game", "manila"),
    ("test", "{}"),
    ("dice", "--all", "{}"),
    ("resign", "city", "--yes", "--passphrase-file", "{}"),
)


@pytest.mark.few(5)
@pytest.mark.parametrize("suffix", ["pbem", "fork", "head"])
@pytest.mark.parametrize("odd", ODD)
@attack(OWN, "hand in a pipe, a device, a loop of links, 3 GiB", "one message, at once")
def test_an_odd_thing_handed_in(odd, suffix, ann, tmp_path):
    path = tmp_path / f"odd.{suffix}"
    ODD[odd](path)
    for words in HANDED_IN:
        ran = pbem(ann, *(word.replace("{}", str(path)) for word in words))
        assert ran.code != 0, (words, ran)
        assert (ran.out + ran.err).strip()


@attack(OWN, "hand in orders or mail without end", "one message, and reading stops")
def test_standard_input_without_end(ann):
    ran = pbem(ann, "order", "city", "-", stdin="x" * (2 << 20))
    assert ran.code == 1
    assert "1,048,576 bytes" in ran.err


@attack(OWN, "put a link where pbem will write a file to be mailed", "its target stays unchanged")
def test_a_link_where_a_card_will_be_written(ann, tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("kept")
    for target in (precious, tmp_path / "nothing yet"):
        link = tmp_path / "ann.card"
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        done(ann, "card", "export", "--to", str(link))
        assert not link.is_symlink()
        assert b"ann" in link.read_bytes()
    assert precious.read_text() == "kept"
    assert not (tmp_path / "nothing yet").exists()
