"""The agent: watches a mailbox and does what needs no choice (docs/agent.md).

Its layers and modules stand in docs/architecture.md. `agent` is the round that puts them together,
and `running` makes an agent of its configuration.
"""
