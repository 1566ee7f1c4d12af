"""Opening a game: rules, scenario, options, who plays what, whose dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.lock import locked_game, new_games
from pbem.client.play.acting import join
from pbem.client.session.session import Done, Session
from pbem.client.storage.find import default_name
from pbem.client.storage.packs import keep_pack, newest
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.games import registry
from pbem.identity.identity import Identity
from pbem.kit.contract import Option, Rules
from pbem.kit.options import spans
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import explaining
from pbem.log.file import create
from pbem.play import fence
from pbem.table.events.kinds import Clock, Dice, Open, RulesId, Signer
from pbem.table.handlers.entering import groups_in, wanted_groups
from pbem.table.library import data_digest
from pbem.table.own.writer import open_game
from pbem.table.table import Table


class Wanted(msgspec.Struct, kw_only=True):
    """A game as a person asks for it; what is empty gets a default.

    - ``players``: Handles in order, yourself included or not.
    - ``seats``: Side -> handle.
    - ``witnesses``: Players without a seat. They come after the others, or before a player who
      plays alone.
    - ``options``: Name -> value as typed.
    - ``clock``: The terms.
    - ``pack``: An owner's file.
    """

    rules: str
    version: int | None = None
    scenario: str | None = None
    options: Mapping[str, str] = {}
    players: Sequence[str] = ()
    seats: Mapping[str, str] = {}
    witnesses: Sequence[str] = ()
    umpire: str | None = None
    dice: Dice | None = None
    clock: Clock | None = None
    pack: Path | None = None
    name: str | None = None
    note: str = ""


def new(client: Client, identity: Identity, wanted: Wanted) -> Done:
    """Open a game and write its log; join at once if it is your turn to join.

    Args:
        client: The client.
        identity: The player who opens the game.
        wanted: The game.

    Raises:
        FormError: It cannot be opened like this.
        NotFound: A name is unknown; the message has the nearest names.
        PackError: The data pack is wrong.
        BadLog: With ``open.bad``.
    """
    data = opening(client, identity, wanted)
    name = wanted.name or default_name(data)
    done = open_as(client, identity, data, name)
    if done.game == name:
        return done
    reported = (
        f"You already have a game called {name}, so this is ANOTHER game, {done.game}. If you "
        f"wanted only one, do not mail {done.game}. Archive it with 'pbem store archive "
        f"{done.game}'"
    )
    return msgspec.structs.replace(done, warnings=[reported, *done.warnings])


def open_as(client: Client, identity: Identity, data: Open, name: str) -> Done:
    """Open the game that an opening describes; raises as `new`.

    Args:
        client: The client.
        identity: The player who opens the game.
        data: The opening.
        name: The name of the game here.
    """
    with locked_game(new_games(client.games)):
        client.require_here()
        event = open_game(identity, client.library, data)
        path = client.free_name(name)
        # In the record before it leaves, like everything that is signed.
        client.record(identity.handle, event.id).add(event)
        with explaining(path, "Writing"):
            create(path, [event])
    table = Table(client.library)
    table.take(event)
    session = Session(client, path, table, identity.handle)
    client.store().take(session.name, table, [event])
    done = session.done([event], [])
    if table.active().handle == identity.handle:
        joined = join(session, identity, anyway=True)
        done = msgspec.structs.replace(joined, events=[*done.events, *joined.events])
    return done


def opening(client: Client, identity: Identity, wanted: Wanted) -> Open:
    """Return the opening of a wanted game; raises FormError, NotFound, PackError."""
    return _opening(client, Signer(identity.handle, identity.sign_public.hex()), wanted)


def check_wanted(client: Client, handle: str, wanted: Wanted) -> None:
    """Check that ``handle`` can open a game like this, before a passphrase is asked for.

    Raises:
        FormError: It cannot be opened like this.
        NotFound: A name is unknown.
        PackError: The data pack is wrong.
    """
    card = people.find_card(client, handle)
    if card is not None:
        _opening(client, Signer(handle, card.sign), wanted)


def _opening(client: Client, me: Signer, wanted: Wanted) -> Open:
    pack = read_pack(wanted.pack)
    rules, loaded = offering(_rules(wanted), pack)
    digest = data_digest(loaded)
    if pack is not None:
        keep_pack(client, digest, pack)
    scenario = scenario_of(rules, wanted.scenario)
    options = read_options(rules, wanted.options)
    game = fence.bound(rules, scenario, options, loaded)
    sides = game.sides
    seats, players = _seats(me.handle, sides, wanted)
    # Before any card is looked for: who has nobody to keep the dice learns that first.
    dice = _policy(wanted, sides, players)
    signers = [_signer(client, me, handle) for handle in players]
    umpire = None if wanted.umpire is None else _signer(client, me, wanted.umpire)
    return Open(
        rules=RulesId(rules.name, rules.version, digest),
        scenario=scenario,
        options=options,
        players=tuple(signers),
        seats=seats,
        umpire=umpire,
        dice=dice,
        clock=wanted.clock,
        groups=wanted_groups(groups_in(game, seats, players)),
        note=wanted.note or msgspec.UNSET,
    )


def _rules(wanted: Wanted) -> Rules:
    last = newest(wanted.rules)
    found = last if wanted.version is None else registry.find(wanted.rules, wanted.version)
    if found is None:
        raise NotFound(
            f"This release does not have {wanted.rules} version {wanted.version}. The newest is "
            f"{last.version}"
        )
    return found


def offered(name: str, pack: Path | None) -> Rules:
    """Return the newest rules of a name, with the options that go with a pack, if there is one.

    Raises NotFound, PackError, LogFileError.
    """
    return offering(newest(name), read_pack(pack))[0]


def offering(rules: Rules, pack: bytes | None) -> tuple[Rules, msgspec.Struct]:
    """Return rules with the options that go with a pack, and its data; raises PackError.

    ``pack``: its bytes; None for the rules' own data.
    """
    loaded: msgspec.Struct = fence.asked(rules, "data", pack)
    return fence.asked(rules, "of", loaded), loaded


def read_pack(path: Path | None) -> bytes | None:
    """Return the bytes of a pack, None if there is none; raises LogFileError."""
    if path is None:
        return None
    with explaining(path, "Reading"):
        return read_plain(path, strict_yaml.LIMIT)


def scenario_of(rules: Rules, wanted: str | None) -> str:
    """Return the scenario that is wanted, the first where none is; raises NotFound."""
    known = list(rules.scenarios)
    if wanted is None:
        return known[0]
    if wanted not in known:
        raise NotFound(
            f"There is no scenario '{escape(wanted)}'{did_you_mean(wanted, known) or '.'} "
            f"Scenarios: {', '.join(known)}"
        )
    return wanted


def read_options(
    rules: Rules,
    wanted: Mapping[str, str],
    opened: Mapping[str, str | int | bool] | None = None,
) -> dict[str, str | int | bool]:
    """Return all options: as typed, else as in the opening, else the default.

    Args:
        rules: The rules, which have the options.
        wanted: Name -> what was typed.
        opened: Name -> value in an opening.

    Raises:
        NotFound: There is no such option.
        FormError: The option has no such value.
    """
    options = {name: option.default for name, option in rules.options.items()}
    options.update(opened or {})
    for name, text in wanted.items():
        option = rules.options.get(name)
        if option is None:
            raise NotFound(
                f"There is no option '{escape(name)}'{did_you_mean(name, options) or '.'} "
                f"Options: {', '.join(options)}"
            )
        options[name] = _choice(name, option, text)
    return options


def option_lines(rules: Rules) -> list[str]:
    """Return a line for every option of a game: its values, the default, what it means, where."""
    if not rules.options:
        return [f"{rules.title} has no options."]
    return [
        f"{name}={'|'.join(spans(option.choices, _typed))} (default "
        f"{_typed(option.default)}): {option.title} [{option.paragraph}]"
        for name, option in rules.options.items()
    ]


def _typed(choice: object) -> str:
    """Return a choice as it is typed."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def _choice(name: str, option: Option, text: str) -> str | int | bool:
    words = {"yes": "true", "on": "true", "no": "false", "off": "false"}
    for choice in option.choices:
        reported = _typed(choice)
        if text == reported or (isinstance(choice, bool) and words.get(text.lower()) == reported):
            return choice
    choices = ", ".join(spans(option.choices, _typed))
    raise FormError(f"Option {name} ({option.title}): '{escape(text)}' is not one of {choices}")


