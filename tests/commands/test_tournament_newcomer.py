"""The words of a director or a player who never saw it before, and the answers."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile

import pytest

from commands.conftest import Home
from pbem.client.session.bound import Paired
from pbem.client.storage import tournaments
from pbem.director.player.saying import composed, write_word
from pbem.tournament.events.words import sign_word
from pbem.tournament.history import BoardOf
from toy.group import identity, signer

PLAN = "name: Club Cup\nformat: swiss\nrounds: 3\ngame: saipan\n"
NAMES = ("ann", "bob", "cas")


class Club:
    """dora directs a Swiss of three, in which cas has entered the last."""

    def __init__(self, home, folder: Path) -> None:
        self.folder = folder
        self.dora = home("dora")
        self.players = {name: home(name) for name in NAMES}
        (folder / "cup.yaml").write_text(PLAN)
        self.dora("tournament", "found", str(folder / "cup.yaml"))
        self.inbox = folder / "inbox"
        self.inbox.mkdir()
        for name in NAMES:
            self.says(name, "enter")
        self.collects()

    @property
    def log(self) -> str:
        return str(self.dora.folder / "tournaments" / "cup.tournament")

    def takes(self, name):
        self.players[name]("tournament", "take", self.log)
        return self.players[name]

    def says(self, name, what, *words):
        self.takes(name)("tournament", what, *words, "--to", str(self.inbox))
        return self.inbox / f"cup-{name}-{what}.word"

    def collects(self, *files):
        result = self.dora.run("tournament", "collect", *map(str, files or [self.inbox]))
        assert result.err == ""
        return result.out

    def directs(self, *words):
        return self.dora("tournament", *words)

    def pair(self, number=1):
        """Give who is at the first board of a round."""
        reported = self.directs("show", "--round", str(number))
        line = next(line for line in reported.splitlines() if line.startswith("    1  "))
        first, second = re.findall(r"(\w+) \(", line.partition(":")[0])
        return first, second

    def begins(self):
        """Pair a round, and have the two at its first board begin their game; give both."""
        self.directs("pair")
        first, second = (self.takes(name) for name in self.pair())
        first("tournament", "open")
        second("take", first.sends())
        second("join")
        first("take", second.sends())
        return first, second

    def points(self):
        """Give the points of everybody, as the standings have them."""
        rows = self.directs("show").partition("rank  player")[2].splitlines()[1:]
        return {row.split()[1]: int(2 * float(row.split()[2])) for row in rows}


@pytest.fixture
def club(home, tmp_path):
    return Club(home, tmp_path)


# --- after the end --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["out", "ann", "--why", "late"],
        ["dismiss", "1", "ann", "--why", "late", "--round", "1"],
        ["rule", "1", "draw", "--why", "late", "--round", "1"],
        ["close"],
    ],
)
def test_what_comes_after_the_end_is_reported_as_that(club, words):
    club.directs("pair")
    for number in (1, 2, 3):
        club.directs("rule", "1", "none", "--forfeit", "--why", "no answer")
        if number < 3:
            club.directs("pair")
    club.directs("close")
    reported = club.dora.fails("tournament", *words)
    assert reported.startswith("pbem: Club Cup is over: event ")
    assert "closed it" in reported
    assert "after the end" not in reported


# --- who can be named -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["draw", "none", "log"])
def test_nobody_enters_by_a_name_that_a_ruling_has_for_how_a_board_ended(club, home, name):
    """Else 'rule 1 draw' could say of no board that they have won it."""
    one = home(name)
    one("tournament", "take", club.log)
    reported = one.fails("tournament", "enter", "--to", str(club.inbox))
    assert reported.startswith(f"pbem: nothing was signed: nobody can enter as {name}, because ")
    assert "Make another name with 'pbem identity new NAME'" in reported
    assert not list(club.inbox.glob(f"*{name}*"))


def test_an_entry_by_such_a_name_that_came_all_the_same_is_refused(club, tmp_path):
    events = Path(club.log).read_bytes()
    fold = tournaments.read(Path(club.log))
    made = sign_word(composed(fold, signer("draw"), "enter"), identity("draw").sign_seed)
    file = write_word(made, "cup", tmp_path)
    reported = club.collects(file)
    assert reported.startswith(
        f"refused {file}: draw enters. NOT accepted: nobody can enter as draw"
    )
    assert Path(club.log).read_bytes() == events


def test_a_tournament_that_was_founded_twice_is_reported_as_that(club):
    before = Path(club.log).read_bytes()
    reported = club.dora.fails("tournament", "found", str(club.folder / "cup.yaml"))
    assert reported.startswith("pbem: you have a tournament called cup already: ")
    assert "Nothing was founded" in reported
    assert "Give this one another name with --name NAME" in reported
    assert Path(club.log).read_bytes() == before
    club.directs("found", str(club.folder / "cup.yaml"), "--name", "second")
    assert (club.dora.folder / "tournaments" / "second.tournament").exists()


# --- what was collected ---------------------------------------------------------------------------

OTHERS = {
    "plan.yaml": (PLAN, "is a plan"),
    "note.txt": (
        "See you in May\n",
        "was skipped: it is neither a signed request, a card, the log of a game nor",
    ),
    "note.pbem": (
        "See you in May\n",
        "was skipped: it is neither a signed request, a card, the log of a game nor",
    ),
    "empty.pbem": ("", "is empty"),
    "torn.word": ('{"handle":"ann","he', "is damaged, or not a player's signed request"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_not_to_be_collected_is_said_in_one_sentence(club, name):
    data, what = OTHERS[name]
    file = club.folder / name
    file.write_text(data)
    (reported, *_) = club.collects(file).splitlines()
    assert reported.startswith(f"refused {file} {what}")
    assert reported.count(str(file)) == 1
    for words in ("log.bad", "Correct that", "JSON", "Line 1", "canonical"):
        assert words not in reported


def test_what_is_not_there_is_said(club):
    assert f"refused {club.folder / 'gone.word'} does not exist" in club.collects(
        club.folder / "gone.word"
    )


def test_the_tournaments_own_log_is_known_without_a_word(club):
    assert club.collects(club.log) == ""


def test_a_card_and_a_word_are_known_by_what_is_in_them(club):
    word = copyfile(club.inbox / "cup-ann-enter.word", club.folder / "attachment.bin")
    card = copyfile(club.inbox / "ann.card", club.folder / "attachment.pbem")
    assert club.collects(word, card).count("known ") == 2


def test_a_refused_log_says_its_fault_once(club):
    ann = club.players["ann"]
    ann("card", "import", str(club.inbox / "bob.card"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    game = ann.sends()
    (reported, *_) = club.collects(game).splitlines()
    assert reported.count(game) == 1
    assert reported.endswith("(log.unbound).")


def test_what_players_say_is_reported_as_a_sentence(club):
    reported = club.collects()
    assert "ann enters: the log has it already." in reported
    word = club.says("ann", "withdraw")
    assert f"taken   {word}: ann withdraws: event " in club.collects(word)
    assert "withdraw of ann" not in club.collects(word)


def test_a_word_that_cannot_count_says_why_and_not_what_event_it_would_be(club):
    word = club.says("ann", "withdraw")
    first = word.read_bytes()
    club.collects(word)
    back = club.says("ann", "return")
    club.collects(back)
    again = club.folder / "old.word"
    again.write_bytes(first.replace(b'"from":1', b'"from":2'))
    reported = club.collects(again)
    assert "ann did not sign it: it is invented, or was changed on the way (word.sign)." in reported
    assert " in event " not in reported


# --- who is gone ----------------------------------------------------------------------------------


def test_who_has_withdrawn_is_reported(club):
    club.directs("pair")
    club.collects(club.says("cas", "withdraw"))
    assert "cas has withdrawn, from round 2 on." in club.directs("show")
    club.directs("publish", str(club.folder / "pages"))
    page = (club.folder / "pages" / "index.html").read_text()
    assert "cas has withdrawn, from round 2 on." in page
    club.directs("export", "--form", "report", "--to", str(club.folder))
    report = (club.folder / "cup.txt").read_text()
    assert "Withdrawn: cas (from round 2 on)\n" in report
    assert "Player starts" not in report
    assert "Log: " not in report
    assert "Tournament: " in report
    club.collects(club.says("cas", "return"))
    assert "withdrawn" not in club.directs("show")
    reported = club.dora.fails("tournament", "out", "bop", "--why", "so")
    assert "bop has not entered; did you mean bob?" in reported


# --- appeals --------------------------------------------------------------------------------------


def test_an_appeal_of_who_is_not_at_the_board_is_asked_about(club):
    club.directs("pair")
    pair = club.pair()
    other = next(name for name in NAMES if name not in pair)
    club.directs("rule", "1", "none", "--forfeit", "--why", "no answer")
    appeal = ["tournament", "dismiss", "1", other, "--why", "no"]
    before = Path(club.log).read_bytes()
    result = club.dora.run(*appeal, stdin="n\n")
    assert f"{other} does not play at round 1, board 1" in result.out
    assert f"Has {other} appealed against it all the same?" in result.out
    assert result.code == 1
    assert "nobody answered the question" in club.dora.fails(*appeal)
    assert Path(club.log).read_bytes() == before
    assert f"Dismissed the appeal of {other}." in club.dora(*appeal, "--yes")
    assert f"Dismissed the appeal of {pair[0]}." in club.dora(
        "tournament", "dismiss", "1", pair[0], "--why", "no"
    )


# --- words that can count for nothing -------------------------------------------------------------


LOCKED = {"PBEM_PASSPHRASE": "wrong"}
"""With this nothing can be signed."""


def refuses(club, name, *words):
    """Have somebody say what cannot count; return what the answer is."""
    player = club.takes(name)
    folder = player.folder / "words"
    kept = sorted(str(path) for path in folder.rglob("*")) if folder.exists() else []
    reported = player.fails("tournament", *words, "--to", str(club.folder), **LOCKED)
    assert reported.startswith("pbem: nothing was signed. ")
    assert "pbem tournament take FILE" in reported or "write to dora" in reported
    assert not list(club.folder.glob("*.word"))
    after = sorted(str(path) for path in folder.rglob("*")) if folder.exists() else []
    assert after == kept
    return reported


def test_who_has_entered_enters_no_second_time(club):
    assert "ann has entered already, as number 1" in refuses(club, "ann", "enter")


def test_an_entry_that_has_no_answer_yet_is_written_again_as_it_was(club, home):
    dan = home("dan")
    dan("tournament", "take", club.log)
    dan("tournament", "enter", "--to", str(club.folder))
    first = (club.folder / "cup-dan-enter.word").read_bytes()
    reported = dan("tournament", "enter", "--to", str(club.folder), **LOCKED)
    assert "again, as you signed it before" in reported
    assert (club.folder / "cup-dan-enter.word").read_bytes() == first
    other = dan.fails("tournament", "enter", "--rating", "1500", "--to", str(club.folder))
    assert "You signed another entry already" in other
    assert "dan enters" in club.collects(club.folder / "cup-dan-enter.word")


def test_nobody_withdraws_or_returns_twice(club):
    assert "ann has not withdrawn" in refuses(club, "ann", "return")
    club.collects(club.says("ann", "withdraw"))
    assert "ann has withdrawn already, from round 1 on" in refuses(club, "ann", "withdraw")
    club.collects(club.says("ann", "return"))
    club.collects(club.says("ann", "withdraw"))
    assert "ann has withdrawn" in club.directs("show")


def test_who_has_not_entered_has_nothing_to_withdraw(club, home):
    club.players["dan"] = home("dan")
    assert "dan has not entered" in refuses(club, "dan", "withdraw")


def test_a_swiss_has_no_challenges_bids_or_byes_on_request(club):
    assert "only ladders and rating lists have challenges" in refuses(
        club, "ann", "challenge", "bob"
    )
    assert "this tournament has no byes on request" in refuses(club, "ann", "bye", "2")
    reported = club.players["ann"].fails("tournament", "bid", "us", "--board", "1")
    assert "Club Cup has no bids" in reported


def test_lots_are_kept_before_the_entries_are_closed(club):
    assert "its entries are not closed yet" in club.players["ann"].fails("tournament", "lot")
    club.directs("pair")
    ann = club.takes("ann")
    reported = ann.fails("tournament", "keep", "--to", str(club.folder))
    assert "lot keepers must volunteer before that" in reported
    assert not list(club.folder.glob("*.word"))
    assert "all lots are given" in ann.fails("tournament", "lot")


def test_what_no_round_is_left_for_is_not_signed(club):
    for number in (1, 2, 3):
        club.directs("pair", "--round", str(number))
        if number < 3:
            club.directs("rule", "1", "none", "--forfeit", "--why", "no answer")
    club.directs("rule", "1", "none", "--forfeit", "--why", "no answer")
    reported = refuses(club, "ann", "withdraw")
    assert "all 3 rounds are paired" in reported
    assert "dora, who rules" in reported
    club.directs("close")
    for words in (["withdraw"], ["return"], ["enter"], ["challenge", "bob"], ["bye", "1"]):
        assert "the tournament is over" in refuses(club, "ann", *words)


# --- one board, one name --------------------------------------------------------------------------


def test_a_board_has_one_name_at_every_client_and_its_end_goes_to_the_director(club):
    club.directs("pair")
    first, second = (club.takes(name) for name in club.pair())
    first("tournament", "open")
    reported = second("take", first.sends())
    assert "(cup-r1b1)" in reported
    assert "no card of" not in reported
    assert "cup-r1b1" in second("join")
    first("take", second.sends())
    ended = first("resign", "--yes")
    mails = (
        "The game is round 1, board 1 of Club Cup. Mail the whole log to dora, its director, too "
        "(pbem send cup-r1b1)."
    )
    assert mails in ended
    wrote = first("mail", "write", "--to", str(club.folder))
    assert mails in wrote
    sent = first("send", "--to", str(club.folder))
    file = first.sends()
    assert f"Mail {club.folder}/cup-r1b1_00" in sent
    assert " to dora, its director, too." in sent
    part = first("send", "--since", "1", "--to", str(club.folder))
    assert mails in part
    assert mails in second("take", file)
    assert "enter the result of round 1, board 1 with" in club.dora("take", file)
    assert {path.name for home in (first, second, club.dora) for path in home.folder.glob(
        "games/*.pbem")} == {"cup-r1b1.pbem"}  # fmt: skip
    club.directs("collect")
    first("tournament", "take", club.log)
    assert mails not in first("take", file)


def test_a_long_name_of_a_tournament_leaves_room_for_the_board():
    log = Path("the-spring-cup-of-the-whole-club.tournament")
    name = Paired(log, None, BoardOf(10, 12)).game_name
    assert len(name) <= 32
    assert name.startswith("the-spring-cup-of-the-")
    assert name.endswith("-r10b12")


def test_a_friendly_still_has_its_own_name_and_note(club):
    ann, bob = club.players["ann"], club.players["bob"]
    ann("card", "import", str(club.inbox / "bob.card"))
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    reported = bob("take", ann.sends())
    assert "(saipan-ann-bob)" in reported
    assert "You have no card of ann, so nobody can say who that is" in reported


# --- addresses ------------------------------------------------------------------------------------


def test_who_has_no_address_among_others_who_have_is_named_in_one_line(club):
    newcomers = {name: Home(club.folder / name) for name in ("eve", "fay")}
    for name, one in newcomers.items():
        one("identity", "new", name)
        one("tournament", "take", club.log)
        reported = one("tournament", "enter", "--to", str(club.inbox))
        assert "Your card has no address. In one room you need none." in reported
        assert "'pbem identity email ADDRESS'" in reported
    reported = club.collects()
    assert "the card of eve, without an address" in reported
    assert reported.count("ADDRESS'") == 1
    assert "NO ADDRESS on the cards of eve and fay: " in reported
    lacks = club.dora.fails("tournament", "mail", "--to", str(club.folder))
    assert lacks.count("NOT reached") == 1
    assert "NOT reached: eve and fay, whose cards have no address." in lacks
    assert "not here" not in lacks
    for name, one in newcomers.items():
        one("identity", "email", f"{name}@example.org")
        one("card", "export", "--to", str(club.folder))
        assert f"{name}@example.org" in club.collects(club.folder / f"{name}.card")
    assert "NOT reached" not in club.directs("mail", "--to", str(club.folder))


def test_where_nobody_has_an_address_nothing_is_said_of_it_before_mail_is_written(club):
    for card in (club.dora.folder / "cards").glob("*.card"):
        card.unlink()
    eve = Home(club.folder / "eve")
    eve("identity", "new", "eve")
    eve("tournament", "take", club.log)
    eve("tournament", "enter", "--to", str(club.inbox))
    for card in club.inbox.glob("*.card"):
        if card.stem != "eve":
            card.unlink()
    assert "ADDRESS" not in club.collects()
    lacks = club.dora.fails("tournament", "mail", "--to", str(club.folder))
    assert "In one room, hand out the log of the tournament instead." in lacks
    assert lacks.count("NOT reached") == 2  # without an address, and without a card


def test_who_has_no_card_here_is_not_said_to_have_one_without_address(club):
    (club.dora.folder / "cards" / "ann.card").unlink()
    reported = club.dora.fails("tournament", "mail", "--to", str(club.folder))
    assert "NOT reached: ann, whose card is not here." in reported


def test_a_director_without_an_address_is_reported_when_he_founds(tmp_path):
    kim = Home(tmp_path / "kim")
    kim("identity", "new", "kim")
    (tmp_path / "cup.yaml").write_text(PLAN)
    assert "For mail, set it with 'pbem identity email ADDRESS'." in kim(
        "tournament", "found", str(tmp_path / "cup.yaml")
    )


# --- a ruling against a log -----------------------------------------------------------------------


@pytest.fixture
def ended(club):
    """A game has ended at the first board: the second of the pair has won. Return all, and it."""
    first, second = club.begins()
    first("resign", "--yes")
    return club, first.folder.name, second.folder.name, first.sends()


def test_a_ruling_against_a_log_is_asked_about_and_taken_back(ended):
    club, loser, winner, game = ended
    assert f"{winner} wins" in club.collects(game)
    before = Path(club.log).read_bytes()
    rule = ["tournament", "rule", "1", loser, "--why", "typed the wrong name"]
    asked = club.dora.run(*rule, stdin="n\n")
    assert f"{loser} - {winner}, has the result: {winner} wins." in asked.out
    assert f"The log of its game proves: {winner} wins. You rule: {loser} wins." in asked.out
    assert "'pbem tournament rule 1 log --round 1' takes it back" in asked.out
    assert asked.code == 1
    assert "nobody answered the question" in club.dora.fails(*rule)
    assert Path(club.log).read_bytes() == before
    reported = club.dora(*rule, stdin="y\n")
    ruled = f"{loser} wins (ruled: typed the wrong name; by its game's log {winner} wins)"
    assert ruled in reported
    assert "By the director's word: round 1, board 1" in club.directs("verify", "cup", game)
    back = ["tournament", "rule", "1", "log", "--round", "1", "--why", "it was a slip"]
    reported = club.dora(*back)
    assert "The log of its game decides round 1, board 1" in reported
    assert f"again: {winner} wins" in reported
    assert "ruled" not in club.directs("show")
    said = club.directs("verify", "cup", game)
    assert "By the director's word" not in said
    assert "1 result computed again" in said
    assert "already has this result, by the log of its game" in club.dora.fails(*back)
    same = ["tournament", "rule", "1", winner, "--why", "so"]
    assert "already has this result, by the log of its game" in club.dora.fails(*same, "--yes")
    assert "Leave out --forfeit" in club.dora.fails(*back, "--forfeit")


def test_a_log_that_comes_after_a_ruling_waits_beneath_it(ended):
    club, loser, winner, game = ended
    back = ["tournament", "rule", "1", "log", "--why", "it came after all"]
    assert "the tournament has no game log with a result" in club.dora.fails(*back)
    club.directs("rule", "1", loser, "--forfeit", "--why", "no answer")
    assert "the tournament has no game log with a result" in club.dora.fails(*back)
    reported = club.collects(game)
    assert f"{winner} wins, as its log proves. Your ruling still counts" in reported
    assert "'pbem tournament rule 1 log --round 1 --why ...'" in reported
    assert f"by its game's log {winner} wins" in club.directs("show")
    assert "decided already" in club.collects(game)
    assert club.points()[loser] == 2
    club.dora(*back)
    assert (club.points()[winner], club.points()[loser]) == (2, 0)
    assert "Everything follows" in club.directs("verify", "cup", game)


def test_who_is_not_at_the_board_cannot_have_won_it(ended):
    club, *_ = ended
    reported = club.dora.fails("tournament", "rule", "1", "zoe", "--why", "so")
    assert "draw, none, or log" in reported


# --- a folder with everything in it ---------------------------------------------------------------


def test_what_lies_in_the_folder_and_is_nothing_to_collect_is_reported(club):
    (club.inbox / "plan.yaml").write_text(PLAN)
    (club.inbox / "note.txt").write_text("See you in May\n")
    copyfile(club.log, club.inbox / "cup.tournament")
    result = club.dora.run("tournament", "collect", str(club.inbox))
    assert result.code == 0
    assert f"passed  {club.inbox / 'plan.yaml'} is a plan" in result.out
    assert f"passed  {club.inbox / 'note.txt'} was skipped: it is neither" in result.out
    assert f"{club.inbox / 'cup.tournament'} is" not in result.out  # their own, for the players


def test_what_is_new_does_not_drown_in_what_is_known(club, home):
    dan = home("dan")
    dan("tournament", "take", club.log)
    dan("tournament", "enter", "--to", str(club.inbox))
    assert club.collects().count("known ") == 6
    reported = club.collects()
    assert "known   8 files: nothing new in them." in reported
    assert reported.count("known ") == 1
    found = club.dora.run("tournament", "collect", str(club.inbox), "--json").json
    assert len(found) == 8


def test_a_plan_that_is_not_there(club):
    reported = club.dora.fails("tournament", "found", str(club.folder / "cop.yaml"))
    assert "there is no file" in reported
    assert "did you mean cup.yaml?" in reported


def test_a_card_by_another_name_in_the_folder_is_reported(club):
    copyfile(club.inbox / "ann.card", club.inbox / "ann.txt")
    assert "ann.txt is a card with another file ending. Name this file itself" in club.collects()


# --- a competition by score under a club's umpire -------------------------------------------------

SOLO = "name: Alone\nformat: score\nrounds: 1\ngame: manila\numpire: uma\ndice: umpire\n"


def test_an_umpire_and_a_player_alone_are_reported_what_comes_next(home, tmp_path):
    """Until the umpire has confirmed it a result is of no use to the director."""
    dora, uma, ann, bob = (home(name) for name in ("dora", "uma", "ann", "bob"))
    dora("card", "import", uma("card", "export", "--to", str(tmp_path)).splitlines()[0])
    plan = tmp_path / "solo.yaml"
    plan.write_text(SOLO + "ties: [buchholz]\n")
    reported = dora.fails("tournament", "found", str(plan))
    assert "by score, the only tie-breaks are progressive, wins. Delete the line 'ties'" in reported
    plan.write_text(SOLO)
    dora("tournament", "found", str(plan))
    log = str(dora.folder / "tournaments" / "solo.tournament")
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    for one in (ann, bob):
        one("tournament", "take", log)
        one("tournament", "enter", "--to", str(inbox))
    dora("tournament", "collect", str(inbox))
    assert "Each takes it, and opens a game." in dora("tournament", "pair")
    for one in (ann, uma):
        one("tournament", "take", log)
    ann("tournament", "open")
    game = Path(ann("games").split(":")[0].strip()).name
    reported = uma("dice", "--all", "--join", ann.sends())
    assert f"{game}: joined in event 1. Mail " in reported
    assert "no card of ann" not in reported
    ann("take", uma.sends())
    ann("join")
    uma("take", ann.sends())
    uma("dice")
    ann("take", uma.sends())
    ended = ann("resign", "--yes")
    counts = "of Alone. Its result counts when "
    assert f"{counts}uma confirms it. Then the whole log goes to dora, the director." in ended
    sent = ann.sends()
    waits = dora.run("tournament", "collect", sent).out.splitlines()[0]
    assert waits.startswith(f"waits   {sent}, round 1, board ")
    assert f"{counts}you confirm it (pbem rule {game} --result)" in uma("take", sent)
    assert "Mail the whole log to dora, its director, too" in uma("rule", game, "--result", "--yes")
    assert dora("tournament", "collect", uma.sends()).startswith("taken ")
