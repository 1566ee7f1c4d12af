"""A rules module that fails costs its own games, and no other: at every call, in every loop."""

from __future__ import annotations

from datetime import date
from email.message import EmailMessage

import pytest

from pbem.audit.verify import verify_many
from pbem.client.exchange.taking import TakeOptions, take
from pbem.client.many.dice_for_all import Keep, keep_all, keep_files
from pbem.client.messages.reading import take_mail
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, new
from pbem.client.session.day_record import keeper
from pbem.client.session.session import sit
from pbem.client.umpire.lateness import late
from pbem.client.views.overview import overview
from pbem.errors import RulesFault
from pbem.games import registry
from pbem.play.fence import GAME
from pbem.table.events.kinds import Clock
from pbem.table.library import Library
from toy.brittle import FAILS, always
from toy.people import Person

REPORTED = "rules of brittle version 1 have a fault, and no player caused it"


@pytest.fixture
def two_games(monkeypatch, ann, bob, tmp_path):
    """Ann owes dice in two games; bob has sent both logs, and ann has not imported them."""
    monkeypatch.setitem(registry.RULES, ("brittle", 1), ("toy.brittle", "BrittleRules"))
    ann.meets(bob)
    bob.meets(ann)
    came = []
    for name in ("brittle", "toy"):
        wanted = Wanted(rules=name, name=name, scenario="weather",
                        seats={"red": "ann", "blue": "bob"})  # fmt: skip
        new(ann.client, ann.identity, wanted)
        log = ann.client.games / f"{name}.pbem"
        taken = take(bob.client, [log], TakeOptions("bob"))[0]
        came.append(bob.client.games / f"{taken.game}.pbem")
        acting.join(sit(bob.client, came[-1], "bob"), bob.identity)
    return ann, came


def failing(monkeypatch, *names):
    for name in names:
        monkeypatch.setitem(FAILS, name, always)


def str_of(names):
    return "-".join(names) if len(names) == 1 else "every-call"


CALLED = ("set_up", "need", "roll", "apply")
"""The functions that any reader of these logs, or the keeper of their dice, has to call."""


@pytest.mark.parametrize("names", [GAME, *((name,) for name in CALLED)], ids=str_of)
def test_a_keeper_answers_in_all_other_games(monkeypatch, two_games, names):
    ann, came = two_games
    failing(monkeypatch, *names)
    ann = Person("ann", ann.folder.parent)
    kept = {one.what: one for one in keep_files(ann.client, lambda _: ann.identity, Keep(), came)}
    assert [one.did for one in kept.values()].count("gave") == 1
    assert kept["toy"].did == "gave"
    assert any(REPORTED in one.why for one in kept.values())
    again = {one.what: one for one in keep_all(ann.client, lambda _: ann.identity, Keep())}
    if set(names) & {"set_up", "need"}:  # what came was not imported, and here nothing is due
        assert "brittle" not in again
    else:
        assert REPORTED in again["brittle"].why
    assert not any(one.events for one in again.values())


@pytest.mark.parametrize("names", [GAME, ("set_up",)], ids=str_of)
def test_every_other_log_is_judged_and_listed(monkeypatch, two_games, names):
    ann, came = two_games
    take(ann.client, came, TakeOptions("ann"))
    failing(monkeypatch, *names)
    ann = Person("ann", ann.folder.parent)
    verdicts = list(verify_many(came, library, processes=1))
    assert [one.ok for one in verdicts] == [False, True]
    assert REPORTED in verdicts[0].unread
    assert verdicts[0].finding is None  # nobody is blamed
    seen = {one.game: one for one in overview(ann.client)}
    assert REPORTED in str(seen["brittle"].wrong)
    assert seen["toy"].active == "Waiting for ann's computer to roll (event 2)."
    taken = take(ann.client, came, TakeOptions("ann"))
    assert sorted(REPORTED in "".join(one.warnings) for one in taken) == [False, True]


def test_mail_with_a_game_that_fails_brings_the_others(monkeypatch, two_games, tmp_path):
    ann, came = two_games
    message = EmailMessage()
    message["From"], message["Subject"] = "bob@example.org", "both"
    orders = "".join(f"#pbem {name} ann\nend\n#end\n" for name in ("brittle", "toy"))
    message.set_content(orders)
    for log in came:
        message.add_attachment(log.read_bytes(), maintype="application", subtype="octet-stream")
    mail = tmp_path / "both.eml"
    mail.write_bytes(bytes(message))
    failing(monkeypatch, *GAME)
    ann = Person("ann", ann.folder.parent)
    posted = take_mail(ann.client, [mail], TakeOptions("ann"))
    reported = {one.game or "brittle": "".join(one.warnings) for one in posted.taken}
    assert {name: REPORTED in why for name, why in reported.items()} == {
        "brittle": True,
        "toy": False,
    }
    assert [one.game for one in posted.taken if one.good] == ["toy"]
    assert REPORTED in next(one.why for one in posted.orders if one.game == "brittle")
    assert REPORTED not in next(one.why for one in posted.orders if one.game == "toy")


def test_an_umpire_rules_on_no_game_that_fails_and_keeps_the_days_of_others(
    monkeypatch, ann, bob, person
):
    monkeypatch.setitem(registry.RULES, ("brittle", 1), ("toy.brittle", "BrittleRules"))
    uma = person("uma")
    for one in (ann, bob, uma):
        one.meets(*[other for other in (ann, bob, uma) if other is not one])
    for name in ("brittle", "toy"):
        seats, clock = {"red": "ann", "blue": "bob"}, Clock(7, 10, 2, None)
        wanted = Wanted(rules=name, name=name, scenario="weather", umpire="uma",
                        seats=seats, clock=clock)  # fmt: skip
        new(ann.client, ann.identity, wanted)
    logs = [ann.client.games / f"{name}.pbem" for name in ("brittle", "toy")]
    taken = take(uma.client, logs, TakeOptions("uma", day=date(2026, 12, 1)))
    assert all(one.good for one in taken)
    taken.sort(key=lambda one: "toy" in one.file)  # first the one that will fail
    failing(monkeypatch, *GAME)
    uma.client.close()
    (uma.folder / "pbem.sqlite").unlink()  # without a kept position each log is replayed
    uma = Person("uma", uma.folder.parent)
    fails, goes = (uma.client.games / f"{one.game}.pbem" for one in taken)
    with pytest.raises(RulesFault, match=REPORTED):
        late(sit(uma.client, fails, "uma"))  # nobody is put out by days
    record = keeper(sit(uma.client, goes, "uma"))
    assert {one.day for one in record.entries} == {date(2026, 12, 1)}


def library():
    return Library(registry.find)


def test_nothing_is_signed_on_a_fault_and_the_same_log_goes_on(monkeypatch, two_games):
    ann, came = two_games
    take(ann.client, came, TakeOptions("ann"))
    log = ann.client.games / "brittle.pbem"
    before = log.read_bytes()
    failing(monkeypatch, "roll")
    with pytest.raises(RulesFault, match="roll failed with ZeroDivisionError"):
        acting.dice(sit(ann.client, log, "ann"), ann.identity)
    assert log.read_bytes() == before
    monkeypatch.delitem(FAILS, "roll")
    acting.dice(sit(ann.client, log, "ann"), ann.identity)
    assert len(log.read_bytes().splitlines()) == len(before.splitlines()) + 1
