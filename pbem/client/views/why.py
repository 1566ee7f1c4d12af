"""The meaning of a paragraph: in words, with its rulings and the numbered cases that show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from pbem.cells import wrap
from pbem.client.session.session import Session
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.kit.contract import Rules
from pbem.kit.module import RulesModule
from pbem.kit.paragraphs import Ruling, Shown
from pbem.kit.plain import lower

_SHOWN_MOST = 60
"""So much is repeated of a word that is no paragraph."""
NEAR_MOST = 8
"""So many paragraphs are named to who wrote one that there is not."""


class Explained(msgspec.Struct, frozen=True):
    """A paragraph or a ruling: what it is ``about``, and what it ``means``.

    ``of``: of a ruling, the paragraphs that it is on; ``rulings``: those on a paragraph, by name;
    ``cases``: the numbered cases that show it.
    """

    rules: str
    name: str
    about: str
    means: str
    of: tuple[str, ...]
    rulings: dict[str, Ruling]
    cases: list[Shown]


def rules_of_game(session: Session) -> Rules:
    """Return the rules that a game is played by."""
    rules, _ = session.client.library.load(session.table.rules_now())
    return rules


def why(rules: Rules, words: Sequence[str]) -> Explained:
    """Return what the one paragraph or ruling that somebody typed means; raises FormError."""
    if len(words) != 1:
        game = f", and there is no game called '{escape(words[0])}' here" if words else ""
        raise FormError(f"Name one paragraph, like 7.1, or one ruling{game}")
    if not isinstance(rules, RulesModule):
        raise FormError(f"{rules.name} has no explanations of its paragraphs")
    titles = rules.paragraphs()
    meanings = rules.meanings()
    known = list(dict.fromkeys([*titles.names, *meanings.rulings]))
    about = titles.paragraphs | titles.heads
    name = _named(words[0], known, rules.name, about)
    ruling = meanings.rulings.get(name)
    return Explained(
        rules.name,
        name,
        about.get(name, ""),
        meanings.paragraphs[name] if ruling is None else ruling.text,
        () if ruling is None else ruling.of,
        {one: meanings.rulings[one] for one in meanings.on(name)},
        [case for case in rules.cases() if name in case.paragraphs],
    )


def _named(word: str, known: Sequence[str], rules: str, about: Mapping[str, str]) -> str:
    """Return the paragraph that a word names; a part like 9.5.2A is in 9.5.2.

    ``about``: what each is about; of one that has another number in print this says which.
    """
    plain = {lower(name): name for name in known}
    for spelt in (lower(word), lower(word)[:-1] if word[-1:].isalpha() else ""):
        if spelt in plain:
            return plain[spelt]
    for name, said in about.items():
        if f"(printed {lower(word)})" in said:
            return name
    # None is longer, and no beginning of a word is looked for beyond.
    near = _near(lower(word)[: max(map(len, plain))], plain)
    reported = f"there are {known[0]} to {known[-1]}"
    if near:
        said = about.get(near[0], "")
        only = f"the nearest is {near[0]}{f' ({said})' if said else ''}"
        reported = only if len(near) == 1 else f"the nearest are {', '.join(near)}"
    shown = word if len(word) <= _SHOWN_MOST else f"{word[:_SHOWN_MOST]}..."
    raise FormError(
        f"'{escape(shown)}' is not a paragraph that decides anything in {rules}: {reported}"
    )


def _near(word: str, plain: dict[str, str]) -> list[str]:
    """Return the paragraphs that begin as the longest beginning of a word does.

    For a number, only those of its chapter; if there is no such chapter, those of the nearest.
    """
    chapter, _, _ = word.partition(".")
    if chapter.isascii() and chapter.isdigit():
        chapters = {int(first) for first in (name.partition(".")[0] for name in plain)
                    if first.isdigit()}  # fmt: skip
        if chapters and int(chapter) not in chapters:
            chapter = str(min(sorted(chapters), key=lambda one: abs(one - int(chapter))))
            word = chapter
        plain = {spelt: name for spelt, name in plain.items() if spelt.startswith(f"{chapter}.")}
    for size in range(len(word), 0, -1):
        if near := [name for spelt, name in plain.items() if spelt.startswith(word[:size])]:
            return near[:NEAR_MOST]
    return []


def why_lines(found: Explained, width: int, most: int) -> Iterator[str]:
    """Say what a paragraph means, with ``most`` cases at most, in ``width`` columns."""
    about = f": {found.about}" if found.about else ""
    yield f"{found.rules} {found.name}{escape(about)}"
    yield from _folded(found.means, width)
    if found.of:
        yield from _folded(f"This is a ruling on {', '.join(found.of)}.", width)
    for name, ruling in found.rulings.items():
        yield from _folded(f"Ruling {name}: {ruling.text}", width)
    if not found.cases:
        yield "No numbered case shows it."
        return
    yield "Numbered cases that show it:"
    for case in found.cases[:most]:
        yield from _folded(f"{case.id}: {case.title}", width)
    if len(found.cases) > most:
        yield f"  and {len(found.cases) - most} more: --most {len(found.cases)}"


def _folded(text: str, width: int) -> list[str]:
    return wrap(escape(text), width, initial_indent="  ", subsequent_indent="    ")
