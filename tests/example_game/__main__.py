"""The command `pbem` with The Ford among its games: ``PYTHONPATH=tests python -m example_game``."""

from pbem.commands.main import main
from pbem.games import registry

registry.RULES["ford", 1] = ("example_game.module", "ExampleRules")
if __name__ == "__main__":
    main()
