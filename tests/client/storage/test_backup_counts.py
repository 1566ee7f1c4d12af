"""The backups that count, and how much was signed since the last one."""

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


def test_a_backup_that_cannot_be_written_is_none(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from pbem.commands.main import app

    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    client = Client(tmp_path / "home")
    to = tmp_path / "nowhere" / "backup.zip"
    assert CliRunner().invoke(app, ["store", "backup", "--to", str(to)]).exit_code
    assert backup.last(client) is backup.last(Client(tmp_path / "home")) is None
    to.parent.mkdir()
    assert CliRunner().invoke(app, ["store", "backup", "--to", str(to)]).exit_code == 0
    assert backup.last(Client(tmp_path / "home")) is not None
