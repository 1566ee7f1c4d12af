"""Import logs and send them, and find where they part."""
