"""Which game is meant where a game of this client may stand, or one that this release plays."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.client.client import LOG_SUFFIX, Client, NotFound
from pbem.client.storage.find import like_a_game, names_game, split_game
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.typed.suggest import did_you_mean


def game_or_rules(client: Client, words: Sequence[str]) -> tuple[str | None, str | None, list[str]]:
    """Return the rules or else the game that words begin with, and the words that remain, if any.

    The name of rules is theirs, unless a game here is called exactly so. Without either the only
    game here is meant. Raises FormError, NotFound.
    """
    rules = registry.names()
    here = {path.name.removesuffix(LOG_SUFFIX) for path in client.logs()}
    if words and words[0] in rules and words[0] not in here:
        return words[0], None, list(words[1:])
    if len(words) > 1 and words[-1] in rules and not names_game(client, words[0]):
        reported = escape(" ".join((words[-1], *words[:-1])))
        raise FormError(f"Write the game first: '{reported}'")
    game, rest = split_game(
        client, words, lambda rest: not rest or not like_a_game(client, rest[0])
    )
    if not here and (game is None or not names_game(client, game)):
        near = did_you_mean(words[0], rules) if words else ""
        raise NotFound(
            f"There is no game here{near or '.'} Name a game that this release plays: "
            f"{', '.join(rules)}"
        )
    return None, game, rest
