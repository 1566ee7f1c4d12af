"""``python -m pbem``: the command where no script of it is within reach."""

from pbem.commands.main import main

if __name__ == "__main__":
    main()
