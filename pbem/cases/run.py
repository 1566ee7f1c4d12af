"""Numbered cases: a rulebook's paragraphs as examples that a player can read (docs/cases.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.cases.steps import CaseFailedError, Playing, Step, read_step
from pbem.cases.then import compare
from pbem.cases.words import Vocabulary
from pbem.crypto.text import as_json
from pbem.errors import FormError, PbemError
from pbem.files import read_plain
from pbem.games import registry
from pbem.items import item
from pbem.kit.contract import Game, Rules
from pbem.kit.module import RulesModule
from pbem.kit.paragraphs import CASES, FILE
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.practice_mark import WORDS, begins_practice
from pbem.play import fence

Text = Annotated[str, Meta(min_length=1)]


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One case as it stands in a file; docs/cases.md describes each field."""

    id: Text
    paragraph: Text | list[Text]
    title: Text
    play: list[dict[str, Any]]
    then: dict[str, Any]
    given: dict[str, Any] = {}

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs and rulings that the case shows."""
        return [self.paragraph] if isinstance(self.paragraph, str) else self.paragraph


class CaseFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of cases of one game."""

    game: Text
    cases: list[Case]


class _Frame(msgspec.Struct, forbid_unknown_fields=True):
    """A file of cases before each of them is looked at."""

    game: Text
    cases: list[Any]


