"""Hidden supply of Singapore (7.2): whole games, what others see, an ally that leaves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hostile.base import fixed_chance
from long import sample
from pbem.crypto import canonical
from pbem.games.singapore.rules.outcomes import PhaseBegun
from pbem.games.singapore.rules.position import Bill
from pbem.games.singapore.rules.variants.ch7_hidden import need_hand
from pbem.kit.contract import Question, Roll, Settle
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.selfplay.general import check_game
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible
from pbem.selfplay.simulate import bind as bind_setup
from pbem.selfplay.unsigned import Secrets, begin, bind, rules_of
from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from toy.group import Group, opening

RULES: Any = rules_of("singapore")
DATA = RULES.data()
HIDDEN = {"logistics": "hidden"}
SPLITS = (3, 14, 27, 40)
"""Worlds that differ in how many of the forty tokens are the British'."""
INCOME = {army: getattr(DATA.historic.supply.income, army) for army in ("au", "br")}


def game(scenario: str = "division", **options: Any) -> Any:
    return bind(RULES, scenario, {**HIDDEN, **options})


def write(*lines: str, side: str, play: Play) -> list[dict[str, Any]]:
    read = (play.game.parse(play.position, side, line) for line in lines)
    return [dict(play.game.write_order(order)) for order in read]


