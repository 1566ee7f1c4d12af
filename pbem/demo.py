"""Plays a whole game between two strangers, in two folders of one computer.

All happens as between two computers. Each player has a home with keys, log, record and database.
One player sends a file; the other imports it, which verifies it. Computer players choose the
orders, and each one's computer rolls for the other's orders.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from pbem.audit import report
from pbem.audit.verdict import Verdict
from pbem.audit.verify import verify
from pbem.client import people
from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, take
from pbem.client.messages.sending import send
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, new
from pbem.client.session.drafts import draft
from pbem.client.session.next_step import deed
from pbem.client.session.session import Session, sit
from pbem.client.storage.find import find_log
from pbem.errors import FormError, PbemError
from pbem.games import registry
from pbem.identity.card import read_card
from pbem.identity.identity import Identity
from pbem.kit.contract import RawOrder
from pbem.kit.wording import span
from pbem.play import fence
from pbem.play.play import Play
from pbem.table.library import Library

PASSPHRASE = "only a demonstration"  # noqa: S105 - it protects nothing
GAME = "demo"
FIRST_GAME = "lantern"
"""The rules of the game that a newcomer sees first."""
MAILS_MAX = 2000


class Mail(msgspec.Struct, frozen=True):
    """A file that one player sent to another.

    - ``first``, ``last``: the numbers of its first and last event;
    - ``turn``: the turn of the game, 0 before it starts;
    - ``then``: what the game waits for after it.
    """

    number: int
    by: str
    to: str
    file: Path
    first: int
    last: int
    size: int
    turn: int
    then: str


class Person(msgspec.Struct):
    """A player of the demonstration.

    - ``client``: the client, with its home;
    - ``asked``: questions for which the player leaves no standing order;
    - ``standing_given``: the sides for which the player gave standing orders.
    """

    client: Client
    identity: Identity
    asked: tuple[str, ...] = ()
    standing_given: tuple[str, ...] = ()

    @property
    def handle(self) -> str:
        """The handle of the player."""
        return self.identity.handle


class Game(msgspec.Struct, frozen=True):
    """A finished game: each player's log (the same bytes), the cards, mails and the result."""

    logs: tuple[Path, ...]
    cards: tuple[Path, ...]
    mails: tuple[Mail, ...]
    result: str

    @property
    def log(self) -> Path:
        """The log of the first player."""
        return self.logs[0]


def play_game(
    folder: Path,
    *,
    scenario: str,
    seed: int = 0,
    rules: str = FIRST_GAME,
    handles: tuple[str, ...] = ("alice", "bob"),
    asked: Collection[str] = (),
    options: Mapping[str, str] | None = None,
    report: Callable[[Mail], None] = lambda _mail: None,
) -> Game:
    """Play a game to its end. The logs in ``logs/`` were made by this function.

    The keys are new each time, so the dice are too.

    Args:
        folder: The folder for the homes and mails.
        scenario: The scenario.
        seed: The seed of the choice of computer players between equally good orders.
        rules: The rules.
        handles: One or more players. The last one plays all sides that are left. A player without a
            side is a witness. A player alone rolls their own dice.
        asked: Questions for which nobody leaves a standing order, for example those that a card can
            answer.
        options: The options of the game, as typed.
        report: Called with every mail.

    Returns:
        The finished game.

    Raises:
        PbemError: A mail could not be imported.
    """
    persons = [_sit_down(folder, handle, asked) for handle in handles]
    cards = _exchange_cards(folder, persons)
    first = persons[0]
    sides = registry_sides(rules, scenario)
    seats = dict(zip(sides, handles, strict=False))
    seats |= dict.fromkeys(sides[len(handles) :], handles[-1])  # allies, of one player
    wanted = Wanted(
        rules=rules,
        scenario=scenario,
        options=options or {},
        seats=seats,
        witnesses=handles[len(seats) :],
        dice="self" if len(persons) == 1 else None,
        name=GAME,
    )
    new(first.client, first.identity, wanted)
    mails: list[Mail] = []
    have = dict.fromkeys(handles, -1) | {first.handle: 0}
    try:
        writer = first
        while len(mails) < MAILS_MAX:
            session = _act(writer, seed)
            for reader in (person for person in persons if person is not writer):
                mails.append(_mail(folder, writer, reader, have, len(mails) + 1))
                report(mails[-1])
            active = session.table.active().handle
            if session.table.result is not None and active is None:
                return _finished(persons, cards, mails, session)
            writer = next(person for person in persons if person.handle == active)
    finally:
        for person in persons:
            person.client.close()
    raise PbemError(f"The game did not end after {MAILS_MAX} mails.")


