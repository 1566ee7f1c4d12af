"""Whether an event of each kind may stand there, and what it does.

A function for each kind raises BadTournament unless the event may come next, and returns what takes
it in.
"""
