"""Checks a rules module: the form of its data, random games, paragraphs, numbered cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from pbem.author.places import Places, code_digest
from pbem.author.project import RULEBOOK, Project
from pbem.cases.run import Case, CaseRun, Unread, read_each, run_file
from pbem.errors import FormError, PackError, PbemError
from pbem.files import read_plain
from pbem.games import registry
from pbem.items import item
from pbem.kit.contract import Rules
from pbem.kit.module import RulesModule
from pbem.kit.paragraphs import CASES
from pbem.kit.typed import strict_yaml
from pbem.selfplay.general import check_game
from pbem.selfplay.unsigned import bind
from pbem.table.library import data_digest


class Fault(msgspec.Struct, frozen=True):
    """Something that is wrong: ``what``, and where as far as it has a place."""

    file: str
    line: int | None
    column: int | None
    what: str


class Checked(msgspec.Struct, kw_only=True):
    """The findings of the checks of one module.

    - ``games``, ``decisions``: random games that were played, and decisions in them;
    - ``cases``: numbered cases that were run; ``paragraphs``: those of the rulebook;
    - ``data``: the digest of the data, as a log names it;
    - ``code``: the digest of the Python of the module; None if it is data alone;
    - ``notes``: what the data come to, for the eyes of the author;
    - ``warnings``: what can be played, though the author hardly means it.
    """

    name: str
    version: int | None = None
    title: str = ""
    ok: bool = False
    games: int = 0
    decisions: int = 0
    cases: int = 0
    paragraphs: int = 0
    data: str | None = None
    code: str | None = None
    errors: list[Fault] = []
    notes: list[str] = []
    warnings: list[Fault] = []


def check(project: Project, games: int, tick: Callable[[int], None] = lambda _: None) -> Checked:
    """Check a module.

    Args:
        project: The module.
        games: How many random games to play for each scenario.
        tick: Called with each count.
    """
    found = Checked(name=project.name)
    rules = project.rules
    if isinstance(rules, PbemError):
        found.errors += of_error(rules, str(project.data or project.folder))
        return found
    found.name, found.version, found.title = rules.name, rules.version, rules.title
    try:
        with item(f"the module {project.name}"):
            places = Places(project)
            found.errors += _data(rules, places)
            if not found.errors:
                found.data = data_digest(rules.data())
                found.code = code_digest(project)
                if isinstance(rules, RulesModule):
                    found.notes += rules.notes()
                    doubts = rules.packs.doubts(rules.export(), name=places.data)
                    found.warnings += (of_message(doubt, places.data) for doubt in doubts)
                with registry.lending(rules):
                    found.errors += _games(rules, places, games, found, tick)
                    found.errors += _cases(project, places, found)
                    found.errors += _paragraphs(project, rules, places, found)
    except PbemError as error:
        found.errors += of_error(error, str(project.folder))
    found.ok = not found.errors
    return found


_PLACED = re.compile(
    r"(?P<file>.*?), line (?P<line>\d+)(?:, column (?P<column>\d+))?(?P<rest>.*)", re.DOTALL
)


def of_error(error: PbemError, file: str) -> list[Fault]:
    """Return what an error says; one about data has a line for each mistake.

    ``file``: where it is, unless a line names another place.
    """
    lines = str(error).split("\n") if isinstance(error, PackError) else [str(error)]
    return [of_message(line, file) for line in lines]


def of_message(message: str, file: str) -> Fault:
    """Return an error whose message may begin with file, line and column.

    ``file``: where it is, if the message does not say it.
    """
    placed = _PLACED.fullmatch(message)
    if placed is None or ": " in placed["file"] or "\n" in placed["file"]:
        return Fault(file, None, None, message.removeprefix(f"{file}: "))
    column = placed["column"]
    what = placed["rest"].lstrip(":,").strip()
    return Fault(placed["file"], int(placed["line"]), None if column is None else int(column), what)


def _data(rules: Rules, places: Places) -> Iterator[Fault]:
    """Yield what is wrong with the data: a module's own are not judged when they are loaded."""
    if isinstance(rules, RulesModule):
        try:
            rules.packs.check(rules.export(), name=places.data)
        except PbemError as error:
            yield from of_error(error, places.data)


