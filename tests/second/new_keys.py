"""Logs in which somebody forks, gets new keys, and the umpire rules on the fork (section 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from second.writer import Writer


def _forked(game: Writer, by: str, side: str) -> Any:
    """Write orders, and return others on the same predecessor."""
    game.write(by, "orders", side=side, orders=[{"do": "other"}], state="0" * 64)
    other = game.cut()
    game.orders(by, side)
    return other


def _renews(game: Writer, by: str, side: str, other: Any, *yes: str) -> Writer:
    """Offer keys, to which these say yes; sign with the new one; the umpire rules on the fork."""
    game.keys(by, f"{by}2", f"{by}2")
    for one in yes:
        game.write(one, "answer", yes=True)
    game.names[by] = f"{by}2"
    game.orders(by, side)
    game.write("uma", "ruling", fork=[other], then="forfeit")
    return game


def all_agreed() -> Writer:
    """Ann and bob said yes to cal's keys."""
    game = Writer(["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire")
    return _renews(game, "cal", "uk", _forked(game, "cal", "uk"), "ann", "bob")


def all_but_one_in_doubt() -> Writer:
    """Bob is in doubt, so ann's yes was the last: cal could not have signed otherwise."""
    game = Writer(["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire")
    game.secret_choice("bob", "plan")
    return _renews(game, "cal", "uk", _forked(game, "cal", "uk"), "ann")


def nobody_but_one_in_doubt() -> Writer:
    """Bob is in doubt, and cal signed with the new key: bob was out, and nobody said yes."""
    game = Writer(["bob", "cal"], {"jp": "bob", "uk": "cal"}, "umpire", opener="bob")
    game.secret_choice("bob", "plan")
    return _renews(game, "cal", "uk", _forked(game, "cal", "uk"))


def alone() -> Writer:
    """Ann plays alone: nobody had to answer."""
    game = Writer(["ann"], {"us": "ann"}, "umpire")
    return _renews(game, "ann", "us", _forked(game, "ann", "us"))


NEW_KEYS: dict[str, tuple[Callable[[], Writer], bool]] = {
    "all agreed": (all_agreed, True),
    "all but one in doubt agreed": (all_but_one_in_doubt, True),
    "nobody agreed, one in doubt": (nobody_but_one_in_doubt, False),
    "alone": (alone, False),
}
"""Each with whether the fork is settled, so that the ruling, the last event, is refused."""
