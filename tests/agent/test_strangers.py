"""The most that strangers can make an agent do, read, keep and write (docs/agent.md)."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from email import message_from_bytes
from email.message import EmailMessage, Message
from pathlib import Path

import pytest

from long import times
from pbem.agent import budget
from pbem.agent.budget import Spent
from pbem.agent.reading import letterbox
from pbem.agent.sender.postmark import POSTMARK, postmark
from pbem.client.client import Client
from pbem.client.people import import_card
from pbem.client.play.opening import Wanted, new
from pbem.identity.card import make_card
from pbem.identity.identity import Identity
from toy.group import identity
from toy.people import Person

ANN, BOB, CAT, EVE = (f"{name}@example.org" for name in ("ann", "bob", "cat", "eve"))
LOGS = Path(__file__).parents[2] / "logs"
LARGE = Spent(10**9, 10**12, 10**9, 10**9)


def mail(text: str = "hello", sender: str = EVE, *files: bytes, **headers: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, ANN, "game"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    for number, data in enumerate(files):
        name = f"x{number}.pbem"
        message.add_attachment(data, maintype="application", subtype="x", filename=name)
    return bytes(message)


def until_still(*agents) -> None:
    for one in agents * 3:
        while one.agent.round()[0]:
            pass


def later(office, *agents, minutes: float = 11) -> None:
    office.passes(minutes=minutes)
    until_still(*agents)


def others(office, *, known: tuple[str, ...] = (ANN,)) -> dict[str, int]:
    """How many messages lie in the mailbox of everybody but these."""
    return {
        box.name: len(list(box.glob("new/*")))
        for box in office.folder.iterdir()
        if box.name not in known
    }


def reports(one, words: str) -> int:
    """How many messages to the owner say this, however it is broken into lines."""
    return sum(words in " ".join(text.split()) for text in one.reported)


def kinds(one) -> list[str]:
    return [
        line.partition('"kind":"')[2].partition('"')[0]
        for line in one.person.log.read_text().splitlines()
    ]


class Counted:
    """A mailbox that counts what is fetched from it, by what stands in it."""

    def __init__(self, inner) -> None:
        self.inner, self.fetched = inner, list[bytes]()
        self.wait, self.close = inner.wait, inner.close

    def new(self, since, seen):
        for arrived in self.inner.new(since, seen):
            yield arrived._replace(load=lambda arrived=arrived: self.loads(arrived))

    def loads(self, arrived) -> bytes:
        data = arrived.load()
        self.fetched.append(data)
        return data


def counted(one) -> Counted:
    one.agent._inbox = Counted(one.agent._inbox)
    return one.agent._inbox


def limits(monkeypatch, **most: Spent) -> None:
    """Set some limits, and let all others be without end."""
    for name in ("SIGNED", "ADDRESS", "FRIENDS", "STRANGERS"):
        monkeypatch.setattr(budget, name, most.get(name, LARGE))


# --- whose games are imported --------------------------------------------------------------------


def opened(tmp_path: Path, who: Identity, seats: dict[str, Person], *cards: Path) -> bytes:
    """The log of a game that ``who`` opens at their own client, and joins."""
    folder = tmp_path / f"far-{who.handle}-{len(list(tmp_path.iterdir()))}"
    client = Client(folder, f"sqlite:///{folder / 'pbem.sqlite'}")
    client.identities.mkdir(mode=0o700, parents=True)
    (client.identities / f"{who.handle}.key").touch()
    (client.identities / f"{who.handle}.card").write_bytes(
        make_card(who, f"{who.handle}@example.org")
    )
    for card in cards:
        import_card(client, card)
    new(client, who, Wanted(rules="toy", name="game", seats=seats))
    [log] = client.logs()
    client.close()
    return log.read_bytes()


def another(handle: str) -> Identity:
    """Somebody else of this name."""
    return Identity(handle, bytes([7]) * 32, bytes([8]) * 32, bytes([9]) * 32)


def games(one) -> int:
    return len(one.person.client.logs())


def test_a_strangers_game_is_not_taken_in(both, office, tmp_path):
    ann, bob = both
    log = opened(tmp_path, another("eve"), {"red": "eve", "blue": "ann"}, ann.person.card)
    card = make_card(another("eve"), EVE)
    before = others(office)
    for _ in range(6):
        office.deliver(ANN, mail("play with me", EVE, card, log))
        later(office, ann, bob)
    assert games(ann) == 1
    assert {box: n for box, n in others(office).items() if n != before.get(box)}.keys() <= {
        "ann@home.example"
    }
    assert reports(ann, "you have no card of theirs") == 1


def test_a_game_between_strangers_is_not_taken_in(both, office, tmp_path):
    ann, _bob = both
    mal = Person("mal", tmp_path / "far")
    log = opened(tmp_path, identity("bob"), {"red": "bob", "blue": "mal"}, mal.card)
    mal.client.close()
    office.deliver(ANN, mail("look", BOB, log))
    later(office, ann)
    assert games(ann) == 1
    assert reports(ann, "does not name you")


@pytest.mark.parametrize("who", ["another key", "our name for another"])
def test_a_name_is_not_a_key(both, office, tmp_path, who):
    """Somebody takes the name bob, or bob means another ann."""
    ann, _ = both
    if who == "another key":
        log = opened(tmp_path, another("bob"), {"red": "bob", "blue": "ann"}, ann.person.card)
    else:
        card = tmp_path / "ann.card"
        card.write_bytes(make_card(another("ann"), ANN))
        log = opened(tmp_path, identity("bob"), {"red": "bob", "blue": "ann"}, card)
    office.deliver(ANN, mail("play", BOB, log))
    later(office, ann)
    assert games(ann) == 1


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "comes", [("known", 1, 0), ("ask", 0, 1), ("nobody", 0, 0)], ids=lambda comes: comes[0]
)
def test_a_friends_game_is_taken_in_as_its_owner_set(playing, secretary, office, tmp_path, comes):
    setting, taken, reported = comes
    ann, bob = secretary(playing[0], new=setting), secretary(playing[1])
    until_still(ann, bob)
    log = opened(tmp_path, identity("bob"), {"red": "bob", "blue": "ann"}, ann.person.card)
    office.deliver(ANN, mail("play", EVE, log))  # no matter who brings it
    later(office, ann)
    assert games(ann) == 1 + taken
    assert reports(ann, "your settings refuse new games") == reported


@pytest.mark.parametrize("setting", ["known", "ask", "nobody"])
def test_of_a_strangers_game_its_owner_hears_as_he_set(
    playing, secretary, office, tmp_path, setting
):
    ann = secretary(playing[0], new=setting)
    until_still(ann)
    log = opened(tmp_path, another("eve"), {"red": "eve", "blue": "ann"}, ann.person.card)
    for data in (log, b"".join(log.splitlines(keepends=True)[1:])):
        office.deliver(ANN, mail("play", EVE, data))
    later(office, ann)
    assert (reports(ann, EVE) > 0) is (setting != "nobody")


# --- who is read first, and what it costs --------------------------------------------------------


def test_a_tournaments_log_and_a_word_are_kept_and_no_game(both, office):
    ann, _ = both
    before = games(ann)
    log = next((LOGS / "hostile-tournaments").glob("*.tournament")).read_bytes()
    fields = ("handle", "head", "sig", "sign", "tournament", "what")
    word = b"{%s}" % b",".join(b'"%s":""' % name.encode() for name in fields)
    office.deliver(ANN, mail("round 1", BOB, log, word))
    later(office, ann)
    kept = ann.person.client.agent("ann") / "kept"
    assert sorted(path.suffix for path in kept.iterdir()) == [".tournament", ".word"]
    assert games(ann) == before
    assert reports(ann, "pbem tournament take") == reports(ann, "pbem tournament collect") == 1
    assert reports(ann, "no event") == reports(ann, "finding") == 0


def flood(office, count: int, sender: str = BOB, size: int = 200) -> list[bytes]:
    made = [mail(f"{number} " + "x" * size, sender) for number in range(count)]
    for one in made:
        office.deliver(ANN, one)
    return made


@pytest.mark.few(2)
@pytest.mark.parametrize("sender", [BOB, EVE, ANN, "ann@home.example"])
def test_a_friends_turn_is_read_in_the_round_in_which_it_comes(both, office, monkeypatch, sender):
    limits(monkeypatch, ADDRESS=Spent(20, 10**6, 10**6, 10), FRIENDS=Spent(20, 10**6, 10**6, 10))
    ann, bob = both
    ann.person.orders("end")
    until_still(ann, bob)
    flood(office, 250, sender)
    bob.person.orders("end")
    bob.rounds()
    ann.rounds()
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()


def test_own_dice_and_orders_leave_before_anything_unsigned_is_fetched(both, office, monkeypatch):
    ann, bob = both
    ann.person.orders("end")
    until_still(ann, bob)
    bob.person.orders("draw", "turn-up")
    bob.rounds()
    inbox = counted(ann)
    flood(office, 50)
    fetched: list[int] = []
    office.fail = lambda sender, message: fetched.append(
        sum(b"xxx" in one for one in inbox.fetched)
    )
    ann.rounds()
    assert "dice" in kinds(ann)
    assert fetched
    assert fetched[0] == 0


def test_the_small_are_read_before_the_large_and_nothing_over_the_limit_is_fetched(
    both, office, monkeypatch
):
    limits(monkeypatch, STRANGERS=Spent(100, 30_000, 10**6, 100))
    ann, _ = both
    inbox = counted(ann)
    for number, size in enumerate((9_000, 100, 20_000, 3_000, 40_000, 200)):
        office.deliver(ANN, mail("y" * size, f"eve{number}@elsewhere.example"))
    until_still(ann)
    sizes = [len(one) for one in inbox.fetched]
    assert sizes == sorted(sizes)
    assert len(sizes) == 4
    for _ in range(3):
        until_still(ann)
    assert len(inbox.fetched) == 4
    for _ in range(8):
        later(office, ann, minutes=61)
    assert len(inbox.fetched) == 5  # what is larger than all that is read in an hour never is
    assert reports(ann, "exceeds all that is read") == 1


def test_one_address_takes_nothing_from_another(both, office, monkeypatch):
    limits(monkeypatch, ADDRESS=Spent(3, 10**6, 10**6, 10))
    ann, _ = both
    inbox = counted(ann)
    flood(office, 10, "eve@elsewhere.example")
    flood(office, 2, "fay@elsewhere.example")
    until_still(ann)
    assert sum(b"eve@" in one for one in inbox.fetched) == 3
    assert sum(b"fay@" in one for one in inbox.fetched) == 2


def test_all_addresses_together_have_a_limit_and_strangers_take_nothing_from_friends(
    both, office, monkeypatch
):
    limits(monkeypatch, STRANGERS=Spent(5, 10**6, 10**6, 100), FRIENDS=Spent(7, 10**6, 10**6, 100))
    ann, _ = both
    inbox = counted(ann)
    for number in range(20):
        flood(office, 1, f"eve{number}@elsewhere.example")
        flood(office, 1, (BOB, ANN)[number % 2])
    until_still(ann)
    assert sum(b"elsewhere" in one for one in inbox.fetched) == 5
    assert sum(b"elsewhere" not in one for one in inbox.fetched) == 7


def test_processor_time_has_a_limit(both, office, monkeypatch):
    limits(monkeypatch, STRANGERS=Spent(100, 10**6, 2_500, 100))
    ann, _ = both
    ticks = itertools.count()
    ann.meter = lambda: next(ticks) / 2  # half a second for each look at it
    inbox = counted(ann)
    flood(office, 40, EVE)
    for _ in range(4):
        until_still(ann)
    read = len(inbox.fetched)
    assert 1 <= read <= 6
    later(office, ann, minutes=61)
    assert read < len(inbox.fetched) <= 2 * read


def ticking(one, seconds: float) -> None:
    """Let so much time be spent between any two looks at the meter."""
    ticks = itertools.count()
    one.meter = lambda: next(ticks) * seconds


def test_a_log_that_takes_too_long_to_verify_is_left_until_its_owner_wants_it(
    both, office, tmp_path, monkeypatch
):
    """A friend may send what takes hours: it stops after an event, and what is here stays."""
    ann, _ = both
    log = opened(tmp_path, identity("bob"), {"red": "bob", "blue": "ann"}, ann.person.card)
    office.deliver(ANN, mail("play", BOB, log))
    limits(monkeypatch, ADDRESS=Spent(100, 10**6, 1_500, 100))
    ticking(ann, 1)  # so its second event is beyond the limit
    later(office, ann)
    assert games(ann) == 1
    [row] = ann.agent.database.unread()
    ann.meter = lambda: 0.0
    later(office, ann)
    assert reports(ann, "takes more than 2 seconds of processor time") == 1
    ticking(ann, 1)
    with ann.agent.database.writing() as page:
        page.want(row.box, row.key)
    until_still(ann)
    assert games(ann) == 2
    assert ann.agent.database.unread() == []


@pytest.mark.parametrize("begins", [b'{"body":{"at":"', b"nothing of ours"])
def test_what_is_unpacked_counts(both, office, monkeypatch, begins):
    limits(monkeypatch, STRANGERS=Spent(100, 400_000, 10**6, 100))
    ann, _ = both
    inbox = counted(ann)
    line = begins + b"0" * 40_000 + b"\n"
    for number in range(20):
        office.deliver(ANN, mail(armored(line * 4 + b"%d\n" % number), EVE))
    until_still(ann)
    assert len(inbox.fetched[0]) < 10_000
    assert len(inbox.fetched) <= 3


def armored(data: bytes) -> str:
    from pbem.mail.armor import lines_of

    return "\n".join(["-----BEGIN PBEM-----", *lines_of(data), "-----END PBEM-----"])


def test_the_next_event_of_a_game_is_not_charged(both, office, monkeypatch):
    """A person who sends by hand is only delayed by a forger of their mail."""
    limits(monkeypatch, ADDRESS=Spent(1, 10**6, 10**6, 10))
    ann, bob = both
    ann.person.orders("end")
    until_still(ann)
    bob.person.takes(ann.person.log)
    for orders in ("move 1", "move 1", "end"):
        bob.person.orders(orders)
        office.deliver(ANN, mail("by hand", BOB, bob.person.log.read_bytes()))
        until_still(ann)
        assert ann.person.log.read_bytes() == bob.person.log.read_bytes()


@pytest.mark.long
def test_what_waits_too_long_is_left_reported_once_and_read_when_its_owner_says_so(
    both, office, monkeypatch
):
    limits(monkeypatch, STRANGERS=Spent(0, 10**6, 10**6, 100))
    ann, _ = both
    inbox = counted(ann)
    for name in ("eve", "fay"):
        flood(office, 3, f"{name}@elsewhere.example")
    for _ in range(60):
        later(office, ann, minutes=61)
    assert inbox.fetched == []
    assert reports(ann, "'pbem agent unread'") == 1
    rows = ann.agent.database.unread()
    assert len(rows) == 6
    [first, *_] = [row for row in rows if row.sender.startswith("fay")]
    with ann.agent.database.writing() as page:
        page.want(first.box, first.key)
    until_still(ann)
    assert len(inbox.fetched) == 1
    assert b"fay@" in inbox.fetched[0]
    assert len(ann.agent.database.unread()) == 5


def test_only_so_many_wait(both, office, monkeypatch):
    limits(monkeypatch, STRANGERS=Spent(0, 10**6, 10**6, 100))
    monkeypatch.setattr(letterbox, "WAITING_MOST", 10)
    ann, _ = both
    inbox = counted(ann)
    flood(office, 25, EVE)
    until_still(ann)
    assert len(ann.agent.database.unread()) == 15
    assert inbox.fetched == []


def test_a_strangers_game_is_taken_in_when_its_owner_says_so(both, office, tmp_path):
    ann, _ = both
    log = opened(tmp_path, another("eve"), {"red": "eve", "blue": "ann"}, ann.person.card)
    office.deliver(ANN, mail("play with me", EVE, log))
    later(office, ann)
    [row] = ann.agent.database.unread()
    with ann.agent.database.writing() as page:
        page.want(row.box, row.key)
    until_still(ann)
    assert games(ann) == 2


# --- postmarks ---------------------------------------------------------------------------------


def marked(one, office) -> Message:
    """The newest message with a postmark in somebody's mailbox."""
    return [
        m for m in office.messages(one.address) if m[POSTMARK] and one.address not in str(m["From"])
    ][-1]


