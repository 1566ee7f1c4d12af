"""Which game a person means who names one in a word, or in none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.crypto.text import escape
from pbem.desk.desk import LOG_SUFFIX, Desk, NotFound
from pbem.desk.people import takes_part
from pbem.kit.suggest import did_you_mean
from pbem.table.kinds import Open

NAME_LENGTH = 32


def find_log(desk: Desk, wanted: str | None) -> Path:
    """Return the log that a person means: a name, the beginning of one, or a path.

    None means the only game there is, or the only one in which an identity of this desk takes
    part. Raises NotFound with the nearest names.
    """
    logs = desk.logs()
    if wanted is None:
        return _only(_meant(desk, logs))
    names = {path.name.removesuffix(LOG_SUFFIX): path for path in logs}
    name = wanted.removesuffix(LOG_SUFFIX)
    if name in names:
        return names[name]
    if Path(wanted).is_file():
        return Path(wanted)
    begins = [known for known in names if known.startswith(name)]
    if len(begins) == 1:
        return names[begins[0]]
    if begins:
        raise NotFound(f"several games begin with '{escape(name)}': {', '.join(begins)}")
    raise NotFound(
        f"there is no game '{escape(name)}' here{did_you_mean(name, names) or '.'}"
        + (f" Games: {', '.join(names)}" if names else _no_games(desk.games))
    )


def split_game(desk: Desk, words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game that the first word names, if it does, and the words that remain.

    Where `find_log` knows one without a name, it need not be named.
    """
    if not words:
        return None, []
    logs = desk.logs()
    first = words[0].removesuffix(LOG_SUFFIX)
    named = any(path.name.startswith(first) for path in logs) or (
        words[0].endswith(LOG_SUFFIX) and Path(words[0]).is_file()
    )
    if named or (len(words) > 1 and len(_meant(desk, logs)) != 1):
        return words[0], list(words[1:])
    return None, list(words)


def _meant(desk: Desk, logs: list[Path]) -> list[Path]:
    """Return the logs among which one without a name is meant: one's own, if there are any."""
    if len(logs) < 2:
        return logs
    return [path for path in logs if takes_part(desk, path)] or logs


def _only(logs: Iterable[Path]) -> Path:
    found = list(logs)
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound("there is no game here yet: 'pbem new' opens one, 'pbem take FILE' adds one")
    names = ", ".join(path.stem for path in found)
    raise NotFound(
        f"which game? Give its name: {names} ('pbem games' says what each waits for, 'pbem store "
        "archive NAME' puts one away)"
    )


def _no_games(folder: Path) -> str:
    return f" (there are no games in {folder}: 'pbem new' opens one, 'pbem take FILE' adds one)"


def default_name(data: Open) -> str:
    """Return a name for a game: the rules and the players, those without a seat last."""
    seated = data.seats.values()
    players = sorted(data.players, key=lambda player: player.handle not in seated)
    handles = "-".join(player.handle for player in players)
    return f"{data.rules.name}-{handles}"[:NAME_LENGTH].rstrip("-.")
