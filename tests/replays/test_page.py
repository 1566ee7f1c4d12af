"""A replay in a real browser, from a file and without a network: looked at, checked, attacked."""

from __future__ import annotations

import functools
import gzip
import http.server
import re
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from board.playing import LANDINGS, saipan
from long import BROWSING
from pbem.replays.frames import Film
from pbem.replays.page import page as page_of
from pbem.replays.recording import Recording, record
from replays.conftest import library
from replays.test_recording import LOGS, log_in, played
from toy.people import Person

FIVE = [
    "saipan/historical",
    "manila/practice",
    "tokyo/two-players",
    "meiktila/second",
    "singapore/tiderace",
    "singapore/sarimbun",
]
"""A game of each module; of Singapore the map and the combat board."""
SHORT = LOGS / "singapore" / "sarimbun.pbem"
FINDING = LOGS / "hostile" / "dice.proof-bit-flipped.pbem"
FORK = LOGS / "hostile" / "fork.author-two-thoughts.fork"


@functools.cache
def recorded(path: Path) -> Recording:
    return record(path, library())


@functools.cache
def html(path: Path) -> str:
    return page_of(path, recorded(path))


class Reader:
    """Somebody who opens a file; what the browser complains of and whom it asks is written down."""

    def __init__(self, context: BrowserContext, folder: Path) -> None:
        self.page: Page = context.new_page()
        self.wrong: list[str] = []
        self._folder = folder
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._said)
        self.page.on("request", self._asked)
        self.page.set_default_timeout(BROWSING)

    def _said(self, said: object) -> None:
        if said.type == "error":  # type: ignore[attr-defined]
            self.wrong.append(said.text)  # type: ignore[attr-defined]

    def _asked(self, asked: object) -> None:
        if not asked.url.startswith(("file:", "blob:")):  # type: ignore[attr-defined]
            self.wrong.append(asked.url)  # type: ignore[attr-defined]

    def opens(self, text: str, at: str = "", *, checked: bool = True) -> Page:
        """Open a page; ``checked``: wait until its log was."""
        file = self._folder / "game.html"
        file.write_text(text, "utf-8")
        self.page.goto(f"{file.as_uri()}{at}")
        if checked:
            expect(self.page.locator("#verdict")).to_have_class(re.compile("good|bad"))
        return self.page


@pytest.fixture
def reader(chromium: Browser, tmp_path: Path) -> Iterator[Reader]:
    with chromium.new_context(viewport={"width": 1300, "height": 900}, offline=True) as context:
        made = Reader(context, tmp_path)
        yield made
        assert made.wrong == []


def drawn_of(page: Page) -> str:
    """The map that is shown, as the browser has it, but for how large and how it is shown.

    How high it is, what it lies in says.
    """
    return str(
        page.evaluate(
            """() => {
                const shown = document.querySelector("#sheet .extent > svg");
                const { width } = shown.viewBox.baseVal, copy = shown.cloneNode(true);
                const seen = shown.parentElement.getBoundingClientRect();
                const high = Math.round((seen.height * width) / seen.width);
                copy.setAttribute("viewBox", `0 0 ${width} ${high}`);
                for (const name of ["width", "height"]) copy.removeAttribute(name);
                for (const name of ["role", "aria-label", "tabindex"])
                    for (const one of copy.querySelectorAll(".stack")) one.removeAttribute(name);
                for (const one of copy.querySelectorAll("[aria-hidden]"))
                    one.removeAttribute("aria-hidden");
                return new XMLSerializer().serializeToString(copy);
            }"""
        )
    )


def drawing(page: Page, svg: str) -> str:
    """A drawing as the browser reads it, in the same form: no lines of text between elements."""
    return str(
        page.evaluate(
            """(text) => {
                const line = text.replaceAll("\\n", "");
                const read = new DOMParser().parseFromString(line, "image/svg+xml").documentElement;
                for (const name of ["width", "height"]) read.removeAttribute(name);
                return new XMLSerializer().serializeToString(read);
            }""",
            svg,
        )
    )


