"""Keys that change in the middle of a tournament: everybody goes on by the key of the entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.test_tournament_newcomer import Club
from pbem.identity.files import formers


@pytest.fixture
def club(home, tmp_path):
    return Club(home, tmp_path)


def renews(one) -> str:
    return one("identity", "renew")


def card_to(one, other) -> Path:
    one("card", "export", "--to", str(other.outbox))
    [path] = other.outbox.glob("*.card")
    return path


def test_who_renews_keys_opens_and_joins_and_says_words_by_the_key_of_the_entry(club):
    club.directs("pair")
    first, second = (club.takes(name) for name in club.pair())
    for one, other in ((first, second), (second, first)):
        card = card_to(one, other)
        other("card", "import", str(card))
        card.unlink()
    for one in (first, second):
        renews(one)
    second("card", "import", str(card_to(first, second)), "--replace")
    reported = first("tournament", "play")
    assert "Signed event 0: the opening of cup-r1b1." in reported
    assert "You have no game to open" not in reported
    assert "Signed event 2: your join" in second("tournament", "play", first.sends())
    first("take", second.sends())
    away = club.pair()[0]
    assert "withdraw" in str(club.says(away, "withdraw"))
    assert f"{away} withdraws" in club.collects()
    club.says(away, "return")
    assert f"{away} returns" in club.collects()


def test_a_director_who_renews_keys_directs_as_before(club):
    renews(club.dora)
    assert "Round 1:" in club.directs("pair")
    club.directs("rule", "1", "draw", "--why", "no answer")
    club.dora("tournament", "verify", club.log)
    club.directs("mail", "cup", "--to", str(club.inbox))


def test_a_keeper_who_renews_keys_gives_the_lot(home, tmp_path):
    club = Club(home, tmp_path)
    ann = club.takes("ann")
    word = club.says("ann", "keep")
    assert "ann keeps lots" in club.collects(word)
    renews(ann)
    club.dora.run("tournament", "pair")
    lot = club.says("ann", "lot")
    assert "ann gives a lot" in club.collects(lot)
    assert "Round 1:" in club.directs("pair")


def test_where_the_key_of_the_entry_is_gone_nobody_says_that_nothing_is_to_be_opened(club):
    club.directs("pair")
    first = club.takes(club.pair()[0])
    renews(first)
    name = club.pair()[0]
    for kept in ("key", "card"):
        for path in formers(first.folder / "identities" / f"{name}.{kept}"):
            path.unlink()
    ran = first.run("tournament", "play")
    assert ran.code == 1
    assert "You have no game to open" not in ran.out
    assert f"Restore {name}.key, or the older {name}.key.1, from a backup" in ran.out


def test_what_new_keys_touch_is_named(club, both):
    ann, bob = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    ann("tournament", "take", club.log)
    reported = renews(ann)
    assert "'pbem offer saipan-ann-bob keys', then 'pbem send saipan-ann-bob'" in reported
    assert "docs/changed-keys.md says who to inform, and who informs whom" in reported
    assert "tournament" in renews(club.dora)
    assert "The tournament cup knows you as director and lot keeper by your former" in renews(
        club.dora
    )
    assert "The tournament cup knows you as player by your former" in renews(club.takes("cas"))
    assert "No running game here" in renews(bob)


def test_a_card_with_other_keys_than_the_entry_is_reported_what_it_is_for(club):
    ann = club.players["ann"]
    renews(ann)
    ran = club.dora.run("tournament", "collect", str(card_to(ann, club.dora)))
    assert ran.code == 1
    assert "this tournament still uses those of the entry" in ran.out
    assert "--replace'" in ran.out


def test_an_older_card_that_is_read_again_puts_no_address_back(club):
    ann, inbox = club.players["ann"], club.inbox
    old = inbox / "ann.card"
    assert old.exists()
    ann("identity", "email", "ann@new.example.net")
    (club.folder / "new").mkdir()
    ann("card", "export", "--to", str(club.folder / "new"))
    new = inbox / "address-of-ann.card"
    new.write_bytes((club.folder / "new" / "ann.card").read_bytes())
    assert f"taken   {new}: the card of ann, ann@new.example.net" in club.collects()
    reported = club.collects()
    assert (
        f"passed  {old}: an older card of ann: the newer one here stays, with ann@new" in reported
    )
    assert "<ann@new.example.net>" in club.dora("card", "show", "ann")
    reported = club.dora.fails("card", "import", str(old))
    assert "a later one replaced it: ann@new.example.net stays" in reported
    club.dora("card", "import", str(old), "--replace")
    assert "<ann@example.org>" in club.dora("card", "show", "ann")
    assert f"passed  {new}: an older card" in club.collects()
