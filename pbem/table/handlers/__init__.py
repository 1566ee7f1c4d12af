"""The effect of each kind of event, and who may write it now.

A function with an ``event`` carries it out, or checks it: ``table`` is the game before it; ``data``
are the event's, in the form of its kind. Elsewhere, too, ``table`` is the game as it stands, and
``handle`` a player in it.
"""
