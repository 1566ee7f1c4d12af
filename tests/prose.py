"""Reads text as `tests/test_prose.py` judges it: which sentences break a rule of plain English.

`markdown-it-py` parses pages, so code, links and tables are what a reader sees of them. Python's
own parser finds the messages of a module.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

MEAN_MOST, LONGEST, WIDEST = 20, 35, 100
"""Words of a sentence on the average of a page, and of one; letters of a line."""

OPENERS = ("Of", "Where", "Who", "Whose", "Whoever", "What")
"""No sentence begins with one of them, except a question."""

BANNED = {
    "after": r"behind",
    "again": r"anew",
    "anyone": r"who(m)?ever",
    "of it": r"thereof",
    "active player": r"(the|whose|no|your|his|their) pen",
    "describe, report, say": r"tells?|told|telling",
    "be skipped": r"laps(e|es|ed|ing)",
    "import, receive": r"(take|takes|taken|took|taking) in",
    "they": r"s?he|his|hers?|him|(him|her)self",
    "cup": r"urns?",
}
"""The words to say instead, and the words that are not used."""

_BANNED = {say: re.compile(rf"\b({words})\b", re.IGNORECASE) for say, words in BANNED.items()}
_END = re.compile(r"(?<=[.!?])[)\"']*\s+(?=[(\"'A-Z0-9\N{WHITE SQUARE}]|pbem\b)")
_QUOTED = re.compile(r"``[^`]*``|`[^`]*`|\"[^\"\n]*\"")
_CODE = "\N{WHITE SQUARE}"
"""The sign for code in a sentence: one word, of which no letter is judged."""


class Breach(NamedTuple):
    """A line of a page, what rule it breaks, and the words that do."""

    line: int
    rule: str
    text: str


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    return [one for one in _END.split(" ".join(text.split())) if one]


def words(sentence: str) -> int:
    """Return how many words a sentence has; code is one."""
    return len([one for one in sentence.split() if any(map(str.isalnum, one)) or _CODE in one])


AN = re.compile(r"\b[Aa]n (?!mbox|xml)[bcdfgj-np-tv-z][a-z]+")
"""An article that stood before another word once."""


def judged(sentence: str, *, whole: bool = True) -> Iterator[tuple[str, str]]:
    """Yield each rule that a sentence breaks, and the words that do; ``whole``: it has a verb."""
    first = sentence.split(maxsplit=1)[0].strip("(\"'")
    if whole and first in OPENERS and not sentence.rstrip(")\"'").endswith("?"):
        yield "a sentence begins so", first
    if words(sentence) > LONGEST:
        yield f"{words(sentence)} words in a sentence", sentence
    for say, found in old_terms(sentence):
        yield f"say '{say}'", found
    for found in AN.findall(sentence):
        yield "say 'a'", found


def paragraphs(page: str) -> Iterator[tuple[int, str, bool]]:
    """Yield line, text and whether it is whole sentences (a cell or heading need be none)."""
    inside: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(page):
        if token.nesting > 0:
            inside.append(token.type)
        elif token.nesting < 0:
            inside.pop()
        elif token.type == "inline" and token.map is not None:
            whole = not {"th_open", "td_open", "heading_open"} & set(inside)
            yield token.map[0] + 1, _seen(token), whole


def breaches(page: str) -> Iterator[Breach]:
    """Yield what breaks a rule on a page of Markdown."""
    lengths = []
    for line, text, whole in paragraphs(page):
        for sentence in sentences(text):
            yield from (Breach(line, *found) for found in judged(sentence, whole=whole))
            lengths += [words(sentence)] if whole else []
    if lengths and sum(lengths) > MEAN_MOST * len(lengths):
        yield Breach(0, f"{sum(lengths) / len(lengths):.1f} words a sentence", "on the average")
    for number, wide in enumerate(page.splitlines(), 1):
        if len(wide) > WIDEST and " " in wide.strip() and not wide.lstrip().startswith("|"):
            yield Breach(number, f"{len(wide)} letters in a line", wide)


_APART = (
    re.compile(r"<!-- generated.*?-->.*?(?:<!-- end.*?-->|\Z)", re.DOTALL),
    re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE),
    re.compile(r"^:::.*?^:::", re.DOTALL | re.MULTILINE),
    re.compile(r"<!--.*?-->", re.DOTALL),
    re.compile(r"\]\([^)]*\)"),
)
"""The parts of a page that do not count: generated sections, code, lists of pages, comments,
targets of links."""


def written(page: str) -> int:
    """Return how many words of a page somebody wrote, without code and generated sections."""
    for form in _APART:
        page = form.sub(" ", page)
    return len(re.findall(r"[A-Za-z][\w'.-]*", page))


def statements(source: str) -> Iterator[ast.AST]:
    """Yield a module and each statement in it; what these are made of is not looked through."""
    waiting: list[ast.AST] = [ast.parse(source)]
    for node in waiting:
        yield node
        for name in ("body", "handlers", "cases", "orelse", "finalbody"):
            waiting += getattr(node, name, ())


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of the parts of docstrings and comments; a quotation is code.

    A part is a paragraph, an item of a list, an argument, or a row of a table or of code.
    """
    blocks = [
        (node.lineno, inspect.cleandoc(node.value.value).splitlines())
        for node in statements(source)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    for first, lines in [*blocks, *_comments(source)]:
        for at, text in _parts(lines):
            yield first + at, _QUOTED.sub(_CODE, text)


def _comments(source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield first line and lines of each comment: one beside code, or lines of their own."""
    if "#" not in source:
        return
    lines = list[str]()
    ends = (0, 0)
    for one in tokenize.generate_tokens(io.StringIO(source).readline):
        if one.type == tokenize.COMMENT:
            row, column = one.start
            if lines and (ends != (row - 1, column) or one.line[:column].strip()):
                yield ends[0] - len(lines) + 1, lines
                lines = []
            lines.append(one.string.removeprefix("#").removeprefix(" "))
            ends = (row, column)
    yield ends[0] - len(lines) + 1, lines


_ITEM = re.compile(
    r" *=[= ]*$| *\| | *(?:[-*]|\d+\.) (?:(?:``[^`]*``(?:, | and )?)+: )?| {4}\*{0,2}[\w.]+: (?=\S)"
    r"| *\S.*? {2,}(?=\S)"
)
"""A rule of a table, and the beginning of an item, of an argument, or of a row."""


def _parts(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield first line and text of each part, without the name of what it is about."""
    held, at, before, code = list[str](), 0, 0, False
    for number, line in enumerate([*lines, ""]):
        item = _ITEM.match(line)
        text = line[item.end() :] if item else line.strip()
        indent = len(line) - len(line.lstrip())
        apart = item or code or not text or indent < before
        if held and (apart or (indent > before and held[-1].endswith(":"))):
            yield at, " ".join(held)
            code = held[-1].endswith("::") or (code and indent >= before)
            held = []
        if text:
            at = at if held else number
            held.append(text)
            before = indent


def old_terms(text: str) -> Iterator[tuple[str, str]]:
    """Yield what to say, and the words in a text that say it otherwise."""
    for say, pattern in _BANNED.items():
        for found in pattern.finditer(text):
            if not found.group().isupper():  # an abbreviation, as HE shells
                yield say, found.group()


def messages(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of what a module says to people: longer strings, and help of commands.

    Other docstrings are no messages. A value that fills a string is one word.
    """
    tree = ast.parse(source)
    apart: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            apart.update(one for value in node.values for one in ast.walk(value))
        elif isinstance(node, ast.FunctionDef) and _is_command(node):
            apart.update(one.value for one in node.body[1:] if isinstance(one, ast.Expr))
            continue
        if isinstance(body := getattr(node, "body", None), list) and not _is_command(node):
            apart.update(one.value for one in body if isinstance(one, ast.Expr))
    for node in ast.walk(tree):
        if node in apart or not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        text = _filled(node)
        if _PROGRAM.search(text) or _STYLES.search(text):
            continue
        if len(_WORD.findall(text)) >= FEWEST and re.search(r"[a-z] [a-z]", text):
            yield node.lineno, text


_PROGRAM = re.compile(r"=>|^import \w", re.MULTILINE)
"""A string that has it holds a program, in JavaScript or Python, and nothing for people."""

FEWEST = 4
"""A string of fewer words is a name, or a part of a sentence."""

_STYLES = re.compile(r"[\w.-] ?\{[^}]*:[^}]*\}\n")
"""A sheet of styles is no message."""

_WORD = re.compile(r"(?<![\w.<-])[A-Za-z]+(?![\w>])")


def _is_command(node: ast.AST) -> bool:
    """Say whether a function is a command of Typer's: its docstring is its help."""
    decorators = getattr(node, "decorator_list", [])
    return any(
        ast.unparse(one).endswith((".command()", ".callback()")) or ".command(" in ast.unparse(one)
        for one in decorators
    )


def _filled(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        str(one.value) if isinstance(one, ast.Constant) else _CODE for one in node.values
    )


def message_breaches(source: str, kept: Collection[str] = ()) -> Iterator[Breach]:
    """Yield what breaks a rule in the messages of a module, but for those that are ``kept``.

    Between quotes stands code.
    """
    for line, text in messages(source):
        if text in kept:
            continue
        for sentence in sentences(re.sub(r"'[^' ][^']*'", _CODE, text)):
            yield from (Breach(line, *found) for found in judged(sentence))


def _seen(inline: Token) -> str:
    """Return what a reader sees of a paragraph, with code as one sign."""
    kinds = {"code_inline": _CODE, "softbreak": " ", "hardbreak": ". ", "html_inline": ""}
    return "".join(kinds.get(one.type, one.content) for one in inline.children or [])
