"""The effect of each kind of event, and who may write it now.

A function with an ``event`` carries it out: ``table`` is the game before it, and is changed;
``data`` are the event's, in the form of its kind. Elsewhere, too, ``table`` is the game as it
stands, and ``handle`` a player in it.
"""
