"""A site is checked from outside, whatever it sends.

The command is that of docs/browser.md.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem.commands.main import app
from pbem.errors import FormError
from pbem.identity.card import make_card
from pbem.identity.identity import create
from pbem.web import outside
from pbem.web.build import LIST, SIGNED, check
from pbem.web.outside import SiteError, served
from pbem.web.signed import sign
from web.conftest import serving
from web.test_release import filled

CLUB, STRANGER = create("club"), create("stranger")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = filled(tmp_path / "folder", "one")
    sign(made, CLUB, 3)
    return made


def test_a_site_is_what_its_folder_is(folder: Path) -> None:
    with serving(folder) as address:
        for name in (address, address.rstrip("/"), f"{address}index.html"):
            found = served(name)
            assert (found.digest, found.release and found.release.number) == (check(folder), 3)
            assert set(found.files) == {"index.html", "sw.js"}


def test_a_site_below_a_folder_of_its_host_is_found(tmp_path: Path, folder: Path) -> None:
    with serving(tmp_path) as address:
        assert served(f"{address}folder").digest == check(folder)


@pytest.mark.parametrize("name", ["index.html", "sw.js"])
def test_a_changed_or_missing_file_is_named(folder: Path, name: str) -> None:
    with serving(folder) as address:
        (folder / name).write_text("changed")
        with pytest.raises(SiteError, match=rf"is not what its files\.json says: {name}"):
            served(address)
        (folder / name).unlink()
        with pytest.raises(SiteError, match=name):
            served(address)


@pytest.mark.parametrize("text", [None, "", "[", "{}", '{"pbem": "1", "files": {}}', "[" * 100_000])
def test_what_has_no_list_is_no_site(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / LIST).write_text(text)
    with serving(tmp_path) as address, pytest.raises(SiteError, match=r"files\.json"):
        served(address)


@pytest.mark.parametrize(
    "name", ["../key", "/etc/passwd", "a//b", "https://evil.example/x", "a?b", "a\r\nX: y", ""]
)
def test_a_list_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    (tmp_path / LIST).write_text(json.dumps({"pbem": "1", "files": {name: "0" * 64}}))
    with serving(tmp_path) as address, pytest.raises(SiteError, match="is no list"):
        served(address)


def test_a_signature_of_another_folder_and_a_false_one_are_refused(
    tmp_path: Path, folder: Path
) -> None:
    other = filled(tmp_path / "other", "other")
    shutil.copy(folder / SIGNED, other / SIGNED)
    with serving(other) as address:
        with pytest.raises(SiteError, match="another folder"):
            served(address)
        said = json.loads((folder / SIGNED).read_text()) | {"number": 9}
        (other / SIGNED).write_text(json.dumps(said, separators=(",", ":"), sort_keys=True))
        with pytest.raises(FormError, match="no good signature"):
            served(address)


# --- hostile servers ---------------------------------------------------------------------------


@contextmanager
def saying(answer: Callable[[socket.socket, str], None]) -> Iterator[str]:
    """A server that answers each request as it likes, and then ends the connection."""
    listener = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def run() -> None:
        while not ended.is_set():
            try:
                one, _ = listener.accept()
            except OSError:
                return
            with one:
                try:
                    path = one.recv(65536).split(b" ")[1].decode()
                    answer(one, path)
                except (OSError, IndexError):
                    continue

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        ended.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def plain(body: bytes, *, status: str = "200 OK", headers: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n".encode() + body


def listing(*names: str) -> bytes:
    return plain(json.dumps({"pbem": "1", "files": dict.fromkeys(names, "0" * 64)}).encode())


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Later", "308 For good"])
def test_a_redirect_is_told_and_not_followed(status: str) -> None:
    asked = []

    def answer(one: socket.socket, path: str) -> None:
        asked.append(path)
        where = "Location: https://evil.example/\x1b[31m\r\n"
        one.sendall(plain(b"", status=status, headers=where))

    with (
        saying(answer) as address,
        pytest.raises(SiteError, match=r"sends to https://evil") as said,
    ):
        served(address)
    assert asked == ["/files.json"]
    assert "\x1b" not in str(said.value)


def endless(one: socket.socket, path: str) -> None:
    one.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        one.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")


@pytest.mark.parametrize("name", [LIST, "page.html"])
def test_an_endless_file_is_cut_off(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(outside, "SITE_MOST", 1 << 20)

    def answer(one: socket.socket, path: str) -> None:
        if path == f"/{name}":
            endless(one, path)
        one.sendall(listing("page.html") if path == f"/{LIST}" else plain(b"", status="404 No"))

    with saying(answer) as address, pytest.raises(SiteError, match=rf"{name} is too large"):
        served(address)


def test_all_files_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "SITE_MOST", 250_000)

    def answer(one: socket.socket, path: str) -> None:
        if path == f"/{SIGNED}":
            one.sendall(plain(b"", status="404 No"))
        else:
            names = [f"f{number}" for number in range(9)]
            one.sendall(listing(*names) if path == f"/{LIST}" else plain(bytes(100_000)))

    with saying(answer) as address, pytest.raises(SiteError, match="f2 is too large"):
        served(address)


@pytest.mark.parametrize("begin", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_a_site_that_sends_a_byte_now_and_then_is_left(begin: bytes) -> None:
    """Headers too: each byte comes within the time of one reading, and there is no end."""

    def answer(one: socket.socket, _path: str) -> None:
        one.sendall(begin)
        while True:
            one.sendall(b"x")
            ended.wait(0.02)

    ended = threading.Event()
    with saying(answer) as address, pytest.raises(SiteError, match="took more than 0 seconds"):
        served(address, 0.3)


def test_the_time_may_end_before_there_is_a_connection() -> None:
    ended = threading.Event()

    def answer(one: socket.socket, _path: str) -> None:
        while True:
            one.sendall(b"x")
            ended.wait(0.02)

    with saying(answer) as address, outside._Site(address, 60) as site:
        site._late()
        with pytest.raises(SiteError, match="took more than 60 seconds"):
            site.found("a", 100)


@pytest.mark.parametrize(
    "bytes_",
    [
               b"", b"\x00\xff" * 400, b"HTTP/1.1 999999 No\r\n\r\n",
               b"HTTP/1.1 200 OK\r\n" + b"a" * 99_999,
               b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200 + b"\r\n",
               b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
               b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
               plain(b"x", headers="Content-Encoding: gzip\r\n"), plain(b"", status="500 Oh")],
)  # fmt: skip
def test_whatever_else_a_site_says_is_one_sentence(bytes_: bytes) -> None:
    with (
        saying(lambda one, _: one.sendall(bytes_)) as address,
        pytest.raises(SiteError, match=r"files\.json") as said,
    ):
        served(address)
    assert str(said.value).isprintable()
    assert len(str(said.value)) < 500


def test_nobody_there_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    with pytest.raises(SiteError, match="cannot be had"):
        served(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://play.example.org/", "begins with http"), ("https://", "no address"),
        ("https://a@b.example/", "no address"), ("https://x:99999/", "no address"),
        ("https://x:0/", "no address"), ("https://[::1/", "no address"),
        ("https://pl\N{LATIN SMALL LETTER A WITH DIAERESIS}y.example/", "no address"),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_asked_is_refused(address: str, said: str) -> None:
    with pytest.raises(FormError, match=said):
        served(address)


# --- the command -------------------------------------------------------------------------------


def test_the_command_that_the_page_shows_compares_a_site_with_a_build(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "browser.md").read_text()
    [words] = re.findall(r"pbem (web check https://\S+ --like public)", page)
    monkeypatch.chdir(tmp_path)
    shutil.copytree(folder, "public")
    Path("club.card").write_bytes(make_card(CLUB))
    Path("stranger.card").write_bytes(make_card(STRANGER))
    run = CliRunner().invoke
    with serving(folder) as address:
        typed = [address if word.startswith("https") else word for word in words.split()]
        done = run(app, [*typed, "--by", "club.card"])
        assert done.exit_code == 0, done.output
        digest = sha256((folder / LIST).read_bytes()).hexdigest()
        assert f"Digest: {digest}" in done.output
        assert "Release 3, signed by" in done.output
        assert "the same as public, byte by byte" in done.output
        assert "not signed by stranger" in run(app, [*typed, "--by", "stranger.card"]).output
        filled(folder, "changed")
        (folder / SIGNED).unlink()
        done = run(app, typed)
        assert done.exit_code == 1
        assert "is not the same as public: index.html." in " ".join(done.output.split())
        assert (
            "not signed by club" in run(app, ["web", "check", address, "--by", "club.card"]).output
        )
        assert "Nobody signed it" in run(app, ["web", "check", address]).output
