"""docs/mail.md against what mail programs, gateways and people make of a message.

Each mangling is a small function; what it does to a log is one of three: the log is there, byte for
byte; one clear message names what is missing; or either of the two. A wrong log is never there.
"""

from __future__ import annotations

import base64
import email
import email.policy
import html
import quopri
import random
import re
import textwrap
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from itertools import cycle
from pathlib import Path

import pytest

from pbem.mail.letter import Letter, footer, messages, text_of
from pbem.mail.reading import Post, read

LOGS = Path(__file__).parents[2] / "logs"
SAIPAN = (LOGS / "saipan" / "historical.pbem").read_bytes()
TOKYO = (LOGS / "tokyo" / "three-players.pbem").read_bytes()
SHORT = b"".join(SAIPAN.splitlines(keepends=True)[:3])
GAME, HEAD = "ab" * 32, "cd" * 32

REPORT = [
    "From the sea came the 2nd Marine Division.",
    ".5 of all dice were sixes.",
    "Dice for combat at 1213: 3 5 (odds 2-1)",
]
TEMPLATE = ["# move 2MarDiv 1213", "# pass"]

Alter = Callable[[str], str]


def letter(data: bytes = SAIPAN, **changes: object) -> Letter:
    fields: dict[str, object] = {
        "name": "saipan",
        "game_id": GAME,
        "head": HEAD,
        "first": 0,
        "last": 37,
        "data": data,
        "subject": "[PBEM] saipan alice-bob turn 3 #37",
        "sender": ("alice", "alice@example.org"),
        "to": {"bob": "bob@example.org"},
        "report": REPORT,
        "template": TEMPLATE,
        "asked": "bob",
        "before": None,
        "at": datetime(2026, 1, 2, 10, 0, tzinfo=UTC),
    }
    return Letter(**{**fields, **changes})  # type: ignore[arg-type]


TEXT = text_of(letter())
ARMOR = [line for line in TEXT.splitlines() if line.startswith("/")]
SENT = messages(letter())[0].as_bytes().replace(b"\r\n", b"\n")


def carried(text: str | bytes, kind: str = "text/plain; charset=utf-8", way: str = "8bit") -> bytes:
    """A message of one part."""
    body = text.encode() if isinstance(text, str) else text
    head = (
        "From: Alice <alice@example.org>\nTo: Bob <bob@example.org>\n"
        "Subject: Re: [PBEM] saipan alice-bob turn 3 #37\n"
        "Date: Fri, 02 Jan 2026 11:00:00 +0000\nMessage-ID: <reply@mail.example>\n"
        f"MIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: {way}\n\n"
    )
    return head.encode() + body