def _seats(me: str, sides: Sequence[str], wanted: Wanted) -> tuple[dict[str, str], list[str]]:
    """Return side -> handle, and the players in order, oneself first unless named later."""
    seats = dict(wanted.seats)
    for side in seats:
        if side not in sides:
            raise NotFound(
                f"There is no side '{escape(side)}'{did_you_mean(side, sides) or '.'} "
                f"Sides: {', '.join(sides)}"
            )
    named = wanted.players or [me, *seats.values()]
    players = list(dict.fromkeys([*named, *wanted.witnesses]))
    if me not in players:
        players.insert(0, me)
    for handle in wanted.witnesses:
        if handle in (me, *seats.values()):
            raise FormError(f"--witness {escape(handle)}: a witness must have no seat in the game")
    free = [side for side in sides if side not in seats]
    idle = [h for h in players if h not in seats.values() and h not in wanted.witnesses]
    # Alone one plays every side there is; the only seat of a game is the opener's.
    if len(players) - len(wanted.witnesses) == 1 or len(sides) == 1:
        seats |= dict.fromkeys(free, me)
    elif len(free) == 1 and len(idle) == 1:
        seats[free[0]] = idle[0]
    elif free:
        raise FormError(
            f"Say who plays {' and '.join(free)}, as in --seat {free[0]}={(idle or players)[0]}"
        )
    if not wanted.players and len(set(seats.values())) == 1:
        # The last to join triggers the dice of the set-up, which everybody else keeps: who plays
        # alone is to keep none.
        players.sort(key=lambda handle: handle in seats.values())
    return {side: seats[side] for side in sides}, players


