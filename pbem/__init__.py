"""pbem: an event-sourced play-by-email adjudicator for board wargames."""

__version__ = "0.2.0"
