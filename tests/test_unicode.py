"""Code that judges an event reads text alike in every Python (protocol section 2).

The functions of `str` and the classes of `re` follow the Unicode tables of the Python that runs
them, and those grow. This reads the tree: on the floors that judge a log they are not used, but
where the text is not an event's, or was matched as ASCII before. `pbem.kit.plain` has others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
JUDGES = ("crypto", "log", "table", "play", "kit", "games")
SOURCES = sorted(path for floor in JUDGES for path in ROOT.glob(f"pbem/{floor}/**/*.py"))

METHODS = {
    "isdigit", "isdecimal", "isnumeric", "isspace", "isalpha", "isalnum", "isidentifier",
    "isprintable", "isupper", "islower", "istitle", "lower", "upper", "casefold", "title",
    "capitalize", "swapcase", "splitlines",
}  # fmt: skip
BLANKS = {"split", "rsplit", "strip", "lstrip", "rstrip"}
"""They know Unicode where no argument says what to look for."""
NUMBERS = {"int", "float"}
CLASSES = re.compile(r"\\[dDwWsSbB]")
FLAGS = {"IGNORECASE", "I", "UNICODE", "U", "LOCALE", "L"}

ALLOWED: dict[str, tuple[set[str], str]] = {
    "crypto/backend/browser_keys.py": ({".splitlines()"}, "a key file, never an event"),
    "crypto/shown.py": ({".isprintable()", "int()"}, "ASCII; numbers of a table of its own"),
    "crypto/struck.py": ({".isspace()", ".split()", r"\s"}, "what a server said, never an event"),
    "crypto/text.py": ({r"\w"}, "the name of a file in a command that is shown"),
    "crypto/transparency/checkpoint.py": ({"int()"}, "a size matched as ASCII"),
    "crypto/transparency/policy.py": ({"int()"}, "a number matched as ASCII"),
    "crypto/transparency/receipt.py": ({"int()"}, "an index matched as ASCII"),
    "log/event.py": ({"int()"}, "a number matched as ASCII"),
    "log/file.py": ({".lstrip()", ".strip()"}, "bytes, whose functions know ASCII alone"),
    "log/tournament_mark.py": ({".lstrip()"}, "bytes, whose functions know ASCII alone"),
    "kit/plain.py": ({"int()"}, "digits matched as ASCII"),
    # This reports an event that was judged already, or is used when somebody looks.
    "kit/cell.py": ({".casefold()", "int()"}, "cells of its own charts; numbers matched as ASCII"),
    "kit/picture.py": ({".casefold()", ".split()"}, "words of a map's own legend"),
    "table/words/deeds.py": ({"int()"}, "the turn as the rules count it, a number"),
    "table/moments.py": ({"int()"}, "numbers matched as ASCII"),
    # A player types it at their own client. Its result is judged as an order.
    "kit/typed/words.py": (
        {".splitlines()", ".strip()", r"\s", ".isprintable()"},
        "a line; words are ASCII",
    ),
    "play/lists.py": (
        {
            ".splitlines()",
            ".split()",
            ".strip()",
            ".lstrip()",
            ".rstrip()",
            "re.IGNORECASE",
            "int()",
            r"\s",
            r"\S",
        },
        "lines, before they are orders",
    ),
    "games/manila/words/line.py": ({"int()", ".split()"}, "a number of the data; names of Areas"),
    # Data packs: digested as they were read; the names and figures in them have a form in ASCII.
    "kit/typed/orders.py": ({"int()"}, "an index in a message of msgspec"),
    "kit/typed/pack.py": ({".split()"}, "messages of msgspec"),
    "kit/wording.py": ({".lower()", ".strip()", r"\b"}, "words of its own; titles of the data"),
    "kit/defaults/text.py": ({".upper()"}, "names of fields, in the usage of an order"),
    "kit/typed/grammar.py": ({".strip()"}, "the usage of an order"),
    "kit/typed/lines.py": ({r"\w"}, "lines that the rules print"),
    "kit/typed/shapes.py": ({"int()", ".strip()"}, "a bound of a type; the usage of an order"),
    "kit/hexgame/data/doubts.py": ({"int()", ".split()"}, "digits of hexes; lines of a map"),
    "games/table/words/picture.py": ({"int()"}, "pixels matched as ASCII"),
    "games/table/words/sheets.py": ({"int()"}, "pixels matched as ASCII"),
    "games/table/words/text.py": ({"int()"}, "a place of a deck matched as ASCII"),
    "kit/hexgame/data/faults.py": ({".split()"}, "words of its own"),
    "games/installed.py": ({".strip()", r"\w"}, "names of packages, matched as ASCII"),
    "games/tokyo/words/text.py": ({".split()"}, "words of its own"),
    "games/tokyo/words/wording.py": ({r"\b"}, "names of its own sides, matched as ASCII"),
    "kit/typed/strict_yaml.py": (
        {"int()", ".split()"},
        "a number matched as ASCII; a message of YAML",
    ),
    "kit/maps/sheet.py": ({"int()", ".split()"}, "lines of a map; digits of hexes"),
    "kit/hexgame/data/tables.py": ({"int()"}, "figures that matched a form in ASCII"),
    "kit/hexgame/data/beginning.py": ({"int()", ".split()"}, "digits of hexes; lines of a map"),
    "kit/hexgame/words/cases.py": ({"int()"}, "a digit matched as ASCII"),
    "kit/hexgame/words/picture.py": ({"int()"}, "digits of hexes"),
    "games/manila/data/tables.py": ({"int()"}, "numbers of Areas"),
    "games/manila/data/pack.py": ({"int()", ".split()"}, "numbers of Areas; words of its own"),
    "games/meiktila/data/tables.py": ({"int()"}, "figures of counters"),
    "games/meiktila/data/pack.py": ({"int()", ".split()"}, "figures of columns; lines of a map"),
    "games/meiktila/words/picture.py": ({"int()"}, "digits of hexes"),
    "games/meiktila/rules/changes.py": ({"int()"}, "results of its own table"),
    "games/meiktila/rules/ch06_combat.py": ({"int()"}, "yes or no, and no text"),
    "games/saipan/data/tables.py": ({"int()"}, "figures of counters"),
    "games/saipan/data/pack.py": ({"int()", ".split()"}, "figures of counters; lines of a map"),
    "games/tokyo/data/tables.py": ({"int()"}, "digits of hexes"),
    "games/tokyo/data/forms.py": ({"int()"}, "figures of counters"),
    "games/tokyo/data/pack.py": ({"re.IGNORECASE", ".split()"}, "names; words of its own"),
    "games/tokyo/data/pack_map.py": ({"int()"}, "digits of hexes"),
    # Names that have matched a form in ASCII, or stand in the data.
    "games/manila/words/cases.py": ({"int()"}, "numbers of Areas"),
    "games/manila/words/facts.py": ({"int()"}, "numbers of Areas"),
    "games/tokyo/words/cases.py": ({"int()"}, "the number of a unit face down"),
    "games/tokyo/rules/setting.py": ({"int()"}, "the number of a unit face down"),
    "games/saipan/player/sensible.py": ({"int()"}, "digits of hexes"),
    "games/saipan/words/picture.py": ({"int()"}, "digits of hexes"),
    "games/tokyo/words/picture.py": ({"int()"}, "digits of hexes"),
    "games/tokyo/rules/changes.py": ({"int()"}, "odds of its own"),
    "games/meiktila/rules/ch09_victory.py": ({"int()"}, "yes or no, and no text"),
    "games/manila/words/picture.py": ({"int()", ".strip()"}, "a plan of its own"),
    "games/manila/rules/usual_sight.py": ({"int()"}, "yes or no, and no text"),
    "games/singapore/rules/usual.py": ({"int()"}, "a chance, and no text"),
    "games/manila/rules/ch08_movement.py": ({"int()"}, "numbers of Areas of a position"),
    "games/manila/rules/standing.py": ({"int()"}, "yes or no, and no text"),
}
"""File of `pbem` -> what it uses, and on what."""


def used(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield what follows the Unicode tables, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="plain"))):
                pass  # those of `pbem.kit.plain`
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield node.lineno, f".{name}()"
            case ast.Attribute(value=ast.Name(id="str"), attr=name) if name in METHODS | BLANKS:
                yield node.lineno, f"str.{name}"
            case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]) if name in BLANKS:
                yield node.lineno, f".{name}()"
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(None), *_]) if (
                name in BLANKS
            ):
                yield node.lineno, f".{name}(None)"
            case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name in NUMBERS:
                yield node.lineno, f"{name}()"
            case ast.Constant(value=str(text)) if CLASSES.search(text):
                yield from ((node.lineno, found) for found in CLASSES.findall(text))
            case ast.Attribute(value=ast.Name(id="re"), attr=name) if name in FLAGS:
                yield node.lineno, f"re.{name}"


def test_no_function_that_knows_unicode_judges_an_event() -> None:
    found = {
        str(path.relative_to(ROOT / "pbem")): {
            what for _, what in used(ast.parse(path.read_text()))
        }
        for path in SOURCES
    }
    assert {name: what for name, what in found.items() if what} == {
        name: what for name, (what, _) in ALLOWED.items()
    }, "use pbem.kit.plain, or say in ALLOWED why this is no event's text"


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("x.isdigit()", ".isdigit()"), ("x.isdecimal()", ".isdecimal()"), ("x.lower()", ".lower()"),
        ("x.casefold()", ".casefold()"), ("map(str.upper, x)", "str.upper"), ("int(x)", "int()"),
        ("x.splitlines()", ".splitlines()"), ("x.split()", ".split()"), ("x.strip()", ".strip()"),
        ("x.split(None, 1)", ".split(None)"), ("map(str.strip, x)", "str.strip"),
        (r"re.search(r'a\d', x)", r"\d"), (r"Meta(pattern=r'^\w+$')", r"\w"),
        (r"rf'{a}\s'", r"\s"), ("re.compile('a', re.I)", "re.I"), ("x.isspace()", ".isspace()"),
    ],
)  # fmt: skip
def test_every_such_function_is_seen(code: str, what: str) -> None:
    assert [found for _, found in used(ast.parse(code))] == [what]


@pytest.mark.parametrize("code", ["x.split(',')", "x.strip('.')", "int()", "lower(x)", "re.A"])
def test_what_knows_ascii_alone_is_free(code: str) -> None:
    assert not list(used(ast.parse(code)))
