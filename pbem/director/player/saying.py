"""A player's requests to a tournament: compared with its log before signing, kept, written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from pbem.client.client import Client
from pbem.client.output_files import place
from pbem.client.umpire.timekeeping import today_utc
from pbem.crypto.digest import sha256_hex
from pbem.crypto.text import check_note, escape
from pbem.director.office import said_by
from pbem.errors import FormError, PbemError
from pbem.files import make_folder, own_files, read_plain
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.wording import counted
from pbem.log.disk import explaining, write_over, write_synced
from pbem.table.events.kinds import Signer
from pbem.tournament.events import word_kinds
from pbem.tournament.events.words import SUFFIX, word_line
from pbem.tournament.faults import BadTournament
from pbem.tournament.folding import Fold
from pbem.tournament.hearing import why_refused, why_unfit, why_useless
from pbem.tournament.teams import team_of

WORD_BYTES = 4096
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})-")

What = Literal["enter", "withdraw", "return", "challenge", "bye", "name", "pause", "lineup"]


def composed(
    fold: Fold,
    author: Signer,
    what: What,
    *,
    from_: int = 1,
    rating: int | None = None,
    whom: str = "",
    round_: int = 1,
    name: str = "",
    until: str = "",
    players: Sequence[str] = (),
) -> word_kinds.AnyWord:
    """Return a request to a tournament, not signed and not checked yet.

    Args:
        fold: The tournament.
        author: The later signer of the request.
        what: The kind of request.
        from_: The first round for which it counts.
        rating: The rating that an entry claims.
        whom: The handle of the player who is challenged.
        round_: The round of a bye or a pause.
        name: The name by which an entry wants to be shown.
        until: The last day of a pause, as typed.
        players: The handles of those who play for a team, in order of boards.

    Raises:
        FormError: ``whom`` has not entered, or is in no team of the author's.
    """
    fields = said_by(fold, author)
    made: word_kinds.AnyWord
    if what == "enter":
        made = word_kinds.Enter(**fields, from_=from_, rating=rating)
    elif what == "withdraw":
        made = word_kinds.Withdraw(**fields, from_=from_)
    elif what == "return":
        made = word_kinds.Return(**fields, from_=from_)
    elif what == "challenge":
        made = word_kinds.Challenge(**fields, whom=_number(fold, whom))
    elif what == "pause":
        made = word_kinds.Pause(**fields, round=round_, until=f"{read_day(until)}T23:59:59Z")
    elif what == "lineup":
        made = word_kinds.LineUp(**fields, from_=from_, players=_places(fold, author, players))
    elif what == "name":
        made = word_kinds.Called(**fields, name=read_name(name))
    else:
        made = word_kinds.Bye(**fields, round=round_)
    return made


def _places(fold: Fold, author: Signer, players: Sequence[str]) -> tuple[int, ...]:
    """Return the places of players in the list of the author's team."""
    team = team_of(fold.now, author.handle, author.sign)
    if team is None:
        raise FormError("nothing was signed: you are in no team of this tournament")
    listed = [one.handle for one in team.players]
    boards = fold.now.legs
    if len(players) != boards:
        raise FormError(f"nothing was signed: name {boards} players, one for each board")
    for one in players:
        if one not in listed:
            near = did_you_mean(one, listed)
            raise FormError(f"nothing was signed: {escape(one)} is not in {team.handle}{near}")
    return tuple(listed.index(one) + 1 for one in players)


