"""Tables of the modules inside a package, in the order of its layers, by their docstrings."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

_REFERENCE = re.compile(r" \([^()]*(?:docs/|protocol)[^()]*\)")
"""Where a docstring names a page: the table leaves it out."""


def layers(root: Path, package: str) -> Iterator[str]:
    """Yield a table of what the modules of a package hold, those that know most first."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    [contract] = (
        one
        for one in settings["tool"]["importlinter"]["contracts"]
        if one.get("containers") == [f"pbem.{package}"]
    )
    yield f"\n| Layer of `pbem/{package}/` | Contents |\n| --- | --- |"
    for layer in contract["layers"]:
        for name in re.findall(r"\w+", layer):
            folder = root / "pbem" / package / name
            file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
            shown = f"{name}/" if folder.is_dir() else file.name
            yield f"| `{shown}` | {_summary(file)} |"


def _summary(file: Path) -> str:
    docstring = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(_REFERENCE.sub("", docstring.partition("\n\n")[0]).split())