def registry_sides(rules: str, scenario: str) -> tuple[str, ...]:
    """Return the sides of a scenario of the newest rules of that name, with default options.

    Raises:
        PbemError: This release does not play the game.
    """
    found = registry.find(rules, registry.newest(rules) or 0)
    if found is None:
        raise PbemError(f"This version of pbem does not play {rules}.")
    options = {name: option.default for name, option in found.options.items()}
    return fence.bound(found, scenario, options, fence.asked(found, "data")).sides


def _sit_down(folder: Path, handle: str, asked: Collection[str] = ()) -> Person:
    client = Client(folder / handle, f"sqlite:///{folder / handle / 'pbem.sqlite'}")
    people.new_identity(client, handle, PASSPHRASE)
    return Person(client, people.unlock(client, handle, PASSPHRASE), tuple(asked))


def _exchange_cards(folder: Path, persons: list[Person]) -> tuple[Path, ...]:
    """Let each player mail their card, and compare the words of the others' as by telephone."""
    (folder / "mail").mkdir(parents=True)
    cards = tuple(
        people.export_card(person.client, person.handle, folder / "mail") for person in persons
    )
    for person in persons:
        for other, card in zip(persons, cards, strict=True):
            if other is not person:
                people.import_card(person.client, card)
                words = people.words_of(people.card_of(other.client, other.handle))
                people.compare_words(person.client, other.handle, words)
    return cards


# --- one player's turn -----------------------------------------------------------------------


def _act(person: Person, seed: int) -> Session:
    """Write events as long as it is this player's move."""
    while True:
        session = sit(person.client, GAME, person.handle)
        now = session.table.active()
        if now.handle != person.handle:
            return session
        kind = now.kinds[0]
        if kind == "join":
            acting.join(session, person.identity)
        elif kind == "dice":
            acting.dice(session, person.identity)
        elif kind == "seal":
            acting.seal(session, person.identity, _sensible(session, seed)[0])
        elif kind == "reveal":
            acting.reveal(session, person.identity)
        elif deed(now) in acting.DEALS:
            acting.deal(session, person.identity)
        else:
            _order(person, session, seed)


def _order(person: Person, session: Session, seed: int) -> None:
    """Give orders as lines of text; the first time, add standing orders."""
    play, side = _playing(session), session.side or ""
    lines = [play.game.text(play.game.read_order(raw)) for raw in _sensible(session, seed)]
    if side not in person.standing_given:
        usual = play.game.sensible_standing(side).items()
        left = {question: part for question, part in usual if question not in person.asked}
        lines += play.game.standing_text(left)
        person.standing_given += (side,)
    written = draft(session, "\n".join(lines).encode())
    acting.order(session, person.identity, written)


def _sensible(session: Session, seed: int) -> list[RawOrder]:
    play = _playing(session)
    known = play.position if play.asked is None else play.seen_by(play.asked.side)
    return [play.game.write_order(order) for order in play.game.sensible(known, seed)]


def _playing(session: Session) -> Play:
    play = session.table.play
    if play is None:
        raise PbemError("The game has not started.")
    return play


