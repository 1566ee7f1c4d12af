"""The page on which any log is dropped, as a reader has it: from a disk, and with no network."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from pbem.commands.main import app

ROOT = Path(__file__).parents[2]
GOOD = ROOT / "logs" / "saipan" / "historical.pbem"
BAD = ROOT / "logs" / "hostile" / "dice.rolls-one-changed.pbem"
FORK = ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork"


def run(*words: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.output


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("checker") / "check.html"
    code, said = run("replay", "--checker", path)
    assert code == 0, said
    return path


@pytest.fixture
def page(chromium: Browser, file: Path) -> Iterator[Page]:
    context = chromium.new_context(offline=True)
    page = context.new_page()
    asked, wrong = list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(file.as_uri())
    yield page
    assert (asked, wrong) == ([file.as_uri()], [])
    context.close()


def results(page: Page, count: int) -> list[str]:
    expect(page.locator("article .told")).to_have_count(count)
    return page.locator("article").all_inner_texts()


def test_logs_that_are_chosen(page: Page) -> None:
    page.set_input_files("#files", [GOOD, BAD, FORK])
    fork, bad, good = results(page, 3)
    assert "All 36 events are valid" in good
    assert "Signatures (Ed25519): 36" in good
    assert "NOT valid. Event 6: the rolls do not follow from the proofs" in bad
    assert ": the proofs give 0 of 6, but " in bad
    assert "dice.rolls" in bad
    assert "P5" in bad
    assert "the first 6 of " in bad
    assert "ann signed two different events 4" in fork
    assert "only if the rules allow both events" in fork
    for reported in (fork, bad, good):
        assert "Not checked here" in reported
        assert "Whether orders were legal" in reported
    assert page.locator(".verdict.good").count() == 1


def test_a_log_that_is_dropped(page: Page) -> None:
    text = b64encode(GOOD.read_bytes()).decode()
    name = "<img src=x onerror=alert(1)>.pbem"
    page.evaluate(
        """([text, name]) => {
          const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
          const dropped = new DataTransfer();
          dropped.items.add(new File([bytes], name));
          const how = { dataTransfer: dropped, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        [text, name],
    )
    [reported] = results(page, 1)
    assert reported.startswith(name)
    assert "All 36 events are valid" in reported
    assert page.locator("img").count() == 0


def test_what_is_pasted(page: Page) -> None:
    page.click("#check")
    expect(page.locator("#status")).to_have_text(
        "The field is empty. Paste the lines of a log first."
    )
    page.fill("#pasted", GOOD.read_text().rstrip("\n"))
    page.click("#check")
    assert "All 36 events are valid" in results(page, 1)[0]
    page.fill("#pasted", "Dear Bob, here is my turn.")
    page.click("#check")
    letter = results(page, 2)[0]
    assert "json.form" in letter
    assert "attachment NAME.pbem" in letter


def test_it_is_reported_how_far_it_is(page: Page) -> None:
    page.evaluate(
        """() => {
          globalThis.seen = [];
          new MutationObserver(() => {
            const bar = document.querySelector("article progress");
            if (bar) seen.push(bar.value / bar.max);
          }).observe(document.body, { subtree: true, attributes: true, childList: true });
        }"""
    )
    page.set_input_files("#files", ROOT / "logs" / "singapore" / "brigade.pbem")
    results(page, 1)
    seen = page.evaluate("seen")
    assert seen == sorted(seen)
    assert any(0 < part < 1 for part in seen)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_input_files("#files", [GOOD, BAD])
    results(page, 2)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_nothing_else_runs_in_it(chromium: Browser, file: Path, tmp_path: Path) -> None:
    """A person who puts a script into the file has to change the policy too."""
    other = tmp_path / "other.html"
    text = file.read_text().replace("<main>", "<main><script>document.title = 'ran'</script>")
    other.write_text(text.replace('id="drop"', 'id="drop" onclick="document.title = 1"'))
    page = chromium.new_page()
    page.goto(other.as_uri())
    page.click("#drop h2")
    assert page.title() == "Check a log of pbem"
    page.close()


def test_without_scripts_it_says_so(chromium: Browser, file: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".asleep")).to_be_visible()
    expect(page.locator("#drop")).to_be_hidden()
    context.close()


def test_slips_of_the_hand(file: Path, tmp_path: Path) -> None:
    assert run("replay", "--checker", file)[0] != 0
    assert "already exists" in run("replay", "--checker", file)[1]
    assert "must end in .html" in run("replay", "--checker", tmp_path / "check.txt")[1]
    assert "has no game" in run("replay", "game", "--checker", tmp_path / "a.html")[1]
    assert list(tmp_path.iterdir()) == []
    code, said = run("replay", "--checker", tmp_path)
    assert code == 0
    assert "check.html" in said.replace("\n", "")