def difference(shown: str, drawn: str) -> str:
    """Return the first difference, empty if there is none; a whole comparison would never end."""
    both = zip_longest(shown, drawn)
    at = next((place for place, (one, other) in enumerate(both) if one != other), None)
    if at is None:
        return ""
    return f"{shown[max(0, at - 80) : at + 80]} instead of {drawn[max(0, at - 80) : at + 80]}"


# --- looking ------------------------------------------------------------------------------------


@pytest.mark.long(2)
@pytest.mark.parametrize("name", FIVE)
def test_a_game_of_each_module_is_looked_through_and_checked(reader: Reader, name: str):
    path = LOGS / f"{name}.pbem"
    made = recorded(path)
    page = reader.opens(html(path))
    expect(page.locator("#verdict")).to_have_class("good")
    expect(page.locator("#verdict")).to_contain_text(f"All {len(made.events)} events")
    expect(page.locator("#past > li")).to_have_count(len(made.events))
    assert page.locator("#checked li").count() > 2
    seats = made.table.seats
    for side, who in seats.items():
        reported = page.locator("#played li", has_text=f"{who} (")
        expect(reported).to_contain_text(side)
    expect(page.locator("#played")).to_contain_text(made.table.chain.head)
    assert page.locator("#unchecked li").count() > 0
    drawings = played(made.film)
    for number in (len(made.events) - 1, len(made.events) // 2, 3):
        shown = made.events[number]
        for step in {0, len(shown.frames) // 2, len(shown.frames) - 1}:
            page.evaluate(f"location.hash = '#{number}.{step}'")
            expect(page.locator("#when")).to_contain_text(f"Event {number}")
            steps = len(shown.entry.happened)
            if steps:
                expect(page.locator("#when")).to_contain_text(f"step {step} of {steps}")
            assert difference(drawn_of(page), drawing(page, drawings[shown.frames[step]])) == ""
            reported = shown.entry.happened[step - 1].text if step else shown.entry.did
            expect(page.locator("#step")).to_contain_text(reported)


def test_by_keys_alone(reader: Reader):
    page = reader.opens(html(SHORT))
    made = recorded(SHORT)
    last = made.events[-1]
    expect(page.locator("#when")).to_contain_text(f"Event {last.key}, step")
    page.keyboard.press("Home")
    expect(page.locator("#when")).to_have_text("Event 0")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    at = page.locator("#when").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#when")).not_to_have_text(at)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#when")).to_have_text(at)
    page.locator("#at").focus()
    page.keyboard.press("Home")  # the slider's own key: its first event
    expect(page.locator("#when")).to_contain_text("Event 0")
    page.keyboard.press("ArrowRight")  # and its own next: an event, not a step
    expect(page.locator("#when")).to_contain_text("Event 1")
    page.locator("#now").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#when")).to_contain_text(f"Event {last.key}, step")
    page.locator("#sheet").focus()
    page.keyboard.press("c")
    assert page.locator(".map.bare").count() == 1


def test_ground_that_is_the_same_is_laid_out_once(reader: Reader):
    """A map of hexes is mostly ground, which no step changes; what was marked on it is not kept."""
    page = reader.opens(html(LOGS / "saipan" / "free-deployment.pbem"))
    page.keyboard.press("End")
    ground = page.locator("#sheet .ground").element_handle()
    place = page.locator("#sheet .ground .place").first
    place.evaluate("(one) => one.classList.add('target')")
    when = page.locator("#when").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#when")).not_to_have_text(when)
    expect(page.locator("#sheet[aria-busy]")).to_have_count(0)
    assert ground.evaluate("(one) => one.isConnected")
    expect(page.locator("#sheet .ground")).to_have_count(1)
    expect(page.locator("#sheet .target")).to_have_count(0)


def test_a_field_that_has_the_focus_keeps_its_keys(reader: Reader):
    page = reader.opens(html(SHORT), "#2.0")
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), {id: 'x'}))")
    page.fill("#x", "abc")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#when")).to_contain_text("Event 2")
    assert page.evaluate("document.getElementById('x').selectionStart") == 1


