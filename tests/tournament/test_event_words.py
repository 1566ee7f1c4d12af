"""Every kind of event of a tournament is reported in a sentence."""

from __future__ import annotations

import msgspec

from hostile.cups import back, in_teams, line_up, pause, substituted, with_pauses
from pbem.director.words.events import event_words
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.history import BoardOf
from pbem.tournament.ranking.standings import standings
from toy.group import signer
from toy.meeting import BOARD, Meeting, laddered, robin, swiss
from toy.pages import HOSTILE, played

AT = BoardOf(1, 1)
OPTIONS = {"rounds": 4, "extra": 0}
PRICES = (term_kinds.Price(option="rounds", step=-1, most=2), None)


def reported(meeting):
    """Return the sentences for its events, by kind; for several of a kind in a row."""
    found = {}
    for event in meeting.events:
        found.setdefault(event.kind, []).append(event_words(event, meeting.now))
    return found


def paired(found, **more):
    meeting = Meeting(found, "ann", "bob", **more)
    meeting.begins()
    meeting.pairs()
    return meeting


def names(meeting):
    return [one.handle for one in meeting.now.pair_of(AT)]


def entries():
    """Return a Swiss in which ann withdraws, comes back, asks for a bye, and cas comes late."""
    meeting = Meeting(swiss(3, requested=term_kinds.Requested(points=1, most=1)))
    meeting.enters("ann", rating=1500)
    meeting.enters("bob")
    meeting.begins()
    meeting.pairs()
    meeting.plays()
    meeting.enters("cas", from_=2)
    meeting.says("ann", meeting.word("ann", "withdraw", from_=2))
    meeting.says("ann", meeting.word("ann", "return", from_=3))
    meeting.says("ann", meeting.word("ann", "bye", round_=3))
    meeting.write("out", kinds.PutOut(entrant=2, why="gone to sea"))
    return meeting


def test_who_enters_goes_and_comes_back():
    said = reported(entries())
    assert said["enter"] == [
        "ann enters, from round 1 on. The rating claimed is 1500.",
        "bob enters, from round 1 on.",
        "cas enters, from round 2 on.",
    ]
    assert said["withdraw"] == ["ann withdraws, from round 2 on."]
    assert said["return"] == ["ann plays again, from round 3 on."]
    assert said["bye"] == ["ann asks for a bye in round 3."]
    assert said["out"] == ["bob is out, from round 2 on: gone to sea"]


def lots():
    meeting = Meeting(robin(), "ann", "bob", keepers=("dora", "eve"), deputies={"eve": "kim"})
    meeting.closes()
    meeting.says("dora", meeting.lot("dora"))
    meeting.write("unlot", kinds.Unlot(keeper="eve", why="no word in a week"))
    meeting.gives_lots()
    meeting.pairs()
    return meeting


def test_who_draws_lots():
    said = reported(lots())
    assert said["keep"] == [
        "dora will draw lots.",
        "eve will draw lots, or kim instead.",
        "kim will draw the lot of eve if eve does not.",
    ]
    assert said["lot"] == ["dora draws a lot.", "kim draws the lot of eve."]
    assert said["unlot"] == ["eve gave no lot in time: no word in a week"]
    assert said["closed"] == ["The entries for the first round are closed: ann, bob."]


def sealed():
    board = msgspec.structs.replace(BOARD, options=OPTIONS)
    meeting = paired(robin(cycles=2, board=board, bids=term_kinds.SealedBids(prices=PRICES)))
    one, _ = names(meeting)
    bid = meeting.bid(one, "first", 2)
    meeting.says(one, meeting.seal(one, bid))
    two = next(entrant for entrant in meeting.now.pair_of(AT) if entrant.handle != one)
    meeting.write(
        "unbid", kinds.Unbid(round=1, board=1, entrant=two.number, why="no seal in a week")
    )
    meeting.says(one, meeting.opened(one, bid))
    return meeting


def test_bids_that_are_sealed():
    meeting = sealed()
    one, two = names(meeting)
    said = reported(meeting)
    at = f"Round 1, board 1, {one} - {two}"
    assert said["seal"] == [f"{at}: {one} seals a bid."]
    assert said["unbid"] == [f"{at}: {two} bids nothing: no seal in a week"]
    assert said["bid"] == [f"{at}: {one} opens the bid, 2 for red."]


def in_turn():
    board = msgspec.structs.replace(BOARD, options=OPTIONS)
    meeting = paired(robin(cycles=2, board=board, bids=term_kinds.OpenBids(prices=PRICES)))
    (owes,) = meeting.now.bids_owed(AT)
    meeting.says(owes.handle, meeting.raised(owes.handle, "first", 1))
    (other,) = meeting.now.bids_owed(AT)
    meeting.says(other.handle, meeting.passed(other.handle))
    return meeting


def test_bids_in_turn():
    meeting = in_turn()
    one, two = names(meeting)
    said = reported(meeting)
    bidder = meeting.now.entrant(meeting.now.bids[AT].bidder).handle
    other = two if bidder == one else one
    at = f"Round 1, board 1, {one} - {two}"
    assert said["raise"] == [f"{at}: {bidder} bids 1 for red."]
    assert said["pass"] == [f"{at}: {other} passes."]


def challenged():
    meeting = Meeting(laddered(), "ann", "bob")
    meeting.begins()
    last, first = meeting.now.order[::-1]
    handle = meeting.now.entrant(last).handle
    meeting.says(handle, meeting.word(handle, "challenge", whom=meeting.now.entrant(first).handle))
    return meeting


def test_a_challenge():
    meeting = challenged()
    ((one, other),) = meeting.now.challenges
    handles = [meeting.now.entrant(number).handle for number in (one, other)]
    assert reported(meeting)["challenge"] == [f"{handles[0]} challenges {handles[1]}."]


