"""The last events in short: the words of docs/board.md, The past."""

from __future__ import annotations

from pbem.table.words.short import Deed, short

ATTACK = ("attack", "US 317 attacks Japanese 16")
RESULT = ("result", "The defender retreats")


def orders(*news: tuple[str, str], by: str = "bob", reported: tuple[str, ...] = ()) -> Deed:
    return Deed(by, "orders", f"{by} orders: pass.", news, reported)


def test_losses_places_attacks_moves_and_the_phase_in_this_order() -> None:
    reported = short(
        [
            orders(("moved", "1/2"), ("moved", "1/6, 1/8")),
            orders(ATTACK, RESULT, ("after", "US 317 advances"), ("lost", "Japanese 16")),
            orders(("taken", "Aslito"), ("event", "The level falls"), ("phase", "Turn 2 begins")),
            orders(("phase", "The US moves"), ("end", "The US wins"), ("moved", "1/2")),
        ]
    )
    assert reported == [
        "The US wins.",
        "Lost: Japanese 16.",
        "Taken: Aslito.",
        "US 317 attacks Japanese 16: the defender retreats; US 317 advances.",
        "The level falls.",
        "Moved: 1/2, 1/6, 1/8.",
        "The US moves.",
    ]


def test_an_attack_that_waited_is_reported_with_what_came_of_it() -> None:
    before = [orders(("attack", "an older one"), ("result", "nothing")), orders(ATTACK)]
    declined = orders(("after", "The Japanese decline final protective fire"))
    assert short([declined], before) == [
        "US 317 attacks Japanese 16: the Japanese decline final protective fire."
    ]
    assert short([orders(("phase", "The US moves"))], before) == ["The US moves."]


def test_what_follows_an_attack_that_was_reported_before_stands_alone() -> None:
    before = [orders(ATTACK, RESULT)]
    assert short([orders(("after", "The US declines to advance"))], before) == [
        "The US declines to advance."
    ]


def test_who_is_out_of_supply_is_named_once_each() -> None:
    """Twenty dice are rolled for it, and who plans a turn needs the names."""
    named = [f"U{number}" for number in range(18)]
    news = [*(("unsupplied", unit) for unit in named), ("unsupplied", "U0, U99")]
    assert short([orders(*news)]) == [f"Out of supply: {', '.join([*named, 'U99'])}."]


def test_of_many_the_first_are_reported_and_how_many_more() -> None:
    found = short([orders(*(("lost", f"U{number}") for number in range(11)))])
    assert found == [f"Lost: {', '.join(f'U{number}' for number in range(8))}, and 3 more."]
    many = short([orders(*[ATTACK, RESULT] * 7)])
    assert len(many) == 6
    assert many[-1] == "And 2 more attacks."
    assert short([orders(*(("event", f"Thing {n}") for n in range(5)))])[-1] == "And 1 more thing."


def test_where_nothing_matters_an_order_is_reported_in_its_own_words() -> None:
    assert short([orders(reported=("The US digs in.",))]) == ["The US digs in."]
    assert short([orders()]) == ["bob orders: pass."]


def test_what_only_programs_did_is_one_quiet_line() -> None:
    dice = Deed("cay", "dice", "cay gives the dice for event 4.", [RESULT])
    assert short([dice], [orders(ATTACK)]) == [
        "US 317 attacks Japanese 16: the defender retreats.",
        "Done by the programs: dice.",
    ]
    masks = Deed("cay", "unmask", "cay decrypts what is drawn from situation: 1 card.")
    assert short([masks]) == [masks.did]
