"""The facts that a new judge could not read out of a verdict (docs/court.md, docs/judging.md)."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from msgspec.structs import replace

from court import making
from court.conftest import LOGS
from court.heaps import write
from pbem.court import document, facts
from pbem.court.verdict import Follows, Policy, Statement
from toy.group import signer

LATE = "late-and-agreed"
FORK = "two-histories-undecided"


def mail(log: bytes, day: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "bob@example.org", "uma@example.org"
    message["Received"] = f"from a by b; {day} 10:00:00 +0000"
    message.set_content("here it is")
    message.add_attachment(log, "application", "octet-stream", filename="game.pbem")
    return bytes(message)


def answered(heard) -> dict[str, str]:
    """Return the words on each claim, after its answer in capitals."""
    case = heard.case
    reported = [line.text for one in case.claims for line in document.claim_lines(case, one)]
    return {one.partition(":")[0]: one for one in reported}


def test_a_word_is_never_proved(heap, hearing):
    said = answered(hearing(write(making.files(LATE), heap)))
    assert "PROVED" not in said
    assert "A word is no proof." in said["BY THE UMPIRE'S WORD"]
    no_mail = "No mail with the event that started the clock was handed in"
    assert no_mail in said["BY THE UMPIRE'S WORD"]


@pytest.mark.parametrize(
    ("day", "reported"),
    [("Tue, 03 Mar 2026", "the same day"), ("Sun, 01 Mar 2026", "2 days apart")],
)
def test_what_mails_say_stands_beside_the_word(heap, hearing, day, reported):
    files = making.files(LATE)
    write({**files, "turn.eml": mail(files["uma.pbem"], day)}, heap)
    said = answered(hearing(heap))["BY THE UMPIRE'S WORD"]
    assert "arrived on 2026-03-03. The headers of " in said
    assert said.endswith(f"(UTC): {reported}.")


@pytest.mark.parametrize("day", ["2026-02-30", "0000-01-01", "2025-02-29"])
def test_a_day_that_is_in_no_calendar_stops_no_claim(heap, hearing, day):
    """A ruling is valid with any digits there; another one of the same game is judged."""
    with making.workshop(f"no calendar {day}") as folder:
        with making.today("2026-03-03"):
            group = making.begun(folder, clock=making.WEEK)
        late = {"owed": "orders", "event": group.events[3].id, "day": "2026-03-03",
                "on": "2026-03-20", "used": 17, "absent": 0, "allowed": 7, "granted": 0,
                "bank": 0, "grace": 2, "turn": None}  # fmt: skip
        with making.today("2026-03-20"):
            replaced = {"as": "replace", "handle": "dan", "sign": signer("dan").sign}
            making.rule(group, out="ann", **replaced, late=late)
            group.join_all()
        with making.today("2026-04-20"):
            again = {**late, "event": group.events[5].id, "day": day, "on": "2026-04-20"}
            making.rule(group, out="dan", **{"as": "forfeit"}, late=again)
        log = making.log(group)
        dated = ("2026-03-01", "2026-03-02", "2026-03-02", "2026-03-03")
        files = {"uma.pbem": log, "uma.days": making.days(group, *dated),
                 "bob.claim": making.claim("late", "bob"),
                 "turn.eml": mail(log, "Tue, 03 Mar 2026")}  # fmt: skip
    write(files, heap)
    said = answered(hearing(heap))["BY THE UMPIRE'S WORD"]
    assert f"arrived on {day}, which no calendar has." in said
    assert "The umpire says that event 3 arrived on 2026-03-03. The headers of " in said


def test_a_claim_that_fits_several_games_was_not_examined(heap, hearing):
    write(making.files(FORK), heap)
    (heap / "other.pbem").write_bytes((LOGS / "saipan" / "historical.pbem").read_bytes())
    case = hearing(heap).case
    assert {one.answer for one in case.claims} == {"not examined"}
    games = [game.game[:16] for game in case.games]
    for one in case.claims:
        assert all(game in one.why for game in games)
        assert one.rests_on == ()


def test_a_confirmation_of_another_game_is_named(heap, hearing):
    head = next(data for name, data in making.files("cut-short-with-head").items() if
                name.endswith(".head"))  # fmt: skip
    write({**making.files(FORK), "ann.head": head}, heap)
    [why] = hearing(heap).case.unread
    assert "it confirms event 6 of game 103c83196348bf06..., of which no log" in why


def over(case, umpire: str | None, winner: str):
    """The same case with an end: the game is won."""
    [game] = case.games
    end = Statement(
        number=90,
        fact=facts.Outcome(game=game.game, words="red wins", winner=winner, waits=""),
        says="red wins",
        weight="proved",
        exhibits=(),
    )
    reported = [
        replace(one, fact=replace(one.fact, umpire=umpire))
        if isinstance(one.fact, facts.Opening)
        else one
        for one in game.statements
    ]
    return replace(case, games=(replace(game, statements=(*reported, end)),))


def whether(case) -> list[str]:
    lines = next(iter(document.outline(case))).lines
    return [line.text for line in lines if line.text.startswith("Does this fork")]


def test_whether_a_fork_costs_the_win_is_one_sentence(heap, hearing):
    case = hearing(write(making.files(FORK), heap)).case
    assert whether(case) == []  # nothing is won yet
    [reported] = whether(over(case, None, "ann"))
    assert "cost ann the win? By the protocol (sections 7.2 and 8), not by itself" in reported
    assert "The result stands, because the game has no umpire" in reported
    assert reported.endswith("By the club's policy: no policy about forks was handed in.")
    [reported] = whether(over(case, "uma", "ann"))
    assert "unless uma, the umpire, rules on the fork before the ruling that closes" in reported
    assert whether(over(case, None, "bob")) == []  # who won has signed no fork


def test_the_policy_of_the_club_stands_in_the_same_sentence(heap, hearing):
    case = over(hearing(write(making.files(FORK), heap)).case, None, "ann")
    fork = next(one for one in case.statements() if isinstance(one.fact, facts.Forked))
    follows = Follows(says="Who forks loses.", statement=fork.number, claim=None)
    policy = Policy(name="Spring", exhibit=case.exhibits[0].digest, follows=(follows,))
    [reported] = whether(replace(case, policies=(policy,)))
    assert reported.endswith('By the club\'s policy: "Spring" says: "Who forks loses.".')
