"""The answers to claims, where a slip would say too much (docs/court.md)."""

from __future__ import annotations

import json
import re

import pytest

from court import making
from court.conftest import LOG, LOGS
from court.heaps import heaps, write
from court.test_evidence import mail
from hostile.base import go_on, to_bytes, workshop
from hostile.witnesses import given
from pbem.audit.report import says_nobody
from pbem.court.claim_words import WORDS
from pbem.court.document import markdown
from pbem.court.page import page
from pbem.identity.card import make_card
from pbem.kit.wording import quoted
from toy.group import identity

LINES = LOG.read_bytes().splitlines(keepends=True)
"""Event 7 is alice's, event 8 bob's; 0 to 35, the game is over with the last."""


@pytest.fixture
def says(heap, hearing):
    """Hear one claim beside what lies in the heap; return answer and why."""

    def said(claim: str, by: str = "bob", **fields: object) -> tuple[str, str]:
        more = "".join(f"{name}: {value}\n" for name, value in fields.items())
        (heap / "one.claim").write_text(f"claim: {claim}\nby: {by}\n{more}")
        [answered] = hearing(heap).case.claims
        return answered.answer, answered.why

    return said


def authors() -> dict[int, str]:
    return {number: json.loads(line)["body"]["by"] for number, line in enumerate(LINES)}


def test_who_signed_and_who_did_not(heap, says):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    by = authors()
    event = next(number for number, who in by.items() if number > 6 and who == "alice")
    assert says("never-signed", "alice", event=event)[0] == "refuted"
    assert says("never-signed", "bob", event=event)[0] == "proved"


def test_who_closed_the_own_roll_did_not_know_it(heap, says, hearing):
    """Witnesses keep the dice, and the author's key comes last: that is no look ahead."""
    with workshop("closed") as folder:
        group = given(folder)
        group.play("bob", "dice")
    (heap / "a.pbem").write_bytes(to_bytes(group.events))
    answer, why = says("saw-dice", "ann", against="bob", event=6)
    assert answer == "refuted", why
    case = hearing(heap).case
    said = markdown(case)
    assert "bob could have known them only with the help of wil." in said
    assert "So a witness alone cannot choose or know the dice" in said


def test_a_stretch_of_another_history_is_not_joined(heap, hearing):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    prev = json.loads(LINES[20])["body"]["prev"].encode()
    (heap / "b.pbem").write_bytes(LINES[20].replace(prev, b"f" * 64))
    case = hearing(heap).case
    assert len(case.copies) == 1
    assert any("begins with event 20" in one for one in case.unread)


def test_a_log_cut_short_is_no_proof_that_nobody_gave_up(heap, says):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    assert says("resigned", against="alice")[0] == "not shown"
    assert says("cut-short")[0] == "not shown"
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert says("resigned", against="alice")[0] == "refuted"
    assert says("cut-short")[0] == "refuted"


def test_who_signed_nothing_after_it_may_not_have_got_it(heap, says, hearing):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:8]))
    assert says("never-got", event=7)[0] == "cannot be proved"
    (heap / "a.eml").write_bytes(mail(b"".join(LINES[:8])))
    says("never-got", event=7)
    [answered] = hearing(heap).case.claims
    assert len(answered.rests_on) == 1  # on what the message says
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert says("never-got", event=7)[0] == "refuted"


def test_dice_kept_by_who_plays(heap, says):
    logs = sorted((LOGS / "manila").glob("*.pbem"))
    own = next(path for path in logs if b'"dice":"self"' in path.read_bytes()[:5000])
    (heap / "a.pbem").write_bytes(own.read_bytes())
    assert says("dice", "eve")[0] == "cannot be proved"
    assert says("saw-dice", "eve", event=3)[0] == "cannot be proved"


def test_orders_stand_before_the_dice_that_they_trigger(heap, says):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    event = next(number for number, who in authors().items() if number > 6 and who == "alice")
    assert says("saw-dice", against="alice", event=event)[0] == "refuted"


def test_without_an_umpire_nobody_is_late(heap, says):
    (heap / "a.pbem").write_bytes(b"".join(LINES[:20]))
    assert says("late", against="alice")[0] == "cannot be proved"


