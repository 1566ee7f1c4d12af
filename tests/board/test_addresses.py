"""The docstring of the addresses: every address, and how it is asked."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.routing import Mount, Route

from pbem.board import routes
from pbem.board.practising import PracticeBoard
from pbem.table.library import Library


def test_every_address_is_listed_with_how_it_is_asked(tmp_path: Path) -> None:
    listed = re.findall(r"^    (GET|POST) +(?:/N)?(/[^ ?\n]*)", routes.__doc__ or "", re.MULTILINE)
    reported = {(how, path.replace("NAME", "{name}")) for how, path in listed}
    shown = routes.Routes(PracticeBoard(Library(lambda *_: None), tmp_path / "none"), lambda: True)
    served = shown.app().routes
    shown.close()
    answered = {
        (how, one.path)
        for one in served
        if isinstance(one, Route)
        for how in (one.methods or set()) - {"HEAD"}
    }
    assert reported == answered
    (following,) = [one for one in served if isinstance(one, Mount)]
    assert following.path == "/{board:digits}"
