"""The command `pbem` with The Ford among its games: ``PYTHONPATH=tests python -m ford``."""

from pbem.commands.main import main
from pbem.games import registry

registry.RULES["ford", 1] = ("ford.module", "FordRules")
if __name__ == "__main__":
    main()