@pytest.mark.parametrize("word", sorted(WORDS))
def test_a_claim_about_no_game_here(heap, says, word):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    assert says(word, event=1, game="ffffffffffff")[0] == "not shown"
    assert says(word, event=99)[0] != "proved"


def test_a_copy_that_is_damaged_at_its_end_is_not_proved_to_be_cut_short(heap, says):
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    (heap / "b.pbem").write_bytes(b"".join(LINES[:20]) + LINES[20][:90])
    assert says("cut-short")[0] != "proved"
    (heap / "b.pbem").write_bytes(b"".join(LINES[:20]))
    assert says("cut-short")[0] == "proved"


# --- what a newcomer reads --------------------------------------------------------------------


@pytest.fixture
def verdict(hearing, tmp_path):
    """The text of the verdict on a dispute that is kept here, without Markdown's own signs."""

    def reported(name: str, **more: str) -> str:
        files = heaps()[name] | {
            key.replace("__", "."): text.encode() for key, text in more.items()
        }
        return markdown(hearing(write(files, tmp_path / name)).case).replace("\\", "")

    return reported


def test_words_of_a_party_stand_apart_from_what_was_found(verdict):
    """Nobody may read a party's words on a key as proof."""
    lines = verdict("renewed-key").splitlines()
    place = next(number for number, line in enumerate(lines) if "That is not her key!" in line)
    assert "PROVED" not in lines[place]
    assert "In bob's name, against ann: " not in lines[place], "his sentence names her already"
    assert 'In their own words (not judged): "That is not her key!"' in lines[place]
    found = lines[place + 1]
    assert found.startswith("- PROVED: that ann signs with a different key than before.")
    assert "by the offer in event 4, signed with the old key, to which bob agreed in ev" in found
    assert "That by itself is no fault. Nothing shows who has the new key." in found


def test_a_claim_about_character_is_never_proved_in_its_words(verdict):
    reported = verdict("umpire-with-two-faces")
    assert "PROVED: that the umpire signed two things that contradict each other." in reported
    assert "PROVED: that the umpire was not fair" not in reported
    reported = verdict("two-programs")
    assert "PROVED: that an event was written for a position that this version of pbem" in reported
    assert "Nobody is at fault: nothing shows" in reported
    lines = [line for line in reported.splitlines() if "state.digest" in line]
    assert len(lines) == 2
    assert all(says_nobody(line) for line in lines)
    reported = verdict("dice-of-a-keeper")
    assert "PROVED: that somebody gave dice that do not follow from the proofs." in reported
    assert "Nothing shows whether they were a fraud or the fault of a program." in reported
    assert "PROVED: that the dice were chosen" not in reported


def test_what_was_changed_is_reported_beside_what_was_signed(verdict):
    reported = verdict("edited-order")
    what = 'The author signed side "us", C2 has "jp". Nothing else in the event differs.'
    assert what in section(reported, "Faults")
    assert what in reported.partition("## Words")[0], "in short too"
    assert "Event 5, signed by bob, names the signed event 4 as its predecessor" in reported
    assert "C2 (E3, bob.pbem) has 4 good events" in reported
    assert (
        "In C2 (E3, bob.pbem) the good events 0 to 3 are the beginning of C1 (E1, ann.p" in reported
    )


def test_an_edit_convicts_nobody_and_says_so_beside_who_is_accused(verdict):
    [found] = [one for one in verdict("edited-order").splitlines() if one.startswith("- PROVED")]
    assert found.startswith("- PROVED: that event 4 was changed. NOT SHOWN: that ann did it.")
    where = "The changed event is in C2 (E3, bob.pbem), the signed one in C1 (E1, ann.pbem)."
    assert where in found


def test_an_event_that_was_changed_itself_names_nothing(hearing, tmp_path):
    """The next event of the changed copy is named only where it is the signed one to the letter."""
    files = dict(heaps()["edited-order"])
    lines = files["bob.pbem"].splitlines(keepends=True)
    event = json.loads(lines[5])
    event["sig"] = event["sig"][::-1]
    lines[5] = json.dumps(event, separators=(",", ":"), sort_keys=True).encode() + b"\n"
    changed = files | {"bob.pbem": b"".join(lines)}
    says = {}
    for name, some in (("as signed", files), ("changed", changed)):
        stated = hearing(write(some, tmp_path / name)).case.statements()
        [says[name]] = [one.says for one in stated if "was changed after it was signed" in one.says]
    assert "Event 5, signed by bob, names the signed event 4" in says["as signed"]
    assert "as its predecessor" not in says["changed"]


