"""Every fault, and the files made of them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from hostile import (  # noqa: F401 - they fill the register
    bytes_and_chain,
    decks_and_hands,
    dice_and_play,
    doubts,
    forks,
    rulings,
    stocks,
    witnesses,
)
from hostile.faults import FAULTS, Fault

INDEX = "index.yaml"
HEADER = """\
# Logs with one fault each, and the finding that verifying each must give:
# code, number of the event (null where its bytes are no event), who is to blame,
# how many events before it are good. Written by tests/hostile; do not edit.
"""


def index() -> list[dict[str, Any]]:
    return [
        {
            "file": one.file,
            "told": one.reported,
            "code": one.code,
            "seq": one.seq,
            "blame": list(one.blame),
            "good": one.good,
        }
        for one in sorted(FAULTS)
    ]


def build(one: Fault) -> bytes:
    with TemporaryDirectory() as folder:
        return one.build(Path(folder))


def files() -> dict[str, bytes]:
    """Return every file by name."""
    text = HEADER + yaml.safe_dump(index(), sort_keys=False, allow_unicode=True, width=96)
    return {INDEX: text.encode(), **{one.file: build(one) for one in FAULTS}}


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files().items():
        (folder / name).write_bytes(data)
