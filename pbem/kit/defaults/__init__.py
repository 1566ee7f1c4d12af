"""The defaults of the modules of a game: each is right for a game that has no more to say.

`pbem.kit.modules.GameModules` takes them where a game gives none.
"""
