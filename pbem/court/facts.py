"""What a verdict can state: one form for each kind of fact (docs/court.md, "Statements").

A fact names copies and exhibits by the SHA-256 of their bytes, so that it is the same whatever else
was handed in. Its sentence is made from its fields and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from pbem.audit.differing import IN_WORDS
from pbem.kit.wording import counted, listed, named, quoted, span
from pbem.table.counts import decides_words, two_faced_words
from pbem.table.forks import settled_words
from pbem.table.kinds import Policy

Digest = str
"""SHA-256 in 64 hex digits."""

Weight = Literal["proved", "word", "open"]
"""``proved``: whoever repeats it sees it; ``word``: somebody says so; ``open``: nothing shows it.
"""


class Labels(NamedTuple):
    """What a verdict calls copies and exhibits: digest -> ``C1``, ``E1``.

    ``files``: digest of a copy -> the exhibits that it follows from, with the names of their files.
    """

    copies: Mapping[Digest, str]
    exhibits: Mapping[Digest, str]
    files: Mapping[Digest, str]

    def of(self, digests: Sequence[Digest]) -> str:
        """Return copies by their labels, in their order."""
        known = sorted((self.copies[one] for one in digests), key=lambda label: int(label[1:]))
        return listed(known)

    def with_files(self, digests: Sequence[Digest]) -> str:
        """Return copies by their labels, each with the files that it was read from."""
        known = sorted(digests, key=lambda one: int(self.copies[one][1:]))
        return listed(f"{self.copies[one]} ({self.files[one]})" for one in known)


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="fact"):
    """One fact."""

    def says(self, labels: Labels) -> str:
        """Return the sentence that states it."""
        raise NotImplementedError


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a branch point: its first event and the copies that have it."""

    event: str
    by: str
    kind: str
    copies: tuple[Digest, ...]


# --- copies ---------------------------------------------------------------------------------------


class CopyFact(Fact, frozen=True, kw_only=True, tag="copy"):
    """These copies hold the same good events."""

    game: str
    copies: tuple[Digest, ...]
    events: int
    head: str
    level: int
    whole: bool

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        has = "has" if len(self.copies) == 1 else "have"
        rest = "" if self.whole else "; what comes after them is not valid"
        return (
            f"{labels.with_files(self.copies)} {has} {counted(self.events, 'good event')}, up to "
            f"{self.head[:16]}..., verified at level {self.level} of 3{rest}."
        )


