"""Errands of the lobby: a backup and its way back, practices, the agent, tournaments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.client import people
from pbem.client.client import NotFound
from pbem.client.session.words import sentence
from pbem.client.storage import tournaments
from pbem.client.storage.backup import Backup, backup, restore, restored_lines, saved
from pbem.client.storage.packs import newest
from pbem.client.umpire.timekeeping import today_utc
from pbem.crypto.text import escape
from pbem.director.player import taking_part
from pbem.director.player.saying import check, composed, remember, said_before
from pbem.director.player.substituting import back_word, my_board, substitute_word
from pbem.director.words.entering import entry_lines
from pbem.errors import FormError, PbemError
from pbem.identity.card import SUFFIX as CARD
from pbem.items import item
from pbem.kit.wording import counted, short_title
from pbem.lobby.forms import (
    AgentWish,
    Begun,
    Cup,
    Did,
    Entering,
    File,
    OneCup,
    Opened,
    Saying,
    Terms,
)
from pbem.log.file import read_events
from pbem.log.practice_mark import SUFFIX as PRACTICE
from pbem.mail.letter import plain
from pbem.table.practice import read_practice
from pbem.tournament.events.word_kinds import Back
from pbem.tournament.events.words import SUFFIX as WORD
from pbem.tournament.events.words import sign_word, word_line

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.client.session.session import Session
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer
    from pbem.tournament.events.word_kinds import AnyWord
    from pbem.tournament.folding import Fold
    from pbem.tournament.history import History

PRACTICES = "practice"
"""The folder of a home with the practices that were begun in the lobby."""
PRACTICES_SHOWN = 12


# --- backups -------------------------------------------------------------------------------------


class Backups:
    """Backups of the home of one page, which counts the last one once it is saved."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._made: Backup | None = None

    def back_up(self) -> File:
        """Return a backup of the home as a file."""
        self._made = backup(self._client, today_utc())
        return File(self._made.data, "application/zip", self._made.name)

    def is_saved(self) -> Did:
        """Remember that the browser has saved the last backup."""
        if self._made is not None:
            saved(self._client, self._made)
        return Did([])


def put_back(client: Client, data: bytes) -> Did:
    """Restore a backup, the bytes of its file; raises FormError."""
    restored = restore(client, data)
    return Did(restored_lines(restored))


# --- practices -----------------------------------------------------------------------------------


def practices(client: Client) -> list[Begun]:
    """Return the practices that were begun here, the newest first; one that is damaged too."""
    files = [(path.stat().st_mtime, path) for path in _practice_files(client)]
    newest = sorted(files, reverse=True)[:PRACTICES_SHOWN]
    return [
        Begun(path.stem, _title(path), f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}")
        for at, path in newest
    ]


def _title(path: Path) -> str:
    try:
        with item(path.stem):
            found = read_practice(path)
    except PbemError:
        return f"{path.stem} (damaged)"
    begun = found.beginning
    of = _rules(begun.rules.name)
    if begun.of is not None:
        of = f"{begun.of.name}, after event {begun.of.event}"
    return f"{of}, {counted(len(found.steps), 'step')}"


def _rules(name: str) -> str:
    try:
        return short_title(newest(name).title, name)
    except PbemError:
        return name


def find_practice(client: Client, name: str) -> Path:
    """Return the file of a practice in the list; raises NotFound."""
    for path in _practice_files(client):
        if path.stem == name:
            return path
    raise NotFound(f"There is no practice '{escape(name)}' here")


def _practice_files(client: Client) -> Iterator[Path]:
    folder = client.folder / PRACTICES
    yield from (path for path in folder.glob(f"*{PRACTICE}") if path.is_file())


# --- the agent -----------------------------------------------------------------------------------


def agent_works() -> bool:
    """Say whether an agent can reach a mailbox from here; from inside a browser it cannot."""
    return all(find_spec(name) is not None for name in ("imapclient", "keyring"))


def agent_address(client: Client, handle: str | None) -> str | None:
    """Return the address of an agent that was set up, None where there is none."""
    if sys.platform == "emscripten":
        return None
    # The file alone: the agent itself comes with all that it can do.
    from pbem.agent.config import CONFIG, read_config  # noqa: PLC0415 - see above

    if handle is None or not (path := client.agent(handle) / CONFIG).exists():
        return None
    try:
        return read_config(path).address
    except PbemError:
        return None


