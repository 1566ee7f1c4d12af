"""An event of a tournament's log in a sentence: what it says, and not what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import UnsetType

from pbem.director.sides import called
from pbem.director.words.reporting import FORMATS, deadline_words
from pbem.kit.wording import with_stop
from pbem.log.event import Event
from pbem.table.events.kinds import Signer
from pbem.table.library import Library
from pbem.tournament import outcomes
from pbem.tournament.bids import SIDES
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.history import BoardOf, History
from pbem.tournament.on_trust import changed_terms
from pbem.tournament.substitutes import until_day
from pbem.tournament.teams import lined, team_of


def event_words(
    event: Event,
    history: History,
    library: Library | None = None,
    shown: Callable[[str], str] = str,
) -> str:
    """Describe an event of a tournament's log in one sentence.

    Reasons and names of tournaments are quoted as they were written. The caller has to escape them.

    Args:
        event: The event.
        history: The tournament after the whole log.
        library: Has the rules, which name the sides; without it they have their ids.
        shown: Returns how somebody is shown, by their handle.
    """
    data = kinds.read_data(event.kind, event.data)
    said = _with_names(data.word, shown) if isinstance(data, kinds.Said) else data
    reported: str = getattr(_Sentences(event, history, library, shown), f"_{event.kind}")(said)
    note = "" if isinstance(data.note, UnsetType) else f" Note: {data.note}"
    return f"{reported}{note}"


def _with_names(word: word_kinds.AnyWord, shown: Callable[[str], str]) -> word_kinds.AnyWord:
    """Return a request with names in place of handles."""
    others = {
        field: msgspec.structs.replace(one, handle=shown(one.handle))
        for field in ("player", "deputy")
        if isinstance(one := getattr(word, field, None), Signer)
    }
    return msgspec.structs.replace(word, handle=shown(word.handle), **others)


class _Sentences:
    """A method for each kind of event; ``said`` is the handle of the author of a request."""

    def __init__(
        self, event: Event, history: History, library: Library | None, shown: Callable[[str], str]
    ) -> None:
        self.event, self.history, self.library, self.shown = event, history, library, shown
        self.by, self.said = shown(event.by), event.data.get("word", {}).get("handle", "")

    def _handle(self, number: int) -> str:
        return self.shown(self.history.entrant(number).handle)

    def _names(self, numbers: Iterable[int]) -> str:
        return ", ".join(map(self._handle, numbers))

    def _board(self, data: kinds.OnBoard) -> str:
        at = BoardOf(data.round, data.board)
        return f"{str(at).capitalize()}, {' - '.join(self._handles(data))}"

    def _handles(self, data: kinds.OnBoard) -> list[str]:
        those = self.history.pair_of(BoardOf(data.round, data.board))
        return [self.shown(one.handle) for one in those]

    def _side(self, side: str) -> str:
        return self._called(self.history.found.board.sides[SIDES.index(side)])

    def _called(self, sides: Iterable[str]) -> str:
        return called(self.history, sides, self.library)

    def _found(self, data: kinds.Found) -> str:
        points, board = data.points, data.board
        rules = f"{board.rules.name} {board.rules.version}, {board.scenario}"
        sides = " - ".join(map(self._called, board.sides))
        options = ", ".join(f"{name}={value}" for name, value in board.options.items())
        umpire = "there is no umpire"
        if board.umpire:
            umpire = f"the umpire is {self.shown(board.umpire.handle)}"
        return (
            f"{self.by} founds {data.name}, a {FORMATS[type(data.format)]}. At each board: "
            f"{rules}, {sides}, {options or 'no options'}; {umpire}. A win gives {points.win}, "
            f"a draw {points.draw}, a loss {points.loss}, a bye {points.bye}."
        )

    def _enter(self, word: word_kinds.Enter) -> str:
        rating = "" if word.rating is None else f" The rating claimed is {word.rating}."
        team = team_of(self.history, self.said, word.sign)
        whose = "" if team is None else f" for {self.shown(team.handle)}"
        return f"{word.handle} enters{whose}, {self._since(word.from_)}.{rating}"

    def _since(self, said: int) -> str:
        """Say from which round on this event counts, which may be later than somebody said."""
        return self.history.since(self.history.began.get(self.event.seq, said))

    def _withdraw(self, word: word_kinds.Withdraw) -> str:
        return f"{word.handle} withdraws, {self._since(word.from_)}."

    def _return(self, word: word_kinds.Return) -> str:
        return f"{word.handle} plays again, {self._since(word.from_)}."

    def _keep(self, word: word_kinds.Keep) -> str:
        if keeper := self._keeper():
            return f"{word.handle} will draw the lot of {keeper} if {keeper} does not."
        named = "" if isinstance(word.deputy, UnsetType) else f", or {word.deputy.handle} instead"
        return f"{word.handle} will draw lots{named}."

    def _lot(self, word: word_kinds.Lot) -> str:
        keeper = self._keeper()
        return f"{word.handle} draws {f'the lot of {keeper}' if keeper else 'a lot'}."

    def _keeper(self) -> str:
        """Return whose deputy the author is, of the keepers of lots; empty where they are none."""
        keepers = self.history.keepers
        named = {one.deputy.handle: one.handle for one in keepers if one.deputy is not None}
        return self.shown(named[self.said]) if self.said in named else ""

    def _challenge(self, word: word_kinds.Challenge) -> str:
        return f"{word.handle} challenges {self._handle(word.whom)}."

    def _bye(self, word: word_kinds.Bye) -> str:
        return f"{word.handle} asks for a bye in round {word.round}."

    def _name(self, word: word_kinds.Called) -> str:
        return f"{word.handle} wants to be shown as {word.name}."

    def _seal(self, word: word_kinds.Seal) -> str:
        return f"{self._board(word)}: {word.handle} seals a bid."

    def _bid(self, word: word_kinds.Bid) -> str:
        reported = f"opens the bid, {word.price} for {self._side(word.side)}"
        return with_stop(f"{self._board(word)}: {word.handle} {reported}")

    def _raise(self, word: word_kinds.Raise) -> str:
        side = self._side(word.side)
        return with_stop(f"{self._board(word)}: {word.handle} bids {word.price} for {side}")

    def _pass(self, word: word_kinds.Pass) -> str:
        return f"{self._board(word)}: {word.handle} passes."

    def _substitute(self, word: word_kinds.Substitute) -> str:
        until = f"until {until_day(word.until)}"
        return f"{self._board(word)}: {word.player.handle} plays for {word.handle} {until}."

    def _back(self, word: word_kinds.Back) -> str:
        return f"{self._board(word)}: {word.handle} plays again, as {word.player.handle}."

    def _pause(self, word: word_kinds.Pause) -> str:
        until = f"until {until_day(word.until)}"
        return f"{word.handle} asks for a pause of round {word.round} {until}, if all agree."

    def _lineup(self, word: word_kinds.LineUp) -> str:
        team = self.history.of_handle(self.said)
        assert team is not None  # noqa: S101 - their word was taken
        players = ", ".join(self.shown(one.handle) for one in lined(team, word))
        return f"{self.shown(team.handle)} plays with {players}, {self._since(word.from_)}."

    def _closed(self, data: kinds.Closed) -> str:
        there = {*data.entrants}
        those = (one.handle for one in self.history.entrants if one.sign in there)
        names = ", ".join(map(self.shown, those))
        return f"The entries for the first round are closed: {names}."

    def _pair(self, data: kinds.Pair) -> str:
        boards = (" - ".join(map(self._handle, board)) for board in data.boards)
        reported = [f"board {number}, {names}" for number, names in enumerate(boards, 1)]
        reported += [f"a bye, {self._names(data.byes)}"] if data.byes else []
        return f"Round {data.round} is paired: {'; '.join(reported) or 'nobody has a board'}."

    def _game(self, data: kinds.GameOf) -> str:
        return f"{self._board(data)}: their game is {data.game[:16]}...."

    def _result(self, data: kinds.ResultOf) -> str:
        return f"{self._board(data)}: {self._ended(data)}, by the log of the game."

    def _rule(self, data: kinds.Rule) -> str:
        if data.outcome == "log":
            reported = f"{self.by} takes back the ruling, so the log of the game decides again"
            return f"{self._board(data)}: {reported}: {data.why}"
        played = "" if data.played else ", not played"
        return (
            f"{self._board(data)}: {self._ended(data)}{played}, on the word of {self.by}: "
            f"{data.why}"
        )

    def _ended(self, data: kinds.ResultOf | kinds.Rule) -> str:
        score = None if isinstance(data.score, UnsetType) else data.score
        level = 0 if isinstance(data.level, UnsetType) else data.level
        assert data.outcome != "log"  # noqa: S101 - it is reported otherwise
        scores = () if isinstance(data.scores, UnsetType) else data.scores
        return outcomes.words(data.outcome, self._handles(data), score, level, scores)

    def _dismiss(self, data: kinds.Dismiss) -> str:
        appeal = f"the appeal of {self._handle(data.entrant)}"
        return f"{self._board(data)}: {appeal} is dismissed: {data.why}"

    def _out(self, data: kinds.PutOut) -> str:
        return f"{self._handle(data.entrant)} is out, {self._since(1)}: {data.why}"

    def _unbid(self, data: kinds.Unbid) -> str:
        return f"{self._board(data)}: {self._handle(data.entrant)} bids nothing: {data.why}"

    def _unlot(self, data: kinds.Unlot) -> str:
        return f"{self.shown(data.keeper)} gave no lot in time: {data.why}"

    def _change(self, data: kinds.Change) -> str:
        reported = ", ".join(changed_terms(self.history.found.board, data))
        return f"From round {data.from_} on {reported}: {data.why}"

    def _due(self, data: kinds.Entries) -> str:
        why = "" if isinstance(data.why, UnsetType) else f" The reason: {data.why}"
        return f"{deadline_words(data)}{why}"

    _entries = _due

    def _close(self, data: kinds.Close) -> str:
        return f"The tournament is over. The final order: {self._names(data.order)}."
