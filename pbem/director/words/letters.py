"""The mail of a director: pairings, what is owed, receipts, the end; to each whom it concerns.

Nothing in the text is ever run: a player's program does what the signed log says that is attached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import Client
from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.text import escape
from pbem.crypto.transparency.checkpoint import Checkpoint
from pbem.crypto.transparency.merkle import rows_of
from pbem.director.sides import called
from pbem.director.transparency.receipts import concerning, file_name, receipts
from pbem.director.words.reporting import (
    board_names,
    board_words,
    deadline_words,
    stage_line,
    standing_bid,
    walkover_lines,
)
from pbem.errors import FormError, LogFileError
from pbem.files import read_plain
from pbem.identity.card import CARD_BYTES, Card
from pbem.identity.files import write_atomically
from pbem.items import Items, reported
from pbem.kit.wording import counted, listing, with_stop
from pbem.log.disk import explaining
from pbem.log.event import Event
from pbem.log.file import to_bytes
from pbem.mail.letter import plain
from pbem.table.events.kinds import Signer
from pbem.tournament import berger
from pbem.tournament.bids import Auction
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, Entrant, History
from pbem.tournament.ranking.standings import standings
from pbem.tournament.substitutes import substitute_lines

RECEIPTS_MOST = 20
"""Receipts that one mail has, the newest of each entrant: all of them are on the pages."""


class TournamentLetter(msgspec.Struct, frozen=True, kw_only=True):
    """One mail of a tournament: ``name`` is that of its file, without its end.

    ``reason``: unique, so that it is sent once; ``to``: handle -> address; ``files``: name ->
    bytes.
    """

    name: str
    reason: str
    subject: str
    text: str
    to: dict[str, str]
    files: dict[str, bytes]


def _handles(here: Sequence[Entrant], between: str) -> str:
    return between.join(one.handle for one in here)


class Post(msgspec.Struct, frozen=True):
    """The letters to be sent, and who gets none because no card of their with an address is here.

    ``nameless``: of these who has a card here, which names no address. ``failed``: letters that
    could not be written, and why.
    """

    letters: list[TournamentLetter]
    without: list[str]
    nameless: list[str] = []
    failed: list[str] = []


_Written = Callable[[], TournamentLetter | None]


class Bureau:
    """Writes the letters of one tournament, as its log stands, under its checkpoint.

    ``log``: the name of its log's file without its end.

    ``events``: those of the log.
    """

    def __init__(
        self, client: Client, fold: Fold, events: Sequence[Event], log: str, checkpoint: Checkpoint
    ) -> None:
        self.client, self.fold, self.events, self.log = client, fold, events, log
        self.checkpoint = checkpoint
        self.history: History = fold.now
        self.without: set[str] = set()
        self._rows = rows_of(leaves_of(events[: checkpoint.size]))
        self._cards: dict[Signer, Card | None] = {}

    def post(
        self,
        number: int | None,
        *,
        remind: date | None = None,
        only: Collection[int] | None = None,
    ) -> Post:
        """Return the letters of a round, or reminders.

        If a board is decided, its letter has the result and the receipt instead of the pairing.
        Before the first round each entrant gets the receipt of their entry; after the end each gets
        the final order.

        Args:
            number: The round; None: the last one.
            remind: The day. If it is given, write to the two of every board that is owed, of any
                round.
            only: Remind of boards of these rounds alone, or of the lot if it is empty.

        Raises:
            FormError: There is no such round.
        """
        rounds = len(self.history.rounds)
        if number is not None and not 1 <= number <= rounds:
            raise FormError(f"there is no round {number}: {counted(rounds, 'round')} paired so far")
        items, letters = Items(), list[TournamentLetter | None]()
        for name, letter in self._due(number, remind, only):
            with items.take(f"the letter {name}"):
                letters.append(letter())
        without = sorted(self.without)
        known = {who.handle for who, card in self._cards.items() if card is not None}
        nameless = [handle for handle in without if handle in known]
        failed = [reported(one) for one in items.failed]
        written = [one for one in letters if one is not None and one.to]
        return Post(written, without, nameless, failed)

    def _due(
        self, number: int | None, remind: date | None, only: Collection[int] | None
    ) -> Iterator[tuple[str, _Written]]:
        """Yield each letter that is due: what it is called, and what writes it."""
        rounds = len(self.history.rounds)
        if remind is not None:
            owed = self.history.owed()
            for at in owed if only is None else [at for at in owed if at.round in only]:
                yield f"to {at}", partial(self._owed, at, remind)
            if not only:
                yield "to the lot keeper", partial(self._lot, remind)
        elif number is None and (self.history.over or not rounds):
            for one in self.history.entrants:
                # or somebody else has the name now
                if self.history.by_handle(one.handle) is one:
                    yield f"to {one.handle}", partial(self._one, one)
        else:
            at_round = number or rounds
            decided = self.history.decided
            for at in self.history.boards(at_round):
                write = self._entered if at in decided else self._paired
                yield f"to {at}", partial(write, at)
            for player in berger.byes(self.history, at_round):
                one = self.history.entrant(player)
                yield f"to {one.handle}", partial(self._bye, one, at_round)
            for made in berger.walkovers(self.history, at_round):
                here = " and ".join(self.history.entrant(number).handle for number in made[:2])
                yield f"to {here}", partial(self._walkover, made, at_round)

    # --- each kind ---------------------------------------------------------------------------

    def _paired(self, at: BoardOf) -> TournamentLetter:
        here = self.history.pair_of(at)
        pair = self._pair_event(at.round)
        clock = self.history.board_in(at.round).clock
        lines = [
            f"{self._title(at)}.",
            "",
            *self._seats(at),
            f"The pairing is event {pair.seq} of the log, {pair.id}.",
            *([f"You have {counted(clock.days, 'day')} for each answer."] if clock else []),
            "",
            *self._what_to_do(at),
            *self._who_else(at),
            *self._foot(),
        ]
        owed, others = self.history.bids_owed(at), self._others(at)
        stage = f", bids owed by {_handles(owed, ' and ')}" if owed else ""
        stage += f": {stands}" if owed and (stands := self._stands(at)) else ""
        stage += f", played by {others[-1].handle}" if others else ""
        reason = f"paired {pair.id} {at.board}{stage}"
        return self._letter(self._at(at), reason, self._title(at), lines, [*here, *others])

    def _entered(self, at: BoardOf) -> TournamentLetter:
        """Answer whose result, or ruling, stands in the log, with the receipt of it."""
        where = (at.round, at.board)
        ruled = bool(self.history.decided[at].ruled)  # a result may have come beneath a ruling
        of = [
            event
            for event in self.events
            if event.kind in (("rule",) if ruled else ("result", "rule"))
            and (event.data["round"], event.data["board"]) == where
        ]
        reported = board_words(self.history, at)
        lines = [
            f"{self._title(at)}.",
            "",
            f"Result: {reported}.",
            f"If this is wrong, write to {self._director}.",
            f"It is event {of[-1].seq} of the log, {of[-1].id}. Its receipt is attached.",
            *self._foot(),
        ]
        subject = f"Entered: {self._title(at)}"
        here = self.history.pair_of(at)
        return self._letter(f"{self._at(at)}-entered", f"entered {of[-1].id}", subject, lines, here)

    def _owed(self, at: BoardOf, day: date) -> TournamentLetter:
        here = self.history.pair_of(at)
        known = self.history.games.get(at)
        if known is None:
            owes = (
                f"{self._director} has received no log of this game. {self._who_begins(here)}. If "
                "you have begun, mail the log as it is."
            )
        else:
            owes = (
                f"{self._director} has received no result of this game ({known[:16]}...). When it "
                "is over, mail the log."
            )
        lines = [
            f"{self._title(at)}: the result is missing.",
            "",
            owes,
            *self._seats(at),
            "",
            *self._what_to_do(at),
            *self._foot(),
        ]
        reason = f"owed {self._pair_event(at.round).id} {at.board} {day}"
        subject = f"Missing: {self._title(at)}"
        return self._letter(f"{self._at(at)}-owed", reason, subject, lines, here)

    def _lot(self, day: date) -> TournamentLetter | None:
        due = self.history.waits_for_lot()
        if due is None or due.handle == self._director:
            return None
        lines = [
            f"The entries of {self._name} are closed. Please give your lot.",
            "",
            "Save this message as FILE, then type:",
            f"  pbem tournament take FILE\n  pbem tournament lot {self.log}",
            f"Mail the file that it writes to {self._director}.",
            *self._foot(),
        ]
        keeper = Entrant(0, due.handle, due.sign, 0, 0)
        subject = f"{self._name}: your lot is due"
        return self._letter(f"lot-{due.handle}", f"lot {due.sign} {day}", subject, lines, (keeper,))

    def _walkover(self, made: tuple[int, int, int], number: int) -> TournamentLetter:
        """Say to the two of a round without a board that one was not there."""
        here = [self.history.entrant(one) for one in made[:2]]
        (reported,) = walkover_lines(self.history, number, made)
        subject = f"{self._name}, round {number}: {' - '.join(one.handle for one in here)}"
        reason = f"walkover {self._pair_event(number).id} {made[0]} {made[1]}"
        name = f"r{number}-entrants-{made[0]}-{made[1]}"
        lines = [f"{self._name}, round {number}: {reported}", *self._foot()]
        return self._letter(name, reason, subject, lines, here)

    def _bye(self, one: Entrant, number: int) -> TournamentLetter:
        lines = [f"{self._name}, round {number}: you have a bye.", *self._foot()]
        reason = f"bye {self._pair_event(number).id} {one.number}"
        subject = f"{self._name}, round {number}: a bye"
        return self._letter(f"r{number}-entrant-{one.number}-bye", reason, subject, lines, (one,))

    def _one(self, one: Entrant) -> TournamentLetter:
        if not self.history.over:
            reported = f"{self._name}: you have entered, as number {one.number}."
            lines = [reported, stage_line(self.history), *self._foot()]
            reason = f"entered {self.history.id} {one.sign} {one.plays(self.history.next_round)}"
            subject = f"{self._name}: your entry"
            return self._letter(f"entrant-{one.number}-entered", reason, subject, lines, (one,))
        lines = [f"{self._name} is over. The final order:", ""]
        lines += [f"  {row.rank}  {row.handle}" for row in standings(self.history)]
        lines += self._foot()
        subject = f"{self._name} is over"
        reason = f"over {self.fold.chain.head} {one.number}"
        return self._letter(f"entrant-{one.number}-over", reason, subject, lines, (one,))

    # --- what they share ---------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return escape(self.history.found.name)

    @property
    def _director(self) -> str:
        return self.history.found.director.handle

    def _at(self, at: BoardOf) -> str:
        return f"r{at.round}b{at.board}"

    def _title(self, at: BoardOf) -> str:
        named = board_names(self.history, at.round).get(at)
        where = f"{at}, {named}" if named else str(at)
        return f"{self._name}, {where}: {_handles(self.history.pair_of(at), ' - ')}"

    def _pair_event(self, number: int) -> Event:
        wanted = self.history.rounds[number - 1].pair
        return next(event for event in self.events if event.id == wanted)

    def _seats(self, at: BoardOf) -> Iterator[str]:
        if self.history.bids_owed(at):
            if isinstance(self.history.bids[at], Auction):
                yield "You bid for a side in turn, each more than the other, until one passes."
                yield f"{self._stands(at) or 'Nobody has bid yet'}."
            else:
                yield "You both bid for a side, sealed. Neither sees the other's bid first."
            return
        here = zip(self.history.pair_of(at), self.history.board_terms(at).sides, strict=True)
        plays = [f"{one.handle} plays {self._called(held)}" for one, held in here]
        yield with_stop("; ".join([f"{plays[0]} and opens the game", *plays[1:]]))

    def _stands(self, at: BoardOf) -> str:
        return standing_bid(self.history, at, self.client.library)

    def _called(self, sides: Sequence[str]) -> str:
        return called(self.history, sides, self.client.library)

    def _what_to_do(self, at: BoardOf) -> Iterator[str]:
        owed = self.history.bids_owed(at)
        if not owed:
            yield from self._what_to_run(at)
            return
        made = self.history.bids[at]
        opens = not isinstance(made, Auction) and made.are_sealed
        wish = "" if opens else " SIDE --price N"
        yield f"{_handles(owed, ' and ')}: save this message as FILE, then type:"
        yield f"  pbem tournament take FILE\n  pbem tournament bid{wish} --board {at.board}"
        if wish:
            sides = [side for held in self.history.found.board.sides for side in held]
            named = ", ".join(f"{self._called([side])} ({side})" for side in sides)
            yield f"Write one of the words in brackets as SIDE: {named}."
        if isinstance(made, Auction) and made.stands is not None:
            yield f"or\n  pbem tournament bid --pass --board {at.board}"
        yield f"Mail the file that it writes to {self._director}."

    def _what_to_run(self, at: BoardOf) -> Iterator[str]:
        first, *others = self.history.pair_of(at)
        umpire = self.history.board_in(at.round).umpire
        reported = _handles(others, " and ") or ("the umpire" if umpire is None else umpire.handle)
        yield f"{first.handle}: save this message as FILE, then type:"
        yield "  pbem tournament play FILE\n  pbem mail write"
        yield f"This opens the game as it is paired, and writes the mail to {reported}."
        for one in others:
            yield f"{one.handle}: save this message and the one from {first.handle}, then type:"
            yield "  pbem tournament play FILE FILE\n  pbem mail write"
        if due := self.history.deadlines.get(at.round):
            yield deadline_words(due)
        yield (
            f"At the end, mail the log to {self._director} too. pbem only follows the signed log "
            "of the tournament, not the text of a mail."
        )

    def _others(self, at: BoardOf) -> list[Entrant]:
        """Return who else reads of a board: the umpire and who was named last, if anybody was."""
        named = self.history.named.get(at, {}).values()
        umpire = self.history.board_in(at.round).umpire
        last = [*([umpire] if umpire and named else []), *(those[-1] for those in named)]
        return [Entrant(0, one.handle, one.sign, 0, 0) for one in last]

    def _who_else(self, at: BoardOf) -> Iterator[str]:
        """Say who was named for a board, and what the umpire types."""
        yield from substitute_lines(self.history, at=at)
        umpire = self.history.board_in(at.round).umpire
        for those in self.history.sitters(at):
            if umpire and len(those) > 1:
                out, new = those[-2].handle, those[-1].handle
                yield f"{umpire.handle}: when the game waits for {out}, save this message and type:"
                yield "  pbem tournament play FILE"
                yield f"  pbem rule GAME --out {out} --replace {new} --anyway"
                yield f"Then {new} joins the game."

    def _who_begins(self, here: Sequence[Entrant]) -> str:
        first, *others = here
        joins = "joins" if len(others) == 1 else "join"
        return f"{first.handle} opens the game" + (
            f", and {_handles(others, ' and ')} {joins} it" if others else ""
        )

    def _foot(self) -> Iterator[str]:
        yield ""
        yield (
            "The tournament's log is attached, with receipts for your own events. Keep them with "
            "'pbem tournament heads FILE': then nobody can show you another history unseen. The "
            f"log has {counted(self.checkpoint.size, 'event')}, the last is {self.fold.chain.head}."
        )

    def _letter(
        self,
        name: str,
        reason: str,
        subject: str,
        lines: Sequence[str],
        to: Sequence[Entrant],
    ) -> TournamentLetter:
        to = [who for one in to for who in self.history.persons(one)]
        files = {f"{self.log}.tournament": to_bytes(self.events)}
        beside = [*(umpire for umpire, *_ in self.history.umpired()), *self.history.observers()]
        for one in beside if to[0].number else ():
            who = Entrant(0, one.handle, one.sign, 0, 0)
            files |= {f"{who.handle}.card": self._card_bytes(who)} if self._card(who) else {}
        wanted: list[int] = []
        for reader in to:
            card = self._card(reader)
            if card is not None and len(to) > 1:
                files[f"{reader.handle}.card"] = self._card_bytes(reader)
            if reader.number:
                wanted += concerning(self.history, self.events, reader.number)[-RECEIPTS_MOST:]
        for event, made in receipts(self.events, self.checkpoint, wanted, self._rows):
            files[file_name(event)] = made.bytes
        known = {reader.handle: self._card(reader) for reader in to}
        return TournamentLetter(
            name=f"{self.log}-{name}",
            reason=f"tournament {reason}",
            subject=f"[PBEM] {subject}",
            text="\n".join(lines),
            to={handle: card.email for handle, card in known.items() if card and card.email},
            files=files,
        )

    def _card(self, one: Entrant) -> Card | None:
        """Return the card of an entrant with the key by which they entered, if it is here."""
        who = Signer(one.handle, one.sign)  # two may have one handle, one after the other
        if who not in self._cards:
            card = people.find_card(self.client, one.handle)
            mine = card if card is not None and card.sign == one.sign else None
            self._cards[who] = mine
            if mine is None or not mine.email:
                self.without.add(one.handle)
        return self._cards[who]

    def _card_bytes(self, one: Entrant) -> bytes:
        own, other = self.client.card_files(one.handle)
        return read_plain(own if own.exists() else other, CARD_BYTES)


def write(
    letters: Sequence[TournamentLetter],
    sender: tuple[str, str | None],
    folder: Path,
    at: datetime,
) -> list[Path]:
    """Write letters into a folder, as files that a mail program opens ready to send.

    ``sender``: the handle and the address. ``at``: the date of the letters. The same letter
    replaces itself.

    Returns:
        The files.

    Raises:
        LogFileError: A file cannot be written.
    """
    if not folder.is_dir():
        raise LogFileError(f"{folder} is not a folder. Make it, or name another one with --to")
    paths = []
    for one in letters:
        message = plain(one.subject, sender, one.to, one.text, at, files=one.files)
        message["X-Unsent"] = "1"  # Outlook opens such a file ready to send, others pass it over
        path = folder / f"{one.name}.eml"
        with explaining(path, "Writing"):
            write_atomically(path, bytes(message), overwrite=True)
        paths.append(path)
    return paths


def posted_lines(post: Post, files: Sequence[Path], new: int, *, send: bool) -> Iterator[str]:
    """Yield what was written or given to the agent, and who gets nothing.

    ``new``: how many the agent did not have. ``send``: the agent was asked.
    """
    yield from (f"Wrote {path}. Open it in your mail program and send it." for path in files)
    if send:
        known = len(post.letters) - new
        before = f" ({known} more were there already)" if known else ""
        given = f"Gave {counted(new, 'mail')} to your agent{before}."
        yield f"{given} 'pbem agent status' lists the mails that wait."
    elif not files and not post.without:
        yield "There is nothing to mail."
    yield from _unreached(post)
    yield from (f"NOT written: {one}" for one in post.failed)


def _unreached(post: Post) -> Iterator[str]:
    """Name who gets no mail, what they type, and what the director does with it."""
    cardless = [one for one in post.without if one not in post.nameless]
    if not post.letters and post.nameless:
        yield (
            "Nobody here has an address on their card. In one room, hand out the log of the "
            "tournament instead."
        )
    if post.nameless:
        has = "card has" if len(post.nameless) == 1 else "cards have"
        yield (
            f"NOT reached: {listing(post.nameless)}, whose {has} no address. To get mail, they "
            "type 'pbem identity email ADDRESS' and 'pbem card export', and send you the card for "
            "'pbem tournament collect'."
        )
    if cardless:
        is_ = "card is" if len(cardless) == 1 else "cards are"
        yield (
            f"NOT reached: {listing(cardless)}, whose {is_} not here. To get mail, they type 'pbem "
            "card export', and send you the card for 'pbem tournament collect'."
        )
