"""A tournament's log, and all that follows from it. Nothing here opens a file or signs."""
