"""Whether an event of each kind may stand there, and what it does.

Each function for a kind raises `BadTournament` unless the event may come next. It returns what
takes the event in. ``log``: the tournament before it. ``data``: those of the event.

Source: docs/tournaments.md, section 2.
"""
