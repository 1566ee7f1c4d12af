"""A game by mail, as two people type it."""

from __future__ import annotations

import shutil
from pathlib import Path

LANDING = """
# the first wave
land 1/2 1203
land 2/2 1102
land 1/6 1002
land 2/6 0902
land 1/8 0801
land 2/8 0802 from 0703
end movement
"""


def land(ann) -> None:
    ann("order", stdin=LANDING)


def test_a_turn_is_exchanged(game, tmp_path):
    ann, bob = game
    orders = tmp_path / "orders.txt"
    orders.write_text(LANDING + "attack 16 with 1/8 2/6 2/8 gsp 3\n")
    tried = ann("order", str(orders), "--try")
    assert "U.S. 2/8 waits in 0703 to storm 0802. [12.32]" in tried
    assert "Then bob (Japan) is asked: Final protective fire for 16?" in tried
    said = ann("order", str(orders), "--note", "Here we come")
    assert "Signed event 3: your orders" in said
    assert "bob <bob@example.org>: pbem mail write saipan-ann-bob (log only: " in said
    assert "pbem send saipan-ann-bob --since 2)" in said

    took = bob("take", ann.sends("--since", "2"))
    assert "Verified and imported event 3." in took
    assert '"Here we come"' in took
    assert "Final protective fire for 16?" in took
    assert "pass" in bob("legal")
    said = bob("order", "-m", "pass")
    assert "Waiting for ann's computer to roll (event 4)." in said

    took = ann("take", bob.sends("--since", "3"))
    assert "Your move: roll with 'pbem dice'.\n" in took
    said = ann("dice")
    assert "Die for attack on 16" in said
    assert "Waiting for ann (U.S.)" in said

    bob("take", ann.sends())
    reported = bob("log", "--since", "3")
    assert "> attack 16 with 1/8 2/6 2/8 gsp 3" in reported
    assert "Die for attack on 16" in reported
    assert ann("verify", "saipan-ann-bob")


def test_a_position_is_shown(game):
    ann, bob = game
    shown = ann("show")
    assert "Your move: give orders with 'pbem order' ('pbem legal' lists them). " in " ".join(
        shown.split()
    )
    assert "Reconstructed" in shown
    assert "7 days from event 2" in shown
    assert "\x1b" not in shown
    land(ann)
    bob("show")
    bob("take", ann.sends())
    shown = bob("show", "--no-map")
    assert "Since your last look (event 2):" in shown
    assert "  Moved: 1/2, " in shown  # in short first, as one player reports to another
    assert shown.index("  Moved: 1/2, ") < shown.index("Event by event:")
    assert "U.S. 1/2 lands at 1203. [12.31]" in shown
    assert "Nothing has happened since your last look" in bob("show", "--no-map")


def test_a_typing_error_changes_nothing(game):
    ann, _ = game
    before = log(ann).read_bytes()
    said = ann.fails("order", "-m", "land 1/2 1203", "-m", "lnad 2/2 1102")
    assert "line 2, column 1, 'lnad 2/2 1102'" in said
    assert "land" in said.split("':", 1)[1]
    assert "did you mean 1/2" in ann.fails("order", "-m", "land 1/22 1203")
    said = ann.fails("order", "-m", "land 1/2 1203", "-m", "land 1/2 1102")
    assert "line 2, 'land 1/2 1102': 1/2 is already in play [12.1]" in said
    assert log(ann).read_bytes() == before


def test_a_tampered_log_an_old_copy_a_duplicate(game, tmp_path):
    ann, bob = game
    old = ann.sends()
    land(ann)
    new = ann.sends()
    tampered = tmp_path / "tampered.pbem"
    tampered.write_bytes(Path(new).read_bytes().replace(b"1203", b"1102"))
    before = log(bob).read_bytes()
    said = bob.fails("take", str(tampered))
    assert "NOT valid" in said
    assert "sig.bad" in said
    assert "Nothing was changed." in said
    assert log(bob).read_bytes() == before
    assert "an older copy" in bob("take", old) or "Nothing new" in bob("take", old)
    assert "New events." in bob("take", new)
    assert "Nothing new." in bob("take", new)
    assert "an older copy" in bob("take", old)


def test_a_fork_is_proven(game):
    ann, bob = game
    backup = ann.folder.with_name("backup")
    shutil.copytree(ann.folder, backup)
    ann("order", "-m", "land 1/2 1203")
    bob("take", ann.sends())
    shutil.rmtree(ann.folder)
    shutil.move(backup, ann.folder)
    ann("order", "-m", "land 2/2 1203")
    said = bob.fails("take", ann.sends("--since", "2"))
    assert "FORK" in said
    assert "To blame: ann." in said
    proof = bob.folder / "games" / "saipan-ann-bob-3.fork"
    assert proof.exists()
    assert "fork" in bob.fails("take", str(proof))
    assert "ann" in bob.run("verify", str(proof)).out


