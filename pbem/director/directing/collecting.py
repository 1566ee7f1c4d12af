"""The director accepts what came: requests, cards, and the logs of games with their results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.client import people
from pbem.client.client import Client
from pbem.client.messages.bundles import OF_TOURNAMENTS, Unpacked
from pbem.crypto.text import escape, in_command
from pbem.director.directing.handed_in import handed_in
from pbem.director.directing.handing_out import is_copy
from pbem.director.evidence import (
    Evidence,
    absent,
    counts,
    level_of,
    newer_rules,
    opening_of,
    outcome_of,
    read_evidence,
    score_of,
    scores_of,
    waits_words,
    was_played,
)
from pbem.director.office import Office, Waiting
from pbem.director.player.saying import WORD_BYTES
from pbem.director.player.taking_part import take_of_tournaments
from pbem.errors import FormError, PbemError, UnforeseenError
from pbem.files import read_plain
from pbem.identity.card import CARD_BYTES, read_card
from pbem.items import item
from pbem.kit.wording import counted, listing
from pbem.log.disk import explaining
from pbem.log.file import read_events
from pbem.table.events.kinds import Signer
from pbem.tournament.binding import board_of
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.faults import BadTournament, bad
from pbem.tournament.hearing import why_refused, why_unfit
from pbem.tournament.history import BoardOf, Decided, History


class Collected(msgspec.Struct, frozen=True, rename={"reported": "told"}):
    """The fate of one file: ``taken``, ``known``, ``waits``, ``passed`` or ``refused``, and why.

    Or ``failed``: the program failed at it, which says nothing of the file. It is judged again.

    ``code``: of the fault for which it was refused, or waits (docs/tournaments.md, 7), if of one.
    """

    file: str
    became: str
    reported: str
    code: str = ""


def passed_over(path: Path) -> Collected:
    """Say of a file in a folder, in which nothing is looked for, what it is."""
    what = handed_in(path)
    reported = f"is a {what.kind} with another file ending. Name this file itself to collect it"
    return Collected(str(path), "passed", what.reported or reported)


def taken_back(client: Client, post: Unpacked, *, silent: bool = False) -> list[Collected]:
    """Accept what came of tournaments that are here, of whose log it may be the newer part.

    ``post``: what came. Return what brought some of a log, and unless ``silent`` what was refused.
    """
    return [
        Collected(one.file, "refused", "; ".join(one.warnings))
        if one.status == "refused"
        else Collected(
            one.file,
            "taken",
            f"the tournament's log, with {counted(one.usable, 'event')} that were missing here.",
        )
        for one in take_of_tournaments(client, post, known=True)
        if one.usable or (one.status == "refused" and not silent)
    ]


def to_collect(
    post: Unpacked, named: Sequence[Path], back: Sequence[Collected], log: Path
) -> tuple[list[Path], list[Path]]:
    """Return the files that are collected, and what lies in a folder that was named and is not.

    ``post``: what came. ``named``: the files that a person named. ``back``: what of tournaments was
    taken back already. Other files of tournaments in mail are no news, and copies of ``log``, the
    director's own, are none either.
    """
    taken = {one.file for one in back}
    rest = [path for path in post.files if str(path) not in taken and not is_copy(log, path)]
    of_tournaments = [path for path in rest if path.suffix in OF_TOURNAMENTS and path not in named]
    passed = [path for path in of_tournaments if str(path) not in post.names]
    return [path for path in rest if path not in of_tournaments], [*post.passed, *passed]


_DAMAGED = "is damaged, or not a player's signed request. Ask the sender for it again"
_DEEDS = {
    "keep": "keeps lots",
    "enter": "enters",
    "return": "returns",
    "withdraw": "withdraws",
    "name": "wants to be shown by another name",
    "lot": "gives a lot",
    "challenge": "challenges",
    "bye": "asks for a bye",
    "seal": "seals a bid",
    "bid": "opens a bid",
    "raise": "bids",
    "pass": "passes",
    "back": "is back at a board",
    "substitute": "names a substitute",
    "pause": "asks for a pause",
    "lineup": "lines up",
}
"""The act of each request, in words, in the order in which they are judged."""

_ORDER = list(_DEEDS)


def collect(
    office: Office,
    client: Client,
    files: Sequence[Path],
    reported: Callable[[int], None] = lambda _: None,
) -> list[Collected]:
    """Accept words and the logs of games: each is judged, and what is refused changes nothing.

    ``reported`` is called before each log with its number, from 1.
    """
    heap = _Heap(office, client)
    for path in files:
        heap.each(path, heap.sort)
    of_two = _of_two_keys(office.fold.now, [word for _, word in heap.words])
    for path, word in sorted(heap.words, key=lambda one: _ORDER.index(_what(one[1]))):
        heap.each(path, partial(_word, office, client, word=word, of_two=of_two))
    for path in heap.cards:  # of who has entered by now
        heap.each(path, lambda path: _card(office, client, path))
    for number, path in enumerate(heap.logs, 1):
        reported(number)
        heap.each(path, heap.log)
    for path, one in list(office.waiting.items()):
        if one.at in office.fold.now.proven:  # another log of this game has decided its board
            heap.again(path)
    return heap.found


class _Heap:
    """Files that came, each judged by itself: where the program fails at one, the next goes on."""

    def __init__(self, office: Office, client: Client) -> None:
        self._office, self._client = office, client
        self.found: list[Collected] = []
        self.words: list[tuple[Path, word_kinds.AnyWord]] = []
        self.cards: list[Path] = []
        self.logs: list[Path] = []

    def each(self, path: Path, judge: Callable[[Path], Collected | None]) -> None:
        """Judge one file; after an error that nobody foresaw the log is read again."""
        try:
            with item("this file", lambda: self._office.read_again(self._client)):
                became = judge(path)
        except UnforeseenError as error:
            became = Collected(str(path), "failed", error.why)
        except PbemError as error:
            became = Collected(str(path), "refused", str(error))
        self.found += [] if became is None else [became]

    def log(self, path: Path) -> Collected:
        """Judge the log of a game beside the others."""
        return _log(self._office, self._client, path, self.logs)

    def again(self, path: Path) -> None:
        """Judge the log of a game once more."""
        self._office.waiting.pop(path, None)
        self.found = [one for one in self.found if one.file != str(path)]
        self.each(path, self.log)

    def sort(self, path: Path) -> Collected | None:
        """Put a file among those of its kind; return what became of one that is none of these."""
        what = handed_in(path)
        if what.kind == "card":
            self.cards.append(path)
        elif what.kind == "log":
            self.logs.append(path)
        elif what.kind != "word":
            return Collected(str(path), "refused", what.reported)
        else:
            try:
                word = word_kinds.read_word(read_plain(path, WORD_BYTES).removesuffix(b"\n"))
            except (FormError, OSError):
                return Collected(str(path), "refused", _DAMAGED)
            self.words.append((path, word))
        return None


_WHOSE = (
    "two entries in the name of {who} arrived, signed with different keys. Ask {who} by telephone "
    "which one is theirs. Import the card that came with it, and collect that entry alone"
)


def _of_two_keys(history: History, words: Sequence[word_kinds.AnyWord]) -> set[str]:
    """Return the handles by which two enter with different keys: no name of a file decides.

    The log knows the key of a handle that has entered already.
    """
    signs: dict[str, set[str]] = {}
    for word in words:
        if isinstance(word, word_kinds.Enter):
            signs.setdefault(word.handle, set()).add(word.sign)
    those = history.entrants if history.teams is None else history.members.values()
    entered = {one.handle for one in those if not history.is_free(one)}
    return {handle for handle, keys in signs.items() if len(keys) > 1 and handle not in entered}


def _what(word: word_kinds.AnyWord) -> str:
    return str(type(word).__struct_config__.tag)


def _word(
    office: Office, client: Client, path: Path, word: word_kinds.AnyWord, of_two: set[str]
) -> Collected:
    deed = f"{word.handle} {_DEEDS[_what(word)]}"
    try:
        office.fold.hear(word)
        whose = isinstance(word, word_kinds.Enter) and word.handle in of_two
        whose = whose and people.find_card(client, word.handle) is None
        if why := (
            why_unfit(office.fold.now, word)
            or _of_another_key(office.fold.now, client, word)
            or (_WHOSE.format(who=word.handle) if whose else "")
        ):
            reported = f"{deed}. NOT accepted: {why}"
            return Collected(str(path), "refused", reported)
        event = office.write(kinds.Said(word=word), _what(word))
    except BadTournament as error:
        if office.has(word):
            return Collected(str(path), "known", f"{deed}: the log has it already")
        code = error.fault.code
        reported = f"{deed}. NOT accepted: {why_refused(office.fold.now, word, code)}"
        return Collected(str(path), "refused", reported, code)
    since = f" from round {late}" if (late := _from_later(office.fold.now, word)) else ""
    alike = people.alike_words(client, word.handle) if isinstance(word, word_kinds.Enter) else []
    reported = ". ".join([f"{deed}{since}: event {event.seq} of the log", *alike])
    return Collected(str(path), "taken", reported)


def _of_another_key(history: History, client: Client, word: word_kinds.AnyWord) -> str:
    """Say why a word is not taken whose key is not that of its author's card here; else empty.

    Anybody can enter, or keep lots, by a handle that is somebody else's: a card that the director
    has already says whose it is. Later words are held against the key of the first.
    """
    if not isinstance(word, word_kinds.Enter | word_kinds.Keep):
        return ""
    if Signer(word.handle, word.sign) in history.players():
        return ""  # they play by the key of their entry, whatever key they have now
    card, who = people.find_card(client, word.handle), word.handle
    if card is None or card.sign == word.sign:
        return ""
    if word.sign in (former.sign for former in people.former_cards(client, who)):
        return (
            f"it is signed with an old key of {who}, and you have a newer card. Ask {who} to send "
            "it again, signed with the new keys"
        )
    return (
        f"your card of {who} has another key, so somebody else may have written it. Ask {who} by "
        f"telephone. If {who} made new keys, type 'pbem card import {who}.card --replace' with the "
        "new card, then collect this file again"
    )


def _from_later(history: History, word: word_kinds.AnyWord) -> int:
    """Return the round from which who has just entered plays, 0 where that is the first."""
    if not isinstance(word, word_kinds.Enter) or not history.entrants:
        return 0
    return since if (since := history.entrants[-1].from_) > 1 else 0


def _card(office: Office, client: Client, path: Path) -> Collected:
    """Keep the card of who has entered, or keeps lots, with the key by which they did."""
    history = office.fold.now
    known = {(one.handle, one.sign) for one in history.players()}
    known |= {(one.handle, one.sign) for one in history.keepers}
    known |= {
        (one.handle, one.sign)
        for board in history.named.values()
        for named in board.values()
        for one in named
    }
    known |= {(one.deputy.handle, one.deputy.sign) for one in history.keepers if one.deputy}
    try:
        with explaining(path, "Reading"):
            card = read_card(read_plain(path, CARD_BYTES))
        if (card.handle, card.sign) not in known:
            reported = f"the card of {card.handle}, who did not enter with its key"
            if card.handle in {handle for handle, _ in known}:
                reported += (
                    f". If {card.handle} made new keys, this tournament still uses those of the "
                    "entry. To use the new keys elsewhere, compare the twelve words by telephone, "
                    f"then type 'pbem card import {in_command(path)} --replace'"
                )
            return Collected(str(path), "refused", reported)
        before = people.find_card(client, card.handle)
        if card.handle in people.handles(client) or before == card:
            return Collected(str(path), "known", f"the card of {card.handle} is here already")
        if people.is_replaced(client, card):
            here = escape((before and before.email) or "no address")
            reported = f"an older card of {card.handle}: the newer one here stays, with {here}"
            return Collected(str(path), "passed", reported)
        people.import_card(client, path)
    except PbemError as error:
        return Collected(str(path), "refused", str(error))
    reported = f"the card of {card.handle}, {card.email or 'without an address'}"
    return Collected(str(path), "taken", reported)


def _log(office: Office, client: Client, path: Path, logs: Sequence[Path]) -> Collected:
    """Judge the log of a game; ``logs``: all that came with it."""
    history = office.fold.now
    try:
        game, by, opening = opening_of(path)
        at = board_of(history, escape(str(path)), opening, by)
        if history.games.get(at, game) != game:
            reported = f"{path} is a second game for {at}. Only a ruling can decide that board"
            raise bad("game.twice", reported, whose=by)
        taken = at not in history.games
        done, proven = history.decided.get(at), history.proven.get(at)
        known = proven is not None and (
            (done is not None and done.ruled)
            or proven.head in (event.id for event in read_events(path))
        )
        if known or (done is not None and history.over):
            return Collected(str(path), "known", f"{at} is decided already")
        evidence = read_evidence(path, client.library)
        if proven is not None:
            return _another_end(path, at, proven, evidence, logs)
        if done is not None and evidence.verdict.finding is None and not evidence.verdict.result:
            return Collected(str(path), "known", f"{at} is decided already, by a ruling")
        if evidence.verdict.ok and not counts(evidence.verdict):
            why = waits_words(evidence.verdict)
            office.waiting[path] = Waiting(at, evidence.verdict.events, why)
        if taken and evidence.verdict.finding is None:
            _require_joined(path, at, evidence)
            office.write(kinds.GameOf(round=at.round, board=at.board, game=game), "game")
        at, outcome = outcome_of(history, evidence)
        data = kinds.ResultOf(
            round=at.round,
            board=at.board,
            game=game,
            head=evidence.verdict.head or "",
            outcome=outcome,
            score=score_of(history, evidence),
            level=level_of(history, evidence, outcome),
            scores=scores_of(history, evidence, outcome),
            played=was_played(history, evidence),
        )
        office.write(data, "result")
    except BadTournament as error:
        became = "waits" if error.fault.code == "log.unfinished" else "refused"
        return Collected(str(path), became, error.fault.message, error.fault.code)
    except PbemError as error:
        return Collected(str(path), "refused", str(error))
    reported = f"{at}: {_result_words(office, at)}"
    if newer := newer_rules(evidence.opening.rules, evidence.verdict.rules):
        reported += f". NEWER RULES than the tournament's: the game was {newer}"
    return Collected(str(path), "taken", reported)


def _require_joined(path: Path, at: BoardOf, evidence: Evidence) -> None:
    """Raise BadTournament ``log.unfinished`` unless all players of a game are in it.

    An opening that one player signed alone would else keep the game of both from the board.
    """
    if missing := absent(evidence):
        reported = (
            f"{escape(str(path))}, {at}: {' and '.join(missing)} {_HAVE[len(missing) > 1]} not "
            "joined this game yet. The game counts for its board when all its players have joined"
        )
        raise bad("log.unfinished", reported)


_HAVE = ("has", "have")


def _another_end(
    path: Path, at: BoardOf, done: Decided, evidence: Evidence, logs: Sequence[Path]
) -> Collected:
    """Say what a log is that has not the end by which its board was decided.

    ``logs``: all that came with it; the log that decided the board may be among them.
    """
    verdict = evidence.verdict
    beside = _that_decided(evidence.game, done, logs)
    if beside is not None and verdict.finding is None:
        other = _parting(path, beside)
        if other is None:
            reported = f"an older copy of a game that is over: {at} is decided already"
            return Collected(str(path), "known", reported)
        if other.both:
            reported = (
                f"{path} is another history of the game that decided {at}. They part at event "
                f"{other.seq}, and {listing(other.both)} signed in both from there on. Nothing was "
                f"changed. Keep both logs, type 'pbem verify {in_command(path)} "
                f"{in_command(beside)}' to see the proof, and decide with 'pbem tournament rule'"
            )
            raise bad("log.result", reported)
    # A copy from before the result counted has that result, and is no second history.
    if verdict.finding is None and not counts(verdict):
        reported = (
            f"an older copy or another history of a game that is over: {at} is decided already"
        )
        return Collected(str(path), "known", reported)
    reported = (
        f"{path} ends with another event than the log that decided {at} ({done.head[:16]}...). If "
        "both are valid, somebody signed two histories. Nothing was changed. Keep both logs, type "
        "'pbem verify' with both to see who it was, and decide with 'pbem tournament rule'"
    )
    raise bad("log.result", reported)


class _Parting(NamedTuple):
    """The first event in which two logs of a game differ, and ``both``: who signed in both.

    That is the author of both events. If these have two authors, it is everybody who signed in both
    later. Two players may sign at the same time, so others did nothing wrong.
    """

    seq: int
    both: list[str]


def _that_decided(game: str, done: Decided, logs: Sequence[Path]) -> Path | None:
    """Return the log of a game, among others, that has the end by which its board was decided."""
    for path in logs:
        try:
            if opening_of(path)[0] == game and done.head in (one.id for one in read_events(path)):
                return path
        except PbemError:
            continue  # its own judgement says what is wrong
    return None


def _parting(path: Path, beside: Path) -> _Parting | None:
    """Return where a log parts from another of its game; None if it is the beginning of that."""
    ours, theirs = list(read_events(path)), list(read_events(beside))
    pairs = zip(ours, theirs, strict=False)
    seq = next((number for number, (a, b) in enumerate(pairs) if a.id != b.id), len(theirs))
    if seq >= len(ours):
        return None
    if seq < len(theirs) and ours[seq].by == theirs[seq].by:
        return _Parting(seq, [ours[seq].by])
    both = {one.by for one in ours[seq:]} & {one.by for one in theirs[seq:]}
    return _Parting(seq, sorted(both))


def _result_words(office: Office, at: BoardOf) -> str:
    """Say what has come of a board's game, and whether a ruling counts in its place."""
    now = office.fold.now
    won = now.words_of(at, now.proven[at])
    if not now.decided[at].ruled:
        return won
    return (
        f"{won}, as its log proves. Your ruling still counts. To let the log decide, type 'pbem "
        f"tournament rule {at.board} log --round {at.round} --why ...'"
    )