def _signer(client: Client, me: Signer, handle: str) -> Signer:
    if handle == me.handle:
        return me
    return Signer(handle, people.card_of(client, handle).sign)


def _policy(wanted: Wanted, sides: Sequence[str], players: Sequence[str]) -> Dice:
    """Return the policy wanted, or the fairest that the people allow (protocol section 6).

    Raises FormError for one that they do not allow, and where one plays alone and has not said who
    keeps the dice: practice is never taken for a game that anybody else should believe.
    """
    alone = len(players) == 1
    if wanted.dice == "umpire" and wanted.umpire is None:
        raise FormError("--dice umpire needs an umpire: add --umpire HANDLE")
    if wanted.dice == "witnesses" and not (wanted.witnesses or wanted.players):
        raise FormError("--dice witnesses needs somebody without a seat: add --witness HANDLE")
    if wanted.dice == "self" and not alone:
        raise FormError(
            "--dice self is only for a game that you play alone. Leave --dice out, and the others "
            "keep the dice for you"
        )
    if wanted.dice == "opponents" and alone:
        opponent = " or an opponent with --seat SIDE=HANDLE" if len(sides) > 1 else ""
        raise FormError(
            "--dice opponents needs somebody else. Name a witness with --witness "
            f"HANDLE{opponent}, or leave --dice out and name an umpire"
        )
    if wanted.dice is not None:
        return wanted.dice
    if not alone:
        return "opponents"
    if wanted.umpire is None:
        seats = " ".join(f"--seat {side}=HANDLE" for side in sides)
        named = f"Name the player of each side: {seats}. " if len(sides) > 1 else ""
        raise FormError(
            f"{named}If you play alone, say who keeps the dice: a witness (--witness HANDLE) or an "
            "umpire (--umpire HANDLE). For practice, --dice self lets you choose any roll"
        )
    return "umpire"
