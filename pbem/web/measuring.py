"""The version for browsers, measured in Chromium; the program does the same in the same run."""

from __future__ import annotations

import gzip
import tempfile
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from pbem.bench import boards
from pbem.bench.auditing import make_library
from pbem.bench.browsers import chromium
from pbem.bench.games import finished_game, identity
from pbem.bench.measure import Row, at_most
from pbem.client import people
from pbem.client.client import Client
from pbem.client.invitations.answering import Proposal, invite
from pbem.client.invitations.link import invitation_link
from pbem.client.storage.backup import backup
from pbem.client.umpire.timekeeping import today_utc
from pbem.files import read_plain
from pbem.lobby import judged
from pbem.lobby.forms import Heap, Named, OneGame, There
from pbem.log.file import to_bytes
from pbem.web import build, signed
from pbem.web.packages import MOST, PackageError

Page = Any
"""A page of Playwright, which `pbem.bench` alone imports."""
FOLDER_GOAL, PAINTED_GOAL, COLD_GOAL = 12.0, 1000.0, 5000.0
WARM_GOAL, INVITED_GOAL, CLICKED_GOAL = 2500.0, 1500.0, 150.0
VERIFIED: Mapping[str, float] = {"saipan historical": 100.0, "singapore corps": 1200.0}
"""Logs of whole games, and the milliseconds that a browser has to verify each."""
CLICKED = "saipan"
"""The game with the units that are pointed at."""
SLOW = 200_000
"""Bytes a second: 1.6 Mbit/s."""
KINDS = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript"}
PASSPHRASE = "bench"  # noqa: S105 - of keys that nobody keeps
ASK = """async ([method, path, body]) => {
  const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0));
  const started = performance.now();
  const [status, , found] = await pbem.ask({ kind: "http", method, path, query: "", body: bytes });
  if (status !== 200) throw new Error(new TextDecoder().decode(found));
  return [performance.now() - started, new TextDecoder().decode(found)];
}"""
"""Ask the program of the page; the milliseconds, and the answer. A page has bytes, not base64."""
USABLE = "document.getElementById('loading').hidden && performance.now()"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
INVITED = "document.getElementById('invited').textContent.startsWith('bench ') && "
DRAWN = f"{INVITED} document.getElementById('scene').naturalWidth > 0 && performance.now()"


def measure(*, quick: bool, reported: Callable[[str], None]) -> list[Row]:
    """Measure the folder in Chromium; without node or packages there are no rows.

    ``quick``: fewer rounds. ``reported`` is called with a sentence on what happens.

    Raises:
        PbemError: There is no Chromium, or no driver of it.
    """
    reported("The version for browsers ...")
    library = make_library()
    scenario, (events, *_) = boards.MOMENTS[CLICKED]
    logs = {
        name: to_bytes(finished_game(library, name.split()[1], 0, name.split()[0]))
        for name in VERIFIED
    }
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        folder = Path(temporary)
        game = boards.signed_game(library, CLICKED, scenario, events)
        seat = boards.seat_of(game)
        home = boards.home_of(folder / "home", seat.handle, game)
        sat = Sat(home, seat.units, boards.POINT)
        try:
            rows = site_rows(lambda: boards.new_page(browser), folder, logs, sat, 3 if quick else 9)
            return list(rows)
        except PackageError as error:
            reported(str(error))
            return []


class Sat(NamedTuple):
    """A home with one game, units to point at on its board, and the script that does it."""

    home: Path
    units: Sequence[str]
    point: str


def site_rows(
    open_page: Callable[[], Page],
    folder: Path,
    logs: Mapping[str, bytes],
    sat: Sat,
    rounds: int,
) -> Iterator[Row]:
    """Measure the folder: its size, how it starts, an invitation, verdicts and a click.

    Args:
        open_page: Opens a page of Chromium for which nothing is kept.
        folder: A new folder to build it in.
        logs: A log for each of `VERIFIED`.
        sat: The board for the clicks. The script returns the milliseconds first.
        rounds: The number of times that each thing is measured.

    Raises:
        PackageError: A package cannot be had.
    """
    build.build(folder / "site")
    signed.sign(folder / "site", identity("bench"), 1)
    files = packed(folder / "site")
    size = sum(len(data) for _, data in files.values()) / 1e6
    yield at_most("browser version: the folder, compressed", size, FOLDER_GOAL, "MB")
    with _served(files) as address:
        yield from _start_rows(open_page, address, rounds)
        yield from _invited_rows(open_page, address, _link(folder / "inviter"), rounds)
        page = open_page()
        _usable(page, address)
        yield from _verified_rows(page, folder / "judge", logs, rounds)
        yield _click_row(page, sat, rounds)
        page.context.close()


def _start_rows(open_page: Callable[[], Page], address: str, rounds: int) -> Iterator[Row]:
    cold, warm, painted = list[float](), list[float](), list[float]()
    for _ in range(rounds):
        page = open_page()
        cold.append(_usable(page, address))
        _until(page, "document.getElementById('release').textContent")
        warm.append(_usable(page, address))
        painted.append(page.evaluate(PAINTED))
        page.context.close()
    yield at_most("browser version: usable, cold", median(cold), COLD_GOAL, "ms")
    yield at_most("browser version: painted, warm", median(painted), PAINTED_GOAL, "ms")
    yield at_most("browser version: usable, warm", median(warm), WARM_GOAL, "ms")


