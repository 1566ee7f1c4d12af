"""The general tests of every rules module in the registry, and that they would see a breach."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from fitting import fitting
from long import far, sample, times
from pbem.bench.auditing import make_library
from pbem.bench.games import Signed
from pbem.errors import IllegalOrder
from pbem.games import registry
from pbem.games.manila.rules.outcomes import CombatResolved
from pbem.play.play import Play
from pbem.selfplay.general import ContractBrokenError, check_game
from pbem.selfplay.simulate import Setup, bind
from pbem.selfplay.unsigned import rules_of
from toy.rules import ToyGame, ToyRules

GAMES = {"saipan": 100}
"""Random games of each scenario; `IN_GAMES` have more in tests/games, with their own options."""
FEW = 12
IN_GAMES = {"manila", "singapore", "tokyo"}

EACH = far(1, of=2)
"""Games in one test: enough to share the work between processes."""
LONG = {"brigade", "division", "corps", "tiderace"}
"""Scenarios of games of fights that are a whole campaign."""
FIGHTS = {"singapore": 8, "lantern": 8, "table": 12}
"""Games that can be over after few orders: so many times as many games."""

SCENARIOS = [(name, scenario) for name in registry.names() for scenario in rules_of(name).scenarios]


def options_of(name: str, scenario: str, seed: int) -> dict[str, Any]:
    """Defaults in every second game, any choice of every option that fits in the others."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    rules = rules_of(name)
    chosen = {key: rng.choice(option.choices) for key, option in rules.options.items()}
    return {} if seed % 4 < 2 else fitting(rules, scenario, chosen)


@pytest.mark.parametrize(
    ("name", "scenario", "first"),
    sample(
        [
            (*one, first)
            for first in range(0, max(GAMES.values()), EACH)
            for one in sorted(SCENARIOS, key=lambda one: one[0] in IN_GAMES)
            if first < GAMES.get(one[0], FEW)
        ],
        sum(name not in IN_GAMES for name, _ in SCENARIOS),
        of=10,
    ),
)
def test_random_games_hold_to_the_contract(name: str, scenario: str, first: int) -> None:
    many = times(1, of=1) if scenario in LONG else EACH * FIGHTS.get(name, 1)
    tried = [
        check_game(bind(Setup(name, scenario, options_of(name, scenario, seed))), seed)
        for seed in range(first, first + many)
    ]
    assert sum(game.refused for game in tried) > 40
    assert sum(game.rolls for game in tried) > 4


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_undo_never_crosses_a_die_or_a_reveal(name: str, scenario: str) -> None:
    """In a signed game, order by order: what could be taken back, and all that came since."""
    game = Signed(make_library(), scenario, name)
    given: set[str] = set()
    could = 0
    while game.table.result is None and len(game.events) < 150:
        before = len(game.events)
        game.step(1, given, at_most=1)
        assert len(game.events) == before + 1
        places = {event.id: event.seq for event in game.events}
        for kept in game.table.snapshots:
            since = game.events[places[kept.event] :]
            assert {event.by for event in since} == {kept.by}
            assert not {event.kind for event in since} & {"dice", "reveal"}
            assert game.table.dicing is None
            could += 1
    assert could > (0 if name in FIGHTS else 20)
    assert any(event.kind == "dice" for event in game.events)


# --- that the checks see what they are for --------------------------------------------------------


class Skirmish(ToyGame):
    """The toy with standing orders, so that it can be checked like the others."""

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        return {"fire": True, "retreat": 1, "advance": side == "red"}

    def usual_words(self, side: str) -> Mapping[str, str]:
        return dict.fromkeys(self.sensible_standing(side), "the usual")


def skirmish(kind: type[Skirmish] = Skirmish, scenario: str = "duel") -> Skirmish:
    return kind(scenario, 4, ToyRules().data(), 4)


@pytest.mark.parametrize("scenario", ["duel", "trio", "plans", "weather"])
def test_the_toy_holds_to_the_contract(scenario: str) -> None:
    for seed in range(4):
        assert check_game(skirmish(scenario=scenario), seed).decisions > 5  # type: ignore[arg-type]


