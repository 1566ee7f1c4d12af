"""The requests of the page of the lobby, and their answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from pbem.client.people import Known
from pbem.client.storage.backup import Due

Status: TypeAlias = Literal["yours", "waiting", "over", "wrong"]
Digest: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]
"""A SHA-256 in hexadecimal digits, or nothing."""


class Side(msgspec.Struct, frozen=True):
    """A side of a scenario: its id, its name, its colour as its counters have it, and its place."""

    id: str
    name: str
    colour: str
    place: int


class Tile(msgspec.Struct, frozen=True):
    """A game in the list.

    - ``title``, ``scenario``: what is played, in words;
    - ``others``: the handles of the other players; ``witnesses``: those of them without a seat;
      ``side``: your side in words; ``mine``: your sides with their colours;
    - ``words``: what it waits for, how it ended, or why it cannot be read;
    - ``due``: until when the answer is expected, in words; ``last_day``: that day (UTC);
    - ``join``: you are asked to join it;
    - ``to_send``: somebody waits for events that you have not mailed; ``brings``: what they are, in
      words; ``along``: nobody waits for them, so they go with your next mail;
    - ``begun``: there is a map; ``rules``: by which it is played, where they are here;
    - ``turn``: the turn of the game in words, empty where it has none;
    - ``phase``: the phase in which somebody writes orders, empty where something else is asked;
    - ``module``: the module with the pictures of its board, where that is not here;
    - ``you``: as whom you play, empty where you only look; ``terms``: what you agree to by joining.
    """

    game: str
    title: str
    scenario: str
    others: list[str]
    side: str
    status: Status
    words: str
    due: str | None = None
    last_day: str | None = None
    join: bool = False
    to_send: bool = False
    along: bool = False
    begun: bool = False
    rules: str = ""
    turn: str = ""
    phase: str = ""
    module: str = ""
    witnesses: list[str] = []
    you: str = ""
    terms: list[str] = []
    mine: list[Side] = []
    brings: str = ""


class Begun(msgspec.Struct, frozen=True):
    """A practice that was begun: the name of its file, what is practised, since when (UTC)."""

    file: str
    title: str
    at: str


class Cup(msgspec.Struct, frozen=True):
    """A tournament whose log is here.

    ``words``: what runs; ``entered``: you are in it, or asked to be; ``over``: it has ended;
    ``wrong``: why its log cannot be read, if it cannot.
    """

    name: str
    title: str
    words: str
    entered: bool
    over: bool = False
    wrong: str = ""
    can: list[str] = []
    """Your deeds there, beside entering and playing."""
    directs: bool = False
    """Whether you direct it."""
    asks: str = ""
    """The question to you before round 1 is paired; later empty."""
    round: int = 0
    """The last round that is paired."""


class Terms(msgspec.Struct, frozen=True):
    """The terms that somebody agrees to by entering a tournament, one thing a line."""

    lines: list[str]


class Text(msgspec.Struct, frozen=True):
    """A text to be changed."""

    text: str


class Hall(msgspec.Struct, frozen=True):
    """The lobby as it is now: who you are (None: nobody yet), your games, whom you know.

    ``choose``: what to do first where nobody can say which of several identities you are.
    ``backup``: whether one is due; ``agent``: the address of your agent, None without one;
    ``agents``: one can work here.
    """

    me: Known | None
    games: list[Tile]
    people: list[Known]
    choose: str = ""
    backup: Due | None = None
    practices: list[Begun] = []
    cups: list[Cup] = []
    agent: str | None = None
    agents: bool = True


class Choice(msgspec.Struct, frozen=True):
    """An option of a game, its values as they are typed; ``default`` is one of them."""

    name: str
    title: str
    default: str
    values: list[str]


class Offer(msgspec.Struct, frozen=True):
    """A game that can be opened: its scenarios by id, the sides of each, and its options.

    ``title`` is short, ``printed`` the whole title. ``about``, ``mails``: what
    `pbem.kit.module.RulesModule` says of the game. ``pack``: the digest of its table file, if it
    has one of its own. ``recipes``: those of that file, name -> orders.
    """

    rules: str
    title: str
    scenarios: dict[str, str]
    sides: dict[str, list[Side]]
    options: list[Choice] = []
    printed: str = ""
    about: str = ""
    mails: dict[str, int] = {}
    pack: str = ""
    recipes: dict[str, list[str]] = {}


class Scenario(msgspec.Struct, frozen=True):
    """A scenario of a game; empty: the first."""

    rules: str
    scenario: str = ""


class NewIdentity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An identity to be made."""

    handle: str
    passphrase: str
    email: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Twelve words that somebody read out, and who."""

    handle: str
    words: str


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be opened.

    ``seats`` is side -> handle; ``days``: for each answer, None for no clock; ``note``: a message
    to the opponents; ``options``: name -> value, those left out by default; ``pack``: of `Offer`.
    ``witnesses``: handles without a seat, who give all dice.
    """

    rules: str
    scenario: str
    seats: dict[str, str]
    passphrase: str
    days: int | None = None
    note: str = ""
    options: dict[str, str] = {}
    pack: Digest = ""
    witnesses: list[str] = []


