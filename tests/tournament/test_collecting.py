"""The logs that take a board when a director collects, and those that wait."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET

from pbem.client import people
from pbem.director.directing import acts, collecting
from pbem.director.evidence import read_evidence
from pbem.director.judging import verify
from pbem.director.office import begin, keep_word, said
from pbem.director.player.saying import check, composed, write_word
from pbem.director.words.reporting import (
    Desk,
    collected_lines,
    missing_lines,
    show_lines,
    trust_lines,
)
from pbem.errors import FormError
from pbem.identity.card import make_card
from pbem.kit.wording import listing
from pbem.log.event import compose
from pbem.log.file import create
from pbem.table.events.kinds import Close, Signer, read_data
from pbem.tournament.binding import terms
from pbem.tournament.events import term_kinds, word_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.exchange import trf
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.ratings import ratings
from second import cup_games
from second.cup_reader import read as second_reading
from toy.branches import orders, side
from toy.directing import DORA, Directed
from toy.group import Group, identity, plan, signer, toy_library
from toy.meeting import BOARD, Meeting, robin

AT = BoardOf(1, 1)
DESK = Desk("cup", datetime(2026, 12, 1, tzinfo=UTC))


class Client(Directed):
    """dora's client, with a round that is paired."""

    def collect(self, *files):
        found = []
        self.types(lambda office: found.extend(collecting.collect(office, self.client, files)))
        return [(one.became, one.code, one.reported) for one in found]

    def named(self, *files):
        found = []
        self.types(lambda office: found.extend(collecting.collect(office, self.client, files)))
        return {one.file: (one.became, one.reported) for one in found}

    def opening(self):
        return terms(self.fold().now, AT)

    def log_of(self, name, group):
        path = self.folder / f"{name}.pbem"
        create(path, group.events)
        return path


def paired(folder, **changes):
    dora = Client(folder)
    begin(dora.client, DORA, "cup", robin(**changes))
    words = []
    for handle in ("ann", "bob"):
        path = folder / f"{handle}.word"
        write_word(dora.entry(handle), "cup", path)
        words.append(path)
    dora.collect(*words)
    dora.types(lambda office: acts.pair(office, dora.client))
    return dora


@pytest.fixture
def dora(tmp_path):
    return paired(tmp_path)


@pytest.mark.parametrize("joined", [0, 1], ids=["opened", "joined by one"])
def test_a_game_that_one_player_signed_alone_takes_no_board(dora, joined):
    """Else who has lost mails such an opening first, and the game of both is a second game."""
    decoy = Group(dora.folder / "decoy", dora.opening())
    for _ in range(joined):
        decoy.play(decoy.table.roster.joining().handle, "join")
    waiting = decoy.table.roster.joining().handle
    ((became, code, reported),) = dora.collect(dora.log_of("decoy", decoy))
    assert (became, code) == ("waits", "log.unfinished")
    assert f"{waiting} " in reported or f" {waiting} " in reported
    assert "have joined" in reported
    assert dora.fold().now.games == {}

    game = dora.folder / "game.pbem"
    dora.game(game, dora.opening())
    assert dora.collect(game)[0][0] == "taken"
    assert AT in dora.fold().now.proven
    assert dora.collect(dora.folder / "decoy.pbem")[0][:2] == ("refused", "game.twice")


def test_a_game_that_all_have_joined_takes_the_board(dora):
    group = Group(dora.folder / "game", dora.opening())
    group.join_all()
    assert dora.collect(dora.log_of("game", group))[0][:2] == ("waits", "log.unfinished")
    assert dora.fold().now.games == {AT: group.events[0].id}


def test_who_was_put_out_before_joining_keeps_no_game_from_its_board(tmp_path):
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")
    dora = paired(tmp_path, board=board)
    group = Group(dora.folder / "game", dora.opening())
    for _ in range(2):
        group.play(group.table.roster.joining().handle, "join")
    absent = group.table.roster.joining().handle
    assert dora.collect(dora.log_of("early", group))[0][0] == "waits"
    assert dora.fold().now.games == {}
    out = read_data("ruling", {"out": absent, "as": "forfeit", "late": None})
    group.play("eve", "ruling", out)
    dora.collect(dora.log_of("late", group))
    assert dora.fold().now.games == {AT: group.events[0].id}