def test_a_player_may_have_two_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who sits there does all that is done, and the list goes on at the next question."""
    wrote: list[str] = []
    order = Play.order
    monkeypatch.setattr(
        Play, "order", lambda play, by, raws: (wrote.append(by), order(play, by, raws))[1]
    )
    for seed in range(2):
        check_game(skirmish(scenario="trio"), seed, {"blue": "ann", "green": "ann"})  # type: ignore[arg-type]
    assert set(wrote) == {"red", "ann"}


def test_a_question_that_interrupts_has_a_default_response() -> None:
    class Forgets(Skirmish):
        def sensible_standing(self, side: str) -> Mapping[str, Any]:
            return {"fire": True, "advance": True}

    def check_several() -> None:
        for seed in range(10):
            check_game(skirmish(Forgets), seed)  # type: ignore[arg-type]

    with pytest.raises(ContractBrokenError, match=r"retreat interrupts .* no default response"):
        check_several()


def test_an_outcome_of_a_battle_that_is_not_listed_is_seen() -> None:
    game: Any = bind(Setup("manila", "campaign"))
    check_game(game, 2)
    game.telling -= {CombatResolved}
    with pytest.raises(ContractBrokenError, match=r"CombatResolved.* is not listed for that"):
        check_game(game, 2)


def test_a_fault_of_the_rules_names_the_seed() -> None:
    class AsksWhatNobodyAnswers(Skirmish):
        def legal(self, position: Any) -> Any:
            return iter(()) if position.round > 1 else super().legal(position)

    assert_breach(
        lambda: check_game(skirmish(AsksWhatNobodyAnswers), 3),  # type: ignore[arg-type]
        r"seed 3, step \d+: the question .* has no answer",
    )


class CountsInMemory(Skirmish):
    """Keeps part of the game outside its position."""

    moves = 0

    def _apply_move(self, position: Any, did: Any) -> None:
        self.moves += 1
        position.ground[did.side] += did.n + self.moves % 2


class ChangesWhenAsked(Skirmish):
    def check(self, position: Any, order: Any) -> None:
        super().check(position, order)
        position.moved += 1


class ListsTheIllegal(Skirmish):
    def check(self, position: Any, order: Any) -> None:
        super().check(position, order)
        if type(order).__name__ == "Draw":
            raise IllegalOrder("9.9", "no drawing today")


class NamesNoParagraph(Skirmish):
    def check(self, position: Any, order: Any) -> None:
        if self._why_not(position, order) is not None:
            raise IllegalOrder("", "because")


class HidesTheQuestion(Skirmish):
    def view(self, position: Any, side: str | None) -> Any:
        other = type(position)(**{f: getattr(position, f) for f in position.__struct_fields__})
        other.turn = (position.turn + 1) % len(position.sides)
        return other


class ReadsLinesOtherwise(Skirmish):
    def text(self, order: Any) -> str:
        return super().text(order).replace("1", "2")


class NeverEnds(Skirmish):
    def _over(self, position: Any) -> bool:
        return False

    def legal(self, position: Any) -> Any:
        return (order for order in super().legal(position) if type(order).__name__ != "Attack")


@pytest.mark.parametrize(
    ("broken", "seen"),
    [
        (CountsInMemory, "in a restored game"),
        (ChangesWhenAsked, "changed the position"),
        (ListsTheIllegal, "listed as legal, but refused"),
        (NamesNoParagraph, "without a paragraph"),
        (HidesTheQuestion, "the view"),
        (ReadsLinesOtherwise, "becomes"),
        (NeverEnds, "did not end"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else None,
)
def test_a_broken_module_is_seen(
    broken: type[Skirmish], seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.selfplay.general.DECISIONS_MAX", 500)

    def play() -> None:
        for seed in range(6):
            check_game(skirmish(broken), seed)  # type: ignore[arg-type]

    assert_breach(play, seen)


def test_a_sealed_choice_that_shows_is_seen() -> None:
    class ShowsWhatIsSealed(Skirmish):
        last = 0

        def check_secret(self, position: Any, label: str, order: Any) -> None:
            super().check_secret(position, label, order)
            self.last = order.to

        def _apply_sealed(self, position: Any, did: Any) -> None:
            super()._apply_sealed(position, did)
            position.wind = self.last

    def play() -> None:
        for seed in range(6):
            check_game(skirmish(ShowsWhatIsSealed, "plans"), seed)  # type: ignore[arg-type]

    assert_breach(play, "shows in the position")


def assert_breach(play: Callable[[], None], seen: str) -> None:
    with pytest.raises(ContractBrokenError, match=seen):
        play()
