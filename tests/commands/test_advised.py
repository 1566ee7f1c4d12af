"""Every command that a message advises is typed here: the program takes it, in that form."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

import pbem
from command_line import commands
from pbem.client.play import offering
from pbem.commands.main import app

PROGRAM = Path(pbem.__file__).parent
FILLED = "1"
"""The word for what a message fills in: it may be a name, a file, or a number."""
QUOTED = re.compile(r"'pbem ([a-z][^'\n]*)'")
FOLLOWING = r"(?: (?:--[a-z-]+|[A-Z1][A-Z0-9.]*\b(?![a-z])))*"
BARE = re.compile(rf"(?<!')\bpbem ((?:[a-z]+ )*[a-z]+{FOLLOWING})")
"""A command in running text: its words, then options and what stands for something else."""
UsageError: Any = typer.BadParameter.__base__
LACKS = ("Missing ", " requires ")
"""A message may name a command, or an option, and leave what goes with it to its reader."""


@cache
def whole() -> Any:
    """The command line as it runs; a first word that names no command may mean another."""
    return app.built()


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module, what is filled in replaced."""
    if path.suffix != ".py":
        yield path.read_text("utf-8")
        return
    inside: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(one) for one in node.values}
            parts = (
                str(one.value) if isinstance(one, ast.Constant) else FILLED for one in node.values
            )
            yield "".join(parts)
        elif isinstance(node, ast.Constant) and id(node) not in inside:
            yield node.value if isinstance(node.value, str) else ""


def advised() -> dict[str, str]:
    """Return each command that a text advises -> the file that does."""
    found: dict[str, str] = {}
    for path in sorted(PROGRAM.rglob("*")):
        if path.suffix in (".py", ".js", ".html"):
            for text in texts(path):
                flat = " ".join(text.split())
                for line in [*QUOTED.findall(flat), *bare(flat)]:
                    found.setdefault(line, path.relative_to(PROGRAM).as_posix())
    return found


def bare(text: str) -> Iterator[str]:
    """Yield the commands in running text that begin with the word of one."""
    for line in BARE.findall(text):
        words, command = line.split(), whole()
        taken = []
        while words and words[0] in getattr(command, "commands", ()):
            taken.append(words[0])
            command = command.commands[words.pop(0)]
        following = [word for word in words if not word.isalpha() or word.isupper()]
        if taken and not hasattr(command, "commands"):
            yield " ".join([*taken, *(following if words == following else [])])


def wrong(line: str) -> str:
    """Type a command, without running it; say why the program does not take it."""
    try:
        words = shlex.split(line.replace("...", "").replace("\\n", " "))
    except ValueError as error:
        return str(error)
    command = whole()
    while words and hasattr(command, "commands"):
        if words[0] not in command.commands:
            if command.otherwise is not None:
                command = command.commands[command.otherwise]
                break
            return f"there is no command {words[0]}"
        command = command.commands[words.pop(0)]
    if hasattr(command, "commands"):
        return ""  # a group of commands, named as that
    return parsed(command, [FILLED if re.fullmatch(r"[A-Z]+", word) else word for word in words])


def parsed(command: Any, typed: list[str]) -> str:
    """Have a command read what is typed for it; say what it does not take."""
    try:
        context = command.make_context(command.name, list(typed))
    except UsageError as error:
        return "" if any(lack in error.format_message() for lack in LACKS) else str(error.message)
    ends = {"offer": [*offering.OFFERS], "answer": ["yes", "no"]}.get(command.name)
    said = context.params.get("words") or []
    free = not ends or not said or said == [FILLED]  # a game alone, for the reader to go on
    return "" if free or said[-1] in ends else f"it takes no {said}"


def test_the_program_takes_every_command_that_a_message_advises():
    found = advised()
    assert len(found) > 150
    reported = {line: f"{where}: {why}" for line, where in found.items() if (why := wrong(line))}
    assert reported == {}


OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")


def test_every_option_that_a_text_names_is_one_of_a_command():
    known = {"--help", "--version", "--install-completion", "--show-completion"}
    for _, command in commands():
        known |= {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    reported: dict[str, str] = {}
    for path in sorted(PROGRAM.rglob("*.py")):
        # Options of other programs, and colours.
        others = {"bench", "style.py", "packages.py", "printed.py"}
        if not others & {*path.parts}:
            for text in texts(path):
                reported |= {one: path.name for one in OPTION.findall(text) if one not in known}
    assert reported == {}


@pytest.mark.parametrize(
    "line",
    [
        "offer keys GAME",
        "answer GAME maybe",
        "tournament play FILE --replace",
        "tournament enter FILE FILE",
        "verfy",
        "games all of them",
    ],
)
def test_what_the_program_does_not_take_is_found(line):
    assert wrong(line)
