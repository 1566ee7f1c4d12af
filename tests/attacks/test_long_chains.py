"""Attacks with thousands of events in one place: none ends a program, or costs its square."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from pbem.audit.copies import compare_copies
from pbem.client.play import acting
from pbem.commands.main import app
from pbem.crypto import canonical, commitment
from pbem.games import registry
from pbem.log.event import compose
from pbem.log.file import read_events, to_bytes
from pbem.log.tree import Tree
from pbem.table.counts import which_counts
from pbem.table.handlers.forks import after_rulings
from pbem.table.library import Library
from pbem.table.table import Table
from toy.branches import HARMLESS, following, orders, out, rulings, side
from toy.cheat import attack
from toy.depot_group import DepotGroup
from toy.group import Group, identity, toy_library
from toy.growth import TIMES, calls_of
from toy.people import Person

MANY = 20_000
PLAN = {"do": "plan", "to": 1}


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def trio(tmp_path):
    """Ann is active; bob and cat play too, uma is the umpire."""
    return Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio", umpire="uma")


def grows_as_it_should(little, much):
    """Eight times as much takes about eight times as many calls, and not sixty-four."""
    few, many = (calls_of(action)[1] for action in (little, much))
    assert many < 1.5 * TIMES * few, (few, many)


@attack(
    "P11",
    "umpire: write 20,000 rulings in a chain, beside an event of a player",
    "decided as for one ruling, at a cost that grows with their number",
)
@pytest.mark.parametrize("puts_out", [False, True])
def test_a_chain_of_rulings_beside_an_event(trio, puts_out):
    event = side(trio, orders("ann"))
    last = [out("ann")] if puts_out else []
    chain = following(trio.events, *rulings(MANY), *last)
    if puts_out:
        # Only what is asked of the chain is looked at here: that its last ruling decides.
        short = following(trio.events, *rulings(3), *last)
        found = which_counts(toy_library(), [event.events, short])
        assert [one.rules for one in found.branch_points] == [(2,)]
        assert [one.id for one in found.events] == [one.id for one in short]
        return

    def judge(count):
        found = which_counts(toy_library(), [event.events, chain[:count]])
        [branch_point] = found.branch_points
        assert branch_point.rules == (3,)
        assert found.events[-1].id == event.events[-1].id

    judge(400)
    grows_as_it_should(lambda: judge(MANY // TIMES), lambda: judge(MANY))


@attack(
    "P3",
    "sign thousands of versions of one event, each in its own copy",
    "the work grows with their number, not with its square",
)
def test_thousands_of_variants_of_one_event(trio):
    variants = [
        following(trio.events, ("ann", "resign", {"note": str(number)})) for number in range(800)
    ]

    def judge(count):
        found = which_counts(toy_library(), variants[:count])
        assert found.open is not None
        assert found.branch_points[0].rules == (4,)

    grows_as_it_should(lambda: judge(len(variants) // TIMES), lambda: judge(len(variants)))


@attack(
    "P3",
    "player and umpire: write an event, and another after each of thousands of rulings "
    "on the event before",
    "one fork is reported, with its proof",
)
def test_an_event_after_each_of_thousands_of_rulings(trio):
    first = following(trio.events, ("ann", "resign", {}))
    chain = following(trio.events, *rulings(4_000))
    place = len(trio.events)

    def forks(count):
        tree = Tree(trio.table.game_id)
        tree.add([*first, *chain[place : place + count]])
        for at in range(place, place + count):
            tree.add(following(chain[: at + 1], ("ann", "resign", {}))[-1:])
        [found] = after_rulings(tree, trio.events[-1].id)
        assert [one.id for one in found.rulings] == [chain[place].id]

    grows_as_it_should(lambda: forks(4_000 // TIMES), lambda: forks(4_000))


@attack(
    "P3",
    "a stranger: put an event in a forker's name, after a ruling, beside the true one",
    "the fork is reported: only valid events count",
)
def test_a_forged_event_hides_no_fork_after_a_ruling(trio):
    true = side(trio, orders("ann")).events
    second = side(trio, ("uma", "ruling", HARMLESS), orders("ann")).events
    logs = {"true": true, "second": second}
    for name, log in (("first", true), ("behind", second)):
        before, event = log[:-1], log[-1]
        some = (following(before, ("ann", "resign", {"note": str(n)}))[-1] for n in range(100_000))
        logs[name] = [*before, unsigned(next(one for one in some if one.id < event.id))]
    paths = []
    for name, events in logs.items():
        paths.append(trio.folder / f"{name}.pbem")
        paths[-1].write_bytes(to_bytes(events))
    [game] = compare_copies(paths, toy_library()).found.games
    [reported] = [one for point in game.branch_points for one in point.following]
    assert (reported.by, reported.event, reported.second) == ("ann", true[-1].id, second[-1].id)


def unsigned(event):
    """The same event under somebody else's signature."""
    again = compose(
        game=event.game, seq=event.seq, prev=event.prev, by=event.by, at=event.at,
        kind=event.kind, data=event.data, seed=identity("eve").sign_seed,
        salt=bytes.fromhex(event.salt),
    )  # fmt: skip
    assert again.id == event.id
    return again


