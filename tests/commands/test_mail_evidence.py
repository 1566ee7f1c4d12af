"""`pbem mail evidence` as a judge types it."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"


def test_a_table_of_messages_and_events(judge, tmp_path):
    message = EmailMessage()
    message["Received"] = "from a by mx.example.net; Mon, 23 Nov 2026 10:00:09 +0100"
    message["From"], message["Date"] = "bob@example.org", "Mon, 23 Nov 2026 10:00:00 +0100"
    message["To"] = "ann@example.org"
    message.set_content("the game")
    message.add_attachment(
        LOG.read_bytes(), maintype="application", subtype="octet-stream", filename="game.pbem"
    )
    (tmp_path / "bob.eml").write_bytes(bytes(message))
    reported = judge("mail", "evidence", "bob.eml")
    assert (
        'From bob@example.org; to "ann@example.org"; Date 2026-11-23T09:00:00Z (the sender chose'
        in reported
    )
    assert "Received by mx.example.net from a: 2026-11-23T09:00:09Z" in reported
    assert "Contains events 0 to 35 of game 38aa00be4fbc77f2..., 36 of them new" in reported
    assert "This does not prove:" in reported
    assert judge.run("mail", "evidence", "bob.eml", "--json").json["silent"] == 0


def test_mail_without_a_game(judge, tmp_path):
    (tmp_path / "x.eml").write_bytes(b"From: a@example.org\nSubject: hello\n\nhello\n")
    result = judge.run("mail", "evidence", "x.eml")
    assert result.code == 1
    assert "No message here has an event of a game." in result.out
    assert "There is no y.eml" in judge.fails("mail", "evidence", "y.eml")
