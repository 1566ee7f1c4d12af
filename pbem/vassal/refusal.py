"""The limits of a module, and the error that says why one is refused."""

from __future__ import annotations

from pbem.errors import PbemError

MIB = 1 << 20
ENTRIES = 20_000
"""Files in a module."""
NAME = 240
"""Characters in the name of a file."""
FILE, ALL = 256 * MIB, 2048 * MIB
"""Bytes of one file, and of all files, after unpacking."""
BUILD, SAVED = 32 * MIB, 128 * MIB
"""Bytes of a build file, and of a saved game."""
TIGHT, LOOSE = 16 * MIB, 150
"""A file above so many bytes may not be so many times what its packed bytes are."""
DEPTH, ELEMENTS = 60, 200_000
"""Levels and elements in a build file. Large modules have 20 levels and 30,000 elements."""
TRAITS = 4_000
"""Traits of one piece, with those of its prototypes. Large modules have 200."""
ALL_TRAITS = 1_500_000
SAID = 10_000
"""Letters of a name that labels make longer. A table file cuts it much shorter."""
MADE = 3_000
"""Kinds of pieces that only markers and saved games have."""
BOARDS = 200
"""Boards that a saved game lays on one map."""
COMMANDS = 200_000
"""Commands in a saved game. A large one has 6,000."""
CELLS = 20_000
"""Cells of a grid. A finer one names no place: large maps have 3,000."""
SIDE = 100_000
"""Pixels of a picture or board, in one direction."""

AREA = 100_000_000
"""Pixels of a picture that a board shows: a browser needs four bytes for each."""


class ModuleRefused(PbemError):
    """A module that pbem does not read. The text says why, in one sentence."""