def _usable(page: Page, address: str) -> float:
    """Open the page; return the milliseconds until its program was there."""
    page.goto("about:blank")
    page.goto(address, wait_until="commit")
    return float(_until(page, USABLE))


def _until(page: Page, wanted: str) -> Any:
    """Wait until an expression is true in the page, whose policy has no `eval`; return it."""
    frame = "new Promise((then) => requestAnimationFrame(then))"
    return page.evaluate(
        f"async () => {{ for (;;) {{ const it = {wanted}; if (it) return it; await {frame}; }} }}"
    )


def _invited_rows(
    open_page: Callable[[], Page], address: str, link: str, rounds: int
) -> Iterator[Row]:
    """Measure who invites, and the map, over a slow network and with nothing kept."""
    painted, drawn = list[float](), list[float]()
    for _ in range(rounds):
        page = open_page()
        page.set_viewport_size({"width": 390, "height": 844})
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        slow = {"offline": False, "latency": 0, "downloadThroughput": SLOW, "uploadThroughput": -1}
        devtools.send("Network.emulateNetworkConditions", slow)
        page.goto(f"{address}#{link}", wait_until="commit")
        painted.append(_until(page, f"{INVITED} {PAINTED}"))
        drawn.append(_until(page, DRAWN))
        page.context.close()
    name = "browser version: an invitation at 1.6 Mbit/s"
    yield at_most(f"{name}, painted", median(painted), INVITED_GOAL, "ms")
    yield at_most(f"{name}, its map drawn", median(drawn), INVITED_GOAL, "ms")


def _link(home: Path) -> str:
    """Return what the address of an invitation carries."""
    client = Client(home)
    people.new_identity(client, "bench", PASSPHRASE)
    made = invite(client, "bench", Proposal("saipan", None, None, {}, None, ""), today_utc())
    client.close()
    return invitation_link(made).partition("#")[2]


def _verified_rows(page: Page, home: Path, logs: Mapping[str, bytes], rounds: int) -> Iterator[Row]:
    """Judge logs in the page and here by turns, at level 3."""
    client = Client(home)
    for name, goal in VERIFIED.items():
        log, here, there = logs[name], list[float](), list[float]()
        heap = Heap([Named("game.pbem", log)])
        for _ in range(rounds):
            there.append(asked(page, "/judge", heap)[0])
            begun = perf_counter()
            judged.judge(client, heap)
            here.append(1000 * (perf_counter() - begun))
        events = log.count(b"\n")
        what = f"browser version: {name} verified"
        yield Row(f"{what} by the program ({events} events)", median(here), "ms")
        yield at_most(f"{what} ({events} events)", median(there), goal, "ms")
        yield Row(f"{what} / by the program", median(there) / median(here), "times")
    client.close()


def _click_row(page: Page, sat: Sat, rounds: int) -> Row:
    """Measure what a unit can do, on the board of a game that came by a backup."""
    client = Client(sat.home)
    asked(page, "/restore", backup(client, today_utc()).data)
    [log] = client.logs()
    client.close()
    found = asked(page, "/board", OneGame(log.stem))[1]
    at = msgspec.json.decode(found, type=There).there
    page.evaluate("(at) => { document.getElementById('frame').src = `board.html?at=${at}`; }", at)
    board = page.frame_locator("#frame")
    board.locator("#sheet svg").wait_for(state="attached")
    frame = next(one for one in page.frames if "board.html" in one.url)
    took = [frame.evaluate(sat.point, unit)[0] for _ in range(rounds) for unit in sat.units]
    most = quantiles(took, n=20)[-1]
    name = "browser version: what a unit can do, drawn, 95 of 100"
    return at_most(name, most, CLICKED_GOAL, "ms", f"half {median(took):.0f}")


def asked(page: Page, path: str, body: bytes | msgspec.Struct) -> tuple[float, str]:
    """Ask the program of a page by POST; return the milliseconds, and the answer.

    ``path``: what to ask. ``body``: bytes, or a value that is sent as JSON.
    """
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    took, found = page.evaluate(ASK, ["POST", path, b64encode(data).decode()])
    return float(took), str(found)


# --- the site ----------------------------------------------------------------------------------


class _File(NamedTuple):
    kind: str
    data: bytes


def packed(folder: Path) -> dict[str, _File]:
    """Return path in a site -> the file, compressed as a web server sends it."""
    found: dict[str, _File] = {}
    for path in folder.rglob("*"):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            kind = KINDS.get(path.suffix) or guess_type(name)[0] or "application/octet-stream"
            found[f"/{name}"] = _File(kind, gzip.compress(read_plain(path, MOST), 9))
    found["/"] = found["/index.html"]
    return found


@contextmanager
def _served(files: Mapping[str, _File]) -> Iterator[str]:
    """Serve a site on this machine; yields its address."""

    class Served(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = files.get(self.path.partition("?")[0])
            if found is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", found.kind)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(found.data)))
            self.send_header("Cache-Control", "max-age=600")
            self.end_headers()
            self.wfile.write(found.data)

        def log_message(self, *_: object) -> None:
            pass

    with listening(Served) as made:
        yield made


@contextmanager
def listening(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Answer requests on this machine with a handler; yields the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
