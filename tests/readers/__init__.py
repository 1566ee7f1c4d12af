"""Three readers, one answer: the program, the checker of the replay page, the second verifier."""
