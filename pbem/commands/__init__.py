"""The command line: each command reads what was typed, calls one function, prints.

A module holds the commands of one errand, and `main` puts them together. `shared` has what many of
them take or do, `typed` reads orders that were typed, and `shell` is the frame (errors as one
message, a quick start). `terminal` has what only a terminal can do: asking for a passphrase, a bar
while something takes long. Heavy packages are imported inside the commands that need them.

``as_``: the handle after ``--as``. ``secret``: the file after ``--passphrase-file``. ``json``:
print for another program. Each is None, or false, where nobody typed it.
"""
