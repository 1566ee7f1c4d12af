"""Typed text: orders in words, from a file or from standard input, and ``name=value`` pairs."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.client.client import Client

CURLY = "\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb"
"""Quotation marks that no terminal takes as such."""

_FACE = re.compile("[0-9]{1,5}")


def game_and_orders(
    client: Client, words: Sequence[str], message: Sequence[str] | None
) -> tuple[str | None, list[str]]:
    """Return the game and the files of orders that these words name.

    ``message``: the orders after ``-m``.

    Raises:
        FormError: The only word names neither a game nor a file.
        NotFound: There is no such game.
    """
    from pbem.client.storage.find import did_you_mean_game, names_game, split_game

    _check_quotes(message)

    def fits(words: Sequence[str]) -> bool:
        return not words or (not message and all(map(_is_file, words)))

    if len(words) == 1 and not fits(words) and not message and not names_game(client, words[0]):
        near = did_you_mean_game(words[0], [path.stem for path in client.logs()])
        raise FormError(f"There is no game and no file '{escape(words[0])}' here{near or '.'}")
    return split_game(client, words, fits)


def game_and_words(client: Client, words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game, and the words after it that are of units, places, or an order."""
    from pbem.client.storage.find import like_a_game, split_game

    return split_game(client, words, lambda rest: not rest or not like_a_game(client, rest[0]))


def _is_file(word: str) -> bool:
    return word == "-" or bool(Path(word).suffix) or Path(word).exists()


def order_text(files: list[str], message: list[str] | None) -> tuple[bytes, str]:
    """Return orders as bytes, and the name of what they come from.

    Args:
        files: The file that was named, or none.
        message: The orders after ``-m``.

    Returns:
        The text; the file, or ``-m``.

    Raises:
        FormError: There are no orders, several files, or both a file and ``-m``.
    """
    from pbem.client.input_files import found
    from pbem.client.session.drafts import BYTES_MOST
    from pbem.files import read_plain
    from pbem.log.disk import explaining

    if message:
        if files:
            raise FormError(f"Give orders either with -m or in {files[0]}, not both.")
        return "\n".join(message).encode(), "-m"
    words = " ".join(files)
    if " " in words and not any(map(_is_file, files)):
        raise FormError(
            f"There is no file {files[0]}. If these words are an order, put them in quotes after "
            f'-m: -m "{words}"'
        )
    if len(files) > 1:
        raise FormError(f"Name only one file of orders, not {' and '.join(files)}.")
    if files and files[0] != "-":
        with explaining(Path(files[0]), "Reading"):
            data = read_plain(found(Path(files[0])), BYTES_MOST)
        return _plain_text(data, files[0]), files[0]
    if not files and sys.stdin.isatty():
        raise FormError('There are no orders. Name a file, or type -m "ORDER".')
    return standard_input(BYTES_MOST), "standard input"


def _check_quotes(message: Sequence[str] | None) -> None:
    if any(line and line[0] in CURLY for line in message or ()):
        raise FormError(
            "These are curly quotes, as word processors and web pages write them. The terminal "
            'reads only straight quotes. Type them again, as in -m "end movement".'
        )


def standard_input(most: int) -> bytes:
    """Read standard input.

    Raises:
        FormError: It has more than ``most`` bytes.
    """
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise FormError(f"Standard input has more than {most:,} bytes, so nothing was done.")
    return data


def _plain_text(data: bytes, name: str) -> bytes:
    from pbem.mail.foreign import foreign_words

    if (said := foreign_words(name, data)) is not None:
        raise FormError(said)
    return data


def pairs(given: Sequence[str] | None, option: str) -> dict[str, str]:
    """Read what was typed for an option that takes ``name=value``.

    ``option``: its name, for messages.

    Raises:
        FormError: A pair lacks ``=``, or a name comes twice.
    """
    pairs = {}
    for pair in given or ():
        key, equals, value = pair.partition("=")
        if not equals or key in pairs:
            raise FormError(f"{option} {pair} is not right. Write NAME=VALUE, each name once.")
        pairs[key] = value
    return pairs


def faces_of(text: str) -> list[int]:
    """Read faces of dice, with commas or blanks between them.

    A face that a die cannot show is reported when it is rolled.

    Raises:
        FormError: A word is no whole number, or there is none.
    """
    words = text.replace(",", " ").split()
    if not words or not all(_FACE.fullmatch(word) for word in words):
        raise FormError(
            f"--faces {escape(text)} is not right. Write whole numbers, as in --faces 3,5,1."
        )
    return list(map(int, words))
