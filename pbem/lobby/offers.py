"""The games that can be opened; and new ones, made of a module or of dice and cards."""

from __future__ import annotations

from functools import cache

import msgspec

from pbem.client.client import Client
from pbem.client.storage import boxes, given
from pbem.client.storage.packs import Pack, newest
from pbem.errors import FormError
from pbem.kit.contract import Rules
from pbem.kit.wording import short_title
from pbem.lobby import tiles
from pbem.lobby.forms import Boxing, Choice, Offer, OfModule, Side
from pbem.play import fence

CARDS = "cards"
"""The deck from which both sides draw."""


def offer(name: str, data: msgspec.Struct | None = None) -> Offer:
    """Return the offer of rules, or of a table file for them."""
    rules = newest(name) if data is None else fence.asked(newest(name), "of", data)
    sides = {
        scenario: _sides(name, scenario) if data is None else _sides_of(rules, scenario, data)
        for scenario in rules.scenarios
    }
    options = [
        Choice(word, option.title, _typed(option.default), list(map(_typed, option.choices)))
        for word, option in rules.options.items()
    ]
    title = short_title(rules.title, name)
    about, mails = getattr(rules, "about", ""), dict(getattr(rules, "mails", {}))
    return Offer(
        name, title, dict(rules.scenarios), sides, options, rules.title, about=about, mails=mails
    )


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _sides(name: str, scenario: str) -> list[Side]:
    """Return the sides of a scenario of the newest rules."""
    rules = newest(name)
    return _sides_of(rules, scenario, fence.asked(rules, "data"))


def _sides_of(rules: Rules, scenario: str, data: msgspec.Struct) -> list[Side]:
    options = {word: option.default for word, option in rules.options.items()}
    game = fence.bound(rules, scenario, options, data)
    return [tiles.mark(side, game.sides, game.side_names) for side in game.sides]


def of_module(client: Client, wish: OfModule) -> Offer:
    """Make a game of a module that was chosen; raises what `given.made_table` does."""
    made, pack = given.made_table(client, wish.module, wish.setup)
    return of_pack(client, pack, f"{made.title} {made.version}, {made.setup}", made.setup)


def of_box(client: Client, wish: Boxing) -> Offer:
    """Make a game of dice and cards, or of a table file.

    Raises:
        FormError: A word is not right.
        PackError: The table file cannot be played.
        LogFileError: It cannot be written.
    """
    if wish.file:
        return of_pack(client, boxes.keep_table(client, wish.file))
    return of_pack(client, boxes.keep_box(client, _box(wish)))


def _box(wish: Boxing) -> boxes.Box:
    names = [one.strip() for one in wish.sides]
    codes = [boxes.code(one) or f"side-{number}" for number, one in enumerate(names, 1)]
    if len(names) < 2 or not all(names) or len({*codes}) < len(codes):
        raise FormError("Give the two sides two different names.")
    if not wish.title.strip():
        raise FormError("Give the game a title.")
    dice = [one.strip().partition("=") for one in wish.dice.split(",") if one.strip()]
    decks = {
        deck: [line.strip() for line in titles.splitlines() if line.strip()]
        for deck, titles in zip([*codes, CARDS], wish.cards, strict=False)
    }
    return boxes.Box(
        title=wish.title.strip(),
        sides=[f"{code}={name}" for code, name in zip(codes, names, strict=True)],
        dice={name.strip(): (said or name).strip() for name, _, said in dice},
        decks={deck: titles for deck, titles in decks.items() if titles},
    )


def of_pack(client: Client, pack: Pack, printed: str = "", about: str = "") -> Offer:
    """Return the offer of a table file, which is called by its own title."""
    data = fence.asked(newest(pack.rules), "data", client.pack(pack.digest))
    found = offer(pack.rules, data)
    [title] = found.scenarios.values()
    return msgspec.structs.replace(
        found,
        title=title,
        printed=printed or title,
        about=about or found.about,
        pack=pack.digest,
        recipes={name: [*steps] for name, steps in getattr(data, "recipes", {}).items()},
    )
