"""The board's server, request by request: files, sizes, bodies without end, connections."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from board.conftest import Board, running
from board.playing import LANDINGS, PASSPHRASE, saipan
from long import PATIENCE
from pbem import system
from pbem.bench.auditing import make_library
from pbem.bench.games import write_idle_log
from pbem.board import connections, past, serving
from pbem.board.door import HOST
from pbem.board.game import BoardGame
from pbem.board.routes import STREAMS_MOST
from pbem.board.sent import BODY_MOST
from pbem.board.serving import ASKING_MOST, SILENT_MOST, drawn_host
from pbem.client.client import Client
from pbem.client.views import why
from pbem.log.event import Event
from pbem.table.table import Table
from pbem.view.history import Entry
from toy.people import Person

IDLE = 100
"""Connections that are opened and say nothing."""


@pytest.fixture
def own(board: Board) -> dict[str, str]:
    """The headers of somebody who came in."""
    return let_in(board)


def let_in(board: Board) -> dict[str, str]:
    """Come in once, and return the headers of that visitor."""
    connection = http.client.HTTPConnection(host(board))
    connection.request("GET", board.address.removeprefix(board.origin))
    answer = connection.getresponse()
    [key] = re.findall('name="key" content="([^"]*)"', answer.read().decode())
    cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
    connection.close()
    return {"Cookie": cookie, "X-Board-Key": key, "Sec-Fetch-Site": "same-origin"}


def host(board: Board) -> str:
    return board.origin.removeprefix("http://")


def ask(
    board: Board, own: dict[str, str], where: str, method: str = "GET", body: bytes | None = None
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(host(board))
    connection.request(method, where, body, own)
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def connected(board: Board) -> socket.socket:
    name, _, port = host(board).partition(":")
    return socket.create_connection((name, int(port)))


def speak(board: Board, data: bytes) -> bytes:
    """Send bytes as they are; return the first line of what comes back, empty if nothing does."""
    with connected(board) as line:
        with suppress(OSError):  # who has had enough closes the line before all was said
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
        try:
            return line.makefile("rb").readline().strip()
        except OSError:
            return b""


def head(own: dict[str, str], board: Board, first: str, *more: str) -> bytes:
    lines = [first, f"Host: {host(board)}", *(f"{name}: {value}" for name, value in own.items())]
    return "\r\n".join([*lines, *more, "", ""]).encode()


def answers(board: Board, own: dict[str, str]) -> bool:
    return ask(board, own, "/state")[0] == 200


NO_FILES = (
    "door.py", "../door.py", "%2e%2e/door.py", "..%2fdoor.py", "%2e%2e%2fdoor.py", "..\\door.py",
    "....//door.py", "%00", "index.html%00.js", "board.js/", "board.js/../../door.py", "", ".",
    "..", "/etc/passwd", "%2fetc%2fpasswd", "~", "BOARD.JS", "board.css%20", "x" * 5000,
)  # fmt: skip


def test_the_page_has_its_files_alone(board: Board, own: dict[str, str]) -> None:
    for name in NO_FILES:
        status = speak(board, head(own, board, f"GET /page/{name} HTTP/1.1")).split()[1]
        assert status in (b"403", b"404", b"400", b"307"), name
    assert answers(board, own)


def test_a_way_up_is_no_file_even_where_it_is_one(board: Board, own: dict[str, str]) -> None:
    for name in ("board.js", "index.html", "map.css", "icon.svg", "enter.js", "past.js"):
        assert ask(board, own, f"/page/{name}")[0] == 200
    assert ask(board, own, "/page/__init__.py")[0] == 404


def test_a_body_without_end_is_not_read_to_its_end(board: Board, own: dict[str, str]) -> None:
    """More than a list of orders may be is refused while it still comes."""
    sent, part = 0, b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with connected(board) as line:
        line.sendall(head(own, board, "POST /choices HTTP/1.1", "Transfer-Encoding: chunked"))
        try:
            while sent < 50 * BODY_MOST:
                line.sendall(part)
                sent += len(part)
        except OSError:  # it was closed at the other end
            pass
    assert sent < 50 * BODY_MOST
    assert answers(board, own)


def test_what_is_too_large_is_reported(board: Board, own: dict[str, str]) -> None:
    body = json.dumps({"text": "x" * BODY_MOST}).encode()
    status, reported = ask(board, own, "/choices", "POST", body)
    assert (status, b"No list of orders" in reported) == (422, True)


def test_a_body_of_a_stranger_is_not_read(board: Board, own: dict[str, str]) -> None:
    """The stranger is answered at once, whatever the headers say will follow."""
    stranger = own | {"X-Board-Key": "x"}
    said = head(stranger, board, "POST /came HTTP/1.1", "Content-Length: 1000000000000")
    assert b" 403 " in speak(board, said)


def test_bodies_that_do_not_come_keep_nobody_waiting(board: Board, own: dict[str, str]) -> None:
    before = board.whose.log.read_bytes()
    with ExitStack() as many:
        for where in ("/sign", "/came", "/choices", "/try", "/doubts"):
            line = connected(board)
            many.enter_context(closing(line))
            line.sendall(head(own, board, f"POST {where} HTTP/1.1", "Content-Length: 1000"))
            line.sendall(b'{"act":"resign"')
        assert answers(board, own)
    assert answers(board, own)
    assert board.whose.log.read_bytes() == before


def test_many_connections_that_say_nothing(board: Board, own: dict[str, str]) -> None:
    with ExitStack() as many:
        for number in range(IDLE):
            line = connected(board)
            many.enter_context(closing(line))
            if number % 2:
                line.sendall(b"GET /growth HT")
        assert answers(board, own)
    assert answers(board, own)


THIEF = """
import os, socket, sys
host, where, user, kind, before, source, *more = sys.argv[1:]
os.setuid(int(user))
line = socket.socket(getattr(socket, kind))
line.bind((source, 0))
name, _, port = host.partition(":")
line.connect((before + name, int(port)))
said = [f"GET {where} HTTP/1.1", f"Host: {host}", *more, "", ""]
line.sendall("\\r\\n".join(said).encode())
print(line.makefile("rb").readline().decode().split()[1])
"""
"""A program of an account that opens an address, through IPv4 or IPv6, with headers."""
WAYS = (
    ("AF_INET", "", "127.0.0.1"),
    ("AF_INET", "", "127.0.0.2"),
    ("AF_INET", "", "127.255.255.254"),
    ("AF_INET6", "::ffff:", "::ffff:127.0.0.1"),
    ("AF_INET6", "::ffff:", "::ffff:127.0.0.2"),
)
"""The kind of a connection, what stands before where it goes, and from where it comes."""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="Linux names accounts")


@pytest.fixture(params=["answers", "has no answer"])
def kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without sock_diag(7) the tables of proc_pid_net(5) are read."""
    if request.param == "has no answer":
        monkeypatch.setattr(connections, "_BY_FAMILY", 99)


