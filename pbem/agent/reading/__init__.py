"""Reading a mailbox: in which order, how much of it, what each message brings."""