def of_files(folder: Path, *contents: bytes) -> Post:
    files = [folder / f"{number}.eml" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    return read(files)


def logs_of(post: Post) -> list[bytes]:
    assert all(piece.kind == "log" for piece in post.logs)
    return [piece.data for piece in post.logs]


def is_recovered(post: Post, log: bytes = SAIPAN) -> None:
    assert logs_of(post) == [log], post.wrong[:3]
    assert post.wrong == []


def is_refused(post: Post, missing: Iterable[int]) -> None:
    assert logs_of(post) == []
    assert len(post.wrong) == 1
    assert post.wrong[0].isprintable()
    assert set(missing) <= {int(n) for n in re.findall(r"\b\d+\b", post.wrong[0])}


def is_never_wrong(post: Post, log: bytes = SAIPAN) -> None:
    assert logs_of(post) in ([], [log])
    assert all(message.isprintable() for message in post.wrong)


def name_of(value: object) -> str:
    return getattr(value, "__name__", str(value)).strip("_")


# --- Manglings of a text ------------------------------------------------------------------------


def each(text: str, alter: Alter) -> str:
    return "".join(alter(line) + "\n" for line in text.splitlines())


def armor_only(text: str, alter: Alter) -> str:
    return each(text, lambda line: alter(line) if line.startswith("/") else line)


def as_it_was(text: str) -> str:
    return text


def quoted(text: str) -> str:
    return each(text, lambda line: f"> {line}")


def quoted_close(text: str) -> str:
    return each(text, lambda line: f">{line}")


def quoted_thrice(text: str) -> str:
    return each(text, lambda line: f"> > > {line}")


def quoted_thrice_close(text: str) -> str:
    return each(text, lambda line: f">>> {line}")


def quoted_by_bars(text: str) -> str:
    return each(text, lambda line: f"| {line}")


def quoted_by_both(text: str) -> str:
    return each(text, lambda line: f"> | > {line}")


def quoted_by_initials_as_in_fidonet(text: str) -> str:
    return each(text, lambda line: f" AB> {line}")


def quoted_by_colons(text: str) -> str:
    return each(text, lambda line: f": {line}")


def quoted_after_nbsp(text: str) -> str:
    return each(text, lambda line: f">\u00a0{line}")


def gmail_top_posting(text: str) -> str:
    said = "On Fri, Jan 2, 2026 at 11:00 AM Alice <alice@example.org> wrote:"
    return f"Good luck!\n\n{said}\n\n{quoted(text)}"


def gmail_attribution_broken_in_two(text: str) -> str:
    said = "On Fri, Jan 2, 2026 at 11:00 AM Alice of the Pacific <alice@example.org>\nwrote:"
    return f"Good luck!\n\n{said}\n\n{quoted(text)}"


def thunderbird_bottom_posting(text: str) -> str:
    return f"On 02.01.26 11:00, Alice wrote:\n{quoted(text)}\nGood luck!\n\n-- \nBob\n"


def mutt_reply(text: str) -> str:
    said = "On Fri, Jan 02, 2026 at 11:00:00AM +0000, Alice wrote:"
    return f"{said}\n{quoted(text)}\n\nGood luck.\n\n-- \nBob, Kiel\n"


def apple_mail_reply(text: str) -> str:
    said = "> On 2. Jan 2026, at 12:00, Alice <alice@example.org> wrote:\n> \n"
    return f"Good luck!\n\n{said}{quoted(text)}"


def apple_mail_forward(text: str) -> str:
    head = "Begin forwarded message:\n\n> From: Alice <alice@example.org>\n> Subject: [PBEM]\n> \n"
    return head + quoted(text)


def gmail_forward(text: str) -> str:
    return (
        "---------- Forwarded message ---------\nFrom: Alice <alice@example.org>\n"
        "Date: Fri, Jan 2, 2026 at 11:00 AM\nSubject: [PBEM] saipan alice-bob turn 3 #37\n"
        f"To: Bob <bob@example.org>\n\n\n{text}"
    )


def outlook_inline(text: str) -> str:
    return (
        "See below.\n\n-----Original Message-----\nFrom: Alice [mailto:alice@example.org] \n"
        "Sent: Friday, January 2, 2026 11:00 AM\nTo: Bob\n"
        f"Subject: [PBEM] saipan alice-bob turn 3 #37\n\n{text}"
    )


def outlook_line_of_underscores(text: str) -> str:
    return f"See below.\n{'_' * 32}\nFrom: Alice\nSent: Friday\nTo: Bob\nSubject: PBEM\n\n{text}"


def wrapped(text: str, width: int) -> str:
    cuts = (
        line[at : at + width]
        for line in text.splitlines()
        for at in range(0, len(line) or 1, width)
    )
    return "".join(f"{cut}\n" for cut in cuts)


def wrapped_at_60(text: str) -> str:
    return wrapped(text, 60)


def wrapped_at_40(text: str) -> str:
    return wrapped(text, 40)


def wrapped_at_33(text: str) -> str:
    return wrapped(text, 33)


def wrapped_at_7(text: str) -> str:
    return wrapped(text, 7)


def wrapped_at_1(text: str) -> str:
    return wrapped(text, 1)


def quoted_and_wrapped_at_60_as_outlook_express(text: str) -> str:
    return wrapped(quoted_thrice_close(text), 60)  # a comb: the rests stand without marks


def quoted_and_wrapped_at_40(text: str) -> str:
    return wrapped(quoted(text), 40)


def quoted_and_wrapped_at_33(text: str) -> str:
    return wrapped(quoted(text), 33)


def wrapped_and_quoted_at_60(text: str) -> str:
    return quoted(quoted(wrapped(quoted_thrice(text), 60)))


def wrapped_and_quoted_at_40(text: str) -> str:
    return quoted(wrapped(text, 40))


def wrapped_and_quoted_at_33(text: str) -> str:
    return quoted_thrice(wrapped(text, 33))


def wrapped_quoted_wrapped_quoted(text: str) -> str:
    return quoted(wrapped(quoted(wrapped(quoted(text), 50)), 33))


def filled_to_paragraphs(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 72, break_on_hyphens=False)


def filled_and_broken_at_dashes(text: str) -> str:
    return textwrap.fill(" ".join(text.split()), 60)


def quoted_and_filled(text: str) -> str:
    return textwrap.fill(" ".join(quoted(text).split()), 64, break_on_hyphens=False)


def all_on_one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def line_ends_lost(text: str) -> str:
    return armor_only(text, lambda line: line + "\0").replace("\0\n", "")


def two_columns(text: str) -> str:
    pairs = zip(ARMOR[::2], [*ARMOR[1::2], ""], strict=False)
    return "\n".join(f"{left}\t{right}" for left, right in pairs)


def with_blank_lines_between(text: str) -> str:
    return text.replace("\n", "\n\n\n")


def trailing_blanks(text: str) -> str:
    return each(text, lambda line: line + "   \t ")


def trailing_blanks_stripped(text: str) -> str:
    return each(text, str.rstrip)


def indented_by_blanks(text: str) -> str:
    return each(text, lambda line: "        " + line)


def indented_by_tabs(text: str) -> str:
    return each(text, lambda line: "\t\t" + line)


def blanks_inside(text: str) -> str:
    return armor_only(text, lambda line: " ".join(textwrap.wrap(line, 9)))


def tabs_inside(text: str) -> str:
    return armor_only(text, lambda line: line.replace("-", "\t-\t"))


def blanks_of_all_kinds_inside(text: str) -> str:
    blanks = "\u00a0\u1680\u2000\u2002\u2003\u2004\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
    return armor_only(text, lambda line: line[:20] + blanks + line[20:])


def vertical_tabs_and_form_feeds(text: str) -> str:
    return text.replace("\n/", "\n\x0c/").replace("-", "-\x0b")


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def cr(text: str) -> str:
    return text.replace("\n", "\r")


def crcrlf(text: str) -> str:
    return text.replace("\n", "\r\r\n")


def line_ends_mixed(text: str) -> str:
    ends = ["\n", "\r\n", "\r", "\r\r\n", "\n\r"]
    return "".join(line + ends[at % 5] for at, line in enumerate(text.splitlines()))


def line_ends_of_unicode(text: str) -> str:
    ends = ["\u2028", "\u2029", "\u0085"]
    return "".join(line + ends[at % 3] for at, line in enumerate(text.splitlines()))


def dots_stuffed_and_left(text: str) -> str:
    return each(text, lambda line: "." + line if line.startswith(".") else line)


def dots_before_all_lines(text: str) -> str:
    return each(text, lambda line: "." + line)


def from_escaped(text: str) -> str:
    return text.replace("\nFrom ", "\n>From ")


def from_escaped_three_times(text: str) -> str:
    return text.replace("\nFrom ", "\n>>>From ")


def space_stuffed(text: str) -> str:
    return each(text, lambda line: " " + line)


def flowed_and_the_parameter_lost(text: str) -> str:
    return flowed(text, 40)


def remains_20(text: str) -> str:
    return each(text, lambda line: line + "=20")


def remains_of_soft_breaks(text: str) -> str:
    return armor_only(text, lambda line: f"{line[:25]}=\n{line[25:]}")


def remains_of_soft_breaks_quoted(text: str) -> str:
    return quoted(remains_of_soft_breaks(text))


def remains_of_soft_breaks_crlf(text: str) -> str:
    return crlf(remains_of_soft_breaks(text))


def remains_20_inside(text: str) -> str:
    return armor_only(text, lambda line: f"{line[:25]}=20=\n{line[25:]}")


def remains_a0(text: str) -> str:
    return quoted(armor_only(text, lambda line: f"{line}=A0=C2=A0"))


def quoted_printable_left(text: str) -> str:
    return quopri.encodestring(
        quoted_thrice(trailing_blanks(text)).encode(), quotetabs=True
    ).decode()


def quoted_printable_twice_left(text: str) -> str:
    once = quopri.encodestring(quoted_thrice(text).encode())
    return re.sub(r"(.{30})(?=.)", "\\1=\n", quopri.encodestring(once).decode())


def upper_case(text: str) -> str:
    return text.upper()


def lower_case(text: str) -> str:
    return text.lower()


def first_letter_upper_as_a_telephone(text: str) -> str:
    return each(text.lower(), str.capitalize)


def case_at_random(text: str) -> str:
    chance = random.Random(7)  # noqa: S311
    return "".join(chance.choice((letter.upper(), letter.lower())) for letter in text)


def slashes_of_all_kinds(text: str) -> str:
    slashes = "\u2044\u2215\uff0f/"
    return "".join(
        (line.replace("/", slashes[at % 4], 1) if line.startswith("/") else line) + "\n"
        for at, line in enumerate(text.splitlines())
    )


def begin_and_end_lost(text: str) -> str:
    return re.sub("-----.*PBEM-----\n", "", text)


def begin_and_end_made_long_dashes(text: str) -> str:
    return text.replace("--", "\u2014")


def list_footer_of_mailman(text: str) -> str:
    line = "_" * 47
    return (
        f"{text}\n{line}\nWargames mailing list -- wargames@lists.example\n"
        "To unsubscribe send an email to wargames-leave@lists.example\n"
        "https://lists.example/mailman3/lists/wargames.lists.example/\n"
    )


def legal_disclaimer(text: str) -> str:
    words = "This e-mail is meant for its addressee alone/only - whoever else reads it is sorry. "
    return text + "\n\n" + "*" * 70 + "\n" + words * 20 + "\n" + "*" * 70


def banner_on_top(text: str) -> str:
    return f"[EXTERNAL EMAIL - do not click/open links]\n\n{text}"


def banner_in_the_middle(text: str) -> str:
    lines = text.splitlines()
    banner = "\n--- No virus found in this message. Scanned by Guard/9.1 - 2026-01-02 ---\n"
    return "\n".join([*lines[:200], banner, *lines[200:]])


def banner_between_all_lines(text: str) -> str:
    return text.replace("\n", "\n[AD] Buy 2/3-off-TODAY/NOW-1-AAAA [AD]\n")


def signature(text: str) -> str:
    return f"{text}\n-- \nBob\nhttp://bob.example/-/games\n"


def pgp_clearsigned(text: str) -> str:
    escaped = each(text, lambda line: f"- {line}" if line.startswith("-") else line)
    head = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
    return (
        f"{head}{escaped}-----BEGIN PGP SIGNATURE-----\n\niHUEARYK/AAdFiEE\n=abcd\n-----END-----\n"
    )


def lines_reversed(text: str) -> str:
    return "\n".join(reversed(text.splitlines()))


def lines_shuffled(text: str) -> str:
    lines = text.splitlines()
    random.Random(1944).shuffle(lines)  # noqa: S311
    return "\n".join(lines)


def lines_doubled(text: str) -> str:
    return each(text, lambda line: f"{line}\n{line}")


def text_doubled(text: str) -> str:
    return f"{quoted(text)}\n{text}"


def lines_numbered(text: str) -> str:
    return "\n".join(f"{at:6}  {line}" for at, line in enumerate(text.splitlines(), 1))


def lines_as_a_list(text: str) -> str:
    return each(text, lambda line: f"  * {line}")


def lines_in_quotation_marks(text: str) -> str:
    return each(text, lambda line: f'"{line}",')


def lines_in_asterisks_as_bold(text: str) -> str:
    return armor_only(text, lambda line: f"*{line}*")


def fenced_as_markdown(text: str) -> str:
    return f"```\n{text}\n```"


def in_a_box(text: str) -> str:
    return each(text, lambda line: f"| {line:<60} |")


def html_source_pasted(text: str) -> str:
    return gmail_html(text)


def entities_pasted(text: str) -> str:
    return armor_only(text, lambda line: line.replace("-", "&#45;").replace("/", "&#x2F;"))


def tags_inside_pasted(text: str) -> str:
    return armor_only(
        text, lambda line: f"<b>{line[:9]}</b><wbr>{line[9:30]}<br />\n{line[30:]}<br>"
    )


def report_of_other_letters(text: str) -> str:
    return "Größe – 7 €, 硫黄島, Пелелиу, 🎲🎲\n" + text  # noqa: RUF001


RECOVERED_TEXTS: list[Alter] = [
    as_it_was,
    quoted,
    quoted_close,
    quoted_thrice,
    quoted_thrice_close,
    quoted_by_bars,
    quoted_by_both,
    quoted_by_initials_as_in_fidonet,
    quoted_by_colons,
    quoted_after_nbsp,
    gmail_top_posting,
    gmail_attribution_broken_in_two,
    thunderbird_bottom_posting,
    mutt_reply,
    apple_mail_reply,
    apple_mail_forward,
    gmail_forward,
    outlook_inline,
    outlook_line_of_underscores,
    wrapped_at_60,
    wrapped_at_40,
    wrapped_at_33,
    wrapped_at_7,
    wrapped_at_1,
    quoted_and_wrapped_at_60_as_outlook_express,
    quoted_and_wrapped_at_40,
    quoted_and_wrapped_at_33,
    wrapped_and_quoted_at_60,
    wrapped_and_quoted_at_40,
    wrapped_and_quoted_at_33,
    wrapped_quoted_wrapped_quoted,
    filled_to_paragraphs,
    filled_and_broken_at_dashes,
    quoted_and_filled,
    all_on_one_line,
    line_ends_lost,
    two_columns,
    with_blank_lines_between,
    trailing_blanks,
    trailing_blanks_stripped,
    indented_by_blanks,
    indented_by_tabs,
    blanks_inside,
    tabs_inside,
    blanks_of_all_kinds_inside,
    vertical_tabs_and_form_feeds,
    crlf,
    cr,
    crcrlf,
    line_ends_mixed,
    line_ends_of_unicode,
    dots_stuffed_and_left,
    dots_before_all_lines,
    from_escaped,
    from_escaped_three_times,
    space_stuffed,
    flowed_and_the_parameter_lost,
    remains_20,
    remains_of_soft_breaks,
    remains_of_soft_breaks_quoted,
    remains_of_soft_breaks_crlf,
    remains_20_inside,
    remains_a0,
    quoted_printable_left,
    quoted_printable_twice_left,
    upper_case,
    lower_case,
    first_letter_upper_as_a_telephone,
    case_at_random,
    slashes_of_all_kinds,
    begin_and_end_lost,
    begin_and_end_made_long_dashes,
    list_footer_of_mailman,
    legal_disclaimer,
    banner_on_top,
    banner_in_the_middle,
    banner_between_all_lines,
    signature,
    pgp_clearsigned,
    lines_reversed,
    lines_shuffled,
    lines_doubled,
    text_doubled,
    lines_numbered,
    lines_as_a_list,
    lines_in_quotation_marks,
    lines_in_asterisks_as_bold,
    fenced_as_markdown,
    in_a_box,
    html_source_pasted,
    entities_pasted,
    tags_inside_pasted,
    report_of_other_letters,
]


def flowed(text: str, width: int) -> str:
    """Lines broken after a blank that was not there (RFC 3676 with DelSp), space-stuffed."""
    made = []
    for line in text.splitlines():
        parts = [line[at : at + width] for at in range(0, len(line) or 1, width)]
        stuffed = [f" {part}" if part.startswith((" ", ">", "From ")) else part for part in parts]
        made.append(" \n".join(stuffed))
    return "\n".join(made) + "\n"


def gmail_html(text: str) -> str:
    lines = "<br>".join(html.escape(line) for line in text.splitlines())
    return (
        '<div dir="ltr">Good luck!</div><br><div class="gmail_quote"><div dir="ltr" '
        'class="gmail_attr">On Fri, Jan 2, 2026 Alice &lt;<a href="mailto:alice@example.org">'
        "alice@example.org</a>&gt; wrote:<br></div><blockquote "
        'class="gmail_quote" style="margin:0px 0px 0px 0.8ex">'
        f"{lines}</blockquote></div>\n"
    )


@pytest.mark.few(15, 100)
@pytest.mark.parametrize("mangle", RECOVERED_TEXTS, ids=name_of)
def test_the_log_comes_out_of_its_armor(mangle: Alter, tmp_path: Path) -> None:
    is_recovered(of_files(tmp_path, carried(mangle(TEXT))))


@pytest.mark.parametrize(
    "mangle", [mangle for mangle in RECOVERED_TEXTS if mangle is not two_columns], ids=name_of
)
def test_the_log_comes_out_of_pasted_text(mangle: Alter) -> None:
    is_recovered(read([], stdin=mangle(text_of(letter(SHORT))).encode()), SHORT)


@pytest.mark.parametrize(
    "dash", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", ids=ascii
)
def test_any_dash_will_do(dash: str, tmp_path: Path) -> None:
    is_recovered(of_files(tmp_path, carried(TEXT.replace("-", dash))))


@pytest.mark.few(5)
@pytest.mark.parametrize(
    "sign",
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202c\u202d\u2066\u2069\u061c\ufe0f",
    ids=ascii,
)
def test_signs_that_nobody_sees_do_no_harm(sign: str, tmp_path: Path) -> None:
    text = armor_only(TEXT, lambda line: sign + sign.join(textwrap.wrap(line, 4)) + sign)
    is_recovered(of_files(tmp_path, carried(text)))


# --- Texts that cannot be read ------------------------------------------------------------------


def line_lost(text: str) -> str:
    return text.replace(ARMOR[200] + "\n", "")


def three_lines_lost(text: str) -> str:
    for line in ARMOR[100], ARMOR[300], ARMOR[450]:
        text = text.replace(line + "\n", "")
    return text


def last_line_lost(text: str) -> str:
    return text.replace(ARMOR[-1] + "\n", "")


def letter_changed(text: str) -> str:
    line = ARMOR[200]
    changed = line[:20] + ("A" if line[20] != "A" else "B") + line[21:]
    return text.replace(line, changed)


def letter_of_the_check_changed(text: str) -> str:
    line = ARMOR[200]
    return text.replace(line, line[:-1] + ("A" if line[-1] != "A" else "B"))


def letter_lost(text: str) -> str:
    return text.replace(ARMOR[200], ARMOR[200][:20] + ARMOR[200][21:])


def letter_doubled(text: str) -> str:
    return text.replace(ARMOR[200], ARMOR[200][:20] + ARMOR[200][19:])


def two_letters_swapped(text: str) -> str:
    line = ARMOR[200]
    at = next(
        at for at in range(12, 40) if line[at] != line[at + 1] and "-" not in line[at : at + 2]
    )
    return text.replace(line, line[:at] + line[at + 1] + line[at] + line[at + 2 :])


def number_changed(text: str) -> str:
    return text.replace(ARMOR[200], ARMOR[200].replace("-200-", "-201-"))


def letter_replaced_by_a_question_mark(text: str) -> str:
    return text.replace(ARMOR[200], ARMOR[200][:20] + "?" + ARMOR[200][21:])


def banner_inside_a_line(text: str) -> str:
    return text.replace(
        ARMOR[200], ARMOR[200][:20] + "\nNo virus found in this message.\n" + ARMOR[200][20:]
    )


def line_cut_at_column_40(text: str) -> str:
    return text.replace(ARMOR[200], ARMOR[200][:40])


def cut_in_the_middle(text: str) -> str:
    return text[: text.index(ARMOR[200])]


def cut_inside_a_line(text: str) -> str:
    return text[: text.index(ARMOR[200]) + 20]


def clipped_by_gmail(text: str) -> str:
    return text[: text.index(ARMOR[300])] + "...\n\n[Message clipped]  View entire message\n"


def beginning_lost(text: str) -> str:
    """Then nobody knows how many there were; the label is what is missing, line 0."""
    return text[text.index(ARMOR[1]) :]


def hole_in_the_middle(text: str) -> str:
    return text[: text.index(ARMOR[150])] + "[...]\n" + text[text.index(ARMOR[160]) :]


def label_changed(text: str) -> str:
    return text.replace(
        ARMOR[0], ARMOR[0][:20] + ("A" if ARMOR[0][20] != "A" else "B") + ARMOR[0][21:]
    )


def label_alone(text: str) -> str:
    return ARMOR[0]


def all_but_the_label_and_one_lost(text: str) -> str:
    return f"{ARMOR[0]}\n{ARMOR[17]}"


@pytest.mark.parametrize(
    ("mangle", "missing"),
    [
        (line_lost, [200]),
        (three_lines_lost, [100, 300, 450]),
        (last_line_lost, [len(ARMOR) - 1]),
        (letter_changed, [200]),
        (letter_of_the_check_changed, [200]),
        (letter_lost, [200]),
        (letter_doubled, [200]),
        (two_letters_swapped, [200]),
        (number_changed, [200]),
        (letter_replaced_by_a_question_mark, [200]),
        (banner_inside_a_line, [200]),
        (line_cut_at_column_40, [200]),
        (cut_in_the_middle, [200, len(ARMOR) - 1]),
        (cut_inside_a_line, [200, len(ARMOR) - 1]),
        (hole_in_the_middle, [150, 159]),
        (clipped_by_gmail, [300, len(ARMOR) - 1]),
        (label_alone, [1, len(ARMOR) - 1]),
        (all_but_the_label_and_one_lost, [1, 16, 18, len(ARMOR) - 1]),
    ],
    ids=name_of,
)
def test_one_message_names_the_lines_that_are_missing(
    mangle: Alter, missing: list[int], tmp_path: Path
) -> None:
    is_refused(of_files(tmp_path, carried(mangle(TEXT))), missing)


@pytest.mark.parametrize("mangle", [beginning_lost, label_changed], ids=name_of)
def test_one_message_says_that_the_label_is_missing(mangle: Alter, tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(mangle(TEXT)))
    is_refused(post, [])
    assert re.search(r"label|first line|line 0", post.wrong[0])


def every_line_cut_at_column_50(text: str) -> str:
    return each(text, lambda line: line[:50])


def every_line_without_its_last_letter(text: str) -> str:
    return armor_only(text, lambda line: line[:-1])


def letters_read_by_a_scanner(text: str) -> str:
    return armor_only(text, lambda line: line.translate(str.maketrans("ABS", "488")))


def every_slash_lost(text: str) -> str:
    return text.replace("/", "")


def other_slashes(text: str) -> str:
    return text.replace("/", "\\")


def underscores_for_dashes(text: str) -> str:
    return text.replace("-", "_")


def dashes_lost(text: str) -> str:
    return text.replace("-", "")


def dashes_doubled(text: str) -> str:
    return text.replace("-", "--")


def dashes_as_question_marks(text: str) -> str:
    return text.replace("-", "?")


def letters_of_full_width(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def links_of_outlook_in_plain_text(text: str) -> str:
    return armor_only(
        text, lambda line: f"{line[:12]}<http://safe.example/?u={line[:12]}>{line[12:]}"
    )


def rot13(text: str) -> str:
    return text.translate(str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "NOPQRSTUVWXYZABCDEFGHIJKLM"))


def base64_left(text: str) -> str:
    return base64.encodebytes(text.encode()).decode()


def remains_a0_inside(text: str) -> str:
    return armor_only(text, lambda line: f"{line[:20]}=C2=A0{line[20:]}")


def remains_of_dashes(text: str) -> str:
    return text.replace("-", "=2D")


def utf_8_read_as_latin_1(text: str) -> str:
    return text.replace("-", "\u2013").encode().decode("latin-1")


ODD_TEXTS: list[Alter] = [
    every_line_cut_at_column_50,
    every_line_without_its_last_letter,
    letters_read_by_a_scanner,
    every_slash_lost,
    other_slashes,
    underscores_for_dashes,
    dashes_lost,
    dashes_doubled,
    dashes_as_question_marks,
    letters_of_full_width,
    links_of_outlook_in_plain_text,
    rot13,
    base64_left,
    remains_a0_inside,
    remains_of_dashes,
    utf_8_read_as_latin_1,
]


@pytest.mark.parametrize("mangle", ODD_TEXTS, ids=name_of)
def test_what_nobody_promised_is_never_a_wrong_log(mangle: Alter, tmp_path: Path) -> None:
    is_never_wrong(of_files(tmp_path, carried(mangle(TEXT))))


@pytest.mark.parametrize(
    "mangle",
    [
        every_line_cut_at_column_50,
        every_line_without_its_last_letter,
        letters_read_by_a_scanner,
        every_slash_lost,
        other_slashes,
    ],
    ids=name_of,
)
def test_where_every_line_is_damaged_one_message_says_so(mangle: Alter, tmp_path: Path) -> None:
    """A text that cannot be read "brings one clear refusal": not silence."""
    is_refused(of_files(tmp_path, carried(mangle(TEXT))), [])


def test_a_damaged_line_is_made_good_by_a_second_copy(tmp_path: Path) -> None:
    second = cut_in_the_middle(TEXT) + "\n" + ARMOR[0] + "\n" + "\n".join(ARMOR[250:])
    post = of_files(tmp_path, carried(hole_in_the_middle(TEXT)), carried(second))
    is_recovered(post)


# --- Manglings of HTML --------------------------------------------------------------------------


def escaped(text: str) -> list[str]:
    return [html.escape(line) for line in text.splitlines()]


def page(body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Mail</title><style>p {margin: 0}'
        f" a > b {{x: y}}</style></head><body>{body}</body></html>"
    )


def brs(text: str) -> str:
    return page("<br>".join(escaped(text)))


def brs_of_xhtml(text: str) -> str:
    return page("<br />\n".join(escaped(text)))


def divs(text: str) -> str:
    return page("".join(f"<div>{line or '<br>'}</div>" for line in escaped(text)))


def paragraphs(text: str) -> str:
    return page("".join(f"<p>{line}</p>" for line in escaped(text)))


def paragraphs_not_closed(text: str) -> str:
    return "".join(f"<P>{line}" for line in escaped(text))


def outlook_paragraphs(text: str) -> str:
    line = (
        "<p class=MsoNormal><span lang=EN-US style='font-family:\"Courier New\"'>"
        "{}<o:p></o:p></span></p>\r\n"
    )
    return page("".join(line.format(each or "&nbsp;") for each in escaped(text)))


def outlook_conditional_comments(text: str) -> str:
    mso = '<!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit"/></xml><![endif]-->'
    return page(mso + outlook_paragraphs(text) + "<![if !supportLists]>-<![endif]>")


def preformatted(text: str) -> str:
    return page("<pre>" + "\n".join(escaped(text)) + "</pre>")


def thunderbird_preformatted(text: str) -> str:
    return page(
        '<div class="moz-text-plain"><pre class="moz-quote-pre" wrap="">'
        + "\r\n".join(escaped(text))
        + "</pre></div>"
    )


def apple_blockquote(text: str) -> str:
    lines = "".join(f'<div class="">{line}</div>' for line in escaped(text))
    return page(f'<blockquote type="cite" class=""><div class="">{lines}</div></blockquote>')


def blockquotes_nested(text: str) -> str:
    return page("<blockquote>" * 3 + "<br>".join(escaped(text)) + "</blockquote>" * 3)


def table_of_lines(text: str) -> str:
    return page(
        "<table>" + "".join(f"<tr><td>{line}</td></tr>" for line in escaped(text)) + "</table>"
    )


def list_of_lines(text: str) -> str:
    return page("<ol>" + "".join(f"<li>{line}</li>" for line in escaped(text)) + "</ol>")


def nbsp_for_blanks(text: str) -> str:
    return page(
        "<br>\n".join("&nbsp;&nbsp;" + line.replace(" ", "&nbsp;") for line in escaped(text))
    )


def entities_by_number(text: str) -> str:
    return page(
        "<br>".join("".join(f"&#{ord(sign)};" for sign in line) for line in text.splitlines())
    )


def entities_by_hex(text: str) -> str:
    return brs(text).replace("-", "&#x2d;")


def entities_by_name(text: str) -> str:
    lines = (line.replace("-", "&hyphen;").replace("/", "&sol;") for line in escaped(text))
    return page("<br>".join(lines))


def entities_of_long_dashes(text: str) -> str:
    return page("<br>".join(line.replace("-", "&ndash;") for line in escaped(text)))


def entities_of_windows_1252(text: str) -> str:
    """As FrontPage and old Outlooks spell an en dash: browsers show one."""
    return page("<br>".join(line.replace("-", "&#150;") for line in escaped(text)))


def entities_that_nobody_sees(text: str) -> str:
    lines = (line.replace("-", "&shy;-&zwnj;&#8203;") for line in escaped(text))
    return page("<br>".join(lines))


def wbrs(text: str) -> str:
    return page("<br>".join("<wbr>".join(textwrap.wrap(line, 10)) for line in escaped(text)))


def spans_inside(text: str) -> str:
    parts = (textwrap.wrap(line, 13, break_on_hyphens=False) for line in escaped(text))
    spans = ("".join(f'<span class="x">{part}</span>' for part in line) for line in parts)
    return page("".join(f"<div>{line}</div>" for line in spans))


def bold_and_fonts_inside(text: str) -> str:
    lines = (
        f'<font size="2"><b>{line[:9]}</b>{line[9:22]}<i>{line[22:]}</i></font>'
        for line in escaped(text)
    )
    return page("<br>".join(lines))


def links_round_words(text: str) -> str:
    lines = (
        f'<a href="http://x.example{line[:9]}-1-{line[:4]}">{line[:7]}</a>{line[7:]}'
        if line.startswith("/")
        else line
        for line in escaped(text)
    )
    return page("<br>".join(lines))


def comments_inside(text: str) -> str:
    return page("<br>".join(f"{line[:20]}<!-- x -->{line[20:]}" for line in escaped(text)))


def tags_in_capitals(text: str) -> str:
    return "<HTML><BODY><DIV>" + "<BR>".join(escaped(text)) + "</DIV></BODY></HTML>"


def source_wrapped_inside_tags(text: str) -> str:
    return page("".join(f'<div\n  style="margin:\n0">{line}</div\n>' for line in escaped(text)))


def html_quoted_by_signs(text: str) -> str:
    return page("<br>".join(f"&gt; &gt; {line}" for line in escaped(text)))


def html_wrapped_at_33(text: str) -> str:
    return brs(wrapped(text, 33))


def html_on_one_line(text: str) -> str:
    return page(" ".join(escaped(text)))


def html_never_closed(text: str) -> str:
    return "<html><body><div><table><tr><td><font>" + "<br>".join(escaped(text))


def html_with_scripts(text: str) -> str:
    return page(f"<script>if (a < b) {{ c = '</div>' }}</script>{brs(text)}<style>/*-*/</style>")


def html_with_a_picture(text: str) -> str:
    return page(brs(text) + '<img src="http://count.example/1.gif?/AAAAAA-1-AA" alt="-" width=1>')


def html_of_proton(text: str) -> str:
    lines = "".join(f"<span>{line}</span><div><br></div>" for line in escaped(text))
    return page(f'<div class="protonmail_quote">{lines}</div>')


HTMLS: list[Alter] = [
    gmail_html,
    brs,
    brs_of_xhtml,
    divs,
    paragraphs,
    paragraphs_not_closed,
    outlook_paragraphs,
    outlook_conditional_comments,
    preformatted,
    thunderbird_preformatted,
    apple_blockquote,
    blockquotes_nested,
    table_of_lines,
    list_of_lines,
    nbsp_for_blanks,
    entities_by_number,
    entities_by_hex,
    entities_by_name,
    entities_of_long_dashes,
    entities_of_windows_1252,
    entities_that_nobody_sees,
    wbrs,
    spans_inside,
    bold_and_fonts_inside,
    links_round_words,
    comments_inside,
    tags_in_capitals,
    source_wrapped_inside_tags,
    html_quoted_by_signs,
    html_wrapped_at_33,
    html_on_one_line,
    html_never_closed,
    html_with_scripts,
    html_with_a_picture,
    html_of_proton,
]


@pytest.mark.few(6, 40)
@pytest.mark.parametrize("mangle", HTMLS, ids=name_of)
def test_the_log_comes_out_of_html_alone(mangle: Alter, tmp_path: Path) -> None:
    is_recovered(of_files(tmp_path, carried(mangle(TEXT), "text/html; charset=utf-8")))


@pytest.mark.parametrize(
    "mangle", [gmail_html, outlook_paragraphs, spans_inside, entities_by_number], ids=name_of
)
def test_html_in_quoted_printable(mangle: Alter, tmp_path: Path) -> None:
    body = quopri.encodestring(mangle(TEXT).encode())
    is_recovered(of_files(tmp_path, carried(body, "text/html; charset=utf-8", "quoted-printable")))


@pytest.mark.parametrize("mangle", [gmail_html, brs, divs, preformatted], ids=name_of)
def test_html_in_quoted_printable_that_was_left(mangle: Alter, tmp_path: Path) -> None:
    body = quopri.encodestring(mangle(TEXT).encode())
    is_recovered(of_files(tmp_path, carried(body, "text/html; charset=utf-8", "7bit")))


def test_html_that_lost_a_line_is_refused_once(tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(divs(line_lost(TEXT)), "text/html; charset=utf-8"))
    is_refused(post, [200])


@pytest.mark.parametrize("begin", ["<!-- a comment", "<!-- a -- b --!>", "<script>", "<title>"])
def test_what_a_page_hides_is_found_or_reported_of(begin: str, tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(page(begin + brs(TEXT)), "text/html; charset=utf-8"))
    is_never_wrong(post)
    assert len(post.logs) + len(post.wrong) == 1


@pytest.mark.parametrize("mangle", HTMLS, ids=name_of)
def test_text_and_html_are_one_log(mangle: Alter, tmp_path: Path) -> None:
    made = MIMEMultipart("alternative")
    made.attach(MIMEText(text_of(letter(SHORT)), "plain", "utf-8"))
    made.attach(MIMEText(mangle(text_of(letter(SHORT))), "html", "utf-8"))
    is_recovered(of_files(tmp_path, made.as_bytes()), SHORT)


def test_the_text_beside_html_was_emptied(tmp_path: Path) -> None:
    made = MIMEMultipart("alternative")
    made.attach(MIMEText("Your mail program does not show HTML.\n", "plain", "utf-8"))
    made.attach(MIMEText(divs(TEXT), "html", "utf-8"))
    is_recovered(of_files(tmp_path, made.as_bytes()))


# --- Encodings of a body ------------------------------------------------------------------------

UMLAUTS = TEXT.replace("Dice for", "Würfel für")


def body_test_cases() -> dict[str, bytes]:
    smart = UMLAUTS.replace("-", "\u2013")
    return {
        "quoted_printable": carried(
            quopri.encodestring(UMLAUTS.encode()), "text/plain; charset=utf-8", "quoted-printable"
        ),
        "quoted_printable_of_all_signs": carried(
            "".join(f"={ord(sign):02X}=\n" if sign != "\n" else "\n" for sign in TEXT),
            way="quoted-printable",
        ),
        "quoted_printable_small_hex": carried(
            quopri.encodestring(quoted_after_nbsp(TEXT).encode())
            .decode()
            .replace("=C2=A0", "=c2=a0"),
            way="quoted-printable",
        ),
        "quoted_printable_soft_breaks_crlf": carried(
            crlf(remains_of_soft_breaks(TEXT)), way="quoted-printable"
        ),
        "quoted_printable_soft_breaks_with_blanks_behind": carried(
            remains_of_soft_breaks(TEXT).replace("=\n", "=  \n"), way="quoted-printable"
        ),
        "base64": carried(base64.encodebytes(TEXT.encode()), way="base64"),
        "base64_in_capitals": carried(base64.encodebytes(TEXT.encode()), way="BASE64"),
        "base64_on_one_line": carried(base64.b64encode(TEXT.encode()), way="base64"),
        "base64_quoted_lines_short": carried(
            wrapped(base64.b64encode(TEXT.encode()).decode(), 19), way="base64"
        ),
        "base64_with_a_list_footer_behind": carried(
            base64.encodebytes(TEXT.encode()) + b"\n_____\nlist - unsubscribe, here!\n",
            way="base64",
        ),
        "latin_1": carried(UMLAUTS.encode("latin-1"), "text/plain; charset=iso-8859-1"),
        "latin_1_said_to_be_utf_8": carried(UMLAUTS.encode("latin-1")),
        "latin_1_said_to_be_ascii": carried(
            UMLAUTS.encode("latin-1"), "text/plain; charset=us-ascii"
        ),
        "latin_1_without_a_type": carried(UMLAUTS.encode("latin-1"), "text/plain"),
        "windows_1252_with_smart_dashes": carried(
            smart.encode("cp1252"), "text/plain; charset=windows-1252"
        ),
        "koi8_r": carried(
            TEXT.replace("Dice", "Кости").encode("koi8-r"), "text/plain; charset=koi8-r"
        ),
        "iso_2022_jp": carried(
            TEXT.replace("Dice", "硫黄島").encode("iso-2022-jp"), "text/plain; charset=iso-2022-jp"
        ),
        "gb18030": carried(
            TEXT.replace("Dice", "骰子").encode("gb18030"), "text/plain; charset=gb18030"
        ),
        "utf_7": carried(TEXT.encode("utf-7"), "text/plain; charset=utf-7"),
        "utf_16": carried(
            base64.encodebytes(UMLAUTS.encode("utf-16")), "text/plain; charset=utf-16", "base64"
        ),
        "utf_16_le": carried(
            base64.encodebytes(UMLAUTS.encode("utf-16-le")),
            "text/plain; charset=utf-16le",
            "base64",
        ),
        "utf_16_be": carried(
            base64.encodebytes(UMLAUTS.encode("utf-16-be")),
            "text/plain; charset=utf-16be",
            "base64",
        ),
        "utf_8_with_a_mark": carried(b"\xef\xbb\xbf" + TEXT.encode()),
        "unknown_charset": carried(UMLAUTS, "text/plain; charset=x-klingon"),
        "unknown_8bit": carried(UMLAUTS, "text/plain; charset=unknown-8bit"),
        "charset_of_nothing": carried(UMLAUTS, 'text/plain; charset=""'),
        "charset_in_small_and_great": carried(UMLAUTS, 'Text/Plain; CharSet="UTF8"; x=y'),
        "unknown_kind_of_text": carried(TEXT, "text/x-markdown; charset=utf-8"),
        "enriched_text": carried(TEXT, "text/enriched"),
        "no_type_of_part": carried(TEXT, ""),
        "type_of_part_broken": carried(TEXT, "text"),
        "unknown_encoding": carried(TEXT, way="x-plain"),
        "binary": carried(crlf(TEXT), way="binary"),
        "flowed_delsp_40": carried(
            flowed(TEXT, 40), "text/plain; charset=utf-8; format=flowed; delsp=yes"
        ),
        "flowed_delsp_33_in_capitals": carried(
            flowed(TEXT, 33), 'text/plain; Charset=UTF-8; Format="Flowed"; DelSp="Yes"'
        ),
        "flowed_40_delsp_lost": carried(flowed(TEXT, 40), "text/plain; format=flowed"),
        "flowed_all_lines_joined": carried(
            each(TEXT, lambda line: line + " "), "text/plain; format=flowed"
        ),
        "flowed_and_quoted": carried(
            each(flowed(TEXT, 40), lambda line: ">> " + line.removeprefix(" ")),
            "text/plain; format=flowed; delsp=yes",
        ),
        "flowed_space_stuffed": carried(space_stuffed(TEXT), "text/plain; format=flowed"),
        "flowed_by_apple_mail_in_quoted_printable": carried(
            quopri.encodestring(quoted(flowed(TEXT, 40)).encode()),
            "text/plain; charset=us-ascii; format=flowed; delsp=yes",
            "quoted-printable",
        ),
    }


BODIES = body_test_cases()


@pytest.mark.parametrize("name", BODIES)
def test_the_log_comes_out_of_an_encoded_body(name: str, tmp_path: Path) -> None:
    is_recovered(of_files(tmp_path, BODIES[name]))


@pytest.mark.parametrize(
    ("body", "kind", "way"),
    [
        (TEXT.encode(), "text/plain; charset=utf-16", "8bit"),
        (TEXT.encode("utf-16"), "text/plain; charset=utf-8", "8bit"),
        (TEXT.encode("utf-16-le"), "text/plain", "8bit"),
        (TEXT.encode("utf-32"), "text/plain; charset=utf-32", "8bit"),
        (TEXT.encode("cp500"), "text/plain; charset=cp500", "8bit"),
        (TEXT.replace("-", "\u2013").encode("cp1252"), "text/plain; charset=iso-8859-1", "8bit"),
        (TEXT.encode(), "text/plain", "base64"),
        (TEXT.encode(), "application/json", "8bit"),
        (TEXT.encode(), "multipart/mixed; boundary=never", "8bit"),
        (TEXT.encode(), "multipart/mixed", "8bit"),
        (TEXT.encode(), "message/rfc822", "8bit"),
        (base64.encodebytes(TEXT.encode()), "text/plain", "quoted-printable"),
        (base64.encodebytes(TEXT.encode())[:20_001], "text/plain", "base64"),
        (base64.b64encode(TEXT.encode())[1:], "text/plain", "base64"),
        (TEXT.encode(), "text/plain", "uuencode"),
        (flowed(TEXT, 40).encode(), "text/html; format=flowed", "8bit"),
    ],
)
def test_a_body_that_is_not_what_it_says_is_never_a_wrong_log(
    body: bytes, kind: str, way: str, tmp_path: Path
) -> None:
    is_never_wrong(of_files(tmp_path, carried(body, kind, way)))


# --- Manglings of a message ---------------------------------------------------------------------

AlterMessage = Callable[[], bytes]
LOST_TEXT = "Here you are.\n"


def parsed() -> EmailMessage:
    made = email.message_from_bytes(SENT, policy=email.policy.default)
    assert isinstance(made, EmailMessage)
    return made


def with_attachment(
    text: str, data: bytes | None, kind: str, way: str = "base64", name: str = ""
) -> bytes:
    """A message of a text and an attachment, spelled by hand."""
    disposition = f"Content-Disposition: attachment{name and f'; filename={name}'}\n"
    body = base64.encodebytes(data or b"") if way == "base64" else data or b""
    return (
        carried("", 'multipart/mixed; boundary="=_b"').removesuffix(b"\n")
        + b"\n--=_b\nContent-Type: text/plain; charset=utf-8\n\n"
        + text.encode()
        + f"\n--=_b\nContent-Type: {kind}\n{disposition}".encode()
        + f"Content-Transfer-Encoding: {way}\n\n".encode()
        + body
        + b"\n--=_b--\n"
    )


def the_attachment_alone() -> bytes:
    return with_attachment(
        LOST_TEXT, SAIPAN, "application/octet-stream", name="saipan_000-037.pbem"
    )


def attachment_and_armor_agree() -> bytes:
    return SENT


def attachment_dropped() -> bytes:
    note = "\n[attachment saipan_000-037.pbem removed: application/octet-stream]\n"
    return carried(TEXT + note)


def attachment_dropped_by_mailman() -> bytes:
    note = (
        "\n-------------- next part --------------\nA non-text attachment was scrubbed...\n"
        "Name: saipan_000-037.pbem\nType: application/octet-stream\nSize: 50172 bytes\n"
        "URL: <http://lists.example/pipermail/w/attachments/20260102/attachment.obj>\n"
    )
    return carried(TEXT + note)


def attachment_made_a_note() -> bytes:
    return with_attachment(
        TEXT, b"This attachment was removed by the guard.", "text/plain", name="note.txt"
    )


def attachment_emptied() -> bytes:
    return with_attachment(TEXT, b"", "application/octet-stream", name="saipan_000-037.pbem")


def attachment_put_into_winmail_dat() -> bytes:
    tnef = b"\x78\x9f\x3e\x22\x01\x00\x02\x90\x06\x00" + SAIPAN.replace(b"{", b"\0") + b"\xff\xfe"
    return with_attachment(TEXT, tnef, "application/ms-tnef", name="winmail.dat")


def attachment_renamed() -> bytes:
    return with_attachment(LOST_TEXT, SAIPAN, "application/octet-stream", name="ATT00001.dat")


def attachment_without_a_name() -> bytes:
    return with_attachment(LOST_TEXT, SAIPAN, "application/octet-stream")


def attachment_called_a_picture() -> bytes:
    return with_attachment(LOST_TEXT, SAIPAN, "image/jpeg", name="cat.jpg")


def attachment_of_unknown_type() -> bytes:
    return with_attachment(LOST_TEXT, SAIPAN, "application/x-unknown", name="saipan.pbem.txt")


def attachment_of_unknown_name_charset() -> bytes:
    return with_attachment(
        LOST_TEXT, SAIPAN, "application/json; name*=x-none'xx'%FF%G", name='"=?x?q?=ff?="'
    )


def attachment_as_text() -> bytes:
    return with_attachment(LOST_TEXT, SAIPAN, "text/plain; charset=us-ascii", "7bit", "saipan.txt")


def attachment_as_text_crlf() -> bytes:
    crlfs = SAIPAN.replace(b"\n", b"\r\n")
    return with_attachment(LOST_TEXT, crlfs, "text/plain; charset=us-ascii", "7bit", "saipan.txt")


def attachment_as_text_in_quoted_printable() -> bytes:
    body = quopri.encodestring(SAIPAN)
    return with_attachment(LOST_TEXT, body, "text/plain", "quoted-printable", "saipan.txt")


def attachment_crlf_in_base64() -> bytes:
    return with_attachment(
        LOST_TEXT, SAIPAN.replace(b"\n", b"\r\n"), "text/plain", name="saipan.txt"
    )


def attachment_with_a_mark() -> bytes:
    return with_attachment(LOST_TEXT, b"\xef\xbb\xbf" + SAIPAN, "text/plain", name="saipan.txt")


def attachment_with_a_mark_and_crlf() -> bytes:
    marked = b"\xef\xbb\xbf" + SAIPAN.replace(b"\n", b"\r\n")
    return with_attachment(LOST_TEXT, marked, "application/octet-stream", name="saipan.pbem")


def attachment_without_its_last_line_end() -> bytes:
    return with_attachment(
        LOST_TEXT, SAIPAN.rstrip(), "application/octet-stream", name="saipan.pbem"
    )


def attachment_inline_of_apple_mail() -> bytes:
    made = with_attachment(
        LOST_TEXT, SAIPAN, "application/octet-stream; x-unix-mode=0644", name="a.pbem"
    )
    return made.replace(b"Content-Disposition: attachment", b"Content-Disposition: inline")


def attachment_twice() -> bytes:
    made = parsed()
    made.add_attachment(SAIPAN, maintype="text", subtype="x-log", filename="again.pbem")
    return made.as_bytes()


def message_that_is_the_log() -> bytes:
    return carried(
        base64.encodebytes(SAIPAN), "application/octet-stream; name=saipan.pbem", "base64"
    )


def log_pasted_as_the_body() -> bytes:
    return carried(SAIPAN)


def forwarded_as_message() -> bytes:
    outer = MIMEMultipart()
    outer["Subject"] = "Fwd: [PBEM]"
    outer.attach(MIMEText("See the mail within.\n"))
    outer.attach(MIMEMessage(parsed()))
    return outer.as_bytes()


def forwarded_as_message_twice() -> bytes:
    outer = MIMEMultipart()
    outer["Subject"] = "Fwd: Fwd: [PBEM]"
    outer.attach(MIMEMessage(email.message_from_bytes(forwarded_as_message())))
    return outer.as_bytes()


def forwarded_as_message_alone() -> bytes:
    return b"Subject: Fwd\nContent-Type: message/rfc822\n\n" + SENT


def forwarded_without_the_attachment() -> bytes:
    outer = MIMEMultipart()
    outer.attach(MIMEMessage(email.message_from_bytes(carried(quoted(TEXT)))))
    return outer.as_bytes()


def digest_of_mailman() -> bytes:
    outer = MIMEMultipart("mixed")
    outer.attach(MIMEText("Today's Topics:\n\n   1. [PBEM] saipan (Alice)\n"))
    digest = MIMEMultipart("digest")
    digest.attach(MIMEMessage(email.message_from_bytes(carried("Who plays?\n"))))
    digest.attach(MIMEMessage(email.message_from_bytes(carried(TEXT))))
    outer.attach(digest)
    outer.attach(MIMEText("_____\nWargames mailing list\n"))
    return outer.as_bytes()


def digest_without_headers_of_its_parts() -> bytes:
    kind = 'multipart/digest; boundary="=_d"'
    return carried(b"--=_d\n\n" + carried(TEXT) + b"\n--=_d--\n", kind)


def digest_as_text() -> bytes:
    """RFC 1153."""
    line = "-" * 30
    return carried(
        f"Topics\n\n{'-' * 70}\n\nDate: today\nFrom: Alice\n\n{TEXT}\n{line}\n\nEnd of W Digest\n"
    )


def signed_by_openpgp() -> bytes:
    outer = MIMEMultipart("signed", protocol="application/pgp-signature", micalg="pgp-sha256")
    outer.attach(parsed())
    outer.attach(MIMEText("-----BEGIN PGP SIGNATURE-----\n\niHUE/ARYK-AAd\n-----END\n"))
    return outer.as_bytes()


def bounced_by_a_server() -> bytes:
    outer = MIMEMultipart("report", report_type="delivery-status")
    outer.attach(MIMEText("I am sorry to have to inform you that your message could not go.\n"))
    outer.attach(MIMEText("Reporting-MTA: dns; mx.example\n", "rfc822-headers"))
    outer.attach(MIMEMessage(parsed()))
    return outer.as_bytes()


def related_and_alternative_of_outlook() -> bytes:
    outer, related, either = MIMEMultipart(), MIMEMultipart("related"), MIMEMultipart("alternative")
    either.attach(MIMEText(TEXT, "plain", "utf-8"))
    either.attach(MIMEText(outlook_paragraphs(TEXT), "html", "utf-8"))
    related.attach(either)
    outer.attach(related)
    return outer.as_bytes()


def closing_boundary_lost() -> bytes:
    return SENT[: SENT.rindex(b"--===")]


def mime_version_lost() -> bytes:
    return SENT.replace(b"MIME-Version: 1.0\n", b"")


def message_crlf() -> bytes:
    return SENT.replace(b"\n", b"\r\n")


def message_cr() -> bytes:
    return carried(TEXT).replace(b"\n", b"\r")


def headers_all_but_the_type_lost() -> bytes:
    at = SENT.index(b"Content-Type:")
    return SENT[at:]


def many_headers_of_servers() -> bytes:
    line = b"Received: from a.example (a.example [192.0.2.1])\n\tby b.example; Fri, 2 Jan 2026\n"
    return line * 60 + b"X-Spam-Report: \n * -0.1 DKIM/VALID\n" + SENT


def a_line_of_mbox_before_it() -> bytes:
    return b"From alice@example.org Fri Jan  2 11:00:00 2026\n" + SENT


def text_after_the_end() -> bytes:
    return SENT + b"\nList footer: wargames - unsubscribe\n"


def text_before_the_first_part() -> bytes:
    head, rest = SENT.split(b"\n\n", 1)
    return head + b"\n\nThis is a multi-part message in MIME format.\n" + rest


MESSAGES: list[AlterMessage] = [
    the_attachment_alone,
    attachment_and_armor_agree,
    attachment_dropped,
    attachment_dropped_by_mailman,
    attachment_made_a_note,
    attachment_emptied,
    attachment_put_into_winmail_dat,
    attachment_renamed,
    attachment_without_a_name,
    attachment_called_a_picture,
    attachment_of_unknown_type,
    attachment_of_unknown_name_charset,
    attachment_as_text,
    attachment_as_text_crlf,
    attachment_as_text_in_quoted_printable,
    attachment_crlf_in_base64,
    attachment_with_a_mark,
    attachment_with_a_mark_and_crlf,
    attachment_without_its_last_line_end,
    attachment_inline_of_apple_mail,
    attachment_twice,
    message_that_is_the_log,
    log_pasted_as_the_body,
    forwarded_as_message,
    forwarded_as_message_twice,
    forwarded_as_message_alone,
    forwarded_without_the_attachment,
    digest_of_mailman,
    digest_without_headers_of_its_parts,
    digest_as_text,
    signed_by_openpgp,
    bounced_by_a_server,
    related_and_alternative_of_outlook,
    closing_boundary_lost,
    mime_version_lost,
    message_crlf,
    message_cr,
    headers_all_but_the_type_lost,
    many_headers_of_servers,
    a_line_of_mbox_before_it,
    text_after_the_end,
    text_before_the_first_part,
]


@pytest.mark.parametrize("mangled", MESSAGES, ids=name_of)
def test_the_log_comes_out_of_the_message(mangled: AlterMessage, tmp_path: Path) -> None:
    post = of_files(tmp_path, mangled())
    is_recovered(post)


@pytest.mark.parametrize("mangled", MESSAGES, ids=name_of)
def test_the_log_comes_out_of_standard_input(mangled: AlterMessage) -> None:
    is_recovered(read([], stdin=mangled()))


# A note may be of any writing; most programs that convert a text take the smallest that has it.
NOTED = SAIPAN.replace(b'"options":', '"note":"Gr\u00fc\u00dfe, 2\u00bd","options":'.encode(), 1)


@pytest.mark.parametrize("charset", ["iso-8859-1", "windows-1252", "utf-16", "cp437", "utf-8"])
def test_an_attachment_converted_as_a_text_is_the_log(charset: str, tmp_path: Path) -> None:
    sent = NOTED.decode().encode(charset)
    kind = f"text/plain; charset={charset}"
    is_recovered(of_files(tmp_path, with_attachment(LOST_TEXT, sent, kind, name="a.pbem")), NOTED)


@pytest.mark.parametrize("charset", ["iso-8859-1", "no-such-charset", "us-ascii"])
def test_a_charset_that_is_not_so_changes_nothing(charset: str, tmp_path: Path) -> None:
    kind = f"text/plain; charset={charset}"
    is_recovered(of_files(tmp_path, with_attachment(LOST_TEXT, NOTED, kind, name="a.pbem")), NOTED)


def test_message_and_attachment_cut_names_the_lines(tmp_path: Path) -> None:
    """The armor stands before the attachment: cut in it, neither is whole."""
    cut = SENT[: SENT.index(ARMOR[200].encode())]
    is_refused(of_files(tmp_path, cut), [200, len(ARMOR) - 1])


def test_an_attachment_that_was_cut_does_not_hide_the_armor(tmp_path: Path) -> None:
    cut = SENT[: SENT.rindex(b"Content-Disposition") + 9_000]
    assert SAIPAN in logs_of(of_files(tmp_path, cut))


def test_an_attachment_cut_beside_armor_cut(tmp_path: Path) -> None:
    """The rest of the attachment may be shown as a log: it is verified by its signatures."""
    cut = with_attachment(cut_in_the_middle(TEXT), SAIPAN[:20_000], "application/octet-stream")
    post = of_files(tmp_path, cut)
    assert all(SAIPAN.startswith(log.rstrip(b"\n")) for log in logs_of(post))
    assert any(
        {"200", str(len(ARMOR) - 1)} <= set(re.findall(r"\d+", wrong)) for wrong in post.wrong
    )


def test_the_whole_attachment_beside_armor_that_lost_a_line(tmp_path: Path) -> None:
    """The attachment is the log; about its armor at most one message is said."""
    cut = with_attachment(line_lost(TEXT), SAIPAN, "application/octet-stream")
    post = of_files(tmp_path, cut)
    assert logs_of(post) == [SAIPAN]
    assert len(post.wrong) <= 1


@pytest.mark.parametrize(
    "mangled",
    [
        carried(base64.encodebytes(SENT), "message/rfc822", "base64"),
        with_attachment("", SENT, "application/octet-stream", name="fwd.eml"),
        with_attachment("", SENT, "message/rfc822", name="fwd.eml"),
        SENT.replace(b"boundary=", b"boundry="),
        SENT.replace(b"\n--===", b"\n> --==="),
        SENT.replace(b"multipart/mixed", b"text/plain"),
        b"\n\n\n" + SENT,
        b"\xef\xbb\xbf" + SENT,
        quoted(SENT.decode()).encode(),
        SENT.decode().encode("utf-16"),
        SENT.replace(b"\n", b"\r"),
        SENT.replace(b"\n\n", b"\n"),
        SENT.upper(),
        SENT.lower(),
    ],
    ids=lambda value: "",
)
def test_odd_messages_are_never_a_wrong_log(mangled: bytes, tmp_path: Path) -> None:
    """If the attachment's letters change, it is another file: only that it is no crash."""
    post = of_files(tmp_path, mangled)
    if mangled not in (SENT.upper(), SENT.lower()):
        assert logs_of(post) in ([], [SAIPAN])


# --- Several messages, several games ------------------------------------------------------------

PARTS = [
    message.as_bytes().replace(b"\r\n", b"\n") for message in messages(letter(TOKYO, name="tokyo"))
]


def without_attachment(part: bytes) -> bytes:
    made = email.message_from_bytes(part, policy=email.policy.default)
    assert isinstance(made, EmailMessage)
    body = made.get_body(("plain",))
    assert body is not None
    return carried(body.get_content())


def test_a_long_log_takes_several_messages() -> None:
    assert len(PARTS) == 3
    subjects = [email.message_from_bytes(part)["Subject"] for part in PARTS]
    assert "(part 2 of 3)" in subjects[1]
    for part in PARTS[1:]:
        assert b".pbem" not in part
        assert b"#pbem" not in part
    assert [len(re.findall(rb"^/[A-Z2-7]{6}-", part, re.MULTILINE)) for part in PARTS[:2]] == [
        600,
        600,
    ]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1, 2, 0)], ids=str)
