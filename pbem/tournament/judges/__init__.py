"""What each kind of event of a tournament may say, and what it does.

A function for each kind raises BadTournament unless the event may come next, and returns what takes
it in.
"""