class Inviting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be made: the inviter's ``side``; the others are as in `Opening`."""

    rules: str
    scenario: str
    side: str
    days: int | None = None
    words: str = ""
    options: dict[str, str] = {}
    site: str = ""
    pack: Digest = ""


class OneLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link that somebody sent."""

    link: str


class Accepting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to be answered; ``file``: its table file, which came beside it.

    JSON has its bytes in base64.
    """

    link: str
    passphrase: str
    file: bytes = b""


class Linking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game whose new events are to be a link to this site."""

    game: str
    site: str = ""


class Linked(msgspec.Struct, frozen=True):
    """A link, as a code for a camera too (SVG, empty: too long).

    ``until``: its last day; ``file``: the name of the table file to send beside it, if that is to
    be sent.
    """

    link: str
    code: str = ""
    until: str = ""
    file: str = ""


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be joined."""

    game: str
    passphrase: str


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that needs no words."""


class Mending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your card, to be made again, with this address."""

    passphrase: str
    email: str = ""


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file with its name; JSON has the bytes in base64."""

    name: str
    data: bytes


class Heap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files to be judged together."""

    files: list[Named]


class OnePractice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A practice by its file's name."""

    file: str


class Site(msgspec.Struct, frozen=True):
    """The address of the page, where others can open it too; empty: only this computer can."""

    site: str = ""


class OwnCard(msgspec.Struct, frozen=True):
    """Your card to be given: as a link, and that as a code for a camera (SVG)."""

    link: str
    code: str


class AgentWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An agent to be set up: its mailbox at ``imap``, and what sends at ``smtp``.

    ``user``: the name to log in with, empty: the address; ``password``: it goes into the system's
    keyring.
    """

    address: str
    imap: str
    password: str
    smtp: str = ""
    user: str = ""
    starttls: bool = False


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that only needs the passphrase."""

    passphrase: str


class Entering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be entered: ``rating``: yours, if you have one."""

    name: str
    passphrase: str
    rating: Annotated[int, msgspec.Meta(ge=0)] | None = None


class OneCup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament by its name."""

    name: str


class OfCup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament by its name, and the passphrase of the player here."""

    name: str
    passphrase: str


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to the director: of a board, or of a round.

    ``who``: the substitute, or your new handle; ``until``: a day.
    """

    name: str
    passphrase: str
    what: Literal["substitute", "back", "pause"]
    who: str = ""
    until: str = ""
    round: Annotated[int, msgspec.Meta(ge=1, le=9999)] | None = None
    board: Annotated[int, msgspec.Meta(ge=1, le=9999)] | None = None


