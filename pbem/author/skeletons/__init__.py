"""What `pbem module new` copies: a game as data (``hexes``), and one in Python (``python``)."""
