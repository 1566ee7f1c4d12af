"""A practice, line by line: every line says that it is one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbem.client.views.hand import hand_lines
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.practice.trying import Practice, Tried
from pbem.table.practice import Beginning, Diced, Step
from pbem.view.terminal import draw

MARK = "practice: "
"""The beginning of every line."""


def marked(lines: Iterable[str]) -> list[str]:
    """Return lines with the mark before each; a text of several lines is several."""
    return [f"{MARK}{line}".rstrip() for text in lines for line in text.split("\n")]


def begun_line(path: Path, practice: Practice) -> str:
    """Say what a new file is."""
    return (
        f"Wrote {escape(str(path))}: {_from(practice)}. Nothing in it is signed, and no game was "
        "changed."
    )


def where_line(path: Path, practice: Practice, steps: int) -> str:
    """Say which practice one looks at, and where in it; ``steps`` are in the file."""
    return f"{escape(str(path))}: {_from(practice)}; after step {len(practice.tried)} of {steps}"


def _from(practice: Practice) -> str:
    return f"{escape(practice.title)}, {practice.scenario}, {from_words(practice)}"


def from_words(practice: Practice) -> str:
    """Say where a practice began, and which sides the program plays."""
    of = practice.beginning.of
    begins = (
        "from its beginning" if of is None else f"from {escape(of.name)} after event {of.event}"
    )
    against = " and ".join(map(practice.called, practice.beginning.against))
    return f"{begins}; the computer plays {against}" if against else begins


def map_lines(practice: Practice, width: int, *, colour: bool) -> list[str]:
    """Draw the map with the notes beside it, in ``width`` columns with the mark.

    Raises FormError for a position that no game reaches.
    """
    try:
        drawn = draw(practice.picture(), width=width - len(MARK), colour=colour)
    except (LookupError, TypeError, ValueError) as error:
        raise FormError(
            f"The position cannot be drawn, because no game reaches it ({error})"
        ) from None
    return drawn.rstrip("\n").split("\n")


def waiting_lines(practice: Practice) -> list[str]:
    """Say what it waits for, and what to type."""
    reported = escape(practice.waiting)
    if practice.result is not None:
        return [f"{reported} {escape(practice.result.why)}", *_broken_lines(practice)]
    if practice.due is not None:
        return [f"{reported} ('pbem practice dice')"]
    reported = f"{reported} ('pbem practice legal', 'pbem practice order')"
    if not practice.unknown:
        return [reported, *map(escape, hand_lines(practice.hand(), practice.called, none=False))]
    return [
        reported,
        "pbem does not know what was sealed in the game, not even by you. Order what it may be.",
    ]


def _broken_lines(practice: Practice) -> list[str]:
    """Say who kept what they had to play, now that every card is seen."""
    return [
        f"{escape(practice.called(side))} kept a card that it had to play. In a game, it would "
        "have lost by that."
        for side in practice.broken
    ]


def tried_lines(tried: Sequence[Tried], practice: Practice) -> Iterator[str]:
    """Describe steps, and what came of each."""
    for one in tried:
        yield f"step {one.number}, {step_words(one.step, practice)}"
        yield from _order_lines(one.step)
        for happening in one.reported:
            following = f" [{escape(happening.paragraph)}]" if happening.paragraph else ""
            yield f"  {escape(happening.text)}{following}"


def taken_back_lines(first: int, steps: Sequence[Step], practice: Practice) -> Iterator[str]:
    """Describe steps that are no longer in the file; ``first`` is the number of the first."""
    for number, step in enumerate(steps, first):
        yield f"undone: step {number}, {step_words(step, practice)}"
        yield from _order_lines(step)


def _order_lines(step: Step) -> Iterator[str]:
    if not isinstance(step, Diced):
        yield from (f"    > {escape(line)}" for line in step.text.splitlines() if line.strip())


def step_words(step: Step, practice: Practice | None = None) -> str:
    """Say in short what a step is; with ``practice`` its side has its name, else its code."""
    if not isinstance(step, Diced):
        who = escape(step.side if practice is None else practice.called(step.side))
        return f"{who} orders{' (the computer)' if step.by == 'program' else ''}:"
    if step.seed is None:
        return f"dice given by hand: {', '.join(map(str, step.faces))}"
    return f"dice from seed {step.seed}"


# --- for another program -----------------------------------------------------------------------


def plain_state(path: Path, practice: Practice, steps: int) -> dict[str, Any]:
    """Return the same for another program: where it stands, and what it waits for."""
    beginning: Beginning = practice.beginning
    return {
        "practice": str(path),
        "rules": beginning.rules.name,
        "scenario": beginning.scenario,
        "options": beginning.options,
        "of": beginning.of,
        "against": beginning.against,
        "step": len(practice.tried),
        "steps": steps,
        "asked": practice.asked,
        "due": practice.due,
        "result": practice.result,
        "hand": practice.hand(),
        "broken": practice.broken,
        "position": practice.describe(),
    }


def plain_tried(path: Path, tried: Sequence[Tried]) -> dict[str, Any]:
    """Return steps and what came of each."""
    return {"practice": str(path), "tried": [one._asdict() for one in tried]}


def plain(path: Path, name: str, value: Any) -> dict[str, Any]:
    """Return ``value``, anything else that is said of a practice, under a name."""
    return {"practice": str(path), name: msgspec.to_builtins(value)}
