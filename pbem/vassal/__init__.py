"""Reading a VASSAL module: what it has, and no script, picture or sentence of it.

`contents` opens a module as a ZIP file or a folder, `trees` its XML, `sequences` the escaped lists
in it. `grids` and `naming` say which place a pixel is. `traits`, `faces` and `types` describe
pieces; `maps`, `tools` and `saves` the rest of a module. `reading` puts all of it together, in a
child process with limits. `described` has the result, `tables` makes a table file of it, and
`words` tells a person what was found. Not every module is well meant: `refusal` has the limits.
"""
