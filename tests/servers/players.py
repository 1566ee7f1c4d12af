"""Sensible players with clients of their own, whose agents mail through real servers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pbem.agent.agent import Agent
from pbem.agent.config import AgentConfig, Imap, Server
from pbem.agent.servers.imap import ImapInbox
from pbem.agent.servers.smtp import Smtp
from pbem.client.people import import_card
from pbem.client.play import acting
from pbem.client.play.opening import Wanted, new
from pbem.client.session.drafts import Draft
from pbem.client.session.session import Session, sit
from servers.mailhost import Account, MailHost
from toy.people import Person


class Ports(NamedTuple):
    """The places of servers, for tests that did not start them."""

    imap: int
    smtp: int
    ca: str


def ports_of(host: MailHost) -> Ports:
    return Ports(host.imap_port, host.smtp_port, str(host.ca_file))


def agent_for(
    person: Person,
    ports: Ports,
    account: Account,
    say: Callable[[str], None],
    *,
    token: Callable[[], str] | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    meter: Callable[[], float] = lambda: 0.0,
    **more: float | str,
) -> Agent:
    """Return the agent of a person, which mails and reads by real servers.

    ``token`` gives what it logs in with in the place of the password, by XOAUTH2; ``now`` and
    ``meter`` are its clock and what it takes for processor time. Nobody here waits ten minutes for
    what is gathered.
    """
    more.setdefault("at_once", 10_000)
    name = account.address
    config = AgentConfig(
        address=name,
        join=True,
        imap=Imap("localhost", ports.imap, name, "tls", ports.ca),
        smtp=Server("localhost", ports.smtp, name, "starttls", ports.ca),
        **more,
    )
    assert config.imap is not None
    secret, oauth = token or (lambda: account.password), token is not None
    return Agent(
        person.client,
        person.handle,
        config,
        inbox=ImapInbox(config.imap, secret, oauth=oauth),
        outbound=Smtp(config.smtp, secret, oauth=oauth),
        unlock=lambda _: person.identity,
        now=now,
        meter=meter,
        say=say,
    )


class Player(Person):
    """Somebody whose agent is a part of this process, and who decides when asked."""

    def __init__(self, handle: str, folder: Path, host: MailHost, account: Account) -> None:
        super().__init__(handle, folder, account.address)
        self.host, self.account = host, account
        self.said: list[str] = []
        self.decisions = 0
        self.agent = agent_for(self, ports_of(host), account, self.said.append)

    def decides(self) -> bool:
        """Do what is asked in every game; say whether anything was."""
        made = decides(self)
        self.decisions += made
        return made > 0

    def close(self) -> None:
        self.agent.close()
        self.client.close()


def decides(person: Person) -> int:
    """Do what a person is asked in every game, as a sensible player; return how often."""
    made = 0
    for path in person.client.logs():
        session = sit(person.client, path, person.handle)
        while (act := choice(session)) is not None:
            act(session, person.identity)
            made += 1
    return made


def choice(session: Session) -> Callable[..., object] | None:
    """Return what a sensible player does now, None where nothing is asked of them."""
    active, play = session.table.active(), session.table.play
    if active.handle != session.handle or play is None or play.asked is None:
        return None
    seed = session.table.chain.count
    orders = [play.game.write_order(one) for one in play.game.sensible(play.position, seed)]
    if "seal" in active.kinds:
        return lambda here, identity: acting.seal(here, identity, orders[0])
    if "orders" not in active.kinds or "reveal" in active.kinds:
        return None
    side = play.asked.side
    standing = None
    if session.handle not in play.standing:
        standing = {side: dict(play.game.sensible_standing(side))}
    drafted = Draft(orders=orders, standing=standing, lines=[], outcomes=[], then="")
    return lambda here, identity: acting.order(here, identity, drafted)


def players(host: MailHost, folder: Path, handles: Sequence[str], mark: str) -> list[Player]:
    """Return people who know each other; ``mark`` makes their accounts their own."""
    made = [Player(one, folder, host, host.add_user(f"{one}-{mark}")) for one in handles]
    for one, other in itertools.permutations(made, 2):
        import_card(one.client, other.card)
    return made


def opens(player: Player, **wanted) -> None:
    new(player.client, player.identity, Wanted(**wanted))


LASTING = {
    "rules": "saipan",
    "seats": {"us": "ann", "jp": "bob"},
    "options": {"us_gsp": "20"},
}
"""A game that goes on. As the rulebook has it, one of a hundred ends before the fourth Game-Turn,
when the Japanese have thrown the landing back. With so many ground support points, not one of 700
does.
"""


def play_on(people: Sequence[Player], over: Callable[[], bool]) -> None:
    """Let everybody's agent work, and everybody decide, until it is over."""
    still = 0
    while not over():
        moved = False
        for one in people:
            before = len(one.said)
            one.agent.round()
            if one.decides():
                one.agent.round()
            moved = moved or len(one.said) > before
        still = 0 if moved else still + 1
        if not moved:
            # Somebody's mail is on its way: the first who gets it wakes us.
            people[0].host.wait_until_idle()
            assert still < 3 or not all(map(finished, people)), "the games ended too soon"


def finished(player: Player) -> bool:
    """Whether all games at a client are over, with nothing left to write."""
    logs = player.client.logs()
    tables = [sit(player.client, path, player.handle).table for path in logs]
    return bool(logs) and all(one.result and one.active().handle is None for one in tables)
