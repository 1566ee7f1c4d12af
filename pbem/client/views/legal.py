"""The legal orders now: all, or those that name a unit or a place, and how far was looked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.client.views.counters import is_own
from pbem.client.views.following import Following, LegalAfter
from pbem.client.views.gathered import Gathered, gathered
from pbem.client.views.naming import Places, naming, places_of
from pbem.client.views.odds import short_odds_of
from pbem.client.views.reach import Comers, Reach, comers, comers_later, reach
from pbem.client.views.refused import meant, why_none
from pbem.errors import NotYourPen
from pbem.kit.contract import Arrow, Question
from pbem.kit.sides import side_name
from pbem.kit.typed.suggest import did_you_mean
from pbem.play.play import Play
from pbem.play.refusals import is_legal, spellings

if TYPE_CHECKING:
    from pbem.client.session.session import Session

LOOKED_AT = 50_000
"""How many orders are looked at before looking stops, and that is said."""
MAPPED = 5_000
"""The number of orders from which moves are read: moves come before attacks."""
ODDS_MOST = 12
"""So many orders that are listed have their odds beside them."""
REASONS_MOST = 2
"""So many reasons learn why a unit cannot be ordered to a place."""
LEGAL_MOST = 200
"""How many legal orders are listed unless more are asked for."""


class Legal(msgspec.Struct, frozen=True, rename={"active": "pen", "following": "behind"}):
    """Legal answers to the open question: lines, whether there are more, and who is asked what.

    ``yours``: one is asked oneself. ``note``: what to know where no answer names what was asked
    for; a line may then be two orders, of which the second one does. ``unlisted``: sentences on
    what the lines leave out, none where they and what ``more`` stands for are all that is legal.
    ``reach``: where the one unit that was named can go, and ``moves`` the lines that are its moves;
    ``comers``: who can come to the place that was named. ``following``: line -> after how many
    more orders the same is legal; ``short``: all of it in short; ``odds``: of lines, in short.
    ``half_points``: the movement points of ``reach`` and ``comers`` are halves of those printed.
    """

    active: str
    yours: bool
    side: str | None
    prompt: str
    paragraph: str
    lines: list[str]
    more: bool
    note: str = ""
    unlisted: list[str] = []
    reach: Reach | None = None
    comers: Comers | None = None
    moves: list[str] = []
    following: dict[str, int] = {}
    short: Gathered | None = None
    odds: dict[str, str] = {}
    half_points: bool = False


def legal(
    session: Session, about: str = "", most: int = LEGAL_MOST, *, theirs: bool = False
) -> Legal:
    """Return the legal answers to the open question, as `legal_in`.

    Cards are those in the hand of the asked player if it is known here, else all that they may
    hold.

    Args:
        session: The game.
        about: A unit or a place that the answers must name.
        most: How many answers at most.
        theirs: Also if somebody else is asked.

    Raises:
        NotYourPen: Somebody else is asked, or no orders are asked for.
    """
    play, asked = _asked(session, theirs=theirs)
    play = play.copy()
    play.position = play.seen_by(asked.side)
    found = legal_in(play, asked, about, most, viewer=session.side)
    return msgspec.structs.replace(
        found, active=session.table.active().why, yours=session.is_active
    )


def legal_in(
    play: Play,
    asked: Question,
    about: str = "",
    most: int = LEGAL_MOST,
    *,
    viewer: str | None,
    odds: bool = True,
) -> Legal:
    """Return the legal answers to a question that name something.

    An order that names a unit also names the place where that is.

    Args:
        play: The play.
        asked: The question.
        about: A unit or a place; empty for all.
        most: How many answers at most.
        viewer: The side whose view decides whether anything has that name.
        odds: Add the odds of each answer.
    """
    words = about.casefold().split()
    looked = _Looked(play)
    lines = _first(looked.orders(naming(play, words), words), most)
    note, follows = "", list[LegalAfter]()
    if words and not lines:
        following = Following(play, asked, looked.seen)
        follows = following.found(naming(play, words))
        lines = _first(_after_lines(follows), most)
        note = "after another order:"
        if not lines and (places := places_of(play, words)) != words:
            looked, note = _Looked(play), ""
            lines = _first(looked.orders(naming(play, places), places), most)
        if not lines:
            note = unfit(play, asked, viewer, about.split(), following.reported())
    named = {line: looked.seen[line] for line in lines[:most] if line in looked.seen}
    on_map = _on_map(play, asked, words, lines[:most], follows, named=named)
    found = Legal(
        active=f"{side_name(play.game, asked.side)} is asked: {asked.prompt}",
        yours=True,
        side=asked.side,
        prompt=asked.prompt,
        paragraph=asked.paragraph,
        lines=lines[:most],
        more=len(lines) > most,
        note=note,
        unlisted=[
            *play.game.unlisted(play.position),
            *looked.stopped(),
            *on_map.stopped,
        ],
        reach=on_map.reach,
        comers=on_map.comers,
        moves=on_map.moves,
        following=_after_many(follows),
        short=on_map.short,
        half_points=play.game.half_points,
    )
    if odds:
        found = msgspec.structs.replace(found, odds=_odds_of(play, asked, looked.seen, found))
    return found


class _OnMap(msgspec.Struct, frozen=True):
    """The meaning of orders on the map, as `Legal` says; ``stopped``: not each was looked at."""

    stopped: list[str] = []
    reach: Reach | None = None
    comers: Comers | None = None
    moves: list[str] = []
    short: Gathered | None = None


def _on_map(
    play: Play,
    asked: Question,
    words: list[str],
    lines: list[str],
    follows: list[LegalAfter],
    *,
    named: Mapping[str, Any],
) -> _OnMap:
    """Return what the orders are on the map.

    ``named``: the orders of those ``lines`` that are legal now, some of which are listed only where
    their unit is named.
    """
    if len(words) > 1 or asked.secret is not None:
        return _OnMap()
    game, position = play.game, play.position
    looked = list(islice(game.legal(position), MAPPED + 1))
    stopped = [f"The map shows the moves of {MAPPED:,} orders. Other units may go farther."] * (
        len(looked) > MAPPED
    )
    shown = dict.fromkeys([*looked[:MAPPED], *named.values()])
    drawn = [(order, game.arrow(position, order)) for order in shown]
    if not words:
        return _OnMap(stopped, short=gathered(play, drawn))
    arrows = {order: arrow for order, arrow in drawn if arrow is not None}
    place = words[0].upper()
    picture = game.picture(position)
    come = comers(place, arrows.values(), picture)
    if come is not None:
        following = Following(play, asked, {game.text(order): order for order in looked[:1]})
        later = following.comers()
        there = [(order, arrow) for order, arrow in arrows.items() if place in arrow.against]
        moves = {game.text(order) for order, arrow in arrows.items() if arrow.path}
        return _OnMap(
            stopped,
            comers=come if later is None else comers_later(come, later, picture),
            moves=[line for line in lines if line in moves],
            short=gathered(play, there),
        )
    found = _reached(play, words[0], lines, arrows, follows)
    return msgspec.structs.replace(found, stopped=stopped)


def _reached(
    play: Play, word: str, lines: list[str], arrows: dict[Any, Arrow], follows: list[LegalAfter]
) -> _OnMap:
    """Return where the unit of this name can go, and which lines are its moves."""
    game, after = play.game, ""
    texts = {game.text(order): arrow for order, arrow in arrows.items()}
    if follows:
        after, legal_then = follows[0].after, follows[0].orders
        texts = {
            f"{after}; {line}": arrow for line, arrow in legal_then.items() if arrow is not None
        }
    names = {unit for arrow in texts.values() for unit in arrow.units}
    unit = next((name for name in sorted(names) if word in spellings(name)), "")
    attacks = [(order, arrow) for order, arrow in arrows.items() if arrow.against]
    short = gathered(play, [one for one in attacks if unit in one[1].units])
    found = reach(unit, Places(play)[word], texts.values())
    if found is None:
        return _OnMap(short=short if unit else None)
    moves = {line for line, arrow in texts.items() if _is_move(arrow, unit)}
    reported = [line for line in lines if line in moves]
    found = msgspec.structs.replace(found, after=after)
    return _OnMap(reach=found, moves=reported, short=short)


def _after_lines(follows: list[LegalAfter]) -> Iterator[str]:
    return (f"{one.after}; {line}" for one in follows for line in one.orders)


def _after_many(follows: list[LegalAfter]) -> dict[str, int]:
    """Return line -> after how many more orders the same is legal, of the first line of each."""
    return {
        f"{one.after}; {next(iter(one.orders))}": one.many - 1 for one in follows if one.many > 1
    }


def _odds_of(play: Play, asked: Question, seen: Mapping[str, Any], found: Legal) -> dict[str, str]:
    """Return the odds of some lines: the strongest attacks, and whatever is rolled for.

    None of a long list but the attacks in short, and none of what is sealed: nothing comes of it.
    """
    if asked.secret is not None and not asked.opens:
        return {}
    game, position = play.game, play.position
    lines = [one.line for one in found.short.attacks] if found.short is not None else []
    if len(found.lines) <= ODDS_MOST:
        lines += found.lines
    reported: dict[str, str] = {}
    for line in dict.fromkeys(lines[: 2 * ODDS_MOST]):
        order = seen.get(line)
        if order is None or len(reported) == ODDS_MOST:
            continue
        arrow = game.arrow(position, order)
        if (arrow is not None and arrow.against) or not asked.phase:
            odds = short_odds_of(play, asked.side, order)
            if odds is None and not asked.phase:
                break  # whatever is answered, the same dice follow
            reported[line] = odds or ""
    return {line: odds for line, odds in reported.items() if odds}


def _is_move(arrow: Arrow, unit: str) -> bool:
    return arrow.units == (unit,) and bool(arrow.path)


def _asked(session: Session, *, theirs: bool) -> tuple[Play, Question]:
    """Return the question that one is asked; raises NotYourPen."""
    play, now = session.table.play, session.table.active()
    if play is None or play.asked is None or not {"orders", "seal"} & set(now.kinds):
        raise NotYourPen(f"{now.why} No orders are asked for.")
    if not theirs and not session.is_active:
        raise NotYourPen(
            f"{now.why} You are asked nothing. 'pbem legal --theirs' lists what is legal for "
            f"{now.handle}"
        )
    return play, play.asked


class _Looked:
    """Goes through what is legal, and keeps account of how far.

    ``seen``: the legal orders met so far, as lines.
    """

    def __init__(self, play: Play) -> None:
        self.seen: dict[str, Any] = {}
        self._play = play
        self._count = 0
        self._stopped = False

    def orders(self, named: Callable[[str], bool], words: Sequence[str]) -> Iterator[str]:
        """Yield each legal order that is named, once, until too many were looked at.

        ``named`` holds only of orders that name all ``words``.
        """
        game, position = self._play.game, self._play.position
        about = words[0] if words else ""
        for order in self._counted(game.legal(position)):
            text = game.text(order)
            self.seen[text] = order
            if named(text):
                yield text
        for order in self._counted(game.candidates(position, about)):
            text = game.text(order)
            if text not in self.seen and named(text) and is_legal(self._play, order):
                self.seen[text] = order
                yield text

    def _counted(self, orders: Iterator[Any]) -> Iterator[Any]:
        for order in orders:
            if self._count == LOOKED_AT:
                self._stopped = True
                return
            self._count += 1
            yield order

    def stopped(self) -> list[str]:
        """Say how far was looked, where that was not to the end."""
        if not self._stopped:
            return []
        return [f"pbem stopped looking after {self._count:,} orders. More may be legal."]


def _first(lines: Iterator[str], most: int) -> list[str]:
    """Return so many lines, and one more where there is one."""
    return list(islice(lines, most + 1))


# --- what nothing names ------------------------------------------------------------------------


def unfit(
    play: Play, asked: Question, viewer: str | None, words: list[str], following: str = ""
) -> str:
    """Say why no order names these words: there is no such thing, or it is idle.

    For one unit of the asked side, the reason is given as far as it is clear.

    Args:
        play: The play.
        asked: The question.
        viewer: The side whose view decides.
        words: The words.
        following: The other orders that were searched.
    """
    seen = play.game.view(play.position, viewer)
    picture = msgspec.to_builtins(play.game.picture(seen))
    reported = [*play.game.describe(seen), *_strings(picture)]
    names = {name.casefold(): name for line in reported for name in re.split(r"[\s,;:()]+", line)}
    unknown = [word for word in words if word.casefold() not in names]
    if not unknown:
        own = len(words) == 1 and is_own(play.game.picture(seen), asked.side, words[0])
        why = why_none(play, asked, words[0]) if own else _why_not(play, asked, words)
        reasons = f" ({'; '.join(why)})" if why else ""
        if own:
            return f"{words[0]} can do nothing now{reasons}{following}"
        return f"No legal order names {' '.join(words)} now{reasons}{following}"
    near = did_you_mean(unknown[0], [name for name in names.values() if _is_name(name)])
    return f"Nothing here is called '{unknown[0]}'{near}"


def _why_not(play: Play, asked: Question, words: list[str]) -> list[str]:
    """Say why a unit cannot be ordered to a place: the first reason of each order that is meant."""
    refused = [one.against[0] for one in meant(play, asked, words) if one.against]
    return list(dict.fromkeys(f"{one.why} [{one.paragraph}]" for one in refused))[:REASONS_MOST]


def _is_name(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (str(key), *_strings(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _strings(one)