class Founding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be founded, by the text of its plan."""

    plan: str
    passphrase: str


class Planned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament to be founded, as the fields of the form say.

    ``days``: for each answer; ``enter``: until which local day and time in ``zone`` people enter;
    ``until``: when round 1 ends; ``each``: so many days later the next round ends. None, or empty,
    where nothing was said.
    """

    name: str
    format: str
    game: str
    scenario: str
    passphrase: str
    rounds: int | None = None
    groups: int | None = None
    best: int | None = None
    reach: int | None = None
    idle: int | None = None
    days: int | None = None
    umpire: str = ""
    enter: str = ""
    until: str = ""
    each: int | None = None
    zone: str = "UTC"
    ratings: bool = False
    pauses: bool = False
    substitutes: bool = False


class Collecting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files that came for a tournament, for its director."""

    name: str
    passphrase: str
    files: list[Named]


class Publishing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pages of a tournament: ``files``: logs of its games, beside those that are here."""

    name: str
    passphrase: str
    files: list[Named] = []


class Deadline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deadline of a round: ``until``: as 2026-12-06T20:00, by the clock of ``zone``.

    ``round``: None for the deadline of entries.
    """

    name: str
    passphrase: str
    until: str
    zone: str
    round: Annotated[int, msgspec.Meta(ge=1, le=9999)] | None = None
    then: str = "adjudicate"
    why: str = ""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A director's word on a board: ``wins``: a handle, ``draw`` or ``none``.

    ``anyway``: although the log of its game proves another result.
    """

    name: str
    passphrase: str
    round: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    board: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    wins: str
    why: str
    forfeit: bool = False
    anyway: bool = False


class Leaving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player whom the director puts out, and why."""

    name: str
    passphrase: str
    who: str
    why: str


class OneGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game by its name."""

    game: str


class Chosen(NamedTuple):
    """A module that was chosen: its file here, and for which game (empty: any)."""

    file: Path
    game: str = ""


class OfModule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up of a module that was chosen, to be made a game of."""

    module: str
    setup: str


class Boxing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice and cards to be made a game of, for two sides; or the table file of such a game.

    - ``dice``: As ``2d6``, or ``battle=2d6``; commas stand between them.
    - ``cards``: The titles of each side's deck, then those of both, one on each line.
    - ``file``: A table file instead; JSON has its bytes in base64.
    """

    title: str = ""
    sides: list[str] = []
    dice: str = ""
    cards: list[str] = []
    file: bytes = b""


class OneRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recipe to be tried with a table file: its name, and an order for each step."""

    pack: Digest
    name: str
    steps: list[str]


class OfRecipes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All recipes that a table file is to have: name -> orders."""

    pack: Digest
    recipes: dict[str, list[str]]


class TakenRecipes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file with recipes for a table file; JSON has its bytes in base64."""

    pack: Digest
    file: bytes


class OnePack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table file by its digest."""

    pack: Digest


class Practising(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A practice to be begun: ``against``: the sides that the computer plays.

    ``pack``: as in `Offer`.
    """

    rules: str
    scenario: str
    against: list[str] = []
    pack: Digest = ""


class Did(msgspec.Struct, frozen=True):
    """The result of something, in lines.

    ``games``: those that it concerns; ``good``: there was no trouble. ``invites``: it is the link
    of an invitation, and nothing was done with it. ``cup``: the tournament that was founded.
    ``missing``: so many logs are missing to judge a tournament, and nothing is wrong with it.
    """

    lines: list[str]
    games: list[str] = []
    good: bool = True
    invites: bool = False
    cup: str = ""
    missing: int = 0


class Outgoing(msgspec.Struct, frozen=True):
    """Mail of a game: its subject, handle -> address, all as text to paste, how many messages."""

    game: str
    subject: str
    to: dict[str, str | None]
    text: str
    messages: int


class OneMessage(msgspec.Struct, frozen=True):
    """A message of a game, by its number."""

    game: str
    number: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 0


class File(msgspec.Struct, frozen=True):
    """A file of a type; ``name``: it is kept under this name, empty: it is shown.

    ``alone``: a page with scripts inside, which is shown apart from all else.
    """

    data: bytes
    type: str
    name: str = ""
    alone: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A page that was made, by its number."""

    number: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)]


class There(msgspec.Struct, frozen=True):
    """The address of a board that was opened."""

    there: str
