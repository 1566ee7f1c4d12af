"""Pages are written in plain English, as far as a program can judge that."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

import prose

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    "*.md", "docs/*.md", "docs/games/*.md", "docs/decisions/*.md", "tests/README.md",
    "tests/example_game/*.md", "tests/case_runner/*.md", "tests/fuzz/*.md", "tests/mutation/*.md",
)  # fmt: skip
PLAIN = sorted(one.relative_to(ROOT).as_posix() for form in PAGES for one in ROOT.glob(form))


@pytest.mark.parametrize("name", PLAIN)
def test_a_page_is_in_plain_english(name):
    """But for one line: what `.ci/run` types out of the README stays as wide as it is."""
    page = re.sub(r"(<!-- tests -->\n```\n).*", r"\1", (ROOT / name).read_text())
    assert list(prose.breaches(page.replace(KEPT_CELL, ""))) == []


KEPT_CARD = "Every bonus for a defender behind water is one point higher"
"""The text of a card stands in the data of a game, so the digest of the data would change."""

KEPT_CELL = f"| {KEPT_CARD} |"


WORDS_MOST = 50_000
"""Words of README and docs/ in all: a new page needs room, so say once what is said twice."""

RECORDS = re.compile(r"docs/decisions/|-(charts|rulings)\.md$")
"""Pages apart: records of a past, and what code generates as a whole."""


def test_readme_and_docs_stay_within_their_budget():
    pages = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    names = {page.relative_to(ROOT).as_posix(): page for page in pages}
    counted = {
        name: prose.written(page.read_text())
        for name, page in names.items()
        if not RECORDS.search(name)
    }
    longest = sorted(counted, key=lambda name: -counted[name])[:5]
    assert sum(counted.values()) <= WORDS_MOST, f"shorten a page; the longest: {longest}"
    assert min(counted.values()) > 0
    assert len(counted) > 40


def test_what_counts_as_a_word_of_a_page():
    page = """\
# Two words

Three [more words](../that/lead.md).
```
none of these
```
| a cell |
<!-- generated: python -m none -->
none of these, either
<!-- end -->
:::{toctree}
nor-this
:::
<!-- test: tests/none.py -->
The end.
"""
    assert prose.written(page) == 2 + 3 + 2 + 2


KEPT = {" Of those with most points \N{WHITE SQUARE} wins, as agreed (ties)."}
"""It stands in positions of finished games, so their digests would change with it."""

FOLDERS = sorted(
    f"pbem/{one.name}"
    for one in (ROOT / "pbem").iterdir()
    if one.suffix == ".py" or (one / "__init__.py").exists()
)


def broken(folder: str) -> list[str]:
    """Return what breaks a rule in the messages of a folder, and where."""
    path = ROOT / folder
    return [
        f"{one.relative_to(ROOT).as_posix()}:{breach.line}: {breach.rule}: {breach.text}"
        for one in ([path] if path.suffix else sorted(path.rglob("*.py")))
        for breach in prose.message_breaches(one.read_text(), KEPT)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_messages_are_in_plain_english(folder):
    assert broken(folder) == []


def modules(folder):
    """Return the modules of a folder, or the module that is named instead."""
    path = ROOT / folder
    return [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))


TESTS = sorted(
    f"tests/{one.name}"
    for one in (ROOT / "tests").iterdir()
    if one.suffix == ".py" or (one.is_dir() and list(one.rglob("*.py")))
)


@pytest.mark.parametrize("folder", [*FOLDERS, *TESTS])
def test_docstrings_and_comments_are_in_plain_english(folder):
    assert [
        (str(path.relative_to(ROOT)), line, *found, sentence)
        for path in modules(folder)
        for line, text in prose.remarks(path.read_text())
        for sentence in prose.sentences(text)
        for found in prose.judged(sentence)
    ] == []


ARGUMENT = re.compile(r"^ {4}\*{0,2}(\w+): ", re.MULTILINE)


def arguments(source):
    """Yield the name of each function with a section of arguments, these, and its parameters."""
    for node in prose.statements(source):
        text = (ast.get_docstring(node) or "") if isinstance(node, ast.FunctionDef) else ""
        if section := re.search(r"^Args:\n((?:    .*\n?)+)", text, re.MULTILINE):
            args = node.args
            known = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
            names = [one.arg for one in known if one is not None and one.arg not in ("self", "cls")]
            yield node.name, ARGUMENT.findall(section[1]), names


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_section_of_arguments_has_every_parameter_in_order(folder):
    for path in modules(folder):
        for name, listed, names in arguments(path.read_text()):
            assert listed == names, f"{path}, {name}"


NOTHING = re.compile(
    r"\b(None|nothing|nobody|if|unless|where|otherwise|else|the same|as `)", re.IGNORECASE
)
"""A docstring with one of these words says when a function returns None."""


def silent(source):
    """Yield the public functions that may return None, and whose docstring does not say when."""
    for node in prose.statements(source):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            text = ast.get_docstring(node)
            returned = ast.unparse(node.returns or ast.Constant(0))
            if text is not None and returned.endswith("| None") and not NOTHING.search(text):
                yield node.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_function_that_may_return_none_says_when(folder):
    found = [(path, name) for path in modules(folder) for name in silent(path.read_text())]
    assert found == []


def test_a_function_that_does_not_say_when_it_returns_none_is_seen():
    source = """
