"""Ways into a board by way of its browser: other pages, names, ports, and what others wrote."""

from __future__ import annotations

import hmac
import http.client
import http.server
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from starlette.types import Receive, Scope, Send

from board.conftest import ELSEWHERE, Board, Serve, at_home, enter, host_of, port_of
from board.conftest import serving as serving_of
from board.playing import LANDINGS, PASSPHRASE, saipan
from pbem import system
from pbem.board import serving
from pbem.board.door import HOST, Door
from pbem.board.routes import PAGE
from pbem.board.serving import Served
from pbem.client.play import acting
from servers.conftest import need
from toy.people import Person

pytestmark = pytest.mark.long

FOLLOWING: list[str] = []
"""The requests that came through the door and not from ann's page, a method and a path each."""

OWN = {"X-Of": "ann"}
"""Header of what ann's own page asks: it may still be on its way when the page is closed."""


class Watched(Door):
    """The door, with somebody inside who writes down what comes through."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        own = any(name == b"x-of" for name, _ in scope.get("headers", ()))
        if scope["type"] == "http" and self._refused(scope) is None and not own:
            FOLLOWING.append(f"{scope['method']} {scope['path']}")
        await super().__call__(scope, receive, send)


@pytest.fixture(scope="module")
def chromium(whole_chromium: Browser) -> Browser:
    """The door is tried in the browser that people have."""
    return whole_chromium


@pytest.fixture
def board(
    request: pytest.FixtureRequest,
    ann: Person,
    bob: Person,
    serve: Serve,
    monkeypatch: pytest.MonkeyPatch,
) -> Board:
    monkeypatch.setattr(serving, "Door", Watched)
    saipan(ann, bob)
    return serve(ann, getattr(request, "param", None))


@contextmanager
def elsewhere(text: str, host: str = HOST) -> Iterator[tuple[int, list[str]]]:
    """Serve a page from another port of this machine; yield it, and the cookies that come."""
    cookies: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            cookies.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: object) -> None:
            pass

    with http.server.HTTPServer((host, 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port, cookies
        server.shutdown()
        thread.join()


HOSTILE = """<!DOCTYPE html><body><script>
const there = "THERE", lose = LOSE, got = [];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
addEventListener("message", (one) => got.push(one.data));
function put(tag, with_) {
  const made = Object.assign(document.createElement(tag), with_);
  const shows = ["iframe", "object", "embed"].includes(tag);
  made.onload = () => { if (!shows) got.push(`${tag} loaded`); };
  document.body.append(made);
  return made;
}
async function fetched(where, how) {
  try { got.push(await (await fetch(there + where, how)).text()); } catch {}
}
const ways = {
  async fetch() {
    for (const mode of ["no-cors", "cors"]) for (const credentials of ["include", "omit"]) {
      for (const where of ["/state", "/map", "/log", "/message", "/growth", "/page/board.js"])
        await Promise.race([fetched(where, { mode, credentials }), wait(300)]);
      for (const [where, what] of [["/sign", lose], ["/lock", {}], ["/came", "x"]])
        await fetched(where, { method: "POST", mode, credentials, body: JSON.stringify(what) });
      const headers = { "X-Board-Key": "x", "Content-Type": "application/json" };
      for (const method of ["POST", "PUT", "DELETE", "PATCH"])
        await fetched("/sign", { method, mode, credentials, headers, body: JSON.stringify(lose) });
    }
  },
  async forms() {
    const types = ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"];
    for (const method of ["get", "post"]) for (const enctype of types)
    for (const where of ["/sign", "/came", "/lock", "/"]) {
      const name = `f${method}${enctype}${where}`;
      put("iframe", { name });
      const form = put("form", { action: there + where, method, enctype, target: name });
      const field = document.createElement("input");
      field.name = JSON.stringify(lose).slice(0, -1) + ', "note":"';
      field.value = '"}';
      form.append(field);
      form.submit();
    }
    await wait(700);
  },
  async elements() {
    for (const where of ["/map", "/log", "/page/icon.svg"]) put("img", { src: there + where });
    for (const where of ["/page/board.js", "/state"]) put("script", { src: there + where });
    put("script", { type: "module", src: there + "/page/ask.js" });
    put("link", { rel: "stylesheet", href: there + "/page/board.css" });
    put("link", { rel: "prefetch", href: there + "/" });
    put("object", { data: there + "/" });
    put("embed", { src: there + "/" });
    put("video", { src: there + "/log" });
    await wait(700);
  },
  async streams() {
    for (const withCredentials of [true, false]) {
      const made = new EventSource(there + "/growth", { withCredentials });
      made.onmessage = (one) => got.push(one.data);
      made.onopen = () => got.push("stream open");
    }
    const socket = new WebSocket(there.replace("http", "ws") + "/growth");
    socket.onopen = () => got.push("socket open");
    navigator.sendBeacon(there + "/sign", JSON.stringify(lose));
    await wait(700);
  },
  async frames() {
    const frame = put("iframe", { src: there + "/" });
    await wait(700);
    try { got.push(frame.contentDocument.body.innerText); } catch {}
    if (frame.contentWindow.length) got.push("frames inside");
  },
  async opened() {
    const made = open(there + "/", "_blank");
    await wait(700);
    try { got.push(made.document.body.innerText); } catch {}
    try { made.postMessage(lose, "*"); } catch {}
  },
};
addEventListener("click", async () => {
  for (const [name, way] of Object.entries(ways)) await way();
  document.title = "done:" + got.filter((one) => one && !String(one).startsWith("The board ")
    && !String(one).startsWith("This comes from")).join("|");
}, { once: true });
</script></body>"""


def hostile(board: Board) -> str:
    """Return a page that tries whatever a page can to sign in ann's name and to read the game."""
    lose = {
        "act": "resign", "passphrase": PASSPHRASE,
        "head": board.whose.sits().table.chain.head,
    }  # fmt: skip
    return HOSTILE.replace("THERE", board.origin).replace("LOSE", json.dumps(lose))


