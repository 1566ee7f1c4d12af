"""Mailboxes at servers and on this machine, SMTP, and what goes wrong on the way."""
