"""The picture of simulated games: honest, and the same for the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.selfplay import chart
from pbem.selfplay.series import Summary, summary
from pbem.selfplay.simulate import Played


def games(*levels: list[int]) -> Summary:
    return summary(
        [
            Played(seed, "us" if track[-1] else "jp", "late" if track[-1] else "broken", len(track),
                   9, 9, 0, 1.0, {"morale": track})
            for seed, track in enumerate(levels)
        ],
        ["us"],
    )  # fmt: skip


SUMMARIES = {"standard": games([9, 5, 3], [8, 0], [9, 4, 2]), "rubble=true": games([7, 0], [6, 0])}


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_games_give_the_same_file(tmp_path: Path, kind: str) -> None:
    one, two = tmp_path / f"one.{kind}", tmp_path / f"two.{kind}"
    for path in (one, two):
        chart.draw(path, "Toy: 3 simulated games", "us", SUMMARIES)
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_size > 2000


def test_the_picture_says_what_it_shows_and_nothing_of_its_making(tmp_path: Path) -> None:
    path = tmp_path / "toy.svg"
    chart.draw(path, "Toy: 3 simulated games", "us", SUMMARIES)
    text = path.read_text()
    for words in (
        "Toy: 3 simulated games", ">morale (standard)<", ">median<", "the middle half of the games",
        "rubble=true", "us: late", "jp: broken", "95% interval for wins of us",
    ):  # fmt: skip
        assert words in text, words
    assert "<metadata" not in text
    assert "20" + "26" not in text


def test_games_without_tracks_are_drawn_too(tmp_path: Path) -> None:
    path = tmp_path / "bare.svg"
    bare = summary([Played(1, None, "drawn", 2, 1, 1, 0, 1.0)], ["us", "jp"])
    chart.draw(path, "Bare", "us", {"standard": bare})
    assert "draw: drawn" in path.read_text()
