"""New keys as two people type it: renew, mail the card, offer, compare, agree, play on."""

from __future__ import annotations

from commands.conftest import Home

LANDING = """
land 1/2 1203
land 2/2 1102
land 1/6 1002
land 2/6 0902
land 1/8 0801
land 2/8 0802 from 0703
end movement
"""


def words_of(home, handle: str) -> str:
    """The twelve words of the card of ``handle``, as one hears them."""
    return home("card", "show", handle).splitlines()[1].strip()


def renewed(ann, bob) -> str:
    """ann renews all keys and mails bob the card; return its words."""
    said = ann("identity", "renew", "ann")
    assert "'pbem offer saipan-ann-bob keys', then 'pbem send saipan-ann-bob'" in said
    assert "'pbem card export ann'" in said
    assert "stored as ann.key.1" in said
    ann("card", "export", "--to", str(bob.outbox))
    words = words_of(ann, "ann")
    assert words in said
    return words


def test_renewed_offered_compared_agreed_on_and_played_on(game):
    ann, bob = game
    assert "Make them with 'pbem identity renew ann'" in ann.fails("offer", "keys", "--yes")
    before = words_of(bob, "ann")
    words = renewed(ann, bob)
    assert words != before

    assert "Signed event 3: your offer" in ann("offer", "keys", "--yes")
    took = bob("take", ann.sends("--since", "2"))
    assert f"ann offers new keys. The card with them has these words: {words}." in took
    assert "Note: These are not the keys of a card of ann that you have" in took
    assert words in " ".join(bob("show", "--no-map").split())

    card = str(bob.outbox / "ann.card")
    assert words in bob.fails("card", "import", card)
    assert words in bob("card", "import", card, "--replace")
    assert "genuine" in bob("card", "words", "ann", words)
    said = bob("answer", "yes")
    assert words in said
    assert "whose words you have compared" in said

    took = ann("take", bob.sends("--since", "3"))
    assert "From the next event on, ann signs with the new keys" in took
    assert "Note" not in took
    assert "already uses the present keys of ann" in ann.fails("offer", "keys", "--yes")

    ann("order", stdin=LANDING + "attack 16 with 1/8 2/6 2/8 gsp 3\n")
    assert "Note" not in bob("take", ann.sends("--since", "4"))
    bob("order", "-m", "pass")
    ann("take", bob.sends("--since", "5"))
    assert "Die for attack on 16" in ann("dice")
    assert "Verified and imported" in bob("take", ann.sends())
    for one in game:
        assert "WARNING" not in one("verify", "saipan-ann-bob")


def test_refused_keys(game):
    ann, bob = game
    renewed(ann, bob)
    ann("offer", "keys", "--yes")
    bob("take", ann.sends("--since", "2"))
    bob("answer", "no")
    assert "bob answers no to ann (keys)" in ann("take", bob.sends("--since", "3"))
    assert "Make other keys with 'pbem identity renew ann'" in ann.fails("offer", "keys", "--yes")
    ann("order", stdin=LANDING)
    assert "ann.key.2" in ann("identity", "renew")
    bob("take", ann.sends())


def test_logs_with_former_keys_are_still_those_of_the_cards_here(game):
    """A log that ends before the keys were renewed is verified with a warning, not refused."""
    ann, bob = game
    renewed(ann, bob)
    bob("card", "import", str(bob.outbox / "ann.card"), "--replace")
    assert "a card that was replaced later" in bob("verify", "saipan-ann-bob")
    taken = bob("take", ann.sends())
    assert "plays here with the former ones until the new ones are offered" in taken
    assert "ann still signs here with the former keys" in ann("take", bob.sends())


def test_every_key_file_gets_the_new_passphrase(game, tmp_path):
    ann, bob = game
    renewed(ann, bob)
    fresh = tmp_path / "fresh"
    fresh.write_text("battery staple\n")
    ann("identity", "passphrase", "--new-file", str(fresh))
    ann("offer", "keys", "--yes", "--passphrase-file", str(fresh))
    assert "Wrong passphrase" in ann.fails("resign", "--yes")


SHORT, LONG = {"PBEM_PASSPHRASE": "eleven long"}, {"PBEM_PASSPHRASE": "twelve longs"}


def test_a_short_passphrase_makes_nothing(tmp_path):
    """Else who takes the refusal at its word types the command again, and is refused once more."""
    home = Home(tmp_path / "home")
    reported = home.fails("identity", "new", "ann", **SHORT)
    assert "fewer than 12 letters" in reported
    assert "Nothing was changed" in reported
    assert not [path for path in home.folder.rglob("*") if path.is_file()]
    assert "ann" not in home("identity", "list")
    home("identity", "new", "ann", **LONG)
    key = home.folder / "identities" / "ann.key"
    before, new = key.read_bytes(), tmp_path / "new"
    new.write_text("eleven long")
    words = ("identity", "passphrase", "--new-file", str(new))
    assert "fewer than 12" in home.fails(*words, **LONG)
    assert key.read_bytes() == before
    new.write_text("another dozen")
    home(*words, **LONG)
    assert key.read_bytes() != before