class Fault(Fact, frozen=True, kw_only=True, tag="fault"):
    """A copy has a finding (docs/findings.md)."""

    copies: tuple[Digest, ...]
    code: str
    seq: int | None
    event: str | None
    line: int | None
    good: int
    message: str
    blame: tuple[str, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        where = "" if self.seq is None else f" at event {self.seq}"
        told = f"{labels.with_files(self.copies)}: {self.code}{where}. {ended(self.message)}"
        return f"{told} {self._blame()}".rstrip()

    def _blame(self) -> str:
        """Say who is to blame, and each for what; nothing where the message says it."""
        if not self.blame:
            said = "Nobody is to blame" in self.message
            return "" if said else "It proves nobody's fault."
        first, *others = self.blame
        seconds = f", then {listed(others)}, who rolled the dice on it" if others else ""
        return f"To blame is {first}{seconds}."


class Begins(Fact, frozen=True, kw_only=True, tag="begins"):
    """Copies that are the beginning of others."""

    copies: tuple[Digest, ...]
    of: tuple[Digest, ...]
    events: int

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        good = "event 0 is" if self.events == 1 else f"events 0 to {self.events - 1} are"
        return (
            f"Of {labels.with_files(self.copies)} the good {good} the beginning of "
            f"{labels.with_files(self.of)}."
        )


class Parts(Fact, frozen=True, kw_only=True, tag="parts"):
    """Good events of copies differ behind one predecessor."""

    game: str
    seq: int
    prev: str
    sides: tuple[Side, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        sides = [
            f"{labels.of(one.copies)} {'goes' if len(one.copies) == 1 else 'go'} on with "
            f"{with_article(one.kind)} by {one.by} ({one.event[:16]}...)"
            for one in self.sides
        ]
        return f"The copies part at event {self.seq}: {'; '.join(sides)}."


class Differs(Fact, frozen=True, kw_only=True, tag="differs"):
    """A field in which events on one predecessor differ; ``values`` of the sides, null for none."""

    game: str
    seq: int
    sides: tuple[str, ...]
    field: str
    values: tuple[str | None, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        if self.field == IN_WORDS:
            said = [
                f"{side[:16]}... says: {quoted(value or '')}"
                for side, value in zip(self.sides, self.values, strict=True)
            ]
            return f"The events {self.seq} say different things. {'; '.join(said)}."
        told = [
            f"{'nothing' if value is None else quoted(value)} in {side[:16]}..."
            for side, value in zip(self.sides, self.values, strict=True)
        ]
        return f"In event {self.seq} '{self.field}' differs: {', '.join(told)}."


class Forked(Fact, frozen=True, kw_only=True, tag="fork"):
    """Two events by one author on one predecessor, or the second one behind rulings on it.

    ``renewed``: the event with which his key was changed behind it, null for none; ``rulings``:
    ids of the rulings that stand between the predecessor and the second event.
    """

    game: str
    by: str
    seq: int
    prev: str
    events: tuple[str, str]
    renewed: int | None = None
    rulings: tuple[str, ...] = ()

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        one, other = self.events
        many = len(self.rulings)
        if self.renewed is not None:
            return settled_words(self.by, self.seq, self.events, self.renewed, many)
        if many:
            behind = "a ruling" if many == 1 else f"{many} rulings"
            return (
                f"{self.by} signed event {self.seq} ({one[:16]}...), and another event "
                f"({other[:16]}...) behind {behind} on the same predecessor, which did not put "
                f"{self.by} out: a fork of {self.by}'s, two histories of one game."
            )
        return (
            f"{self.by} signed two different events {self.seq} on one predecessor, {one[:16]}... "
            f"and {other[:16]}...: a fork of {self.by}'s, two histories of one game."
        )


class Counts(Fact, frozen=True, kw_only=True, tag="counts"):
    """Which copies count (protocol section 9).

    Where nothing decides: ``umpire``, who could, and ``choose``, who together could by going on
    with one side; ``forked``: of whom two events behind event ``seq`` are proved.
    """

    game: str
    copies: tuple[Digest, ...]
    seq: int
    head: str
    why: tuple[str, ...]
    umpire: str | None = None
    choose: tuple[str, ...] = ()
    forked: tuple[str, ...] = ()

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        why = "".join(f" {one[0].upper()}{ended(one[1:])}" for one in self.why)
        if self.copies:
            verb = "counts" if len(self.copies) == 1 else "count"
            return f"{labels.of(self.copies)} {verb}, up to event {self.seq}.{why}"
        nothing = f"Nothing decides yet which copy counts after event {self.seq}.{why}"
        return f"{nothing} {decides_words(self.umpire, self.choose, self.forked)}"


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an event as it was ``signed``, and as it ``stands`` in a copy; null for none."""

    field: str
    signed: str | None
    stands: str | None

    def says(self, copy: str) -> str:
        """Return a part of a sentence; ``copy``: the label of the copy where it stands."""
        what = "" if self.field == IN_WORDS else f"{named(self.field)} "
        signed = f"no {what}".rstrip() if self.signed is None else f"{what}{quoted(self.signed)}"
        stands = "none" if self.stands is None else quoted(self.stands)
        return f"signed was {signed}, {copy} has {stands}"


CHANGES_TOLD = 6
"""So many changed fields stand in a sentence."""


class NamedBy(msgspec.Struct, frozen=True, kw_only=True):
    """A signed event ``event``, number ``seq``, that names another one as its predecessor."""

    seq: int
    by: str
    event: str


class Edited(Fact, frozen=True, kw_only=True, tag="edited"):
    """A line in the place of a signed event that its author did not sign.

    ``changes``: in which fields it differs from what was signed; null where it is no event;
    ``only``: in nothing else that is signed; ``named_by``: the next event, which stands in the
    changed copy too and names the event there as it was signed; null where it does not.
    """

    copy: Digest
    seq: int
    line: int | None
    event: str
    good: Digest
    changes: tuple[Changed, ...] | None
    only: bool
    named_by: NamedBy | None

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        copy, good = labels.of([self.copy]), labels.of([self.good])
        return (
            f"In {labels.with_files([self.copy])} event {self.seq} was changed after it was "
            f"signed: {labels.with_files([self.good])} has it with a valid signature "
            f"({self.event[:16]}...). {self._what(copy)}{self._named(copy, good)} Who changed the "
            "file, nothing shows: whoever had it can have done it."
        )

    def _named(self, copy: str, good: str) -> str:
        """Tell the strongest that there is: a signature over the id of what was signed."""
        if self.named_by is None:
            return ""
        return (
            f" Event {self.named_by.seq}, signed by {self.named_by.by}, names event {self.seq} as "
            f"it was signed as its predecessor, in {copy} as in {good}."
        )

    def _what(self, copy: str) -> str:
        if self.changes is None:
            return "What stands there is no event."
        if not self.changes:
            if self.only:
                return "What stands there differs in nothing but its signature."
            return "What differs there is not told here."
        told = [one.says(copy) for one in self.changes[:CHANGES_TOLD]]
        more = len(self.changes) - len(told)
        besides = f"; and {counted(more, 'more field')}" if more else ""
        nothing = " Nothing else in the event differs." if self.only else ""
        return f"{'; '.join(told)[0].upper()}{'; '.join(told)[1:]}{besides}.{nothing}"


class Short(Fact, frozen=True, kw_only=True, tag="short"):
    """Copies that end before an event that somebody confirms, which is his word."""

    copies: tuple[Digest, ...]
    events: int
    shown: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        verb = "ends" if len(self.copies) == 1 else "end"
        return (
            f"{labels.of(self.copies)} {verb} with event {self.events - 1}; that the game went on "
            f"is the word of who confirms it: {ended(self.shown)}"
        )


# --- who signed what ------------------------------------------------------------------------------


class Signed(Fact, frozen=True, kw_only=True, tag="signed"):
    """An event has a valid signature by the key that its author had there."""

    game: str
    seq: int
    event: str
    kind: str
    by: str
    key: str
    card: bool

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        card = (
            f" A card that names {self.by} and has this key was handed in; who made it, nothing "
            "shows."
            if self.card
            else ""
        )
        return (
            f"Event {self.seq} ({self.kind}, {self.event[:16]}...) is signed with the key of "
            f"{self.by} in this game, {self.key[:16]}....{card}"
        )


class BuiltOn(Fact, frozen=True, kw_only=True, tag="built-on"):
    """Who signs an event behind another one had that one."""

    game: str
    seq: int
    event: str
    by: str
    seq_after: int

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"{self.by} had event {self.seq} ({self.event[:16]}...), or at least its id: event "
            f"{self.seq_after}, which {self.by} signed, comes after it in the chain of ids."
        )


class Confirmed(Fact, frozen=True, kw_only=True, tag="confirmed"):
    """A good confirmation, and the copies that have what it confirms."""

    game: str
    by: str
    seq: int
    head: str
    copies: tuple[Digest, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        what = f"{self.by} confirms the game up to event {self.seq} ({self.head[:16]}...)"
        if not self.copies:
            return f"{what}, which no copy here has."
        return f"{what}, as in {labels.of(self.copies)}."


class Keys(Fact, frozen=True, kw_only=True, tag="keys"):
    """A signing key changed by agreement.

    ``offer``: the event that offered it; ``event``: the one from which on it is the key, which is
    the offer where nobody had to agree, and else the last yes.
    """

    game: str
    by: str
    offer: int
    event: int
    was: str
    sign: str
    agreed: tuple[str, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"After event {self.event} {self.by} signs with another key, {self.sign[:16]}..., and "
            f"no longer with {self.was[:16]}...: {self.how()}."
        )

    def how(self) -> str:
        """Say by which events the key was changed, as part of a sentence."""
        offer = f"by the offer in event {self.offer}, signed with the old key"
        if not self.agreed:
            return f"{offer}, to which nobody had to agree"
        last = " " if len(self.agreed) == 1 else ", the last of them "
        return f"{offer}, to which {listed(self.agreed)} agreed{last}in event {self.event}"


class Stranger(Fact, frozen=True, kw_only=True, tag="stranger"):
    """A card of this handle names another key than the log."""

    game: str
    by: str
    card: Digest

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        return (
            f"The card {labels.exhibits[self.card]} of {self.by} names another signing key than "
            f"{self.by} has in this game. Anybody can make a card with that handle."
        )


# --- dice -----------------------------------------------------------------------------------------


OF_OPPONENTS = (
    "Each roll is made of one player's signed event and of a key of somebody else, fixed before: "
    "whoever gives dice cannot choose them alone, only keep them back."
)
"""What dice that opponents keep are (protocol, section 6), for who never met them."""


class Dice(Fact, frozen=True, kw_only=True, tag="dice"):
    """How far the dice can be trusted; ``together``: the sentence on who could choose a roll."""

    game: str
    level: int
    policy: Policy
    rolls: int
    together: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        if self.level < 2:
            return ended(self.together)
        if not self.rolls:
            return ended(self.together)
        together = self.together.removeprefix("Dice: ")
        made = f" {OF_OPPONENTS}" if self.policy == "opponents" else ""
        return (
            f"All dice that were rolled ({self.rolls}) follow from proofs that were checked. "
            f"{ended(together[0].upper() + together[1:])}{made}"
        )


class OrderOf(Fact, frozen=True, kw_only=True, tag="order-of"):
    """Dice depend on the id of a trigger that stands at or behind a choice.

    ``chose``: what was chosen, in the order in which it was ordered, or the kind of the event.
    """

    game: str
    choice: int
    by: str
    chose: str
    trigger: int
    dice: int
    keepers: tuple[str, ...]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        own = "that event itself" if self.trigger == self.choice else f"event {self.trigger}"
        return (
            f"{self.by} signed event {self.choice} ({self.chose}) before the next roll: the dice "
            "in event "
            f"{self.dice} follow from {own} and a key of {listed(self.keepers)}, fixed before it. "
            f"Only together with {listed(self.keepers)} could {self.by} have known them."
        )


# --- the umpire -----------------------------------------------------------------------------------


class Ruling(Fact, frozen=True, kw_only=True, tag="ruling"):
    """What an umpire ruled, in a valid event ``id``, and what it did.

    ``late``: the days as the ruling tells them, which are his word; ``note``: the reason that he
    gives; ``first``: no ruling stands before it; ``back_in``: the copies with the ruling that it
    takes back, null where it takes back none; ``counts``: whether it stands on what counts, null
    where nothing decides that.
    """

    game: str
    by: str
    event: int
    id: str
    copies: tuple[Digest, ...]
    out: str | None
    late: bool
    said: str
    note: str
    first: bool
    back_in: tuple[Digest, ...] | None
    counts: bool | None

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        told = [f"In event {self.event} of {labels.of(self.copies)} {self.by} {ended(self.said)}"]
        if self.back_in is not None:
            where = labels.of(self.back_in)
            told.append(f"That one stands in {where}." if where else "No copy here has that one.")
        if self.note:
            told.append(f"The reason that {self.by} gives: {quoted(self.note)}.")
        elif self.out is not None or self.back_in is not None:
            told.append(f"{self.by} gives no reason in it.")
        held = {
            True: "The ruling is valid and counts.",
            False: "The ruling is valid, on a copy that does not count.",
            None: "The ruling is valid; whether its copy counts, nothing decides yet.",
        }
        told.append(held[self.counts])
        if self.first:
            told.append("From there on the log rests on the umpire's word.")
        return " ".join(told)


class Day(Fact, frozen=True, kw_only=True, tag="days"):
    """Signed days agree with a ruling that somebody was late."""

    game: str
    by: str
    ruling: int
    out: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"The days that {self.by} signed as mail came agree with what the ruling in event "
            f"{self.ruling} says of {self.out}."
        )


class DaysDiffer(Fact, frozen=True, kw_only=True, tag="days-differ"):
    """Signed days that convict the umpire, or a ruling that tells other days.

    ``ruling``: the number of that ruling, null for days that convict; ``out``: whom it put out;
    ``in_time``: by the signed days he was not late.
    """

    game: str
    by: str
    message: str
    ruling: int | None = None
    out: str | None = None
    in_time: bool = False

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return ended(f"{self.message[0].upper()}{self.message[1:]}")


class TwoFaces(Fact, frozen=True, kw_only=True, tag="two-faces"):
    """An umpire ruled for two branches, or wrote two rulings on one predecessor."""

    game: str
    by: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        told = two_faced_words(self.by)
        return f"{told[0].upper()}{told[1:]}."


# --- the game -------------------------------------------------------------------------------------


class Opening(Fact, frozen=True, kw_only=True, tag="opening"):
    """What is played, by whom, with which options, umpire, clock and pack, as it was opened."""

    game: str
    rules: str
    scenario: str
    seats: dict[str, str]
    options: dict[str, str | int | bool]
    umpire: str | None
    policy: Policy
    clock: str | None
    opened: str
    signers: dict[str, str]

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        seats = ", ".join(f"{who} plays {side}" for side, who in self.seats.items())
        options = ", ".join(
            f"{named(name)} {_plain(value)}" for name, value in self.options.items()
        )
        umpire = "no umpire" if self.umpire is None else f"umpire {self.umpire}"
        clock = "no clock" if self.clock is None else f"clock: {self.clock}"
        keys = ", ".join(f"{who} {key[:16]}..." for who, key in self.signers.items())
        return (
            f"Game {self.game[:16]}..., {self.rules}, scenario {self.scenario}, opened "
            f"{self.opened} by its author's word: {seats}; {umpire}; dice kept by: {self.policy}; "
            f"{clock}; options: {options or 'none'}. Keys at the start: {keys}."
        )


class Outcome(Fact, frozen=True, kw_only=True, tag="result"):
    """How the game ended in the copy that counts."""

    game: str
    words: str
    winner: str | None
    waits: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        waits = f" It does not count before {self.waits}." if self.waits else ""
        return f"Result: {ended(self.words)}{waits}"


class Resigned(Fact, frozen=True, kw_only=True, tag="resigned"):
    """Somebody gave up, in a signed event."""

    game: str
    by: str
    seq: int
    event: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return (
            f"{self.by} resigned in event {self.seq} ({self.event[:16]}...), signed by {self.by}."
        )


class GoingOn(Fact, frozen=True, kw_only=True, tag="going-on"):
    """The game goes on."""

    game: str
    pen: str

    def says(self, labels: Labels) -> str:  # noqa: ARG002
        """Return the sentence."""
        return f"As far as it was handed in, the game goes on. {ended(self.pen)}"


class PackFact(Fact, frozen=True, kw_only=True, tag="pack"):
    """The data that the opening names; ``handed``: the exhibit that they are, null for none."""

    game: str
    digest: Digest
    own: bool
    handed: Digest | None
    differs: tuple[str, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        if self.own:
            return f"It is played with the data of this program ({self.digest[:16]}...)."
        told = f"It is played with an owner's data pack, {self.digest[:16]}..."
        if self.handed is None:
            return f"{told}, which was not handed in."
        where = (
            f"; other than this program's are: {', '.join(map(named, self.differs))}"
            if self.differs
            else ""
        )
        return f"{told}, which is {labels.exhibits[self.handed]}{where}."


class OtherPack(Fact, frozen=True, kw_only=True, tag="other-pack"):
    """A pack that no game here is played with."""

    exhibit: Digest
    digest: Digest
    rules: str
    differs: tuple[str, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        where = f" It changes: {', '.join(map(named, self.differs))}." if self.differs else ""
        return (
            f"{labels.exhibits[self.exhibit]} is a data pack of {self.rules} ({self.digest[:16]}..."
            f") that no game here is played with.{where}"
        )


class Version(Fact, frozen=True, kw_only=True, tag="version"):
    """A position that this version of the program does not get."""

    copies: tuple[Digest, ...]
    code: str
    seq: int
    message: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        told = f"{labels.of(self.copies)}: {self.code} at event {self.seq}. {ended(self.message)}"
        if "Nobody is to blame" in self.message:
            return told
        third = "It blames nobody before a third copy of the named version has replayed the log."
        return f"{told} {third}"


class Carries(msgspec.Struct, frozen=True):
    """Events ``first`` to ``last`` of a game that a message carries."""

    game: str
    first: int
    last: int


class MailFact(Fact, frozen=True, kw_only=True, tag="mail"):
    """What the headers of a message say; all of it is the word of who sent or carried it.

    ``message``: which one of those in the exhibit, from 1; ``id``: its Message-ID; ``to``: its
    To, Cc and Bcc; ``received``: its stations, the last one first.
    """

    exhibit: Digest
    message: int
    id: str
    sender: str
    to: tuple[str, ...]
    date: str
    received: tuple[str, ...]
    carries: tuple[Carries, ...]

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        carries = listed(
            [f"{span(one.first, one.last)} of {one.game[:16]}..." for one in self.carries]
        )
        relays = "".join(f"; received: {quoted(one)}" for one in self.received)
        return (
            f"{labels.exhibits[self.exhibit]}, message {self.message} "
            f"({quoted(self.id) if self.id else 'no id'}) carries {carries}. Its headers say: from "
            f"{quoted(self.sender) if self.sender else 'nobody'}, to "
            f"{listed(map(quoted, self.to)) or 'nobody'}, date "
            f"{quoted(self.date) if self.date else 'none'}{relays}."
        )


class MailOdd(Fact, frozen=True, kw_only=True, tag="mail-odd"):
    """What does not agree in the headers of messages; nothing says who made it so."""

    exhibit: Digest
    message: str

    def says(self, labels: Labels) -> str:
        """Return the sentence."""
        return f"{labels.exhibits[self.exhibit]}: {ended(self.message)}"


AnyFact = (
    CopyFact | Fault | Begins | Parts | Differs | Forked | Counts | Edited | Short | Signed
    | BuiltOn | Confirmed | Keys | Stranger | Dice | OrderOf | Ruling | Day | DaysDiffer | TwoFaces
    | Opening | Outcome | Resigned | GoingOn | PackFact | OtherPack | Version | MailFact
    | MailOdd
)  # fmt: skip
"""Every kind of fact."""


def tag_of(fact: Fact) -> str:
    """Return the word that a kind of fact has in ``verdict.json``."""
    return str(fact.__struct_config__.tag)


def ended(sentence: str) -> str:
    """Return a sentence with a full stop."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def with_article(noun: str) -> str:
    """Return a kind of event as it stands in a sentence."""
    if noun in ("orders", "dice"):
        return noun
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _plain(value: object) -> str:
    """Return a value of an option: one word as it is, what its author wrote beyond that quoted."""
    if isinstance(value, bool):
        return {True: "yes", False: "no"}[value]
    return named(str(value))
