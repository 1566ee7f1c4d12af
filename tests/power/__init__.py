"""Power cut while two people play by the command line, at any of the calls that reach the disk.

The program runs as it is installed, in processes of its own. A library that is loaded before the
system's (`recorder.c`) writes down, in order, what it has done to the disk and what it has had put
there for good. `states` plays that back up to any call and leaves of what was not put there for
good whatever a file system may leave. `recording` has the game; the test goes on from each state.
"""