@at_home
@pytest.mark.parametrize("where", ["another port", "another name", "a rebound name", "a disk"])
def test_another_page_in_the_same_browser(
    page: Page, board: Board, tmp_path: Path, where: str
) -> None:
    """With ann's cookie in the browser and the key open: nothing gets through the door."""
    page.set_extra_http_headers(OWN)
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.select_option("#minutes", "60")
    with page.expect_response("**/map"):
        page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    expect(page.locator("#open-key")).to_be_visible()
    expect(page.locator("#past > li")).to_have_count(4)
    before = board.whose.log.read_bytes()
    page.close()
    FOLLOWING.clear()
    other = page.context.new_page()
    (tmp_path / "page.html").write_text(hostile(board))
    with elsewhere(hostile(board)) as (port, _):
        other.goto(
            {
                "another port": f"http://127.0.0.1:{port}/",
                "another name": f"http://localhost:{port}/",
                "a rebound name": f"http://{ELSEWHERE}:{port}/",
                "a disk": (tmp_path / "page.html").as_uri(),
            }[where]
        )
        other.mouse.click(5, 5)
        other.wait_for_function("document.title.startsWith('done:')")
    assert other.title() == "done:"
    assert FOLLOWING == []
    assert board.whose.log.read_bytes() == before


@at_home
def test_a_name_that_is_bound_again_under_an_open_page(page: Page, board: Board) -> None:
    """Rebinding itself: a page of `evil.example` is open when its name becomes this machine's."""
    page.set_extra_http_headers(OWN)
    enter(page, board)
    other = page.context.new_page()
    there = board.origin.replace("127.0.0.1", ELSEWHERE)
    own = hostile(board).replace(board.origin, there)
    other.route(f"{there}/first", lambda route: route.fulfill(content_type="text/html", body=own))
    other.goto(f"{there}/first")
    before = board.whose.log.read_bytes()
    FOLLOWING.clear()
    other.mouse.click(5, 5)
    other.wait_for_function("document.title.startsWith('done:')")
    assert FOLLOWING == []
    said = other.title().removeprefix("done:")
    assert set(said.split("|")) <= {"", *(f"{tag} loaded" for tag in ("iframe", "object"))}
    assert board.whose.log.read_bytes() == before