def test_a_moment_has_an_address(reader: Reader):
    page = reader.opens(html(SHORT), "#5.2")
    expect(page.locator("#when")).to_contain_text("Event 5, step 2 of")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#5.3")
    expect(page.locator("#past li li.at")).to_have_count(1)
    page.evaluate("location.hash = '#3.1'")
    expect(page.locator("#when")).to_contain_text("Event 3, step 1 of")
    page.evaluate("location.hash = '#999.1'")  # which is not there
    expect(page.locator("#when")).to_contain_text("Event 3, step 1 of")


def test_dice_and_what_they_are_read_on(reader: Reader):
    """A die stands beside its words, and the next step says the column and the result."""
    path = LOGS / "saipan" / "historical.pbem"
    page = reader.opens(html(path), checked=False)
    first = page.locator("#past ol li", has_text="Die for attack on").first
    first.click()
    expect(page.locator("#step b")).to_have_text(re.compile("^[1-6]$"))
    assert page.locator("#step b").inner_text() in page.locator("#step").inner_text()[2:]
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_contain_text("differential")


def test_arrows_and_rings_say_what_moved(reader: Reader):
    path = LOGS / "saipan" / "historical.pbem"
    page = reader.opens(html(path), checked=False)
    page.locator("#past ol li", has_text="lands at 1203").first.click()
    expect(page.locator("#sheet .moves .came")).to_have_count(1)
    page.locator("#past ol li", has_text="moves to").first.click()
    expect(page.locator("#sheet .moves .head")).to_have_count(1)


def test_a_click_reports_what_stands_there(reader: Reader):
    page = reader.opens(html(SHORT), "#5.2")
    place = page.locator(".stack[data-place='Attack-line']")
    place.locator(".piece").first.click(force=True)  # the open stack lies above it
    expect(page.locator("#about")).to_contain_text("Attack line")
    assert page.locator("#about p").count() == 1 + place.locator(".piece").count() > 3


def test_whether_it_holds_is_one_line_that_opens(reader: Reader):
    """Checks that were made, and those that were not, open below the verdict, by mouse and key."""
    page = reader.opens(html(SHORT))
    checks = page.locator("#checks")
    title, verdict = checks.inner_text().split("\n")
    assert title == "Is the log valid?"
    assert verdict.startswith("All 10 events check out")
    assert checks.bounding_box()["height"] < 60  # type: ignore[index]
    expect(page.locator("#checked")).to_be_hidden()
    page.locator("#held > summary").press("Enter")
    expect(page.locator("#checked")).to_be_visible()
    expect(checks).to_contain_text("Not checked here:")


def test_the_log_can_be_saved_out_of_it(reader: Reader, tmp_path: Path):
    page = reader.opens(html(SHORT))
    page.locator("#held > summary").click()
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == SHORT.name
    saved.value.save_as(tmp_path / "saved")
    assert (tmp_path / "saved").read_bytes() == SHORT.read_bytes()


def test_without_scripts(chromium: Browser, tmp_path: Path):
    """The last map and all that happened are there to be read, and nothing that does nothing."""
    with chromium.new_context(java_script_enabled=False, offline=True) as context:
        reader = Reader(context, tmp_path)
        page = reader.opens(html(SHORT), checked=False)
        for shown in recorded(SHORT).events:
            for one in shown.entry.happened:
                assert page.get_by_text(one.text).count() >= 1
        expect(page.locator("#sheet svg")).to_be_visible()
        expect(page.locator(".asleep")).to_be_visible()
        assert page.locator("button:visible, input:visible, #verdict:visible").count() == 0
        assert reader.wrong == []


# --- for everybody -----------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_axe_knows_of_pages_that_keep_people_out(reader: Reader, scheme: str):
    page = reader.opens(html(SHORT), "#5.2")
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for summary in page.locator("summary").all():
        summary.click()
    found = Axe().run(page).response
    assert [
        (one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]
    ] == []
    assert len(found["passes"]) > 25