def _mail(folder: Path, writer: Person, reader: Person, have: dict[str, int], number: int) -> Mail:
    """Send the events that the other player lacks, and let them import these."""
    session = sit(writer.client, GAME, writer.handle)
    since = have[reader.handle]
    name = f"{number:03}-{writer.handle}-to-{reader.handle}.pbem"
    sent = send(session, None if since < 0 else since, folder / "mail" / name)
    wish = TakeOptions(handle=reader.handle, name=GAME)
    for taken in take(reader.client, [Path(sent.file)], wish):
        if taken.status not in ("new", "longer"):
            report = taken.finding.message if taken.finding else "; ".join(taken.warnings)
            raise PbemError(f"{sent.file} was not imported ({taken.status}): {report}")
    have[writer.handle] = have[reader.handle] = sent.last
    return Mail(
        number, writer.handle, reader.handle, Path(sent.file), sent.first, sent.last, sent.size,
        _turn(session), session.table.active().why,
    )  # fmt: skip


def _turn(session: Session) -> int:
    play = session.table.play
    if play is None or "turn" not in play.game.facts:
        return 0
    return int(play.game.fact(play.position, "turn", ()))


def _finished(
    persons: list[Person], cards: tuple[Path, ...], mails: list[Mail], session: Session
) -> Game:
    logs = [find_log(person.client, GAME) for person in persons]
    if len({log.read_bytes() for log in logs}) > 1:
        raise PbemError("The logs of the players differ.")
    report = session.table.play.result if session.table.play is not None else None
    return Game(tuple(logs), cards, tuple(mails), "" if report is None else report.why)


# --- the third person ------------------------------------------------------------------------


class Judged(msgspec.Struct, frozen=True):
    """The verdicts of a third person, before and after one byte of the log was changed.

    - ``altered``: the file with one byte changed;
    - ``at``: the place of the byte, from 0;
    - ``was``, ``became``: the character at that place, before and after;
    - ``found``: the verdict on the changed file.
    """

    verdict: Verdict
    altered: Path
    at: int
    was: str
    became: str
    found: Verdict


def judge(folder: Path, game: Game) -> Judged:
    """Verify a game as a third person, then change one byte of it and verify it again.

    ``folder``: the demonstration's, in which this person gets a new folder ``carol``.
    """
    own = folder / "carol"
    own.mkdir(parents=True)
    log = Path(shutil.copy(game.log, own / "game.pbem"))
    cards = [read_card(Path(shutil.copy(card, own)).read_bytes()) for card in game.cards]
    library = Library(registry.find)
    sound = verify(log, library, cards=cards)
    altered, at, was, became = _change_one_byte(log)
    found = verify(altered, library, cards=cards)
    return Judged(sound, altered, at, was, became, found)


def _change_one_byte(log: Path) -> tuple[Path, int, str, str]:
    """Change one digit in an order in the middle of the game: a unit moves elsewhere."""
    data = bytearray(log.read_bytes())
    half = len(data) // 2
    marks = [data.find(b'"path":["', half), data.find(b'"got"', half), data.find(b'"salt":"', half)]
    mark = next(place for place in marks if place >= 0)
    at = next(i for i in range(mark + 7, len(data)) if chr(data[i]).isdigit())
    was = chr(data[at])
    became = str((int(was) + 1) % 10)
    data[at] = ord(became)
    altered = log.with_name("altered.pbem")
    altered.write_bytes(data)
    return altered, at, was, became


def files_to_look_at(folder: Path, game: Game, judged: Judged) -> Iterator[tuple[Path, str]]:
    """Yield every file worth a look, with what it is; ``folder``: as for `judge`."""
    yield game.log, "Alice's log of the game"
    yield game.logs[1], "Bob's log of the game, the same bytes"
    for card in game.cards:
        yield card, "a player card, which holds public keys"
    yield folder / "mail", f"the {len(game.mails)} mails"
    yield judged.altered, f"the log with one character changed, at byte {judged.at}"


# --- shown on a terminal -----------------------------------------------------------------------


