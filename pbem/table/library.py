"""Find the rules and the data pack that a log names, without knowing any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from pbem.crypto import canonical, digest
from pbem.errors import FormError, PackError, RulesFault
from pbem.kit.contract import Game, Rules
from pbem.play import fence
from pbem.table.events.kinds import Open, RulesId


class UnknownRules(PackError):
    """The game, this version of it, or the data pack is not on this machine."""


class Library:
    """Rules by name and version, data packs by digest.

    ``find_rules(name, version)`` returns the rules or None; ``find_pack(digest)`` returns the
    bytes of an owner's pack or None.
    """

    def __init__(
        self,
        find_rules: Callable[[str, int], Rules | None],
        find_pack: Callable[[str], bytes | None] = lambda _digest: None,
    ) -> None:
        self.meters: list[Callable[[int], None]] = []
        """Each gets the bytes of every event that a table with these rules judges.

        It may raise `pbem.errors.TooMuchWork`.
        """
        self._find_rules = find_rules
        self._find_pack = find_pack
        self._loaded: dict[tuple[str, int, str], tuple[Rules, msgspec.Struct]] = {}
        self._own: dict[tuple[str, int], msgspec.Struct] = {}
        self._games: dict[bytes, tuple[Rules, Game[Any, Any]]] = {}
        self._names: dict[bytes, Mapping[str, str]] = {}

    @contextmanager
    def metered(self, count: Callable[[int], None]) -> Iterator[None]:
        """Count the bytes of every event that is judged within this."""
        self.meters.append(count)
        try:
            yield
        finally:
            self.meters.remove(count)

    def rules(self, name: str, version: int) -> Rules:
        """Return one version of a game's rules; raises UnknownRules."""
        found = self._find_rules(name, version)
        if found is None:
            raise UnknownRules(
                f"this pbem does not play {name} version {version}: install a release that does"
            )
        return found

    def _known(self, rules_id: RulesId) -> Rules:
        """Return the rules that a log names; say of others which they are."""
        try:
            return self.rules(rules_id.name, rules_id.version)
        except UnknownRules:
            raise UnknownRules(
                f"this pbem does not play {rules_id.name} version {rules_id.version}: install a "
                "release that does, or ask the player who opened the game for its rules module, "
                f"whose data digest begins with {rules_id.data[:16]}. Until then 'pbem verify' "
                "checks the log at level 2: signatures, dice and sealed choices"
            ) from None

    def own(self, name: str, version: int) -> msgspec.Struct:
        """Return the module's own data of one version of a game's rules; raises UnknownRules."""
        key = (name, version)
        if key not in self._own:
            self._own[key] = fence.asked(self.rules(name, version), "data")
        return self._own[key]

    def load(self, rules_id: RulesId) -> tuple[Rules, msgspec.Struct]:
        """Return rules and data as a log names them; raises UnknownRules."""
        key = (rules_id.name, rules_id.version, rules_id.data)
        if key not in self._loaded:
            self._loaded[key] = self._load(rules_id)
        return self._loaded[key]

    def game(self, opening: Open) -> tuple[Rules, Game[Any, Any]]:
        """Return the game that an opening describes.

        Raises UnknownRules, or FormError for a scenario or options that the rules do not have.
        """
        key = canonical.encode_trusted([opening.rules, opening.scenario, opening.options])
        if key not in self._games:
            rules, rules_data = self.load(opening.rules)
            options = complete(opening.options, rules)
            if set(rules.options) != set(options):
                raise FormError(f"the options must be exactly {', '.join(rules.options)}")
            for name, option in rules.options.items():
                given = options[name]
                # To Python, and not to the protocol, true is 1.
                if not any(type(c) is type(given) and c == given for c in option.choices):
                    raise FormError(f"the option {name} cannot have the value {given!r}")
            game = fence.bound(rules, opening.scenario, options, rules_data)
            self._games[key] = (rules, game)
        return self._games[key]

    def side_names(
        self, rules_id: RulesId, scenario: str, options: Mapping[str, Any]
    ) -> Mapping[str, str]:
        """Return side -> display name of a game; empty if its rules or its data are not here.

        Args:
            rules_id: Rules and data, as a log names them.
            scenario: The scenario.
            options: The options; those that are left out have their defaults.
        """
        key = canonical.encode_trusted([rules_id, scenario, options])
        if not self._names.get(key):  # else a pack that is added later would not be seen
            self._names[key] = self._side_names(rules_id, scenario, options)
        return self._names[key]

    def _side_names(
        self, rules_id: RulesId, scenario: str, options: Mapping[str, Any]
    ) -> Mapping[str, str]:
        try:
            rules, rules_data = self.load(rules_id)
            defaults = {name: option.default for name, option in rules.options.items()}
            return fence.bound(rules, scenario, {**defaults, **options}, rules_data).side_names
        except (FormError, PackError, RulesFault):
            return {}

    def completed(self, opening: Open) -> Open:
        """Return an opening with the options that it is older than, at their defaults.

        Raises UnknownRules.
        """
        rules = self.rules(opening.rules.name, opening.rules.version)
        return msgspec.structs.replace(opening, options=complete(opening.options, rules))

    def _load(self, rules_id: RulesId) -> tuple[Rules, msgspec.Struct]:
        rules = self._known(rules_id)
        own = self.own(rules_id.name, rules_id.version)
        if data_digest(own) == rules_id.data:
            return fence.asked(rules, "of", own), own
        pack = self._find_pack(rules_id.data)
        if pack is None:
            raise UnknownRules(
                f"the game's data pack ({rules_id.data[:16]}...) is not on this computer. "
                "Ask the player who opened the game for the pack file, and add it with "
                "'pbem pack check FILE'. If the game has no such file, an older release "
                "opened it with its own data: use that release"
            )
        try:
            data = fence.asked(rules, "data", pack)
            whole = data_digest(data) == rules_id.data
        except PackError:
            whole = False
        if not whole:
            raise UnknownRules(
                f"the stored data pack {rules_id.data[:16]}... was changed. Ask the player "
                "who opened the game for it again"
            )
        return fence.asked(rules, "of", data), data


def complete(options: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    """Return ``options`` with the defaults of those that logs may be older than, where left out."""
    later = {name: option.default for name, option in rules.options.items() if option.later}
    return {**later, **options}


def data_digest(data: msgspec.Struct) -> str:
    """Return the digest that an opening names: SHA-256 of the JCS form of the data as loaded.

    Source: docs/protocol.md, section 4.
    """
    plain: Any = msgspec.to_builtins(data)
    return digest.sha256_hex(canonical.encode_trusted(plain))
