"""A script of the page reads no sentence that the program wrote.

A word that changes in a game would break the page, and no test would say so; a new game has other
words. A field beside the sentence says what the page needs to know. Left are lists of orders,
which a player types too, and names that are no sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem

PAGE = Path(pbem.__file__).parent / "board" / "page"

COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)
PATTERN = re.compile(
    r"(?<=[(,=:?!&|\[ ])/(?![/* =])((?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\])+)/[dgimsuvy]*(?=[.,;) ])"
)
NO_WORD = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|\(\?<?[:=!]")
WORD = re.compile(r"[A-Za-z]{2}|%")
READS = (
    "match|matchAll|test|exec|split|replace|replaceAll|startsWith|endsWith|includes|indexOf"
    "|lastIndexOf|search"
)
TEXT = re.compile(rf"\.(?:{READS})\(\s*([\"'`])((?:(?!\1).)+)\1")
PHRASE = re.compile(r"[A-Za-z] | [A-Za-z]|^[:;,.] $|[:;,.] [a-z]|^ ?\(|%")
"""A piece of a sentence; one word alone is a code."""

LIST = "a list of orders, as a player types it"
LEFT = {
    ("edge/sheet.js", r"^\s*(?:move (.+?) to (.+?)( under)?|box (.+))\s*$"): LIST,
    ("edge/standing.js", "^standing "): LIST,
    ("edge/tablerecipes.js", r"^\s*recipe ([A-Za-z0-9._-]+)(?:: *(.*?))?\s*$"): LIST,
    ("edge/tablerecipes.js", " then "): LIST,
    ("edge/tablerecipes.js", r"^(.*?) ?(?:at|to) (.+)$"): LIST,
    ("orders/asked.js", "; end "): LIST,
    ("orders/asked.js", "; "): LIST,
    ("orders/chips.js", r"^\s*(standing\b|#)"): LIST,
    ("orders/list.js", r"^\s*(standing\b|#|$)"): LIST,
    ("orders/reading.js", "end "): LIST,
    ("orders/writing.js", r"^\s*standing\b"): LIST,
    ("past/dressed.js", " for ${name}"): "the name of a side in the head of an event",
    (
        "past/meanings.js",
        r"\b([A-Za-z]+)(\d+)((?:(?:, | and )\1\d+)*)\b",
    ): "names of units in a row, told apart by the glossary of the game",
    ("past/lookup.js", ", "): "paragraphs in brackets, which every sentence has alike",
}  # fmt: skip
"""The texts that may be read, with the reason."""


def read_in(script: str) -> Iterator[str]:
    """Yield the patterns and pieces of sentences that a script looks for in a text."""
    code = COMMENT.sub("", script)
    yield from (one for one in PATTERN.findall(code) if WORD.search(NO_WORD.sub(" ", one)))
    yield from (one for _, one in TEXT.findall(code) if PHRASE.search(one))


@pytest.mark.parametrize(
    "code",
    [
        r"const [, what] = /^No (\w+)$/.exec(declines) ?? [];",
        r"const pool = /(\d+) left$/.exec(price);",
        'const at = prompt.indexOf("Do you fire for");',
        'const [first] = odds.split("; if ");',
        'const all = line.split(", ");',
        "const found = words.endsWith(` for ${name}`);",
        r"const LOSSES = /\blost\b|^(eliminated|killed)\b/i;",
        r"const [, share] = /^(.*?) (\d+)%$/.exec(words) ?? [];",
    ],
)
def test_a_sentence_that_is_read_is_found(code: str) -> None:
    assert list(read_in(code))


@pytest.mark.parametrize(
    "code",
    [
        'if (may.includes("orders")) return;',
        r"const lines = text.split(/[\n;]/);",
        r"const number = name.replace(/^\D+/, '');",
        'const units = pointed.split(" ");',
        "// no word of it: line.split(', ')",
    ],
)
def test_what_is_no_sentence_is_left_alone(code: str) -> None:
    assert not list(read_in(code))


def test_no_script_of_the_page_reads_a_sentence_of_the_program() -> None:
    found = {
        (path.relative_to(PAGE).as_posix(), one)
        for path in PAGE.rglob("*.js")
        for one in read_in(path.read_text("utf-8"))
    }
    assert found - set(LEFT) == set(), "send a field beside the sentence, and use that"
    assert set(LEFT) - found == set(), "LEFT names what is no longer read"
