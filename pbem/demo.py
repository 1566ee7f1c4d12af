"""A whole game between two people who do not trust each other, in two folders of one computer.

Everything goes the way it goes between two computers: each has a desk of his own with keys, log,
record and database; what one writes is sent as a file, and the other takes it in, which verifies
it. The players are sensible ones, their dice are kept by the opponent.
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
from pbem.desk import people
from pbem.desk.desk import Desk
from pbem.desk.exchange.sending import send
from pbem.desk.exchange.taking import TakeOptions, take
from pbem.desk.play import acting
from pbem.desk.play.opening import Wanted, new
from pbem.desk.seat.drafts import draft
from pbem.desk.seat.next_step import deed
from pbem.desk.seat.sitting import Sitting, sit
from pbem.desk.shelf.find import find_log
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
MAILS_MAX = 2000


class Mail(msgspec.Struct, frozen=True):
    """A file that went from one player to the other: events ``first`` to ``last``.

    ``then`` says who has the pen after it; ``turn`` is the turn of the game, 0 before it begins.
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
    """A player: the desk, the unlocked identity, and the sides that left standing answers.

    ``asked``: questions for which none is left.
    """

    desk: Desk
    identity: Identity
    asked: tuple[str, ...] = ()
    standing_given: tuple[str, ...] = ()

    @property
    def handle(self) -> str:
        """The player's name."""
        return self.identity.handle


class Game(msgspec.Struct, frozen=True):
    """A finished game: every player's log (the same bytes), the cards, the mails, the result."""

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
    rules: str = "saipan",
    handles: tuple[str, ...] = ("alice", "bob"),
    asked: Collection[str] = (),
    options: Mapping[str, str] | None = None,
    told: Callable[[Mail], None] = lambda _mail: None,
) -> Game:
    """Play a game to its end in ``folder``; ``told`` hears of every mail.

    ``handles``: one or more, the last of them for all sides that are left; a mail goes to all the
    others. Who finds no seat is a witness; who is alone keeps his own dice. ``asked``: questions
    for which nobody leaves a standing answer, as those that a card can answer. ``options``: of the
    game, as typed. Their keys are new each time, so the dice are too; ``seed`` only decides what
    sensible players do where they do not care. The logs in ``logs/`` were made by this function.
    Raises PbemError where anything that is sent is not taken in as it should be.
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
    new(first.desk, first.identity, wanted)
    mails: list[Mail] = []
    have = dict.fromkeys(handles, -1) | {first.handle: 0}
    try:
        writer = first
        while len(mails) < MAILS_MAX:
            sitting = _act(writer, seed)
            for reader in (person for person in persons if person is not writer):
                mails.append(_mail(folder, writer, reader, have, len(mails) + 1))
                told(mails[-1])
            pen = sitting.table.pen().handle
            if sitting.table.result is not None and pen is None:
                return _finished(persons, cards, mails, sitting)
            writer = next(person for person in persons if person.handle == pen)
    finally:
        for person in persons:
            person.desk.close()
    raise PbemError(f"the game has not ended after {MAILS_MAX} mails")


def registry_sides(rules: str, scenario: str) -> tuple[str, ...]:
    """Return the sides of a scenario of the newest rules of that name."""
    found = registry.find(rules, registry.newest(rules) or 0)
    if found is None:
        raise PbemError(f"this release does not play {rules}")
    options = {name: option.default for name, option in found.options.items()}
    return fence.bound(found, scenario, options, fence.asked(found, "data")).sides


def _sit_down(folder: Path, handle: str, asked: Collection[str] = ()) -> Person:
    desk = Desk(folder / handle, f"sqlite:///{folder / handle / 'pbem.sqlite'}")
    people.new_identity(desk, handle, PASSPHRASE)
    return Person(desk, people.unlock(desk, handle, PASSPHRASE), tuple(asked))


def _exchange_cards(folder: Path, persons: list[Person]) -> tuple[Path, ...]:
    """Each mails his card and compares the words of the other's, as over the telephone."""
    (folder / "mail").mkdir(parents=True)
    cards = tuple(
        people.export_card(person.desk, person.handle, folder / "mail") for person in persons
    )
    for person in persons:
        for other, card in zip(persons, cards, strict=True):
            if other is not person:
                people.import_card(person.desk, card)
                words = people.words_of(people.card_of(other.desk, other.handle))
                people.compare_words(person.desk, other.handle, words)
    return cards


# --- one player's turn -----------------------------------------------------------------------


def _act(person: Person, seed: int) -> Sitting:
    """Write events as long as this player has the pen."""
    while True:
        sitting = sit(person.desk, GAME, person.handle)
        now = sitting.table.pen()
        if now.handle != person.handle:
            return sitting
        kind = now.kinds[0]
        if kind == "join":
            acting.join(sitting, person.identity)
        elif kind == "dice":
            acting.dice(sitting, person.identity)
        elif kind == "seal":
            acting.seal(sitting, person.identity, _sensible(sitting, seed)[0])
        elif kind == "reveal":
            acting.reveal(sitting, person.identity)
        elif deed(now) in acting.DEALS:
            acting.deal(sitting, person.identity)
        else:
            _order(person, sitting, seed)


def _order(person: Person, sitting: Sitting, seed: int) -> None:
    """Give orders as a person does: lines of text, standing answers among them the first time."""
    play, side = _playing(sitting), sitting.side or ""
    lines = [play.game.text(play.game.read_order(raw)) for raw in _sensible(sitting, seed)]
    if side not in person.standing_given:
        usual = play.game.sensible_standing(side).items()
        left = {question: part for question, part in usual if question not in person.asked}
        lines += play.game.standing_text(left)
        person.standing_given += (side,)
    written = draft(sitting, "\n".join(lines).encode())
    acting.order(sitting, person.identity, written)