def forfeited(folder, orders, **changes):
    """Return dora's client, and the log of a game in which the player who is due is put out."""
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")
    dora = paired(folder, board=board, **changes)
    group = Group(folder / "game", dora.opening())
    group.join_all()
    for _ in range(orders):
        group.orders(group.table.active().handle, {"do": "end"})
    group.play("eve", "ruling", read_data("ruling", put_out(group.table.active().handle)))
    group.play("eve", "ruling", read_data("ruling", {"result": group.table.result}))
    return dora, dora.log_of("game", group)


def put_out(handle):
    return {"out": handle, "as": "forfeit", "late": None}


@pytest.mark.parametrize(
    ("orders", "edition", "played"), [(0, 2, False), (2, 2, True), (0, UNSET, True)]
)
def test_who_was_put_out_without_an_order_has_lost_by_forfeit(tmp_path, orders, edition, played):
    """It is no game that was played: not rated, + and - in a TRF."""
    elo = term_kinds.Elo(start=1500, claimed=True, digits=1, k=20)
    dora, game = forfeited(tmp_path, orders, edition=edition, ratings=(elo,))
    ((became, _, reported),) = dora.collect(game)
    assert became == "taken", reported
    assert ("not played" in reported) == (not played)
    history = dora.fold().now
    assert history.proven[AT].played == played
    lines = ratings(history, elo)
    assert {line.games for line in lines} == {int(played)}
    marks = sorted(line.split()[-1] for line in trf(history).splitlines() if line[:4] == "001 ")
    assert marks == (["0", "1"] if played else ["+", "-"])
    report = verify(dora.log, [game], toy_library())
    assert report.ok, report
    contest, fault = second_reading(b"".join(event.line + b"\n" for event in dora.events()))
    assert fault is None
    assert cup_games.check(contest, 1, 1, game.read_bytes()) == ""


def test_a_forfeit_that_the_director_enters_as_a_game_convicts_them(tmp_path):
    dora, game = forfeited(tmp_path, 0, edition=2)
    dora.collect(game)
    events = dora.events()
    assert events[-1].data["played"] is False
    data = {name: value for name, value in events[-1].data.items() if name != "played"}
    last = events[-2]
    lie = compose(
        game=last.game_id, seq=last.seq + 1, prev=last.id, by="dora", at=last.at, kind="result",
        data=data, seed=DORA.sign_seed,
    )  # fmt: skip
    log = tmp_path / "lie.tournament"
    create(log, [*events[:-1], lie])
    (fault,) = verify(log, [game], toy_library()).faults
    assert (fault.code, fault.whose) == ("log.result", "dora")
    contest, _ = second_reading(log.read_bytes())
    assert cup_games.check(contest, 1, 1, game.read_bytes()) == "log.result"


def founded(folder):
    dora = Client(folder)
    begin(dora.client, DORA, "cup", robin())
    return dora


def written(dora, name, word):
    path = dora.folder / f"{name}.word"
    write_word(word, "cup", path)
    return path


def said_as(dora, handle, keys, what="enter"):
    """Return what somebody says by a handle, signed with the keys of ``keys``."""
    author = replace(identity(keys), handle=handle)
    if what == "keep":
        return keep_word(dora.fold(), author)
    made = composed(dora.fold(), Signer(handle, author.sign_public.hex()), what)
    return sign_word(made, author.sign_seed)


@pytest.mark.parametrize("what", ["enter", "keep"])
def test_an_entry_by_somebody_elses_handle_is_refused(tmp_path, what):
    dora = founded(tmp_path)
    true = tmp_path / "true.card"
    true.write_bytes(make_card(identity("ann"), "ann@example.org"))
    people.import_card(dora.client, true)
    false = written(dora, "false", said_as(dora, "ann", "mallory", what))
    ((became, _, reported),) = dora.collect(false)
    assert became == "refused"
    assert "your card of ann has another key" in reported
    assert "pbem card import ann.card --replace" in reported
    assert dora.collect(written(dora, "true", said_as(dora, "ann", "ann", what)))[0][0] == "taken"