def test_every_message_with_events_has_a_postmark_and_no_other(both, office):
    ann, bob = both
    for one, other in ((ann, bob), (bob, ann)):
        one.person.orders("end")
        one.rounds()
        other.rounds()
    found = [m for box in (ANN, BOB) for m in office.messages(box)]
    assert all((m[POSTMARK] is not None) == ("pbem-head" in m.as_string()) for m in found)
    assert sum(m[POSTMARK] is not None for m in found) >= 4


def payers(one) -> list[str]:
    """By whom each message that was read last is paid: a key, or an address."""
    with one.agent.database._database.reading() as connection:
        from sqlmodel import select

        from pbem.agent.memory.rows import SeenRow

        rows = connection.execute(select(SeenRow).order_by(SeenRow.at, SeenRow.key)).all()
    return ["key" if row.signer else row.sender for row in rows if row.messages]


def test_a_postmark_counts_once(both, office):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    signed = marked(bob, office).as_bytes()
    bob.rounds()
    before = payers(bob).count("key")
    office.passes(minutes=1)
    for _ in range(5):
        office.deliver(BOB, signed)
    until_still(bob)
    assert payers(bob).count("key") == before
    assert payers(bob)[-5:] == [ANN] * 5


def test_a_postmark_on_another_message_is_not_used_up_and_believed_no_more_after_three(
    both, office
):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    box = office.box(BOB) / "new"
    own = max(path for path in box.iterdir() if b"From: ann" in path.read_bytes())
    signed = own.read_bytes()
    own.unlink()
    header = " ".join(message_from_bytes(signed)[POSTMARK].split())
    paid = len(payers(bob))
    for number in range(2):
        office.deliver(BOB, mail(f"garbage {number}", ANN, X_Pbem_Postmark=header))
    bob.rounds()
    assert payers(bob)[paid:] == [ANN, ANN]
    office.deliver(BOB, signed)
    bob.rounds()
    assert payers(bob)[-1] == "key"
    assert bob.person.log.read_bytes() == ann.person.log.read_bytes()


