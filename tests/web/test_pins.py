"""The content of the folder: packages that the page of dependencies lists, and no more."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.web import needed, packages
from pbem.web.packages import PackageError, Pin, package, pins

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_of_dependencies_has_each_with_version_and_licence():
    page = (ROOT / "docs" / "dependencies.md").read_text()
    part = page.split("## In the folder for browsers\n")[1].split("\n## ")[0]
    listed = re.findall(r"^\| `(\S+)` (\S+) \| (\w+) \| (\S+) \|$", part, re.MULTILINE)
    assert listed == [(pin.name, pin.version, pin.registry, pin.licence) for pin in pins()]


def test_another_file_of_the_same_name_is_refused_and_not_kept(tmp_path, monkeypatch):
    pin = Pin("npm", "x", "1", "x-1.tgz", sha256(b"right").hexdigest(), "MIT", ["x"])
    monkeypatch.setattr(packages, "_fetched", lambda _pin: b"wrong")
    with pytest.raises(PackageError, match="SHA-256 differs"):
        package(pin, tmp_path)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(packages, "_fetched", lambda _pin: b"right")
    assert package(pin, tmp_path) == (tmp_path / "x-1.tgz").read_bytes() == b"right"
    monkeypatch.setattr(packages, "_fetched", None)  # it is kept: nobody is asked again
    assert package(pin, tmp_path) == b"right"


def test_a_browser_gets_all_games_and_no_command_and_no_agent():
    names = {name for name, _ in needed.needed()}
    assert {f"pbem/games/{game}/module.py" for game in ("lantern", "saipan", "tokyo")} <= names
    assert "pbem/games/singapore/data/singapore.yaml" in names
    assert not [name for name in names if name.startswith(("pbem/commands", "pbem/agent"))]
    pages = [name for name in names if "/page/" in name and "replays" not in name]
    assert pages == [f"pbem/{needed.DRAWN}"]
