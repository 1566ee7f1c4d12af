"""Why something in a log is as it is."""