class CaseRun(msgspec.Struct, frozen=True):
    """The result of one case.

    - ``game``, ``id``, ``title``, ``paragraphs``: as the file of cases has them;
    - ``failed``: a line for each thing that was not as expected; empty if the case passed.
    """

    game: str
    id: str
    title: str
    paragraphs: tuple[str, ...]
    failed: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the case passed."""
        return not self.failed

    def line(self) -> str:
        """Return one line about the case, without what failed."""
        mark = "ok  " if self.ok else "FAIL"
        return f"{mark} {self.id:9} {self.title} [{', '.join(self.paragraphs)}]"


class Unread(msgspec.Struct, frozen=True):
    """A case that cannot be read: its ``id`` as far as it has one, and why."""

    id: str
    why: str


def read_file(path: Path) -> CaseFile:
    """Read a file of cases.

    Raises:
        FormError: The file, or a case in it, is in a wrong form. The message names the place.
        LogFileError: The file cannot be read.
    """
    game, cases = read_each(path)
    for case in cases:
        if isinstance(case, Unread):
            raise FormError(case.why)
    return CaseFile(game, [case for case in cases if isinstance(case, Case)])


def read_each(path: Path) -> tuple[str, list[Case | Unread]]:
    """Return the game of a file, and its cases, each read by itself.

    Raises:
        FormError: It is no such file.
        LogFileError: The file cannot be read.
    """
    try:
        data = read_plain(path, strict_yaml.LIMIT)
    except OSError as error:
        raise FormError(f"{path} cannot be read: {error.strerror}.") from None
    if begins_practice(data):
        raise FormError(f"{path} {WORDS}")
    raw = strict_yaml.read(data, name=str(path))
    if isinstance(raw, dict) and raw and not raw.keys() & {"game", "cases"}:
        raise FormError(
            f"{path} is no file of numbered cases: such a file begins with `game:`, then `cases:`."
        )
    try:
        frame = msgspec.convert(raw, _Frame)
    except msgspec.ValidationError as error:
        where, why = _blamed(data, error, _Frame)
        raise FormError(f"{path}, {where}: {why}") from None
    cases = [_read_case(path, data, number, raw) for number, raw in enumerate(frame.cases)]
    seen: dict[str, int] = {}
    for number, case in enumerate(cases):
        first = seen.setdefault(case.id, number)
        if first != number:
            lines = [_line(data, ("cases", one)) for one in (first, number)]
            raise FormError(
                f"{path}: two cases have the same id {case.id}, in {lines[0]} and {lines[1]}."
            )
    return frame.game, cases


def _read_case(path: Path, data: bytes, number: int, raw: Any) -> Case | Unread:
    try:
        return msgspec.convert(raw, Case)
    except msgspec.ValidationError as error:
        name = raw.get("id") if isinstance(raw, dict) else None
        called = str(name) if name is not None else f"number {number + 1}"
        where, why = _blamed(data, error, Case, ("cases", number))
        return Unread(called, f"{path}, {where}, case {called}: {why}")


def _blamed(
    data: bytes,
    error: msgspec.ValidationError,
    form: type[msgspec.Struct],
    before: Sequence[str | int] = (),
) -> tuple[str, str]:
    """Return the line of what is in a wrong form, and why."""
    what, _, at = str(error).partition(" - at `$")
    steps = [word or int(place) for word, place in _STEP.findall(at)]
    why = what + (f" at {'.'.join(map(str, steps))}" if steps else "")
    if unknown := _UNKNOWN.fullmatch(what):
        steps.append(unknown[1])
        fields = form.__struct_encode_fields__
        why = f"there is no field `{unknown[1]}`{did_you_mean(unknown[1], fields)}"
    elif missing := _MISSING.fullmatch(what):
        least = _LEAST.get(missing[1], "")
        why = f"`{missing[1]}` is missing; add it{least}"
    return _line(data, (*before, *steps)), why


_LEAST = {"play": ", at least `play: []`", "then": ", at least `then: {}`"}
"""The least that a case says."""
_STEP = re.compile(r"\.([A-Za-z_]+)|\[([0-9]+)\]")
_UNKNOWN = re.compile("Object contains unknown field `(.*)`")
_MISSING = re.compile("Object missing required field `(.*)`")


def _line(data: bytes, path: Sequence[str | int]) -> str:
    place = strict_yaml.locate(data, path)
    return f"line {place.line}" if place is not None else "an unknown line"


def files_in(path: Path) -> list[Path]:
    """Return the case files of a folder in order of name, or the file itself."""
    if not path.is_dir():
        return [path]
    found = _cases_in(path)
    if found:
        return found
    inside = [folder for folder in path.iterdir() if folder.is_dir()]  # of a module's project
    return sorted(file for folder in inside for file in _named_cases(folder))


def _cases_in(folder: Path) -> list[Path]:
    """Return the files of a folder that may have cases: data of a game have none."""
    files = (file for file in folder.iterdir() if file.suffix in {".yaml", ".yml"})
    return sorted(file for file in files if file.name != FILE and _may_have_cases(file))


def _named_cases(folder: Path) -> Iterator[Path]:
    """Yield the files of cases where a module has them."""
    yield from folder.glob(CASES)
    if folder.name == Path(CASES).stem:
        yield from _cases_in(folder)


_BEGINS = re.compile(rb"^[\"']?(\w+)[\"']?[ \t]*:", re.MULTILINE)


def _may_have_cases(file: Path) -> bool:
    """Say whether a file says `cases` or `game`, or cannot be read at all: then it is a mistake."""
    try:
        words = set(_BEGINS.findall(read_plain(file, strict_yaml.LIMIT)))
    except PbemError:
        return True
    return not words or bool(words & {b"cases", b"game"})


def lines(ran: Sequence[CaseRun], *, only_failed: bool = False) -> Iterator[str]:
    """List cases one a line, what failed below each, and how many there were."""
    for one in ran:
        if one.ok and only_failed:
            continue
        yield one.line()
        yield from (f"       {why}" for why in one.failed)
    bad = sum(not one.ok for one in ran)
    yield f"{bad} of {len(ran)} cases failed." if bad else f"All {len(ran)} cases passed."


def run_all(paths: Iterable[Path]) -> Iterator[CaseRun]:
    """Run every case of files and folders in order; a file that cannot be read fails as one."""
    for path in paths:
        files = files_in(path)
        if not files:
            yield _not_run("", str(path), "this folder has no files of numbered cases")
        for file in files:
            try:
                yield from run_file(file)
            except FormError as error:
                yield _not_run("", str(file), *str(error).splitlines())


def _not_run(game: str, name: str, *why: str) -> CaseRun:
    return CaseRun(game, name, "cannot be read", (), why)


def run_file(path: Path) -> Iterator[CaseRun]:
    """Run every case of a file in order.

    A case that cannot be read fails by itself.

    Raises:
        FormError: It is no file of cases, or of a game that this release does not play.
        LogFileError: The file cannot be read.
    """
    game, cases = read_each(path)
    version = registry.newest(game)
    rules = None if version is None else registry.find(game, version)
    if rules is None:
        names = registry.names()
        hint = did_you_mean(game, names)
        raise FormError(
            f"{path}: pbem here does not play {game!r}; it plays {', '.join(names)}{hint}"
        )
    for case in cases:
        if isinstance(case, Case):
            yield run_case(rules, case)
        else:
            yield _not_run(game, case.id, case.why)


def run_case(rules: Rules, case: Case) -> CaseRun:
    """Play one case and compare."""
    failed: list[str] = []
    try:
        with item(f"case {case.id}"):
            _play(rules, case, failed)
    except PbemError as error:
        failed += str(error).splitlines()
    return CaseRun(rules.name, case.id, case.title, tuple(case.paragraphs), tuple(failed))


def _play(rules: Rules, case: Case, failed: list[str]) -> None:
    """Enter in ``failed`` what is not as a case says; raises PbemError where it cannot go on."""
    game = game_of(rules, case.given)
    known = _paragraphs(rules)  # type: ignore[arg-type]  # rules are known by being themselves
    playing = Playing(game, case.given, written=bool(case.play))
    words = Vocabulary(game, known, game.facts_of(playing.play.position))
    words.check(case.then)
    steps: list[Step] = []
    for number, written in enumerate(case.play, 1):
        with _named(number, written):
            steps.append(read_step(written, game.sides, words))
    for number, (written, step) in enumerate(zip(case.play, steps, strict=True), 1):
        with _named(number, written):
            failed += [f"step {number}: {why}" for why in playing.step(step)]
    failed += compare(case.then, playing.reported, playing.play)


@contextmanager
def _named(number: int, step: Mapping[str, Any]) -> Iterator[None]:
    """Say of whatever goes wrong in which step it does."""
    try:
        yield
    except PbemError as error:
        raise CaseFailedError(f"step {number} ({_short(step)}): {error}") from None


def _short(step: Mapping[str, Any]) -> str:
    text = ", ".join(f"{key}: {value}" for key, value in step.items()).replace("\n", " / ")
    return text if len(text) <= 70 else text[:67] + "..."


@lru_cache(maxsize=16)
def _paragraphs(rules: Rules) -> tuple[str, ...]:
    """Return the paragraphs of a game and the rulings on it; none where it has no list of them."""
    return tuple(rules.paragraphs().names) if isinstance(rules, RulesModule) else ()


def game_of(rules: Rules, given: Mapping[str, Any]) -> Game[Any, Any]:
    """Bind the scenario and options of ``given``, or the defaults.

    Raises:
        FormError: The game has no such scenario, option or value.
        RulesFault: The rules module broke its contract.
    """
    options = {name: option.default for name, option in rules.options.items()}
    own = given.get("options", {})
    if not isinstance(own, dict):
        raise FormError(
            f"given: options: write pairs of a name and its value: {', '.join(options)}"
        )
    scenario = given.get("scenario", next(iter(rules.scenarios)))
    for what, name, known in (
        *(("option", name, options) for name in own),
        ("scenario", scenario, rules.scenarios),
    ):
        if name not in known:
            there = ", ".join(known)
            hint = did_you_mean(str(name), known)
            raise FormError(f"given: {what}s: there is no {name!r}{hint} (known: {there})")
    wanted = as_json([scenario, options | own])
    return _bound(rules, wanted)  # type: ignore[arg-type]  # rules are known by being themselves


@lru_cache(maxsize=64)
def _bound(rules: Rules, wanted: str) -> Game[Any, Any]:
    """Return the game of ``[scenario, options]``, as JSON: a hundred cases have one."""
    scenario, options = msgspec.json.decode(wanted)
    return fence.bound(rules, scenario, options, fence.asked(rules, "data"))