@on_linux
@pytest.mark.skipif(os.geteuid() != 0, reason="takes another account")
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_an_address_that_another_account_has_read_opens_nothing(
    board: Board, way: tuple[str, ...]
) -> None:
    """While a browser is started the list of running programs has it: proc_pid_cmdline(5)."""
    where = board.address.removeprefix(board.origin)

    def opened(user: int) -> str:
        said = [sys.executable, "-c", THIEF, host(board), where, str(user), *way]
        return subprocess.run(said, check=True, capture_output=True, text=True).stdout.strip()

    assert opened(65534) == "403"
    assert opened(os.geteuid()) == "200"


FORWARDED = ("X-Forwarded-For: {}", "X-Forwarded-For: {}, {}", "X-Real-IP: {}", "Forwarded: for={}",
             "Forwarded: for=\"{}\"")  # fmt: skip
"""The headers of a proxy that say for whom it asks; anybody can write them."""


@on_linux
@pytest.mark.skipif(os.geteuid() != 0, reason="takes another account")
@pytest.mark.parametrize("says", FORWARDED)
def test_a_header_does_not_say_for_whom_another_account_asks(board: Board, says: str) -> None:
    """It names a connection that the board's own account has open."""
    where = board.address.removeprefix(board.origin)
    with connected(board) as line:
        own = "{}:{}".format(*line.getsockname())
        lie = says.format(own, own)
        said = [sys.executable, "-c", THIEF, host(board), where, "65534", "AF_INET", "", HOST, lie]
        done = subprocess.run(said, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "403"


@on_linux
@pytest.mark.parametrize("says", FORWARDED)
def test_a_header_locks_nobody_out(board: Board, says: str) -> None:
    """The end of the connection is the speaker, and no word of a request."""
    where = board.address.removeprefix(board.origin)
    name, _, value = says.format("192.0.2.1:1", "192.0.2.1:1").partition(": ")
    assert ask(board, {name: value}, where)[0] == 200


@on_linux
@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_the_end_of_a_connection_is_of_the_account_that_has_it_open(
    way: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system is another account, and an end that was closed is of none.

    The kernel names account 0 for it, so that it would be the system's.
    """
    kind, before, source = way
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = listener.getsockname()
        with socket.socket(getattr(socket, kind)) as line:
            line.bind((source, 0))
            line.connect((before + server[0], server[1]))
            end, client = listener.accept()
            with end:
                assert connections.is_own_connection(client, server)
                assert not connections.is_own_connection(("127.0.0.3", client[1]), server)
                assert not connections.is_own_connection(server, (client[0], client[1] ^ 1))
                with monkeypatch.context() as patched:
                    patched.setattr("os.geteuid", lambda: os.getuid() + 1)
                    assert not connections.is_own_connection(client, server)
                line.close()
                for account in (os.getuid(), 0, 1):
                    monkeypatch.setattr("os.geteuid", lambda account=account: account)
                    assert not connections.is_own_connection(client, server)


@on_linux
def test_a_long_table_hides_no_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another account makes it as long as it likes; who stands in no table does not enter."""
    rest = "00000000:00000000 00:00000000 00000000"
    other = f"   0: 0100007F:A002 0100007F:1F90 01 {rest}  1002        0 3\n"
    table = tmp_path / "tcp"
    table.write_text(
        "  sl  local_address rem_address   st\n"
        + other * 200_000
        + f"   1: 0100007F:1F90 0100007F:A001 01 {rest}  1001        0 2\n"
        + f"   2: 0100007F:A003 0100007F:1F90 08 {rest}  1001        0 2\n"
        + f"   3: 0100007F:A001 0100007F:1F90 01 {rest}  1001        0 1\n"
    )
    monkeypatch.setattr(connections, "_TABLES", (tmp_path / "none", table))
    monkeypatch.setattr(connections, "_asked", lambda _local, _remote: None)
    monkeypatch.setattr(connections, "_words", lambda one: one[::-1].hex().upper())
    monkeypatch.setattr("os.geteuid", lambda: 1001)
    server = ("127.0.0.1", 0x1F90)
    found = [connections.is_own_connection(("127.0.0.1", port), server) for port in
             (0xA001, 0xA002, 0xA003, 0xA004)]  # fmt: skip
    assert found == [True, False, False, False]


ports = pytest.mark.skipif(not system.HERE.loopbacks, reason="takes many addresses of a machine")


@ports
def test_a_board_is_where_nobody_was_before(board: Board, ann: Person) -> None:
    """At an address that is drawn, also at a port that somebody chose."""
    _, _, port = host(board).partition(":")
    with running(BoardGame(ann.client, ann.log, "ann"), int(port)) as made:
        found = [urlsplit(address) for address in (board.address, made.address)]
    assert {one.port for one in found} == {int(port)}
    names = [IPv4Address(one.hostname or "") for one in found]
    assert len({*names, IPv4Address(HOST)}) == 3
    assert all(name.is_loopback for name in names)


def test_an_address_is_drawn_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    """127.0.0.0 and 127.255.255.255 stand for more than one, and 127.0.0.1 is everybody's."""
    monkeypatch.setattr(system, "HERE", system.LINUX)
    many = []
    monkeypatch.setattr("secrets.randbelow", lambda most: many.append(most) or 0)
    assert drawn_host() == "127.0.0.2"
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 1)
    assert drawn_host() == "127.255.255.254"
    assert many == [2**24 - 3]
    monkeypatch.setattr(system, "HERE", system.MACOS)
    assert drawn_host() == HOST


def test_a_system_with_one_address(ann: Person, bob: Person, monkeypatch: Any) -> None:
    """The board is at that one. 192.0.2.1 is nobody's (RFC 5737)."""
    saipan(ann, bob)
    monkeypatch.setattr(serving, "drawn_host", lambda: "192.0.2.1")
    with running(BoardGame(ann.client, ann.log, "ann")) as made:
        assert urlsplit(made.address).hostname == HOST


NO_REQUESTS = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"POST /sign HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    b"POST /sign HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
    b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: HOST\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


def test_what_is_no_request_is_refused(board: Board, own: dict[str, str]) -> None:
    for said in NO_REQUESTS:
        first = speak(board, said.replace(b"HOST", host(board).encode()))
        assert first == b"" or first.split()[1] in (b"400", b"403", b"431"), said[:80]
    assert answers(board, own)


def test_what_is_no_message_of_the_page_is_reported(board: Board, own: dict[str, str]) -> None:
    for body in (b"", b"{", b"[]", b"null", b'{"text":1}', b'{"x":""}', b"\xff", b"[" * 100_000):
        for where in ("/sign", "/try", "/doubts", "/choices"):
            status, reported = ask(board, own, where, "POST", body)
            assert status == 422
            assert json.loads(reported)["error"]


def growth(board: Board, own: dict[str, str]) -> bytes:
    """The request for a stream by who has the cookie alone: every port of an address gets it."""
    return head({"Cookie": own["Cookie"]}, board, "GET /growth HTTP/1.1")


def ended(lines: list[socket.socket]) -> int:
    """How many connections were ended at the other end, after all that was sent is read."""
    over = 0
    for line in lines:
        line.setblocking(False)
        with suppress(BlockingIOError):
            try:
                while line.recv(65536):
                    pass
            except ConnectionError:
                pass
            over += 1
    return over


def test_streams_are_not_kept_without_end(board: Board, own: dict[str, str]) -> None:
    """The oldest end, with their connections, and the board answers its own page."""
    with ExitStack() as many:
        lines = []
        for _ in range(STREAMS_MOST + 5):
            line = many.enter_context(closing(connected(board)))
            line.sendall(growth(board, own))
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
            lines.append(line)
        for line in lines[:5]:
            line.settimeout(PATIENCE)
            while line.recv(65536):
                pass
        assert ended(lines[5:]) == 0
        assert answers(board, own)


def test_answers_that_nobody_reads_are_not_kept_without_end(
    board: Board, own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.board.routes.STREAMS_MOST", 10_000)
    with ExitStack() as many:
        lines = []
        for _ in range(2 * ASKING_MOST):
            line = many.enter_context(closing(connected(board)))
            line.sendall(growth(board, own))
            line.settimeout(PATIENCE)
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
            lines.append(line)
        assert answers(board, own)
        assert ended(lines) >= ASKING_MOST - 1


def test_connections_that_say_nothing_are_not_kept_without_end(
    board: Board, own: dict[str, str]
) -> None:
    """Each is a file that the process has open, and any account of the machine can make them."""
    with ExitStack() as many:
        idle = [many.enter_context(closing(connected(board))) for _ in range(3 * SILENT_MOST)]
        assert answers(board, own)
        over = 0
        for line in idle:
            line.setblocking(False)
            with suppress(BlockingIOError):
                with suppress(ConnectionResetError):
                    line.recv(1)
                over += 1
        assert over >= 2 * SILENT_MOST
    assert answers(board, own)


def test_who_is_refused_keeps_no_connection(board: Board, own: dict[str, str]) -> None:
    """Else a connection that was refused once would count as one that is in use."""
    token = board.address.removeprefix(board.origin)
    for where, headers in (
        ("GET /", {}), ("GET /state", {}), ("POST /sign", {}), ("GET /?token=x", {}),
        ("GET /state", own | {"Sec-Fetch-Site": "cross-site"}), (f"GET {token}", {}),
        ("PUT /state", own), ("POST /came", {"Transfer-Encoding": "chunked"}),
    ):  # fmt: skip
        with connected(board) as line:
            line.sendall(head(headers, board, f"{where} HTTP/1.1"))
            answer = line.makefile("rb").read()  # to its end
            assert answer.startswith(b"HTTP/1.1 403 "), where
            assert b"\r\nconnection: close\r\n" in answer.lower(), where
    assert answers(board, own)


@pytest.mark.parametrize(
    "said",
    ["", "G", "GET /state HTTP/1.1\r\n", "POST /choices HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"],
)
@pytest.mark.parametrize("first", [False, True])
def test_a_request_that_does_not_come_is_not_waited_for_without_end(
    board: Board, own: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch, *, first: bool
) -> None:
    """Be it the first of a connection or a later one; a stream that is under way goes on."""
    known = "".join(f"{name}: {value}\r\n" for name, value in own.items())
    said = said.replace("HTTP/1.1\r\n", f"HTTP/1.1\r\nHost: {host(board)}\r\n{known}")
    with connected(board) as stream, connected(board) as early, ExitStack() as late:
        stream.sendall(head(own, board, "GET /growth HTTP/1.1"))
        read_to(stream, b"data: ")
        if not first:
            early.sendall(head(own, board, "GET /page/icon.svg HTTP/1.1"))
            read_to(early, b"</svg>")
        monkeypatch.setattr(serving, "REQUEST_SECONDS", 0.2)
        line = late.enter_context(connected(board)) if first else early
        with suppress(ConnectionError):
            if not first:  # whose end is when the short time begins
                line.sendall(head(own, board, "GET /page/icon.svg HTTP/1.1"))
                read_to(line, b"</svg>")
            line.sendall(said.encode())
            assert line.recv(1) == b""
        for _ in range(2):
            read_to(stream, b"\n:\n")  # one comes for each look at the log


def read_to(line: socket.socket, what: bytes) -> None:
    found = b""
    while what not in found:
        found += (part := line.recv(1 << 16))
        assert part


BROKEN = (
    "POST /sign HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "POST /choices HTTP/1.1\r\nOWNTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "POST /came HTTP/1.1\r\nOWNContent-Length: 1000\r\n\r\nabc",
    "GET /growth HTTP/1.1\r\nOWN\r\nZZ\r\n\r\n",
    "GET /" + "9" * 5000 + "/growth HTTP/1.1\r\nOWN\r\n",
    "GET /" + "9" * 5000 + "/state HTTP/1.1\r\nOWN\r\n",
    "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\n",
)


@pytest.mark.parametrize("said", BROKEN)
def test_a_broken_request_prints_nothing_in_the_terminal(
    board: Board,
    own: dict[str, str],
    said: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Else another account fills it, and the owner looks there for faults of the program."""
    known = "".join(f"{name}: {value}\r\n" for name, value in own.items())
    said = said.replace("HTTP/1.1\r\n", f"HTTP/1.1\r\nHost: {host(board)}\r\n", 1)
    for wait in (False, True):
        with connected(board) as line:
            line.sendall(said.replace("OWN", known).encode())
            if wait:
                line.shutdown(socket.SHUT_WR)
                with suppress(ConnectionResetError):
                    first = line.makefile("rb").readline().split()
                    assert not first or first[1] in (b"200", b"400", b"403", b"404", b"422")
        assert answers(board, own)
    assert (*capfd.readouterr(), caplog.messages) == ("", "", [])


@pytest.mark.parametrize("minutes", [-1, 61, 2**70, 10**400])
def test_a_key_stays_open_for_an_hour_at_most(
    board: Board, own: dict[str, str], minutes: int
) -> None:
    before = board.whose.log.read_bytes()
    wish = {
        "act": "orders", "head": board.whose.sits().table.chain.head, "text": "\n".join(LANDINGS),
        "passphrase": PASSPHRASE, "minutes": minutes,
    }  # fmt: skip
    status, reported = ask(board, own, "/sign", "POST", json.dumps(wish).encode())
    assert (status, b"wrong form" in reported) == (422, True)
    assert board.whose.log.read_bytes() == before
    assert ask(board, own, "/sign", "POST", json.dumps(wish | {"minutes": 60}).encode())[0] == 200


def test_what_is_tried_in_a_practice_is_never_tried_in_the_game(
    board: Board, own: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else is asked for with it: in the game nothing has landed yet."""
    monkeypatch.chdir(tmp_path)
    there = json.loads(ask(board, own, "/practice", "POST", b"{}")[1])["there"]
    head = json.loads(ask(board, own, f"{there}state")[1])["shown"]["head"]
    landed = json.dumps({"head": head, "text": "\n".join(LANDINGS)}).encode()
    assert ask(board, own, f"{there}order", "POST", landed)[0] == 200
    for clear in (False, True):
        tried = json.dumps({"text": "attack 16 with 2/6 1/6 3/6", "clear": clear}).encode()
        assert ask(board, own, f"{there}try", "POST", tried)[0] == 200
        assert ask(board, own, "/try", "POST", tried)[0] == 422


@pytest.mark.parametrize("name", ["x" * 60_000, "9" * 60_000, "1." + "1" * 60_000])
def test_a_long_name_of_a_paragraph_is_not_looked_up_sign_by_sign(
    board: Board, own: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    near = why._near

    def counted(word: str, plain: dict[str, str]) -> list[str]:
        looked.append(len(word))
        return near(word, plain)

    monkeypatch.setattr(why, "_near", counted)
    status, reported = ask(board, own, f"/paragraph?name={name}")
    assert (status, b"is not a paragraph that decides anything" in reported) == (422, True)
    assert len(reported) < 1000
    assert max(looked) < 100


NOWHERE = (
    "/map?event=x", "/map?event=-1", "/map?event=9999999999", "/map?event=99", "/past?from=x",
    "/map?event=1&step=x", "/message?number=7", "/9/state", "/99999999999999999999/state",
)  # fmt: skip


def test_what_there_is_not_is_reported(board: Board, own: dict[str, str]) -> None:
    for where in NOWHERE:
        status, reported = ask(board, own, where)
        assert status in (404, 422), where
        assert json.loads(reported)["error"]


def test_what_changes_something_is_not_done_by_looking(board: Board, own: dict[str, str]) -> None:
    for where in ("/sign", "/lock", "/came", "/choices", "/try", "/doubts", "/practice"):
        assert ask(board, own, where)[0] == 405


def test_of_a_long_past_few_tables_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the log is, and each event is as near as the others."""
    monkeypatch.setattr(past, "KEPT_MOST", 8)
    path = tmp_path / "long.pbem"
    list(write_idle_log(path, make_library(), 600))
    game = BoardGame(Client(tmp_path, "sqlite://"), path)
    reported = [one for first in range(0, 600, 200) for one in game.reported(first, 200)]
    assert [one.seq for one in reported] == list(range(600))
    assert game._past is not None
    assert 4 <= len(game._past._kept) <= 8
    assert max(game._past._kept) > 400
    for seq in (599, 3, 300):
        assert game.past(seq).entry == reported[seq]


def test_a_step_back_takes_few_events_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it were all those between the table that is kept and the event that is looked at."""
    path = tmp_path / "long.pbem"
    list(write_idle_log(path, make_library(), 200))
    game = BoardGame(Client(tmp_path, "sqlite://"), path)
    game.reported(0, 200)
    taken: list[int] = []

    def counted(table: Table, event: Event) -> Entry:
        taken.append(event.seq)
        return past_reported(table, event)

    past_reported = past.reported
    monkeypatch.setattr(past, "reported", counted)
    back = [game.past(seq) for seq in range(198, 118, -1)]
    assert [one.entry.seq for one in back] == list(range(198, 118, -1))
    assert len(taken) <= 2 * len(back)
    last = len(taken)
    assert [game.past(seq) for seq in range(119, 125)] == back[:-7:-1]
    assert len(taken) == last, "and to and fro takes none"
    assert game._past is not None
    assert len(game._past._near) <= past.NEAR_MOST


def test_answers_go_out_at_once_in_two_parts(
    board: Board, own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the second part of each answer waits for an acknowledgement that a browser delays."""
    lines: list[socket.socket] = []
    plain = socket.socket.accept

    def accept(listener: socket.socket) -> tuple[socket.socket, object]:
        found = plain(listener)
        lines.append(found[0])
        return found

    monkeypatch.setattr(socket.socket, "accept", accept)
    connection = http.client.HTTPConnection(host(board))
    with closing(connection):
        connection.request("GET", "/state", headers=own)
        assert connection.getresponse().status == 200
        assert [line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for line in lines] == [1]