def test_parts_come_in_any_order(order: tuple[int, ...], tmp_path: Path) -> None:
    bare = [without_attachment(part) for part in PARTS]
    is_recovered(of_files(tmp_path, *(bare[number] for number in order)), TOKYO)


def test_parts_come_in_one_mbox_and_a_file(tmp_path: Path) -> None:
    bare = [without_attachment(part) for part in PARTS]
    is_recovered(of_files(tmp_path, mbox(bare[1], bare[0]), bare[2]), TOKYO)


def test_parts_mangled_in_different_ways(tmp_path: Path) -> None:
    one, two, three = (without_attachment(part).decode().split("\n\n", 1)[1] for part in PARTS)
    post = of_files(
        tmp_path,
        carried(divs(one), "text/html"),
        carried(wrapped_and_quoted_at_33(two)),
        carried(lines_shuffled(three.lower())),
    )
    is_recovered(post, TOKYO)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_part_is_missing(lost: int, tmp_path: Path) -> None:
    bare = [without_attachment(part) for number, part in enumerate(PARTS) if number != lost]
    is_refused(of_files(tmp_path, *bare), [[], [600, 1199], [1200]][lost])


def test_the_first_part_alone_has_the_whole_log_attached(tmp_path: Path) -> None:
    is_recovered(of_files(tmp_path, PARTS[0]), TOKYO)
    # Lines of another log's armor are still missed.
    other = of_files(tmp_path, carried(f"{SAIPAN.decode()}"), without_attachment(PARTS[0]))
    assert len(other.partial) == 1


