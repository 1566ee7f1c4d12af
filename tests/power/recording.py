"""A game by mail at the command line, each command a process whose changes of the disk are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from long import PATIENCE
from power.states import Call, read_calls

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WORDS = "correct horse"

LANDING = (
    "land 1/2 1203\nland 2/2 1102\nland 1/6 1002\nland 2/6 0902\nland 1/8 0801\n"
    "land 2/8 0802 from 0703\nend movement\nattack 16 with 1/8 2/6 2/8 gsp 3\n"
)

STORY = (
    ("ann", "identity new ann --email ann@example.org"),
    ("bob", "identity new bob --email bob@example.org"),
    ("ann", "card export --to POST"),
    ("bob", "card export --to POST"),
    ("ann", "card import POST/bob.card"),
    ("bob", "card import POST/ann.card"),
    ("ann", "new saipan --seat us=ann --seat jp=bob"),
    ("ann", "send --to POST"),
    ("bob", "take POST/saipan-ann-bob_001.pbem"),
    ("bob", "join"),
    ("bob", "send --to POST"),
    ("ann", "take POST/saipan-ann-bob_002.pbem"),
    ("ann", "order POST/orders.txt --yes"),
    ("ann", "send --to POST"),
    ("bob", "take POST/saipan-ann-bob_003.pbem"),
    ("bob", "order -m pass --yes"),
    ("bob", "send --to POST"),
    ("ann", "take POST/saipan-ann-bob_004.pbem"),
    ("ann", "dice"),
    ("ann", "send --to POST"),
    ("bob", "take POST/saipan-ann-bob_005.pbem"),
)
"""The typed commands and who types them; sent files lie in POST, where everybody gets them."""


class Typed(NamedTuple):
    """One command: who typed it, and which of all calls, from where to where, were its own."""

    who: str
    words: str
    begins: int
    ends: int


class Recording(NamedTuple):
    """A game as it was played below ``folder``; ``mail``: what each command left in the post."""

    folder: Path
    typed: list[Typed]
    calls: list[Call]
    mail: list[dict[str, bytes]]


def compiled(folder: Path, compiler: str) -> Path:
    """Return the library that records."""
    made = folder / "recorder.so"
    subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "-o", made, HERE / "recorder.c", "-ldl"], check=True
    )
    return made


def record(folder: Path, library: Path) -> Recording:
    """Play the game below ``folder/homes``, with its post in ``folder/post``."""
    post, reported = folder / "post", folder / "calls"
    post.mkdir()
    (folder / "homes").mkdir()
    (post / "orders.txt").write_text(LANDING)
    typed, mail, count = list[Typed](), list[dict[str, bytes]](), 0
    for who, words in STORY:
        run = subprocess.run(
            [sys.executable, ROOT / "cli.py", *words.replace("POST", str(post)).split()],
            env={
                **os.environ, "PBEM_HOME": str(folder / "homes" / who), "PBEM_PASSPHRASE": WORDS,
                "PBEM_DATABASE": "", "LD_PRELOAD": str(library),
                "PBEM_RECORD_UNDER": f"{folder / 'homes'}/", "PBEM_RECORD_TO": str(reported),
            },
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert run.returncode == 0, f"{who} {words}: {run.stdout}{run.stderr}"
        now = sum(1 for _ in read_calls(reported)) if reported.exists() else 0
        typed.append(Typed(who, words, count, now))
        mail.append({path.name: path.read_bytes() for path in post.iterdir()})
        count = now
    return Recording(folder, typed, list(read_calls(reported)), mail)