@pytest.mark.long
def test_who_floods_by_his_own_key_takes_nothing_from_another(
    person, secretary, office, monkeypatch
):
    limits(monkeypatch)
    people = ann, bob, cat = person("ann"), person("bob"), person("cat")
    for one, other in itertools.permutations(people, 2):
        one.meets(other)
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    agents = [secretary(one, join=True) for one in people]
    until_still(*agents)
    mine = agents[0]
    for number in range(150):
        data = b"%d" % number
        header = postmark(cat.identity, ["ann"], "0" * 64, data, office.now)
        office.deliver(ANN, mail("flood", BOB, data, X_Pbem_Postmark=header))
    while (asked := mine.person.sits().table.active().handle) != "bob":
        next(one for one in people if one.handle == asked).orders("end")
        until_still(*agents)
    bob.orders("end")
    agents[1].rounds()
    mine.rounds()
    assert mine.person.log.read_bytes() == bob.log.read_bytes()


# --- what is written -----------------------------------------------------------------------------


def spoiled(log: Path, number: int = 0) -> bytes:
    """A log whose last event has a signature that is not its author's."""
    lines = log.read_bytes().splitlines(keepends=True)
    start = lines[-1].rindex(b'"sig":"') + 7
    lines[-1] = lines[-1][:start] + b"%08x" % number + lines[-1][start + 8 :]
    return b"".join(lines)