def _sensible(sitting: Sitting, seed: int) -> list[RawOrder]:
    play = _playing(sitting)
    known = play.position if play.asked is None else play.seen_by(play.asked.side)
    return [play.game.write_order(order) for order in play.game.sensible(known, seed)]


def _playing(sitting: Sitting) -> Play:
    play = sitting.table.play
    if play is None:
        raise PbemError("the game has not begun")
    return play


def _mail(folder: Path, writer: Person, reader: Person, have: dict[str, int], number: int) -> Mail:
    """Send what the other has not got, and let him take it in."""
    sitting = sit(writer.desk, GAME, writer.handle)
    since = have[reader.handle]
    name = f"{number:03}-{writer.handle}-to-{reader.handle}.pbem"
    sent = send(sitting, None if since < 0 else since, folder / "mail" / name)
    wish = TakeOptions(handle=reader.handle, name=GAME)
    for taken in take(reader.desk, [Path(sent.file)], wish):
        if taken.status not in ("new", "longer"):
            told = taken.finding.message if taken.finding else "; ".join(taken.warnings)
            raise PbemError(f"{sent.file} was not taken in ({taken.status}): {told}")
    have[writer.handle] = have[reader.handle] = sent.last
    return Mail(
        number, writer.handle, reader.handle, Path(sent.file), sent.first, sent.last, sent.size,
        _turn(sitting), sitting.table.pen().why,
    )  # fmt: skip


def _turn(sitting: Sitting) -> int:
    play = sitting.table.play
    if play is None or "turn" not in play.game.facts:
        return 0
    return int(play.game.fact(play.position, "turn", ()))


def _finished(
    persons: list[Person], cards: tuple[Path, ...], mails: list[Mail], sitting: Sitting
) -> Game:
    logs = [find_log(person.desk, GAME) for person in persons]
    if len({log.read_bytes() for log in logs}) > 1:
        raise PbemError("the logs are not the same")
    told = sitting.table.play.result if sitting.table.play is not None else None
    return Game(tuple(logs), cards, tuple(mails), "" if told is None else told.why)


# --- the third person ------------------------------------------------------------------------


class Judged(msgspec.Struct, frozen=True):
    """What somebody with nothing but the log and the cards finds, before and after a byte changed.

    ``altered``: the file with one byte changed; ``at``: the place of the byte, from 0; ``was`` and
    ``became``: its characters.
    """

    verdict: Verdict
    altered: Path
    at: int
    was: str
    became: str
    found: Verdict


def judge(folder: Path, game: Game) -> Judged:
    """Verify a game in the folder of a third person, then change one byte of it and look again."""
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
    """Make a unit in an order in the middle of the game move elsewhere: one digit changes."""
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
    """Yield every file worth a look, with what it is."""
    yield game.log, "the log of the game, as its first player has it"
    yield game.logs[1], "the same at the other player's desk, byte for byte"
    for card in game.cards:
        yield card, "a player card: the public keys"
    yield folder / "mail", f"the {len(game.mails)} mails that went to and fro"
    yield judged.altered, f"the log with one byte changed (byte {judged.at})"


# --- shown on a terminal -----------------------------------------------------------------------


def show(keep: Path | None, scenario: str, seed: int, say: Callable[[str], None] = print) -> Judged:
    """Play, judge and tell it all with ``say``; ``keep``: a new folder for the files.

    Raises FormError where ``keep`` is there already.
    """
    if keep is not None and keep.exists():
        raise FormError(f"{keep} is there already: name a new folder")
    folder = keep or Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    say("Alice and Bob make keys, mail each other their cards and compare the words by telephone.")
    say(f"They play the {scenario} scenario of Saipan; each keeps the dice of the other's orders.")
    say("")
    with _Bar() as bar:
        game = play_game(folder, scenario=scenario, seed=seed, told=bar.mail)
    for mail in game.mails[:SHOWN]:
        say(_mail_line(mail))
    say(f"  ... {len(game.mails) - SHOWN - 1} more ...")
    say(_mail_line(game.mails[-1]))
    say("")
    say("Carol has nothing but the log and the two cards:")
    judged = judge(folder, game)
    for line in report.lines(judged.verdict):
        say(f"  {line}")
    say("")
    say(f"Now one character of the log is changed, {judged.was} to {judged.became}:")
    for line in report.lines(judged.found):
        say(f"  {line}")
    say("")
    say("To look at:")
    for path, what in files_to_look_at(folder, game, judged):
        say(f"  {path}  {what}")
    say(f"  pbem log {game.log}  tells the game, every die with its purpose")
    return judged


SHOWN = 8
"""How many mails are told one by one; the others are like them."""


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
        told = f"mail {mail.number}, turn {mail.turn}" if mail.turn else f"mail {mail.number}"
        self._bar.update(self._task, description=told)


def write_log(
    to: Path,
    scenario: str,
    seed: int = 0,
    rules: str = "saipan",
    handles: tuple[str, ...] = ("alice", "bob"),
    *,
    asked: Collection[str] = (),
) -> None:
    """Play a game in a folder that is thrown away, and keep its log; so ``logs/`` was made.

    The players' keys are thrown away too: nobody can ever go on with such a game.
    """
    with tempfile.TemporaryDirectory() as name:
        game = play_game(
            Path(name), scenario=scenario, seed=seed, rules=rules, handles=handles, asked=asked
        )
        shutil.copy(game.log, to)
