"""How much was signed since the last backup is counted in a home with one bad record."""

from __future__ import annotations

from datetime import date

import pytest

from pbem.client.client import Client
from pbem.client.storage import backup


def test_one_bad_record_ends_no_count(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(tmp_path / "home")
    for name, data in (("good", b"1\n2\n"), ("large", b"3\n" * 64), ("folder", None)):
        path = client.folder / "record" / name / "ann.jsonl"
        path.parent.mkdir(parents=True)
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)
    monkeypatch.setattr(backup, "FILE_MOST", 32)
    found = backup.due(client, date(2026, 11, 28))
    assert (found.events, found.now) == (2, False)
