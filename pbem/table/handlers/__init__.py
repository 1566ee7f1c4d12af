"""The effect of each kind of event, and who may write it now."""
