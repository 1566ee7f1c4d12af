"""Logs about which readers without rules once disagreed, or refused what the rules accept.

Each reader says the same of each log (docs/protocol.md, section 10): either all hold it, or all
refuse its last event by the same code.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from readers.javascript import Node
from readers.judging import judge_file
from second.writer import Writer

SEATS = {"us": "ann", "jp": "bob", "uk": "cal", "au": "dan", "nz": "eve"}
VICTORY = {"winner": "us", "why": "victory"}
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def _game(players: int = 3, dice: str = "umpire") -> Writer:
    names = list(SEATS.values())[:players]
    return Writer(names, {side: who for side, who in SEATS.items() if who in names}, dice)


def _forked(game: Writer, by: str, side: str) -> Any:
    game.write(by, "orders", side=side, orders=[{"do": "other"}], state="0" * 64)
    other = game.cut()
    game.orders(by, side)
    return other


def _yes(game: Writer, *handles: str) -> None:
    for handle in handles:
        game.write(handle, "answer", yes=True)


# --- dice have perhaps ended the game before a newcomer joined ---------------------------------


def _dice_before_a_join() -> tuple[Writer, str, str]:
    """Dan and eve left, and have sealed something; dice come before bob's replacement joins."""
    game = _game(5)
    sealed = game.seal("dan", "one"), game.seal("eve", "two")
    game.write("dan", "resign")
    game.write("eve", "resign")
    game.orders("ann", "us")
    game.dice("uma")
    game.replace("bob", "neu", "ann", "cal")
    game.dice("uma", instead="bob")
    game.dice("cal", last=True)
    return game, *sealed


def _who_is_out_opens_then_another() -> Writer:
    game, one, two = _dice_before_a_join()
    game.reveal("dan", one)
    game.reveal("eve", two)
    return game


def _who_is_out_opens_then_the_game_is_closed() -> Writer:
    game, one, _ = _dice_before_a_join()
    game.reveal("dan", one)
    game.write("uma", "ruling", result=VICTORY)
    return game


def _all_open_then_the_game_is_closed() -> Writer:
    game = _who_is_out_opens_then_another()
    game.write("uma", "ruling", result=VICTORY)
    return game


def _dice_after_such_an_opening() -> Writer:
    game, one, _ = _dice_before_a_join()
    game.reveal("dan", one)
    game.trigger, game.betas = game.ids[-1], []
    game.dice("uma")
    return game


# --- a seal that was perhaps taken back --------------------------------------------------------


def _sealed_and_undone(*, doubt: bool) -> Writer:
    """Ann seals, and bob offers to go back; cal, who has still to say yes, may be out."""
    game = _game()
    if doubt:
        game.secret_choice("cal", "one")
    sealed = game.seal("ann", "two")
    game.write("bob", "offer", what="undo", to=sealed)
    _yes(game, "ann")
    if not doubt:
        game.write("cal", "answer", yes=False)
    game.replace("ann", "neu")
    return game


# --- keys that were perhaps agreed to ----------------------------------------------------------


def _keys_perhaps_agreed() -> Writer:
    """Dan, who may be out, has not answered ann's offer of keys, and resigns instead."""
    game = _game(4)
    game.secret_choice("dan", "one")
    game.keys("ann", "k1", "k1")
    _yes(game, "bob", "cal")
    game.write("dan", "resign")
    return game


def _no_to_another_offer() -> Writer:
    game = _keys_perhaps_agreed()
    game.orders("ann", "us")
    game.write("ann", "offer", what="tie")
    game.write("bob", "answer", yes=False)
    game.orders("ann", "us")
    return game


def _no_to_the_next_keys() -> Writer:
    game = _keys_perhaps_agreed()
    game.keys("ann", "k2", "k2")
    game.write("bob", "answer", yes=False)
    game.orders("ann", "us")
    return game


def _old_key_then_the_new_one() -> Writer:
    """Ann signed with the old key, which shows that nobody agreed to the new one."""
    game = _keys_perhaps_agreed()
    game.orders("ann", "us")
    game.names["ann"] = "k1"
    game.orders("ann", "us")
    return game


def _two_offers_of_keys_in_doubt() -> Writer:
    game = _game(2)
    game.secret_choice("bob", "one")
    game.keys("ann", "k1", "k1")
    game.orders("ann", "us")
    game.keys("ann", "k2", "k2")
    game.orders("ann", "us")
    return game


def _stale_key(*, agreed: bool) -> Writer:
    """Return a game in which an author signs with a key that ann has not any more."""
    if agreed:
        game = _game()
        game.secret_choice("cal", "one")
        game.keys("ann", "k1", "k1")
        _yes(game, "bob", "cal")
        game.names["ann"] = "k1"
    else:
        game = _keys_perhaps_agreed()
    game.orders("ann", "us")
    game.keys("ann", "k2", "k2")
    _yes(game, "bob", "cal")
    game.names["ann"] = "k2"
    game.orders("ann", "us")
    game.names["ann"] = "k1"
    game.write("ann", "resign")
    return game


