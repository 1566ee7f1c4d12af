"""Numbered cases: a rulebook's paragraphs as examples that a player can read (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.audit.compared import differences
from pbem.audit.unsigned import ForcedDice, waiting
from pbem.crypto.text import as_json
from pbem.errors import ForcedDiceError, FormError, IllegalOrder, PbemError
from pbem.files import read_plain
from pbem.games import registry
from pbem.kit import strict_yaml
from pbem.kit.contract import Game, Outcome, Question, RawOrder, Rules
from pbem.table import fence
from pbem.table.lists import read_text
from pbem.table.play import Play

Text = Annotated[str, Meta(min_length=1)]


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One case as it stands in a file; docs/cases.md says what each field means."""

    id: Text
    paragraph: Text | list[Text]
    title: Text
    play: list[dict[str, Any]]
    then: dict[str, Any]
    given: dict[str, Any] = {}

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs and rulings that it shows."""
        return [self.paragraph] if isinstance(self.paragraph, str) else self.paragraph


class CaseFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of cases of one game."""

    game: Text
    cases: list[Case]


class CaseRun(msgspec.Struct, frozen=True):
    """How one case ended: ``failed`` says what was not as expected, line by line; empty: ok."""

    game: str
    id: str
    title: str
    paragraphs: tuple[str, ...]
    failed: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether everything was as the case says."""
        return not self.failed

    def line(self) -> str:
        """Tell the case in one line; what failed stands in lines of their own."""
        mark = "ok  " if self.ok else "FAIL"
        return f"{mark} {self.id:9} {self.title} [{', '.join(self.paragraphs)}]"


class CaseFailedError(PbemError):
    """Something was not as the case says."""


def read_file(path: Path) -> CaseFile:
    """Read a file of cases; raises FormError with the place of what is wrong."""
    try:
        data = read_plain(path, strict_yaml.LIMIT)
    except OSError as error:
        raise FormError(f"{path} cannot be read: {error.strerror}") from None
    try:
        read = msgspec.convert(strict_yaml.read(data, name=str(path)), CaseFile)
    except msgspec.ValidationError as error:
        raise FormError(f"{path}: {error}") from None
    ids = [case.id for case in read.cases]
    for twice in sorted({name for name in ids if ids.count(name) > 1}):
        raise FormError(f"{path}: two cases have the id {twice}")
    return read


PARAGRAPHS = "paragraphs.yaml"
"""The file beside the cases of a game that lists its paragraphs and rulings."""


def files_in(path: Path) -> list[Path]:
    """Return the case files of a folder in order of name, or the file itself."""
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.glob("*.yaml")) if file.name != PARAGRAPHS]


def lines(ran: Sequence[CaseRun], *, only_failed: bool = False) -> Iterator[str]:
    """Tell cases one a line, what failed below each, and how many there were."""
    for one in ran:
        if one.ok and only_failed:
            continue
        yield one.line()
        yield from (f"       {why}" for why in one.failed)
    bad = sum(not one.ok for one in ran)
    yield f"{len(ran)} cases, {bad} failed." if bad else f"{len(ran)} cases, all as they should be."


def run_file(path: Path) -> Iterator[CaseRun]:
    """Run every case of a file in order; raises FormError where it is no file of cases."""
    read = read_file(path)
    version = registry.newest(read.game)
    rules = None if version is None else registry.find(read.game, version)
    if rules is None:
        known = ", ".join(registry.names())
        raise FormError(f"{path}: this release does not play {read.game!r}; it plays {known}")
    for case in read.cases:
        yield run_case(rules, case)


def run_case(rules: Rules, case: Case) -> CaseRun:
    """Play one case and compare."""
    failed: list[str] = []
    try:
        game = game_of(rules, case.given)
        running = _Running(game, case)
        running.play_all()
        failed = running.compare()
    except PbemError as error:
        failed = str(error).splitlines()
    return CaseRun(rules.name, case.id, case.title, tuple(case.paragraphs), tuple(failed))


def game_of(rules: Rules, given: Mapping[str, Any]) -> Game[Any, Any]:
    """Bind scenario and options of ``given``, or defaults; raises FormError, RulesFault."""
    options = {name: option.default for name, option in rules.options.items()}
    own = given.get("options", {})
    if not isinstance(own, dict) or not set(own) <= set(options):
        raise FormError(f"given: options are a mapping of {', '.join(options)}")
    scenario = given.get("scenario") or next(iter(rules.scenarios))
    wanted = as_json([scenario, options | own])
    return _bound(rules, wanted)  # type: ignore[arg-type]  # rules are known by being themselves


@lru_cache(maxsize=64)
def _bound(rules: Rules, wanted: str) -> Game[Any, Any]:
    """Return the game of ``[scenario, options]``, as JSON: a hundred cases have one."""
    scenario, options = msgspec.json.decode(wanted)
    return fence.bound(rules, scenario, options, fence.asked(rules, "data"))


class _Running:
    """A case being played: one handle for each side, named as the side."""

    def __init__(self, game: Game[Any, Any], case: Case) -> None:
        self.case = case
        self.game = game
        self.told: list[Outcome] = []
        self.sealed: dict[str, RawOrder] = {}
        self.play = Play(game, {side: side for side in game.sides})
        self.play.position = game.arrange(case.given, self.play.urns)
        # Where one order alone is legal the table gives it itself, but a case may write it out.
        if case.play:
            self.play.await_need()
        else:
            self.play.start()

    def play_all(self) -> None:
        for number, step in enumerate(self.case.play, 1):
            try:
                self._step(step)
            except (PbemError, KeyError) as error:
                raise CaseFailedError(f"step {number} ({_short(step)}): {error}") from None
            self._open_sealed()
            self._roll_the_certain()
            self.told += self.play.forget()

    def _step(self, step: Mapping[str, Any]) -> None:
        words = dict(step)
        illegal = words.pop("illegal", None)
        if len(words) != 1:
            raise FormError("a step is one side with its orders, or 'dice'")
        [(who, what)] = words.items()
        if who == "dice":
            self._roll(what)
        elif who not in self.game.sides:
            raise FormError(f"there is no side {who!r}: {', '.join(self.game.sides)}")
        elif illegal is None:
            self._order(who, str(what))
        else:
            self._refused(who, str(what), str(illegal))

    def _roll(self, faces: Any) -> None:
        if not isinstance(faces, list) or any(type(face) is not int for face in faces):
            raise FormError("dice are a list of faces")
        if self.play.due is None:
            raise CaseFailedError(f"no dice are due. {waiting(self.play)}")
        dice = ForcedDice(faces)
        self.play.roll(dice)
        if dice.left:
            raise CaseFailedError(f"dice that nobody rolled are left: {dice.left}")

    def _order(self, side: str, text: str) -> None:
        parsed = read_text(self.play, side, text)
        if parsed.standing:
            self.game.check_standing(side, parsed.standing)
            self.play.standing[side] = {side: parsed.standing}
        if not parsed.orders:
            return
        asked = self.play.asked
        if asked is None or asked.side != side:
            raise CaseFailedError(f"{side} is not asked. {waiting(self.play)}")
        if asked.secret is None:
            self.play.order(side, parsed.orders)
        elif asked.opens:
            self.play.open(parsed.orders[0])
        else:
            order = self.game.read_order(parsed.orders[0])
            self.game.check_secret(self.play.position, asked.secret, order)
            self.sealed[asked.secret] = parsed.orders[0]
            self.play.seal(asked.secret)

    def _refused(self, side: str, text: str, paragraph: str) -> None:
        before = self.play.copy()
        try:
            self._order(side, text)
        except IllegalOrder as error:
            self.play = before
            if error.paragraph != paragraph:
                raise CaseFailedError(
                    f"refused by {error.paragraph}, expected {paragraph}: {error}"
                ) from None
            return
        raise CaseFailedError(f"it was allowed; expected to be illegal by {paragraph}")

    def _open_sealed(self) -> None:
        """Open what was sealed as soon as that is asked: nobody has a choice there."""
        asked = self.play.asked
        if asked is not None and asked.opens and asked.secret in self.sealed:
            self.play.open(self.sealed.pop(asked.secret))

    def _roll_the_certain(self) -> None:
        """Roll dice that can fall in one way only, such as a counter that the case laid down."""
        if self.play.due is None:
            return
        tried = self.play.copy()
        try:
            tried.roll(ForcedDice(()))
        except ForcedDiceError:
            return
        tried.told = [*self.play.told, *tried.told]
        self.play = tried

    def compare(self) -> list[str]:
        then = dict(self.case.then)
        plain = [msgspec.to_builtins(outcome) for outcome in self.told]
        failed = _missing(then.pop("outcomes", []), plain)
        failed += _unwanted(then.pop("never", []), plain)
        if "lapsed" in then:
            lapsed = [told["paragraph"] for told in plain if told["is"] == "Lapsed"]
            failed += differences("lapsed", then.pop("lapsed"), lapsed)
        if "asks" in then:
            failed += differences("asks", then.pop("asks"), _asks(self.play))
        if "result" in then:
            wanted = then.pop("result")
            failed += differences("result", None if wanted == "none" else wanted, _result(self))
        return failed + differences("", then, self.game.facts_of(self.play.position))


def _asks(play: Play) -> dict[str, Any]:
    if play.due is not None:
        return {"dice": True}
    if isinstance(play.asked, Question):
        return {"side": play.asked.side, "question": play.asked.name}
    return {}


def _result(running: _Running) -> Any:
    return msgspec.to_builtins(running.play.result)


def _missing(wanted: Iterable[Mapping[str, Any]], told: Sequence[Mapping[str, Any]]) -> list[str]:
    """Say which outcome did not occur after those before it."""
    at = 0
    for outcome in wanted:
        found = next((i for i in range(at, len(told)) if _fits(outcome, told[i])), None)
        if found is None:
            same = [t for t in told if t["is"] == outcome.get("is")]
            told_same = "; ".join(_plain(t) for t in same) or "none of its name"
            return [f"outcome expected: {_plain(outcome)}", f"     there were: {told_same}"]
        at = found + 1
    return []


def _unwanted(never: Iterable[Mapping[str, Any]], told: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"must not occur: {_plain(outcome)}"
        for outcome in never
        if any(_fits(outcome, one) for one in told)
    ]


def _fits(wanted: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    return not differences("", wanted, told)


def _plain(outcome: Mapping[str, Any]) -> str:
    fields = ", ".join(f"{key}: {value}" for key, value in outcome.items() if key != "is")
    return f"{outcome.get('is')}({fields})"


def _short(step: Mapping[str, Any]) -> str:
    text = ", ".join(f"{key}: {value}" for key, value in step.items()).replace("\n", " / ")
    return text if len(text) <= 70 else text[:67] + "..."
