"""The data of each kind of event, as a log has it (protocol section 4)."""
