"""Keep an umpire's days, find who is late, sign the days."""