def test_an_entry_with_new_keys_is_taken_once_their_card_is_here(tmp_path):
    dora = founded(tmp_path)
    new = replace(identity("mallory"), handle="ann")
    for name, keys in (("old", identity("ann")), ("new", new)):
        (tmp_path / f"{name}.card").write_bytes(make_card(keys, "ann@example.org"))
    people.import_card(dora.client, tmp_path / "old.card")
    people.import_card(dora.client, tmp_path / "new.card", replace=True)
    ((became, _, reported),) = dora.collect(written(dora, "old", said_as(dora, "ann", "ann")))
    assert became == "refused"
    assert "an old key of ann" in reported
    assert dora.collect(written(dora, "new", said_as(dora, "ann", "mallory")))[0][0] == "taken"


@pytest.mark.parametrize(("handle", "keys"), [("eve", "eve"), ("eve", "mallory"), ("xan", "eve")])
def test_no_umpire_enters_and_nobody_by_the_umpires_handle(tmp_path, handle, keys):
    """No game opens in which its umpire plays, so no opponent of theirs could play."""
    dora = Client(tmp_path)
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"))
    begin(dora.client, DORA, "cup", robin(board=board))
    entry = said_as(dora, handle, keys)
    ((became, _, reported),) = dora.collect(written(dora, "entry", entry))
    assert became == "refused"
    assert "eve is the umpire of the games" in reported
    with pytest.raises(FormError, match="nothing was signed: eve is the umpire of the games"):
        check(dora.fold(), entry)


def test_a_handle_is_free_when_anyone_had_it_was_put_out_before_any_round(tmp_path):
    dora = founded(tmp_path)
    false = said_as(dora, "ann", "mallory")
    dora.collect(written(dora, "false", false))
    again = written(dora, "true", said_as(dora, "ann", "ann"))
    assert dora.collect(again)[0][:2] == ("refused", "enter.twice")
    dora.types(lambda office: acts.put_out(office, "ann", "an impostor"))
    assert dora.collect(again)[0][0] == "taken"
    history = dora.fold().now
    assert history.by_handle("ann").sign == identity("ann").sign_public.hex()
    assert [one.plays(1) for one in history.entrants] == [False, True]

    back = composed(dora.fold(), Signer("ann", false.sign), "return")
    back = written(dora, "back", sign_word(back, identity("mallory").sign_seed))
    ((became, code, reported),) = dora.collect(back)
    assert (became, code) == ("refused", "word.who")
    assert "somebody else has entered as ann since" in reported
    dora.types(lambda office: acts.put_out(office, "ann", "a mistake"))
    assert not any(one.plays(1) for one in dora.fold().now.entrants)
    events = b"".join(event.line + b"\n" for event in dora.events())
    assert second_reading(events)[1] is None


def test_a_handle_that_was_paired_stays_whose_it_was(tmp_path):
    dora = paired(tmp_path)
    dora.types(lambda office: acts.put_out(office, "ann", "no answer"))
    other = written(dora, "other", said_as(dora, "ann", "mallory"))
    assert dora.collect(other)[0][:2] == ("refused", "enter.twice")


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_of_two_entries_by_one_handle_no_file_name_decides(tmp_path, names):
    dora = founded(tmp_path)
    false = written(dora, names[0], said_as(dora, "ann", "mallory"))
    true = written(dora, names[1], said_as(dora, "ann", "ann"))
    reported = dora.collect(*sorted((false, true)))
    assert [one[0] for one in reported] == ["refused", "refused"]
    assert all("collect that entry alone" in one[2] for one in reported)
    assert dora.fold().now.entrants == []
    assert dora.collect(true)[0][0] == "taken"


