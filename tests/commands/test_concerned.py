"""A mail goes to all whom it concerns, also to who is put out by it."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest


@pytest.fixture
def ruled(both, home):
    """uma judges ann and bob, and rules that cas, whom bob never met, plays on for ann."""
    ann, bob = both
    uma, cas = home("uma"), home("cas")
    for one in (ann, bob, cas):
        one("card", "export", "--to", str(uma.outbox))
    for one in (ann, bob):
        uma("card", "export", "--to", str(one.outbox))
        one("card", "import", str(one.outbox / "uma.card"))
    uma("card", "import", *(str(uma.outbox / f"{name}.card") for name in ("ann", "bob", "cas")))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob", "--umpire", "uma", "--days", "2")
    for one, other in ((uma, ann), (ann, uma), (bob, ann), (uma, bob)):
        one("take", other.sends())
        if one is not uma or other is ann:
            one("join")
    said = uma("rule", "--out", "ann", "--replace", "cas", "--anyway", "--yes", "--note", "gone")
    assert "ann can come back to the seat only under another handle" in said
    return uma, bob, cas, said


def written(who, *words: str):
    for old in who.outbox.glob("*.eml"):
        old.unlink()
    who("mail", "write", *words, "--to", str(who.outbox))
    [path] = who.outbox.glob("*.eml")
    return path, message_from_bytes(path.read_bytes(), policy=default)


def test_who_is_replaced_is_mailed_the_ruling_and_no_more(ruled):
    uma, bob, cas, said = ruled
    assert "ann <ann@example.org>" in said
    path, message = written(uma)
    to = [one.addr_spec for one in message["To"].addresses]
    assert sorted(to) == [f"{name}@example.org" for name in ("ann", "bob", "cas")]
    cas("mail", "read", str(path), "--save", str(cas.outbox))
    cas("card", "import", *map(str, cas.outbox.glob("*.card")))
    bob("mail", "read", str(path))
    cas("join", "--anyway")
    _, message = written(cas)
    assert "ann@example.org" not in message["To"]


def test_the_card_of_who_plays_on_goes_to_those_who_never_met_them(ruled):
    uma, bob, _, _ = ruled
    path, message = written(uma)
    names = {part.get_filename() for part in message.iter_attachments()}
    assert {"cas.card", "bob.card", "uma.card"} <= names
    assert "ann.card" not in names
    reported = bob("mail", "read", str(path), "--save", str(bob.outbox / "cards"))
    assert "a player card" in reported
    bob("card", "import", *map(str, (bob.outbox / "cards").glob("*.card")))
    assert "<cas@example.org>" in bob("card", "show", "cas")


def test_who_left_a_seat_does_not_take_it_again_under_the_same_handle(ruled):
    uma, *_ = ruled
    for back in ("ann", "bob"):
        said = uma.fails("rule", "--out", "cas", "--replace", back, "--anyway", "--yes")
        assert f"{back} has, or had, a part in this game" in said
        assert "pbem identity new NAME" in said
