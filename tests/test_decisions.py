"""Decisions are numbered, each number once, as their titles say."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "decisions"


def test_each_number_is_one_decision() -> None:
    pages = sorted(FOLDER.glob("*.md"))
    numbers = [page.name[:4] for page in pages]
    assert len(set(numbers)) == len(numbers) > 30
    for page in pages:
        title = page.read_text().partition("\n")[0]
        number = title.removeprefix("# ").partition(" ")[0].rstrip(".:")
        assert int(number) == int(page.name[:4]), page.name
