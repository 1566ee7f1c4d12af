"""`pbem mail`: a game through message files, as players type it."""

from __future__ import annotations

LANDING = """land 1/2 1203; land 1/6 1102; land 1/8 1002; land 1/23 0902; land 1/24 0801
land 1/25 0802 from 0703
end movement
attack 317 with 1/2 1/6 1/8 gsp 5
attack 16 with 1/23 1/24 1/25 gsp 5
"""


def test_two_play_by_message_files(game, tmp_path):
    ann, bob = game
    name = "saipan-ann-bob"
    post = tmp_path / "post"
    post.mkdir()
    said = bob("mail", "write", "--to", str(post))
    assert "Subject: [PBEM] Your move: Saipan turn 1" in said
    ann("mail", "read", str(post / f"{name}_002.eml"))
    reply = f"#pbem {name} ann\n{LANDING}#end\n"
    echo = ann.run("mail", "read", "-", stdin=reply)
    assert echo.code == 0
    assert echo.out.count("  OK  ") == 5
    assert "pen for" not in echo.err
    wrong = ann.run("mail", "read", "-", stdin=reply.replace("attack 317", "atack 317"))
    assert wrong.code == 1
    assert "WRONG  line 4, column 1, 'atack 317" in wrong.out
    assert "did you mean attack?" in wrong.out
    mine, hers = tmp_path / "mine.eml", tmp_path / "hers.eml"
    mine.write_text(f"From: ann@example.org\nSubject: x\n\n{reply}")
    hers.write_text(f"From: bob@example.org\nSubject: x\n\n{reply}")
    assert "from bob@example.org, not from" in ann.fails("mail", "read", str(hers), "--sign")
    for answer in ("", "\n", "n\n"):
        asked = ann.run("mail", "read", str(mine), "--sign", stdin=answer)
        assert asked.code == 1
        assert "The mail names ann@example.org as its sender" in asked.out
        assert "attack 317 with 1/2" in asked.out
        assert "Signed event" not in asked.out
    assert ann.run("mail", "read", str(mine), "--sign", "--yes").code == 2  # nothing says it ahead
    assert "Signed event 3: your orders" in ann("mail", "read", str(mine), "--sign", stdin="y\n")
    pasted = ann("mail", "write", "--print")
    assert "-----BEGIN PBEM-----" in pasted
    assert "#pbem saipan-ann-bob bob" in pasted
    took = bob.run("mail", "read", "-", stdin="> " + pasted.replace("\n", "\n> "))
    assert took.code == 0
    assert "armor (saipan-ann-bob): New events." in took.out
    assert "does not know" not in took.err


def test_a_message_that_cannot_be_read_is_one_message(game, tmp_path):
    ann, _ = game
    cut = ann("mail", "write", "--print", "--whole").splitlines()
    armor = [line for line in cut if line.startswith("/")]
    del cut[cut.index(armor[3])]
    went = ann.run("mail", "read", "-", stdin="\n".join(cut))
    assert went.code == 1
    assert "lines are missing or damaged (3). Read all the messages that it came in" in went.out
    assert "or ask for the message again" in went.out
    assert "There is no no.eml in" in ann.fails("mail", "read", str(tmp_path / "no.eml"))
    assert "Nothing of pbem is in it" in ann.run("mail", "read", "-", stdin="hello").out


def test_a_message_shows_the_map_unless_it_is_to_be_plain(game, tmp_path):
    _, bob = game
    bob("mail", "write", "--to", str(tmp_path))
    [file] = tmp_path.glob("*.eml")
    assert b"Content-Type: text/html" in file.read_bytes()
    assert b"Content-Type: image/png" in file.read_bytes()
    bob("mail", "write", "--plain", "--to", str(tmp_path))
    assert b"text/html" not in file.read_bytes()
    assert b"image/png" not in file.read_bytes()
