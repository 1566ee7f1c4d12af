"""The open table: dice and cards for a game that stands elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from long import times
from pbem.errors import FormError, IllegalOrder, PackError
from pbem.games.table.rules import orders as o
from pbem.kit.contract import Order
from pbem.kit.dice import ForcedDice, SeededDice
from pbem.log.finding import BadLog
from pbem.play.lists import read_text, write_text
from pbem.play.play import Play
from pbem.selfplay.general import check_game
from pbem.selfplay.unsigned import begin
from toy.cheat import by_chance, chi_square
from toy.tables import FIVE, RULES, SHARED, WAR, TableGroup, game, started

CHI_6_CARDS = 25.7
"""Five degrees of freedom: honest cards go beyond it once in 10,000 runs."""


@pytest.mark.parametrize("seed", range(times(4, 100)))
@pytest.mark.parametrize("pack", [None, WAR, SHARED], ids=["own", "war", "shared"])
def test_it_holds_to_the_contract(pack: bytes | None, seed: int) -> None:
    assert check_game(game(pack), seed).decisions


@pytest.mark.parametrize("seed", range(times(1, 4)))
def test_five_sides_without_a_deck_hold_to_the_contract(seed: int) -> None:
    three = FIVE.replace(b"[a, b, c, d, e]", b"[a, b, c]")
    assert check_game(game(three), seed).decisions


# --- the table file -----------------------------------------------------------------------------


def test_a_few_lines_are_a_table() -> None:
    """The example of the design, whose sides are a list."""
    played = game(WAR)
    assert played.sides == ("cp", "ap")
    assert played.side_names == {"cp": "CP", "ap": "AP"}
    assert played.decks == {"ap": 9, "cp": 9}
    begun = played.set_up(begin(played).cups.__class__())
    assert {deck: pile.left for deck, pile in begun.piles.items()} == {"ap": 4, "cp": 4}


def test_what_a_file_leaves_out_is_no_part_of_its_digest() -> None:
    """So a later release can add parts, and files of today keep their digest."""
    plain = msgspec.to_builtins(RULES.data(FIVE))
    assert set(plain) == {"table", "title", "sides", "scenarios", "dice", "faces", "cups", "values"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"for: ap", b"for: us", r"line 8, column \d+ \(decks.ap.for\): there is no side us"),
        (b"start: 4, later: {limited: 3, total: 2}", b"start: 4", "make 4 cards, and the list"),
        (b"fire: 1d6", b"fire: 6", "write dice as 2d6, d10 or 1d6"),
        (b"fire: 1d6", b"fire: 0d6", "write dice as 2d6, d10 or 1d6"),
        (b"fire: 1d6", b"siege: 1d6", "dice and faces called siege"),
        (b"fire: 1d6", b"2d6: 1d6", "2d6 is how dice are written"),
        (b"fire: 1d6", b"d6: 1d4", "d6 is how dice are written"),
        (b"chits:", b'"12":', "a cup cannot be called by a number"),
        (b"A3", b'"a; b"', "without ; and #"),
        (b"title:", b"tittle:", "did you mean `?title"),
        (b"[cp, ap]", b"[cp]", "nobody can hide a card from themselves"),
        (b"values:", b"teams: [[cp, ap]]\nvalues:", "use cups instead, or add a side"),
        (b"values:", b"options: {x: {}}\nvalues:", "paragraph|title|options"),
        (b"[cp, ap]", b'{cp: "a\\u202eb", ap: AP}', "write 1 to 80 characters on one line"),
        (b"[cp, ap]", b'{cp: "a; b", ap: AP}', "without ; and #"),
        (b"values:", b'provenance: "a\\nb"\nvalues:', "write it on one line"),
        (b"values:", b'provenance: "' + b"a" * 90 + b'\\nb"\nvalues:', "write it on one line"),
        (
            b"cups: {",
            b"cups: {" + b"".join(b"c%d: [x], " % one for one in range(100)),
            "length <= 100",
        ),
        (
            b"cups: {",
            b"cups: {" + b"".join(b"c%d: [%s], " % (n, b"x, " * 240) for n in range(20)),
            "have 4,821 cards; 4,000 can be there",
        ),
    ],
)
def test_a_mistake_in_a_file_is_named(old: bytes, new: bytes, said: str) -> None:
    with pytest.raises(PackError, match=said):
        game(WAR.replace(old, new, 1))


def test_cards_that_are_called_alike_are_told_apart() -> None:
    played = game(SHARED.replace(b"E2", b"E1").replace(b"S1", b"e1"))
    titles = [played.card("events#1", 0), played.card("events#1", 1), played.card("seen#1", 0)]
    assert titles == ["E1 [events 1]", "E1 [events 2]", "e1 [seen 1]"]


def test_cards_can_lie_open_when_a_game_begins() -> None:
    """Like those of a saved game: discards, and cards that left the game."""
    open_ = WAR.replace(
        b"{for: cp,", b"{for: cp, discards: [Guns of August], removed: [Old plan, New plan],"
    )
    play = begin(game(open_), 1)
    pile = play.position.piles["cp"]
    assert (pile.discards, pile.removed, pile.left) == ([9], [10, 11], 4)
    assert play.game.card("cp", 9) == "Guns of August"
    say(play, "cp", "remove Guns; put New plan to discards; shuffle discards into cp")
    say(play, "cp", "draw 5")
    assert sorted(hand(play, "cp")) == ["C1", "C2", "C3", "C4", "New plan"]
    assert play.position.piles["cp"].removed == [10, 9]


def test_a_deck_has_so_many_cards_with_those_that_lie_open() -> None:
    many = b"{for: cp, discards: [%s]," % b", ".join([b"x"] * 242)
    with pytest.raises(PackError, match="a deck has 250 cards at most, and this has 251"):
        game(WAR.replace(b"{for: cp,", many))


# --- lines --------------------------------------------------------------------------------------


def at_start(pack: bytes | None = WAR) -> Play:
    return begin(game(pack), 1)


@pytest.mark.parametrize(
    ("line", "again"),
    [
        ("roll 2d6 for attack on Lodz", "roll 2d6 for attack on Lodz"),
        ("ROLL d6 for Lodz, again", "roll 1d6 for Lodz, again"),
        ("roll 2 3d6+1 for x", "roll 6d6 +1 for x"),
        ("roll fire -2 for x", "roll fire -2 for x"),
        ("roll 3 siege for the fort", "roll 3 siege for the fort"),
        ("draw", "draw 1 from cp"),
        ("draw 2", "draw 2 from cp"),
        ("draw 2 cards from CP openly", "draw 2 from cp open"),
        ("pull", "pull from chits"),
        ("value VP to 12", "value vp 12"),
        ("over to AP", "over to ap"),
        ("over", "end turn"),
        ("done", "end turn"),
        ("pause for ap", "pause for ap"),
        ("result ap wins 12 to 8", "result ap wins 12 to 8"),
        ("result draw", "result draw"),
        ("result AP wins", "result ap wins"),
        ("add limited to cp", "add limited to cp"),
    ],
)
def test_few_words_are_an_order(line: str, again: str) -> None:
    play = at_start()
    read = read_text(play, "cp", line).orders
    assert write_text(play, read) == [again]
    assert read_text(play, "cp", again).orders == read


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("roll 2d6", "say what the roll is for: `roll fire for LABEL`"),
        ("roll fier for x", "did you mean fire"),
        ("roll 0d6 for x", "there are no dice '0d6'"),
        ("roll 0 2d6 for x", "say what the roll is for"),
        ("draw 0 from cp", "many"),
        ("rol 2d6 for x", "did you mean roll"),
        ("draw 1 from cq", "did you mean cp"),
        ("play A1", "you hold 0 cards, and none is 'A1'"),
        ("result cp", "write `result SIDE wins 12 to 8`"),
        ("value vq 3", "did you mean vp"),
        ("over to jp", "did you mean|There is"),
    ],
)
def test_a_slip_is_answered_with_what_would_be_right(line: str, said: str) -> None:
    with pytest.raises(FormError, match=said):
        read_text(at_start(), "cp", line)


UNCLEAR = b"""\
table: box
title: Titles like orders
sides: {ap: cp, cp: ap}
decks:
  e:
    cards: [a, b + c, b, d to e, f out of g, later, "x [e 2]", x, x, a to table, open, "g  h"]
    start: 10
    later: {later: 2}
  open: {cards: [x]}
