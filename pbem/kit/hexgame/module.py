"""The entry of the registry of a hex-and-counter game, made of its data."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from pbem.kit.contract import Option, Rules
from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.hexgame.data.offer import agreed, options_of, scenarios_of
from pbem.kit.hexgame.data.pack import HexPacks
from pbem.kit.hexgame.game import HexGame
from pbem.kit.hexgame.rules.orders import AnyOrder
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting, Hooks
from pbem.kit.hexgame.rules.standing import Standing
from pbem.kit.module import RulesModule
from pbem.kit.paragraphs import SHOWN_BY, Abbreviation, Meanings, Paragraphs, Shown
from pbem.kit.typed.lines import LINES, Lines, read_lines

NO_HOOKS = Hooks()


class HexRules(RulesModule[HexData]):
    """One version of a hex-and-counter game; see `pbem.kit.contract.Rules`.

    A subclass gives ``packs``. It may also give ``hooks``, and ``made``: the class of its games.
    Scenarios and options are those of ``offer``, else those of the module's own data.
    """

    packs: ClassVar[HexPacks]
    hooks: ClassVar[Hooks] = NO_HOOKS
    made: ClassVar[type[HexGame]] = HexGame
    reconstructed: tuple[str, ...] = ()
    types: ClassVar[Mapping[str, Any]] = {
        "order": AnyOrder,
        "position": HexPosition,
        "standing": Standing,
    }

    def __init__(self, offer: HexData | None = None) -> None:
        own = self.packs.load()
        self.name, self.version, self.title = own.about.name, own.about.version, own.about.title
        self._offer = own if offer is None else offer

    @property
    def scenarios(self) -> Mapping[str, str]:
        """Return the scenarios; data without any have one, called like the game."""
        return scenarios_of(self._offer)

    @property
    def options(self) -> Mapping[str, Option]:
        """Return the options."""
        return options_of(self._offer)

    def of(self, data: msgspec.Struct) -> Rules:
        """Return these rules with the scenarios and options that stand in ``data``."""
        return type(self)(data) if isinstance(data, HexData) and data is not self._offer else self

    @classmethod
    def bind(cls, scenario: str, options: Mapping[str, Any], data: HexData) -> HexGame:
        """Make the game of a scenario, checked options and data."""
        tables = cls.packs.tables(agreed(data, scenario, options))
        return cls.made(HexSetting(scenario, options, tables, cls.hooks))

    def notes(self) -> tuple[str, ...]:
        """Return how the combat table is read."""
        combat = self.data().combat
        rows, columns = len(combat.rows), len(combat.columns)
        how = "odds" if combat.compare == "odds" else "the difference"
        return (f"Combat table: a d{rows} for {rows} rows, and {columns} columns by {how}.",)

    def paragraphs(self) -> Paragraphs:
        """Return the paragraphs of the rulebook; they stand in the data."""
        data = self.data()
        found = {word: one.about for word, one in data.paragraphs.items()}
        found |= {word: one.text for word, one in data.rulings.items()}
        return Paragraphs(found, game=data.about.title)

    def meanings(self) -> Meanings:
        """Return what the paragraphs mean, and the rulings."""
        data = self.data()
        return Meanings({word: one.means for word, one in data.paragraphs.items()}, data.rulings)

    def glossary(self) -> Mapping[str, Abbreviation]:
        """Return the abbreviations, and the results of the combat table."""
        data = self.data()
        of = data.combat.paragraph
        results = {
            code: Abbreviation(one.text, of)
            for code, one in data.combat.results.items()
            if code not in data.glossary
        }
        return {**data.glossary, **results}

    def lines(self) -> Lines:
        """Return the lines that every hex-and-counter game reads."""
        found = pkgutil.get_data(HexData.__module__.rpartition(".")[0], LINES)
        return read_lines(found or b"", LINES)

    def cases(self) -> list[Shown]:
        """Return the numbered cases in short, from a file beside the data, if there is one."""
        beside = self.packs.beside
        found = beside(SHOWN_BY) or beside(f"{self.name}-{SHOWN_BY}") or b"[]"
        return msgspec.json.decode(found, type=list[Shown])


def rules_of(
    data: bytes,
    beside: Callable[[str], bytes] = lambda _: b"",
    hooks: Hooks = NO_HOOKS,
    made: type[HexGame] = HexGame,
    name: str = "the game",
) -> type[HexRules]:
    """Return the rules of a game that is a file of data.

    Args:
        data: The file, YAML.
        beside: Reads another file of its folder by name; nothing if there is none.
        hooks: Functions that the game adds.
        made: The class of the game, if it replaces parts of the base.
        name: The name of the file in messages.

    Raises:
        PackError: The file is no game. The message names the line.
    """
    packs = HexPacks("game.yaml", lambda file: data if file == "game.yaml" else beside(file))
    packs.check(data, name=name)
    body = {"packs": packs, "hooks": hooks, "made": made, "__doc__": HexRules.__doc__}
    return type("HexRulesOfData", (HexRules,), body)


def rules_in(
    package: str, file: str, hooks: Hooks = NO_HOOKS, made: type[HexGame] = HexGame
) -> type[HexRules]:
    """Return the rules of a game whose data are a file in the folder of a package.

    ``hooks`` and ``made`` as in `rules_of`.

    Raises:
        LookupError: The file is not there.
        PackError: The file is no game. The message names the line.
    """

    def read(name: str) -> bytes:
        try:
            return pkgutil.get_data(package, name) or b""
        except FileNotFoundError:
            return b""

    data = read(file)
    if not data:
        raise LookupError(f"{package} has no file {file}")
    return rules_of(data, read, hooks, made)
