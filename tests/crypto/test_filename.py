"""Names that are refused because of their files, and those that only look like them."""

from __future__ import annotations

import pytest

from pbem.crypto.filename import unfit


@pytest.mark.parametrize(
    "name", ["ann", "console", "com", "com10", "lpt", "nul-1", "a.b", "0", "x" * 32, "aux_", "xcon"]
)
def test_names_that_files_can_have(name):
    assert unfit(name) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *(
            (name, "device")
            for name in ("con", "prn", "aux", "nul", "com0", "com9", "lpt0", "lpt9")
        ),
        ("lpt9.x.y", "device"),
        ("a.", "dot"),
        ("a..", "dot"),
    ],
)
def test_names_that_they_cannot_have_everywhere(name, why):
    assert why in unfit(name)
