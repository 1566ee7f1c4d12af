"""The data of each kind of event, as it stands in a log (protocol section 4)."""
