"""Pictures of a module for its owner's board: read in a child process, and kept nowhere."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import fords
from pbem.vassal import reading
from pbem.vassal.pictures import kind_of
from pbem.vassal.refusal import ModuleRefused


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return fords.packed(
        tmp_path / "fords.vmod",
        {"images/fake.png": b"<html>no picture</html>", "images/old.gif": b"GIF89a" + b"\0" * 9},
    )


def test_pictures_are_read_by_name_and_what_is_none_is_left_out(module: Path) -> None:
    files = fords.files()
    wanted = ["blue.png", "weather.svg", "old", "fake.png", "nowhere.png", "../moduledata", ""]
    found = reading.read_pictures(module, wanted).pictures
    assert set(found) == {"blue.png", "weather.svg", "old"}
    assert found["blue.png"] == files["images/blue.png"]
    assert [kind_of(found[name]) for name in ("blue.png", "weather.svg", "old")] == [
        "image/png", "image/svg+xml", "image/gif"
    ]  # fmt: skip


def test_a_folder_has_the_same_pictures_as_a_file(module: Path, tmp_path: Path) -> None:
    folder = fords.unpacked(tmp_path / "folder")
    names = ["blue.png", "meadow.png", "card20.png"]
    found = reading.read_pictures(folder, names)
    assert found == reading.read_pictures(module, names)


def test_so_many_bytes_are_read_at_most(module: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(fords.files()["images/blue.png"])
    monkeypatch.setattr(reading, "PICTURES_MOST", size + 10)
    found = reading.read_pictures(module, ["blue.png", "meadow.png", "blue-back.png"]).pictures
    assert set(found) == {"blue.png"}
    left = reading.read_pictures(module, ["blue.png", "meadow.png", "blue-back.png"]).later
    assert left == ["blue-back.png"], "the large one has no room at all; this one can come next"


def test_a_picture_that_is_damaged_costs_that_picture(tmp_path: Path) -> None:
    whole = fords.packed(tmp_path / "whole.vmod").read_bytes()
    good = fords.files()["images/meadow.png"]
    at = whole.index(b"images/meadow.png") + len("images/meadow.png") + 20
    broken = tmp_path / "broken.vmod"
    broken.write_bytes(whole[:at] + b"\xff" * 8 + whole[at + 8 :])
    found = reading.read_pictures(broken, ["meadow.png", "blue.png"]).pictures
    assert found.get("meadow.png") != good
    assert "blue.png" in found


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 cut short", b"\0" * 100])
def test_what_is_no_module_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "no.vmod"
    path.write_bytes(data)
    with pytest.raises(ModuleRefused, match="not a whole ZIP file"):
        reading.read_pictures(path, ["blue.png"])


def test_a_small_file_of_too_many_pixels_is_no_picture(tmp_path: Path) -> None:
    """A browser would need 40 GB for it."""
    bomb = b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + b"\0" * 20
    large = b"GIF89a" + struct.pack("<HH", 10_000, 10_000) + b"\0" * 20
    path = fords.packed(tmp_path / "f.vmod", {"images/bomb.gif": bomb, "images/large.gif": large})
    assert set(reading.read_pictures(path, ["bomb.gif", "large.gif"]).pictures) == {"large.gif"}
