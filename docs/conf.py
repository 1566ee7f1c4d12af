"""Builds the documentation site: ``sphinx-build -W docs site`` (`docs/decisions/0043-the-site.md`).

Pages are the Markdown files of this folder. Two references are generated while it builds: the
commands, by Typer from the program, and the Python names, by `sphinx.ext.autodoc`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pbem

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
REFERENCE = HERE / "reference"
OUTSIDE = {
    "CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing", "README.md": "readme",
    "SECURITY.md": "security",
    "tests/README.md": "tests",
    "tests/example_game/README.md": "example-game",
}  # fmt: skip
"""Pages that stand outside of this folder, and how the site calls them."""

project = "pbem"
author = "The pbem authors"
release = pbem.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".rst": "restructuredtext", ".md": "markdown", ".markdown": "markdown"}
"""What is written while it builds ends with ``.markdown``, so that no test takes it for a page."""
exclude_patterns = ["vector", "speeds", "pictures"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "description"
nitpicky = False
html_theme = "furo"
html_title = "pbem"
html_show_copyright = False
html_copy_source = False


def references(_: Sphinx) -> None:
    """Write the reference of all commands, and a page for each that stands outside."""
    asked = [sys.executable, "-m", "typer", "pbem.commands.main", "utils", "docs", "--name", "pbem"]
    page = subprocess.run(  # noqa: S603 - our own program
        [*asked, "--title", "Commands"], capture_output=True, text=True, check=True
    )
    (REFERENCE / "commands.markdown").write_text(page.stdout, "utf-8")
    for path, name in OUTSIDE.items():
        text = (HERE.parent / path).read_text("utf-8")
        (REFERENCE / f"{name}.markdown").write_text(_as_here(text, Path(path).parent), "utf-8")


def inside(_: Sphinx, name: str, source: list[str]) -> None:
    """Let links to pages outside of this folder lead to their copies."""
    for path, copy in OUTSIDE.items():
        up = "../" * (name.count("/") + 1)
        source[0] = source[0].replace(f"]({up}{path}", f"]({up[3:]}reference/{copy}.markdown")


def _as_here(text: str, folder: Path) -> str:
    """Return a page of ``folder`` with links that hold in `REFERENCE`."""

    def link(found: re.Match[str]) -> str:
        path, mark, part = found.groups(default="")
        whole = os.path.normpath(folder / path)
        there = os.path.relpath(HERE.parent / whole, REFERENCE)
        return f"]({f'{OUTSIDE[whole]}.markdown' if whole in OUTSIDE else there}{mark}{part})"

    text = re.sub(r"\[([^\]]*)\]\([^)]*/\)", r"\1", text)  # a folder has no page
    return re.sub(r"\]\((?!https?:|#)([^)\s#]+)(#)?([^)\s]*)\)", link, text)


def setup(app: Sphinx) -> None:
    """Have the references written before pages are read."""
    app.connect("builder-inited", references)
    app.connect("source-read", inside)
