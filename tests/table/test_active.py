"""The active player: one writer at a time, shown as one sentence (protocol section 5)."""

from __future__ import annotations

import pytest

from pbem.errors import NotYourPen
from pbem.log.finding import BadLog
from pbem.table.handlers.active import ActivePlayer
from pbem.table.own.writer import check_active
from pbem.table.table import Table
from toy.group import END, PASS, Group, attack, opening, plan, toy_library


def test_the_active_at_every_stage(tmp_path):
    active = [Table(toy_library()).active().why]
    data = opening(("ann", "bob", "wil"), {"red": "ann", "blue": "bob"}, umpire="uma",
                   scenario="plans")  # fmt: skip
    group = Group(tmp_path, data)

    def note():
        active.append(group.table.active().why)

    for handle in ("uma", "ann", "bob", "wil"):
        note()
        group.play(handle, "join")
    for handle in ("ann", "bob"):
        note()
        group.play(handle, "seal", plan(1))
    note()
    group.orders("ann", attack("blue"), END)
    note()
    trigger = group.rig("bob", "orders", group.orders_data("blue", PASS), 1)
    note()
    group.play("ann", "dice")
    note()
    group.play("bob", "offer", group.read_offer({"what": "tie"}))
    note()
    group.play("ann", "answer", False)
    note()
    group.orders("bob", END)
    for handle in ("ann", "bob"):
        note()
        group.play(handle, "reveal")
    group.play("ann", "resign")
    note()
    assert active == [
        "Nobody has opened the game yet.",
        "Waiting for uma to join the game.",
        "Waiting for ann to join the game.",
        "Waiting for bob to join the game.",
        "Waiting for wil to join the game.",
        "Waiting for ann (red) to seal a choice: Plan.",
        "Waiting for bob (blue) to seal a choice: Plan.",
        "Waiting for ann (red): What do you do next?",
        "Waiting for bob (blue): Fire?",
        f"Waiting for ann's computer to roll (event {trigger.seq}).",
        "Waiting for bob (blue): What do you do next?",
        "Waiting for ann to answer bob's offer (tie).",
        "Waiting for bob (blue): What do you do next?",
        "Waiting for ann (red) to reveal the sealed plan-red.",
        "Waiting for bob (blue) to reveal the sealed plan-blue.",
        "The game is over.",
    ]
    group.check_all()


def test_nobody_but_the_holder_writes_any_kind(tmp_path):
    """At every event of a game, every kind by everybody else is refused."""
    group = Group.joined(tmp_path, ("ann", "bob", "wil"), {"red": "ann", "blue": "bob"},
                         umpire="uma")  # fmt: skip
    stages = [lambda: group.orders("ann", attack("blue"), END), lambda: group.orders("bob", PASS)]
    for stage in [*stages, lambda: group.play("ann", "dice")]:
        active = group.table.active()
        for by in ("ann", "bob", "wil", "uma"):
            for kind, data in _every_kind(group).items():
                if by == active.handle and kind in active.kinds:
                    continue
                group.refused_any(group.forge(by, kind, data), blame=(by,))
        stage()


def test_a_side_that_is_named_as_its_player_is_not_named_twice(tmp_path):
    group = Group.joined(tmp_path, ("red", "blue"), {"red": "red", "blue": "blue"})
    assert group.table.active().why == "Waiting for red: What do you do next?"


def test_without_the_rules_the_active_is_not_known(tmp_path):
    group = Group.joined(tmp_path)
    assert group.replay(2).active() == ActivePlayer(
        None, (), "Only the rules can say whose move it is."
    )


def _every_kind(group):
    zero = "0" * 64
    return {
        "orders": group.orders_data("red", END),
        "dice": {"proof": "00" * 80},
        "seal": {"label": "plan", "commit": zero},
        "reveal": {"of": zero, "salt": zero, "value": {}},
        "offer": {"what": "tie"},
        "answer": {"yes": True},
        "resign": {},
        "join": {"vrf": zero, "proof": "00" * 80, "box": None},
        "ruling": {"out": "wil", "as": "forfeit", "late": None},
    }


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_umpire_and_who_is_out_never_have_the_active_in_a_game(tmp_path, level):
    players = ("ann", "bob", "cat")
    group = Group.joined(tmp_path, players, scenario="trio", umpire="uma")
    group.play("ann", "resign")
    table = group.replay(level)
    for who in ("ann", "uma"):
        for kind, data in (
            ("resign", {}),
            ("offer", {"what": "tie"}),
            ("seal", {"label": "x", "commit": "0" * 64}),
        ):
            with pytest.raises(BadLog) as caught:
                table.copy().take(group.forge(who, kind, data))
            assert caught.value.finding.code == "pen.wrong"


@pytest.mark.parametrize("kind", ["orders", "seal", "reveal"])
def test_an_offer_that_was_made_already_is_reported_as_such(kind):
    """One offer between two events that are neither offer nor answer (section 8)."""
    asked = ActivePlayer("ann", (kind, "resign"), "ann is asked.")
    with pytest.raises(NotYourPen, match=r"^an offer was already made here, and one is enough\."):
        check_active(asked, "ann", "offer")
    with pytest.raises(NotYourPen, match=r"^only the active player can make an offer"):
        check_active(asked, "bob", "offer")
    with pytest.raises(NotYourPen, match=r"^only the active player can make an offer"):
        check_active(ActivePlayer("ann", ("dice",), "ann owes dice."), "ann", "offer")
    with pytest.raises(NotYourPen, match=r"^there is no offer for you to answer\."):
        check_active(asked, "ann", "answer")
