"""The common parts of the tests of judging."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.audit import report
from pbem.audit.verdict import Judged
from toy.schema import checked


@pytest.fixture
def logs() -> Path:
    """The folder of finished games of Saipan."""
    return Path(__file__).parents[2] / "logs" / "saipan"


@pytest.fixture(autouse=True)
def _in_its_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is printed for a program is as its schema says."""
    to_json = report.to_json

    def held(judged: object) -> str:
        text = to_json(judged)
        if isinstance(judged, Judged):
            checked(text)
        return text

    monkeypatch.setattr(report, "to_json", held)
