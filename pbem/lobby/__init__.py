"""The lobby: all games of a home, and everything that begins before a board.

`lobby` does what is asked, by the functions of the commands. `forms` says what is asked and
answered. `requests` is the table of all requests, which knows no socket, and `serving` wraps it for
a browser on this computer. `page/` is what the browser shows.

``wish`` is a request of the page, in its form. ``game`` and ``name`` are those of files. ``handle``
is one's own; None: there is no identity yet.
"""