def whole(tmp_path):
    """A tournament with a game, a forfeit, a dismissal, other terms and an end."""
    meeting, _, _ = played(tmp_path, "Toy <Cup>")
    third = kinds.Rule(round=3, board=1, outcome="none", played=False, why="both gone", note="well")
    meeting.write("rule", third)
    for outcome, why in (("draw", "a clock stopped"), ("log", "no")):
        meeting.write("rule", kinds.Rule(round=1, board=1, outcome=outcome, played=True, why=why))
    rows = standings(meeting.now)
    meeting.write("close", kinds.Close(order=tuple(row.number for row in rows)))
    return meeting


def changed():
    meeting = paired(swiss(2))
    board = msgspec.structs.replace(BOARD, options={"rounds": 6}, umpire=signer("uma"))
    meeting.write("change", kinds.Change(from_=2, rounds=3, board=board, why="as all have agreed"))
    return meeting


def test_other_terms():
    assert reported(changed())["change"] == [
        "From round 2 on 3 rounds in all, umpire uma, rounds=6: as all have agreed"
    ]


def test_a_tournament_from_beginning_to_end(tmp_path):
    meeting = whole(tmp_path)
    said = reported(meeting)
    at = [
        f"{str(one).capitalize()}, {' - '.join(who.handle for who in meeting.now.pair_of(one))}"
        for one in (BoardOf(number, 1) for number in (1, 2, 3))
    ]
    (found,) = said["found"]
    assert found.startswith("dora founds Toy <Cup>, a round robin. At each board: toy 1, duel, red")
    byes = [meeting.now.entrant(one.byes[0]).handle for one in meeting.now.rounds]
    pairs = [one.split(", ")[2] for one in at]
    assert said["pair"] == [
        f"Round {number} is paired: board 1, {pair}; a bye, {bye}."
        for number, (pair, bye) in enumerate(zip(pairs, byes, strict=True), 1)
    ]
    assert said["game"] == [f"{at[0]}: their game is {meeting.now.games[AT][:16]}...."]
    winner = names(meeting)[0 if meeting.now.decided[AT].outcome == "first" else 1]
    assert said["result"] == [f"{at[0]}: {winner} wins, by the log of the game."]
    assert said["rule"] == [
        f"{at[1]}: drawn, not played, on the word of dora: {HOSTILE}",
        f"{at[2]}: nobody wins, not played, on the word of dora: both gone Note: well",
        f"{at[0]}: drawn, on the word of dora: a clock stopped",
        f"{at[0]}: dora takes back the ruling, so the log of the game decides again: no",
    ]
    assert said["dismiss"] == [f"{at[0]}: the appeal of bob is dismissed: {HOSTILE}"]
    order = ", ".join(row.handle for row in standings(meeting.now))
    assert said["close"] == [f"The tournament is over. The final order: {order}."]


def announced():
    """A name and two deadlines, the second in the place of the first."""
    meeting = Meeting(robin(), "ann", "bob")
    meeting.says("ann", meeting.word("ann", "name", name="Ann <Moreau>"))
    first = {"round": 1, "until": "2099-12-06T22:59:00Z", "zone": "Europe/Berlin", "offset": 60}
    meeting.write("due", kinds.Due(**first, then="remind"))
    meeting.write("due", kinds.Due(**first, then="adjudicate", why="a <short> month"))
    del first["round"]
    meeting.write("entries", kinds.Entries(**first))
    return meeting


def test_a_name_and_a_deadline():
    said = reported(announced())
    assert said["name"] == ["ann wants to be shown as Ann <Moreau>."]
    until = "Deadline of round 1: 6 December 2099, 23:59 (Europe/Berlin, UTC+01:00)."
    assert said["due"] == [
        f"{until} The director reminds the players of open games.",
        f"{until} The director decides games that are open then. The reason: a <short> month",
    ]
    assert said["entries"] == [until.replace("round 1", "entries")]


def played_for():
    """Return a board 1 whose opener has named a substitute, and is back."""
    meeting = substituted()
    who = meeting.now.pair_of(BoardOf(1, 1))[0].handle
    meeting.says(who, back(meeting, who, "ina"))
    return meeting


def test_a_substitute_and_a_return():
    said = reported(meeting := played_for())
    first, second = (one.handle for one in meeting.now.pair_of(BoardOf(1, 1)))
    board = f"Round 1, board 1, {first} - {second}"
    assert said["substitute"] == [f"{board}: hal plays for {first} until 20 December 2099 (UTC)."]
    assert said["back"] == [f"{board}: {first} plays again, as ina."]


def paused():
    """Return a board 1 whose opener asks for a later deadline."""
    meeting = with_pauses()
    who = meeting.now.pair_of(BoardOf(1, 1))[0].handle
    meeting.says(who, pause(meeting, who, "2099-12-20T23:59:59Z"))
    return meeting


def lined_up():
    """The captain of the rooks rests the second player."""
    meeting = in_teams()
    meeting.says("ann", line_up(meeting, "ann", 1, 3))
    return meeting


def test_an_entry_for_a_team_and_its_line_up():
    said = reported(lined_up())
    assert said["enter"][0] == "ann enters for rooks, from round 1 on."
    assert said["lineup"] == ["rooks plays with ann, cas, from round 1 on."]


def test_no_kind_is_left_out(tmp_path):
    made = [entries(), lots(), sealed(), in_turn(), challenged(), changed(), announced()]
    made += [whole(tmp_path), played_for(), paused(), lined_up()]
    assert {kind for meeting in made for kind in reported(meeting)} == {*kinds.KINDS}
