"""A rating list through several tournaments."""

from __future__ import annotations

import msgspec
import pytest

from pbem.director.player.saying import composed
from pbem.errors import FormError
from pbem.table.events.kinds import Signer
from pbem.tournament.events import kinds
from pbem.tournament.events.term_kinds import Area, Elo, Glicko
from pbem.tournament.events.words import sign_word
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.rating_list import rating_list
from toy.group import identity, signer
from toy.meeting import Meeting, robin

AREA = Area(start=5000, claimed=True, digits=0)
ELO = Elo(start=1500, claimed=False, digits=1, k=20)
GLICKO = Glicko(start=1500, claimed=False, digits=2, deviation=350, volatility=60_000, tau=500)


def played(winner, loser, *others, name="Cup", claims=None, ratings=(AREA,)):
    """A round robin, in which one beats another and nothing else is decided."""
    meeting = Meeting(robin(name=name, ratings=ratings))
    for handle in (winner, loser, *others):
        meeting.enters(handle, rating=(claims or {}).get(handle))
    meeting.begins()
    while meeting.now.next_round <= meeting.now.length:
        meeting.pairs()
    for at in meeting.now.boards():
        first, second = (one.handle for one in meeting.now.pair_of(at))
        if {first, second} == {winner, loser}:
            meeting.decides(BoardOf(*at), "first" if first == winner else "second")
    return meeting.now


def rated(*histories, system="area"):
    return {line.handle: line.rating for line in rating_list(histories, system)}


def test_each_goes_on_from_the_one_before():
    spring = played("ann", "bob", "cas", name="Spring")
    assert rated(spring) == {"ann": "5100", "bob": "4900", "cas": "5000"}
    summer = played("bob", "ann", "dan", name="Summer")
    # A twentieth of the 200 points between them, and 100: bob wins 110.
    assert rated(spring, summer) == {"ann": "4990", "bob": "5010", "cas": "5000", "dan": "5000"}
    assert rated(summer, spring) == {"ann": "5010", "bob": "4990", "cas": "5000", "dan": "5000"}
    lines = rating_list([spring, summer], "area")
    assert [line.handle for line in lines[:1]] == ["bob"]
    counts = {line.handle: (line.games, line.tournaments) for line in lines}
    assert counts == {"ann": (2, 2), "bob": (2, 2), "cas": (0, 1), "dan": (0, 1)}
    assert {line.handle: line.sign for line in lines}["ann"] == signer("ann").sign


def test_of_two_with_one_handle_each_has_their_own_games():
    """Mallory entered as ann and was put out, before ann could enter."""
    meeting = Meeting(robin(name="Cup", ratings=(AREA,)))
    false = composed(meeting.fold, Signer("ann", signer("mallory").sign), "enter")
    meeting.says("ann", sign_word(false, identity("mallory").sign_seed))
    meeting.write("out", kinds.PutOut(entrant=1, why="an impostor"))
    for handle in ("ann", "bob"):
        meeting.enters(handle)
    meeting.begins()
    meeting.pairs()
    [at] = meeting.now.boards()
    first, _ = (one.handle for one in meeting.now.pair_of(at))
    meeting.decides(at, "first" if first == "ann" else "second")
    games = {line.sign: line.games for line in rating_list([meeting.now], "area")}
    assert games == {signer("ann").sign: 1, signer("bob").sign: 1, signer("mallory").sign: 0}


def test_equal_ones_stand_by_their_keys():
    names = ("ann", "bob", "cas", "dan", "eve")
    idle = played(*names)
    even = [line.handle for line in rating_list([idle], "area")][1:-1]
    assert even == sorted(names[2:], key=lambda handle: signer(handle).sign)
    assert even != list(names[2:])


def test_what_somebody_claims_counts_once_for_who_is_new():
    spring = played("ann", "bob", claims={"ann": 5200}, name="Spring")
    assert rated(spring) == {"ann": "5290", "bob": "4910"}
    summer = played("ann", "bob", claims={"ann": 9000, "bob": 9000}, name="Summer")
    # 380 apart: 100 less 19.
    assert rated(spring, summer) == {"ann": "5371", "bob": "4829"}


def test_all_of_a_rating_goes_on():
    """Deviation and volatility too; and nothing passes for who is in no log."""
    spring = played("ann", "bob", "cas", name="Spring", ratings=(GLICKO,))
    summer = played("ann", "cas", "dan", name="Summer", ratings=(GLICKO,))
    once = {line.handle: line for line in rating_list([spring], "glicko-2")}
    twice = {line.handle: line for line in rating_list([spring, summer], "glicko-2")}
    assert float(twice["ann"].deviation) < float(once["ann"].deviation) < 350
    assert twice["bob"] == once["bob"]


def test_a_player_is_his_key():
    spring = played("ann", "bob", name="Spring")
    summer = played("ann", "bob", name="Summer")
    other = summer.entrants[0]
    assert other.handle == "ann"
    other.sign = "f" * 64
    reported = [(line.handle, line.rating) for line in rating_list([spring, summer], "area")]
    assert sorted(reported) == [("ann", "5095"), ("ann", "5100"), ("bob", "4805")]
    other.sign, other.handle = signer("ann").sign, "anna"
    assert rated(spring, summer)["anna"] == "5190"


def test_what_is_no_list():
    spring = played("ann", "bob", name="Spring")
    with pytest.raises(FormError, match="Spring is named twice"):
        rating_list([spring, spring], "area")
    with pytest.raises(FormError, match="Spring has no elo ratings"):
        rating_list([spring], "elo")
    higher = played("ann", "bob", name="Summer", ratings=(msgspec.structs.replace(AREA, start=1),))
    with pytest.raises(FormError, match="Summer and Spring have area with different values"):
        rating_list([spring, higher], "area")
    both = played("ann", "bob", name="Autumn", ratings=(ELO, AREA))
    assert rated(spring, both)["ann"] == "5190"
    with pytest.raises(FormError, match="needs a tournament"):
        rating_list([], "area")
