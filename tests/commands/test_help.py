"""The text of ``--help`` for each command and group: whole sentences for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from pbem.commands.main import app


def every(group: Any, *before: str) -> Iterator[tuple[str, ...]]:
    yield before
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from every(command, *before, name)
        else:
            yield (*before, name)


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    """Return the text of each, on a terminal that is wide enough for every line."""
    wide, run = {"COLUMNS": "400", "TERMINAL_WIDTH": "400"}, CliRunner()
    asked = [*every(get_command(app))]
    return {
        " ".join(words): run.invoke(app, [*words, "--help"], env=wide).stdout for words in asked
    }


def test_a_list_of_commands_has_whole_sentences(helps: dict[str, str]) -> None:
    groups = {words: said for words, said in helps.items() if "COMMAND [ARGS]" in said}
    assert len(groups) > 7
    for words, said in groups.items():
        listed = said.partition("COMMAND [ARGS]...")[2]
        cut = re.findall(r"^.*\.\.\.$", listed, re.MULTILINE)
        assert cut == [], words


def test_a_first_sentence_says_alone_what_a_command_is_for(helps: dict[str, str]) -> None:
    """It stands in lists, also in the reference of the site, which cuts at 45 letters."""
    for words, said in helps.items():
        about = said.partition("\n\n")[2].partition("\n\n")[0].strip() if words else ""
        first = re.split(r"(?<=\.)\s", about)[0]
        assert len(first) <= 45, words
        assert not words or re.fullmatch("[A-Z][a-z]+,? .*[.]", first), words


def test_every_command_has_an_example(helps: dict[str, str]) -> None:
    for words, said in helps.items():
        example = said.partition("Example: ")[2]
        assert "COMMAND [ARGS]" in said or f"pbem {words}" in example, words


def test_what_is_to_be_typed_is_named_for_people(helps: dict[str, str]) -> None:
    """TEXT, NUMBER or FILE, or a word of its own; no type of Python."""
    assert "--since NUMBER" in helps["log"]
    assert "--to FILE" in helps["send"]
    assert "--note TEXT" in helps["order"]
    for words, said in helps.items():
        assert not re.search(r"<(?:str|int|path|float|list)\b", said, re.IGNORECASE), words


def test_every_argument_says_what_it_is(helps: dict[str, str]) -> None:
    for words, said in helps.items():
        listed = re.search(r"^Arguments:\n(.*?)\n\n", said, re.DOTALL | re.MULTILINE)
        for line in re.findall(r"^  \S.*", listed[1], re.MULTILINE) if listed else ():
            assert re.match(r"  \S+  +\S", line), f"{words}: {line}"


def test_players_are_they(helps: dict[str, str]) -> None:
    for words, said in helps.items():
        assert not re.search(r"\b(?:he|him|his|she|her)\b", said, re.IGNORECASE), words
