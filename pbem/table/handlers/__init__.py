"""What each kind of event does, and who may write it now."""