@pytest.mark.parametrize("width", [360, 650])
def test_a_telephone_and_a_page_at_200_per_cent(chromium: Browser, tmp_path: Path, width: int):
    """Nothing is wider than the screen but the map, which has bars of its own."""
    with chromium.new_context(viewport={"width": width, "height": 740}) as context:
        page = Reader(context, tmp_path).opens(html(SHORT))
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_said_aloud(reader: Reader):
    """The words of a step are said as they come; the slider says which event it is at."""
    page = reader.opens(html(SHORT), "#3.1")
    assert page.get_attribute("#step", "aria-live") == "polite"
    assert page.get_attribute("#at", "aria-valuetext") == page.inner_text("#when")


def test_on_paper(reader: Reader):
    page = reader.opens(html(SHORT))
    page.emulate_media(media="print")
    assert page.locator("button:visible, input:visible").count() == 0
    for part in ("#past", "#sheet"):
        assert page.locator(part).evaluate("one => one.scrollHeight - one.clientHeight") == 0


# --- what does not hold ------------------------------------------------------------------------


def repacked(text: str, log: bytes) -> str:
    """The same page with another log inside."""
    for name, held in (("log", log), ("digits", b"")):
        data = b64encode(gzip.compress(held, mtime=0)).decode()
        text = re.sub(rf'(<script id="{name}"[^>]*>)[^<]*', rf"\g<1>{data}", text)
    return text


def test_a_byte_of_the_log_inside_is_another(reader: Reader):
    """In a signature: the last of event 4's."""
    lines = log_in(html(SHORT)).splitlines(keepends=True)
    last = lines[4][-4:-3]
    lines[4] = lines[4][:-4] + (b"0" if last != b"0" else b"1") + lines[4][-3:]
    page = reader.opens(repacked(html(SHORT), b"".join(lines)))
    expect(page.locator("#verdict")).to_have_class("bad")
    expect(page.locator("#verdict")).to_contain_text("is NOT valid: event 4, sig.bad")
    expect(page.locator("#verdict")).to_contain_text("the first 4 of")