def read_day(typed: str) -> date:
    """Return a day of UTC that has not passed, as typed. Raises FormError."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise FormError(f"'{escape(typed)}' is not a day. Write it like 2026-12-06") from None
    if day < today_utc():
        raise FormError(f"nothing was signed: {day} has passed. Name a day that is to come")
    return day


def read_name(name: str) -> str:
    """Return how somebody wants to be shown, as typed. Raises FormError."""
    said = " ".join(name.split(" ")).strip()
    if not 1 <= len(said) <= 60 or "\n" in said or "  " in said:
        raise FormError("a name has 1 to 60 letters on one line, with single spaces between words")
    return check_note(said)


def _number(fold: Fold, whom: str) -> int:
    other = fold.now.by_handle(whom)
    if other is None:
        near = did_you_mean(whom, [one.handle for one in fold.now.entrants])
        raise FormError(f"by the log here, {escape(whom)} has not entered{near}")
    return other.number


def check(fold: Fold, word: word_kinds.AnyWord) -> None:
    """Raise FormError where a word could not be taken by the log here, or would be of no use."""
    history, events = fold.now, counted(fold.chain.count, "event")
    name, director = escape(history.found.name), history.found.director.handle
    here = f"By your log of {name} ({events}),"
    newer = f"If {director} mailed a newer log, import it with 'pbem tournament take FILE'"
    try:
        fold.hear(word)
    except BadTournament as error:
        why = why_refused(history, word, error.fault.code)
        raise FormError(f"nothing was signed. {here} {why}. {newer}") from None
    if why := why_unfit(history, word):
        raise FormError(f"nothing was signed: {why}")
    if why := why_useless(history, word):
        then = newer
        if isinstance(word, word_kinds.Withdraw):
            then = f"If you cannot finish a game, write to {director}, who rules on its board"
        raise FormError(f"nothing was signed. {here} {why}. {then}")


class Kept(NamedTuple):
    """A word that one has said: the file that keeps it, the day if that names one, and the word."""

    path: Path
    day: date | None
    word: word_kinds.AnyWord


def kept_words(client: Client, handle: str) -> Iterator[Kept]:
    """Give all words that somebody at this client has said."""
    for path in own_files(client.words(handle), SUFFIX)[0]:
        day = _DAY.match(path.name)
        try:
            word = word_kinds.read_word(read_plain(path, WORD_BYTES, own=True).removesuffix(b"\n"))
            since = date.fromisoformat(day[1]) if day else None
        except (PbemError, ValueError):  # somebody put it there; it is no word that was said
            continue
        yield Kept(path, since, word)


def said_before(client: Client, fold: Fold, word: word_kinds.AnyWord) -> word_kinds.AnyWord | None:
    """Return the same request as you signed it before, if the log lacks it and it still counts.

    Raises:
        FormError: You signed another entry. The one that comes first would count.
    """
    for kept in kept_words(client, word.handle):
        if type(kept.word) is not type(word) or kept.word.tournament != word.tournament:
            continue
        try:
            fold.hear(kept.word)
        except BadTournament:  # it stands in the log, or something newer does
            continue
        if _meant(kept.word) == _meant(word):
            return kept.word
        if isinstance(word, word_kinds.Enter):
            raise FormError(
                f"nothing was signed. You signed another entry already ({escape(str(kept.path))}), "
                "and the first to arrive would count. Mail that one. If nobody has it yet, delete "
                "it and type this again"
            )
    return None


def _meant(word: word_kinds.AnyWord) -> dict[str, Any]:
    """Return what a word says, without what it was signed on and the signature."""
    fields: dict[str, Any] = msgspec.to_builtins(word)
    return {name: value for name, value in fields.items() if name not in ("head", "sig")}


def write_word(word: word_kinds.AnyWord, name: str, to: Path | None) -> Path:
    """Write a word to be mailed to the director; return the file.

    ``name``: that of the tournament. ``to``: a file or a folder; None: the current folder.
    """
    what = type(word).__struct_config__.tag
    path = place(to, f"{name}-{word.handle}-{what}{SUFFIX}")
    with explaining(path, "Writing"):
        write_synced(path, word_line(word) + b"\n", shared=True)
    return path


def remember(client: Client, word: word_kinds.AnyWord, today: date) -> None:
    """Keep a word that one has said, with the day, until it stands in the tournament's log."""
    line = word_line(word) + b"\n"
    what = type(word).__struct_config__.tag
    folder = client.words(word.handle)
    with explaining(folder, "Making"):
        make_folder(folder)
    write_over(folder / f"{today}-{what}-{sha256_hex(line)[:16]}{SUFFIX}", line)