class Die:
    """A die that shows what the test says."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return self.faces.pop(0) - 1


def given(split: int, **facts: Any) -> Play:
    """A few units, and the tokens of both split so; Japan may take Bukit Timah."""
    units = {"ji1": "Bukit-Batok", "ji2": "Axis-A", "bi1": "Changi", "ai1": "Tanglin"}
    case = {
        "clear": True,
        "phase": "pools",
        "units": units,
        "control": {"Bukit-Batok": "jp", "Bukit-Timah": "br"},
    }
    made = game()
    play = begin(made)
    play.position = made.arrange({**case, **facts}, play.cups)
    play.await_need()
    play.order("br", write(f"split {split}", side="br", play=play))
    return play


# --- whole games ------------------------------------------------------------------------------


RANDOM = [(scenario, seed) for seed in range(8) for scenario in ("division", "corps")]


@pytest.mark.parametrize(("scenario", "seed"), sample(RANDOM, 0, of=2))
def test_a_game_holds_to_the_contract(scenario: str, seed: int) -> None:
    assert check_game(game(scenario, penetration=seed % 4 == 0), seed).refused > 40


EVERYTHING = {
    "deployment": "shared", "logistics": "hidden", "penetration": True, "breakthrough": True,
    "rout": True, "victory": "levels", "strikes": "sealed", "card_points": "every_step",
}  # fmt: skip


@pytest.mark.long(2)
@pytest.mark.parametrize("seed", sample(range(4), 0, of=1))
def test_all_seven_ranks_are_played_together(seed: int) -> None:
    """Corps with every variant of the seventh rank: the page says how to begin it."""
    assert check_game(bind(RULES, "corps", EVERYTHING), seed).refused > 40


def test_a_list_says_that_more_tokens_may_be_laid_out_than_it_names() -> None:
    """Twelve are listed, the Australians have more; Japan has no screen, and gets no such line."""
    play = given(14)
    about = {}
    for side in ("jp", "au"):
        while (play.asked.side, play.asked.name) != (side, "movement"):
            play.order(play.asked.side, write("end air", side=play.asked.side, play=play))
        reported = play.game.unlisted(play.position)
        about[side] = [one for one in reported if one.startswith("`ready`")]
        play.order(side, write("end movement", side=side, play=play))
    assert about["jp"] == []
    assert "more than 12" in about["au"][0]


GAMES = [(seed, seed % 2 == 0) for seed in range(20)]


@pytest.mark.parametrize(("seed", "at_random"), sample(GAMES, 2, of=4))
def test_the_books_of_hidden_stocks_agree(seed: int, at_random: bool) -> None:
    """The outcomes report all that moves tokens, but for hidden transfers."""
    setup = Setup("singapore", "corps" if seed % 4 == 3 else "division", HIDDEN, random=at_random)
    made: Any = bind_setup(setup)
    books = {"jp": 40, "cw": 40}
    apply = made.apply

    def watched(position: Any, reported: Any) -> None:
        def add(army: str, tokens: int) -> None:
            books["jp" if army == "jp" else "cw"] += tokens

        match type(reported).__name__:
            case "SupplyPaid":
                add(reported.army, -reported.tokens)
            case "SupplyLost":
                add(reported.army, -reported.tokens)
                add(reported.to, reported.tokens)
            case "Resupplied" | "StockChanged":
                add(reported.army, reported.tokens)
        apply(position, reported)

    made.apply = watched
    course, rng, secrets = begin(made, seed), random.Random(seed), Secrets()  # noqa: S311
    writer = answer_random if at_random else answer_sensible
    for _ in range(400):
        if course.result is not None:
            break
        stock = course.position.war.stock
        hidden = course.keeper.amounts(course.position, ("br",))
        assert all(many >= 0 for many in (*stock.values(), *hidden.values()))
        veil = course.position.war.veil
        extra = veil.bill is not None and veil.bill.card == "E8" and bool(hidden)
        assert stock["jp"] == books["jp"]
        assert stock["au"] + stock["br"] + sum(hidden.values()) - extra == books["cw"]
        assert not veil.known
        if course.due is not None:
            course.roll(SeededDice(rng))
            continue
        assert isinstance(course.asked, Question)
        secrets.answer(course, course.asked, writer(course, rng)[:1])
        course.lists.clear()


# --- what others see --------------------------------------------------------------------------


def public(play: Any) -> tuple[Any, ...]:
    """Everything that a rules module shows of a position to those who do not look."""
    made, position = play.game, play.position
    need = made.need(position)
    legal = [made.write_order(order) for order in made.legal(position)]
    seen = canonical.encode({"at": msgspec.to_builtins(position), "legal": legal})
    facts = msgspec.to_builtins(made.facts_of(position))
    text = (tuple(made.describe(position)), repr(made.picture(position)))
    merits = tuple(made.merit(position, side) for side in made.sides)
    return seen, repr(need), canonical.encode(facts), text, merits


def test_worlds_that_differ_in_amounts_alone_look_alike() -> None:
    """The split, tokens laid out, dice for a supply point that all can pay, a transfer."""
    seen, held = set(), set()
    for split in (17, 20, 23):
        play, reported = given(split), []
        reported.append(public(play))
        for side, *lines in (
            ("jp", "move ji1 Bukit-Timah"),
            ("br", "hand 3"),
            ("jp", "end movement"),
            ("au", "ready 4", "end movement"),
            ("au", "offer"),
            ("au", f"send {split % 4}"),
            ("br", f"send {split % 3}"),
            ("br", "ready 2"),
        ):
            play.order(side, write(*lines, side=side, play=play))
            while play.due is not None:
                reported.append(public(play))
                play.roll(Die(*(4,) if "tokens" in play.due.purpose else (1, 1, 1)))
            reported.append(public(play))
        outcomes = [one for one in play.forget() if type(one) in play.game.outcomes]
        reported.append(tuple(map(play.game.report, outcomes)))
        seen.add(tuple(reported))
        assert play.keeper is not None
        held.add(tuple(play.keeper.amounts(play.position, ("au",)).values()))
    assert len(held) == 3
    assert len(seen) == 1


def test_an_opponent_sees_every_answer_that_there_may_be() -> None:
    """[R136] Who looks on lists what could be in a stock, who knows it what is there."""
    play = given(9)
    play.order("jp", write("move ji1 Bukit-Timah", side="jp", play=play))
    play.roll(Die(6, 6, 6))
    reported = [play.game.text(order) for order in play.game.legal(play.position)]
    assert reported == [f"hand {n}" for n in range(19)]
    own = [play.game.text(order) for order in play.game.legal(play.seen_by("br"))]
    assert own == ["hand 4"]
    play.order("br", write("hand 4", side="br", play=play))
    assert play.position.war.stock["jp"] == 44


def test_what_follows_the_split_is_reported() -> None:
    """[6.2, 7.2] With cards the opening hands come after it."""
    dealt = PhaseBegun(paragraph="6.2", phase="deal")
    assert game("corps").report(dealt) == "The opening hands are dealt."


def test_after_a_no_each_has_what_is_printed() -> None:
    """[R136] The box of the split did not open: the tokens are public, as with `public`."""
    made = game()
    play: Any = begin(made)
    veil = play.position.war.veil
    veil.settling, veil.total, veil.changed = "split", 40, {}
    play.position.war.stock = {"jp": 40}
    for outcome in made.settled(play.position, done=False):
        made.apply(play.position, outcome)
    assert play.position.war.stock == {"jp": 40, "au": 20, "br": 20}
    assert not play.position.war.veil.changed


@pytest.mark.parametrize(("card", "paragraph"), [("", "5.7"), ("S2", "6.S2"), ("E8", "6.E8")])
def test_what_takes_tokens_is_named_by_its_paragraph(card: str, paragraph: str) -> None:
    asks = need_hand(Bill(card, "br", 3, [3]))
    assert (asks.name, asks.paragraph) == ("lose", paragraph)


# --- an ally leaves ---------------------------------------------------------------------------


def leave(play: Any) -> None:
    """Open both stocks, as who is left does at the table."""
    amounts = play.keeper.open(play.position, ("br.tokens", "au.tokens"))
    play.opened(amounts)


def test_stocks_are_public_when_an_ally_has_left() -> None:
    play: Any = given(15)
    play.order("jp", write("end movement", side="jp", play=play))
    play.order("au", write("ready 5", side="au", play=play))
    leave(play)
    assert play.position.war.stock == {"jp": 44, "au": 25, "br": 15}
    assert "ready" not in play.game.need(play.position).forms
    play.order("au", write("end movement", side="au", play=play))
    assert play.game.need(play.position).forms == ("give", "pass")


@pytest.mark.parametrize(("split", "lost"), [(30, 8), (13, 6)])
def test_what_was_owed_of_a_hidden_stock_is_taken(split: int, lost: int) -> None:
    play: Any = given(split)
    play.order("jp", write("move ji1 Bukit-Timah", side="jp", play=play))
    play.roll(Die(5, 2, 1))
    leave(play)
    assert play.position.war.stock == {"jp": 40 + lost, "au": 40 - split, "br": split - lost}
    assert play.game.need(play.position).side == "jp"


def test_dice_that_are_owed_stay_owed() -> None:
    play: Any = given(20)
    play.order("jp", write("move ji1 Bukit-Timah", side="jp", play=play))
    leave(play)
    assert isinstance(play.game.need(play.position), Roll)
    play.roll(Die(1, 1, 1))
    assert play.position.war.stock == {"jp": 43, "au": 20, "br": 17}


@pytest.mark.parametrize("asked", ["offer", "die", "send"])
def test_a_transfer_is_over_when_an_ally_has_left(asked: str) -> None:
    play: Any = given(20)
    play.order("jp", write("end movement", side="jp", play=play))
    play.order("au", write("end movement", side="au", play=play))
    if asked != "offer":
        play.order("au", write("offer", side="au", play=play))
    if asked == "send":
        play.roll(Die(3))
    leave(play)
    if asked == "die":
        play.roll(Die(3))
    assert play.position.war.army == "br"
    assert play.position.war.stock == {"jp": 44, "au": 22, "br": 20}


# --- at the table -----------------------------------------------------------------------------


class Party(Group):
    """Ann is Japan, bob the Australians and cec the British: a game with keys."""

    def __init__(self, folder: Path) -> None:
        rules = kinds.RulesId("singapore", 1, data_digest(DATA))
        players = ("ann", "bob", "cec")
        options = {name: option.default for name, option in RULES.options.items()}
        data = opening(
            players,
            dict(zip(("jp", "au", "br"), players, strict=True)),
            rules=rules,
            scenario="division",
            options={**options, **HIDDEN},
            groups=(("ann",), ("bob", "cec")),
        )
        super().__init__(folder, data, Library(lambda *_: RULES))

    def write(self, handle: str, *lines: str) -> None:
        play: Any = self.table.play
        side = next(one for one, player in self.opening.seats.items() if player == handle)
        looks = play.game.holding(play.position, {})
        read = [play.game.parse(looks, side, line) for line in lines]
        self.orders(handle, *(dict(play.game.write_order(order)) for order in read))

    def boxes(self) -> None:
        while (active := self.table.active()).kinds[:1] == ("answer",):
            assert active.handle is not None
            self.play(active.handle, "open_box")


def test_a_log_reports_no_amount(tmp_path: Path) -> None:
    """Worlds that differ in amounts alone: the same events but for what is proven in them."""
    seen, held = set(), set()
    for split in SPLITS[1:3]:
        with fixed_chance("hidden supply"):
            party = Party(tmp_path / str(split))
            party.join_all()
            party.write("cec", f"split {split}")
            party.boxes()
            party.write("ann", "end air")
            party.write("ann", "end movement")
            party.write("bob", "ready 3", "end movement")
        play: Any = party.table.play
        held.add(tuple(party.writer("bob")._stocks.amounts().values()))
        orders = [one.data.get("orders") for one in party.events]
        sizes = tuple((one.kind, one.by, len(one.line)) for one in party.events)
        seen.add(
            (public(play), canonical.encode({"orders": orders}), sizes, party.table.active().why)
        )
    assert len(held) == 2
    assert len(seen) == 1


def test_a_no_leaves_the_tokens_as_printed(tmp_path: Path) -> None:
    """[R136] The British' box does not open: nobody has hidden stocks."""
    party = Party(tmp_path)
    party.join_all()
    play: Any = party.table.play
    party.write("cec", "split 30")
    assert isinstance(play.game.need(party.table.play.position), Settle)  # type: ignore[union-attr]
    party.play("bob", "resign")
    while party.table.result is None and party.table.active().kinds == ("lay-open",):
        handle = party.table.active().handle
        assert handle is not None
        party.play(handle, "lay_open")
    at: Any = party.table.play
    assert at.position.war.stock["au"] + at.position.war.stock["br"] == 40
    assert not at.position.war.veil.changed