cups: {c: [n to m, a to c]}
"""


def test_titles_that_are_like_other_words_come_back_as_they_were() -> None:
    """Every order about every card, from every heap, is written and read again."""
    game_ = game(UNCLEAR)
    position = begin(game_).position
    cards, forms = range(12), (o.Play, o.Discard, o.Remove)
    assert len({*game_.setting.cards["e"]}) == 12
    position.held["ap"] = [("e#1", card) for card in cards]
    position.known = [("e#1", card, card) for card in cards]
    shown: list[Order] = [form("e#1", card, card) for form in forms for card in cards]
    shown += [o.Play("e#1", card, card, table=True) for card in cards]
    for order in shown:
        assert game_.parse(position, "ap", game_.text(order)) == order
    position.held["ap"] = []
    for heap in ("discards", "removed", "aside"):
        pile = position.piles["e"]
        pile.discards, pile.removed, pile.aside = [], [], []
        setattr(pile, heap, list(cards))
        moved: list[Order] = [
            o.Put("e", card, to) for card in cards for to in ("discards", "removed", "table")
        ]
        moved += [o.Add("e", None, (card,)) for card in cards]
        moved += [o.Add("e", None, tuple(cards)), o.Add("e", "later"), o.Add("e", None, (1, 2))]
        moved += [o.TakeOut("e", card) for card in cards]
        for order in moved:
            assert game_.parse(position, "ap", game_.text(order)) == order
    position.out["c"] = ["n to m", "a to c"]
    rest: list[Order] = [o.Return(one, "c") for one in position.out["c"]]
    rest += [o.DrawCards("open", 1), o.DrawCards("open", 2, open=True), o.DrawCards("e", 3)]
    for side in ("ap", "cp"):
        rest += [o.Over(side), o.Pause(side), o.Claim(side), o.Claim(side, (1, 2))]
    for order in rest:
        assert game_.parse(position, "ap", game_.text(order)) == order


def test_dead_names_the_part_from_which_the_places_were_drawn() -> None:
    game_ = game(WAR)
    position = begin(game_).position
    pile = position.piles["cp"]
    pile.parts = [replace(pile.parts[0], number=number) for number in (1, 2)]
    position.fresh["cp"] = [("cp#1", 3)]
    assert game_.parse(position, "cp", "dead cp 3") == o.Dead("cp#1", (3,))


@pytest.mark.parametrize("at", ["road@07,5", "road@7,-0", "road@+7,5"])
def test_a_pixel_has_one_spelling(at: str) -> None:
    with pytest.raises(FormError):
        game().read_order({"do": "move", "what": ["f1"], "to": at})


# --- dice ---------------------------------------------------------------------------------------


def test_a_list_with_two_rolls_and_a_condition_is_two_mails(tmp_path: Any) -> None:
    party = started(tmp_path)
    before = len(party.events)
    text = "roll fire for CP; roll fire for AP; if die 2 >= 1: value vp 9; over to ap"
    party.says("ann", text.replace("; over", "\nover"))
    assert [event.kind for event in party.events[before:]] == ["orders", "dice"]
    assert party.table.play is not None
    position = party.table.play.position
    assert (position.values["vp"], position.turn) == (9, "ap")
    assert [roll.label for roll in position.thrown] == ["CP", "AP"]


def test_the_dice_of_the_next_list_are_counted_from_one() -> None:
    play = at_start()
    for text, faces in (("roll fire for a; value vp 3", [2]), ("roll fire for b", [5])):
        play.order("cp", read_text(play, "cp", text).orders)
        play.roll(ForcedDice(faces))
    assert play.game.fact(play.position, "die", ["1"]) == 5
    assert play.game.fact(play.position, "die", ["2"]) == 0
    assert play.game.fact(play.position, "thrown", []) == 5


def test_five_players_play_with_dice_alone(tmp_path: Any) -> None:
    people = ("ann", "bob", "cec", "dan", "eve")
    party = started(tmp_path, FIVE, players=people)
    for one in people:
        party.says(one, "roll x for a fight; pull from chits\nend turn" if one != "eve" else "end")
    party.says("ann", "result c wins")
    for one in people[1:]:
        party.says(one, "agree")
    assert party.table.result is not None
    assert (party.table.result.winner, party.table.result.why) == ("c", "victory")


def test_a_deck_for_five_players_is_refused_at_the_opening(tmp_path: Any) -> None:
    deck = FIVE + b"decks: {d: {cards: [One, Two]}}\n"
    with pytest.raises(BadLog, match=r"two groups|hands"):
        TableGroup(tmp_path, deck, players=("ann", "bob", "cec", "dan", "eve"))


# --- cards --------------------------------------------------------------------------------------


def carry_on(play: Play, seed: int) -> Play:
    """Roll the dice that are due."""
    while play.due is not None:
        play.roll(SeededDice(random.Random(seed)))  # noqa: S311 - no secret
    return play


def say(play: Play, side: str, text: str) -> None:
    play.order(side, read_text(play, side, text).orders)
    carry_on(play, 1)


def hand(play: Play, side: str) -> list[str]:
    """Return the hand of a side, in the order of its places."""
    held = play.position.held[side]
    known = play.seen_by(side).known
    return [play.game.card(deck, card) for deck, place, card in known if (deck, place) in held]


def limited(seed: int, held: int, drawn: int) -> Iterator[Play]:
    """Hold cards as limited war comes, and draw; yield the play after each draw of others."""
    play = begin(game(WAR), seed)
    say(play, "cp", f"draw {held}")
    say(play, "cp", "add limited to cp")
    say(play, "cp", f"draw {drawn}")
    yield play
    while any(play.game.setting.doubles(play.seen_by("cp"), "cp")):
        say(play, "cp", "dead cp")
        yield play


@pytest.mark.parametrize("seed", range(times(20, 200)))
def test_no_card_is_dealt_twice_when_cards_are_held_as_a_deck_grows(seed: int) -> None:
    *_, play = limited(seed, 2, 5)
    cards = hand(play, "cp")
    assert len(cards) == len(set(cards)) == 7
    assert set(cards) == {f"C{n}" for n in range(1, 8)}
    assert play.position.piles["cp"].left == 0
    assert play.broken_duties() == []


def test_each_card_that_is_not_held_is_as_likely_as_any_other() -> None:
    """The first card that stays, with one of four held and three more added."""
    first: Counter[int] = Counter()
    many = times(210, 2100)
    for seed in range(many):
        *_, play = limited(seed, 1, 1)
        held, drawn = hand(play, "cp")
        others = [f"C{n}" for n in range(1, 8) if f"C{n}" != held]
        first[others.index(drawn)] += 1
    counts = [first[n] for n in range(6)]
    assert sum(counts) == many
    assert chi_square(counts) < CHI_6_CARDS


def test_who_draws_a_double_is_told_before_they_lose_by_it() -> None:
    for seed in range(40):
        play = next(iter(limited(seed, 2, 3)))
        doubles = list(play.game.setting.doubles(play.seen_by("cp"), "cp"))
        if doubles:
            break
    with pytest.raises(
        FormError, match=r"is a double of one that you drew before: write `dead cp` first"
    ):
        read_text(play, "cp", "over to ap")
    legal = list(play.game.legal(play.seen_by("cp")))
    assert [order.places for order in legal] == [tuple(place for _, place in doubles)]
    with pytest.raises(IllegalOrder, match="double of a card that you drew before"):
        play.game.check(play.seen_by("cp"), play.game.modules.orders.End("turn"))


def test_a_false_dead_and_a_double_that_is_kept_break_a_duty() -> None:
    broke = Counter[str]()
    for seed in range(30):
        play = next(iter(limited(seed, 2, 1)))
        double = any(play.game.setting.doubles(play.seen_by("cp"), "cp"))
        if double:
            play.order("cp", [{"do": "end", "phase": "turn"}])
        else:
            play.order("cp", [{"do": "dead", "deck": "cp#2", "places": [0]}])
        broke[f"{double}"] += 1
        assert play.broken_duties() == ["cp"], seed
    assert len(broke) == 2


def test_dead_places_count_no_more_than_held_ones() -> None:
    play = next(iter(limited(1, 2, 3)))
    order = {"do": "dead", "deck": "cp#2", "places": [0, 1, 2]}
    with pytest.raises(IllegalOrder, match="has 2 doubles that nobody has found"):
        play.copy().order("cp", [order])
    play.order("cp", [{"do": "end", "phase": "turn"}])
    say(play, "ap", "end")
    with pytest.raises(IllegalOrder, match="was not drawn just now"):
        play.order("cp", [{**order, "places": [0]}])


def test_what_was_played_and_shuffled_in_again_comes_back_once() -> None:
    for seed in range(20):
        play = begin(game(WAR), seed)
        say(play, "cp", "draw 3")
        first, kept, other = hand(play, "cp")
        say(play, "cp", f"play {first}; discard {other}; shuffle discards into cp")
        assert play.position.piles["cp"].left == 3
        say(play, "cp", "draw 3")
        while any(play.game.setting.doubles(play.seen_by("cp"), "cp")):
            say(play, "cp", "dead cp")
        assert sorted(hand(play, "cp")) == ["C1", "C2", "C3", "C4"], kept
        assert play.broken_duties() == []


def test_a_shared_deck_tells_from_which_part_each_card_comes() -> None:
    seen: Counter[int] = Counter()
    for seed in range(100):
        play = begin(game(SHARED), seed)
        say(play, "us", "draw 1 from events")
        play.order("us", read_text(play, "us", "add second to events").orders)
        play.order("us", read_text(play, "us", "draw 1 from events").orders)
        carry_on(play, seed)
        seen[play.position.piles["events"].parts[1].drawn] += 1
        cards = hand(play, "us")
        assert len(set(cards)) == 2
    # Three of the eight cards that are left lie in the second part.
    assert by_chance(seen[1], 100, 3 / 8)


def test_worlds_that_differ_in_cards_alone_are_alike_for_everybody_else() -> None:
    """The same orders in two shuffles: the same position, questions, and lists of the other."""
    lines = ["draw 2", "add limited to cp", "draw 1", "end turn"]
    seen = set()
    for seed in range(12):
        play = begin(game(WAR), seed)
        told = []
        for line in lines:
            if any(play.game.setting.doubles(play.seen_by("cp"), "cp")):
                break
            say(play, "cp", line)
            told.append((repr(play.position), repr(list(play.game.legal(play.seen_by("ap"))))))
            told.append(repr([play.game.report(one) for one in play.forget() if one.paragraph[1:]]))
        else:
            seen.add(repr(told))
    assert len(seen) == 1


# --- a card that was held as its deck was made again, and is played then ------------------------


def decks_of(play: Play) -> Any:
    """Return what a log says of each deck: its cards, and how many are drawn."""
    assert play.dealer is not None
    drawn = {
        f"{name}#{part.number}": part.drawn
        for name, pile in play.position.piles.items()
        for part in pile.parts
    }
    return {deck: (sorted(lie), drawn[deck]) for deck, lie in play.dealer.everything().items()}


def by_name(seed: int) -> Any:
    """Return dice for each deck."""
    return lambda deck: SeededDice(random.Random(f"{deck} {seed}"))  # noqa: S311 - no secret


def played_first(seed: int) -> Play:
    """Hold a card as limited war comes, play it, then draw all that is left."""
    play = begin(game(WAR), seed)
    say(play, "cp", "draw 2")
    say(play, "cp", "add limited to cp")
    say(play, "cp", f"play {hand(play, 'cp')[0]}")
    left = play.position.piles["cp"].left
    say(play, "cp", f"draw {left}")
    return play


def test_who_draws_a_double_of_a_played_card_is_told_before_they_lose_by_it() -> None:
    """Hands that other places have shown still say which cards are doubles."""
    for seed in range(20):
        play = played_first(seed)
        while doubles := list(play.game.setting.doubles(play.seen_by("cp"), "cp")):
            with pytest.raises(FormError, match="write `dead cp` first"):
                read_text(play, "cp", "over to ap")
            assert {
                play.game.write_order(one)["do"] for one in play.game.legal(play.seen_by("cp"))
            } == {"dead"}, doubles
            say(play, "cp", "dead cp")
        assert play.position.piles["cp"].left == 0
        held = hand(play, "cp")
        assert len(held) == len({*held}) == 6
        say(play, "cp", "end turn")
        assert play.broken_duties() == [], seed


@pytest.mark.parametrize("seed", range(times(6, 60)))
@pytest.mark.parametrize("sides", [("cp",), ("ap",), ()])
def test_a_hand_can_be_imagined_after_a_deck_was_made_again(
    sides: tuple[str, ...], seed: int
) -> None:
    """The imagined hand keeps what a side knows, and breaks no duty of another."""
    play = played_first(seed)
    while any(play.game.setting.doubles(play.seen_by("cp"), "cp")):
        say(play, "cp", "dead cp")
    say(play, "cp", "end turn")
    assert play.dealer is not None
    twin = play.copy()
    twin.dealer = play.dealer.imagined(play.game, play.position, sides, by_name(seed))
    seen = play.dealer.supposed(play.game, play.position, decks_of(play), by_name(seed))
    assert len(seen.everything()["cp#2"]) == len(play.dealer.everything()["cp#2"])
    for side in sides:
        assert twin.dealer.hand(side) == play.dealer.hand(side)
    held = hand(twin, "cp")
    assert len(held) == len({*held}) == 6
    assert twin.broken_duties() == []


def test_a_number_that_is_set_is_reported() -> None:
    """A field called `to` can hold a number, not only a side."""
    play = at_start()
    play.forget()
    play.order("cp", read_text(play, "cp", "value vp 12").orders)
    assert [play.game.report(one) for one in play.forget()] == ["Vp from 10 to 12."]