def test_offers(game):
    ann, bob = game
    ann("order", "-m", "land 1/2 1203")
    ann("offer", "undo", "--yes", "--note", "wrong hex")
    took = bob("take", ann.sends())
    assert "pbem answer yes" in took
    assert "goes back" in bob("answer", "yes")
    ann("take", bob.sends())
    ann("order", "-m", "land 1/2 1102")
    assert "You cannot offer" in ann.fails("offer", "peace")
    assert "An answer is yes or no" in ann.fails("answer", "maybe")


def test_an_undo_says_what_it_takes_back_and_asks(game):
    """Only what was shown is signed, and nobody signs by a slip."""
    ann, bob = game
    assert "You cannot undo anything: nothing was ordered yet" in ann.fails("offer", "undo")
    ann("order", "-m", "land 1/2 1203")
    ann("order", "-m", "land 1/6 1102", "--note", "the second one")
    shown = ann("offer", "undo", "--try")
    assert "ann offers to take back all events from event 4 on:" in shown
    assert "    > land 1/6 1102\n" in shown
    assert '"the second one"' in shown
    assert "land 1/2" not in shown
    both = ann("offer", "undo", "--to", "3", "--try")
    assert both.index("> land 1/2 1203") < both.index("> land 1/6 1102")
    [first, second] = ann.run("offer", "undo", "--to", "3", "--try", "--json").json["takes_back"]
    assert (first["seq"], second["orders"]) == (3, ["land 1/6 1102"])
    before = ann("log")
    asked = ann.run("offer", "undo", stdin="n\n")
    assert asked.out.startswith(shown)
    assert "Offer this? [y/N]" in asked.out
    assert asked.code == 1
    assert "nobody answered the question" in ann.fails("offer", "undo", stdin="")
    assert ann("log") == before
    assert "Signed event 5: your offer" in ann("offer", "undo", stdin="y\n")
    assert "owes" not in bob("take", ann.sends())
    assert "only the active player can make an offer" in ann.fails("offer", "tie")


def test_every_offer_is_shown_and_asked_about(game):
    ann, _ = game
    asked = ann.run("offer", "tie", stdin="n\n")
    assert "ann offers a draw." in asked.out
    assert asked.code == 1
    assert "did you mean tie?" in ann.fails("offer", "tei")
    assert "you have no newer one" in ann.fails("offer", "rules")
    done = ann.run("offer", "tie", "--yes", "--json").json
    assert [(one["seq"], one["kind"]) for one in done["events"]] == [(3, "offer")]


def test_resigning_is_asked_once_more(game):
    ann, _ = game
    assert "Resign from saipan-ann-bob as ann?" in ann.run("resign", stdin="n\n").out
    assert "Aborted" in ann.fails("resign", stdin="n\n")
    said = ann("resign", stdin="y\n")
    assert "Result: Japan (bob) wins (resigned)." in said


def test_free_deployment_is_sealed(both):
    ann, bob = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--scenario", "free")
    bob("take", ann.sends())
    bob("join")
    ann("take", bob.sends())
    assert "seal your secret choice with 'pbem seal'" in ann.fails("order", "-m", "pass")
    said = ann("seal", "-m", "beaches 1203 1102 1002 0902 0801 0802")
    assert "Waiting for bob (Japan)" in said
    assert "You sealed:" in ann("show", "--no-map")
    bob("take", ann.sends())
    assert "1203" not in bob("show", "--no-map")
    assert b'"1203"' not in log(bob).read_bytes()  # its digits alone stand in many a digest


def test_an_umpire(both, home):
    ann, bob = both
    uma = home("uma")
    for one in (ann, bob, uma):
        one("card", "export", "--to", str(uma.outbox))
    for one in (ann, bob):
        one("card", "import", str(uma.outbox / "uma.card"))
    uma("card", "import", str(uma.outbox / "ann.card"), str(uma.outbox / "bob.card"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--umpire", "uma")
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one("take", other.sends())
        one("join")
    uma("take", bob.sends())
    assert "Choose one ruling: --out" in uma.fails("rule")
    assert (
        "Rule that ann must forfeit in"
        in uma.run("rule", "--out", "ann", "--anyway", stdin="n\n").out
    )
    said = uma("rule", "--out", "ann", "--anyway", "--note", "no answer since June", "--yes")
    assert "--result" in said
    assert "Result: Japan (bob) wins (forfeit)." in said
    assert "rules that ann has forfeited" in uma("log")
    uma("rule", "--result")


def test_playing_alone(home):
    ann = home("ann")
    ann("new", "saipan", "--dice", "self")
    ann("order", stdin=LANDING + "attack 16 with 1/8 2/6 2/8\n")
    assert "Waiting for ann's computer to roll" in ann("order", "-m", "pass")
    assert "roll with 'pbem dice'" in ann.fails("order", "-m", "end combat")
    went = ann.run("order", "--dice", "-m", "end combta")
    assert went.code == 1
    assert "Signed event 4: your dice." in went.out
    assert "Event 4 has your dice: mail it. Your orders are NOT signed: line 1" in went.err


def log(home) -> Path:
    [path] = (home.folder / "games").glob("*.pbem")
    return path
