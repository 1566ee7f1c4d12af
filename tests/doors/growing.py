"""The pieces of mail that, repeated, take a parser much longer than their size says.

``PYTHONPATH=tests python -m doors.growing SEED COUNT`` repeats a few bytes of a message at the
place where they stand, to two sizes, and says where sixteen times the bytes take far more than
sixteen times the time. No mutant is such a message: it is long, and alike all the way.
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

SMALL, TIMES = 1 << 16, 16
GROWTH = 4
"""So many times more than the bytes may the time grow: what is quadratic grows sixteen times more.

Caches that are full double the time of each byte."""
LEAST_SECONDS = 0.05
PIECE_MOST = 8
TAIL = 6
"""Half of the pieces stand among so many last bytes, which are text."""

CHARSETS = ("utf-8", "iso-2022-jp", "punycode", "utf-7", "idna", "hz", "unicode_escape")
HEAD = b"From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/"
A_PAGE = HEAD + b"html\n\n<html><head><title>x<body><blockquote><p>x<br>y<pre>z&amp;"


class Grown(NamedTuple):
    """A piece that was repeated, and how long two sizes of it took, in seconds."""

    piece: bytes
    little: float
    much: float


def texts() -> list[bytes]:
    """Return messages in many charsets, most of them odd."""
    heads = [HEAD + b"plain; format=flowed; charset=" + one.encode() for one in CHARSETS]
    return [
        head + body for head in heads for body in (b"\n\na-b0a", b"\n\na-b0a# pbem g bob\npass\n")
    ]


def repeated(seed: int) -> tuple[bytes, Callable[[int], bytes]]:
    """Return a piece of a message, and the message with as many bytes of it as are asked for."""
    rng = random.Random(f"{seed} growing")  # noqa: S311 - nobody has to trust it
    kind, size = rng.choice(("sent", "text", "page")), rng.randint(1, PIECE_MOST)
    message = {"sent": rng.choice(mails()[4:]), "text": rng.choice(texts()), "page": A_PAGE}[kind]
    if kind == "text" and rng.random() < 0.5:
        at = len(message) - rng.randint(1, TAIL)
    else:
        # Most that is slow stands in headers and tags: at a sign that parts them.
        signs = {"page": b"<", "text": b";:="}.get(kind, b';:=,<>\n -"')
        sign = rng.choice([sign for sign in signs if sign in message])
        at = rng.choice([at for at, one in enumerate(message) if one == sign])
        up_to = message.find(sign, at + 1)
        size = up_to - at if up_to > 0 and rng.random() < 0.5 else size
    piece = message[at : at + size]
    return piece, lambda most: message[:at] + piece * (most // len(piece)) + message[at:]


def cost(message: bytes) -> float:
    """Return how long it takes to read a message, in this process."""
    begun = time.process_time()
    with suppress(confined.UnreadableError):
        read_message(message, "a message").folder.close()
    return time.process_time() - begun


def grown(seeds: range) -> Iterator[tuple[int, Grown]]:
    """Yield what grows faster than its size, with its seed.

    A piece that seems to is measured again.
    """
    with confined.by(confined.here):
        for seed in seeds:
            piece, made = repeated(seed)
            little, much = min(cost(made(SMALL)) for _ in range(2)), cost(made(TIMES * SMALL))
            most = max(LEAST_SECONDS, GROWTH * TIMES * little)
            if much > most and cost(made(TIMES * SMALL)) > most:
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
