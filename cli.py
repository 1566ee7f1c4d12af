"""The command ``pbem`` from a checkout, by ``python cli.py``."""

from pbem.commands.main import main

if __name__ == "__main__":
    main()
