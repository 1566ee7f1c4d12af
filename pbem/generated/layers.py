"""Tables of packages and of the modules inside, in the order of layers, by their docstrings."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

_REFERENCE = re.compile(r" \([^()]*(?:docs/|protocol)[^()]*\)")
"""The form of a reference to a page in a docstring: the table leaves it out."""


def packages(root: Path) -> Iterator[str]:
    """Yield a table of all packages, those that know most first."""
    [contract] = (one for one in _contracts(root) if one.get("id") == "layers")
    yield "\n| Layer of `pbem/` | Contents |\n| --- | --- |"
    yield from _rows(root / "pbem", (layer.replace("pbem.", "") for layer in contract["layers"]))


def forbidden(root: Path) -> Iterator[str]:
    """Yield what import contracts forbid besides, a sentence each."""
    yield ""
    named = (one["name"] for one in _contracts(root) if one["type"] == "forbidden")
    yield from (f"- {name}." for name in named)


def layers(root: Path, package: str) -> Iterator[str]:
    """Yield a table of what the modules of a package hold, those that know most first."""
    [contract] = (one for one in _contracts(root) if one.get("containers") == [f"pbem.{package}"])
    yield f"\n| Layer of `pbem/{package}/` | Contents |\n| --- | --- |"
    yield from _rows(root / "pbem" / package, contract["layers"])


def _contracts(root: Path) -> list[dict[str, Any]]:
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contracts: list[dict[str, Any]] = settings["tool"]["importlinter"]["contracts"]
    return contracts


def _rows(package: Path, layers: Iterable[str]) -> Iterator[str]:
    for layer in layers:
        for name in re.findall(r"\w+", layer):
            folder = package / name
            file = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
            shown = f"{name}/" if folder.is_dir() else file.name
            yield f"| `{shown}` | {_summary(file)} |"


def _summary(file: Path) -> str:
    docstring = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return " ".join(_REFERENCE.sub("", docstring.partition("\n\n")[0]).split())