def test_who_enters_by_the_handle_of_the_director_makes_the_director_no_player(tmp_path):
    meeting = Meeting(robin(), "ann", "bob")
    author = replace(identity("mallory"), handle="dora")
    made = composed(meeting.fold, Signer("dora", author.sign_public.hex()), "enter")
    meeting.says("dora", sign_word(made, author.sign_seed))
    assert not any("directs the tournament and plays" in line for line in trust_lines(meeting.now))
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    assert not verify(log, [], toy_library()).plays


def test_who_keeps_lots_after_new_keys_does_so_by_the_key_of_the_entry(tmp_path):
    dora = founded(tmp_path)
    for name, keys in (("old", "ann"), ("new", "mallory")):
        made = make_card(replace(identity(keys), handle="ann"), "ann@example.org")
        (tmp_path / f"{name}.card").write_bytes(made)
    people.import_card(dora.client, tmp_path / "old.card")
    assert dora.collect(written(dora, "enter", said_as(dora, "ann", "ann")))[0][0] == "taken"
    people.import_card(dora.client, tmp_path / "new.card", replace=True)
    assert dora.collect(written(dora, "keep", said_as(dora, "ann", "ann", "keep")))[0][0] == "taken"


def test_a_copy_from_before_the_end_was_closed_is_no_second_history(tmp_path):
    """It has a result that does not count yet; anyone who mails it twice forks nothing."""
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")
    dora = paired(tmp_path, board=board)
    group = Group(tmp_path / "game", dora.opening())
    group.join_all()
    group.play(group.table.active().handle, "resign")
    early = dora.log_of("early", group)
    assert dora.collect(early)[0][:2] == ("waits", "log.unfinished")
    group.play("eve", "ruling", Close(result=group.table.result))
    whole = dora.log_of("whole", group)
    assert dora.collect(whole)[0][0] == "taken"
    for again in (early, whole):
        ((became, _, reported),) = dora.collect(again)
        assert became == "known"
        assert "two histories" not in reported


def sealed(folder):
    """Return dora's client, and a game in which both have sealed a plan, opened at its end."""
    dora = paired(folder, board=msgspec.structs.replace(BOARD, scenario="plans"))
    group = Group(folder / "game", dora.opening())
    group.join_all()
    for _ in range(2):
        group.play(group.table.active().handle, "seal", plan(1))
    return dora, group


def opened(group):
    """Open what was sealed, after the end."""
    while group.table.active().kinds == ("reveal",):
        group.play(group.table.active().handle, "reveal")
    return group


def test_a_second_history_beside_the_log_that_decided_is_accused(tmp_path):
    """That it waits for an opening excuses nobody: the loser resigned here, and moved there."""
    dora, group = sealed(tmp_path)
    loser = group.table.active().handle
    winner = "bob" if loser == "ann" else "ann"
    other = side(group, orders(loser), (winner, "resign", {}))
    group.play(loser, "resign")
    early = dora.log_of("0-early", group)  # before what was sealed is opened
    whole = dora.log_of("2-whole", opened(group))
    second = dora.log_of("1-second", other)
    assert read_evidence(second, toy_library()).verdict.needs
    assert dora.collect(whole)[0][0] == "taken"
    assert dora.collect(second)[0][0] == "known"  # nothing to compare it with
    for again in (early, whole):
        assert dora.collect(again)[0][0] == "known"
    found = dora.collect(early, second, whole)
    assert [one[:2] for one in found] == [
        ("known", ""), ("refused", "log.result"), ("known", "")
    ]  # fmt: skip
    (_, (_, _, reported), _) = found
    assert f"They part at event {len(other.events) - 2}, and {loser} signed in both" in reported
    assert f"'pbem verify {second} {whole}'" in reported


def test_a_second_history_that_comes_first_is_accused_as_well(tmp_path):
    """All came together, and no name of a file decides which is looked at first."""
    dora, group = sealed(tmp_path)
    loser = group.table.active().handle
    other = side(group, orders(loser))
    group.play(loser, "resign")
    early = dora.log_of("early", group)
    second, whole = dora.log_of("second", other), dora.log_of("whole", opened(group))
    found = {Path(path).stem: one for path, one in dora.named(early, second, whole).items()}
    assert {name: one[0] for name, one in found.items()} == {
        "early": "known", "second": "refused", "whole": "taken"
    }  # fmt: skip
    assert "an older copy" in found["early"][1]


