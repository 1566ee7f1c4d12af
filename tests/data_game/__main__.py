"""The command `pbem` with Raids among its games: ``PYTHONPATH=tests python -m data_game``."""

from pbem.commands.main import main
from pbem.games import registry

registry.RULES["raids", 1] = ("data_game.module", "RaidsRules")
if __name__ == "__main__":
    main()
