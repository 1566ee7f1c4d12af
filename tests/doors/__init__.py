"""Every door through which bytes of others come, tried with bytes that nobody wrote.

``PYTHONPATH=tests python -m doors DOOR --runs N`` lets a fuzzer that sees the program's branches
(atheris, the extra ``fuzz``) try N inputs at one door, ``--all`` at each. A find is an exception
that no page of the door names, an assertion of the door's own file, or a hang. An input that takes
more than ten times what is usual for its size is one, too. The finds lie in ``found/``, by door.
"""