def test_what_differs_beside_a_field_is_not_denied(heap, hearing):
    """A part that is reported may be followed by a difference: then nothing is said of the rest."""
    (heap / "a.pbem").write_bytes(LOG.read_bytes())
    place = next(n for n in authors() if n > 6 and b'"orders":[' in LINES[n])
    line = json.loads(LINES[place])
    line["body"]["at"] = "2026-11-20T15:04:06Z"
    for note, denied in (("", True), ("x" * 300, False)):
        body = line["body"] | {"data": line["body"]["data"] | ({"note": note} if note else {})}
        text = json.dumps(line | {"body": body}, separators=(",", ":"), sort_keys=True)
        (heap / "b.pbem").write_bytes(b"".join(LINES[:place]) + text.encode() + b"\n")
        [reported] = [
            one for one in hearing(heap).case.statements() if "after it was signed" in one.says
        ]
        assert ("Nothing else in the event differs." in reported.says) is denied
        assert "as its predecessor" not in reported.says, "no event of this copy names it"


def test_a_head_is_no_proof_that_a_copy_is_short(verdict):
    [found] = [one for one in verdict("cut-short-without").splitlines() if "NOT SHOWN" in one]
    assert "A longer copy would show it. A confirmed head is only a word." in found


def test_a_signature_shows_a_key_and_no_hand(verdict):
    reported = verdict("stolen-key")
    assert "REFUTED: that ann did not sign" not in reported
    assert "REFUTED: that event 4 lacks the signature of ann's key. It has the sig" in reported
    assert "Nobody can prove, for or against ann, who used the key." in reported
    assert "signed up to event 8 counts. That key was changed by the offer in event 7" in reported
    nobody = reported.partition("## Things that nobody can prove")[2]
    assert "from which event on the new key signs, and not who has either key." in nobody


def test_a_card_is_of_whom_it_names_and_nothing_shows_who_made_it(verdict):
    reported = section(verdict("renewed-key"), "Signatures")
    assert (
        "A card in the name of ann with this key was handed in. Nothing shows who made" in reported
    )


@pytest.mark.parametrize(
    ("to", "email", "reported"),
    [
        ("", None, "The mails handed in that have event 5 name no recipient."),
        ("To: <ann@example.org>\n", None, "no card of ann with an address was handed in."),
        ("Cc: Ann <Ann@example.org>\n", "ann@example.org", 'is addressed to "ann@example.org"'),
        ("To: uma@example.org\n", "ann@example.org", 'has for ann ("ann@example.org").'),
        ("To: joann@example.org\n", "ann@example.org", 'has for ann ("ann@example.org").'),
    ],
)
def test_to_whom_a_mail_went_is_what_its_headers_say(to, email, reported, hearing, tmp_path):
    files = dict(heaps()["never-got"])
    files["bob.eml"] = files["bob.eml"].replace(b"To: judge@example.org\n", to.encode())
    if email is not None:
        files["ann.card"] = make_card(identity("ann"), email)
    case = hearing(write(files, tmp_path / "heap")).case
    [why] = [one.why for one in case.claims if one.claim.by == "ann"]
    assert reported in why
    assert "The files hold no later event by ann." in why
    [mailed] = [one.says for one in case.others if "Its headers say" in one.says]
    assert f"to {quoted(to.partition(': ')[2].strip()) if to else 'nobody'}, date" in mailed


def test_where_the_umpires_own_days_say_otherwise_the_verdict_says_so_first(verdict):
    reported = verdict("late-but-contradicted")
    short = reported.partition("## Words")[0]
    assert "Result: Japan (bob) wins (forfeit)." in short
    assert "By the days that uma signed, ann was not late on 2026-03-20" in short
    assert "differ on ann, days used: 17 in the ruling, 5 by the days." in reported
    assert "No log shows whether it was a mistake or a favour." in reported
    assert "whether it was fair" not in reported, "days are none"