def _fork_after_the_last_yes(*, before_use: bool) -> Writer:
    """The new key counts from the last yes on: it signed the fork, and settles nothing of it."""
    game = _game()
    game.secret_choice("cal", "one")
    game.keys("ann", "k1", "k1")
    _yes(game, "bob")
    game.names["ann"] = "k1"
    if not before_use:
        game.orders("ann", "us")
    other = _forked(game, "ann", "us")
    game.write("uma", "ruling", fork=[other], then="forfeit")
    return game


# --- dice --------------------------------------------------------------------------------------


def _dice_for_an_offer_that_a_ruling_ended() -> Writer:
    game = _game(dice="opponents")
    game.orders("cal", "uk")
    game.keys("cal", "k1", "k1")
    game.trigger, game.betas = game.ids[-1], []
    game.replace("ann", "neu")
    game.dice("uma", instead="ann")
    return game


def _dice_for_a_yes_while_others_have_to_answer() -> Writer:
    game = _game(dice="opponents")
    game.orders("ann", "us")
    game.write("bob", "offer", what="tie")
    _yes(game, "ann")
    game.trigger, game.betas = game.ids[-1], []
    game.replace("cal", "neu")
    game.dice("bob")
    return game


def _dice_after_a_fork(*, whole: bool) -> Writer:
    """Without cal, who may be out, the game would be over since ann was put out."""
    game = _game(dice="opponents")
    game.secret_choice("cal", "one")
    other = _forked(game, "ann", "us")
    game.write("uma", "ruling", fork=[other], then="forfeit")
    game.dice("bob", last=not whole)
    if whole:
        game.dice("cal", last=True)
    return game


# --- rulings while somebody else is active -----------------------------------------


def _consent_while_an_offer_is_open() -> Writer:
    game = _game()
    game.orders("cal", "uk")
    game.write("bob", "offer", what="tie")
    game.replace("ann", "neu", "bob", "cal")
    return game


def _another_is_put_out_while_somebody_has_to_join() -> Writer:
    game = _game(dice="opponents")
    game.replace("cal", "neu")
    game.write("uma", "ruling", **{"as": "forfeit", "late": None, "out": "ann"})
    return game


def _another_is_put_out_after_an_offer() -> Writer:
    game = _game(dice="opponents")
    game.orders("ann", "us")
    game.write("bob", "offer", what="tie")
    _yes(game, "ann")
    game.replace("cal", "neu")
    game.write("uma", "ruling", **{"as": "forfeit", "late": None, "out": "bob"})
    return game


# --- codes -------------------------------------------------------------------------------------


def _who_offered_answers() -> Writer:
    """Only cal, who may be out, has to answer: bob's answer says that no offer is open."""
    game = _game()
    game.secret_choice("cal", "one")
    game.write("bob", "offer", what="tie")
    _yes(game, "ann", "bob")
    return game


def _who_may_have_to_answer_writes(kind: str, **data: Any) -> Writer:
    """Ann may be out, so cal may be the one to answer."""
    game = _game()
    game.secret_choice("ann", "one")
    game.write("bob", "offer", what="tie")
    game.write("cal", kind, **data)
    return game


# --- found by `readers.blind` ------------------------------------------------------------------


def _undo_names_an_answer() -> Writer:
    """An undo names orders or a seal; this one names an answer, so cal's seal stays."""
    game = _game()
    game.write("cal", "offer", what="tie")
    game.write("ann", "answer", yes=False)
    answer, sealed = game.ids[-1], game.seal("cal", "one")
    game.write("ann", "offer", what="undo", to=answer)
    _yes(game, "bob", "cal")
    game.reveal("cal", sealed)
    return game


def _opening_between_dice(kind: str, **data: Any) -> Writer:
    """Ann opens between two keepers: the game is over, perhaps, and the dice stay as they were."""
    game = _game()
    game.secret_choice("bob", "one")
    sealed = game.seal("ann", "two")
    game.orders("ann", "us")
    game.dice("uma")
    game.reveal("ann", sealed)
    game.write("cal", kind, **data)
    return game


def _passed_over_between_dice() -> Writer:
    """The keepers were decided before ann opened, so bob does not give dice before ann."""
    game = _game()
    game.secret_choice("bob", "one")
    sealed = game.seal("ann", "two")
    game.orders("cal", "uk")
    game.dice("uma")
    game.reveal("ann", sealed)
    game.dice("bob", last=True)
    return game