def test_a_result_that_waits_says_who_must_do_what(tmp_path):
    dora, group = sealed(tmp_path)
    loser = group.table.active().handle
    going = dora.log_of("0-going", group)
    group.play(loser, "resign")
    early = dora.log_of("1-early", group)
    office, lines = [], []

    def look(one):
        office.append(one)
        found = collecting.collect(one, dora.client, [early, going])
        lines.extend(
            [*collected_lines(found), *missing_lines(one.fold.now, DESK, one.waiting.values())]
        )

    dora.types(look)
    what = (
        f"{listing(sorted(('ann', 'bob'), key=lambda who: who != loser))} must open what was "
        "sealed ('pbem reveal', or on the board 'Open your sealed choice'). Then they mail the log "
        "again"
    )
    where = f"{AT}: no result that counts yet: "
    assert lines[0] == f"waits   {early}, {where}{what} (log.unfinished)."
    assert f"{where}its game is not over. Waiting for {loser} (" in lines[1]
    pair = " - ".join(one.handle for one in office[0].fold.now.pair_of(AT))
    assert lines[2:] == [f"Missing: {AT}, {pair}: no result that counts yet: {what}."]
    shown = list(show_lines(office[0].fold))
    assert any(": no result that counts yet, game " in line for line in shown)


SAYS = {
    "enter": {"from_": 1, "rating": None},
    "withdraw": {"from_": 1},
    "return": {"from_": 1},
    "keep": {"vrf": "00" * 32, "proof": "00" * 80},
    "lot": {"on": "00" * 32, "proof": "00" * 80},
    "challenge": {"whom": 2},
    "bye": {"round": 2},
    "name": {"name": "Ann M. Moreau"},
    "seal": {"round": 1, "board": 1, "commit": "00" * 32},
    "bid": {"round": 1, "board": 1, "side": "first", "price": 1, "salt": "00" * 32},
    "raise": {"round": 1, "board": 1, "side": "first", "price": 1},
    "pass": {"round": 1, "board": 1},
    "substitute": {
        "round": 1, "board": 1, "player": signer("xan"), "until": "2099-01-01T00:00:00Z",
    },
    "back": {"round": 1, "board": 1, "player": signer("xan"), "agreed": "00" * 64},
    "pause": {"round": 1, "until": "2099-01-01T00:00:00Z"},
    "lineup": {"from_": 1, "players": (1, 2)},
}  # fmt: skip
"""The fields of a request of each kind."""


def test_every_kind_of_request_is_judged_beside_the_others(tmp_path):
    dora = paired(tmp_path)
    assert {*SAYS} == {*word_kinds.WORDS}
    files = {}
    for what, fields in SAYS.items():
        made = word_kinds.WORDS[what](**said(dora.fold(), identity("ann")), **fields)
        made = sign_word(made, identity("ann").sign_seed)
        files[what] = written(dora, what, made)
    broken = tmp_path / "broken.word"
    broken.write_bytes(files["bye"].read_bytes().replace(b'"bye"', b'"byes"'))
    reported = dora.named(*files.values(), broken)
    became = {what: reported[str(path)] for what, path in files.items()}
    for what, (one, words) in became.items():
        assert one in ("taken", "known", "refused"), (what, words)
        assert words.startswith("ann "), (what, words)
    assert reported[str(broken)][0] == "refused"


def test_each_kind_of_request_is_judged_alone(tmp_path):
    for what, fields in SAYS.items():
        dora = paired(tmp_path / what)
        made = word_kinds.WORDS[what](**said(dora.fold(), identity("ann")), **fields)
        path = written(dora, what, sign_word(made, identity("ann").sign_seed))
        ((became, _, words),) = dora.collect(path)
        assert became == ("taken" if what in ("withdraw", "name") else "refused"), (what, words)
        assert ": " in words, (what, words)
        assert not words.endswith(": "), (what, words)
