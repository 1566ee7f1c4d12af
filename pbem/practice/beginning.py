"""The beginning of a practice: at an event of a log, or with a scenario."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pbem.api.logs import table_at
from pbem.client.client import Client, NotFound
from pbem.client.play.opening import read_options
from pbem.client.storage.find import find_log
from pbem.client.storage.packs import newest
from pbem.crypto.text import escape
from pbem.errors import FormError, PackError
from pbem.files import read_plain
from pbem.games import registry
from pbem.kit.contract import Rules
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining
from pbem.log.finding import BadLog
from pbem.log.practice_mark import WORDS, begins_practice
from pbem.play import fence
from pbem.table.events.kinds import RulesId
from pbem.table.library import Library, data_digest
from pbem.table.practice import After, Beginning, lying

SEEDS = 1 << 31
"""So many seeds there are for who names none: short enough to be typed again."""


class PracticeOptions(NamedTuple):
    """The wishes for a practice.

    - ``at``: The event of a log after which it begins (None: the last).
    - ``scenario`` and ``options``: As typed, for a game from its beginning.
    - ``seed``: The seed of the dice (None: drawn).
    - ``against``: The program's sides.
    - ``pack``: An owner's file, with whose data a game from its beginning is played.
    """

    at: int | None = None
    scenario: str | None = None
    options: Mapping[str, str] = {}
    seed: int | None = None
    against: Sequence[str] = ()
    pack: Path | None = None


def begin(
    client: Client,
    game: str | None,
    wish: PracticeOptions,
    progress: Callable[[int], None] = lambda _: None,
) -> Beginning:
    """Begin with what a person names: a game here, the file of a log, or rules by their name.

    Rules are meant where a scenario, option or pack is asked for, or by their whole name where no
    game here has exactly this name and no event of a log is asked for. ``progress`` is called with
    the number of events of a log that were read so far.

    Raises NotFound, FormError for a log with a finding, what `after_event` and `of_scenario` do.
    """
    is_rules = game in registry.names() and wish.at is None and not _is_log(client, str(game))
    if wish.scenario is None and not wish.options and wish.pack is None and not is_rules:
        try:
            return after_event(find_log(client, game), client.library, wish, progress)
        except BadLog as bad:
            raise FormError(
                f"{bad} You can try everything before that: --at N begins after event N, and 'pbem "
                "log' lists the events"
            ) from None
        except NotFound as missing:
            taken = game is not None and any(log.name.startswith(game) for log in client.logs())
            if game not in registry.names() or taken:
                raise NotFound(f"{missing}{_scenarios_of(game or '')}") from None
    if game is None:
        raise FormError(f"Say which game to begin: {', '.join(registry.names())}")
    if wish.at is not None:
        raise FormError("--at is for a log. The beginning of a scenario has no events")
    return of_scenario(newest(game), wish, client.library)


def _scenarios_of(name: str) -> str:
    """Say how a scenario is begun, of a name that begins with that of rules; else nothing."""
    known = next((one for one in registry.names() if name.startswith(f"{one}-")), None)
    if known is None:
        return ""
    return f". '{known} --scenario NAME' begins one of {', '.join(newest(known).scenarios)}"


def _is_log(client: Client, name: str) -> bool:
    """Say whether a game here, or a file, has exactly this name."""
    return Path(name).is_file() or any(log.stem == name for log in client.logs())


def after_event(
    log: Path,
    library: Library,
    wish: PracticeOptions,
    progress: Callable[[int], None] = lambda _: None,
) -> Beginning:
    """Begin after an event of a log, which is verified up to there; ``progress`` as in `begin`.

    Raises BadLog, FormError, PackError, LogFileError as `pbem.api.logs.game_at` does.
    """
    table = table_at(log, library, wish.at, progress)
    opening, play = table.opening, table.play
    assert opening is not None and play is not None  # noqa: S101, PT018 - there is a game
    return Beginning(
        rules=table.rules_now(),
        scenario=opening.scenario,
        options=dict(opening.options),
        seed=_seed(wish),
        against=list(dict.fromkeys(wish.against)),
        of=After(log.stem, table.game_id, table.chain.count - 1, table.chain.head),
        at=lying(play, table.decks, table.stocks),
    )


def of_scenario(rules: Rules, wish: PracticeOptions, library: Library) -> Beginning:
    """Begin with a scenario (None: the first), with the module's own data or those of a pack.

    Raises FormError for what the game does not have, PackError for a pack that is none of this game
    or that the library does not keep: a practice writes nothing where games are kept.
    """
    data = _data(rules, wish.pack)
    known = RulesId(rules.name, rules.version, data_digest(data))
    if wish.pack is not None:
        try:
            library.load(known)
        except PackError:
            raise PackError(
                f"{wish.pack} is a valid pack, but it is not stored here. Store it with 'pbem pack "
                f"check {wish.pack}', then begin the practice"
            ) from None
    rules = fence.asked(rules, "of", data)
    scenario = next(iter(rules.scenarios)) if wish.scenario is None else wish.scenario
    options = read_options(rules, wish.options)
    fence.bound(rules, scenario, options, data)  # there is such a scenario
    return Beginning(
        rules=known,
        scenario=scenario,
        options=options,
        seed=_seed(wish),
        against=list(dict.fromkeys(wish.against)),
        of=None,
        at=None,
    )


def _data(rules: Rules, pack: Path | None) -> Any:
    """Return the data to play with; raises PackError."""
    if pack is None:
        return fence.asked(rules, "data")
    with explaining(pack, "Reading"):
        read = read_plain(pack, strict_yaml.LIMIT)
    if begins_practice(read):
        raise PackError(f"{escape(str(pack))} {WORDS}. It is not a pack")
    return fence.asked(rules, "data", read)


def _seed(wish: PracticeOptions) -> int:
    return secrets.randbelow(SEEDS) if wish.seed is None else wish.seed
