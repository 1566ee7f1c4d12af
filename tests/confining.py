"""The cost of the child process that reads a message of 5 kB, beside reading it without one.

``PYTHONPATH=tests python -m confining`` prints processor time for each message, in one run.
"""

from __future__ import annotations

from pbem import confined
from pbem.agent.agent import processor_time
from pbem.agent.sender.looking import look

TIMES = 200
MAIL = b"From: eve@example.org\nSubject: hi\n\n" + b"so many words\n" * 350


def cost(how: confined.Confinement) -> float:
    """Return milliseconds of processor time for a message, the children's included."""
    with confined.by(how):
        look(MAIL, "a message", words=True)
        begun = processor_time()
        for _ in range(TIMES):
            look(MAIL, "a message", words=True)
        return 1000 * (processor_time() - begun) / TIMES


if __name__ == "__main__":
    without, copied = cost(confined.here), cost(confined.copied)
    print(f"without a child {without:.1f} ms, in a child {copied:.1f} ms")  # noqa: T201
    print(f"more: {copied - without:.1f} ms, {copied / without:.1f} times")  # noqa: T201
