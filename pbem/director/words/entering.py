"""The terms of a tournament, which somebody reads before they sign that they enter it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.client import people
from pbem.client.client import Client
from pbem.client.views.terms import DICE, clock_words, proposed_lines
from pbem.crypto.text import escape
from pbem.director.words.reporting import FORMATS, deadline_words, trust_lines
from pbem.errors import PbemError
from pbem.kit.wording import counted, short_title
from pbem.log.event import Event
from pbem.tournament.folding import Fold


def entry_lines(client: Client, fold: Fold, first: Event) -> list[str]:
    """Return what one agrees to by entering a tournament, one thing a line.

    Args:
        client: The client of the player.
        fold: The tournament, as its log stands.
        first: The first event of the log.
    """
    return [*other_key(client, fold), *_lines(client, fold, first)]


def other_key(client: Client, fold: Fold) -> list[str]:
    """Warn of a director whose key is not the one on their card here; else return nothing."""
    found = fold.now.found
    who, card = found.director.handle, people.find_card(client, found.director.handle)
    former = (one.sign for one in people.former_cards(client, who))
    if card is None or found.director.sign in {card.sign, *former}:
        return []
    warning = (
        f"Your card of {who} has another key than the director of {escape(found.name)}. So "
        f"somebody else may have founded it, or {who} has made new keys since. Ask {who} by "
        "telephone before you sign."
    )
    return [warning]


def _lines(client: Client, fold: Fold, first: Event) -> Iterator[str]:
    history, library = fold.now, client.library
    board = history.board_in(history.next_round)
    title, scenario = board.rules.name, board.scenario
    try:
        rules = library.rules(board.rules.name, board.rules.version)
        *options, clock = proposed_lines(rules, board.options, board.clock)
        title = short_title(rules.title, rules.name)
        scenario = str(rules.scenarios.get(scenario, scenario))
    except PbemError:
        chosen = ", ".join(f"{name}={value}" for name, value in board.options.items())
        options = ["This game is not in your release.", f"Options: {escape(chosen)}."]
        clock = clock_words(board.clock)
    yield f"Game: {title}, {scenario}."
    yield from options
    yield "No game has a clock." if board.clock is None else f"Clock of each game: {clock}"
    form = FORMATS[type(history.found.format)]
    ends = not history.is_open_ended and history.length
    rounds = f", {counted(history.length, 'round')}" if ends else ""
    yield f"Format: {form}{rounds}."
    if board.umpire is not None:
        yield f"The umpire is {board.umpire.handle}."
    if board.dice in DICE:
        yield DICE[board.dice]
    yield f"Founded on {first.at[:10]}, as the director says."
    if history.rounds:
        yield f"{counted(len(history.rounds), 'round')} paired already."
    if (entries := history.open_entries()) is not None:
        yield deadline_words(entries)
    if history.deadlines:
        yield from (deadline_words(due) for _, due in sorted(history.deadlines.items()))
    else:
        yield "No round has a deadline yet. The director sets them, with what happens then."
    yield from trust_lines(history)
    yield from _director(client, fold)


def _director(client: Client, fold: Fold) -> Iterator[str]:
    """Say how far one knows who directs."""
    who = fold.now.found.director.handle
    if people.find_card(client, who) is None:
        yield (
            f"You have no card of {who}: anybody could have founded this in that name. Ask {who} "
            "for a card, and compare its twelve words by telephone."
        )
        return
    known = people.known(client, who)
    if known.own or other_key(client, fold):
        return
    state = "You compared them." if known.compared else "Compare them by telephone."
    yield f"The twelve words of {who}: {' '.join(known.words)}. {state}"