def test_a_cookie_that_was_brought_to_another_port_opens_nothing(page: Page, board: Board) -> None:
    """A browser brings it there; any listener can then send anything, without a browser."""
    enter(page, board)
    before = board.whose.log.read_bytes()
    with elsewhere("hello", host_of(board.served)) as (port, cookies):
        page.context.new_page().goto(f"http://{host_of(board.served)}:{port}/")
    [cookie, *_] = [one for one in cookies if "pbem-board" in one]
    host, origin = board.origin.removeprefix("http://"), board.origin
    forged = {"Cookie": cookie, "Origin": origin, "Sec-Fetch-Site": "same-origin"}
    wish = {"act": "resign", "head": board.whose.sits().table.chain.head, "passphrase": PASSPHRASE}
    for method, where in (("POST", "/sign"), ("GET", "/state"), ("POST", "/choices")):
        connection = http.client.HTTPConnection(host)
        connection.request(method, where, json.dumps(wish), forged)
        assert connection.getresponse().status == 403
        connection.close()
    assert board.whose.log.read_bytes() == before


def test_a_cookie_that_another_port_sets_locks_nobody_out(page: Page, board: Board) -> None:
    """It is one more of the same name, for some paths: the right one counts."""
    enter(page, board)
    name = next(one["name"] for one in page.context.cookies() if "pbem" in one["name"])  # type: ignore[typeddict-item]
    other = page.context.new_page()
    with elsewhere("hello", host_of(board.served)) as (port, _):
        other.goto(f"http://{host_of(board.served)}:{port}/")
        for path in ("/", "/state", "/page"):
            other.evaluate(f"() => {{ document.cookie = '{name}=x; path={path}'; }}")
    page.reload()
    page.wait_for_selector("#sheet svg .place")
    expect(page.locator("#prompt")).to_contain_text("Your turn as U.S.")


