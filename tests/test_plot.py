"""Drawings in files: refused in clear words, whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem import plot
from pbem.errors import FormError, PbemError
from pbem.log import disk


@pytest.fixture
def figure() -> Any:
    from matplotlib.figure import Figure  # takes long, and few tests need it

    return Figure()


def test_what_cannot_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("plot.pdf", "plot", "svg"):
        with pytest.raises(FormError, match=r"must end in \.svg or \.png"):
            plot.check(tmp_path / name)
    plot.check(tmp_path / "PLOT.SVG")
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    with pytest.raises(PbemError, match=r"pip install 'pbem\[plot\]'"):
        plot.check(tmp_path / "plot.svg")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_file_takes_the_place_of_the_former_one(tmp_path: Path, kind: str, figure: Any) -> None:
    path = tmp_path / f"plot.{kind}"
    path.write_text("before")
    with plot.style():
        plot.save(figure, path)
    assert path.read_bytes()[:4] in {b"<?xm", b"\x89PNG"}
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Any
) -> None:
    path = tmp_path / "plot.svg"
    path.write_text("before")

    def half(where: Path, data: bytes, *, shared: bool = False) -> None:
        where.write_bytes(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "write_synced", half)
    with pytest.raises(PbemError, match=r"plot\.svg failed: No space left on device"):
        plot.save(figure, path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_directory_of_that_name_stays(tmp_path: Path, figure: Any) -> None:
    path = tmp_path / "plot.svg"
    path.mkdir()
    with pytest.raises(PbemError, match=r"plot\.svg failed: Is a directory"):
        plot.save(figure, path)
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(PbemError, match="No such file or directory"):
        plot.save(figure, tmp_path / "nowhere" / "plot.svg")
