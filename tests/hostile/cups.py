"""Logs of tournaments with one lie each, most of them the director's: what a stranger finds.

By hand: ``PYTHONPATH=tests python -m hostile.cups logs/hostile-tournaments``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import yaml
from msgspec import UNSET, UnsetType

from hostile.base import SAIPAN, to_bytes, workshop
from pbem.crypto import signing, vrf
from pbem.director.office import next_event, said
from pbem.games import registry
from pbem.log.event import Event, compose
from pbem.table.events import kinds as table
from pbem.table.library import Library, data_digest
from pbem.tournament import lots
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds, word_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf
from pbem.tournament.pairings.pairing import pairings
from pbem.tournament.ranking.standings import standings
from pbem.tournament.substitutes import agreed_bytes
from toy.group import TIME, Group, identity, signer
from toy.meeting import Meeting, alone, listed, robin, swiss, trio

INDEX = "index.yaml"
HEADER = """\
# Logs of tournaments with one lie each, and what `pbem tournament verify` must say of it: the code,
# the number of the event (null where a game's log shows it), whom it convicts (empty: nobody).
# games: the files that go with the log. Written by tests/hostile/cups.py; do not edit.
"""
AT = BoardOf(1, 1)
BOARD = term_kinds.Board(
    rules=table.RulesId("saipan", 1, data_digest(SAIPAN.data())),
    scenario="historical",
    options={name: option.default for name, option in SAIPAN.options.items()},
    sides=(("us",), ("jp",)),
    umpire=signer("uma"),
    dice="opponents",
    clock=None,
)
TOKYO = registry.find("tokyo", 1)
TABLE = msgspec.structs.replace(
    BOARD,
    rules=table.RulesId("tokyo", TOKYO.version, data_digest(TOKYO.data())),
    scenario="three",
    options={name: option.default for name, option in TOKYO.options.items()},
    sides=(("8ag",), ("1ag",), ("jp",)),
)
MANILA = registry.find("manila", 1)
SOLO = msgspec.structs.replace(
    BOARD,
    rules=table.RulesId("manila", 1, data_digest(MANILA.data())),
    scenario=next(iter(MANILA.scenarios)),
    options={name: option.default for name, option in MANILA.options.items()},
    sides=(("us",),),
    dice="umpire",
)
NOBODY, NO_PROOF = "1" * 64, "0" * 160


class Lie(NamedTuple):
    """The log of a tournament, the logs of its games, and which event is the lie, if it is one."""

    log: bytes
    event: int | None
    games: tuple[bytes, ...] = ()


class Hostile(NamedTuple):
    """A lie on trial: its code is the beginning of its name, its docstring says what was done."""

    name: str
    reported: str
    whose: str
    build: Callable[[Path], Lie]

    @property
    def code(self) -> str:
        return self.name.split("-", maxsplit=1)[0]


LIES: list[Hostile] = []
Reported = Callable[[Meeting], Lie]
InFolder = Callable[[Meeting, Path], Lie]


def lie(name: str, stage: Callable[[], Meeting], whose: str = "") -> Callable[[Reported], Reported]:
    """Enter a lie that stands in the tournament's log alone."""

    def enter(report: Reported) -> Reported:
        LIES.append(Hostile(name, _words(report), whose, lambda _: report(stage())))
        return report

    return enter


def game_lie(name: str, whose: str = "") -> Callable[[InFolder], InFolder]:
    """Enter a lie about a game: its log shows it."""

    def enter(report: InFolder) -> InFolder:
        LIES.append(Hostile(name, _words(report), whose, lambda folder: report(paired(), folder)))
        return report

    return enter


def _words(report: Callable[..., Lie]) -> str:
    return " ".join((report.__doc__ or "").split())


# --- good logs ------------------------------------------------------------------------------------


def entered() -> Meeting:
    """Ann, Bob and Cas have entered what dora directs."""
    return Meeting(robin(board=BOARD), "ann", "bob", "cas")


def closed() -> Meeting:
    meeting = entered()
    meeting.closes()
    return meeting


def closed_with_keepers() -> Meeting:
    """Dora and Kim keep lots; Lou is Kim's deputy."""
    two = {"keepers": ("dora", "kim"), "deputies": {"kim": "lou"}}
    meeting = Meeting(robin(board=BOARD), "ann", "bob", "cas", **two)
    meeting.closes()
    return meeting


def begun() -> Meeting:
    meeting = entered()
    meeting.begins()
    return meeting


def paired() -> Meeting:
    meeting = begun()
    meeting.pairs()
    return meeting


def played() -> Meeting:
    """A game and a result of it stand in the log; the rest was ruled on."""
    meeting = paired()
    where = {"round": 1, "board": 1, "game": NOBODY}
    meeting.write("game", kinds.GameOf(**where))
    meeting.write("result", kinds.ResultOf(**where, head=NOBODY, outcome="first"))
    for _ in range(2):
        meeting.pairs()
        meeting.plays()
    return meeting


def sits_down() -> Meeting:
    """Six have entered for tables of three."""
    names = ("ann", "bob", "cas", "dan", "eve", "fay")
    meeting = Meeting(trio(3, board=TABLE), *names)
    meeting.begins()
    return meeting


def seated() -> Meeting:
    meeting = sits_down()
    meeting.pairs()
    return meeting


