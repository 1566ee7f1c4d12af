"""The default response to a pause: to pass."""

from __future__ import annotations

from pbem.games.table.rules.setting import Setting
from pbem.kit.defaults.usual import PassOrFirst


class Responses(PassOrFirst):
    """A pause for any side can be left to a standing order."""

    def asked(self, setting: Setting, side: str) -> tuple[str, ...]:
        """Return the one question that interrupts."""
        return ("reaction",) if setting.sides[1:] and side in setting.sides else ()
