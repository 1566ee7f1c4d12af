"""Pages are written in plain English, as far as a program can judge that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import prose

ROOT = Path(__file__).resolve().parents[1]
PLAIN = [
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "docs/api.md",
    "docs/changed-keys.md",
    "docs/court.md",
    "docs/coverage.md",
    "docs/decisions/0017-checks.md",
    "docs/decisions/0043-the-site.md",
    "docs/dependencies.md",
    "docs/first-game-by-mail.md",
    "docs/first-game.md",
    "docs/games/memory.md",
    "docs/how-it-works.md",
    "docs/how-to-break-it.md",
    "docs/index.md",
    "docs/keys.md",
    "docs/mail.md",
    "docs/many-games.md",
    "docs/mutation.md",
    "docs/playing-by-mail.md",
    "docs/releases.md",
    "docs/replay.md",
    "docs/what-it-touches.md",
    "docs/words.md",
]
"""The pages that hold to it."""


@pytest.mark.parametrize("name", PLAIN)
def test_a_page_is_in_plain_english(name):
    """But for one line: what `.ci/run` types out of the README stays as wide as it is."""
    page = re.sub(r"(<!-- tests -->\n```\n).*", r"\1", (ROOT / name).read_text())
    assert list(prose.breaches(page)) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Of two logs one counts.", "a sentence begins so"),
        ("It holds. Whoever signs twice is out.", "a sentence begins so"),
        ("It says what was told.", "say 'describe, report, say'"),
        ("He signs his log.", "say 'they'"),
        ("The event behind it is void.", "say 'after'"),
        ("Wait until it lapses.", "say 'be skipped'"),
        ("It holds " + "and holds " * 17 + "on.", "37 words in a sentence"),
        ("One two three four " * 5 + "five.", "21.0 words a sentence"),
        ("A line " + "x" * 100, "107 letters in a line"),
        ("| what | he |\n| --- | --- |\n| it | signs anew |", "say 'again'"),
    ],
)
def test_what_breaks_a_rule_is_seen(text, rule):
    assert rule in [one.rule for one in prose.breaches(text)]


@pytest.mark.parametrize(
    "text",
    [
        "What does it cost? Nothing.",
        "# What no test can show",
        "```\nOf two: he told it anew\n```",
        "Type `whoever` or [a link](behind/anew.md).",
        "Where `x` is not read? It is.",
        "| Of it | Where |\n| --- | --- |\n| 1 | What is new |",
    ],
)
def test_what_breaks_no_rule_is_not(text):
    assert list(prose.breaches(text)) == []
