"""The printed rulebook and the print-and-play sheet of Lantern Bridge, as a browser prints them."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from browsers import fixtures
from pbem.generated import printed as program
from pbem.generated.printed import sheets, write
from pbem.kit.hexgame.module import rules_of
from servers.conftest import need

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "pbem/games/lantern/data/lantern.yaml"
DATA = yaml.load(FILE.read_text(), yaml.BaseLoader)  # noqa: S506 - every value is a text
RULEBOOK = (ROOT / "docs/games/lantern-rules.md").read_text()

driver, chromium = fixtures("module")


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = write(ROOT, "lantern", tmp_path_factory.mktemp("printed"))
    return {path.stem.partition("-")[2]: path for path in made}


def drawings(text: str) -> list[str]:
    """Return the drawings that a page holds."""
    return [b64decode(one).decode() for one in re.findall(r"svg\+xml;base64,([^']+)'", text)]


def pages(browser: Browser, path: Path) -> int:
    """Return on how many sheets of A4 a browser prints a page."""
    page = browser.new_page()
    page.goto(path.as_uri())
    made = page.pdf(prefer_css_page_size=True)
    page.close()
    return len(re.findall(rb"/Type\s*/Page\b", made))


def test_the_rulebook_prints_on_two_pages(chromium: Browser, printed: dict[str, Path]) -> None:
    assert pages(chromium, printed["rules"]) == 2


def test_the_sheets_are_a_map_and_what_is_cut_out(
    chromium: Browser, printed: dict[str, Path]
) -> None:
    assert pages(chromium, printed["sheets"]) == 2


def test_the_printed_rulebook_is_whole(printed: dict[str, Path]) -> None:
    text = printed["rules"].read_text()
    for paragraph in DATA["paragraphs"]:
        assert f"<strong>{paragraph}</strong>" in text
    captions = re.findall(r"^!\[(.*)\]", RULEBOOK, re.MULTILINE)
    assert len(drawings(text)) == len(captions) > 4
    assert re.findall(r"<figcaption>(.*?)</figcaption>", text) == captions


def test_the_sheet_has_both_sides_of_each_counter(printed: dict[str, Path]) -> None:
    found = drawings(printed["sheets"].read_text())
    for units in DATA["units"].values():
        for unit in units:
            for face in unit["faces"]:
                assert any(f">{unit['name']}<" in one and f">{face}<" in one for one in found)


OPTION = """
options:
  hurry:
    title: in a hurry
    paragraph: "6.1"
    default: off
    choices: {off: {}, on: {victory: {margin: 4}}}
"""


def test_a_game_with_options_is_printed_with_their_defaults() -> None:
    text = FILE.read_text()
    assert sheets(rules_of((text + OPTION).encode())()) == sheets(rules_of(text.encode())())


def test_only_a_rulebook_of_our_own_is_printed(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="no rulebook of its own for saipan"):
        write(ROOT, "saipan", tmp_path)


# --- the command -------------------------------------------------------------------------------


@pytest.fixture
def real_chromium() -> str:
    return need("chromium", "chromium")


@pytest.fixture
def browserless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the repository is the folder; the returned one alone has programs."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.chdir(ROOT)
    return folder


def test_the_command_writes_pdf_files_with_a_browser(
    real_chromium: str, browserless: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = browserless / "chromium"
    script.write_text(f'#!/bin/sh\nPATH=/usr/bin:/bin exec {real_chromium} --no-sandbox "$@"\n')
    script.chmod(0o755)
    made = tmp_path / "made"
    assert program.main(["lantern", str(made)]) == 0
    names = ["lantern-rules.html", "lantern-rules.pdf", "lantern-sheets.html", "lantern-sheets.pdf"]
    assert sorted(path.name for path in made.iterdir()) == names
    for path in made.glob("*.pdf"):
        assert len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) == 2
    said = capsys.readouterr().out
    assert all(name in said for name in names)


def test_without_a_browser_it_says_how_to_print(
    browserless: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not [*browserless.iterdir()]
    assert program.main(["lantern", str(tmp_path / "made")]) == 0
    assert len([*(tmp_path / "made").glob("*.html")]) == 2
    assert "Print the pages with any browser" in capsys.readouterr().out


def test_a_browser_that_fails_is_reported(
    browserless: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = browserless / "chromium"
    script.write_text("#!/bin/sh\necho no screen >&2\nexit 3\n")
    script.chmod(0o755)
    assert program.main(["lantern", str(tmp_path / "made")]) == 1
    said = capsys.readouterr().err
    assert "chromium" in said
    assert "no screen" in said
    assert "Print the pages with any browser" in said


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "Type python -m pbem.generated.printed GAME FOLDER"),
        (["saipan", "made"], 1, "no rulebook of its own for saipan. It has one for lantern"),
        (["lantrn", "made"], 1, "no rulebook of its own for lantrn. It has one for lantern"),
        (["lantern", "README.md"], 1, "README.md"),
    ],
)
def test_a_typing_error_gets_one_message(
    words: list[str], code: int, said: str, browserless: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert browserless.exists()
    assert program.main(words) == code
    assert said in capsys.readouterr().err


def test_outside_of_a_copy_of_the_repository_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert program.main(["lantern", "made"]) == 1
    assert "in a copy of the repository" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