def set_up_agent(client: Client, wish: AgentWish) -> Did:
    """Set up the agent and test its login; raises FormError, KeyFileError, MailError."""
    from pbem.agent import running  # noqa: PLC0415 - inside a browser there is no agent
    from pbem.agent.config import Login  # noqa: PLC0415

    handle = people.me(client)
    if not wish.password:
        raise FormError("Type the password of the mailbox, or better an app password.")
    made = running.settings(
        wish.address.strip(),
        imap=wish.imap.strip() or None,
        maildir=None,
        smtp=wish.smtp.strip() or None,
        user=wish.user.strip() or None,
        owner=None,
        starttls=wish.starttls,
        ca=None,
        login=Login(),
    )
    notes = running.set_up(client, handle, running.kept(client, handle, made), wish.password)
    return Did(["The agent is set up. It reads and sends mail when you press Agent.", *notes])


def run_agent(client: Client, wish: Opened) -> Did:
    """Have the agent do the work that waits, once; raises KeyFileError, MailError."""
    from pbem.agent import running  # noqa: PLC0415 - inside a browser there is no agent

    handle = people.me(client)
    unlock, lines = _opener(client, handle, wish.passphrase), list[str]()
    with running.opened(client, handle, unlock, lines.append) as agent:
        agent.once()
    return Did(lines or ["The agent read and sent all mail. Nothing new came."])


def _opener(client: Client, handle: str, passphrase: str) -> Callable[[Session | Signer], Identity]:
    """Return what opens an identity as a game knows it; raises KeyFileError at once."""
    opened: dict[str | None, Identity] = {None: people.unlock(client, handle, passphrase)}

    def unlock(who: Session | Signer) -> Identity:
        if who.sign not in opened:
            opened[who.sign] = people.unlock(client, handle, passphrase, who.sign)
        return opened[who.sign]

    return unlock


# --- tournaments ---------------------------------------------------------------------------------


def cups(client: Client, handle: str | None) -> list[Cup]:
    """Return the tournaments whose logs are here; one that is damaged says so."""
    return [_cup(client, path, handle) for path in tournaments.logs(client)]


def _cup(client: Client, path: Path, handle: str | None) -> Cup:
    try:
        with item(path.stem):
            now = tournaments.looked_at(client, path)
    except PbemError as error:
        return Cup(path.stem, path.stem, "", entered=False, wrong=sentence(str(error)))
    rounds = len(now.rounds)
    entered = counted(len(now.entrants), "player")
    words = f"round {rounds}" if rounds else f"{entered} entered so far"
    mine = handle is not None and now.of_handle(handle) is not None
    can = list(_can(now, handle, mine=mine))
    directs = handle is not None and now.found.director.handle == handle
    handles = [one.handle for one in now.entrants if one.plays(1)]
    ask = f"Entered ({len(handles)}): {', '.join(handles) or 'nobody'}. Close the entries and pair?"
    return Cup(
        path.stem,
        now.found.name,
        words,
        entered=mine,
        over=now.over,
        can=can,
        directs=directs,
        asks=ask if directs and not now.closed else "",
        round=rounds,
    )


def _can(now: History, handle: str | None, *, mine: bool) -> Iterator[str]:
    """Give what somebody can do in a tournament, beside entering and playing."""
    open_ = mine and not now.over
    if open_ and now.owed():
        yield from ["substitute", "back"] if now.found.substitutes is True else []
        yield from ["pause"] if now.found.pauses is True else []
    if find_spec("pbem.lobby.directing") is None:  # inside a browser nobody directs
        return
    yield "look"
    if now.found.director.handle == handle:
        from pbem.lobby.standing import can_end, can_pair  # noqa: PLC0415 - not in a browser

        yield from [] if now.over else ["collect"]
        yield from ["pair"] if can_pair(now) else []
        yield from [] if mine or now.over else ["enter"]
        yield from ["entries"] if not now.closed and not now.over else []
        yield from ["due", "rule", "out"] if now.rounds and not now.over else []
        yield from ["close"] if can_end(now) else []
        yield from ["log", "mail"]
    yield from ["publish", "verify"]


def terms(client: Client, wish: OneCup) -> Terms:
    """Return what one agrees to by entering a tournament; raises NotFound, FormError."""
    return Terms(_to_enter(client, wish.name)[2])


