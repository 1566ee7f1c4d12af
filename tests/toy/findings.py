"""The table of docs/findings.md: every code, what it means, and a file or test that shows it.

After a change: ``PYTHONPATH=tests python -m toy.findings docs/findings.md``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from hostile.all_faults import index
from pbem.log.codes import CODES

MARK = "<!-- generated: PYTHONPATH=tests python -m toy.findings docs/findings.md -->"
NOBODY, AUTHOR = "nobody", "the author"
BLAME = {
    "open.bad": "the opener, if the opening is signed by their key; else nobody",
    "key.bad": "the player who brings the key; nobody in an opening",
    "key.same": "the player who brings the key; nobody in an opening",
    "orders.illegal": "the author, then every dice keeper who rolled for it",
    "orders.form": "the author, then every dice keeper who rolled for it",
    "standing.form": "the author, then every dice keeper who rolled for it",
    "fork.author": "the author of both events",
    "dice.keeper": AUTHOR,
    "dice.proof": AUTHOR,
    "dice.rolls": AUTHOR,
    "ruling.wrong": AUTHOR,
}
BY_ITS_AUTHOR = {
    "join.order", "join.proof", "commit.label", "commit.open", "pen.wrong", "offer.wrong",
    "answer.wrong", "resign.wrong", "end.over", "key.proof", "orders.nothing", "size.share",
    "deck.turn", "deck.shuffle", "deck.unmask", "deck.show", "deck.open",
    "stock.turn", "stock.proof", "stock.open",
}  # fmt: skip
TESTED = {
    "file.empty": "tests/audit/test_verify.py",
    "file.limit": "tests/log/test_chain.py",
    "file.journal": "tests/log/test_crash.py",
    "rules.unknown": "tests/table/test_open.py",
    "size.share": "tests/table/test_shares.py",
}
"""Codes of which no single log file can be an example: where the test stands."""


def blame_of(code: str) -> str:
    if code == "kind.wrong":
        return "the author; nobody if the log does not begin with its one open event"
    return BLAME.get(code) or (AUTHOR if code in BY_ITS_AUTHOR else NOBODY)


def example_of(code: str) -> str:
    files = sorted(entry["file"] for entry in index() if entry["code"] == code)
    if not files:
        return f"`{TESTED[code]}`"
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"`{files[0]}`{more}"


def rows() -> list[str]:
    head = [
        "| code | what it means | promise | level | blames | what to do | example |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    return head + [
        f"| `{code}` | {entry.title} | {entry.promise} | {entry.level} | {blame_of(code)} | "
        f"{entry.advice} | {example_of(code)} |"
        for code, entry in CODES.items()
    ]


def written(page: str) -> str:
    """Return the page with a table that is current."""
    table = "\n".join([MARK, "", *rows(), "", "<!-- end -->"])
    return re.sub(re.escape(MARK) + ".*?<!-- end -->", lambda _: table, page, flags=re.DOTALL)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(written(Path(name).read_text()))