@attack(
    "P11",
    "umpire: mail 400 rulings on an event after which an honest player has written",
    "every command, and an agent's round, goes on in this game and in others",
)
def test_a_chain_of_rulings_ends_no_command(tmp_path):
    ann, bob, uma = people = [Person(handle, tmp_path) for handle in ("ann", "bob", "uma")]
    for one in people:
        one.meets(*[other for other in people if other is not one])
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma")
    uma.takes(ann.sends())
    uma.does(acting.join)
    ann.takes(uma.sends())
    ann.does(acting.join)
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    evil = tmp_path / "evil.pbem"
    evil.write_bytes(to_bytes(following(list(read_events(ann.log)), *rulings(400))))
    ann.orders("end")
    bob.takes(ann.sends())
    honest = bob.count
    said = types(bob, "take", str(evil), "--as", "bob")
    assert "a ruling that does not put its author out cannot undo it" in said
    assert bob.takes(ann.sends()).status == "same"
    types(bob, "games")
    assert "bob" in types(bob, "show")
    bob.orders("end")
    assert bob.count == honest + 1
    types(ann, "take", str(evil), "--as", "ann")
    assert ann.takes(bob.sends()).status == "longer"


def types(person, *words):
    """Run a command at somebody's client, which must succeed; return what it printed."""
    at = {"PBEM_HOME": str(person.folder), "PBEM_DATABASE": ""}
    ran = CliRunner().invoke(app, words, env=at)
    assert ran.exit_code == 0, ran.output
    return " ".join(ran.output.split())


@attack(
    "P7",
    "seal thousands of choices, and open each at the end, against a reader without rules",
    "the work grows with their number, not with its square",
)
def test_thousands_of_sealed_choices(trio):
    def sealed(count):
        """Each is sealed, cat is out, bob resigns, and each is opened: the game is over."""
        events = list(trio.events)
        for number in range(count):
            commit = commitment.commit(
                game=events[0].id,
                handle="ann",
                prev=events[-1].id,
                label=f"l{number}",
                salt="00" * 32,
                value_jcs=canonical.encode(PLAN),
            )
            data = {"label": f"l{number}", "commit": commit}
            events = following(events, ("ann", "seal", data))
        seals = [event.id for event in events[len(trio.events) :]]
        left = [(who, "resign", {}) for who in ("bob", "cat")]
        opened = [
            ("ann", "reveal", {"of": seal, "salt": "00" * 32, "value": PLAN}) for seal in seals
        ]
        return following(events, *left, *opened)

    def read(events):
        table = Table(Library(lambda _name, _version: None), 2)
        for event in events:
            table.take(event)
        assert table.active().why == "The game is over."

    many = 1_600
    few_events, many_events = sealed(many // TIMES), sealed(many)
    grows_as_it_should(lambda: read(few_events), lambda: read(many_events))


@attack(
    "own",
    "make thousands of splits, have an ally leave, and write as many lists after them",
    "each event looks at one pair",
)
def test_thousands_of_hidden_pairs(tmp_path):
    """Without rules nobody says that a game has no such stocks."""
    party = DepotGroup(tmp_path, trio=True)
    party.join_all()
    orders = {"side": "red", "orders": [{"do": "end"}], "state": "0" * 64}

    def split(number):
        names = [f"a{number}", f"b{number}"]
        part = {"stocks": names, "bits": 1, "total": 1, "point": "ab" * 32}
        return {**orders, "proofs": [{"split": {**part, "proofs": ["ab" * 160] * 2}}]}

    def played(count):
        splits = [("ann", "orders", split(number)) for number in range(count)]
        lists = [("ann", "orders", orders)] * count
        return following(party.events, *splits, ("bob", "resign", {}), *lists)

    def read(events):
        table = Table(Library(lambda _name, _version: None), 1)
        for event in events:
            table.take(event)
        assert len(list(table.stocks.hidden())) == (len(events) - len(party.events)) // 2

    few_events, many_events = played(50), played(50 * TIMES)
    grows_as_it_should(lambda: read(few_events), lambda: read(many_events))
