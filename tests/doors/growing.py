"""What takes a parser much longer than its size says: pieces of mail, repeated.

``PYTHONPATH=tests python -m doors.growing SEED COUNT`` repeats a few bytes of a message at the
place where they stand, to two sizes, and tells where four times the bytes take far more than four
times the time. No mutant is such a message: it is long, and alike all the way.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from doors.post import mails
from pbem import confined
from pbem.mail.reading import read_message

SMALL, TIMES = 1 << 14, 4
GROWTH = 2.5
"""So many times more than the bytes may the time grow: what is quadratic grows four times more."""
LEAST_SECONDS = 0.05
PIECE_MOST = 8

CHARSETS = ("utf-8", "iso-2022-jp", "punycode", "utf-7", "idna", "hz", "unicode_escape")
PAGE = b"<html><head><title>x<body><blockquote><p>x<br>y<pre>z&amp;"


class Grown(NamedTuple):
    """A piece that was repeated, and how long two sizes of it took, in seconds."""

    piece: bytes
    little: float
    much: float


def beginnings() -> list[bytes]:
    """Return messages to take pieces of: what mail programs make, pages, and odd charsets."""
    head = b"From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/"
    body = b"\n\na-b0a# pbem g bob\npass\n"
    texts = [b"plain; format=flowed; charset=%b%b" % (one.encode(), body) for one in CHARSETS]
    return [*mails()[4:], *(head + text for text in texts), *2 * [head + b"html\n\n" + PAGE]]


def repeated(seed: int) -> tuple[bytes, Callable[[int], bytes]]:
    """Return a piece of a message, and the message with as many bytes of it as are asked for."""
    rng = random.Random(f"{seed} growing")  # noqa: S311 - nobody has to trust it
    message = rng.choice(beginnings())
    size = rng.randint(1, PIECE_MOST)
    # Most that is slow stands in headers and tags: at a sign that parts them.
    sign = rng.choice([sign for sign in b';:=,<>\n -"' if sign in message])
    at = rng.choice([at for at, one in enumerate(message) if one == sign])
    piece = message[at : at + size]
    return piece, lambda most: message[:at] + piece * (most // len(piece)) + message[at:]


def cost(message: bytes) -> float:
    """Return how long it takes to read a message, in this process: the shorter of two times."""
    times = []
    for _ in range(2):
        begun = time.process_time()
        with suppress(confined.UnreadableError):
            read_message(message, "a message").folder.close()
        times.append(time.process_time() - begun)
    return min(times)


def grown(seeds: range) -> Iterator[tuple[int, Grown]]:
    """Yield what grows faster than its size, with its seed."""
    with confined.by(confined.here):
        for seed in seeds:
            piece, made = repeated(seed)
            little, much = cost(made(SMALL)), cost(made(TIMES * SMALL))
            if much > max(LEAST_SECONDS, GROWTH * TIMES * little):
                yield seed, Grown(piece, little, much)


def main() -> int:
    first, count = map(int, sys.argv[1:3])
    found = list(grown(range(first, first + count)))
    for seed, one in found:
        reported = f"{one.little:.3f} s and {one.much:.3f} s"
        sys.stdout.write(f"seed {seed}: {one.piece!r} repeated takes {reported}\n")
    sys.stdout.write(f"{count} seeds, {len(found)} grow faster than their size\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
