"""Numbered cases of a table, in the words of its position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pbem.kit.defaults.cases import FieldCases


class TableCases(FieldCases):
    """The cases of one table: decks are shuffled when a case begins, as the file lists them."""

    def facts_of(self, _setting: Any, position: Any) -> Mapping[str, Any]:
        """Return the fields of a position as they stand in YAML."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
        return plain