def test_nobody_signed_a_claim_and_the_verdict_says_so(verdict):
    """Else anybody lets ann confess: it is a file, and ann's name is a word in it."""
    said = 'claim: resigned\nby: ann\nagainst: ann\nsays: "I cheated."\n'
    reported = verdict("refused-but-legal", x__claim=said)
    assert 'In ann\'s name: ann gave up. In their own words (not judged): "I cheated."' in reported
    assert "Nobody signs a claim" in reported.partition("## Words")[2].partition("##")[0]
    assert "ann says" not in reported


def test_a_sentence_of_a_policy_rests_on_what_it_is_about(verdict):
    reported = verdict("late-and-agreed")
    follows = reported.partition('## Consequences by "Spring League 2026"')[2].partition("\n#")[0]
    [line] = [line for line in follows.splitlines() if "loses the game" in line]
    rests = line.rpartition("[")[2].rstrip("]").split(" and ")
    assert len(rests) == 2
    assert all(f"**{one}**" in section(reported, "The umpire") for one in rests)
    assert line.startswith("- **E2** ")
    assert "Nothing here shows that it is the club's policy." in follows


@pytest.mark.parametrize("name", ["edited-order", "nothing-wrong", "umpire-with-two-faces"])
def test_sentences_are_numbered_as_they_are_reported(verdict, name):
    body = verdict(name).partition("## Game ")[2]
    numbers = [int(one) for one in re.findall(r"(?m)^- \*\*S(\d+)\*\* ", body)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 4


def test_no_evidence_is_passed_over(verdict):
    """The umpire sent a part of a log that is here whole, and it is named for all that."""
    copies = verdict("three-copies").partition("## Copies of logs")[2]
    assert "C1-saipan-591f7f72.pbem, which also follows from E4 [E2]" in copies


def test_two_rulings_are_reported_in_words(verdict):
    reported = section(verdict("umpire-with-two-faces"), "Differences")
    assert " differs: " not in reported
    assert "uma rules that dan takes the place of ann and now plays U.S." in reported
    assert "uma rules that ann has forfeited" in reported


def test_who_is_blamed_second_and_why(verdict):
    reported = verdict("refused-and-illegal")
    assert "At fault: bob, then ann, who rolled the dice for it." in reported


def test_a_message_has_the_number_that_it_has_in_its_mailbox(verdict):
    reported = verdict("mailbox")
    assert "message 3 (" in reported
    assert 'club.mbox, message 3, saipan.pbem"' in reported
    assert reported.count("A clock was wrong, or a date was invented.") == 1


def test_of_whom_no_two_events_were_handed_in(verdict):
    """Two by somebody else are there, and the answer says so."""
    reported = verdict("two-histories-undecided")
    assert "NOT SHOWN: that bob signed two histories. No two good events by bob" in reported
    assert "Two by ann were, which show nothing about bob." in reported


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("claim: two-histories\nby: bob\nagainst: anm\n", "'anm'; did you mean ann?"),
        ("claim: never-signed\nby: anm\nevent: 4\n", "'anm'; did you mean ann?"),
        (
            "claim: late\nby: bob\nagainst: zacharias\n",
            "'zacharias'. Its people are: ann, bob and uma.",
        ),
    ],
)
def test_a_name_of_nobody_in_the_game_is_reported_and_nothing_is_judged(verdict, text, reported):
    found = verdict("two-histories-undecided", x__claim=text)
    [line] = [line for line in found.splitlines() if "So nothing was examined." in line]
    assert line.startswith("- NOT SHOWN: ")
    assert f"Nobody in this game is called {reported}" in line


def test_who_claims_something_of_others_may_be_anybody(verdict):
    claim = "claim: two-histories\nby: bpb\nagainst: ann\n"
    found = verdict("two-histories-undecided", x__claim=claim)
    [line] = [line for line in found.splitlines() if "'bpb'" in line]
    assert line.startswith("- PROVED: that ann signed two histories.")
    assert "(Nobody in this game is called 'bpb'; did you mean bob?)" in line