def test_a_later_part_alone_says_that_there_are_others(tmp_path: Path) -> None:
    post = of_files(tmp_path, PARTS[1])
    assert len(post.partial) == 1
    [said] = post.wrong
    assert "its first line is missing. Read all the messages that it came in together" in said


def test_two_games_in_one_mail(tmp_path: Path) -> None:
    both = "".join(
        f"{one}\n{two}\n"
        for one, two in zip(
            TEXT.splitlines(), cycle(text_of(letter(SHORT)).splitlines()), strict=False
        )
    )
    post = of_files(tmp_path, carried(both))
    assert sorted(logs_of(post)) == sorted([SAIPAN, SHORT])
    assert post.wrong == []


def test_two_games_in_one_mail_one_of_them_damaged(tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(line_lost(TEXT) + quoted(text_of(letter(SHORT)))))
    assert logs_of(post) == [SHORT]
    assert len(post.wrong) == 1
    assert re.search(r"\b200\b", post.wrong[0])


def test_the_same_log_five_times_is_taken_once(tmp_path: Path) -> None:
    (tmp_path / "saved.pbem").write_bytes(SAIPAN)
    files = [tmp_path / "saved.pbem"]
    for number, content in enumerate([SENT, carried(TEXT), carried(brs(TEXT), "text/html")]):
        files.append(tmp_path / f"{number}.eml")
        files[-1].write_bytes(content)
    is_recovered(read(files, stdin=TEXT.encode()))


