"""The open table: dice and cards for a game that stands elsewhere, without rules of its own.

All that a game has stands in its *table file* (`pbem.games.table.data.pack`). Everything that makes
sense is legal here: no order can make a card, a die or a counter that the file does not have.
"""
