"""Three readers, one answer: the program, the checker of the replay page, the second verifier.

- `readers.javascript`: the checker, in one process of node that reads logs from standard input;
- `readers.judging`: what each reader says of an event after others, or of a whole file;
- `readers.permitted`: which verdicts of two levels may differ, by section 10 of the protocol;
- `readers.growing`, `readers.run`: which logs are made;
- `readers.shrinking`: the shortest log that shows a disagreement;
- `readers.quick`: the arithmetic of long runs.
"""
