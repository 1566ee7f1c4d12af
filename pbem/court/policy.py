"""A club's measures about what is proved: a file of sentences, quoted and never interpreted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from pbem.court.claim_words import WORDS
from pbem.court.exhibits import Exhibit
from pbem.court.facts import AnyFact, tag_of
from pbem.court.verdict import Answered, Follows, Policy, Statement
from pbem.errors import FormError
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean

ON_HIS_WORD = ("ruling", "days")
"""Facts that rest on an umpire's word, and are theirs to state all the same."""

HELD = ("proved", "by the umpire's word")
"""Answers to a claim that a club may act on."""

BYTES_MOST = 65_536


def read_policy(data: bytes) -> tuple[str, dict[str, str]]:
    """Return the name of a policy, which is YAML, and its sentences by fact or claim.

    Raises:
        FormError: A key is no fact and no claim, or a value is no sentence.

    Source: docs/court.md, "The club's policy".
    """
    fields = strict_yaml.read(data, name="the policy", limit=BYTES_MOST)
    if not isinstance(fields, dict):
        raise FormError("a policy has lines like 'fork: The author loses.'")
    known = {str(one.__struct_config__.tag) for one in get_args(AnyFact)} | set(WORDS)
    sentences = {}
    for name, text in fields.items():
        if name != "policy" and name not in known:
            near = did_you_mean(name, known)
            raise FormError(f"there is no fact or claim '{name}'{near}")
        if not isinstance(text, str):
            raise FormError(f"'{name}' must be a sentence")
        sentences[name] = text
    return sentences.pop("policy", "policy"), sentences


def what_follows(
    exhibit: Exhibit,
    policy: tuple[str, dict[str, str]],
    statements: Iterable[Statement],
    claims: Iterable[Answered],
) -> Policy:
    """Return what a policy says of what was proved.

    ``policy``: its name and sentences, as `read_policy` returns them.
    """
    name, sentences = policy
    follows = [*_of_statements(sentences, statements), *_of_claims(sentences, claims)]
    return Policy(name=name, exhibit=exhibit.digest, follows=tuple(follows))


def _of_statements(sentences: dict[str, str], statements: Iterable[Statement]) -> Iterator[Follows]:
    for one in statements:
        tag = tag_of(one.fact)
        if tag in sentences and (one.weight == "proved" or tag in ON_HIS_WORD):
            yield Follows(says=sentences[tag], statement=one.number, claim=None)


def _of_claims(sentences: dict[str, str], claims: Iterable[Answered]) -> Iterator[Follows]:
    facts = {str(one.__struct_config__.tag) for one in get_args(AnyFact)}
    for one in claims:
        word = one.claim.claim
        if word in sentences and word not in facts and one.answer in HELD:
            yield Follows(says=sentences[word], statement=None, claim=one.exhibit)