def test_a_finding_in_what_anybody_can_forge_is_reported_to_the_owner_alone(both, office):
    ann, bob = both
    ann.person.orders("end")
    until_still(ann, bob)
    bob.person.orders("end")
    before = others(office)
    for number in range(12):
        office.deliver(ANN, mail("look", BOB, spoiled(bob.person.log, number)))
    later(office, ann)
    assert {box for box, n in others(office).items() if n != before.get(box, 0)} == {
        "ann@home.example"
    }
    assert reports(ann, "sig.bad")


def test_a_finding_in_a_friends_own_mail_is_mailed_once(both, office):
    ann, bob = both
    ann.person.orders("end")
    until_still(ann, bob)
    bob.person.orders("end")
    data = spoiled(bob.person.log, 5)
    game = bob.person.sits().table.game_id
    before = others(office)[BOB]
    for _ in range(3):
        office.passes(minutes=1)
        header = postmark(bob.person.identity, ["ann"], game, data, office.now)
        office.deliver(ANN, mail("look", EVE, data, X_Pbem_Postmark=header))
        until_still(ann)
    assert others(office)[BOB] == before + 1


@pytest.mark.long
@pytest.mark.parametrize("cap", [1, 2])
def test_own_events_leave_outside_any_cap_and_before_all_else(playing, secretary, office, cap):
    ann, bob = secretary(playing[0], most_a_day=cap), secretary(playing[1])
    until_still(ann, bob)
    for _ in range(2):
        for one, other in ((ann, bob), (bob, ann)):
            one.person.orders("end")
            one.rounds()
            other.rounds()
            assert one.person.log.read_bytes() == other.person.log.read_bytes()
            office.passes(minutes=61)