@contextmanager
def impostor(made: Served, proof: Callable[[str], bytes]) -> Iterator[list[bytes]]:
    """Listen where a board was, and answer whatever a page asks; yield what it received."""
    reported: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            reported.append(f"{self.command} {self.path} ".encode() + self.rfile.read(length))
            path, _, query = self.path.partition("?")
            self.send_response(200)
            kind = "text/event-stream" if path == "/growth" else "application/json"
            self.send_header("Content-Type", kind)
            self.end_headers()
            found = {"/proof": proof(query), "/growth": b"data: 1\n\n"}
            self.wfile.write(found.get(path, b"{}"))

        do_GET = do_POST = answer  # noqa: N815 - the names that it calls

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer((host_of(made), port_of(made)), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield reported
        finally:
            server.shutdown()
            thread.join()


PROOFS: dict[str, Callable[[str], bytes]] = {
    "nothing": lambda _: b"",
    "the nonce": lambda query: bytes.fromhex(query.removeprefix("nonce=")),
    "a MAC by another key": lambda query: hmac.digest(
        b"x" * 32, bytes.fromhex(query.removeprefix("nonce=")), "sha256"
    ),
}


@pytest.mark.parametrize("proof", PROOFS)
def test_who_listens_at_the_port_later_is_reported_nothing(
    page: Page, ann: Person, bob: Person, proof: str
) -> None:
    """The board was ended, its page is open: it asks for a proof, has none, and is at its end."""
    saipan(ann, bob)
    with serving_of(ann) as made:
        page.goto(made.address)
        expect(page.locator("#past > li")).to_have_count(3)
    with impostor(made, PROOFS[proof]) as reported:
        page.fill("#list", "land 1/2 1203 # a plan of mine")
        page.fill("#note", "words of mine")
        page.fill("#passphrase", PASSPHRASE)
        page.click("[data-act=orders]")
        expect(page.locator("#trouble")).to_contain_text("is not the program that opened it")
        expect(page.locator("#tried")).to_contain_text("was sent nothing")
        asked = len(reported)
        page.fill("#list", "land 1/2 1203 # another plan of mine")
        for press in ("[data-act=orders]", "#try", "#pointing button"):
            page.focus("#about")
            page.click(press)
            expect(page.locator("#tried")).to_contain_text("was sent nothing")
        page.wait_for_timeout(2500)  # longer than the page waits before it asks again
    assert reported
    assert len(reported) == asked
    assert all(one.startswith(b"GET /proof?nonce=") for one in reported)
    assert page.input_value("#list") == "land 1/2 1203 # another plan of mine"


def test_a_program_that_was_started_again_at_the_same_port(
    page: Page, ann: Person, bob: Person
) -> None:
    """It cannot know what it said to the page: the page says what to do, also to itself renewed."""
    saipan(ann, bob)
    with serving_of(ann) as made:
        page.goto(made.address)
        expect(page.locator("#past > li")).to_have_count(3)
    with serving_of(ann, port_of(made), host_of(made)) as again:
        other = page.context.new_page()
        other.goto(again.address)
        expect(other.locator("#past > li")).to_have_count(3)
        expect(page.locator("#trouble")).to_contain_text("use the page that it opens")


WORKER = """
addEventListener("install", () => skipWaiting());
addEventListener("activate", (one) => one.waitUntil(clients.claim()));
addEventListener("fetch", (one) => one.respondWith(new Response("somebody else's page")));
"""
"""A script that answers for whatever comes to its origin later."""
LEAVES = """<!doctype html><title>-</title><script>
navigator.serviceWorker.register("/worker.js")
  .then(() => navigator.serviceWorker.ready).then(() => { document.title = "left"; });
setInterval(async () => {
  const key = localStorage.getItem("key");
  if (key === null) return;
  const found = await fetch("/state", { headers: { "X-Board-Key": key } });
  if (found.ok) document.title = `read ${(await found.text()).length}`;
}, 50);
</script>"""
"""A page that leaves that script, and stays open to read what comes to its origin later."""


@contextmanager
def leaving() -> Iterator[int]:
    """Listen at a port of this machine with a page that leaves something in a browser."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_worker = self.path == "/worker.js"
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if is_worker else "text/html")
            self.end_headers()
            self.wfile.write((WORKER if is_worker else LEAVES).encode())

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer((HOST, 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.skipif(not system.HERE.loopbacks, reason="takes another address of this machine")
def test_what_was_left_at_a_port_has_no_part_in_the_board(
    page: Page, ann: Person, bob: Person
) -> None:
    """Another account was at every port there is, and a page of theirs is still open."""
    saipan(ann, bob)
    with leaving() as port:
        other = page.context.new_page()
        other.goto(f"http://{HOST}:{port}/")
        other.wait_for_function("document.title === 'left'")
    with serving_of(ann, port) as made:
        page.goto(made.address)
        expect(page.locator("#past > li")).to_have_count(3)
        other.wait_for_timeout(500)  # ten times as long as it waits between two looks
        assert other.title() == "left"
    with serving_of(ann, port, HOST) as made:  # there it would have been the board's
        page.goto(made.address)
        expect(page.locator("body")).to_have_text("somebody else's page")


# --- what is kept, and where ---------------------------------------------------------------------


def test_a_browser_keeps_no_passphrase_and_no_way_in(
    chromium: Browser, board: Board, tmp_path: Path
) -> None:
    """With a profile on a disk, its history, its store of forms; looked through when it ended."""
    context: BrowserContext = chromium.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=need("chromium", "chromium"), args=["--no-sandbox"]
    )
    page = context.new_page()
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_contain_text("Signed: event")
    page.goto("about:blank")
    context.close()
    looked = 0
    for path in (tmp_path / "profile").rglob("*"):
        if path.is_file() and not path.is_symlink():
            looked += 1
            data = path.read_bytes()
            for said in (PASSPHRASE.encode(), PASSPHRASE.encode("utf-16-le"), b"a+passphrase"):
                assert said not in data, path
    assert looked > 20
    found = context_of_a_thief(board)
    assert found == 403


def context_of_a_thief(board: Board) -> int:
    """Return what the address says to anyone who finds it in a history."""
    connection = http.client.HTTPConnection(board.origin.removeprefix("http://"))
    connection.request("GET", board.address.removeprefix(board.origin))
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_fault_of_the_program_reports_no_passphrase(
    page: Page, board: Board, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Neither in what it prints of itself nor to the page, which says that it was a fault."""

    def broken(*args: object, **options: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(acting, "order", broken)
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    page.fill("#passphrase", PASSPHRASE)
    page.click("[data-act=orders]")
    expect(page.locator("#tried")).to_have_class(re.compile("wrong"))
    reported = page.inner_text("#tried")
    assert "fault" in reported
    said = "".join([reported, *capfd.readouterr(), caplog.text])
    assert PASSPHRASE not in said
    assert board.address.partition("=")[2] not in said


# --- what others wrote ----------------------------------------------------------------------------

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>"
EML = f"""From: "{MARKUP}" <eve@example.org>
To: ann@example.org
Subject: {MARKUP}
Message-ID: <{MARKUP}@example.org>
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html

{MARKUP}
--x
Content-Type: application/octet-stream
Content-Disposition: attachment; filename="{MARKUP}.pbem"

{{"{MARKUP}": 1}}
--x--
"""


def test_mail_of_others_is_text(page: Page, board: Board) -> None:
    enter(page, board)
    before = board.whose.log.read_bytes()
    for data in (EML.encode(), MARKUP.encode(), f'{{"body":{{"{MARKUP}":1}}}}\n'.encode()):
        page.set_input_files("#came", {"name": f"{MARKUP}.eml", "mimeType": "", "buffer": data})
        page.wait_for_selector("#taken:not([aria-busy=true])", state="attached")
        assert page.inner_text("#taken")
    assert_no_markup(page)
    assert board.whose.log.read_bytes() == before


def test_notes_of_others_are_text_wherever_they_stand(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    saipan(ann, bob)
    ann.orders(*LANDINGS, note=MARKUP)
    ann.does(acting.offer_tie, note=MARKUP)
    bob.takes(ann.sends())
    page.goto(serve(bob).address)
    expect(page.locator("#past")).to_contain_text(MARKUP)
    assert_no_markup(page)
    page.locator("#past > li > p > a").last.click()
    assert_no_markup(page)


def test_words_on_a_map_are_text(page: Page, board: Board) -> None:
    """Names, labels and states of counters and places, as a pack or a game might have them."""
    enter(page, board)
    evil = (
        '<script>alert(4)</script><a href="javascript:alert(5)"><text>here</text></a>'
        '<image href="x" onerror="alert(6)"/><foreignObject><iframe srcdoc="x"/></foreignObject>'
        '<g onclick="alert(7)" style="fill:red"><text>x</text></g></svg>'
    )

    def answers(route: Route) -> None:
        drawn = route.fetch()
        named = drawn.text().replace("<title>", f"<title>{MARKUP.replace('<', '&lt;')}", 3)
        route.fulfill(response=drawn, body=named.replace("</svg>", evil))

    page.route("**/map", answers)
    asked: list[str] = []
    page.on("dialog", lambda one: (asked.append(one.message), one.dismiss()))
    page.reload()
    page.wait_for_selector("#sheet svg .place")
    expect(page.locator("#sheet svg text", has_text="here")).to_be_attached()
    page.wait_for_timeout(300)
    assert asked == []


OWN_ICONS = (
    re.sub(
        r'<section id="map".*?<div id="hand"',
        "",
        (PAGE / "index.html").read_text(),
        flags=re.DOTALL,
    )
).count("<svg")
"""How many drawings the page itself has outside the map."""


def assert_no_markup(page: Page) -> None:
    """Whatever a stranger wrote, there is no drawing but the page's own and counters."""
    assert page.locator("body img, body script").count() == 0
    assert page.locator("body svg:not(#map svg, #tray svg)").count() == OWN_ICONS
    assert complaints(page) == []


def complaints(page: Page) -> list[str]:
    """The complaints of the browser, but for answers that refuse something."""
    said = "Failed to load resource: the server responded with a status of 4"
    return [one for one in page.wrong if not one.startswith(said)]  # type: ignore[attr-defined]


def test_no_line_of_the_page_breaks_its_policy(page: Page, board: Board) -> None:
    """Whatever is done on it: reports are listened for, and there are none."""
    enter(page, board)
    page.fill("#about", "1/2")
    page.press("#about", "Enter")
    page.locator("#choices button").first.click()
    page.click("#try")
    page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.locator("#past > li > p > a").first.click()
    page.click("#now")
    assert complaints(page) == []
    page.evaluate("() => { document.body.style.cssText = 'color: red'; }")
    page.evaluate(
        "() => { const src = 'http://127.0.0.1:1/x'; "
        "document.body.append(Object.assign(new Image(), { src })); }"
    )
    expect(page.locator("body img")).to_have_count(1)
    page.wait_for_timeout(200)
    assert any(one.startswith("policy: img-src") for one in page.wrong)  # type: ignore[attr-defined]
