"""Every change on the table is reported: no piece, marker or number moves silently.

Between two positions in which somebody is asked, the picture and the short lines of a game are
compared. Each piece or space that looks different must be named by an outcome reported in between,
in its fields. So must each name of a unit or place that a line gained or lost, by an outcome or its
sentence. If nothing was reported, nothing is different.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from fitting import fitting
from long import sample
from pbem.games import registry
from pbem.kit.dice import SeededDice
from pbem.play import outcomes
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, answer_random, answer_sensible, bind
from pbem.selfplay.unsigned import Secrets, begin, rules_of

GAMES = 12
"""Games of each kind, each a test of its own; the short run plays the first."""

MARKERS = ("BH",)
"""The things on the map that are no units."""

WORD = re.compile(r"[A-Za-z0-9/-]+")


def values(thing: Any) -> Iterator[str]:
    """Yield every text and number in the fields of an outcome, as text."""
    if isinstance(thing, Mapping):
        for key, value in thing.items():
            yield str(key)
            yield from values(value)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            yield from values(value)
    else:
        yield str(thing)


class Seen:
    """The public view of a position."""

    def __init__(self, play: Play) -> None:
        picture = play.game.picture(play.position)
        whole: dict[str, Any] = msgspec.to_builtins(picture)
        spaces = whole["spaces"] if "spaces" in whole else whole["areas"]
        self.spaces = {space["id"]: space for space in spaces}
        self.pieces: dict[str, tuple[str, Any]] = {}
        for piece in whole.get("pieces", ()):
            # A marker has no name of its own: it is one with its hex. Units of two sides may be
            # called alike; what distinguishes them here is no word.
            marker = piece["label"] in MARKERS
            apart = "'" * (piece["side"] == "jp")
            name = piece["space"] if marker else piece["text"].split(",")[0] + apart
            self.pieces[name] = (piece["space"], piece)
        for counter in whole.get("counters", ()):
            # A counter without a kind has no name either: each is that of its Area.
            name = counter["label"] if counter["kind"] else counter["area"]
            self.pieces[name] = (counter["area"], counter)
        self.boxes = {
            word
            for part in ("boxes", "tracks")
            for box in whole.get(part, ())
            for word in WORD.findall(str(box))
        }
        # A fight in progress is no state of the table: it is open, and then it is over.
        quiet = play.copy().position
        quiet.battle = None
        self.lines = play.game.describe(quiet)
        self.said = {word for line in self.lines for word in WORD.findall(line)}


def named(was: Any, now: Any, piece: str, known: set[str]) -> set[str]:
    """Return the words of which an outcome has to use one for a piece that looks different."""
    words = set(WORD.findall(piece))
    if not words & known:
        # A thing without a name of its own, a marker or a defender of Manila, is named by its
        # place.
        words |= {place for place, _ in filter(None, (was, now))}
    if was is not None and now is not None and was[1] == spent(now[1]):
        words |= {"Fresh", "PhaseBegun"}  # with a phase everybody may do their part again
    return words


def spent(counter: Mapping[str, Any]) -> dict[str, Any]:
    """Return a counter as it is when it is spent, in its fields and in how it looks."""
    top = {"spent": True} if "spent" in counter else {}
    return {**counter, **top, "look": {**(counter.get("look") or {}), "spent": True}}


def untold(before: Seen, after: Seen, reported: list[Any], play: Play) -> list[str]:
    """Return everything that looks different and that no report names."""
    fields = {word for one in reported for word in values(msgspec.to_builtins(one))}
    names = {word for known in play.game.names.values() for word in known.words}
    bare = {name.rpartition(":")[2] for name in names}
    numbers = {str(number) for number in range(100)}
    sentences = [play.game.report(one) for one in reported]
    said = {word for sentence in sentences for word in WORD.findall(sentence)} | fields
    found = [
        f"space {space}: {before.spaces[space]!r} is {after.spaces[space]!r}"
        for space in before.spaces
        if before.spaces[space] != after.spaces[space]
        and space not in fields
        and not any(after.spaces[space]["name"] in sentence for sentence in sentences)
    ]
    for piece in sorted({*before.pieces, *after.pieces}):
        was, now = before.pieces.get(piece), after.pieces.get(piece)
        if was != now and not {*fields, *said}.intersection(named(was, now, piece, bare)):
            found.append(f"piece {piece}: {was} is {now}")
        if was is not None and now is not None and was[0] != now[0] and now[0] not in fields:
            found.append(f"piece {piece}: {was} is {now}")
    for what, was_said, is_said in (
        ("line", before.said, after.said),
        ("box", before.boxes, after.boxes),
    ):
        different = was_said ^ is_said
        if any(type(one).__name__ == "PhaseBegun" for one in reported):
            # A thing to which a phase set limits is named no more when it is over, which is
            # reported.
            different = is_said - was_said
        found += [f"{what}: {word}" for word in sorted((different & bare) - said - numbers)]
    if not reported and (before.lines, before.boxes) != (after.lines, after.boxes):
        found.append("nothing is told, and the lines differ")
    return found


@pytest.mark.few(2, 8)
@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("number", sample(range(GAMES), 1, of=1))
def test_every_change_that_is_seen_is_reported(name: str, number: int) -> None:
    rng = random.Random(number)  # noqa: S311 - no secret
    rules = rules_of(name)
    options = {word: rng.choice(option.choices) for word, option in rules.options.items()}
    scenario = list(rules.scenarios)[number % len(rules.scenarios)]
    options = {} if number % 2 == 0 else fitting(rules, scenario, options)
    play, dice, secrets = begin(bind(Setup(name, scenario, options))), SeededDice(rng), Secrets()
    answer = answer_sensible if number % 4 < 2 else answer_random
    before, since = Seen(play), len(play.reported)
    while play.result is None:
        if play.due is not None:
            play.roll(dice)
        else:
            asked = play.asked
            assert asked is not None
            secrets.answer(play, asked, [] if asked.opens else answer(play, rng))
        reported = [one for one in play.reported[since:] if not is_of_table(one)]
        after = Seen(play)
        silent = untold(before, after, reported, play)
        assert not silent, (silent, reported)
        before, since = after, len(play.reported)


def is_of_table(outcome: Any) -> bool:
    """Whether the table said something about lists and answers, and no fact of the game."""
    return type(outcome).__module__ == outcomes.__name__
