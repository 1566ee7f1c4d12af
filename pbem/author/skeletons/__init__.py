"""The files that `pbem module new` copies: a game as data (``hexes``), or Python (``python``)."""