def test_who_decides_next_is_named(verdict):
    """Protocol, sections 3 and 9: the umpire, or all others; until then ann's game is forfeit."""
    decides = (
        "ann has forfeited the game, unless the umpire uma agrees to one side by a "
        "ruling, or bob by continuing on one side only."
    )
    for name in ("two-histories-undecided", "two-histories-behind-a-ruling"):
        reported = verdict(name)
        assert f"By section 3 of the protocol, {decides}" in reported
        assert "nothing decides yet which of the events" not in reported, "that is said already"
    reported = verdict("umpire-with-two-faces")
    assert "The umpire uma decides by withdrawing one of the two rulings." in reported


def test_each_ruling_is_reported_with_what_it_did_and_whether_it_counts(verdict):
    reported = section(verdict("two-histories-behind-a-ruling"), "The umpire")
    assert "In event 4 of C2 uma withdraws the ruling abababababababab..." in reported
    assert "No copy here has that ruling." in reported
    assert "Nothing decides yet whether its copy counts" in reported
    reported = section(verdict("replaced-player"), "The umpire")
    assert "uma rules that dan takes the place of ann and now plays U.S." in reported
    assert "The ruling does not say that ann was late." in reported
    assert "The ruling is valid and counts." in reported
    assert "From there on, the log rests on the umpire's word." in reported
    assert "no matter of days" not in reported
    reported = section(verdict("umpire-with-two-faces"), "The umpire")
    assert reported.count("The ruling is valid. Nothing decides yet whether its copy counts.") == 2


def section(text: str, heading: str) -> str:
    return text.partition(f"### {heading}\n")[2].partition("\n#")[0]


def test_events_of_two_kinds_are_reported_in_one_sentence(verdict):
    reported = section(verdict("two-histories-behind-a-ruling"), "Differences")
    assert " differs: " not in reported
    assert "ann gives 10 orders for U.S.: land 1/24 1203; land 1/6 1102;" in reported
    assert "uma withdraws the ruling" in reported


def test_two_good_events_in_one_place_are_no_edit_and_it_is_said_why(verdict):
    reported = verdict("two-histories-behind-a-ruling")
    assert "The copies have 2 different events 4: orders by ann and a ruling by uma" in reported
    assert "beside another" not in reported


def test_words_that_a_judge_never_met_are_reported(verdict):
    words = verdict("nothing-wrong").partition("## Words\n")[2].partition("\n#")[0]
    for word in ("E1", "C1", "S1", "event", "predecessor", "good", "level", "head", "(open)"):
        assert word in words


def test_a_ruling_that_does_not_count_puts_nobody_out(game_of_two_sides, hearing):
    """It stands on a copy that does not count; what it says is no answer."""
    case = hearing(game_of_two_sides).case
    [answered] = case.claims
    assert answered.answer == "not shown"
    [ruling] = [one.fact for one in case.statements() if type(one.fact).__name__ == "Ruling"]
    assert ruling.counts is False


@pytest.fixture
def game_of_two_sides(heap):
    """A late ruling that puts ann out, and ann's event with which all others went on."""
    with workshop("two sides") as place:
        group = making.begun(place)
        out = group.forge("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None})
        before = list(group.events)
        go_on(group, lambda now: len(now.events) == 6)
        (heap / "a.pbem").write_bytes(to_bytes(group.events))
        (heap / "b.pbem").write_bytes(to_bytes([*before, out]))
    (heap / "c.claim").write_text("claim: replaced\nby: bob\nagainst: ann\n")
    return heap


def test_on_the_page_what_a_sentence_rests_on_is_a_link_to_one_place(hearing, tmp_path):
    for name in ("edited-order", "never-got"):
        html = page(hearing(write(heaps()[name], tmp_path / name)))
        places = re.findall(r' id="([^"]+)"', html)
        assert len(places) == len(set(places))
        assert {"S1", "S7", "E1", "C1"} <= set(places)
        rests = re.findall(r'<span class="under"> \[(.*?)\]</span>', html)
        links = re.findall(r'<a href="#([ES][0-9]+)">\1</a>', "".join(rests))
        assert set(links) <= set(places)
        assert not re.search("[ES][0-9]", re.sub("<a .*?</a>", "", "".join(rests)))
        assert "<b>S7</b> " in html
