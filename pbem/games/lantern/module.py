"""Lantern Bridge, version 1: all of it stands in the data."""

from __future__ import annotations

from types import MappingProxyType

from pbem.kit.hexgame.module import rules_in

LanternRules = rules_in("pbem.games.lantern.data", "lantern.yaml")
LanternRules.about = "hexes, one evening"
LanternRules.mails = MappingProxyType({"lantern": 13})
