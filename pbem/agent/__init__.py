"""The agent: watches a mailbox and does what needs no choice (docs/agent.md).

::

    config.py       what its owner set       credentials.py  where passwords come from
    inbox.py        a mailbox, of any kind   imap.py, maildir.py
    outbound.py     sending by SMTP          book.py         what it must not forget
    origin.py       whose mail it is, and whether a program wrote it
    attempts.py     two for each message     quarantine.py   what could not be read
    rows.py         the tables of the agent database
    incoming.py     one message accepted     duties.py       what is signed without a choice
    outgoing.py     what is to be mailed     notices.py      what the owner reads
    reporting.py    saying each thing once   deadlines.py    reminders
    delivery.py     emptying the outbox      network.py      its errors, in words
    agent.py        the round that puts them together
    running.py      an agent of its configuration, and what waits
"""
