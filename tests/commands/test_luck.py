"""`pbem luck` as a judge types it."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOG = ROOT / "logs" / "saipan" / "historical.pbem"


def test_luck_is_reported_by_one_sentence_first(judge):
    reported = judge("luck", str(LOG), "--runs", "30")
    assert reported.startswith("Nothing is unusual for fair dice.")
    for line in (
        "Luck proves nothing against anybody.",
        "Die of 6, 42 rolls (7.0 expected of each): 1: 9, 2: 3, 3: 6, 4: 9, 5: 7, 6: 8.",
        "alice: luckier than",
        "The same orders with 30 other sets of dice (seed 1): 30 of them",
        "3 tests:",
    ):
        assert line in reported
    assert "other sets of dice" not in judge("luck", str(LOG), "--runs", "0")
    found = judge.run("luck", str(LOG), "--runs", "0", "--json").json
    assert found["flagged"] is False
    assert found["logs"][0]["numbers"] == 42


def test_mail_and_what_is_no_log(judge, tmp_path):
    message = EmailMessage()
    message["From"], message["Subject"] = "bob@example.org", "your dice"
    message.set_content("look at these")
    message.add_attachment(
        LOG.read_bytes(), maintype="application", subtype="octet-stream", filename="game.pbem"
    )
    (tmp_path / "bob.eml").write_bytes(bytes(message))
    assert "bob.eml" in judge("luck", "bob.eml", "--runs", "0")
    (tmp_path / "junk.pbem").write_text("hello\n")
    junk = judge.run("luck", "junk.pbem", "--runs", "0")
    assert junk.code == 1  # nothing that was named could be measured
    reported = junk.out
    assert "junk.pbem: the game in it has not begun" in reported
    assert "No dice were rolled yet" in reported
    assert "There is no nothing.pbem" in judge.fails("luck", "nothing.pbem")


def test_a_plot_is_the_same_each_time(judge, tmp_path):
    for name in ("one.svg", "two.svg"):
        judge("luck", str(LOG), "--runs", "0", "--plot", name)
    one = (tmp_path / "one.svg").read_bytes()
    assert one == (tmp_path / "two.svg").read_bytes()
    assert b"total luck" in one
    assert b"alice" in one
    assert "must end in .svg or .png" in judge.fails("luck", str(LOG), "--plot", "x.jpg")
