"""Read a mailbox: in which order, how much, what each message brings."""
