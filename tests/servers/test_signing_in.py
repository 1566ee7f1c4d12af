"""An agent signs in at a real Dovecot by the device flow, and types no password (docs/agent.md)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from servers.authorization import authorizing
from servers.mailhost import MailHost
from servers.test_hosting import Member


@pytest.mark.long
def test_an_agent_signs_in_at_dovecot_by_the_device_flow(
    mailhost: MailHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEPT_KEYRING", str(tmp_path / "keyring"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "servers.authorization.Keyring")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[1]))
    account = mailhost.add_user("device")
    seconds, given = [3600], list[str]()

    def access() -> str:
        given.append(mailhost.token("device", seconds[0]))
        return given[-1]

    with authorizing(access) as server:
        server.first = (200, {**dict(server.first[1]), "interval": 1})
        server.later = ["authorization_pending"]
        ann = Member(tmp_path, "device", mailhost, account)
        urls = (
            "--device-url",
            f"{server.address}/device",
            "--token-url",
            f"{server.address}/token",
        )
        said = ann("agent", "sign-in", account.address, "--client", "pbem-test", *urls)
        assert "Open https://example.org/device on any device, and type the code WDJB-MJHT" in said
        ann.settles()
        settings = tmp_path / "device" / "agent" / "device" / "agent.toml"
        command = [sys.executable, "-m", "pbem", "agent", "token", account.address]
        words = ", ".join(f'"{word}"' for word in command)
        begin = settings.read_text().partition("[login]")[0]
        settings.write_text(f'{begin}[login]\nkind = "oauth"\ncommand = [{words}]\n')
        said += ann("agent", "run", "--once")
        assert "refuses" not in said
        assert len(given) >= 2  # one as the owner signed in, and one for the mailbox
        seconds[0] = -60
        late = ann("agent", "run", "--once", fails=True)
        assert "refuses the login" in late
        server.refresh = "another"
        late += ann("agent", "run", "--once", fails=True)
        assert "refuses (invalid_grant)" in late
        for secret in (*given, "REFRESH-SECRET", "DEVICE-SECRET"):
            assert secret not in said + late
