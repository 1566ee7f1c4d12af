"""Which game a person means who names one in a word, or in none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pbem.client.client import LOG_SUFFIX, Client, NotFound
from pbem.client.input_files import found as there
from pbem.client.people import takes_part
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import odd_kind
from pbem.kit.typed.suggest import nearest
from pbem.log.practice_mark import SUFFIX, WORDS, is_practice
from pbem.log.tournament_mark import WORDS as A_TOURNAMENT
from pbem.log.tournament_mark import is_tournament
from pbem.table.events.kinds import Open

NAME_LENGTH = 32
FILES = (LOG_SUFFIX, SUFFIX, ".fork", ".eml", ".mbox")
"""Endings of files that are never orders: a word that ends so is meant as the game."""
LIKE_A_GAME = 4
"""Letters of a word that may be a misspelt game: units and places have shorter names."""


def find_log(client: Client, wanted: str | None) -> Path:
    """Return the log that a person means by ``wanted``: a name, the beginning of one, or a path.

    None means the only game there is, or the only one in which an identity of this client takes
    part. Raises NotFound with the nearest names, FormError for the file of a practice or
    the log of a tournament.
    """
    found = None if wanted is None else client.log_called(wanted.removesuffix(LOG_SUFFIX))
    if found is None:
        logs = client.logs()
        found = _only(_candidates(client, logs)) if wanted is None else _named(client, wanted, logs)
    if is_practice(found):
        raise FormError(f"{escape(wanted or found.stem)} {WORDS}")
    if is_tournament(found):
        raise FormError(f"{escape(wanted or found.stem)} {A_TOURNAMENT}")
    return found


def _named(client: Client, wanted: str, logs: Sequence[Path]) -> Path:
    """Return the log of a name, of the beginning of one, or of a path; raises NotFound."""
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
        raise NotFound(f"Several games begin with '{escape(name)}': {', '.join(begins)}")
    if _means_file(wanted) and not did_you_mean_game(name, names):
        there(Path(wanted))
    if (kind := odd_kind(Path(wanted))) is not None:
        raise NotFound(f"{escape(wanted)} is {kind}, not a plain file")
    raise NotFound(f"There is no game '{escape(name)}' here{_instead(client, name, names)}")


def _means_file(word: str) -> bool:
    """Say whether a word names a file, by its ending or a folder in it."""
    return word.endswith(FILES) or len(Path(word).parts) > 1


def _instead(client: Client, name: str, names: Iterable[str]) -> str:
    """Say what else there is: a game put away, a name like it, all names."""
    for path in client.archived():
        if path.stem.startswith(name):
            return f". {path.stem} is archived; 'pbem take {escape(str(path))}' restores it"
    known = list(names)
    if not known:
        return f". {client.games} has no games ('pbem new' opens one, 'pbem take FILE' adds one)"
    return f"{did_you_mean_game(name, known) or '.'} Games: {', '.join(known)}"


def did_you_mean_game(word: str, names: Iterable[str]) -> str:
    """Return ``"; did you mean X or Y?"``: like a name or the beginning of one; or nothing.

    ``names``: those of all games.
    """
    begins: dict[str, str] = {}
    for name in names:
        parts = name.split("-")
        for size in range(len(parts), 0, -1):
            begins.setdefault("-".join(parts[:size]), name)
    meant = dict.fromkeys(begins[near] for near in nearest(word, begins))
    return f"; did you mean {' or '.join(meant)}?" if meant else ""


def like_a_game(client: Client, word: str) -> bool:
    """Say whether a word is a misspelt game rather than a unit or a place."""
    if len(word) < LIKE_A_GAME or not word[0].isalpha():
        return False
    return bool(did_you_mean_game(word, [path.stem for path in client.logs()]))


def split_game(
    client: Client,
    words: Sequence[str],
    fits: Callable[[Sequence[str]], bool] = lambda _: False,
) -> tuple[str | None, list[str]]:
    """Return the game that the first word names, if it does, and the other words.

    A game need not be named if `find_log` knows it without a name.

    Args:
        client: The client.
        words: The typed words.
        fits: Says whether words are what the command takes after a game. If they are so only
            without the first word, that word was meant as a game.

    Raises:
        FormError: The game comes after the other words.
        NotFound: The words fit, and the word before them is no game here.
    """
    if not words:
        return None, []
    if names_game(client, words[0]):
        return words[0], list(words[1:])
    if len(words) > 1 and names_game(client, words[-1]):
        reported = escape(" ".join((words[-1], *words[:-1])))
        raise FormError(f"Write the game first: '{reported}'")
    meant = fits(words[1:]) and not fits(words)
    if len(words) > 1 and fits(words[:-1]) and not meant and not fits(words):
        names = [path.name.removesuffix(LOG_SUFFIX) for path in client.logs()]
        missing = f"There is no game '{escape(words[-1])}' here{_instead(client, words[-1], names)}"
        raise NotFound(f"{missing}. Write the game first: 'GAME {escape(' '.join(words[:-1]))}'")
    if meant or (len(words) > 1 and len(_candidates(client, client.logs())) != 1):
        return words[0], list(words[1:])
    return None, list(words)


def names_game(client: Client, word: str) -> bool:
    """Say whether a word is the beginning of a game's name, or a file that is meant as one.

    The file need not be there: then it is said that it is not.
    """
    name = word.removesuffix(LOG_SUFFIX)
    begins = bool(name) and any(path.name.startswith(name) for path in client.logs())
    return begins or word.endswith(FILES)


def _candidates(client: Client, logs: list[Path]) -> list[Path]:
    """Return the logs among which one without a name is meant: one's own, if there are any."""
    if len(logs) < 2:
        return logs
    return [path for path in logs if takes_part(client, path)] or logs


def _only(logs: Iterable[Path]) -> Path:
    found = list(logs)
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound("You have no game yet: 'pbem new' opens one, 'pbem take FILE' adds one")
    names = ", ".join(path.stem for path in found)
    raise NotFound(
        f"Say which game: {names}. 'pbem games' shows what each one waits for, and 'pbem store "
        "archive NAME' archives one"
    )


def default_name(data: Open) -> str:
    """Return a name for a game: the rules and the players, those without a seat last."""
    seated = data.seats.values()
    players = sorted(data.players, key=lambda player: player.handle not in seated)
    handles = "-".join(player.handle for player in players)
    return f"{data.rules.name}-{handles}"[:NAME_LENGTH].rstrip("-.")
