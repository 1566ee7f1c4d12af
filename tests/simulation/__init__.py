"""A year of a club under one seed: desks, mail and disks that fail, people who are late.

``PYTHONPATH=tests python -m simulation SEED COUNT`` plays so many years, each by its number, and
stops at the first in which something does not hold; with one number that year is told day by day.

`world` has people and days, `post` the mail, `disk` the disks, `checks` what has to hold after each
day, `planted` faults put in on purpose, which have to be found.
"""
