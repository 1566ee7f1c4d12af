"""Results that must be alike in every Python: ``python tests/versions.py COUNT`` prints digests.

``python tests/versions.py COUNT lists`` prints those of lists alone; the same for logs and cases.

The digests cover all logs and hostile logs: position, or finding with its words. They cover all
numbered cases: how each came out. They cover COUNT lists of orders and standing orders, altered at
random by signs that Pythons know differently: what each is refused with, or the position after it.
"""

from __future__ import annotations

import copy
import hashlib
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from pbem.cases.run import files_in, run_file
from pbem.crypto.text import in_ascii
from pbem.errors import FormError, IllegalOrder, PbemError
from pbem.games import registry
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.play.play import Play
from pbem.table.library import Library
from pbem.table.table import Table

ROOT = Path(__file__).resolve().parent.parent
STRANGE = [
    "9", "09", "9" * 5000, "\u0669", "\uff19", "\u00b2", "\u2468", "\U0001d7d7",
    "\U00011f59", "\U0001e4f9",  # digits since Unicode 15: known to Python 3.12
    "\u1c89", "\ua7cb", "\U00010d49",  # letters and a digit of Unicode 16
    "\u0130", "\u212a", "\u017f", "\u00df", "\ufb01", "\u1e9e", "\u03c2", "\u10d0", "\uab70",
    "\u0085", "\u2028", "\u001c", "\u00a0", "\u180e", "\u200b", "\u3000", "\n", "\r", "\t", " ",
    "\ufeff", "\u0301", "\U0002ebf0", "\U000e0041", "", "a", "A", "-", "+", "_", "\x00", "\x7f",
]  # fmt: skip
ODD: list[Any] = [None, True, False, 0, -1, 2**53 - 1, 10**18, [], {}, [[]], {"do": "stop"}]


def replayed(path: Path) -> str:
    """The digest of the position at the end of a log, or the finding that ends it."""
    table = Table(Library(registry.find))
    try:
        for event in read_events(path):
            table.take(event)
    except BadLog as bad:
        return msgspec.json.encode(bad.finding).decode()
    except PbemError as error:
        return f"{type(error).__name__} {error}".replace(str(path), path.name)
    return f"{table.chain.head} {table.digest() if table.play is not None else ''}"


def logs() -> Iterator[str]:
    for path in sorted((ROOT / "logs").rglob("*.pbem")):
        yield f"{path.relative_to(ROOT)} {replayed(path)}"


def cases() -> Iterator[str]:
    for folder in sorted((ROOT / "tests" / "cases").iterdir()):
        for ran in (ran for path in files_in(folder) for ran in run_file(path)):
            yield msgspec.json.encode(ran).decode().replace(str(ROOT), "")


def lists(count: int) -> Iterator[str]:
    """Alter lists of all games at a few positions of each."""
    rng = random.Random(11)  # noqa: S311 - no secret
    plays = [play for name, version in sorted(registry.RULES) for play in _plays(name, version)]
    for number in range(count):
        play = plays[number % len(plays)].copy()
        assert play.asked is not None
        side = play.asked.side
        given = {"orders": _orders(play, rng), "standing": play.game.sensible_standing(side)}
        _alter(rng, given)
        try:
            play.game.check_standing(side, given["standing"])
            play.order("ann", given["orders"])
        except (FormError, IllegalOrder) as error:
            yield f"{type(error).__name__} {in_ascii(str(error))}"
        else:
            yield hashlib.sha256(msgspec.msgpack.encode(play.position)).hexdigest()


def _plays(name: str, version: int) -> Iterator[Play]:
    rules = registry.find(name, version)
    assert rules is not None
    options = {word: option.default for word, option in rules.options.items()}
    for scenario in rules.scenarios:
        game = rules.game(scenario, options, rules.data())
        play = Play(game, dict.fromkeys(game.sides, "ann"))
        play.start()
        rng = random.Random(5)  # noqa: S311 - no secret
        for step in range(60):
            if play.due is not None:
                play.roll(_Dice(rng))
            elif play.asked is None:
                break
            elif play.asked.secret is not None:
                order = play.game.sensible(play.position, step)[0]
                if play.asked.opens:
                    play.open(play.game.write_order(order))
                else:
                    play.seal(play.asked.secret)
            else:
                if step % 6 == 0:
                    yield play.copy()
                order = next(iter(play.game.sensible(play.position, step)))
                play.order("ann", [play.game.write_order(order)])


class _Dice:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        del purpose, paragraph
        return self.rng.randrange(n)


def _orders(play: Play, rng: random.Random) -> list[Any]:
    """Some legal orders, after guards of every fact."""
    game = play.game
    raw = [game.write_order(order) for order in islice(game.legal(play.position), 3)]
    orders: list[Any] = []
    for order in raw:
        name, fact = rng.choice(list(game.facts.items()))
        args = [rng.choice(list(game.names[about].words)) for about in fact.args]
        when: dict[str, Any] = {"fact": name, "args": args}
        if fact.value != "yes or no":
            value = (
                rng.choice(fact.words or ("1204",)) if fact.value == "text" else rng.randrange(9)
            )
            when |= {"op": rng.choice(["=", "!="]), "value": value}
        orders.append({"do": "if", "when": when, "then": order})
    return copy.deepcopy(orders)


def _alter(rng: random.Random, whole: Any) -> None:
    """Change one or two things anywhere."""
    for _ in range(rng.randrange(3)):
        at = whole
        while True:
            keys: list[Any] = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = rng.choice(keys)
            inner = at[key]
            if isinstance(inner, dict | list) and inner and rng.random() < 0.95:
                at = inner
                continue
            if isinstance(inner, str) and rng.random() < 0.9:
                where, sign = rng.randint(0, len(inner)), rng.choice(STRANGE)
                at[key] = inner[:where] + sign + inner[where + rng.randrange(2) :]
            elif at is not whole:
                at[key] = copy.deepcopy(rng.choice([*ODD, *STRANGE]))
            break


def main(count: int, *asked: str) -> None:
    for what, reported in (("logs", logs()), ("cases", cases()), ("lists", lists(count))):
        if asked and what not in asked:
            continue
        found = hashlib.sha256()
        number = 0
        for line in reported:
            found.update(line.encode("utf-8", "surrogatepass") + b"\n")
            number += 1
        print(f"{what} {number} {found.hexdigest()}")  # noqa: T201 - this is what it is for


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