def _to_enter(client: Client, name: str) -> tuple[Path, Fold, list[str]]:
    """Return a log that is here, its tournament, and its terms; raises NotFound, FormError."""
    path = tournaments.find(client, name)
    if path.parent != client.tournaments:
        raise NotFound(f"There is no tournament '{escape(name)}' here")
    fold = tournaments.read_here(client, path)
    return path, fold, entry_lines(client, fold, next(read_events(path)))


def enter(client: Client, wish: Entering) -> File:
    """Enter a tournament; return the mail to its director.

    Raises NotFound, FormError, KeyFileError.
    """
    path, fold, _ = _to_enter(client, wish.name)
    handle = people.me(client)
    signer = people.key_among(client, handle, fold.now.players())
    meant = composed(fold, signer, "enter", rating=wish.rating)
    check(fold, meant)
    made = said_before(client, fold, meant)
    if made is None:
        identity = people.unlock(client, handle, wish.passphrase, signer.sign)
        made = sign_word(meant, identity.sign_seed)
        remember(client, made, today_utc())
    words = f"{handle} enters {fold.now.found.name}. The signed entry and the card are attached."
    return _to_director(client, fold, made, f"{path.stem}-{handle}-enter", words)


def says(client: Client, wish: Saying) -> File:
    """Make a request about a board or a round; return the mail to its director.

    Raises NotFound, FormError, KeyFileError, NotYourPen.
    """
    path = tournaments.find(client, wish.name)
    if path.parent != client.tournaments:
        raise NotFound(f"There is no tournament '{escape(wish.name)}' here")
    fold = tournaments.read_here(client, path)
    handle = people.me(client)
    signer = people.key_among(client, handle, fold.now.players())
    identity = people.unlock(client, handle, wish.passphrase, signer.sign)
    if wish.what == "pause":
        meant = composed(fold, signer, "pause", round_=wish.round or 1, until=wish.until)
        check(fold, meant)
        made = sign_word(meant, identity.sign_seed)
    else:
        at = my_board(fold.now, handle, wish.round, wish.board)
        if wish.what == "substitute":
            made = substitute_word(client, fold, identity, at, whom=wish.who, until=wish.until)
        else:
            made = back_word(fold, identity, at, _returns(client, wish))
    remember(client, made, today_utc())
    words = f"A signed request of {handle} to {fold.now.found.name} is attached."
    return _to_director(client, fold, made, f"{path.stem}-{handle}-{wish.what}", words)


def _returns(client: Client, wish: Saying) -> Identity:
    """Return the identity by which somebody comes back; it is made, if it is not here yet."""
    if wish.who not in people.handles(client):
        mine = people.find_card(client, people.me(client))
        people.new_identity(client, wish.who, wish.passphrase, None if mine is None else mine.email)
    return people.unlock(client, wish.who, wish.passphrase)


_SAYS = {
    "enter": "enters",
    "substitute": "names a substitute",
    "back": "is back",
    "pause": "asks for a later deadline",
}


def _to_director(client: Client, fold: Fold, made: AnyWord, name: str, words: str) -> File:
    """Return the mail by which a signed request reaches the director, with one's cards."""
    handle, what = people.me(client), str(type(made).__struct_config__.tag)
    director = fold.now.found.director.handle
    card, their = people.card_of(client, handle), people.find_card(client, director)
    files = {f"{name}{WORD}": word_line(made) + b"\n"}
    for who in (handle, *([made.player.handle] if isinstance(made, Back) else [])):
        own = people.card_file(client, who)
        if own is not None:
            files[f"{who}{CARD}"] = own
    address = "" if their is None else their.email or ""
    message = plain(
        f"[PBEM] {fold.now.found.name}: {handle} {_SAYS.get(what, what)}",
        (handle, card.email),
        {director: address} if address else {},
        words,
        datetime.now(UTC),
        files=files,
    )
    message["X-Unsent"] = "1"
    return File(bytes(message), "message/rfc822", f"{name}.eml")


def play_tournaments(client: Client, wish: Opened) -> Did:
    """Open and join the games that tournaments pair for you; raises KeyFileError."""
    handle = people.me(client)
    played = taking_part.play(client, handle, _opener(client, handle, wish.passphrase))
    lines = list(taking_part.part_lines(taking_part.Came(), played))
    return Did(lines, [one.game for one in played.done], good=not played.left)
