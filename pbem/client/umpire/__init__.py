"""The umpire's record of days, who is late by it, and the days that he signs."""
