"""Opening a game: what is not said gets a sensible default, what is wrong is named."""

from __future__ import annotations

import itertools

import pytest

from pbem.client.client import NotFound
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, default_name, opening
from pbem.errors import FormError, KeyFileError, PackError


def asked(ann, **wanted):
    return opening(ann.client, ann.identity, Wanted(rules="toy", **wanted))


def test_the_opener_joins_at_once(ann, bob):
    ann.meets(bob)
    done = ann.opens(seats={"red": "ann", "blue": "bob"})
    assert [event.kind for event in done.events] == ["open", "join"]
    assert done.send_to == {"bob": "bob@example.org"}
    assert ann.client.store().last(ann.sits().table.game_id)[0] == 1


def test_with_an_umpire_the_umpire_joins_first(ann, bob, person):
    uma = person("uma")
    ann.meets(bob, uma)
    done = ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma", dice="umpire")
    assert [event.kind for event in done.events] == ["open"]
    assert done.active == "Waiting for uma to join the game."
    uma.takes(ann.sends())
    uma.does(acting.join)
    ann.takes(uma.sends())
    ann.does(acting.join)


def test_defaults(ann, bob):
    ann.meets(bob)
    data = asked(ann, seats={"blue": "bob"})
    assert data.seats == {"red": "ann", "blue": "bob"}
    assert [signer.handle for signer in data.players] == ["ann", "bob"]
    assert (data.scenario, data.options, data.dice) == ("duel", {"rounds": 4}, "opponents")


def test_alone(ann, person):
    ann.meets(person("uma"), person("wil"))
    for scenario, seats in (
        ("duel", {"red": "ann", "blue": "ann"}),
        ("alone", {"red": "ann"}),
    ):
        practice = asked(ann, scenario=scenario, dice="self")
        assert (practice.dice, practice.seats) == ("self", seats)
        witnessed = asked(ann, scenario=scenario, witnesses=["wil"])
        assert (witnessed.dice, witnessed.seats) == ("opponents", seats)
        # The witness joins first, or the player would keep the dice of the set-up.
        assert [signer.handle for signer in witnessed.players] == ["wil", "ann"]
        assert default_name(witnessed) == "toy-ann-wil"
        judged = asked(ann, scenario=scenario, umpire="uma")
        assert (judged.dice, judged.seats) == ("umpire", seats)
        with pytest.raises(FormError, match=r"a witness .* an umpire .*, --dice self"):
            asked(ann, scenario=scenario)


def test_a_witness_by_the_names_of_the_players(ann, person):
    ann.meets(person("wil"))
    for wanted in ({"players": ["wil"]}, {"players": ["ann", "wil"], "seats": {"red": "ann"}}):
        data = asked(ann, scenario="alone", **wanted)
        assert (data.seats, [one.handle for one in data.players]) == (
            {"red": "ann"},
            ["ann", "wil"],
        )
    data = asked(ann, scenario="alone", seats={"red": "wil"})
    assert (data.seats, [one.handle for one in data.players]) == ({"red": "wil"}, ["ann", "wil"])


def test_a_witness_beside_two_players(ann, bob, person):
    ann.meets(bob, person("wil"))
    data = asked(ann, seats={"blue": "bob"}, witnesses=["wil"])
    assert data.seats == {"red": "ann", "blue": "bob"}
    assert [signer.handle for signer in data.players] == ["ann", "bob", "wil"]


def test_witnesses_keep_the_dice_if_one_says_so(ann, bob, person):
    wil = person("wil")
    for one, other in itertools.permutations((ann, bob, wil), 2):
        one.meets(other)
    ann.opens(seats={"red": "ann", "blue": "bob"}, witnesses=["wil"], dice="witnesses")
    for before, one in ((ann, bob), (bob, wil)):
        one.takes(before.sends())
        one.does(acting.join)
    ann.takes(wil.sends())
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")
    wil.takes(bob.sends())
    assert wil.does(acting.dice).active == "Waiting for bob's computer to roll (event 5)."
    bob.takes(wil.sends())
    bob.does(acting.dice)
    ann.takes(bob.sends())
    assert ann.sits().table.dicing is None
    assert ann.count == 8