@pytest.mark.parametrize("name", ["film", "log", "checker"])
def test_what_is_packed_is_damaged(reader: Reader, name: str):
    """As mail that is cut short: nobody waits for a verdict, and of good log there is one."""
    packed = re.search(rf'<script id="{name}"[^>]*>([^<]*)', html(SHORT))
    assert packed is not None
    cut = html(SHORT).replace(packed[1], packed[1][: len(packed[1]) // 8 * 4])
    page = reader.opens(cut)
    verdict = page.locator("#verdict")
    if name == "film":
        expect(verdict).to_have_class("good")
        expect(page.locator("#when")).to_contain_text("the file is damaged")
    else:
        expect(verdict).to_have_class("bad")
        expect(verdict).to_contain_text("the file is damaged")
    expect(page.locator("#progress")).to_be_hidden()


def test_a_list_that_names_somebody_else(reader: Reader):
    """Or another time, or leaves an event out: the log inside holds, the page does not fit it."""
    text = html(SHORT)
    ends = text.replace("<b>bob</b>", "<b>eve</b>", 1)
    assert ends != text
    page = reader.opens(ends)
    expect(page.locator("#verdict")).to_have_class("bad")
    expect(page.locator("#verdict")).to_contain_text("this page shows other authors or times")
    last = r'<li[^>]*><p[^>]*><a href="#9.0">9</a>.*?(?=</ol><p|</ol></section>)'
    cut = re.sub(last, "", text, count=1)
    assert len(cut) < len(text)
    page = reader.opens(cut)
    expect(page.locator("#verdict")).to_have_class("bad")
    expect(page.locator("#verdict")).to_contain_text("this page shows 9 of its 10 events")


def test_an_order_that_the_rules_forbid(reader: Reader):
    """The browser knows no rules: it says what the page leaves out, and the page says why."""
    path = LOGS / "hostile" / "orders.illegal-unit-of-the-enemy.pbem"
    page = reader.opens(html(path))
    expect(page.locator(".result")).to_contain_text("orders.illegal")
    expect(page.locator("#verdict")).to_have_class("bad")
    expect(page.locator("#verdict")).to_contain_text("The log is valid, but this page shows")


def test_a_log_with_a_finding(reader: Reader):
    """The good part is shown, and both say what is wrong: who wrote the page, and this browser."""
    page = reader.opens(html(FINDING))
    made = recorded(FINDING)
    assert made.finding is not None
    expect(page.locator(".result")).to_contain_text("dice.proof")
    expect(page.locator("#verdict")).to_have_class("bad")
    expect(page.locator("#verdict")).to_contain_text(f"event {made.finding.seq}, dice.proof")
    expect(page.locator("#past > li")).to_have_count(len(made.events))


def test_both_sides_of_a_fork(reader: Reader):
    page = reader.opens(html(FORK))
    expect(page.locator("#verdict")).to_contain_text("Both sides of the fork check out: ann")
    expect(page.locator("#when")).to_contain_text("Event 4b")
    page.evaluate("location.hash = '#4a.1'")
    expect(page.locator("#when")).to_contain_text("Event 4a, step 1 of 1")
    assert "fork.author" in page.inner_text(".result")


def test_a_file_that_was_damaged_says_so(reader: Reader):
    """By a mail program that cut a line, say: what can be read without scripts stands there."""
    text = re.sub(r'(<script id="film"[^>]*>)[^<]{300}', r"\1", html(SHORT))
    page = reader.opens(text, checked=False)
    expect(page.locator("#when")).to_contain_text("the file is damaged")
    expect(page.locator("#sheet svg")).to_be_visible()


# --- attacks -----------------------------------------------------------------------------------


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """Somebody who waits to be asked for anything: the address, and what was asked for."""
    asked: list[str] = []

    class Waiting(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Waiting)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Callable[[str], Person]]:
    made: list[Person] = []

    def person(handle: str) -> Person:
        made.append(Person(handle, tmp_path))
        return made[-1]

    yield person
    for one in made:
        one.client.close()


def test_words_of_others_are_text_and_nobody_is_asked(
    chromium: Browser,
    tmp_path: Path,
    people: Callable[[str], Person],
    listener: tuple[str, list[str]],
):
    """The network is there, and a note asks for it; nor would the page itself be let."""
    address, asked = listener
    note = (
        f"</script></q><img src={address}/a><script src={address}/b></script><!-- "
        f"<style>@import '{address}/c'</style><iframe src={address}/d></iframe>"
    )
    ann, bob = people("ann"), people("bob")
    ann.meets(bob)
    bob.meets(ann)
    saipan(ann, bob)
    ann.orders(*LANDINGS, note=note)
    with chromium.new_context() as context:
        reader = Reader(context, tmp_path)
        page = reader.opens(html(ann.log))
        expect(page.locator("#past q")).to_have_text(note)
        expect(page.locator("#verdict")).to_have_class("good")
        assert page.locator("img, iframe, script[src]").count() == 0
        assert reader.wrong == []
        refused = page.evaluate(
            """async (address) => {
                const image = Object.assign(new Image(), { src: address + "/e" });
                document.body.append(image);
                const script = document.createElement("script");
                script.text = "window.ran = 1";
                document.body.append(script);
                const asked = fetch(address + "/f", { mode: "no-cors" });
                const answer = await asked.catch(() => "refused");
                return [answer, window.ran];
            }""",
            address,
        )
        assert refused == ["refused", None]
        page.wait_for_timeout(100)
    assert asked == []


def test_a_film_of_another_would_be_seen(reader: Reader):
    """The reverse of what the tests of drawings hold: their comparison can fail."""
    page = reader.opens(html(SHORT), "#5.2")
    made = recorded(SHORT)
    other = Film(made.film.parts, made.film.frames[:-1])
    assert drawn_of(page) != drawing(page, played(other)[-1])