def one() -> int | None:
    '''Return a number.'''

def two() -> int | None:
    '''Return a number; None if there is none.'''

def three() -> int:
    '''Return a number.'''
"""
    assert list(silent(source)) == ["one"]


def test_a_section_that_misses_a_parameter_is_seen():
    source = """
def one(a, b):
    '''Add.

    Args:
        a: The first:
            and more.
        c: None.
    '''
"""
    assert list(arguments(source)) == [("one", ["a", "c"], ["a", "b"])]


def test_what_is_a_remark_and_what_is_none():
    source = """
def one():
    '''Return whoever has `the pen` or ``told`` it.'''
    return "behind"  # he knows "anew"
"""
    remarks = [found for _, text in prose.remarks(source) for found in prose.old_terms(text)]
    assert remarks == [("anyone", "whoever"), ("they", "he")]


def test_each_part_of_a_remark_is_judged_by_itself():
    source = """
def one(two, three):
    '''Add.

    Who adds
    is right::

        add 1
        add 2

    - ``two``, ``three``: Where they are,
      or were. And:
    - more

    Args:
        two: What is added.
        three: The other.

    Returns:
        Whose it is.

    ====  =====
    four  Of it
    ====  =====
    '''
    # Of two lines
    # one counts.

    return two + three  # another

    # - Who
    # - what
"""
    assert list(prose.remarks(source)) == [
        (3, "Add."), (5, "Who adds is right::"), (8, "add 1"), (9, "add 2"),
        (11, "Where they are, or were. And:"), (13, "more"),
        (15, "Args:"), (16, "What is added."), (17, "The other."),
        (19, "Returns:"), (20, "Whose it is."), (23, "Of it"),
        (26, "Of two lines one counts."), (29, "another"), (31, "Who"), (32, "what"),
    ]  # fmt: skip


def test_what_is_a_message_and_what_is_none():
    source = """
@app.command("one")
def one():
    '''Print whoever is in the game.'''

def two(name):
    '''Where a docstring tells it, nobody is told.'''
    raise ValueError(f"{name} is behind what 'whoever it is' has said")
"""
    assert [breach.rule for breach in prose.message_breaches(source)] == [
        "say 'anyone'", "say 'after'",
    ]  # fmt: skip


def case_files():
    """Return the files of numbered cases of each game."""
    return sorted(ROOT.glob("tests/cases/*/*.yaml"))


TITLE = re.compile(r"^ *title: (.*)$|(?:^|\s)# (.*)$", re.MULTILINE)
"""A title of a numbered case, or a comment beside one."""

PLACES = {"say 'after'", "say 'import, receive'"}
"""Rules that titles need not keep: units are `behind` rivers; a sector is `taken in` a turn."""


def case_breaches(text):
    """Yield what breaks a rule in the titles and comments of a file of numbered cases."""
    for found in TITLE.finditer(text):
        for sentence in prose.sentences((found[1] or found[2] or "").strip("\"'")):
            for rule, words in prose.judged(sentence):
                if rule not in PLACES:
                    yield rule, words, sentence


@pytest.mark.parametrize("file", case_files(), ids=lambda one: f"{one.parent.name}-{one.stem}")
def test_titles_of_numbered_cases_are_in_plain_english(file):
    assert list(case_breaches(file.read_text())) == []


def test_what_breaks_a_rule_in_a_title_is_seen():
    file = """\
# Who must fight.
cases:
  - id: "1"
    title: "Barrage: he is asked"
    # whoever stands there
  - id: "2"
    title: Where nobody stands the order lapses
  - id: "3"
    title: A unit behind the river is asked
    given: {units: {his: "1"}}  # a sector taken in a turn
"""
    assert [rule for rule, _, _ in case_breaches(file)] == [
        "a sentence begins so", "say 'they'", "say 'anyone'", "a sentence begins so",
        "say 'be skipped'",
    ]  # fmt: skip


def texts(value):
    """Yield the texts of several words in the data of a game."""
    if isinstance(value, str):
        yield from [value] if " " in value else []
    else:
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


DATA = sorted(ROOT.glob("pbem/games/*/data/*.yaml"))


@pytest.mark.parametrize("file", DATA, ids=lambda one: f"{one.parts[-3]}-{one.stem}")
def test_texts_in_the_data_of_games_are_in_plain_english(file):
    data = yaml.load(file.read_text(), getattr(yaml, "CBaseLoader", yaml.BaseLoader))  # noqa: S506
    assert [
        (*found, sentence)
        for text in texts(data)
        if text != KEPT_CARD
        for sentence in prose.sentences(text)
        for found in prose.judged(sentence)
    ] == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Of two logs one counts.", "a sentence begins so"),
        ("It holds. Whoever signs twice is out.", "a sentence begins so"),
        ("It says what was told.", "say 'describe, report, say'"),
        ("He signs his log.", "say 'they'"),
        ("The event behind it is void.", "say 'after'"),
        ("Wait until it lapses.", "say 'be skipped'"),
        ("An cup is a list.", "say 'a'"),
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