def _replaced_between_dice(out: str) -> Writer:
    """Cal, who may be out, is replaced; without consent only if they owe no dice."""
    game = _game(4)
    game.secret_choice("cal", "one")
    if out == "bob":
        game.orders("bob", "jp")
    else:
        game.orders("ann", "us")
    game.dice("uma")
    game.replace(out, "neu")
    return game


def _consent_after_an_offer_that_is_perhaps_none() -> Writer:
    """Bob may be out: then ann's yes was the last, and dice may be owed after it."""
    game = _game()
    game.secret_choice("bob", "one")
    game.keys("cal", "k1", "k1")
    _yes(game, "ann")
    game.replace("cal", "neu", "ann", "bob")
    return game


def _all_agree_after_a_fork() -> Writer:
    """Dan was out before the ruling, since the offer is answered after it: all have agreed."""
    game = _game(4)
    other = _forked(game, "dan", "au")
    game.secret_choice("dan", "one")
    game.keys("ann", "k1", "k1")
    game.write("uma", "ruling", fork=[other], then="forfeit")
    _yes(game, "bob", "cal")
    game.orders("ann", "us")
    return game


CASES: dict[str, tuple[Callable[[], Writer], str | None]] = {
    "perhaps over, two who are out open": (_who_is_out_opens_then_another, None),
    "perhaps over, one opens, closed": (_who_is_out_opens_then_the_game_is_closed, None),
    "perhaps over, all open, closed": (_all_open_then_the_game_is_closed, None),
    "perhaps over, dice": (_dice_after_such_an_opening, "dice.keeper"),
    "seal perhaps taken back": (lambda: _sealed_and_undone(doubt=True), None),
    "seal not taken back": (lambda: _sealed_and_undone(doubt=False), "ruling.wrong"),
    "keys, no to a tie": (_no_to_another_offer, None),
    "keys, no to the next keys": (_no_to_the_next_keys, None),
    "keys, old and then new": (_old_key_then_the_new_one, "sig.bad"),
    "keys, offered twice in doubt": (_two_offers_of_keys_in_doubt, None),
    "stale key, once agreed": (lambda: _stale_key(agreed=True), "sig.bad"),
    "stale key, never agreed": (lambda: _stale_key(agreed=False), "sig.bad"),
    "fork at the first use": (lambda: _fork_after_the_last_yes(before_use=True), None),
    "fork behind the first use": (lambda: _fork_after_the_last_yes(before_use=False), None),
    "dice for an offer": (_dice_for_an_offer_that_a_ruling_ended, "dice.keeper"),
    "dice for a yes": (_dice_for_a_yes_while_others_have_to_answer, "dice.keeper"),
    "dice without who must be in": (lambda: _dice_after_a_fork(whole=False), "dice.rolls"),
    "dice of who must be in": (lambda: _dice_after_a_fork(whole=True), None),
    "consent behind an offer": (_consent_while_an_offer_is_open, "ruling.wrong"),
    "another out before a join": (_another_is_put_out_while_somebody_has_to_join, "ruling.wrong"),
    "another out, offer ended": (_another_is_put_out_after_an_offer, "ruling.wrong"),
    "answer of who offered": (_who_offered_answers, "answer.wrong"),
    "seal of who may have to answer": (
        lambda: _who_may_have_to_answer_writes("seal", label="two", commit="0" * 64),
        "kind.wrong",
    ),
    "undo, names an answer": (_undo_names_an_answer, None),
    "opening between dice, offer": (
        lambda: _opening_between_dice("offer", what="tie"),
        "offer.wrong",
    ),
    "seal of who may have to give dice": (
        lambda: _opening_between_dice("seal", label="three", commit="0" * 64),
        "kind.wrong",
    ),
    "keeper passed over between dice": (_passed_over_between_dice, "dice.keeper"),
    "author replaced between dice": (lambda: _replaced_between_dice("bob"), None),
    "keeper replaced between dice": (lambda: _replaced_between_dice("cal"), "ruling.wrong"),
    "consent, offer perhaps none": (_consent_after_an_offer_that_is_perhaps_none, None),
    "keys, all agree behind a fork": (_all_agree_after_a_fork, "sig.bad"),
    "offer of who may have to answer": (
        lambda: _who_may_have_to_answer_writes("offer", what="tie"),
        "offer.wrong",
    ),
}
"""Each with the code by which its last event is refused; none where all of it holds."""


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as made:
        yield made


@needs_node
@pytest.mark.parametrize("name", CASES)
def test_readers_without_rules_say_the_same(name: str, node: Node, tmp_path: Path) -> None:
    write, code = CASES[name]
    game = write()
    reported = judge_file(b"".join(game.lines), tmp_path, node)
    del reported["program 3"]  # there are no such rules
    last = len(game.ids) - 1
    good = last if code else last + 1
    wanted = dict.fromkeys(reported, (code, last if code else None, good))
    assert {reader: (one.code, one.seq, one.good) for reader, one in reported.items()} == wanted