def show(
    keep: Path | None,
    rules: str | None = None,
    scenario: str | None = None,
    seed: int = 0,
    say: Callable[[str], None] = print,
) -> Judged:
    """Play a game, judge it, and report both.

    Args:
        keep: A new folder for the files; None for a temporary one.
        rules: The rules; None for those that have the scenario, the first game before others.
        scenario: The scenario; None for the first one of the rules.
        seed: As in `play_game`.
        say: Called with every line.

    Returns:
        The verdicts of the third person.

    Raises:
        FormError: The folder already exists, or there is no such game.
    """
    rules, scenario, title = _wanted(rules, scenario)
    if keep is not None and keep.exists():
        raise FormError(f"{keep} already exists. Name a new folder.")
    folder = keep or Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    say("Alice and Bob create keys, mail each other their cards, and compare the twelve words.")
    say(f"They play {title}. Each one's computer rolls for the other.")
    say("")
    with _Bar() as bar:
        game = play_game(folder, rules=rules, scenario=scenario, seed=seed, report=bar.mail)
    for mail in game.mails[:SHOWN]:
        say(_mail_line(mail))
    say(f"  ... {len(game.mails) - SHOWN - 1} more mails ...")
    say(_mail_line(game.mails[-1]))
    say("")
    say("Carol has only the log and the two cards. 'pbem verify' reports:")
    judged = judge(folder, game)
    for line in report.lines(judged.verdict):
        say(f"  {line}")
    say("")
    say(f"Somebody changes one character of the log, {judged.was} to {judged.became}. Carol sees:")
    for line in report.lines(judged.found):
        say(f"  {line}")
    say("")
    say("The files:")
    for path, what in files_to_look_at(folder, game, judged):
        say(f"  {path}  {what}")
    say(f"To read the game with every die, type: pbem log {game.log}")
    return judged


def _wanted(rules: str | None, scenario: str | None) -> tuple[str, str, str]:
    """Return rules, a scenario of theirs, and the title of both.

    Raises:
        FormError: There is no such game, or no such scenario.
    """
    newest = {name: registry.find(name, registry.newest(name) or 0) for name in registry.names()}
    games = {name: found for name, found in newest.items() if found is not None}
    if rules is None:
        order = sorted(games, key=lambda name: name != FIRST_GAME)
        having = (name for name in order if scenario in (None, *games[name].scenarios))
        rules = next(having, FIRST_GAME)
    if (found := games.get(rules)) is None:
        known = ", ".join(games)
        raise FormError(f"This version of pbem does not play {rules!r}. It plays: {known}.")
    scenario = scenario or next(iter(found.scenarios))
    if scenario not in found.scenarios:
        known = ", ".join(found.scenarios)
        raise FormError(f"{found.title} has no scenario {scenario!r}. It has: {known}.")
    alone = len(found.scenarios) == 1
    return rules, scenario, found.title if alone else f"{found.title}, scenario '{scenario}'"


SHOWN = 8
"""How many mails are reported one by one; the others are alike."""


def _mail_line(mail: Mail) -> str:
    turn = f"turn {mail.turn:2}" if mail.turn else "before "
    what = "it" if mail.first == mail.last else "them"
    return (
        f"  {mail.number:3}  {turn}  {mail.by} sends {span(mail.first, mail.last)} "
        f"({mail.size:,} bytes), {mail.to} verifies {what}. {mail.then}"
    )


class _Bar:
    """A bar that counts the turns of the game, on a terminal."""

    def __init__(self) -> None:
        from rich.console import Console  # noqa: PLC0415 - loaded only where it is shown
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("Playing by mail", total=None)

    def __enter__(self) -> _Bar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def mail(self, mail: Mail) -> None:
        """Say that a mail went."""
        report = f"mail {mail.number}, turn {mail.turn}" if mail.turn else f"mail {mail.number}"
        self._bar.update(self._task, description=report)


def write_log(
    to: Path,
    scenario: str,
    seed: int = 0,
    rules: str = FIRST_GAME,
    handles: tuple[str, ...] = ("alice", "bob"),
    *,
    asked: Collection[str] = (),
) -> None:
    """Play a game in a temporary folder, and keep only its log; ``logs/`` was made like this.

    The players' keys are deleted too, so nobody can ever go on with such a game. ``to``: the file
    for the log. The others: as for `play_game`.
    """
    with tempfile.TemporaryDirectory() as name:
        game = play_game(
            Path(name), scenario=scenario, seed=seed, rules=rules, handles=handles, asked=asked
        )
        shutil.copy(game.log, to)
