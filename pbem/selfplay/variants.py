"""The same seeds under different options: which option makes a game easier, longer, bloodier."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, repeat
from string import ascii_lowercase
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.errors import FormError
from pbem.selfplay.series import Summary, percent
from pbem.selfplay.simulate import Setup
from pbem.selfplay.unsigned import rules_of

STANDARD = "standard"
"""The name of a set-up whose options are all as by default."""

ALL = "all together"


def each_option(setup: Setup) -> dict[str, Setup]:
    """Return the set-up as given, with each boolean option alone reversed, and with all of them.

    Options that the set-up names stay as they are.

    Raises:
        FormError: No option is left to vary.
    """
    options = rules_of(setup.game).options
    turned = {
        name: not option.default
        for name, option in options.items()
        if isinstance(option.default, bool) and name not in setup.options
    }
    if not turned:
        raise FormError(f"{setup.game} has no more true-or-false options to compare.")
    chosen = {spelled({name: value}): {name: value} for name, value in turned.items()}
    if len(turned) > 1:
        chosen[ALL] = turned
    return {spelled(setup.options): setup} | {
        name: msgspec.structs.replace(setup, options=setup.options | more)
        for name, more in chosen.items()
    }


def spelled(options: Mapping[str, Any]) -> str:
    """Return options as they are typed: ``rubble=true, us_gsp=3``."""
    words = {True: "true", False: "false"}
    return (
        ", ".join(
            f"{name}={words[value] if isinstance(value, bool) else value}"
            for name, value in options.items()
        )
        or STANDARD
    )


def lines(
    summaries: Mapping[str, Summary], names: Mapping[str, str] = MappingProxyType({})
) -> Iterator[str]:
    """Describe each variant in one line: who won, by which victory, in how many turns.

    Letters stand for victories. The last lines say what they mean.

    Args:
        summaries: Variant -> its games.
        names: Side -> its display name; a side without one has its id.
    """
    whys = dict.fromkeys(
        why for summed in summaries.values() for won in summed.wins.values() for why in won.why
    )
    letters = dict(zip(whys, chain(ascii_lowercase, repeat("?")), strict=False))
    width = max(map(len, summaries))
    for name, summed in summaries.items():
        sides = "; ".join(
            " ".join(
                (
                    f"{names.get(side, side)} {percent(won)}",
                    *(f"{letters[w]} {n}" for w, n in won.why.items()),
                )
            )
            for side, won in summed.wins.items()
        )
        yield f"{name:>{width}}: {sides}; {summed.turns:.1f} turns"
    for why, letter in letters.items():
        yield f"  {letter}  {why}"
    games = {summed.games for summed in summaries.values()}
    yield f"{min(games)} games for each, with the same seeds."
