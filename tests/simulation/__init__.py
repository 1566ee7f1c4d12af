"""A year of a club under one seed: clients, mail and disks that fail, people who are late.

``PYTHONPATH=tests python -m simulation SEED COUNT`` plays so many years, each by its number, and
stops at the first in which something does not hold; with one number that year is printed day by
day. ``--kept FILE`` keeps the figures of each year and goes on where the last run was ended.

The modules are these:

- `plan` says what a year is like; `world` has its days, with the tests' own small game or those of
  the program (``--modules``);
- `member` has the people, `playing` what they do in their games, `typed` the commands that they
  type, `cheats` what must not work;
- `dues` has late players and the umpire who rules, `computers` the players with two of them,
  `surroundings` clocks and databases;
- `season` has their tournament (``--cup``), `post` the mail, `disk` the disks, `hot` what a kill
  leaves of a database;
- `checks` and `bounds` have what must hold after each day, `kept` the figures of many years,
  `planted` faults put in on purpose, which have to be found;
- `place` says where a year is lived, `shrink` finds a smaller year that fails alike.
"""
