"""A whole game on the open table between two homes: pieces, hands, a deck made again, a result."""

from __future__ import annotations

from pathlib import Path

from pbem.audit.verify import verify
from pbem.client.play import acting
from pbem.client.views.hand import InHand, hand
from toy.homes import Home

TURNS = (
    ("ann", "draw 2 from crown; move f1 to Kessel; flip f1; turn h1 3"),
    ("ann", "add spring to crown; roll battle for Kessel; over to league"),
    ("bob", "draw 3 from league; new depot at Ostrel; box h1"),
    ("bob", "value vp 5; pull; end turn"),
    ("ann", "result crown wins 5 to 3"),
)


def owed(*homes: Home) -> None:
    """Send mail between two homes, and do what needs no choice, until somebody is asked."""
    for _ in range(40):
        for writer, reader in (homes, homes[::-1]):
            reader.takes(writer.sends())
            reader.works()
        if {"orders", "join"} & set(homes[0].sits().table.active().kinds):
            homes[1].takes(homes[0].sends())
            homes[0].takes(homes[1].sends())
            return
        if homes[0].sits().table.active().handle is None:
            return


def test_a_whole_game_verifies_from_its_log_alone(tmp_path: Path) -> None:
    ann, bob = Home("ann", tmp_path), Home("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens("table", seats={"crown": "ann", "league": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    owed(bob, ann)
    for who, text in TURNS:
        home = ann if who == "ann" else bob
        for one in text.split("; "):
            home.orders(one)
            owed(ann, bob)
            while held_double(home):
                home.orders("dead crown")
                owed(ann, bob)
    play = ann.sits().table.play
    assert play is not None
    pieces = play.position.pieces
    assert (pieces["f1"].at, pieces["f1"].up, pieces["h1"].at) == ("road/Kessel", (2,), "box")
    assert pieces["n1"].at == "road/Ostrel"
    assert [len(play.position.held[side]) for side in ("crown", "league")] == [2, 3]
    held = {one.card for one in hand(bob.sits()) if isinstance(one, InHand)}
    assert len(held) == 3
    assert not any(card.encode() in ann.log.read_bytes() for card in held)
    bob.orders("agree")
    owed(ann, bob)
    verdict = verify(ann.log, ann.client.library)
    assert verdict.ok, verdict
    assert ann.log.read_bytes() == bob.log.read_bytes()
    result = ann.sits().table.result
    assert result is not None
    assert (result.winner, ann.sits().table.active().handle) == ("crown", None)


def held_double(home: Home) -> bool:
    """Whether somebody has drawn a double and has to say so."""
    play = home.sits().table.play
    return play is not None and any(play.game.setting.doubles(play.seen_by("crown"), "crown"))
