"""The views and acts of the lobby, by the functions that the commands call."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from pbem.board.art import pictured
from pbem.board.game import BoardGame, message_of
from pbem.board.practising import PracticeBoard
from pbem.board.practising import begin as begin_in_file
from pbem.client import people
from pbem.client.client import Client, NotFound, mark_now
from pbem.client.exchange.taking import TakeOptions
from pbem.client.invitations.carried import linked_files
from pbem.client.invitations.link import linked_invitation
from pbem.client.messages.composing import addressed, compose, known_to_all
from pbem.client.messages.reading import take_mail
from pbem.client.messages.sending import stretch
from pbem.client.messages.subjects import turn_words
from pbem.client.messages.words import posted_lines
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, check_wanted, new
from pbem.client.session.session import Session, sit
from pbem.client.session.words import sentence
from pbem.client.storage import given, modules, tournaments
from pbem.client.storage.backup import MARK, due
from pbem.client.storage.find import find_log
from pbem.client.storage.packs import newest
from pbem.client.umpire import timekeeping
from pbem.client.views.overview import GameSummary, look_at_all
from pbem.client.views.terms import join_lines
from pbem.crypto.filename import unfit
from pbem.crypto.text import escape
from pbem.director.player.playing import take
from pbem.errors import FormError, KeyFileError, PbemError
from pbem.files import make_folder
from pbem.games import registry
from pbem.identity.card import CARD_BYTES, SUFFIX, read_card
from pbem.identity.link import linked_card
from pbem.items import item
from pbem.kit.wording import counted
from pbem.lobby import errands, inviting, judged, offers, tiles
from pbem.lobby.forms import (
    Boxing,
    Chosen,
    Did,
    File,
    Hall,
    Joining,
    Linked,
    Linking,
    NewIdentity,
    Offer,
    OfModule,
    OneGame,
    OnePractice,
    Opening,
    Outgoing,
    Practising,
    Scenario,
    There,
    Tile,
    Words,
)
from pbem.lobby.remembered import Marks, marks
from pbem.lobby.scenes import played, scene
from pbem.log.disk import explaining, write_new
from pbem.log.file import to_bytes
from pbem.mail.letter import text_of
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning
from pbem.table.words.waiting import to_you

if TYPE_CHECKING:
    from datetime import date

    from pbem.kit.game import Pictured
    from pbem.kit.picture import Picture
    from pbem.log.event import Event
    from pbem.table.events.kinds import Dice

DROPPED = "what you dropped"
CUP = tournaments.SUFFIX
PAGES_KEPT = 8
MAPS_KEPT = 64
"""Drawings that stay in memory, about 200 kB each."""
ZIP = b"PK"
A_BACKUP = (
    "This is a backup. To restore it, press 'Restore a backup'. Do that only with a file that you "
    "made yourself."
)
AN_INVITATION = "This link is an invitation. Open it with 'paste text'."
NO_KEYS = (
    "This link brings new events of a game, and there are no keys here. Open it where you play, or "
    "restore your backup first."
)
LINK_MOST = 20_000
"""Letters of a text in which a link is looked for."""
NO_PICTURE = "There is no map yet: the game has not begun."
SVG, FOREIGN = "image/svg+xml", "application/octet-stream"
DIFFERENT = (
    "The words do not match. Read them again, word by word. If they still differ, somebody may "
    "have replaced the card: ask for it again."
)


_CALLED = re.compile(rf"^{DROPPED} \(([^)]*)\): ")
_MISSED = re.compile(r"You have no card of (.*?), so nobody")
_EVENT = re.compile(r" \(event \d+\)")
"""The number of an event: nothing that somebody who looks for their move asks for."""
_ROLL = re.compile(r"^Roll(?=\.?$)")
_NO_NAME = re.compile(r"[^a-z0-9]+")

Board: TypeAlias = BoardGame | PracticeBoard


class Lobby:
    """The lobby of a home.

    Args:
        client: The client with its home.
        opens: Opens the board of a file, made only where it is not open; returns its address.

    Each method for one game raises `NotFound` if the list has no such game.
    """

    def __init__(self, client: Client, opens: Callable[[Path, Callable[[], Board]], str]) -> None:
        self.client = client
        self.backups = errands.Backups(client)
        self._opens = opens
        self._pages: dict[int, File] = {}
        self._scenes: dict[tuple[str, str], File] = {}
        self._first: File | None = None
        self._maps: dict[tuple[Path, tuple[int, int, int] | None], File] = {}
        self._seen: tuple[tuple[date, Marks], Hall] | None = None
        self._handed: dict[str, int] = {}

    # --- what is there -------------------------------------------------------------------------

    def hall(self) -> Hall:
        """Return who you are, your games and whom you know; one bad game keeps no other out.

        It is looked at again only after a file of the home, or the day, has changed. A game that
        cannot be read is tried again each time.
        """
        elsewhere = map(Path, self.client.config.modules.values())
        now = timekeeping.today_utc(), marks(self.client.folder, elsewhere)
        if self._seen is None or self._seen[0] != now:
            self._seen = now, self._look()
        hall = self._seen[1]
        if any(one.status == "wrong" for one in hall.games) or any(one.wrong for one in hall.cups):
            self._seen = None
        return hall

    def _look(self) -> Hall:
        me = self._me()
        own = [] if me is None else [me.handle]
        known = [one for one in people.everybody(self.client) if one.handle not in own]
        games = [
            tile or Tile(one.game, one.game, "", [], "", "wrong", sentence(one.wrong))
            for one, tile in look_at_all(self.client, self._tile)
        ]
        handle = None if me is None else me.handle
        return Hall(
            me=me,
            games=games,
            people=known,
            choose="" if me else self._choose(),
            backup=due(self.client, timekeeping.today_utc()) if me else None,
            practices=errands.practices(self.client),
            cups=errands.cups(self.client, handle),
            agent=errands.agent_address(self.client, handle),
            agents=errands.agent_works(),
        )

    def offers(self) -> list[Offer]:
        """Return the games that can be opened or practised; one that fails keeps no other out."""
        found = []
        for name in registry.names():
            try:
                with item(f"the rules of {name}"):  # Python of others can raise anything
                    found.append(offers.offer(name))
            except PbemError as error:
                self.client.report(f"{name}: {error}")
        return found

    def picture(self, game: str) -> Picture | None:
        """Return the map of a game as everybody may see it; None before it has begun."""
        play = self._sit(game).table.play
        return None if play is None else play.game.picture(play.game.view(play.position, None))

    def drawing(self, game: str) -> File:
        """Return that map as a drawing, drawn once while its log stays as it is.

        Raises NotFound before the game has begun.
        """
        path = self._log(game)
        key = path, mark_now(path)
        if key not in self._maps:
            found = self.picture(game)
            if found is None:
                raise NotFound(NO_PICTURE)
            self._maps[key] = _drawn(found)
            for old in list(self._maps)[:-MAPS_KEPT]:
                del self._maps[old]
        return self._maps[key]

    def scene(self, wish: Scenario) -> File:
        """Return a scenario some moves later; raises FormError for rules that are not here."""
        if wish.rules not in registry.names():
            raise FormError(f"There are no rules '{escape(wish.rules)}' here.")
        key = wish.rules, wish.scenario
        if key not in self._scenes:
            self._scenes[key] = _drawn(played(newest(wish.rules), wish.scenario))
        return self._scenes[key]

    def log(self, game: str) -> File:
        """Return the whole log of a game, as anybody may have it."""
        session = self._sit(game)
        self._hands(session)
        return File(to_bytes(stretch(session, 0)), FOREIGN, f"{game}.pbem")

    def _me(self) -> people.Known | None:
        """Return who you are; without a good card the words are missing, and come back with it."""
        try:
            handle = people.me(self.client)
        except NotFound:
            return None
        try:
            return people.known(self.client, handle)
        except (NotFound, KeyFileError):
            return people.Known(handle, None, [], own=True, compared=False)

    def _choose(self) -> str:
        handles = ", ".join(people.handles(self.client))
        return handles and (
            f"Several identities are here: {handles}. Choose one with 'pbem identity default "
            "HANDLE', then load this page again."
        )

    def _tile(self, session: Session, one: GameSummary) -> Tile:
        rules, scenario, names = tiles.titles(self.client.library, session.table)
        mine = tiles.marks(session.table, session.handle, names)
        unsent = self._unsent(session)
        others = [who.handle for who in session.table.roster.players if who.handle != one.handle]
        seated = session.table.seats.values()
        over = one.result is not None
        words = tiles.ending(session) or (to_you(one.active) if one.yours else one.active)
        words = _ROLL.sub("Roll the dice", _EVENT.sub("", words))
        waited = one.yours and not over  # for you alone
        joins = one.yours and session.table.active().kinds[:1] == ("join",)
        return Tile(
            game=one.game,
            title=rules,
            scenario=scenario,
            others=others,
            witnesses=[who for who in others if who not in seated],
            side=", ".join(one.name for one in mine),
            mine=mine,
            status="over" if over else "yours" if one.yours else "waiting",
            words=sentence(words),
            due=one.due,
            last_day=one.last_day,
            join=joins,
            to_send=bool(unsent) and not waited,
            along=bool(unsent) and waited,
            brings=tiles.contents(unsent),
            begun=session.table.play is not None,
            turn="" if over else turn_words(session),
            phase="" if over else tiles.phase(session),
            rules=tiles.rules_of(session.table),
            module=self._lacking(session),
            you=session.handle or "",
            terms=join_lines(session) if joins else [],
        )

    def _lacking(self, session: Session) -> str:
        """Return the name of the module with a game's pictures, where that is not here."""
        wanted = pictured(session.table.play)
        return "" if wanted is None or modules.module_of(self.client, wanted) else wanted.module

    def _sit(self, game: str, *, light: bool = True) -> Session:
        return sit(self.client, self._log(game), light=light)

    def _log(self, game: str) -> Path:
        """Return the log of a game in the list; a command may name any file, a page may not."""
        for path in self.client.logs():
            if path.stem == game:
                return find_log(self.client, str(path))
        raise NotFound(f"There is no game '{escape(game)}' here")

    # --- people --------------------------------------------------------------------------------

    def identity(self, wish: NewIdentity) -> Did:
        """Make an identity; raises FormError, KeyFileError."""
        handle, email = wish.handle.strip().lower(), wish.email.strip() or None
        people.check_new(self.client, handle, email)
        if not wish.passphrase:
            raise FormError("Choose a passphrase: it locks your keys.")
        people.check_passphrase(wish.passphrase)
        people.new_identity(self.client, handle, wish.passphrase, email)
        where = "this browser" if sys.platform == "emscripten" else self.client.identities
        said = f"You are {handle}. Your keys are in {where}."
        return Did([said])

    def card(self) -> File:
        """Return your card as a file; raises NotFound."""
        handle = people.me(self.client)
        found = people.card_file(self.client, handle)
        if found is None:
            raise NotFound(f"There is no card of {handle} here")
        return File(found, FOREIGN, f"{handle}{SUFFIX}")

    def words(self, wish: Words) -> Did:
        """Compare the twelve words that somebody read out with those of a card."""
        same = people.compare_words(self.client, wish.handle, wish.words)
        if same:
            return Did([f"The words match: this is the card of {wish.handle}."])
        return Did([DIFFERENT], good=False)

    # --- games ---------------------------------------------------------------------------------

    def new(self, wish: Opening) -> Did:
        """Open a game, and sign its first events; raises FormError, KeyFileError, NotFound."""
        alone = len(set(wish.seats.values())) == 1
        dice: Dice | None = "self" if alone else None
        if wish.witnesses:  # who plays alone has no other keeper
            dice = None if alone else "witnesses"
        wanted = Wanted(
            rules=wish.rules,
            scenario=wish.scenario,
            seats=wish.seats,
            witnesses=wish.witnesses,
            dice=dice,
            clock=inviting.clock_of(wish.days),
            note=wish.note,
            options=wish.options,
            pack=self._pack(wish.pack),
        )
        me = people.me(self.client)
        check_wanted(self.client, me, wanted)
        done = new(self.client, people.unlock(self.client, me, wish.passphrase), wanted)
        return Did([f"You opened {done.game}.", sentence(done.active)], [done.game])

    def _pack(self, digest: str) -> Path | None:
        return self.client.packs / f"{digest}.yaml" if digest else None

    def module(self, wish: Chosen) -> given.Given:
        """Show the pictures of a module from now on; raises what `given.take` does."""
        games = {path.stem: self._pictured(path) for path in self.client.logs()}
        if wish.game:
            self._log(wish.game)
        here = {game: one for game, one in games.items() if one is not None}
        return given.take(self.client, wish.file, here, wish.game)

    def _pictured(self, path: Path) -> Pictured | None:
        """Return the pictures that a game has in a module; a bad game has none."""
        try:
            with self.client.taking(path):
                return pictured(sit(self.client, path, light=True).table.play)
        except PbemError:
            return None

    def made_table(self, wish: OfModule) -> Offer:
        """Make a game of a module that was chosen; raises what `given.made_table` does."""
        return offers.of_module(self.client, wish)

    def made_box(self, wish: Boxing) -> Offer:
        """Make a game of dice and cards; raises what `offers.of_box` does."""
        return offers.of_box(self.client, wish)

    def join(self, wish: Joining) -> Did:
        """Join a game; raises KeyFileError, NotYourPen."""
        session = self._sit(wish.game, light=False)
        acting.check_join(session)
        acting.check_compared(session)
        identity = people.unlock(self.client, session.me, wish.passphrase, session.sign)
        done = acting.join(session, identity)
        return Did([f"You joined {done.game}.", sentence(done.active)], [done.game])

    def board(self, wish: OneGame) -> str:
        """Open the board of a game; return its address."""
        path = self._log(wish.game)
        return self._opens(path, lambda: self._board(path))

    def practice(self, wish: Practising) -> str:
        """Begin a practice against the computer; return the address of its board."""
        pack = self._pack(wish.pack)
        options = PracticeOptions(scenario=wish.scenario, against=wish.against, pack=pack)
        begun = beginning(self.client, wish.rules, options)
        path = begin_in_file(begun, self.client.library, self._practices())
        return self._practice(path)

    def practised(self, wish: OnePractice) -> str:
        """Go on with a practice; return the address of its board; raises NotFound."""
        return self._practice(errands.find_practice(self.client, wish.file))

    def _practice(self, path: Path) -> str:
        def begun() -> PracticeBoard:
            twin = self.client.twin()
            return PracticeBoard(twin.library, path, partial(modules.module_of, twin))

        return self._opens(path, begun)

    def shows(self, page: File) -> There:
        """Keep a page, one of the last few, to be shown at an address; return that."""
        number = max(self._pages, default=-1) + 1
        self._pages[number] = page
        self._pages.pop(number - PAGES_KEPT, None)
        return There(f"/watch?number={number}")

    def first_replay(self) -> There:
        """Show a game of two computer players, which is played once."""
        self._first = self._first or judged.first_replay(self.client)
        return self.shows(self._first)

    def shown(self, number: int) -> File:
        """Return a page that was kept, by the number that `shows` gave it; raises NotFound."""
        if number not in self._pages:
            raise NotFound("This replay is closed. Open it again from the lobby.")
        return self._pages[number]

    def _board(self, path: Path) -> BoardGame:
        return BoardGame(self.client.twin(), path, practices=self._practices)

    def _practices(self) -> Path:
        folder = self.client.folder / errands.PRACTICES
        with explaining(folder, "Making"):
            make_folder(folder)
        return folder

    # --- mail ----------------------------------------------------------------------------------

    def came(self, data: bytes) -> Did:
        """Import what was dropped: a card, mail, a log or a link of one.

        A link counts only if nothing else came. Anybody can write one into a note of a game, and
        the log and all mail of that game then have it. ``data``: its bytes.
        """
        return self._came(data, links=True)

    def _came(self, data: bytes, *, links: bool) -> Did:
        """Import a card, mail or a log; if it is none of them, what a link brings."""
        if (card := self._card_in(data)) is not None:
            return card
        if data.startswith(ZIP) and MARK.encode() in data[:200]:
            return Did([A_BACKUP], good=False)
        before = {path.name for path in self.client.logs()}
        wish, save = TakeOptions(day=timekeeping.today_utc()), self.client.folder / judged.RECEIVED
        posted = take_mail(self.client, [], wish, stdin=data, called=DROPPED, save=save)
        cards = []
        for path, said in ((Path(name), said) for name, said in posted.saved.items()):
            add = {SUFFIX: self._add, CUP: self._cup}.get(path.suffix)
            if add is None:
                continue
            cards.append(add(path))
            posted.others.remove(said)
            path.unlink()
        lines = [line for card in cards for line in card.lines]
        parts = (posted.taken, posted.days, posted.orders, posted.heads, posted.others)
        came = any((*parts, posted.hints, posted.wrong))
        if links and not (cards or came) and (linked := self._linked(data)) is not None:
            return linked
        if not cards or came:
            told = filter(self._still_holds, posted_lines(posted, typed=False))
            lines = [*(_CALLED.sub(r"\1: ", line) for line in told), *lines]
        games = [one.game for one in posted.taken if one.good and one.game]
        games += [path.stem for path in self.client.logs() if path.name not in before]
        if not lines:
            lines = ["There is no card, log or mail of a game in it."]
        good = posted.good and all(card.good for card in cards)
        return Did(lines, list(dict.fromkeys(games)), good=good)

    def _still_holds(self, line: str) -> bool:
        """Say whether a line does not miss the card of somebody whose card came with the log."""
        missed = _MISSED.search(line)
        named = [] if missed is None else missed[1].split(", ")
        return not named or any(people.find_card(self.client, one) is None for one in named)

    def _linked(self, data: bytes) -> Did | None:
        """Import what a link carries; None if the data have no link.

        No link is looked for in a file that a link carries: each could carry eight more.
        """
        text = data.decode(errors="replace") if len(data) <= LINK_MOST else ""
        try:
            files = linked_files(text)
            invitation = linked_invitation(text)
            card = linked_card(text)
        except (FormError, KeyFileError) as error:
            return Did([sentence(str(error))], good=False)
        if files is None and invitation is not None:
            return Did([AN_INVITATION], good=False, invites=True)
        if files is None:
            return None if card is None else self._card_in(card)
        if not people.handles(self.client):
            return Did([NO_KEYS], good=False)
        came = [self._came(one, links=False) for one in files]
        return Did(
            [line for one in came for line in one.lines],
            list(dict.fromkeys(game for one in came for game in one.games)),
            good=all(one.good for one in came),
        )

    def _card_in(self, data: bytes) -> Did | None:
        """Add a card that is the whole of it, as a file or as its text; None if it is none."""
        if len(data) > CARD_BYTES:
            return None
        try:
            data = f"{data.decode().strip()}\n".encode()
            read_card(data)
        except (KeyFileError, UnicodeDecodeError):
            return None
        with TemporaryDirectory() as name:
            path = Path(name) / f"card{SUFFIX}"
            write_new(path, data)
            return self._add(path)

    def _add(self, path: Path) -> Did:
        try:
            with item("this card"):
                found = people.import_card(self.client, path)
        except PbemError as error:  # the rest of what came is reported all the same
            return Did([sentence(str(error))], good=False)
        if found.own:
            return Did(["This is your own card."])
        state = "" if found.compared else " Compare the twelve words by telephone."
        alike = people.alike_words(self.client, found.handle)
        return Did([f"The card of {found.handle} is here.{state}", *alike])

    def _cup(self, path: Path) -> Did:
        """Keep the log of a tournament, called as it calls itself."""
        try:
            with item("this tournament"):
                title = tournaments.read(path, compare=False).now.found.name
                name = _NO_NAME.sub("-", title.lower()).strip("-")[:32] or "tournament"
                here, new = take(self.client, path, self._free(name))
        except PbemError as error:
            return Did([sentence(str(error).replace(str(path), "the tournament"))], good=False)
        said = f"{counted(new, 'new event')} of {escape(title)}" if new else "nothing new"
        lines = [sentence(f"Imported {said}" if new else f"{escape(title)}: {said}")]
        if new and here.stem != name:
            lines.append(f"It is called {here.stem} here.")
        return Did(lines)

    def _free(self, name: str) -> str:
        """Return a name that no tournament here has: several may have one title."""
        first = [] if unfit(name) else [name]
        names = chain(first, (f"{name[:28]}-{number}" for number in count(2)))
        paths = (self.client.tournaments / f"{one}{CUP}" for one in names)
        return next(path.stem for path in paths if not path.exists())

    def outgoing(self, wish: OneGame) -> Outgoing:
        """Return the mail of a game."""
        session = self._sit(wish.game, light=False)
        self._hands(session)
        letter, to = compose(session), addressed(session)
        try:
            text = text_of(letter)
        except PbemError:  # too long for a text: it is attached
            text = ""
        return Outgoing(wish.game, to.subject, to.to, text, to.messages)

    def link(self, wish: Linking) -> Linked:
        """Return the new events of a game as a link; raises FormError where they are too many."""
        session = self._sit(wish.game, light=False)
        self._hands(session)
        return inviting.events(session, wish.site)

    def message(self, game: str, number: int = 0) -> File:
        """Return a message of a game as a mail program opens it; raises FormError.

        ``number``: from 0, if its mail is several messages.
        """
        session = self._sit(game, light=False)
        self._hands(session)
        return File(message_of(session, number), "message/rfc822", f"{game}-{number}.eml")

    def mailed(self, wish: OneGame) -> Did:
        """Remember that the mail of a game was sent, up to the last event that it had."""
        session = self._sit(wish.game)
        last = self._handed.get(session.table.game_id, session.table.chain.count - 1)
        with self.client.remembering() as config:
            config.mailed[session.table.game_id] = last
        return Did([f"The mail of {wish.game} is sent."], [wish.game])

    def _hands(self, session: Session) -> None:
        """Remember up to which event a game is handed over: more may be signed before it goes."""
        self._handed[session.table.game_id] = session.table.chain.count - 1

    def _unsent(self, session: Session) -> list[Event]:
        """Return the events that you signed and have not mailed, if the others may lack one."""
        table = session.table
        if not session.others():
            return []
        known = max(known_to_all(session), self.client.config.mailed.get(table.game_id, -1))
        if known >= table.chain.count - 1:
            return []
        return [event for event in session.since(known + 1) if event.by == session.handle]


def _drawn(picture: Picture) -> File:
    return File(scene(picture), SVG)