# --- What mail is saved in ----------------------------------------------------------------------


def mbox(*contents: bytes) -> bytes:
    made = b""
    for content in contents:
        made += b"From alice@example.org Fri Jan  2 11:00:00 2026\n"
        made += re.sub(rb"^(>*From )", rb">\1", content, flags=re.MULTILINE) + b"\n"
    return made


@pytest.mark.parametrize("name", ["inbox", "inbox.mbox", "Sent.txt", "1.eml"])
def test_an_mbox_is_read(name: str, tmp_path: Path) -> None:
    box = tmp_path / name
    box.write_bytes(mbox(carried("Who plays?\n"), SENT, carried(text_of(letter(SHORT)))))
    post = read([box])
    assert sorted(logs_of(post)) == sorted([SAIPAN, SHORT])
    assert post.messages == 3
    assert post.wrong == []


def test_an_mbox_with_crlf_is_read(tmp_path: Path) -> None:
    post = of_files(tmp_path, mbox(carried("Who?\n"), carried(TEXT)).replace(b"\n", b"\r\n"))
    is_recovered(post)
    assert post.messages == 2


def test_an_mbox_comes_by_standard_input() -> None:
    post = read([], stdin=mbox(carried("Who?\n"), the_attachment_alone()))
    is_recovered(post)
    assert post.messages == 2


