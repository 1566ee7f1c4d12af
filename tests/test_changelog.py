"""The changelog is in the form of *Keep a Changelog* 1.1.0, newest first, without an empty part."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[1] / "CHANGELOG.md").read_text("utf-8")
SECTIONS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
BULLET = re.compile(r"- \*\*[^*\n]+\.\*\*(?: |\n {2})\S")
RELEASE = re.compile(r"\[(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)\] - (\d{4}-\d\d-\d\d)")


def parts(text: str, mark: str) -> tuple[str, list[tuple[str, str]]]:
    """Return what stands before the first heading that has a mark; each heading, and its text."""
    before, *rest = re.split(rf"^{mark} (.*)\n", text, flags=re.MULTILINE)
    return before, list(zip(rest[::2], rest[1::2], strict=True))


def bullets(text: str) -> list[str]:
    """Return the bullets of a section; a line that is in none is one of its own."""
    return [one.rstrip() for one in re.split(r"\n(?! {2}\S)", text.strip("\n"))]


def breaches(page: str) -> list[str]:
    """Return what breaks the form of a changelog."""
    found = []
    head, releases = parts(page, "##")
    if not head.startswith("# Changelog\n\n"):
        found.append("title")
    if "Keep a Changelog" not in head or "Semantic Versioning" not in head:
        found.append("line that names the form")
    names = [name for name, _ in releases]
    if names[:1] != ["[Unreleased]"]:
        found.append("Unreleased")
    read = [RELEASE.fullmatch(name) for name in names[1:]]
    if not read or not all(read):
        return [*found, "heading of a release"]
    numbers = [tuple(map(int, one.groups()[:3])) for one in read if one]
    days = [one[4] for one in read if one]
    if any(after >= before for before, after in pairwise(numbers)):
        found.append("order of releases")
    if any(after > before for before, after in pairwise(days)):
        found.append("order of days")
    for day in days:
        try:
            date.fromisoformat(day)
        except ValueError:
            found.append(f"day {day}")
    for name, text in releases:
        found += [f"{name}: {one}" for one in breaches_of_a_release(text)]
    return found


def breaches_of_a_release(text: str) -> list[str]:
    """Return what breaks the form of a release."""
    found = []
    before, sections = parts(text, "###")
    if before.strip():
        found.append("text outside of a section")
    places = [SECTIONS.index(name) if name in SECTIONS else -1 for name, _ in sections]
    if -1 in places or any(after <= before for before, after in pairwise(places)):
        found.append("sections")
    for name, bulleted in sections:
        found += [f"{name}: {one[:40]!r}" for one in bullets(bulleted) if not BULLET.match(one)]
    return found


def test_the_changelog_has_its_form() -> None:
    assert breaches(PAGE) == []


GOOD = """# Changelog

This page follows Keep a Changelog and Semantic Versioning.

## [Unreleased]

### Added

- **Mail.** A subject
  says it.
- **Board.** It has a dock.

### Security

- **Keys.** They cost more.

## [1.0.0] - 2026-11-27

### Added

- **All.** It began.

## [0.9.0] - 2026-11-27

### Changed

- **All.** It went on.
"""


def test_what_is_in_form_breaks_nothing() -> None:
    assert breaches(GOOD) == []
    assert breaches(GOOD.replace(GOOD[GOOD.index("### Added") : GOOD.index("## [1.0")], "")) == []


@pytest.mark.parametrize(
    ("was", "becomes", "found"),
    [
        ("# Changelog\n", "# Changes\n", "title"),
        ("Semantic Versioning", "numbers", "line that names the form"),
        ("[Unreleased]", "Unreleased", "Unreleased"),
        ("[1.0.0] - 2026-11-27", "1.0.0", "heading of a release"),
        ("[1.0.0] - 2026-11-27", "[1.0.0] - 27.11.2026", "heading of a release"),
        ("[0.9.0]", "[1.0.0]", "order of releases"),
        ("[0.9.0]", "[1.10.0]", "order of releases"),
        ("[0.9.0] - 2026-11-27", "[0.9.0] - 2026-11-28", "order of days"),
        ("[0.9.0] - 2026-11-27", "[0.9.0] - 2026-02-30", "day 2026-02-30"),
        ("### Security", "### Secure", "[Unreleased]: sections"),
        ("### Security", "### Added", "[Unreleased]: sections"),
        ("### Added\n\n- **Mail", "### Security\n\n- **Mail", "[Unreleased]: sections"),
        ("### Added\n\n- **Mail", "- **Mail", "[Unreleased]: text outside of a section"),
        ("- **Keys.** They cost more.\n\n", "", "[Unreleased]: Security: ''"),
        ("- **Keys.** They", "- They", "[Unreleased]: Security: '- They cost more.'"),
        ("- **Keys.** They", "They", "[Unreleased]: Security: 'They cost more.'"),
        ("- **Board", "\n**In a browser**\n- **Board", "[Unreleased]: Added: ''"),
    ],
)
def test_what_is_not_in_form_is_seen(was: str, becomes: str, found: str) -> None:
    assert was in GOOD
    assert found in breaches(GOOD.replace(was, becomes, 1))
