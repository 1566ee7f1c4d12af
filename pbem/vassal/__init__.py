"""Reading a VASSAL module: what it has, and no script, picture or sentence of it.

`contents` opens a module as a ZIP file or a folder, `trees` its XML, `sequences` the escaped lists
in it. `grids` and `naming` know which place a pixel is, `pictures` how large a picture is. `traits`
and `types` describe pieces, `made` those that no palette has; `maps`, `tools` and `saves` the rest
of a module. `reading` puts all of it together, in a child process with limits. `described` has the
result, and `tables` makes a table file of it. Not every module is well meant: `refusal` has the
limits.
"""
