"""Which paragraphs of a rulebook have numbered cases, and which have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from pbem.cases.run import CaseFile, files_in, read_file
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.games import registry
from pbem.kit.module import RulesModule
from pbem.kit.paragraphs import FILE, Paragraphs, read_paragraphs
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean

CASES = Path("tests/cases")
"""The folder of the cases in a copy of the repository."""


class Coverage(msgspec.Struct, frozen=True):
    """``counts``: paragraph -> how many cases show it; ``titles``: what each is about.

    ``unlisted`` are paragraphs that cases name and the list does not have.
    """

    cases: int
    counts: dict[str, int]
    titles: dict[str, str]
    unlisted: tuple[str, ...]

    @property
    def without(self) -> list[str]:
        """The paragraphs without a case."""
        return [name for name, count in self.counts.items() if not count]


def folders() -> list[Path]:
    """Return the folders of cases in a copy of the repository.

    Raises:
        FormError: The current folder has none.
    """
    found = sorted(path for path in CASES.glob("*") if path.is_dir())
    if not found:
        raise FormError(
            f"There is no folder {CASES} here. Name the folder of your cases with 'pbem cases "
            "FOLDER', or run this in a copy of the repository."
        )
    return found


def folder_of(game: str, paths: Sequence[Path] | None) -> Path:
    """Return where a game's cases are: where somebody says, in its module, or in the repository.

    Raises:
        FormError: There are none.
    """
    place = registry.place(game)
    folder = (paths or [CASES / game if place is None else Path(place)])[0]
    if not folder.exists() or not files_in(folder):
        known = [path.name for path in CASES.glob("*") if path.is_dir()]
        raise FormError(
            f"There are no cases of {escape(game)} in {folder}"
            f"{did_you_mean(game, known) or '.'} Name their folder: 'pbem cases --coverage "
            f"{escape(game)} FOLDER'. In a copy of the repository, it is {CASES / game}."
        )
    return folder


def coverage(folder: Path) -> Coverage:
    """Count the cases of a folder, or of a file, for every paragraph of their game.

    The paragraphs are those of a list beside the cases, if there is one.

    Raises:
        FormError: A file in the folder is no file of cases.
    """
    files = [read_file(file) for file in files_in(folder)]
    listed = _listed(folder, files)
    counts = dict.fromkeys(listed.paragraphs, 0)
    unlisted: set[str] = set()
    number = 0
    for file in files:
        for case in file.cases:
            number += 1
            for name in case.paragraphs:
                if name in counts:
                    counts[name] += 1
                else:
                    unlisted.add(name)
    return Coverage(number, counts, listed.paragraphs, tuple(sorted(unlisted)))


def _listed(folder: Path, files: Sequence[CaseFile]) -> Paragraphs:
    path = (folder if folder.is_dir() else folder.parent) / FILE
    if path.is_file():
        try:
            return read_paragraphs(read_plain(path, strict_yaml.LIMIT), str(path))
        except OSError as error:
            raise FormError(f"{path} cannot be read: {error.strerror}.") from None
    for file in files:
        rules = registry.find(file.game, registry.newest(file.game) or 0)
        if isinstance(rules, RulesModule):
            return rules.paragraphs()
    raise FormError(f"{folder} has no cases of a known game, and no {FILE}.")


def lines(counted: Coverage) -> Iterator[str]:
    """List the paragraphs without a case first, then how many cases the others have."""
    for name in counted.without:
        yield f"  no case  {name:7} {counted.titles[name]}"
    for name, count in counted.counts.items():
        if count:
            yield f"  {count:7}  {name:7} {counted.titles[name]}"
    if counted.unlisted:
        yield f"These paragraphs are not in the list: {', '.join(counted.unlisted)}."
    yield (
        f"{counted.cases} cases, {len(counted.counts)} paragraphs, "
        f"{len(counted.without)} without a case."
    )
