"""The scripts and styles that every page shares which shows the past of a game."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent / "page"
FILE_MOST = 1 << 20
"""Bytes of a file of a page."""
