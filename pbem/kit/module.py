"""The common part of every entry of the registry: data, packs, options, schemas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from pbem.errors import FormError
from pbem.kit.contract import Game, Option, Rules
from pbem.kit.offer import Offer, options_of, scenarios_of
from pbem.kit.options import check_options
from pbem.kit.paragraphs import (
    CASES,
    FILE,
    GLOSSARY,
    MEANINGS,
    SHOWN_BY,
    Abbreviation,
    Meanings,
    Paragraphs,
    Shown,
    read_glossary,
    read_meanings,
    read_paragraphs,
    shown_in,
)
from pbem.kit.typed.lines import LINES, Lines, read_lines
from pbem.kit.typed.pack import Packs
from pbem.kit.typed.standing import with_usual

Data = TypeVar("Data", bound=msgspec.Struct)


class RulesModule(ABC, Generic[Data]):
    """One version of one game; see `pbem.kit.contract.Rules`.

    A subclass gives the names, ``packs``, the ``types`` whose JSON Schemas it publishes (of
    orders, position and standing orders), and `bind`. ``carried``: an owner's data are only what
    players may send to each other, so they go with the mail of an opening. ``judges``: an order
    that its rulebook forbids is refused; if not, players judge that themselves.

    For anyone who chooses a game: ``about``: its time and its kind of map, in few words;
    ``mails``: how many a game takes, by the scenario, as they were counted in one that was played.
    """

    name: str
    version: int
    title: str
    reconstructed: tuple[str, ...]
    packs: ClassVar[Packs[Any, Any]]
    types: ClassVar[Mapping[str, Any]]
    carried: ClassVar[bool] = False
    judges: ClassVar[bool] = True
    about: ClassVar[str] = ""
    mails: ClassVar[Mapping[str, int]] = MappingProxyType({})

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Return scenario -> title; the first is the default."""

    @property
    @abstractmethod
    def options(self) -> Mapping[str, Option]:
        """Return the options that players can agree on."""

    def of(self, data: msgspec.Struct) -> Rules:  # noqa: ARG002 - the code says it here
        """Return these rules with the scenarios and options that go with ``data``."""
        return self

    def data(self, pack: bytes | None = None) -> Data:
        """Load the rules data: the module's own, or an owner's pack; raise `PackError`."""
        data: Data = self.packs.load(pack)
        return data

    def export(self) -> bytes:
        """Return the module's own data as a pack that an owner may edit."""
        return self.packs.export()

    def notes(self) -> Sequence[str]:
        """Return lines on what the data come to, for an author who checks them."""
        return ()

    def paragraphs(self) -> Paragraphs:
        """Return the paragraphs of the rulebook and the rulings on it; they lie with the data."""
        return read_paragraphs(self.packs.beside(FILE), FILE)

    def meanings(self) -> Meanings:
        """Return what the paragraphs mean here, and the rulings."""
        return read_meanings(self.packs.beside(MEANINGS), MEANINGS)

    def glossary(self) -> Mapping[str, Abbreviation]:
        """Return the abbreviations in the words of this game, and what they stand for."""
        return read_glossary(self.packs.beside(GLOSSARY), GLOSSARY)

    def lines(self) -> Lines:
        """Return the lines of an order list; none if no file of them lies with the data."""
        try:
            found = self.packs.beside(LINES)
        except FileNotFoundError:
            return Lines()
        return read_lines(found, LINES)

    def cases(self) -> list[Shown]:
        """Return the numbered cases that show the paragraphs, in short.

        They are in a list of their own, or made of the cases, if these lie with the data.
        """
        try:
            return msgspec.json.decode(self.packs.beside(SHOWN_BY), type=list[Shown])
        except FileNotFoundError:
            return shown_in(self.packs.beside(CASES), CASES)

    def game(
        self, scenario: str, options: Mapping[str, Any], data: msgspec.Struct
    ) -> Game[Any, Any]:
        """Return a game, bound to a scenario, its options and its data.

        Raises:
            FormError: There is no such scenario, or an option is wrong.
        """
        if not isinstance(data, self.packs.data):
            raise FormError(f"these data are not for the rules of {self.title}")
        offered = self.of(data)
        if scenario not in offered.scenarios:
            known = ", ".join(offered.scenarios)
            raise FormError(f"there is no scenario {scenario!r}. Choose one of {known}")
        check_options(options, offered.options)
        return self.bind(scenario, options, data)

    @staticmethod
    @abstractmethod
    def bind(scenario: str, options: Mapping[str, Any], data: Any) -> Game[Any, Any]:
        """Make the game of a scenario, of checked options and data.

        Raises:
            FormError: There is no such scenario.
        """

    def migrate(self, version: int, position: dict[str, Any]) -> dict[str, Any]:
        """Return the position of an older version in the form of this one; there is none yet.

        Raises:
            FormError: The position is of another version.
        """
        if version != self.version:
            raise FormError(f"{self.name} cannot continue a position of version {version}")
        return position

    def schemas(self) -> Mapping[str, dict[str, Any]]:
        """Return the JSON Schemas of orders, position, standing orders and data pack."""
        standing = with_usual(self.types["standing"])
        types = {**self.types, "standing": standing, "pack": self.packs.data}
        return {name: msgspec.json.schema(what) for name, what in types.items()}


Offered = TypeVar("Offered", bound=Offer)


class RulesFromData(RulesModule[Offered]):
    """Rules whose scenarios and options stand in their data (`pbem.kit.offer`).

    Those of the module's own data are offered, unless `of` is asked for those of a pack.
    """

    def __init__(self, offer: Offer | None = None) -> None:
        self._offer = offer

    @property
    def scenarios(self) -> Mapping[str, str]:
        """Return scenario -> title."""
        return scenarios_of(self._offer or self.data())

    @property
    def options(self) -> Mapping[str, Option]:
        """Return the options."""
        return options_of(self._offer or self.data())

    def of(self, data: msgspec.Struct) -> Rules:
        """Return these rules with the scenarios and options that stand in ``data``."""
        return type(self)(data) if isinstance(data, Offer) else self
