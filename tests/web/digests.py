"""Runs inside the engine: digests of logs, cases and lists, as under every Python (versions.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pbem

pbem.__path__.append("/logs/more")  # the runner of cases, which no browser needs

import versions  # noqa: E402 - it imports that

versions.ROOT = Path("/logs")
versions.main(*json.loads(Path("/logs/asked.json").read_text()))