def test_options_are_read_as_typed(ann):
    assert asked(ann, dice="self", options={"rounds": "2"}).options == {"rounds": 2}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"scenario": "duell"}, "did you mean duel"),
        ({"options": {"round": "2"}}, "did you mean rounds"),
        ({"options": {"rounds": "9"}}, "not one of 1, 2, 3, 4"),
        ({"seats": {"rod": "ann"}}, "did you mean red"),
        ({"seats": {"red": "bbo"}}, "no card of 'bbo' here; did you mean bob"),
        ({"players": ["ann", "bob"]}, "who plays red and blue"),
        ({"version": 7}, "The newest is 1"),
        ({"umpire": "nobody"}, "no card of 'nobody'"),
        ({"dice": "umpire"}, "add --umpire HANDLE"),
        ({"dice": "witnesses"}, "somebody without a seat: add --witness HANDLE"),
        ({"dice": "opponents"}, "a witness with --witness HANDLE or an opponent with"),
        ({"dice": "opponents", "scenario": "alone"}, "with --witness HANDLE, or leave --dice out"),
        ({"witnesses": ["ann"]}, "a witness must have no seat"),
        (
            {"witnesses": ["bob"], "seats": {"red": "bob"}},
            "--witness bob: a witness must have no seat",
        ),
        ({"dice": "self", "seats": {"red": "ann", "blue": "bob"}}, "Leave --dice out"),
    ],
)
def test_what_is_wrong_is_named(ann, bob, wanted, words):
    ann.meets(bob)
    with pytest.raises((NotFound, FormError), match=words):
        asked(ann, **wanted)


def test_rules_that_are_not_there(ann):
    with pytest.raises(NotFound, match="did you mean toy"):
        opening(ann.client, ann.identity, Wanted(rules="tyo"))


def test_a_name_is_not_used_twice(ann):
    ann.opens(dice="self")
    ann.opens(dice="self")
    assert [path.name for path in ann.client.logs()] == ["game-2.pbem", "game.pbem"]
    with pytest.raises(NotFound, match="which game"):
        ann.sits()


def test_a_game_opened_twice_is_said_to_be_another(ann, bob):
    """A player who types it again, having seen no answer, does not mail two games unknowingly."""
    ann.meets(bob)
    seats = {"red": "ann", "blue": "bob"}
    assert not ann.opens(seats=seats).warnings
    (reported,) = ann.opens(seats=seats).warnings
    assert reported.startswith("You already have a game called game, so this is ANOTHER game")
    assert "Archive it with 'pbem store archive game-2'" in reported


def test_a_pack_of_ones_own(ann, bob, tmp_path):
    ann.meets(bob)
    bob.meets(ann)
    pack = tmp_path / "own.yaml"
    pack.write_bytes(b'{"strength": 5, "shots": 1, "bag": ["a1"]}')
    ann.opens(seats={"blue": "bob"}, pack=pack)
    log = ann.sends()
    taken = bob.takes(log)
    assert (taken.status, taken.finding.code) == ("finding", "rules.unknown")
    assert "pbem pack check" in taken.finding.message
    assert not taken.finding.fault
    from pbem.client.storage.packs import check_pack

    check_pack(bob.client, pack, "toy")
    assert bob.takes(log).status == "new"
    pack.write_bytes(b"strength = 5")
    with pytest.raises(PackError):
        check_pack(bob.client, pack, "toy")


def test_a_player_whose_key_is_not_that_of_the_card_is_not_joined(ann, bob, person, tmp_path):
    """Somebody opens a game in ann's name."""
    from pbem.identity.card import make_card
    from pbem.identity.identity import create

    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    (bob.client.cards).mkdir()
    (bob.client.cards / "ann.card").write_bytes(make_card(create("ann")))
    taken = bob.takes(ann.sends())
    assert any("another key than your card of ann" in warning for warning in taken.warnings)
    with pytest.raises(KeyFileError, match="ann would play with another key"):
        bob.does(acting.join)
    bob.does(acting.join, anyway=True)
