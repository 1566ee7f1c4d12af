"""Lantern Bridge, version 1: all of it stands in the data."""

from __future__ import annotations

from pbem.kit.hexgame.module import rules_in

LanternRules = rules_in("pbem.games.lantern.data", "lantern.yaml")