def test_an_mbox_where_no_line_was_escaped_is_never_a_wrong_log(tmp_path: Path) -> None:
    head = b"From alice@example.org Fri Jan  2 11:00:00 2026\n"
    post = of_files(tmp_path, head + carried("Who?\n") + b"\n" + head + SENT + b"\n")
    is_never_wrong(post)


def test_a_maildir_is_read(tmp_path: Path) -> None:
    for name in "cur", "new", "tmp":
        (tmp_path / "Mail" / name).mkdir(parents=True)
    (tmp_path / "Mail" / "cur" / "1767352800.M1P1.host:2,RS").write_bytes(SENT)
    (tmp_path / "Mail" / "new" / "1767352801.M2P1.host").write_bytes(
        carried(text_of(letter(SHORT)))
    )
    post = read([tmp_path / "Mail"])
    assert sorted(logs_of(post)) == sorted([SAIPAN, SHORT])
    assert post.messages == 2
    assert post.wrong == []


@pytest.mark.parametrize(
    "mangle", [as_it_was, quoted, crlf, gmail_forward, outlook_inline], ids=name_of
)
def test_pasted_text_in_a_file_is_read(mangle: Alter, tmp_path: Path) -> None:
    (tmp_path / "pasted.txt").write_bytes(mangle(TEXT).encode())
    is_recovered(read([tmp_path / "pasted.txt"]))


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16"])
def test_pasted_text_saved_by_notepad(coding: str, tmp_path: Path) -> None:
    (tmp_path / "pasted.txt").write_bytes(crlf(TEXT).encode(coding))
    post = read([tmp_path / "pasted.txt"])
    if coding == "utf-16":
        is_never_wrong(post)
    else:
        is_recovered(post)