def with_levels() -> Meeting:
    """A round is paired, in which a victory by enough gives one point more."""
    levels = (term_kinds.Level(score=2, win=3, loss=0),)
    meeting = Meeting(robin(board=BOARD, levels=levels), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    return meeting


def against_the_rules() -> Meeting:
    """Ann and Bob play Manila alone, each their own board, and uma keeps the dice."""
    meeting = Meeting(alone(1, board=SOLO), "ann", "bob")
    meeting.begins()
    meeting.pairs()
    return meeting


def on_a_list() -> Meeting:
    """A rating list, on which Ann has challenged Bob, who has not answered, and Cas, who has."""
    meeting = Meeting(listed(board=BOARD), "ann", "bob", "cas")
    meeting.begins()
    for who, whom in (("ann", "bob"), ("ann", "cas"), ("cas", "ann")):
        meeting.says(who, meeting.word(who, "challenge", whom=whom))
    return meeting


def bidding() -> Meeting:
    """A round is paired, and its two bid for the sides of Saipan with points of support."""
    price = term_kinds.Price(option="us_gsp", step=-1, most=3)
    meeting = Meeting(
        robin(board=BOARD, bids=term_kinds.SealedBids(prices=(price, None))), "ann", "bob"
    )
    meeting.begins()
    meeting.pairs()
    return meeting


def sealed() -> Meeting:
    """Both have sealed: Ann 2 for the US, Bob 1."""
    meeting = bidding()
    for who, price in (("ann", 2), ("bob", 1)):
        meeting.says(who, meeting.seal(who, meeting.bid(who, "first", price)))
    return meeting


def auction() -> Meeting:
    """As `bidding`, in turn: the first of the pair has bid 1 for the US."""
    price = term_kinds.Price(option="us_gsp", step=-1, most=3)
    meeting = Meeting(
        robin(board=BOARD, bids=term_kinds.OpenBids(prices=(price, None))), "ann", "bob"
    )
    meeting.begins()
    meeting.pairs()
    first, _ = meeting.now.pair_of(AT)
    meeting.says(first.handle, meeting.raised(first.handle, "first", 1))
    return meeting


def requested() -> Meeting:
    """A round of a Swiss is paired; Ann has asked for a bye in the second, and may ask for one."""
    asked = term_kinds.Requested(points=1, most=1)
    meeting = Meeting(swiss(3, board=BOARD, requested=asked), "ann", "bob", "cas", "dan", "eli")
    meeting.begins()
    meeting.pairs()
    meeting.says("ann", meeting.word("ann", "bye", round_=2))
    return meeting


def with_deputy() -> Meeting:
    """A round is paired, and kim may rule when dora was silent for 14 days."""
    deputy = term_kinds.Deputy(handle="kim", sign=signer("kim").sign, days=14)
    meeting = Meeting(robin(board=BOARD, deputy=deputy), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    return meeting


def paired_with_substitutes() -> Meeting:
    """A round is paired, in which who is away can name somebody to play."""
    meeting = Meeting(robin(board=BOARD, substitutes=True), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    return meeting


def substituted() -> Meeting:
    """The same; the opener of its game has named Hal to play for them."""
    meeting = paired_with_substitutes()
    who = meeting.now.pair_of(AT)[0].handle
    meeting.says(who, substitute(meeting, who, "hal"))
    return meeting


def in_matches() -> Meeting:
    """Three have entered a round robin in which two play two games."""
    meeting = Meeting(robin(board=BOARD, games=2), "ann", "bob", "cas")
    meeting.begins()
    return meeting


ROOKS, PAWNS = ("ann", "bob", "cas"), ("dan", "eve", "fay")


def in_teams(*players: str) -> Meeting:
    """Two teams of two boards have entered, each with a reserve; a player can name a substitute."""
    listed_ = [
        term_kinds.Team(handle=handle, name=handle.title(), players=tuple(map(signer, those)))
        for handle, those in (("rooks", ROOKS), ("pawns", PAWNS))
    ]
    match = term_kinds.Scale(win=2, draw=1, loss=0, bye=2)
    teams = term_kinds.Teams(boards=2, match=match, first="match", list=tuple(listed_))
    found = robin(board=BOARD, substitutes=True, teams=teams, ties=("board-points",))
    meeting = Meeting(found, *(players or (*ROOKS, *PAWNS)))
    meeting.begins()
    return meeting


def teams_paired() -> Meeting:
    """The same, and their match is paired."""
    meeting = in_teams()
    meeting.pairs()
    return meeting


def with_scores() -> Meeting:
    """A round is paired, and the game's own scores break ties."""
    own = term_kinds.OwnScores(win=20, draw=10, loss=0, bye=10)
    meeting = Meeting(robin(board=BOARD, ties=("score",), scores=own), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    return meeting


# --- ways to lie ----------------------------------------------------------------------------------


def adds(meeting: Meeting, kind: str, data: Any, by: str = "dora") -> Lie:
    """The lie is one more event at the end of the log."""
    return Lie(to_bytes([*meeting.events, meeting.made(kind, data, by)]), len(meeting.events))


def says(meeting: Meeting, word: word_kinds.AnyWord, kind: str = "") -> Lie:
    return adds(meeting, kind or str(type(word).__struct_config__.tag), kinds.Said(word=word))


def altered(word: word_kinds.AnyWord, by: str, **changes: Any) -> word_kinds.AnyWord:
    """A word that somebody signs after it was changed."""
    return sign_word(msgspec.structs.replace(word, **changes), identity(by).sign_seed)


def result(board: int = 1, game: str = NOBODY, outcome: str = "second") -> kinds.ResultOf:
    return kinds.ResultOf(round=1, board=board, game=game, head=NOBODY, outcome=outcome)  # type: ignore[arg-type]


def order(meeting: Meeting) -> tuple[int, ...]:
    return tuple(row.number for row in standings(meeting.now))


# --- what a director changes ----------------------------------------------------------------------


@lie("sign.other-result-rewritten", played)
def result_rewritten(meeting: Meeting) -> Lie:
    """Somebody has turned the result of a board in a copy of the log, which nobody signed."""
    at = next(event.seq for event in meeting.events if event.kind == "result")
    lines = [event.line + b"\n" for event in meeting.events]
    lines[at] = lines[at].replace(b'"outcome":"first"', b'"outcome":"second"')
    return Lie(b"".join(lines), at)


@lie("line.bad-result-signed-again", played)
def result_signed_again(meeting: Meeting) -> Lie:
    """The director signs another result in the place of the first: the chain breaks."""
    at = next(event.seq for event in meeting.events if event.kind == "result")
    old = meeting.events[at]
    new = compose(
        game=old.game, seq=at, prev=old.prev, by="dora", at=TIME, kind="result",
        data={**old.data, "outcome": "second"}, seed=identity("dora").sign_seed,
    )  # fmt: skip
    return Lie(to_bytes([*meeting.events[:at], new, *meeting.events[at + 1 :]]), at + 1)


@lie("line.bad-entries-exchanged", begun)
def entries_exchanged(meeting: Meeting) -> Lie:
    """Two entries stand in another order than that in which they were signed."""
    first, two, three, *rest = meeting.events
    return Lie(to_bytes([first, two, rest[0], three, *rest[1:]]), 3)


@lie("line.bad-entry-left-out", begun)
def entry_left_out(meeting: Meeting) -> Lie:
    """An entry was cut out of the log."""
    return Lie(to_bytes([*meeting.events[:3], *meeting.events[4:]]), 4)


@lie("result.twice-second-thought", played, "dora")
def second_thought(meeting: Meeting) -> Lie:
    """The director enters another result of a board that has one, and not as a ruling."""
    return adds(meeting, "result", result())


@lie("result.game-of-another-board", paired, "dora")
def result_of_another_game(meeting: Meeting) -> Lie:
    """The result is of another game than that which is the board's."""
    meeting.write("game", kinds.GameOf(round=1, board=1, game=NOBODY))
    return adds(meeting, "result", result(game="2" * 64))


@lie("game.twice-second-game", played, "dora")
def second_game(meeting: Meeting) -> Lie:
    """The director names a second game for a board: the first did not please."""
    return adds(meeting, "game", kinds.GameOf(round=1, board=1, game="2" * 64))


@lie("game.twice-one-game-for-two-boards", played, "dora")
def one_game_for_two(meeting: Meeting) -> Lie:
    """One game is to count for two boards."""
    return adds(meeting, "game", kinds.GameOf(round=2, board=1, game=NOBODY))


@lie("pair.other-sides-exchanged", begun, "dora")
def sides_exchanged(meeting: Meeting) -> Lie:
    """The director gives a friend the side that this friend likes."""
    good = _pairings(meeting)
    boards = tuple((second, first) for first, second in good.boards)
    return adds(meeting, "pair", msgspec.structs.replace(good, boards=boards))


@lie("pair.other-opponents-chosen", begun, "dora")
def opponents_chosen(meeting: Meeting) -> Lie:
    """The director gives the bye to another than follows from the lots."""
    good = _pairings(meeting)
    (first, second), (bye,) = good.boards[0], good.byes
    chosen = msgspec.structs.replace(good, boards=((bye, second),), byes=(first,))
    return adds(meeting, "pair", chosen)


def _pairings(meeting: Meeting) -> kinds.Pair:
    """Return what is to be paired, the log being left as it is."""
    kept, fold = list(meeting.events), meeting.again()
    made = meeting.pairs()
    meeting.events, meeting.fold = kept, fold
    return made


@lie("pair.other-tables-chosen", sits_down, "dora")
def tables_chosen(meeting: Meeting) -> Lie:
    """The director seats a friend at the table with the weaker two."""
    good = _pairings(meeting)
    (one, *others), (two, *rest) = good.boards
    chosen = msgspec.structs.replace(good, boards=((two, *others), (one, *rest)))
    return adds(meeting, "pair", chosen)


@lie("kind.form-only-a-winner-of-three", seated)
def only_a_winner(meeting: Meeting) -> Lie:
    """A ruling on a table of three says who has won, and not who is second."""
    rule = kinds.Rule(round=1, board=1, outcome="first", played=True, why="seen on the board")
    return adds(meeting, "rule", rule)


@lie("found.terms-two-at-a-table", entered, "dora")
def two_at_a_table(meeting: Meeting) -> Lie:
    """Tables of three are founded with sides for two."""
    found = msgspec.structs.replace(meeting.now.found, format=term_kinds.Tables(3), ties=())
    first = next_event(Fold(), identity("dora"), found, "found")
    return Lie(to_bytes([first]), 0)


@lie("pair.other-who-has-not-agreed", on_a_list, "dora")
def not_agreed(meeting: Meeting) -> Lie:
    """On a rating list the director has two play of whom one has not said so."""
    return adds(meeting, "pair", kinds.Pair(round=1, boards=((1, 2),), byes=()))


@lie("challenge.none-twice", on_a_list)
def challenged_twice(meeting: Meeting) -> Lie:
    """A challenge is entered again that stands already."""
    return says(meeting, meeting.word("ann", "challenge", whom="bob"))


@lie("deputy.early-next-day", with_deputy, "kim")
def next_day(meeting: Meeting) -> Lie:
    """The deputy decides a board a day after the director has written."""
    meeting.later += timedelta(days=1)
    rule = kinds.Rule(round=1, board=1, outcome="first", played=False, why="no answer")
    return adds(meeting, "rule", rule, by="kim")


@lie("deputy.early-puts-out", with_deputy, "kim")
def deputy_puts_out(meeting: Meeting) -> Lie:
    """The deputy puts out a player, which only the director may do, however long in silence."""
    meeting.later += timedelta(days=14)
    return adds(meeting, "out", kinds.PutOut(entrant=1, why="no answer"), by="kim")


@lie("pair.due-before-the-lots", closed)
def before_the_lots(meeting: Meeting) -> Lie:
    """A round is paired though the lots are not drawn."""
    return adds(meeting, "pair", kinds.Pair(round=1, boards=((1, 2),), byes=(3,)))


@lie("closed.list-one-left-out", entered, "dora")
def one_left_out(meeting: Meeting) -> Lie:
    """Cas has entered, and the list of entrants does not have Cas."""
    keys = sorted(signer(who).sign for who in ("ann", "bob"))
    return adds(meeting, "closed", kinds.Closed(entrants=tuple(keys)))


@lie("closed.list-one-more", entered, "dora")
def one_more(meeting: Meeting) -> Lie:
    """The list has somebody who has not entered: one key more for other lots."""
    keys = sorted(signer(who).sign for who in ("ann", "bob", "cas", "zoe"))
    return adds(meeting, "closed", kinds.Closed(entrants=tuple(keys)))


@lie("lot.proof-chosen", closed)
def chosen_lot(meeting: Meeting) -> Lie:
    """The lot is no output of the key that its keeper proved."""
    return says(meeting, altered(meeting.lot("dora"), "dora", proof=NO_PROOF))


@lie("lot.proof-over-another-list", closed)
def lot_over_another_list(meeting: Meeting) -> Lie:
    """The lot was drawn over another list of entrants, where it came out better."""
    dora = identity("dora")
    alpha = lots.lot_alpha(meeting.now.id, NOBODY)
    proof = vrf.prove(dora.vrf_secret(meeting.now.id), alpha).hex()
    return says(meeting, altered(meeting.lot("dora"), "dora", on=NOBODY, proof=proof))


@lie("lot.due-a-second-lot", begun)
def second_lot(meeting: Meeting) -> Lie:
    """The lots are drawn, and the keeper gives another."""
    return says(meeting, _lot_again(meeting))


def _lot_again(meeting: Meeting) -> word_kinds.AnyWord:
    (given,) = [event.data["word"] for event in meeting.events if event.kind == "lot"]
    word = msgspec.convert(given, word_kinds.Lot)
    return altered(word, "dora", head=meeting.fold.chain.head)


@lie("lot.due-passed-over-before-his-turn", closed_with_keepers)
def passed_over(meeting: Meeting) -> Lie:
    """The second keeper is passed over before the first has given a lot: that lot is not seen."""
    return adds(meeting, "unlot", kinds.Unlot(keeper="kim", why="no answer"))


@lie("change.none-of-a-round-that-is-paired", paired, "dora")
def change_after(meeting: Meeting) -> Lie:
    """The games of a round get other options when it is paired already."""
    options = {**BOARD.options, "us_gsp": 12}
    board = msgspec.structs.replace(BOARD, options=options)
    return adds(meeting, "change", kinds.Change(from_=1, rounds=None, board=board, why="so"))


@lie("word.sign-rating-raised", entered)
def rating_raised(meeting: Meeting) -> Lie:
    """The director has raised the rating that an entrant claims."""
    word = meeting.word("eve", "enter", rating=1500)
    return says(meeting, msgspec.structs.replace(word, rating=2100))


@lie("word.sign-entry-invented", entered)
def entry_invented(meeting: Meeting) -> Lie:
    """Eve denies the entry, and rightly: another has signed it."""
    word = meeting.word("eve", "enter")
    return says(meeting, altered(word, "dora"))


@lie("word.other-entry-for-another-tournament", entered)
def entry_for_another(meeting: Meeting) -> Lie:
    """The entry is signed for another tournament."""
    return says(meeting, altered(meeting.word("eve", "enter"), "eve", tournament=NOBODY))


@lie("word.other-head-of-another-history", entered)
def head_of_another_history(meeting: Meeting) -> Lie:
    """An entrant had seen another log of this tournament than this: the director has two."""
    return says(meeting, altered(meeting.word("eve", "enter"), "eve", head=NOBODY))


@lie("word.old-withdrawal-again", entered)
def withdrawal_again(meeting: Meeting) -> Lie:
    """Ann had withdrawn and returned; the director brings that old withdrawal once more."""
    word = meeting.word("ann", "withdraw")
    meeting.says("ann", word)
    meeting.says("ann", meeting.word("ann", "return"))
    return says(meeting, word)


@lie("word.who-withdrawn-for-another", entered)
def withdrawn_for_another(meeting: Meeting) -> Lie:
    """Bob signs that ann withdraws."""
    return says(meeting, altered(meeting.word("bob", "withdraw"), "bob", handle="ann"))


@lie("enter.twice-under-two-names", entered)
def two_names(meeting: Meeting) -> Lie:
    """Ann enters a second time with the same key, under another name."""
    return says(meeting, altered(meeting.word("ann", "enter"), "ann", handle="anna"))


@lie("enter.twice-under-one-name", entered)
def one_name(meeting: Meeting) -> Lie:
    """Somebody with another key enters as ann."""
    word = altered(meeting.word("eve", "enter"), "eve", handle="ann")
    return says(meeting, word)


@lie("enter.late-into-a-round-robin", paired)
def too_late(meeting: Meeting) -> Lie:
    """Eve enters when all rounds are laid out."""
    return says(meeting, meeting.word("eve", "enter"))


@lie("keep.late-after-the-list", closed)
def keeper_too_late(meeting: Meeting) -> Lie:
    """A keeper of lots comes when the entries are closed: one more lot would change all."""
    return says(meeting, meeting.word("eve", "keep"))


@lie("keep.proof-of-another", entered)
def key_of_another(meeting: Meeting) -> Lie:
    """A keeper of lots brings the key of another."""
    other = meeting.word("eve", "keep")
    assert isinstance(other, word_kinds.Keep)
    return says(
        meeting, altered(meeting.word("bob", "keep"), "bob", vrf=other.vrf, proof=other.proof)
    )


@lie("sign.other-by-a-player", paired)
def by_a_player(meeting: Meeting) -> Lie:
    """Ann rules on a board on which Ann plays."""
    data = kinds.Rule(round=1, board=1, outcome="first", played=False, why="no answer")
    return adds(meeting, "rule", data, by="ann")


@lie("rule.nothing-again", played)
def ruled_again(meeting: Meeting) -> Lie:
    """A ruling says what the result says already."""
    data = kinds.Rule(round=1, board=1, outcome="first", played=True, why="so it was")
    return adds(meeting, "rule", data)


@lie("rule.nothing-log-without-a-result", paired)
def log_without_result(meeting: Meeting) -> Lie:
    """A ruling says that a board ended as its game's log says, and no result stands there."""
    data = kinds.Rule(round=1, board=1, outcome="log", played=True, why="so it was")
    return adds(meeting, "rule", data)


@lie("rule.nothing-taken-back-unruled", played)
def taken_back_unruled(meeting: Meeting) -> Lie:
    """A ruling is taken back where none counts: the board is decided by its game's log."""
    data = kinds.Rule(round=1, board=1, outcome="log", played=True, why="so it was")
    return adds(meeting, "rule", data)


@lie("kind.form-log-not-played", played)
def log_not_played(meeting: Meeting) -> Lie:
    """The game that the log shows is to count as not played."""
    meeting.decides(AT, "second")
    data = kinds.Rule(round=1, board=1, outcome="log", played=False, why="so it was")
    return adds(meeting, "rule", data)


@lie("result.twice-beneath-a-ruling", played, "dora")
def second_result_beneath(meeting: Meeting) -> Lie:
    """The director rules on a board, then enters another result beneath that, to go back to."""
    meeting.decides(AT, "draw")
    return adds(meeting, "result", result())


@lie("board.none-seventh", paired)
def no_board(meeting: Meeting) -> Lie:
    """A ruling on a board that was not paired."""
    data = kinds.Rule(round=1, board=7, outcome="first", played=False, why="no answer")
    return adds(meeting, "rule", data)


@lie("close.order-exchanged", played, "dora")
def order_exchanged(meeting: Meeting) -> Lie:
    """The winner and the second have changed their places."""
    first, second, *others = order(meeting)
    return adds(meeting, "close", kinds.Close(order=(second, first, *others)))


@lie("after.close-another-ruling", played, "dora")
def after_the_end(meeting: Meeting) -> Lie:
    """The tournament is over, and the director rules on."""
    meeting.write("close", kinds.Close(order=order(meeting)))
    data = kinds.Rule(round=1, board=1, outcome="second", played=True, why="an appeal")
    return adds(meeting, "rule", data)


@lie("found.first-founded-again", entered)
def founded_again(meeting: Meeting) -> Lie:
    """The terms are changed in the middle."""
    return adds(
        meeting, "found", robin(board=BOARD, points=term_kinds.Scale(win=3, draw=1, loss=0, bye=1))
    )


# --- what a game's log shows ----------------------------------------------------------------------


def game(
    meeting: Meeting, folder: Path, *, ends: bool = True, **changes: Any
) -> tuple[list[Event], str]:
    """The game of the board as its opening says, given up by the active player; who then wins."""
    opening = msgspec.structs.replace(terms(meeting.now, AT), **changes)
    group = Group(folder / "game", opening, Library(registry.find))
    group.join_all()
    loser = group.table.active().handle
    if ends:
        group.play(loser or "", "resign")
    return group.events, "second" if loser == meeting.now.pair_of(AT)[0].handle else "first"


def counts(
    meeting: Meeting, events: Sequence[Event], outcome: str, head: str = "", **score: Any
) -> Lie:
    """The director enters the game and an outcome."""
    where = {"round": 1, "board": 1, "game": events[0].id}
    meeting.write("game", kinds.GameOf(**where))
    data = {**where, "head": head or events[-1].id, "outcome": outcome, **score}
    meeting.write("result", msgspec.convert(data, kinds.ResultOf))
    return Lie(to_bytes(meeting.events), None, (to_bytes(list(events)),))


@game_lie("log.result-turned-round", "dora")
def turned_round(meeting: Meeting, folder: Path) -> Lie:
    """The game's log says who has won, and the director enters the other."""
    events, won = game(meeting, folder)
    return counts(meeting, events, "first" if won == "second" else "second")


@lie("log.result-score-raised", against_the_rules, "dora")
def score_raised(meeting: Meeting) -> Lie:
    """A player has given up, which is no score, and the director enters one for that player."""
    with workshop("alone") as folder:
        group = Group(folder / "game", terms(meeting.now, AT), Library(registry.find))
        group.join_all()
        group.roll()
        group.play(group.table.active().handle or "", "resign")
        group.play("uma", "ruling", {"result": group.table.result})
    return counts(meeting, group.events, "none", score=31)


@lie("log.result-level-lowered", with_levels, "dora")
def level_lowered(meeting: Meeting) -> Lie:
    """A player has given up, and the director enters that the player has lost by a little."""
    with workshop("levels") as folder:
        events, won = game(meeting, folder)
    return counts(meeting, events, won, level=0)


@lie("kind.form-level-that-there-is-not", with_levels)
def no_such_level(meeting: Meeting) -> Lie:
    """A ruling gives a friend a level of victory above the highest."""
    made = {"outcome": "first", "level": 2, "played": True, "why": "seen on the board"}
    return adds(meeting, "rule", kinds.Rule(round=1, board=1, **made))


@lie("kind.form-no-score-alone", against_the_rules)
def no_score(meeting: Meeting) -> Lie:
    """A ruling on a board of one says no score."""
    rule = kinds.Rule(round=1, board=1, outcome="first", played=True, why="seen on the board")
    return adds(meeting, "rule", rule)


@game_lie("log.result-of-another-head")
def another_head(meeting: Meeting, folder: Path) -> Lie:
    """The head that the director enters is not that of the game's log."""
    events, won = game(meeting, folder)
    return counts(meeting, events, won, NOBODY)


@game_lie("log.result-forked")
def forked(meeting: Meeting, folder: Path) -> Lie:
    """The loser signed the end twice: the director counted one log, and here is the other."""
    group = Group(folder / "game", terms(meeting.now, AT), Library(registry.find))
    group.join_all()
    loser = group.table.active().handle or ""
    one, two = (group.forge(loser, "resign", {"note": f"copy {at}"}) for at in (1, 2))
    won = "second" if loser == meeting.now.pair_of(AT)[0].handle else "first"
    made = counts(meeting, [*group.events, one], won)
    return made._replace(games=(to_bytes([*group.events, two]),))


@game_lie("log.unfinished-entered-all-the-same", "dora")
def goes_on(meeting: Meeting, folder: Path) -> Lie:
    """The director enters the result of a game that goes on."""
    events, won = game(meeting, folder, ends=False)
    return counts(meeting, events, won)


@game_lie("log.terms-other-options", "cas")
def other_options(meeting: Meeting, folder: Path) -> Lie:
    """The game was opened with other points of support than the tournament has."""
    options = {**BOARD.options, "us_gsp": 14}
    return counts(meeting, *game(meeting, folder, options=options))


@game_lie("log.unbound-friendly", "dora")
def friendly(meeting: Meeting, folder: Path) -> Lie:
    """A friendly game of the same two is to be that of the round."""
    return counts(meeting, *game(meeting, folder, for_=UNSET))


@game_lie("log.unbound-of-another-tournament", "dora")
def of_another_tournament(meeting: Meeting, folder: Path) -> Lie:
    """The game was played for another tournament."""
    bound = table.Pairing(NOBODY, NOBODY, 1)
    return counts(meeting, *game(meeting, folder, for_=bound))


@game_lie("log.seat-replaced", "dora")
def replaced(meeting: Meeting, folder: Path) -> Lie:
    """The umpire had put another in a player's place, who then gave up."""
    opening = terms(meeting.now, AT)
    group = Group(folder / "game", opening, Library(registry.find))
    group.join_all()
    loser = group.table.active().handle or ""
    group.play("uma", "ruling", {"out": loser, "as": "replace", "late": None, **_heir()})
    group.play("hal", "join")
    group.play("hal", "resign")
    won = "second" if loser == opening.players[0].handle else "first"
    return counts(meeting, group.events, won)


def _heir() -> dict[str, str]:
    return {"handle": "hal", "sign": signer("hal").sign}


@game_lie("log.bad-an-event-left-out")
def event_left_out(meeting: Meeting, folder: Path) -> Lie:
    """An event is missing in the game's log."""
    events, won = game(meeting, folder)
    made = counts(meeting, events, won)
    return made._replace(games=(to_bytes([*events[:-2], events[-1]]),))


@game_lie("log.missing-believed")
def believed(meeting: Meeting, folder: Path) -> Lie:
    """There is no log of the game: the result is to be believed."""
    return counts(meeting, *game(meeting, folder))._replace(games=())


@lie("bid.due-opened-before-both-have-sealed", bidding)
def opened_early(meeting: Meeting) -> Lie:
    """Ann opens a bid when Bob, a friend of the director, has not sealed a bid."""
    bid = meeting.bid("ann", "first", 2)
    meeting.says("ann", meeting.seal("ann", bid))
    return says(meeting, meeting.opened("ann", bid))


@lie("bid.due-sealed-again", sealed)
def sealed_again(meeting: Meeting) -> Lie:
    """Bob seals another bid, on second thoughts."""
    return says(meeting, meeting.seal("bob", meeting.bid("bob", "first", 3)))


@lie("bid.due-told-silent-who-has-opened", sealed)
def reported_silent(meeting: Meeting) -> Lie:
    """The director has Ann bid nothing, when Ann has opened a bid."""
    meeting.says("ann", meeting.opened("ann", meeting.bid("ann", "first", 2)))
    number = next(one.number for one in meeting.now.entrants if one.handle == "ann")
    return adds(meeting, "unbid", kinds.Unbid(round=1, board=1, entrant=number, why="silent"))


@lie("bid.seal-raised-when-the-other-was-seen", sealed)
def raised(meeting: Meeting) -> Lie:
    """Bob sees that Ann has bid 2, and opens a bid of 3, where 1 was sealed."""
    meeting.says("ann", meeting.opened("ann", meeting.bid("ann", "first", 2)))
    return says(meeting, meeting.opened("bob", meeting.bid("bob", "first", 3)))


@lie("bid.owed-game-before-the-bids", sealed, "dora")
def game_before_the_bids(meeting: Meeting) -> Lie:
    """The director enters a game for the board, when nobody has opened their bid."""
    return adds(meeting, "game", kinds.GameOf(round=1, board=1, game=NOBODY))


@lie("word.sign-bid-of-another", sealed)
def bid_of_another(meeting: Meeting) -> Lie:
    """The director opens a bid for Ann without a signature of Ann's."""
    bid = meeting.opened("ann", meeting.bid("ann", "first", 2))
    return says(meeting, msgspec.structs.replace(bid, sig="0" * 128))


@lie("bid.low-as-much", auction)
def as_much(meeting: Meeting) -> Lie:
    """The second of the pair wants the US at the price that the first has bid already."""
    _, second = meeting.now.pair_of(AT)
    return says(meeting, meeting.raised(second.handle, "first", 1))


@lie("bid.low-for-the-other-side", auction)
def for_the_other_side(meeting: Meeting) -> Lie:
    """The second of the pair bids for Japan, which the bidder would never have had by passing."""
    _, second = meeting.now.pair_of(AT)
    return says(meeting, meeting.raised(second.handle, "second", 0))


@lie("bid.due-out-of-turn", auction)
def out_of_turn(meeting: Meeting) -> Lie:
    """The first of the pair bids again, before the second has answered."""
    first, _ = meeting.now.pair_of(AT)
    return says(meeting, meeting.raised(first.handle, "first", 2))


@lie("bid.owed-game-in-the-middle-of-bids", auction, "dora")
def game_amid_the_bids(meeting: Meeting) -> Lie:
    """The director enters a game for the board, when the second may still bid more."""
    return adds(meeting, "game", kinds.GameOf(round=1, board=1, game=NOBODY))


@lie("bye.none-one-more-than-he-may", requested)
def one_bye_more(meeting: Meeting) -> Lie:
    """Ann asks for a bye in the third round too."""
    return says(meeting, meeting.word("ann", "bye", round_=3))


@lie("word.sign-name-of-another", begun)
def name_of_another(meeting: Meeting) -> Lie:
    """The director lets a player be called otherwise than they want."""
    word = meeting.word("bob", "name", name="Bob Tanner")
    return says(meeting, msgspec.structs.replace(word, name="Bob the Slow"))


@lie("name.taken-by-another", begun)
def name_taken(meeting: Meeting) -> Lie:
    """Bob wants to be called like Ann, with a capital."""
    return says(meeting, meeting.word("bob", "name", name="Ann"))


@lie("word.old-name-again", begun)
def name_again(meeting: Meeting) -> Lie:
    """The director goes back to a name that a player gave up."""
    old = meeting.word("bob", "name", name="Bob the Slow")
    meeting.says("bob", old)
    meeting.says("bob", meeting.word("bob", "name", name="Bob Tanner"))
    return says(meeting, old)


def substitute(meeting: Meeting, who: str, player: str) -> word_kinds.AnyWord:
    made = word_kinds.Substitute(
        **said(meeting.fold, identity(who)), round=1, board=1, player=signer(player),
        until="2099-12-20T23:59:59Z",
    )  # fmt: skip
    return sign_word(made, identity(who).sign_seed)


def back(meeting: Meeting, who: str, player: str, by: str = "") -> word_kinds.AnyWord:
    text = agreed_bytes(meeting.now.id, who, signer(who).sign)
    made = word_kinds.Back(
        **said(meeting.fold, identity(who)), round=1, board=1, player=signer(player),
        agreed=signing.sign(identity(by or player).sign_seed, text).hex(),
    )  # fmt: skip
    return sign_word(made, identity(who).sign_seed)


@lie("substitute.none-the-opponent", paired_with_substitutes)
def the_opponent(meeting: Meeting) -> Lie:
    """Somebody has their opponent play for them."""
    first, second = meeting.now.pair_of(AT)
    return says(meeting, substitute(meeting, first.handle, second.handle))


@lie("substitute.none-back-as-somebody-else", substituted)
def back_as_another(meeting: Meeting) -> Lie:
    """Somebody says to be Zoe, whose key has not signed for it."""
    who = meeting.now.pair_of(AT)[0].handle
    return says(meeting, back(meeting, who, "zoe", by=who))


@lie("word.sign-substitute-invented", paired_with_substitutes)
def substitute_invented(meeting: Meeting) -> Lie:
    """The director has a friend play for somebody who did not ask for it."""
    who = meeting.now.pair_of(AT)[0].handle
    return says(meeting, altered(substitute(meeting, who, "hal"), "dora"))


@lie("enter.twice-by-the-key-of-a-return", substituted)
def entered_by_another_key(meeting: Meeting) -> Lie:
    """Somebody enters again, by the handle under which they came back to a board."""
    who = meeting.now.pair_of(AT)[0].handle
    meeting.says(who, back(meeting, who, "zoe"))
    return says(meeting, meeting.word("zoe", "enter"))


def line_up(meeting: Meeting, who: str, *places: int) -> word_kinds.AnyWord:
    made = word_kinds.LineUp(**said(meeting.fold, identity(who)), from_=1, players=places)
    return sign_word(made, identity(who).sign_seed)


@lie("team.none-out-of-order", in_teams)
def out_of_order(meeting: Meeting) -> Lie:
    """A captain puts the strongest player on the second board."""
    return says(meeting, line_up(meeting, "ann", 2, 1))


@lie("team.none-one-player-twice", in_teams)
def one_twice(meeting: Meeting) -> Lie:
    """A captain puts one player on both boards."""
    return says(meeting, line_up(meeting, "ann", 1, 1))


@lie("team.none-who-has-not-entered", lambda: in_teams("ann", "bob", *PAWNS))
def not_entered(meeting: Meeting) -> Lie:
    """A captain puts somebody on a board who has not agreed to play."""
    return says(meeting, line_up(meeting, "ann", 1, 3))


@lie("word.who-for-the-captain", in_teams)
def for_the_captain(meeting: Meeting) -> Lie:
    """A player takes the team out, whose captain they are not."""
    return says(meeting, meeting.word("bob", "withdraw"))


@lie("enter.twice-in-no-team", lambda: in_teams("ann", "bob", *PAWNS))
def in_no_team(meeting: Meeting) -> Lie:
    """Somebody strong enters as a reserve, whom no team lists."""
    return says(meeting, meeting.word("zoe", "enter"))


@lie("substitute.none-team-mate", teams_paired)
def team_mate(meeting: Meeting) -> Lie:
    """Somebody plays both boards of a team."""
    who = meeting.now.pair_of(AT)[0].handle
    mate = {"ann": "bob", "dan": "eve"}[who]
    return says(meeting, substitute(meeting, who, mate))


@lie("pair.other-second-board-first", in_teams, "dora")
def second_board_first(meeting: Meeting) -> Lie:
    """The director gives one team the first side on both boards."""
    made = pairings(meeting.now)
    assert made is not None
    return adds(meeting, "pair", kinds.Pair(round=1, boards=(made[0][0],) * 2, byes=made[1]))


@game_lie("log.seat-kept-by-a-substitute", "dora")
def seat_kept(_: Meeting, folder: Path) -> Lie:
    """The player is back, and the substitute plays on, gives up, and the director counts it."""
    meeting = substituted()
    who = meeting.now.pair_of(AT)[0].handle
    meeting.says(who, back(meeting, who, "ina"))
    return replaced(meeting, folder)


@lie("pair.other-first-in-both-games", in_matches, "dora")
def first_in_both(meeting: Meeting) -> Lie:
    """The director gives a friend the better side in both games of a match."""
    good = _pairings(meeting)
    return adds(meeting, "pair", msgspec.structs.replace(good, boards=good.boards[:1] * 2))


@lie("pair.other-one-game-of-two", in_matches, "dora")
def one_of_two(meeting: Meeting) -> Lie:
    """The director leaves out the second game of a match."""
    good = _pairings(meeting)
    return adds(meeting, "pair", msgspec.structs.replace(good, boards=good.boards[:1]))


@lie("found.terms-in-two-teams", entered, "dora")
def in_two_teams(_: Meeting) -> Lie:
    """A player stands in two teams, by another handle."""
    found = in_teams().now.found
    assert not isinstance(found.teams, UnsetType)
    rooks, pawns = found.teams.list
    twice = msgspec.structs.replace(signer("ann"), handle="ann-2")
    pawns = msgspec.structs.replace(pawns, players=(*pawns.players, twice))
    teams = msgspec.structs.replace(found.teams, list=(rooks, pawns))
    found = msgspec.structs.replace(found, teams=teams)
    return Lie(to_bytes([next_event(Fold(), identity("dora"), found, "found")]), 0)


@lie("found.terms-bids-for-sides-of-a-match", entered, "dora")
def bids_in_a_match(meeting: Meeting) -> Lie:
    """Sides are bid for, though both have each side once."""
    price = term_kinds.Price(option="us_gsp", step=-1, most=3)
    bids = term_kinds.SealedBids(prices=(price, None))
    found = msgspec.structs.replace(meeting.now.found, games=2, bids=bids)
    return Lie(to_bytes([next_event(Fold(), identity("dora"), found, "found")]), 0)


def with_pauses() -> Meeting:
    """A round has a deadline, which its players can move if all agree."""
    meeting = Meeting(robin(board=BOARD, pauses=True), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    meeting.write("due", deadline("2099-12-06T22:59:00Z"))
    return meeting


def pause(meeting: Meeting, who: str, until: str) -> word_kinds.AnyWord:
    made = word_kinds.Pause(**said(meeting.fold, identity(who)), round=1, until=until)
    return sign_word(made, identity(who).sign_seed)


@lie("pause.none-earlier", with_pauses)
def pause_earlier(meeting: Meeting) -> Lie:
    """Somebody would end the round sooner, while the other is away."""
    who = meeting.now.pair_of(AT)[0].handle
    return says(meeting, pause(meeting, who, "2099-12-01T23:59:59Z"))


@lie("word.sign-pause-invented", with_pauses)
def pause_invented(meeting: Meeting) -> Lie:
    """The director has a player agree to more time for a friend."""
    first, second = (one.handle for one in meeting.now.pair_of(AT))
    meeting.says(first, pause(meeting, first, "2099-12-20T23:59:59Z"))
    return says(meeting, altered(pause(meeting, second, "2099-12-20T23:59:59Z"), "dora"))


@lie("found.terms-one-observer-twice", entered, "dora")
def one_observer_twice(meeting: Meeting) -> Lie:
    """Somebody is to get two copies of each mail, under two names."""
    other = msgspec.structs.replace(signer("zoe"), handle="zed")
    found = msgspec.structs.replace(meeting.now.found, observers=(signer("zoe"), other))
    return Lie(to_bytes([next_event(Fold(), identity("dora"), found, "found")]), 0)


@game_lie("log.result-own-score-raised", "dora")
def own_score_raised(_: Meeting, folder: Path) -> Lie:
    """A player has given up, and the director gives the winner more than the terms do."""
    meeting = with_scores()
    events, won = game(meeting, folder)
    return counts(meeting, events, won, scores=(0, 35) if won == "second" else (35, 0))


@lie("kind.form-no-scores-of-the-two", with_scores)
def no_scores(meeting: Meeting) -> Lie:
    """A ruling leaves out the game's own scores, by which ties are broken."""
    rule = kinds.Rule(round=1, board=1, outcome="first", played=True, why="seen on the board")
    return adds(meeting, "rule", rule)


@lie("due.none-earlier", paired, "dora")
def due_earlier(meeting: Meeting) -> Lie:
    """The director moves the deadline of a paired round to before what was agreed."""
    meeting.write("due", deadline("2099-12-06T22:59:00Z"))
    return adds(meeting, "due", deadline("2099-12-01T22:59:00Z", why="my friend has time now"))


@lie("due.none-entries-sooner", entered, "dora")
def entries_sooner(meeting: Meeting) -> Lie:
    """The director ends entries before the day that was said, and says nothing about why."""
    fields: dict[str, Any] = {"zone": "UTC", "offset": 0}
    meeting.write("entries", kinds.Entries(until="2099-12-06T22:59:00Z", **fields))
    return adds(meeting, "entries", kinds.Entries(until="2099-12-01T22:59:00Z", **fields))


@lie("due.none-without-a-reason", paired, "dora")
def due_without_a_reason(meeting: Meeting) -> Lie:
    """The director gives more time, and says nothing about why."""
    meeting.write("due", deadline("2099-12-06T22:59:00Z"))
    return adds(meeting, "due", deadline("2099-12-20T22:59:00Z"))


@lie("due.none-passed", paired, "dora")
def due_passed(meeting: Meeting) -> Lie:
    """The director sets a deadline that has passed, to rule at once."""
    return adds(meeting, "due", deadline("2026-01-01T22:59:00Z"))


def deadline(until: str, why: str | None = None) -> kinds.Due:
    return kinds.Due(
        round=1, until=until, zone="Europe/Berlin", offset=60, then="adjudicate",
        why=UNSET if why is None else why,
    )  # fmt: skip


@lie("bye.none-when-it-is-paired", requested)
def bye_when_it_is_paired(meeting: Meeting) -> Lie:
    """Bob has seen the pairs of the first round, and asks for a bye in it."""
    return says(meeting, meeting.word("bob", "bye", round_=1))


@lie("word.sign-bye-of-another", requested)
def bye_of_another(meeting: Meeting) -> Lie:
    """The director has Bob ask for a bye, who has not signed that."""
    word = meeting.word("bob", "bye", round_=2)
    return says(meeting, msgspec.structs.replace(word, sig="0" * 128))


@lie("pair.other-bye-that-nobody-asked-for", requested, "dora")
def bye_that_nobody_asked_for(meeting: Meeting) -> Lie:
    """The director pairs the second round without Bob, as if Bob had asked for a bye."""
    meeting.plays()
    boards, byes = pairings(meeting.now) or ((), ())
    bob = next(one.number for one in meeting.now.entrants if one.handle == "bob")
    left = tuple(board for board in boards if bob not in board)
    return adds(meeting, "pair", kinds.Pair(round=2, boards=left, byes=byes))


@lie("found.terms-bids-in-no-number", entered, "dora")
def bids_in_no_number(meeting: Meeting) -> Lie:
    """Sides are to be bid for in an option that the game has not."""
    price = term_kinds.Price(option="gold", step=1, most=3)
    bids = term_kinds.SealedBids(prices=(price, None))
    found = msgspec.structs.replace(meeting.now.found, bids=bids)
    return Lie(to_bytes([next_event(Fold(), identity("dora"), found, "found")]), 0)


# --- files ----------------------------------------------------------------------------------------


def build(one: Hostile) -> Lie:
    """Make the files of a lie, the same in every run."""
    with workshop(one.name) as folder, patch("pbem.director.office.now_utc", lambda: TIME):
        return one.build(folder)


def names(one: Hostile, made: Lie) -> list[str]:
    """The names of the logs of its games."""
    return [f"{one.name}.{number}.pbem" for number, _ in enumerate(made.games, 1)]


def files() -> dict[str, bytes]:
    """Return every file by name."""
    found: dict[str, bytes] = {}
    index = []
    for one in sorted(LIES, key=lambda one: one.name):
        made, file = build(one), f"{one.name}.tournament"
        found[file] = made.log
        found.update(zip(names(one, made), made.games, strict=True))
        index.append(
            {
                "file": file,
                "games": names(one, made),
                "told": one.reported,
                "code": one.code,
                "event": made.event,
                "whose": one.whose,
            }
        )
    text = yaml.safe_dump(index, sort_keys=False, allow_unicode=True, width=96)
    return {INDEX: (HEADER + text).encode(), **found}


def write(folder: Path) -> None:
    """Write every file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files().items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