@pytest.mark.long
def test_an_opponent_who_writes_a_thousand_times_is_answered_in_few_messages(
    playing, secretary, office
):
    ann, bob = secretary(playing[0], at_once=3), secretary(playing[1])
    until_still(ann, bob)
    ann.person.orders("end")
    until_still(ann, bob)
    before = others(office)[BOB]
    for _ in range(times(4, of=8)):
        bob.person.orders("draw", "turn-up")
        office.deliver(ANN, mail("dice, please", BOB, bob.person.log.read_bytes()))
        until_still(ann)
        bob.person.takes(ann.person.log)
    written = others(office)[BOB] - before
    assert 1 <= written <= 3
    later(office, ann)
    assert others(office)[BOB] - before == written + 1
    [*_, last] = [m for m in office.messages(BOB) if m[POSTMARK] and "ann@" in m["From"]]
    assert ann.person.log.read_bytes().splitlines()[-1] in last.as_bytes() or last.is_multipart()
    until_still(bob)
    assert bob.person.log.read_bytes() == ann.person.log.read_bytes()


def test_only_so_much_is_reported_of_strangers(both, office, monkeypatch):
    limits(monkeypatch, STRANGERS=Spent(10**6, 10**12, 10**9, 5))
    ann, _ = both
    for number in range(30):
        office.deliver(
            ANN, mail(f"#pbem game ann\nfly {number}\n#end\n", f"e{number}@elsewhere.example")
        )
    later(office, ann)
    reported = {word for text in ann.reported for word in re.findall(r"\bfly \d+", text)}
    assert 1 <= len(reported) <= 5
    assert reports(ann, "More mail came within an hour than is reported here")


def zipped(data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", data)
    return packed.getvalue()


def test_a_strangers_zip_archives_fill_no_quarantine_and_are_no_news(both, office):
    """Nothing in them is known to be of pbem. They stay in the mailbox."""
    ann, _ = both
    for number in range(5):
        office.deliver(ANN, mail("hello", EVE, zipped(b"%d" % number)))
    until_still(ann)
    assert not (ann.person.client.agent("ann") / "quarantine").exists()
    assert "zip archive" not in " ".join(ann.reported)
    assert ann.agent.database.unread() == []


def test_of_a_friend_the_owner_is_reported_that_an_archive_was_not_opened(both, office):
    ann, bob = both
    office.deliver(ANN, mail("hello", BOB, zipped(bob.person.log.read_bytes())))
    until_still(ann)
    said = " ".join(" ".join(ann.reported).split())
    assert "is a zip archive: unpack it" in said
    assert not (ann.person.client.agent("ann") / "quarantine").exists()