@pytest.mark.parametrize(
    "data", [SAIPAN, SAIPAN.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + SAIPAN, SAIPAN.rstrip()]
)
def test_a_log_itself_is_read(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "saipan.txt").write_bytes(data)
    is_recovered(read([tmp_path / "saipan.txt"]))
    is_recovered(read([], stdin=data))


def test_a_page_saved_by_a_browser_is_read(tmp_path: Path) -> None:
    (tmp_path / "mail.html").write_bytes(gmail_html(TEXT).encode())
    is_recovered(read([tmp_path / "mail.html"]))


def test_mail_without_anything_of_ours_is_nothing(tmp_path: Path) -> None:
    post = of_files(
        tmp_path, carried("Dinner at 7?\n\n-- \nBob\n"), carried("<p>Yes!</p>", "text/html")
    )
    assert (post.logs, post.others, post.sections, post.footers, post.wrong) == ([], [], [], [], [])
    assert post.messages == 2


@pytest.mark.parametrize("content", [b"", b"\n", b"\xef\xbb\xbf", b"\0"])
def test_an_empty_file_is_nothing(content: bytes, tmp_path: Path) -> None:
    post = of_files(tmp_path, content, SENT)
    assert logs_of(post) == [SAIPAN]
    assert (len(post.others), len(post.sections)) == (0, len(read([], stdin=SENT).sections))
    assert len(post.wrong) <= 1


def test_an_empty_folder_is_nothing(tmp_path: Path) -> None:
    for name in "cur", "new", "tmp":
        (tmp_path / "Mail" / name).mkdir(parents=True)
    post = read([tmp_path / "Mail"])
    assert (post.logs, post.messages) == ([], 0)


def test_proofs_are_not_logs(tmp_path: Path) -> None:
    fork = (LOGS / "hostile" / "fork.author-two-thoughts.fork").read_bytes()
    post = of_files(
        tmp_path, with_attachment(LOST_TEXT, fork, "application/octet-stream", name="x.fork")
    )
    assert post.logs == []
    assert [(piece.kind, piece.data) for piece in post.others] == [("fork", fork)]


# --- Orders in a message ------------------------------------------------------------------------


def orders_of(post: Post) -> list[tuple[str, str, list[str]]]:
    """Game, handle and orders of each section that orders anything."""
    found = [
        (each.game, each.handle, [line.strip() for line in each.lines if line.strip()])
        for each in post.sections
    ]
    return [section for section in found if section[2]]


MOVE, FIRE = "move 2MarDiv 1213", "fire 1213 at 1312"
OWN = f"#pbem saipan bob\n{MOVE}\n{FIRE}\n#end\n"
WANTED = [("saipan", "bob", [MOVE, FIRE])]
QUOTED = quoted(TEXT)


def typed_into_the_quotation(*lines: str, quote: Alter = quoted) -> str:
    head, end = quote(TEXT).split("> #end\n", 1)
    return head + "".join(f"{line}\n" for line in lines) + "> #end\n" + end


