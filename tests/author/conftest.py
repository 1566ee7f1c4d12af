"""A folder where games are made, and packages that are installed as pip would do it."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from commands.conftest import Home, furnished, met  # noqa: F401 - fixtures
from pbem.games import entries, installed
from pbem.selfplay import simulate

Install = Callable[..., Path]


def forget() -> None:
    """Look for packages again."""
    entries.entries.cache_clear()
    installed.found.cache_clear()
    simulate._bound.clear()  # a process of people plays one game of a name


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Somebody in an empty folder."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Home(tmp_path / "home")


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Install the project of a folder in place; ``nothing`` uninstalls all that was."""
    known, before, number = set(sys.modules), list(sys.path), count()

    def add(project: Path, **more: str) -> Path:
        told = tomllib.loads((project / "pyproject.toml").read_text())["project"]
        name = more.get("name", told["name"])
        info = (
            tmp_path
            / f"site-{next(number)}"
            / f"{name.replace('-', '_')}-{told['version']}.dist-info"
        )
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Name: {name}\nVersion: {told['version']}\n")
        lines = told["entry-points"]["pbem.games"].items()
        text = "".join(f"{one} = {value}\n" for one, value in lines)
        (info / "entry_points.txt").write_text(f"[pbem.games]\n{text}")
        sys.path[:0] = [str(project.absolute()), str(info.parent)]
        importlib.invalidate_caches()
        forget()
        return info

    def uninstall() -> None:
        sys.path[:] = before
        for name in set(sys.modules) - known:
            module = sys.modules[name]
            places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
            if str(tmp_path) in str(places):
                del sys.modules[name]
        forget()

    add.nothing = uninstall  # type: ignore[attr-defined]
    forget()
    yield add
    uninstall()
