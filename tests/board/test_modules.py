"""A page names all of its modules, so that a browser fetches them at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.board.modules import modules, preloaded
from pbem.board.routes import PAGE as BOARD
from pbem.board.routes import files_of
from pbem.lobby.serving import PAGE as LOBBY
from pbem.replays.bundle import PAGE as SHARED

PAGES = [(BOARD, "board.js", (SHARED, BOARD)), (LOBBY, "lobby.js", (SHARED, BOARD, LOBBY))]


@pytest.mark.parametrize(("page", "first", "folders"), PAGES)
def test_each_module_of_a_page_is_named_once_before_its_script(
    page: Path, first: str, folders: tuple[Path, ...]
) -> None:
    files = files_of(*folders)
    content = (page / "index.html").read_bytes()
    made = preloaded(content, files).decode()
    linked = re.findall(r'<link rel="modulepreload" href="/page/([^"]+)">', made)
    found = modules(files, first)
    assert found[0] == first
    assert linked == found[1:]
    assert len(set(linked)) == len(linked) > 5
    assert made.index(linked[-1]) < made.index(f'src="/page/{first}"')
    assert re.sub(r"<link rel=.modulepreload.[^>]*>\n", "", made).encode() == content


@pytest.mark.parametrize(("page", "first", "folders"), PAGES)
def test_no_import_of_a_page_is_missed(page: Path, first: str, folders: tuple[Path, ...]) -> None:
    """Every form of import names a file of the page, and each of these is found."""
    files, found = files_of(*folders), set(modules(files_of(*folders), first))
    for name in found:
        source = re.sub(r"/\*.*?\*/", "", files[name].read_text(), flags=re.DOTALL)
        named = re.findall(
            r"""(?:from|^import|\bimport\()\s*["'`]\./([^"'`]+)""", source, re.MULTILINE
        )
        assert set(named) <= found, name


def test_a_page_without_a_module_stays_as_it_is() -> None:
    page = b'<script src="/page/here.js"></script>'
    assert preloaded(page, {}) == page


def test_a_module_that_is_no_file_of_the_page_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\n')
    with pytest.raises(KeyError):
        modules(files_of(tmp_path), "one.js")