ORDERS: dict[str, bytes] = {
    "by_hand": carried(OWN),
    "above_the_quotation": carried(f"{OWN}\nOn Fri, Jan 2, 2026 Alice wrote:\n{QUOTED}"),
    "below_the_quotation": carried(f"Alice wrote:\n{QUOTED}\n{OWN}"),
    "inside_the_quotation": carried(typed_into_the_quotation(MOVE, FIRE)),
    "inside_the_quotation_apart": carried(
        f"> #pbem saipan bob\n{MOVE}\n> # pass\n>\n\n{FIRE}\n> #end\n> -----BEGIN PBEM-----\n"
    ),
    "inside_the_template_that_is_not_quoted": carried(
        TEXT.replace("# pass", f"{MOVE}\n{FIRE}\n# pass")
    ),
    "inside_outlooks_original_message": carried(
        outlook_inline(TEXT.replace("# pass", f"# pass\n{MOVE}\n{FIRE}"))
    ),
    "comments_between": carried(OWN.replace(FIRE, f"# {MOVE}\n#{FIRE}\n  # pass\n\n{FIRE}")),
    "no_end": carried(OWN.replace("#end\n", "")),
    "no_end_but_a_signature": carried(OWN.replace("#end\n", "\n-- \nBob\nmove over\n")),
    "no_end_but_a_signature_crlf": carried(crlf(OWN.replace("#end\n", "\n-- \nBob\nmove over\n"))),
    "words_around": carried(f"Hello,\nmove me to tears\n{OWN}\nmove on\n-- \nBob\n"),
    "crlf": carried(crlf(OWN)),
    "cr": carried(cr(OWN)),
    "indented": carried(each(OWN, lambda line: "   " + line)),
    "trailing_blanks": carried(trailing_blanks(OWN)),
    "nbsp": carried(OWN.replace(" ", "\u00a0")),
    "blanks_of_other_kinds": carried(OWN.replace(" ", "\u2003\u200b")),
    "signs_that_nobody_sees": carried(
        OWN.replace("move", "mo\u200bve\u00ad").replace("#", "\ufeff#")
    ),
    "nbsp_in_latin_1": carried(
        OWN.replace(" ", "\u00a0").encode("latin-1"), "text/plain; charset=iso-8859-1"
    ),
    "utf_16": carried(
        base64.encodebytes(OWN.encode("utf-16")), "text/plain; charset=utf-16", "base64"
    ),
    "base64": carried(base64.encodebytes(OWN.encode()), way="base64"),
    "quoted_printable": carried(
        quopri.encodestring(OWN.encode(), quotetabs=True), way="quoted-printable"
    ),
    "flowed": carried(
        OWN.replace("2MarDiv", " \n2MarDiv").replace("move  ", "move ").replace("at ", "at \n"),
        "text/plain; format=flowed",
    ),
    "flowed_delsp": carried(flowed(OWN, 16), "text/plain; format=flowed; delsp=yes"),
    "flowed_space_stuffed": carried(space_stuffed(OWN), "text/plain; format=flowed"),
    "flowed_signature": carried(
        OWN.replace("#end\n", "-- \nBob\nmove over\n"), "text/plain; format=flowed"
    ),
    "flowed_inside_the_quotation": carried(
        typed_into_the_quotation(MOVE, "fire 1213 ", "at 1312"), "text/plain; format=flowed"
    ),
    "html_alone_divs": carried(divs(OWN), "text/html; charset=utf-8"),
    "html_alone_brs": carried(brs(OWN), "text/html; charset=utf-8"),
    "html_alone_outlook": carried(outlook_paragraphs(OWN), "text/html; charset=utf-8"),
    "html_alone_nbsp": carried(nbsp_for_blanks(OWN), "text/html; charset=utf-8"),
    "html_alone_gmail_above": carried(
        f'<div dir="ltr">{"<br>".join(OWN.splitlines())}</div>{gmail_html(TEXT)}', "text/html"
    ),
    "html_between_the_quotations_of_gmail": carried(
        f"<blockquote class=gmail_quote>#pbem saipan bob<br># pass</blockquote><div>{MOVE}</div>"
        f"<div>{FIRE}<br></div><blockquote class=gmail_quote>#end<br>{MOVE}</blockquote>",
        "text/html",
    ),
    "html_spans": carried(
        page(
            f"<div>#pbem <b>saipan</b> bob</div><div><span>{MOVE[:4]}</span>{MOVE[4:]}</div>"
            f"<div>{FIRE}</div><div>#end</div>"
        ),
        "text/html; charset=utf-8",
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_orders_are_found(name: str, tmp_path: Path) -> None:
    assert orders_of(of_files(tmp_path, ORDERS[name])) == WANTED


def quoted_html(text: str) -> str:
    return page(f"<p>Sure.</p><blockquote>{'<br>'.join(escaped(text))}</blockquote>")


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(carried(TEXT), id="the_template_alone"),
        pytest.param(SENT, id="the_message_itself"),
        pytest.param(carried(f"ok\n\n{QUOTED}"), id="the_template_quoted"),
        pytest.param(carried(f"{MOVE}\n{FIRE}\n\nAlice wrote:\n{QUOTED}"), id="above_the_template"),
        pytest.param(carried(quoted(OWN)), id="orders_quoted"),
        pytest.param(carried(quoted_thrice(OWN)), id="orders_quoted_thrice"),
        pytest.param(carried(quoted_close(OWN)), id="orders_quoted_close"),
        pytest.param(carried(quoted_by_bars(OWN)), id="orders_quoted_by_bars"),
        pytest.param(carried(f"#pbem saipan bob\n> {MOVE}\n>{FIRE}\n#end\n"), id="lines_quoted"),
        pytest.param(carried(f"#pbem saipan bob\n# {MOVE}\n#end\n{FIRE}\n"), id="behind_the_end"),
        pytest.param(carried(f"#pbem saipan bob\n-- \n{MOVE}\n"), id="in_the_signature"),
        pytest.param(carried(quoted_html(OWN), "text/html; charset=utf-8"), id="quoted_in_html"),
        pytest.param(carried(gmail_html(OWN), "text/html; charset=utf-8"), id="quoted_by_gmail"),
        pytest.param(
            carried(apple_blockquote(OWN), "text/html; charset=utf-8"), id="quoted_by_apple_mail"
        ),
        pytest.param(
            carried(brs(quoted(OWN)), "text/html; charset=utf-8"), id="quoted_by_signs_in_html"
        ),
        pytest.param(
            carried(quoted(flowed(OWN, 16)), "text/plain; format=flowed; delsp=yes"),
            id="quoted_and_flowed",
        ),
        pytest.param(carried(f"#pbem saipan\n{MOVE}\n#end\n"), id="no_handle"),
        pytest.param(carried(f"#pbemsaipan bob\n{MOVE}\n#end\n"), id="no_blank"),
        pytest.param(carried(f"{MOVE}\n{FIRE}\n#end\n"), id="no_beginning"),
    ],
)
def test_nothing_is_ordered(content: bytes, tmp_path: Path) -> None:
    assert orders_of(of_files(tmp_path, content)) == []


def test_several_sections_stay_apart(tmp_path: Path) -> None:
    other = f"#pbem tokyo carol\n{FIRE}\n#end\n"
    post = of_files(tmp_path, carried(f"{OWN}{MOVE}\n{other}\nbye\n#pbem manila bob\npass\n"))
    assert orders_of(post) == [*WANTED, ("tokyo", "carol", [FIRE]), ("manila", "bob", ["pass"])]


def test_a_section_begins_where_the_one_before_was_not_ended(tmp_path: Path) -> None:
    post = of_files(
        tmp_path, carried(f"#pbem saipan bob\n{MOVE}\n#pbem tokyo carol\n{FIRE}\n#end\n")
    )
    assert orders_of(post) == [("saipan", "bob", [MOVE]), ("tokyo", "carol", [FIRE])]


def test_sections_of_several_mails_stay_apart(tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(f"#pbem saipan bob\n{MOVE}\n"), carried(OWN))
    assert sorted(orders_of(post)) == sorted([("saipan", "bob", [MOVE]), *WANTED])


def test_text_and_html_order_once(tmp_path: Path) -> None:
    made = MIMEMultipart("alternative")
    made.attach(MIMEText(OWN, "plain", "utf-8"))
    made.attach(MIMEText(divs(OWN), "html", "utf-8"))
    assert orders_of(of_files(tmp_path, made.as_bytes())) == WANTED


def test_orders_and_log_come_in_one_reply(tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(typed_into_the_quotation(MOVE, FIRE)))
    is_recovered(post)
    assert orders_of(post) == WANTED


def test_orders_come_in_pasted_text() -> None:
    assert orders_of(read([], stdin=OWN.encode())) == WANTED
    begins_like_an_mbox = "From the sea came nobody.\n\nWell:\n" + OWN
    assert orders_of(read([], stdin=begins_like_an_mbox.encode())) == WANTED


# --- Footers ------------------------------------------------------------------------------------

FOOTER = footer(GAME, 37, HEAD)


def footers_of(post: Post) -> list[tuple[str, int, str]]:
    return [(each.game, each.seq, each.id) for each in post.footers]


def test_the_footer_is_as_it_is_written() -> None:
    assert f"pbem-head {GAME[:20]} 37 {HEAD[:20]}" == FOOTER
    assert FOOTER in TEXT.splitlines()
    assert FOOTER.encode() in SENT.splitlines()


@pytest.mark.parametrize(
    "mangle",
    [
        as_it_was,
        quoted,
        quoted_thrice,
        quoted_by_bars,
        quoted_after_nbsp,
        crlf,
        cr,
        trailing_blanks,
        mutt_reply,
        gmail_forward,
        outlook_inline,
        list_footer_of_mailman,
        text_doubled,
        indented_by_tabs,
    ],
    ids=name_of,
)
def test_the_footer_is_found_once(mangle: Alter, tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(mangle(f"Thanks.\n{FOOTER}\n")))
    assert footers_of(post) == [(GAME[:20], 37, HEAD[:20])]


@pytest.mark.parametrize(
    "mangle", [brs, divs, outlook_paragraphs, gmail_html, preformatted], ids=name_of
)
def test_the_footer_is_found_in_html(mangle: Alter, tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(mangle(TEXT), "text/html; charset=utf-8"))
    assert footers_of(post) == [(GAME[:20], 37, HEAD[:20])]


def test_several_footers_are_found(tmp_path: Path) -> None:
    post = of_files(tmp_path, carried(f"> {FOOTER}\n{FOOTER.replace(' 37 ', ' 38 ')}\n"))
    assert sorted(footers_of(post)) == [(GAME[:20], 37, HEAD[:20]), (GAME[:20], 38, HEAD[:20])]


@pytest.mark.parametrize(
    "line",
    [
        f"pbem-head {GAME[:19]} 37 {HEAD[:20]}",
        f"pbem-head {GAME[:21]} 37 {HEAD[:20]}",
        f"pbem-head {GAME[:20]} 37 {HEAD[:19]}",
        f"pbem-head {GAME[:20]} 37 {HEAD[:21]}",
        f"pbem-head {GAME[:20]} {HEAD[:20]}",
        f"pbem-head {GAME[:20]} x {HEAD[:20]}",
        f"pbem-head {GAME[:20]} -1 {HEAD[:20]}",
        f"pbem-head {GAME[:19]}g 37 {HEAD[:20]}",
        f"pbem-heads {GAME[:20]} 37 {HEAD[:20]}",
    ],
)
def test_what_is_no_footer_is_not_found(line: str, tmp_path: Path) -> None:
    assert footers_of(of_files(tmp_path, carried(f"{line}\n"))) == []
