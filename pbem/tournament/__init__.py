"""A tournament's log, and all that follows from it: nothing here opens a file or signs an event."""