def _games(
    rules: Rules, places: Places, games: int, found: Checked, tick: Callable[[int], None]
) -> Iterator[Fault]:
    """Play random games: of each scenario, and a few with each choice of each option."""
    usual = {name: option.default for name, option in rules.options.items()}
    setups = [(scenario, usual, games) for scenario in rules.scenarios]
    setups += [
        (next(iter(rules.scenarios)), {**usual, name: choice}, max(2, games // 4))
        for name, option in rules.options.items()
        for choice in option.choices
        if choice != option.default
    ]
    for scenario, options, many in setups:
        try:
            game = bind(rules, scenario, options)
            for seed in range(many):
                found.decisions += check_game(game, seed).decisions
                found.games += 1
                tick(found.games)
        except PbemError as error:
            agreed = "".join(f", {k}={v}" for k, v in options.items() if v != usual[k])
            yield Fault(
                *places.whole,
                f"a random game of {scenario}{agreed} broke the contract of a module: {error}. "
                "Mend the rules; in a game of data alone, report it to the makers of pbem.",
            )


def _paragraphs(project: Project, rules: Rules, places: Places, found: Checked) -> Iterator[Fault]:
    """Yield paragraphs without a case, a meaning or a place in the rulebook."""
    if not isinstance(rules, RulesModule):
        return
    listed, meanings, written = rules.paragraphs(), rules.meanings(), _rulebook(project)
    found.paragraphs = len(listed.paragraphs)
    shown: set[str] = set()
    cases_read, all_read = _read_cases(project)
    for path, number, case in cases_read:
        shown.update(case.paragraphs)
        for name in case.paragraphs:
            if name not in listed.names:
                known = ", ".join(listed.paragraphs)
                what = f"case {case.id}: there is no paragraph {name}. Name one of {known}."
                yield Fault(*places.at(path, ("cases", number, "paragraph")), what)
    cases = project.cases[0] if project.cases else project.folder / CASES
    for name in listed.paragraphs:
        where = places.paragraph(name)
        if name not in shown and all_read:
            yield Fault(*where, f"paragraph {name} has no numbered case. Add one to {cases}.")
        if name not in meanings.paragraphs and name not in meanings.rulings:
            yield Fault(*where, f"paragraph {name} has no meaning. Write what it means.")
        if written is not None and f"**{name}**" not in written:
            what = f"{RULEBOOK} does not have paragraph {name}. Write **{name}** there."
            yield Fault(*where, what)


def _read_cases(project: Project) -> tuple[list[tuple[Path, int, Case]], bool]:
    """Return the cases that can be read, with file and number, and whether these are all.

    The others fail when they are run. Nobody knows what they would show.
    """
    found: list[tuple[Path, int, Case | Unread]] = []
    whole = True
    for path in project.cases:
        try:
            cases = read_each(path)[1]
        except FormError:
            whole = False
        else:
            found += ((path, number, case) for number, case in enumerate(cases))
    read = [(path, number, case) for path, number, case in found if isinstance(case, Case)]
    return read, whole and len(read) == len(found)


def _rulebook(project: Project) -> str | None:
    path = None if project.top is None else project.top / RULEBOOK
    if path is None or not path.is_file():
        return None
    text = strict_yaml.text_of(read_plain(path, strict_yaml.LIMIT), str(path))
    return text if "**" in text else None


def _cases(project: Project, places: Places, found: Checked) -> Iterator[Fault]:
    """Run the numbered cases."""
    for path in project.cases:
        try:
            for ran in run_file(path):
                found.cases += 1
                yield from _failed(path, ran, places)
        except FormError as error:
            yield of_message(str(error), str(path))


_STEP = re.compile(r"step (\d+)\b")


def _failed(path: Path, ran: CaseRun, places: Places) -> Iterator[Fault]:
    """Yield what was not as a case says; a line that is indented goes on with the one before."""
    for why in re.split(r"\n(?! )", "\n".join(ran.failed)) if ran.failed else ():
        if why.startswith(str(path)):
            yield of_message(why, str(path))
            continue
        step = _STEP.match(why)
        where = places.case(path, ran.id, int(step[1]) if step else None)
        yield Fault(*where, f"case {ran.id}: {why}\nCorrect the case, or the rules.")
