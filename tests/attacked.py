"""Every attack that a test tries, and `docs/attacks.md`, which lists them.

After a change: ``PYTHONPATH=tests python -m attacked docs/attacks.md``. The part above `MARK` on
the page is written by hand.
"""

from __future__ import annotations

import ast
import sys
from importlib import util
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from toy.cheat import ATTACKS, OWN

HERE = Path(__file__).parent
ROOM = HERE / "attacks"
MARK = "<!-- generated: PYTHONPATH=tests python -m attacked docs/attacks.md -->"

PROMISES = {
    "P1": "P1: the log cannot be changed",
    "P2": "P2: signatures bind",
    "P3": "P3: one history",
    "P4": "P4: nobody predicts a die",
    "P5": "P5: nobody chooses or repeats a die",
    "P6": "P6: what is face down is undecided",
    "P7": "P7: sealed plans",
    "P8": "P8: hands of cards",
    "P9": "P9: hidden supplies",
    "P10": "P10: everyone reaches the same position",
    "P11": "P11: players who stop, and umpires",
    OWN: "Your own machine",
}
"""The promises of the protocol and their headings; last, what a player's own machine keeps."""


class Row(NamedTuple):
    """An attack outside of the protocol: what is tried, what happens, and names of tests."""

    attempt: str
    outcome: str
    tests: str


class Surface(NamedTuple):
    """A part of the program that reads bytes of others, and the attacks on it."""

    title: str
    about: str
    rows: tuple[Row, ...]


MAIL = Surface(
    "Mail and the agent",
    "The last column names files in `tests/`.",
    (
        Row(
            "change a message until another log comes out of it",
            "never another log: the armor is complete, or one line says what is missing",
            "mail/test_mangling.py servers/test_real_programs.py",
        ),
        Row(
            "bombs: parts in parts, compressed, 200 MiB, headers without end",
            "limits apply before anything is read; other messages are read",
            "mail/test_hostile_mail.py servers/test_hostile_servers.py",
        ),
        Row(
            "a long mbox of attached logs, many parcels, many waiting parts",
            "memory holds one at a time; a part joins only parts of its own parcel",
            "mail/test_hostile_mail.py agent/test_parts.py",
        ),
        Row(
            "make an agent parse waiting parts again for each line of their parcel, or a message "
            "that looks like 100,000",
            "one child process parses each message once, and its time counts",
            "agent/test_parts.py agent/test_any_message.py",
        ),
        Row(
            "read a computer's name from a header: servers keep the sender's greeting",
            "an agent greets as `[127.0.0.1]`, and looks up no name",
            "agent/test_any_server.py",
        ),
        Row(
            "stop an agent, or write its headers, by encoded words (RFC 2047) in an address",
            "a subject holds none",
            "agent/test_headers.py",
        ),
        Row(
            "act on a terminal by control characters in JSON, which leaves some of them",
            "JSON that a command prints spells them out",
            "crypto/test_text.py",
        ),
        Row(
            "stop all mail of a game, or of a director, by a card whose address no mail carries",
            "it counts as a card without an address",
            "agent/test_headers.py",
        ),
        Row(
            "a message that no parser survives: 500 `(` in `From:`",
            "only its child process ends; the message is set aside and reported",
            "agent/test_any_message.py",
        ),
        Row(
            "a message that takes minutes or gigabytes: `;`, `<head>`, parts, labels, "
            "`charset=punycode`",
            "limits of time and memory, set before it is read; most of it is bounded earlier",
            "mail/test_hostile_mail.py test_confined.py",
        ),
        Row(
            "attach a table file that takes minutes",
            "a child process with limits reads it",
            "games/test_table_mails.py",
        ),
        Row(
            "give a recipe's name to other orders, so that the opponent's agent signs these in "
            "place of prepared ones",
            "prepared orders hold what the recipe was when its owner wrote them",
            "games/test_table_recipes.py",
        ),
        Row(
            "change a recipe that stands in a list on the opponent's board",
            "the board says what it is before it signs",
            "games/test_table_recipes.py",
        ),
        Row(
            "mail a club's agent a line of which a recipe makes millions of orders, or 40,000 "
            "conditions",
            "no more is read than an event holds",
            "games/test_table_recipes.py play/test_reading_lists.py",
        ),
        Row(
            "put a drawing into a module that hides its size, holds huge pictures, or copies "
            "itself a billion times",
            "read as a browser reads it, and not shown",
            "vassal/test_shown.py",
        ),
        Row(
            "put a drawing, saved game or label into a module that takes the square of its size",
            "it costs no more than its size says",
            "vassal/test_shown.py vassal/test_hostile.py",
        ),
        Row(
            "give the other side a code so long that nobody can seal for it, then ask for sealed "
            "placements",
            "its label has the number of the side",
            "games/test_table_hidden.py",
        ),
        Row(
            "mail zip archives, to fill an agent's quarantine or to annoy the owner",
            "no archive goes there; the owner hears only of those from an address on a card",
            "agent/test_strangers.py",
        ),
        Row(
            "bytes at which a parser raises an error like the system's, to be read for ever",
            "only error numbers of a full or failed computer count as its own",
            "test_confined.py log/test_disk.py",
        ),
        Row(
            "send a turn while the database is locked, full or away",
            "the agent tries again until it has imported the turn; the owner is informed",
            "agent/test_any_message.py",
        ),
        Row(
            "many bombs in one message, or parcels that fail at their last byte",
            "each counts as all that it can unpack to, up to 64 MiB of 128 MiB together",
            "mail/test_hostile_mail.py",
        ),
        Row(
            "a mail server that answers nonsense, floods, or sends one letter now and then",
            "the mailbox counts as out of order; 1 MiB and 120 seconds an answer",
            "agent/test_any_server.py",
        ),
        Row(
            "a mail server that repeats the password in an error",
            "removed, in base64 too",
            "agent/test_any_server.py",
        ),
        Row(
            "sign the last event of a game twice, once for each of two others",
            "their agents confirm the end to each other with the whole log, find the fork, and "
            "mail the proof",
            "agent/test_ends.py",
        ),
        Row(
            "umpire: write on in a finished game, so that agents confirm without end",
            "confirmations count as turns: 30 messages in an hour, then one every ten minutes",
            "agent/test_ends.py",
        ),
        Row(
            "drop the connection after the server put off one receiver",
            "that receiver gets it later, and the others not twice",
            "agent/test_put_off.py",
        ),
        Row(
            "have somebody sign orders from their own mail",
            "only from the owner's address, shown in full, and after a question",
            "client/messages/test_mail.py",
        ),
        Row(
            "make a mail grow, by its charset, to a log of 300 MB",
            "refused in the child process: 64 MiB for a log, 96 MiB for all files, 129 MiB back",
            "mail/test_hostile_mail.py test_confined.py",
        ),
        Row(
            "fill an agent's quarantine, so that it cannot keep others' signed requests",
            "files have room of their own; the owner hears what is not kept",
            "agent/test_not_lost.py",
        ),
        Row(
            "order something in somebody's name by mail",
            "echoed to the owner of the key; nothing is signed",
            "agent/test_hostile_agent.py",
        ),
        Row(
            "make an agent write to somebody",
            "it writes only to addresses on its owner's cards, never to a sender",
            "agent/test_hostile_agent.py",
        ),
        Row(
            "make agents, robots or bouncing servers answer each other for ever",
            "each message needs a new event, finding, day or absence",
            "agent/test_hostile_agent.py servers/test_hostile_servers.py",
        ),
        Row(
            "make an agent believe that something was sent",
            "only a copy with a random token, which nobody else has seen, proves it",
            "agent/test_hostile_agent.py servers/test_hostile_servers.py",
        ),
        Row(
            "damage a log and mail it, so that somebody seems to cheat",
            "the owner hears of it; others only if a fork is proven, or one of them signed "
            "the mail",
            "agent/test_strangers.py",
        ),
        Row(
            "a stranger floods an agent, under a name of their own or a friend's",
            "turns with a postmark come first; other mail has so many messages, bytes and "
            "seconds an hour",
            "agent/test_strangers.py servers/test_stranger.py",
        ),
        Row(
            "mail a stranger's game, with a card beside it",
            "one line is read; nothing is stored, and nobody gets mail",
            "agent/test_strangers.py servers/test_stranger.py",
        ),
        Row(
            "a friend floods with a good key",
            "that uses up the share of that key only; keys take turns",
            "agent/test_strangers.py",
        ),
        Row(
            "copy a postmark",
            "it counts once, for its receiver, with its parcel, for 30 days",
            "agent/test_strangers.py agent/test_postmark.py",
        ),
        Row(
            "restore a home from a backup, and let its agent sign as if nothing had happened",
            "it first reads the copies of its mail: what it signed comes back, and it asks "
            "the owner",
            "agent/test_restored.py",
        ),
        Row(
            "import an old mail of a game first, and then an old backup, so that the game does not "
            "wait for what was signed since",
            "it waits: the record came with the backup",
            "client/storage/test_restored.py",
        ),
        Row(
            "end 'pbem store move' or its restore at any write, type it twice at a time, open a "
            "game meanwhile, or come back to prepared orders",
            "one home signs at a time: it stays away once a file is whole, and until the last file "
            "is there",
            "client/storage/test_moving.py",
        ),
        Row(
            "end 'Move to another device' half way, or sign while it goes on",
            "the browser keeps that it moved before it gives the file, which has all that was "
            "signed",
            "web/test_safety.py",
        ),
        Row(
            "bring your home to a club's host with another member's card among your own, so that "
            "their agent counts as a copy and does not run",
            "a card counts for its own handle, and only where the host set up an agent for it",
            "agent/test_hosting.py",
        ),
        Row(
            "have the disk full as an agent signs prepared orders, and go on with the game",
            "orders that were never signed wait on",
            "agent/test_agent.py",
        ),
        Row(
            "copy a member's home in the folder of a club's host, so that two agents sign",
            "no agent runs in either; the host names both",
            "agent/test_hosting.py",
        ),
        Row(
            "a member's home whose name, or whose agent, writes lines into the host's journal, or "
            "a line without an end",
            "control characters are escaped, and a line is broken after 64 KiB",
            "agent/test_hosting.py",
        ),
        Row(
            "witness: owe dice until a player's days are used up; author: close a roll late",
            "a clock runs for who owes the dice alone, and that one is late",
            "client/umpire/test_late_witnesses.py",
        ),
        Row(
            "open a game with an unknown witness, whose key you hold, and let the opponent's agent "
            "join",
            "nobody joins without the witness's card, unless they say so",
            "client/play/test_witnesses.py",
        ),
        Row(
            "bring an event, signed after a backup, in a part of a log, so that its author signs "
            "another one",
            "it binds: pbem signs nothing before the log has it",
            "client/exchange/test_own_part.py",
        ),
        Row(
            "stop an agent with its own postmarks, which every opponent has",
            "a postmark whose copy was seen has counted; for others it reads three messages each",
            "agent/test_restored.py",
        ),
        Row(
            "make an agent answer a thousand times",
            "30 messages in an hour, then one every ten minutes",
            "agent/test_strangers.py",
        ),
        Row(
            "have findings mailed to the players of a game that you never joined",
            "only the owner hears of them",
            "agent/test_strangers.py",
        ),
        Row(
            "send a backup of a thousand owners, or one with a journal or a mark that says how a "
            "game of its reader stands",
            "it is refused, or what stands beside a log or a record that is here stays out",
            "lobby/test_errands.py",
        ),
        Row(
            "put a pipe or a device into a Maildir that others read",
            "it is named, and nobody waits for it; the other messages are read",
            "client/messages/test_unreadable.py",
        ),
        Row(
            "two programs of one person write what both remember, notes or keys at once, answer "
            "one invitation, or prepare other orders while the former are signed",
            "the second waits and looks again; nothing is lost, no game begins twice",
            "client/test_remembering.py client/invitations/test_answering.py "
            "commands/test_notes.py client/session/test_renewing.py agent/test_agent.py",
        ),
        Row(
            "kill an agent at any moment",
            "nothing is lost, nothing is sent twice",
            "servers/test_killed.py",
        ),
        Row(
            "date mail back to win days",
            "the day on which it reached the umpire's server counts",
            "agent/test_deadlines.py",
        ),
    ),
)

BOARD = Surface(
    "The board in your browser",
    "Tests in `tests/board/`. If a page attacks, a watcher stands where a signature would be made. "
    "Nothing reached it.",
    (
        Row(
            "a page whose name is bound to this machine (DNS rebinding), also while it is open",
            "403: the `Host` must be exactly the printed address; the token stays unused",
            "test_a_name_bound_to_this_machine test_a_name_that_is_bound_again_under_an_open_page "
            "test_a_name_that_was_bound_again_is_not_ours",
        ),
        Row(
            "another account listens at the same port of [::1], which `localhost` also means",
            "403 with the reason: no page named `localhost` gets a cookie, key or word",
            "test_a_name_bound_to_this_machine test_the_address_is_not_used_up_by_another_name",
        ),
        Row(
            "a foreign page (same site, other name, rebound, on disk, in a mail) with every kind "
            "of request, while cookie and key are there",
            "nothing is signed, read, loaded or framed: `Sec-Fetch-Site`, `Origin` and policy "
            "refuse it",
            "test_another_page_in_the_same_browser",
        ),
        Row(
            "a program at another port gets the cookie from the browser, and forges the rest",
            "it reads only public files; the rest needs a key that only the page's port can read",
            "test_a_cookie_that_was_brought_to_another_port_opens_nothing "
            "test_a_cookie_without_the_key_reads_and_changes_nothing",
        ),
        Row(
            "the same sets cookies of the board's name, or cookies that no parser reads",
            "the right one counts; nobody is locked out",
            "test_a_cookie_that_another_port_sets_locks_nobody_out "
            "test_cookies_of_other_programs_lock_nobody_out",
        ),
        Row(
            "call a place `constructor` or `__proto__` in a table file, so that no board draws it",
            "names as others",
            "test_names_that_each_object_has_are_names_as_others",
        ),
        Row(
            "after the board has ended, another account listens at its port under an open page",
            "the page asks for a proof that only its own program can make, then stops",
            "test_who_listens_at_the_port_later_is_reported_nothing "
            "test_a_program_that_was_started_again_at_the_same_port "
            "test_the_program_proves_that_it_is_the_same test_a_proof_is_for_the_page_alone",
        ),
        Row(
            "before the board begins, another account is at every port, and leaves a service "
            "worker or an open page in the browser",
            "on Linux and Windows the board is at an address drawn by 24 random bits, to which "
            "neither belongs; elsewhere it stays possible ([limits](trust.md))",
            "test_what_was_left_at_a_port_has_no_part_in_the_board "
            "test_a_board_is_where_nobody_was_before test_an_address_is_drawn_evenly "
            "test_the_board_opens_in_firefox",
        ),
        Row(
            "a browser sends a change without `Sec-Fetch-Site` and `Origin`",
            "403",
            "test_who_changes_anything_says_that_he_comes_from_the_page",
        ),
        Row(
            "use the address with the token again, from a history or over a shoulder",
            "403: it opens once",
            "test_the_way_back_opens_nothing test_the_token_opens_once",
        ),
        Row(
            "another account names the owner's connection in `X-Forwarded-For` or another header",
            "403: no header says who is at the other end",
            "test_a_header_does_not_say_for_whom_another_account_asks "
            "test_a_header_locks_nobody_out",
        ),
        Row(
            "another account reads the address in the process list, and is faster",
            "on Linux 403, and the address stays unused: the kernel names the account of each "
            "connection",
            "test_an_address_that_another_account_has_read_opens_nothing "
            "test_the_end_of_a_connection_is_of_the_account_that_has_it_open "
            "test_a_long_table_hides_no_connection",
        ),
        Row(
            "a request without the cookie, or with a guess",
            "403",
            "test_without_a_cookie_nobody_is_heard",
        ),
        Row(
            "markup and scripts in notes, in mail and its file names, in what is typed",
            "text; the policy runs nothing inside a page or drawing",
            "test_words_of_others_are_text test_notes_of_others_are_text_wherever_they_stand "
            "test_mail_of_others_is_text test_words_on_a_map_are_text",
        ),
        Row(
            "names in a data pack that are markup",
            "text on map, charts and replay; for a unit refused, with line and cure",
            "test_names_and_sources_of_a_pack_are_text test_a_unit_whose_name_is_markup_is_refused",
        ),
        Row(
            "a handle, subject or sender that is markup",
            "a log with such a handle is invalid; the mail is imported, its words are text",
            "test_a_handle_that_is_markup_is_none test_a_log_with_such_a_handle_on_the_board "
            "test_a_subject_and_a_sender_that_are_markup",
        ),
        Row(
            "markup in a tournament's name, a ruling or an appeal, on published pages",
            "text",
            "test_pages_of_a_tournament_whose_words_are_markup",
        ),
        Row(
            "find a line of our own page that its policy stops",
            "no browser reported one",
            "test_no_line_of_the_page_breaks_its_policy",
        ),
        Row(
            "sign on a page with an older position, on two pages, or by two clicks",
            "refused, and the list stays; once. The position shown at the click counts",
            "test_a_page_that_is_after_signs_nothing "
            "test_what_is_signed_is_what_stood_there_when_it_was_pressed "
            "test_two_pages_at_once test_a_button_that_is_pressed_twice_signs_once",
        ),
        Row(
            "an opponent forks, and the other side replaces yours while the board is open",
            "events, maps and list come again from the side that counts",
            "test_what_happened_is_of_the_side_that_counts "
            "test_the_list_of_events_is_of_the_side_that_counts",
        ),
        Row(
            "show old odds for the same list after another event",
            "the board forgets them when the game goes on",
            "test_odds_of_an_earlier_position_are_not_reported",
        ),
        Row(
            "keep a key open: the computer sleeps, its clock is set back, or a page asks for years",
            "either clock closes it; an hour is the most",
            "test_a_key_does_not_stay_open_while_the_computer_sleeps "
            "test_a_key_stays_open_for_an_hour_at_most",
        ),
        Row(
            "the program ends, the log grows elsewhere, the computer sleeps",
            "the page loses no text, says what happened, and goes on with the same program",
            "test_a_program_that_ended_and_came_again test_the_log_grows_from_elsewhere "
            "test_a_stream_that_broke_under_the_same_program test_the_computer_sleeps_and_wakes",
        ),
        Row(
            "find the passphrase in a log, file, address, browser profile or error message",
            "it is in none",
            "test_the_passphrase_is_written_nowhere "
            "test_a_browser_keeps_no_passphrase_and_no_way_in "
            "test_a_fault_of_the_program_reports_no_passphrase",
        ),
        Row(
            "ask for other files than the page's, by `..`, escapes or other spellings",
            "403 or 404",
            "test_the_page_has_its_files_alone",
        ),
        Row(
            "requests that are none: two lengths, 200 kB of headers, other protocols, deep JSON",
            "refused in words, and the board goes on",
            "test_what_is_no_request_is_refused test_what_is_no_message_of_the_page_is_reported "
            "test_what_there_is_not_is_reported",
        ),
        Row(
            "a name of 60 kB that is no paragraph",
            "compared only up to the longest name; the answer repeats its beginning",
            "test_a_long_name_of_a_paragraph_is_not_looked_up_sign_by_sign",
        ),
        Row(
            "change something by GET",
            "405",
            "test_what_changes_something_is_not_done_by_looking",
        ),
        Row(
            "huge or endless bodies, bodies that never come, thousands of silent connections",
            "bodies of strangers are not read; the oldest silent connection is closed; a request "
            "has 30 seconds",
            "test_a_body_of_a_stranger_is_not_read "
            "test_a_body_without_end_is_not_read_to_its_end "
            "test_bodies_that_do_not_come_keep_nobody_waiting "
            "test_many_connections_that_say_nothing "
            "test_connections_that_say_nothing_are_not_kept_without_end "
            "test_who_is_refused_keeps_no_connection "
            "test_a_request_that_does_not_come_is_not_waited_for_without_end",
        ),
        Row(
            "requests that break off, or hold a number of 5,000 digits",
            "refused in words; nothing is printed in the terminal",
            "test_a_broken_request_prints_nothing_in_the_terminal",
        ),
        Row(
            "learn another player's hand from a page or an answer",
            "identical bytes in worlds that differ only in that hand, except event ids",
            "test_a_hand_is_on_its_owners_page_alone",
        ),
        Row(
            "open a file of 100,000 lines of which only the first few are good",
            "one message; nothing after the first fault is read, and memory stays small",
            "test_the_board_stops_at_the_first_line_that_is_not_good "
            "test_it_is_dropped_on_a_board "
            "test_a_replay_of_it_is_of_what_is_good_or_is_refused "
            "test_the_page_that_checks_logs_stops_there_too",
        ),
        Row(
            "the longest log that the protocol allows",
            "the map comes before the list, and you can play meanwhile ([how long it can "
            "be](performance.md))",
            "test_of_a_long_past_few_tables_are_kept test_as_long_a_log_as_two_players_may_write",
        ),
        Row(
            "read a list of orders that is not signed yet",
            "it lies in `unsent/`, readable by its owner only",
            "test_a_list_that_is_not_signed_is_kept_for_its_author_alone",
        ),
    ),
)

LOBBY = Surface(
    "The lobby, and pbem inside a browser",
    "The last column names tests in `tests/lobby/`, `tests/board/` and `tests/web/`.",
    (
        Row(
            "show the page with games inside a page of the same site, which steers clicks",
            "inside another page nothing begins",
            "test_inside_another_page_nothing_begins",
        ),
        Row(
            "write a link that was cut off, or another link, into a note: then the lobby refuses "
            "the log and all mail of that game, while the reader's days run",
            "a link counts only if nothing else came",
            "test_a_link_in_a_note_keeps_no_move_out "
            "test_a_whole_link_in_a_note_is_not_opened_in_the_place_of_the_mail "
            "test_a_mail_with_the_link_of_an_invitation_in_its_note_is_imported_by_clicks",
        ),
        Row(
            "a link of links: each level carries eight, and thirty levels fit into 8,000 letters",
            "a link carries cards and a log; nobody opens a link in it",
            "test_a_link_carries_no_other_link "
            "test_an_invitation_that_a_link_carries_is_not_answered",
        ),
        Row(
            "put another table file into an invitation, one that unpacks to gigabytes, or another "
            "title",
            "what does not fit its digest, or 128 KiB, is refused",
            "test_a_file_too_long_for_a_link_is_named_saved_and_given_with_it "
            "test_bad_links_are_named_and_lead_to_the_lobby",
        ),
        Row(
            "invite, or open a game, with options, a clock or an umpire that the other does not "
            "expect",
            "all that differs stands where the passphrase is typed",
            "test_an_invitation_says_which_options_and_days_the_answer_signs "
            "test_what_somebody_joins_stands_in_the_list_and_on_the_board "
            "test_the_terms_are_read_where_the_passphrase_is_typed",
        ),
        Row(
            "mail a card of your own making with a game in which it keeps all dice: a page imports "
            "each card that comes",
            "no page joins before the words of that witness were compared",
            "test_a_card_that_came_by_itself_makes_nobody_the_keeper_of_all_dice",
        ),
        Row(
            "let the game go on while the passphrase is typed, or while a resignation is confirmed",
            "the passphrase is emptied; what was asked before is refused",
            "test_a_passphrase_that_is_typed_while_the_game_goes_on_signs_nothing "
            "test_what_is_confirmed_is_what_stood_there_when_it_was_pressed",
        ),
        Row(
            "drop a mail without a log among others, so that it counts as judged",
            "a line names it",
            "test_a_mail_without_a_log_is_named_and_not_called_valid",
        ),
        Row(
            "damage a browser's journal, and block the file that 'Begin again' saves",
            "the browser forgets the journal only once its owner says that they have the file",
            "test_a_damaged_journal_is_saved_and_a_backup_restored",
        ),
        Row(
            "block the file of a browser's backup",
            "it counts once its owner says that it is there",
            "test_a_backup_counts_once_its_owner_says_that_it_is_there "
            "test_a_stranger_answers_on_a_telephone_and_the_inviter_joins",
        ),
        Row(
            "have the site say your own words as its own: an invitation of a later version",
            "it shows only a day of it",
            "test_bad_links_are_named_and_lead_to_the_lobby",
        ),
        Row(
            "have a home fail to come back to its browser, so that its owner restores a copy",
            "it moves between browser and program both ways",
            "test_a_home_moves_between_browser_and_program_both_ways",
        ),
        Row(
            "move a piece of a table beyond the edge of its map, or to the pixel beside another",
            "it is drawn at the edge, and beside it",
            "test_no_piece_lies_where_nobody_sees_it",
        ),
        Row(
            "web host: send a header with a signed file, or answer a form that is sent to the site",
            "headers are not kept; what is kept answers no form",
            "test_a_release_is_kept_without_the_headers_of_the_server "
            "test_a_form_that_is_sent_to_the_site_brings_no_page_of_the_server",
        ),
        Row(
            "web host: offer an older release, an unsigned one, or one with a wrong file",
            "the browser keeps what it has",
            "test_updates_are_signed_and_newer_and_keys_change "
            "test_a_release_with_a_wrong_file_is_not_taken",
        ),
    ),
)

REPLAYS = Surface(
    "Replays and checkers",
    "Tests in `tests/replays/`. Each game's replay checks itself in Chromium and Firefox, without "
    "a network (`test_from_disk.py`).",
    (
        Row(
            "change a byte of the log inside",
            "the browser names the invalid event, and how many before it are valid",
            "test_a_byte_of_the_log_inside_is_another",
        ),
        Row(
            "name another author or time in the page's list, or leave out an event",
            "the page says that its list does not fit the log inside",
            "test_a_list_that_names_somebody_else",
        ),
        Row(
            "other pictures or words around a good log; a checker that accepts everything",
            "**not seen**: the page says that it is its author's work. Save the log and verify it",
            "",
        ),
        Row(
            "markup, scripts and addresses in notes",
            "text; the page asks nobody for anything, and the policy runs nothing",
            "test_words_of_others_are_text_and_nobody_is_asked",
        ),
        Row(
            "an illegal order in a log whose signatures are valid",
            "the replay ends before it and says why; the browser says that the log has more",
            "test_an_order_that_the_rules_forbid",
        ),
        Row(
            "look for one player's secrets in their replay",
            "maps show what everybody may see, from the log alone",
            "test_a_players_own_replay_is_a_strangers",
        ),
        Row(
            "a log with very many steps, or a huge file",
            "refused in one sentence; nothing is written",
            "test_what_no_page_holds",
        ),
        Row(
            "checker: any log with one fault, or one changed byte",
            "the same finding as at level 2",
            "test_hostile_logs_have_the_finding_of_level_2 "
            "test_a_reader_that_believes_everything_would_be_seen",
        ),
        Row(
            "checker: a signature that only some verifiers accept",
            "judged as the protocol says, whatever the browser would say",
            "test_cctv test_wycheproof",
        ),
        Row(
            "checker: a proof of a fork with one illegal event",
            "nobody is convicted: the page says that it knows no rules",
            "test_forks_are_reported_and_nobody_is_convicted",
        ),
        Row(
            "checker: a file name that is markup; a script put into the page",
            "text; it does not run",
            "test_a_log_that_is_dropped test_nothing_else_runs_in_it",
        ),
    ),
)

COURT = Surface(
    "Evidence for a dispute report",
    "Tests in `tests/court/` and `tests/commands/`.",
    (
        Row(
            "a zip file whose names leave its folder, are absolute, or are links",
            "bytes are stored by digest, not by name; a link is named and not followed",
            "test_a_name_in_a_zip_file_is_no_place",
        ),
        Row(
            "a small zip file that comes first and exceeds every limit, so that other evidence is "
            "not read",
            "single files are read first, then the smallest archives; the verdict says that not "
            "all was read, exit code 1",
            "test_what_is_too_large_keeps_nothing_else_out "
            "test_what_fills_the_limit_is_opened_last "
            "test_no_verdict_says_that_nothing_is_wrong_where_something_was_not_read",
        ),
        Row(
            "a zip file with a directory of 15 million names",
            "its size is checked first; a process with limits reads it",
            "test_a_directory_of_a_million_names_is_not_read "
            "test_a_directory_costs_no_more_than_its_limits",
        ),
        Row(
            "a file in a zip that asks for 4 GiB, takes minutes, or shares its bytes with 10,000 "
            "others",
            "a process with limits unpacks it; it is named, and the next file follows; shared "
            "bytes are refused",
            "test_a_file_that_asks_for_gigabytes_is_named_and_the_next_goes_on "
            "test_files_that_reach_limits_end_their_archive_and_no_other "
            "test_damaged_files_are_not_unpacked_without_end "
            "test_files_that_share_bytes_are_not_unpacked "
            "test_what_cannot_be_unpacked_is_counted_by_files_too",
        ),
        Row(
            "evidence in another archive format (7z, RAR)",
            "named as not read",
            "test_no_verdict_says_that_nothing_is_wrong_where_something_was_not_read "
            "test_what_nobody_knows_does_not",
        ),
        Row(
            "an exhibit at which the program fails",
            "it is named, and the others are judged",
            "test_an_exhibit_at_which_the_program_fails",
        ),
        Row(
            "zip files in zip files, a bomb, ten thousand files, a damaged zip file",
            "counted and named; nothing else is kept out",
            "test_what_lies_in_zip_files_within_zip_files test_a_bomb_is_counted "
            "test_too_many_files_are_counted test_a_damaged_zip_file_is_named",
        ),
        Row(
            "hand in the proof against yourself again as `a.word` or `a.card`, or as UTF-16",
            "bytes decide the kind; every name counts if they say nothing",
            "test_no_name_hides_what_bytes_are "
            "test_bytes_that_say_nothing_are_what_any_name_says "
            "test_what_only_its_name_makes_no_evidence_is_read "
            "test_a_text_is_searched_in_the_charset_that_its_mark_says",
        ),
        Row(
            "two files of one name, or one file under a million names, so that an honest case "
            "differs when made again",
            "names are sorted, then digests; each file is copied once",
            "test_two_files_of_one_name_make_the_same_case_again "
            "test_many_names_of_one_file_cost_one_copy",
        ),
        Row(
            "attach evidence as a claim, an archive, a saved mail, or in base64",
            "read, or named as not read",
            "test_what_is_attached_and_was_not_read_is_named "
            "test_a_claim_and_a_policy_may_be_attached "
            "test_mail_that_is_attached_as_a_file_is_opened "
            "test_a_forwarded_message_in_base64_is_opened",
        ),
        Row(
            "10,000 empty files in a zip, or a million messages, so that a mail is not read",
            "single files have their own limit; mailboxes share one, small ones first",
            "test_an_archive_keeps_out_nothing_of_a_mail_that_was_handed_in_itself "
            "test_mailboxes_have_one_limit_of_messages_and_small_ones_come_first",
        ),
        Row(
            "have armor from one party's mail reported in the other's",
            "it belongs to each message that first brought lines of it",
            "test_armor_lies_in_the_mail_that_brought_its_lines",
        ),
        Row(
            "links and pipes in a folder",
            "not opened",
            "test_links_and_pipes_are_not_opened",
        ),
        Row(
            "drop, change, cut, double, mix or swap evidence",
            "in a thousand changes no sentence stays without its ground, and no innocent is blamed",
            "test_no_sentence_outlives_its_ground",
        ),
        Row(
            "find a sentence that rests on more than it names",
            "each follows from its exhibits alone",
            "test_each_sentence_follows_from_its_exhibits_alone",
        ),
        Row(
            "edit a case folder: verdict, evidence, one more file",
            "`pbem court --check` names it",
            "test_an_edited_verdict_is_not_the_same test_edited_evidence_is_not_the_same "
            "test_a_file_put_into_a_case_is_reported",
        ),
        Row(
            "confirm an event that never was, to show that the opponent cut a copy short",
            "reported as your claim; proves nothing",
            "test_who_confirms_an_event_that_never_was_proves_nothing_by_it",
        ),
        Row(
            "steal a key that was changed since, and sign a second event for an old one",
            "stays open, and no command blames the owner; a fork file says where it ends",
            "test_an_old_key_convicts_nobody_of_a_fork test_an_old_key_convicts_nobody "
            "test_a_fork_file_convicts_unless_a_log_goes_on_with_another_key "
            "test_an_old_key_proves_no_fork test_a_thief_of_the_former_key_convicts_nobody",
        ),
        Row(
            "thousands of parts in one archive, each joined to a log, or of logs, "
            "to fill the judge's disk and hours",
            "each file that was handed in has 128 MiB of logs; the rest is named as not read",
            "test_parts_of_a_line_do_not_fill_the_disk_with_whole_logs "
            "test_an_archive_of_logs_keeps_no_log_of_others_out",
        ),
        Row(
            "256 MiB of zeros as a log, 260 kB in an archive, so that nothing is judged",
            "a file longer than any log is named as not read",
            "test_a_file_longer_than_any_log_keeps_no_log_of_others_out",
        ),
        Row(
            "logs or parts as single files, or thousands of claims and packs, so that your "
            "opponent's logs are left out or the judge waits for days",
            "beyond one limit for all of it nothing is judged, and one message names the largest",
            "test_what_was_handed_in_one_by_one_has_one_limit",
        ),
        Row(
            "thousands of confirmations of the last event of a long log",
            "the log is read once",
            "test_a_heap_of_confirmations_reads_no_log_again",
        ),
        Row(
            "a small archive of thousands of games, confirmations, days, cards and mails, each of "
            "which is held against each",
            "each is held against its own game alone",
            "test_work_grows_no_faster_than_the_heap "
            "test_a_confirmation_is_read_once_for_all_games",
        ),
        Row(
            "claims, branches or rulings on forks that have a long log judged hundreds of times",
            "work is counted as bytes are; beyond 1 GiB nothing is judged, and one message names "
            "the dearest file",
            "test_what_is_judged_again_and_again_has_a_limit "
            "test_forks_that_are_ruled_on_count_each_time",
        ),
        Row(
            "a log with all rulings on forks that it can have, or hundreds of ends of one game, "
            "among the logs of `pbem verify`",
            "256 MiB of work for each log, 500 pairs for each game; the rest is named as not read",
            "test_a_log_that_costs_too_much_is_named_and_the_next_is_verified "
            "test_many_ends_of_one_game_are_not_all_compared "
            "test_the_proof_of_a_fork_is_not_read_as_one_to_find_its_place",
        ),
        Row(
            "a name of 60,000 letters for an archive in an archive, so that ten thousand names "
            "fill memory and disk",
            "a name has 500 letters; the middle of a longer one is left out",
            "test_names_in_archives_within_archives_stay_short "
            "test_names_of_what_is_not_read_stay_short",
        ),
        Row(
            "hand in a table file with the game's digest and another order of sides, so that your "
            "opponent has moved out of turn",
            "the digest covers the order, so it is another file",
            "test_a_table_file_in_another_order_convicts_nobody",
        ),
        Row(
            "sign what the rules forbid, and claim it against your opponent",
            "proved of the signer alone",
            "test_who_signs_what_the_rules_forbid_proves_it_of_nobody_else",
        ),
        Row(
            "sign thousands of events after one event",
            "one sentence for each, not for each pair",
            "test_forks_are_reported_once_for_each_event",
        ),
        Row(
            "break your own signature in a copy, and say that you never signed",
            "not shown: anyone can break one",
            "test_who_breaks_his_own_signature_did_sign",
        ),
        Row(
            "hand in a log that breaks off in a line as one that was changed",
            "it was cut, and is not called edited",
            "test_a_log_that_breaks_off_in_a_line_was_not_changed",
        ),
        Row(
            "a card made with somebody else's handle",
            "proves no other key of theirs",
            "test_a_card_that_anybody_made_shows_no_other_key",
        ),
        Row(
            "bytes named `*.days`, or days of another game, to refute a ruling",
            "named as not read; they do not count as the umpire's",
            "test_what_is_no_word_of_the_umpire_contradicts_no_ruling",
        ),
        Row(
            "words that read like the report's own, a sentence as handle",
            "they stay in quotation marks; a handle is a name",
            "test_words_of_a_party_stay_in_their_quotation test_a_name_of_nobody_is_no_party",
        ),
        Row(
            "name sides and cards of a table file by sentences such as *bob signed two histories*",
            "what the rules say with an owner's pack stands in quotation marks",
            "test_words_of_a_table_file_stand_in_quotation_marks",
        ),
        Row(
            "a file name that is not UTF-8, folders a thousand deep, one file under many names",
            "escaped, searched, counted",
            "test_a_name_that_is_no_utf_8_stops_no_court "
            "test_folders_as_deep_as_a_path_can_name test_names_count_as_files_do",
        ),
        Row(
            "a file that cannot be read, so that an honest case differs when made again",
            "the index of evidence lists what was left out",
            "test_a_case_is_the_same_again_whatever_was_left_out_of_it",
        ),
        Row(
            "put a link to a folder into a case",
            "`--check` names it",
            "test_a_link_to_a_folder_in_a_case_is_reported",
        ),
        Row(
            "sway the judge by their own cards, packs or database",
            "pbem looks at none of them, and the report has no path of the judge",
            "test_nothing_of_the_judge_is_touched test_no_path_of_the_judge_stands_in_a_case",
        ),
    ),
)

TOURNAMENTS = Surface(
    "Tournaments",
    "Names with a point are logs in `logs/hostile-tournaments/`, and a star stands for any end of "
    "a name. The others are tests in `tests/tournament/`, `tests/commands/` and `tests/second/`.",
    (
        Row(
            "found a tournament in the name of somebody's friend, or with terms that nobody "
            "expects",
            "the terms and who directs stand where one signs; a line names a card with another "
            "key, and a command needs `--anyway`",
            "test_who_enters_reads_the_terms_and_knows_who_directs "
            "test_nobody_enters_what_a_stranger_founded_in_the_name_of_a_friend "
            "test_terms_that_no_plan_makes_are_shown_as_they_are",
        ),
        Row(
            "enter, invite or send a card by a handle that looks like another one, as `b0b`",
            "a line names the one whom it looks like, and has the reader ask by telephone",
            "test_a_director_hears_of_an_entrant_with_a_name_like_another_one "
            "test_a_name_that_looks_like_another_one_is_no_surprise",
        ),
        Row(
            "withdraw and return thousands of times, so that every reader of the log waits",
            "a turn replaces those that it makes void",
            "test_who_leaves_and_returns_again_and_again_costs_no_more_each_time",
        ),
        Row(
            "found terms, and claim ratings, with which results against all odds take hours or "
            "have no number",
            "a difference and a volatility count up to a limit",
            "test_no_terms_and_no_claims_make_ratings_that_cannot_be_computed",
        ),
        Row(
            "mail an old log of a tournament while a newer one is imported or written",
            "one program at a time reads and replaces it, so nothing is taken back",
            "test_an_older_log_that_comes_at_the_same_time_takes_nothing_back",
        ),
        Row(
            "director: enter another result, score or level than a game's log gives, or a forfeit "
            "as a game",
            "the game's log, which both players signed; it convicts the director",
            "log.result* log.missing-* result.* line.bad-result-signed-again "
            "sign.other-result-rewritten test_a_result_that_the_director_changed_convicts_him "
            "test_a_level_that_the_director_changed_convicts_him "
            "test_a_score_that_the_director_changed_convicts_him "
            "test_a_forfeit_that_the_director_enters_as_a_game_convicts_them",
        ),
        Row(
            "director: pair otherwise than follows, seat people at will, give byes, leave out or "
            "invent challenges",
            "pairings are recomputed; it convicts the director",
            "pair.* challenge.none-* test_other_tables_than_follow_convict_the_director "
            "test_two_meet_when_both_have_said_so "
            "test_a_challenge_is_paired_once_and_none_is_left_out_or_made_up",
        ),
        Row(
            "director: show two histories, or change a pairing in a second one",
            "both files together convict the director; so do kept heads and games of the first one",
            "word.other-head-of-another-history "
            "test_a_pairing_rewritten_in_a_second_history_is_reported_as_that "
            "test_two_histories_are_seen test_who_shows_two_histories_is_convicted_by_a_head "
            "test_two_heads_whose_roots_begin_alike_are_both_kept "
            "test_an_older_copy_of_the_log_gets_no_second_checkpoint",
        ),
        Row(
            "director: leave out, invent or reorder entries",
            "the chain, the list in `closed`, the entrant's signature",
            "closed.list-* line.bad-entries-exchanged line.bad-entry-left-out "
            "word.sign-entry-invented",
        ),
        Row(
            "director: choose the lots",
            "each keeper's proof over one list, given once; nothing, if the director keeps them "
            "alone",
            "lot.* keep.* test_a_lot_is_given_once_for_one_list "
            "test_who_goes_before_the_last_lot_is_drawn_with_the_others",
        ),
        Row(
            "keeper: see the other lots and give none; director: withhold one",
            "the keeper's deputy gives it; every page names who was passed over",
            "lot.due-passed-over-before-his-turn "
            "test_a_deputy_gives_the_lot_of_who_lets_his_time_pass "
            "test_who_is_passed_over_has_to_have_a_deputy_and_be_due",
        ),
        Row(
            "director: change an old rating",
            "a claimed one is signed; others follow from results, and rulings are reported",
            "word.sign-rating-raised test_an_old_rating_changes_by_a_ruling_that_is_reported",
        ),
        Row(
            "director: receive a request or result and deny it",
            "the receipt; without one, the player learns of it after some days",
            "test_a_word_without_an_answer_is_reported_after_some_days "
            "test_a_result_that_is_missing_or_another_is_reported",
        ),
        Row(
            "director: rule against what a log proves, and hide the log",
            "`verify` never says that everything follows; with the log it reports both",
            "test_a_ruling_whose_game_was_not_given_is_reported_as_not_looked_at "
            "test_a_ruling_in_the_place_of_a_result_is_reported "
            "test_a_result_beneath_a_ruling_that_the_director_changed_convicts_them",
        ),
        Row(
            "director: change terms of paired rounds, rule on nothing, write after the end, close "
            "otherwise",
            "the tournament's log",
            "change.none-* found.first-* rule.nothing-* board.none-* after.close-* close.order-* "
            "found.terms-* kind.form-*",
        ),
        Row(
            "director: begin a ladder with another order than the old one's",
            "the old log; it convicts the director",
            "test_a_ladder_goes_on_from_the_old_one_in_its_order",
        ),
        Row(
            "director: bid for somebody, or begin a game with sides that nobody bid for",
            "the requests of the two; it convicts the director",
            "bid.owed-* word.sign-bid-of-another test_a_game_has_the_sides_and_options_of_its_bids",
        ),
        Row(
            "deputy: rule too early, or pair",
            "the days of both events, as their authors claim them; it convicts the deputy",
            "deputy.early-* test_a_deputy_waits_for_so_many_days "
            "test_logs_that_part_where_the_deputy_began_name_both",
        ),
        Row(
            "forge a witness's cosignature; witness: cosign two histories",
            "the witness's key; a witness's program compares before it signs",
            "test_witnesses_cosign_and_a_forged_cosignature_is_refused "
            "test_a_witness_cosigns_one_history_alone",
        ),
        Row(
            "director or stranger: open a game in a player's name, on other terms or for a pairing "
            "that never was, so that it convicts the player or the director",
            "only a signature by the key of the entry convicts",
            "test_an_opening_that_a_player_did_not_sign_convicts_them_of_nothing "
            "test_who_was_put_in_by_the_handle_of_an_entrant_convicts_them_of_nothing "
            "test_a_pairing_rewritten_in_a_second_history_is_reported_as_that",
        ),
        Row(
            "found a tournament with the origin, or even the key, of another's heads, so that "
            "these are refused",
            "a head goes to the tournament whose key signed it and whose log gives it",
            "test_a_tournament_with_the_origin_of_another_keeps_no_head_out",
        ),
        Row(
            "write in the director's place",
            "the director's signature",
            "sign.other-by-a-player",
        ),
        Row(
            "bid after seeing the other's bid, or open another one than was sealed",
            "both seals stand in the log before either is opened, with a salt of 32 bytes",
            "bid.due-* bid.seal-* test_nobody_opens_before_both_have_sealed",
        ),
        Row(
            "answer an open bid with less, for the other side, out of turn, or before seeing it",
            "the requests of both, in the order of their turns",
            "bid.low-* bid.due-out-of-turn test_nobody_answers_a_bid_that_he_has_not_seen",
        ),
        Row(
            "ask for a bye on seeing the opponent, or for too many; director: give one to a friend",
            "the player's request, and the pairing recomputed",
            "bye.none-* word.sign-bye-of-another pair.other-bye-that-nobody-asked-for",
        ),
        Row(
            "put markup or lines of a calendar or feed into names, reasons or a club's file",
            "text is escaped, lines are folded and values quoted; pages run "
            "one script, which reads dates alone",
            "test_words_of_others_are_text_in_every_cell "
            "test_a_crest_that_does_or_fetches_something_is_refused "
            "test_no_text_ends_a_line_of_a_calendar test_the_feed_is_atom_and_its_texts_are_text",
        ),
        Row(
            "be shown by another player's name; director: show a player by another name",
            "the player's own signature; no handle or name of others; the handle stands beside it",
            "name.taken-* word.sign-name-of-another word.old-name-again "
            "test_no_name_is_what_tells_another_player_apart "
            "test_a_player_who_signs_the_name_of_the_director_is_told_apart",
        ),
        Row(
            "director: set a deadline that has passed, move one to earlier or without a reason",
            "deadlines stand in the log; that of a paired round can only be moved to later",
            "due.none-* test_no_deadline_decides_a_game test_entries_have_a_deadline",
        ),
        Row(
            "loser: mail an opening that nobody joined, so that it takes the board",
            "a game takes a board only when all have joined, or the umpire put out who had not",
            "test_a_game_that_one_player_signed_alone_takes_no_board "
            "test_who_was_put_out_before_joining_keeps_no_game_from_its_board",
        ),
        Row(
            "pass off a friendly, a second game or the best of several as the board's",
            "the opening names the pairing; the first game counts, and an umpire joins one",
            "log.unbound-friendly game.twice-* test_a_friendly_does_not_count "
            "test_a_second_game_for_a_board_is_reported_and_counts_for_nothing "
            "test_an_umpire_joins_one_game_of_a_board_by_score",
        ),
        Row(
            "enter or keep lots by somebody else's handle, also at the same time",
            "the key of the card; the director decides; `out` frees a handle that was never paired",
            "test_an_entry_by_somebody_elses_handle_is_refused "
            "test_a_handle_is_free_when_anyone_had_it_was_put_out_before_any_round "
            "test_of_two_entries_by_one_handle_no_file_name_decides "
            "test_no_umpire_enters_and_nobody_by_the_umpires_handle",
        ),
        Row(
            "lose a game to a friend and leave a round robin, so that others lack these points",
            "results of players who left early do not count; absent ones lose by forfeit",
            "test_who_left_with_under_half_of_the_games_counts_in_no_standing "
            "test_who_left_with_half_of_the_games_has_lost_the_others_by_forfeit",
        ),
        Row(
            "give no order and be put out, to move ratings",
            "it is a forfeit and no game",
            "test_who_was_put_out_without_an_order_has_lost_by_forfeit",
        ),
        Row(
            "play for an absent player and keep the seat; play unnamed, or for two; be back as a "
            "stronger player",
            "the requests of the player and, for a return, of the new key; the seats of the game",
            "log.seat-kept-by-a-substitute substitute.none-* word.sign-substitute-invented "
            "test_a_substitute_who_keeps_the_seat_decides_no_board "
            "test_nobody_holds_a_seat_who_was_not_named_for_it "
            "test_nobody_is_back_by_a_key_that_has_not_signed_for_it test_two_are_never_one_person",
        ),
        Row(
            "director: give somebody the better side in both games of a match, or one game only; "
            "send one game for both",
            "boards follow from the pairing; each game names its board, with its opener and sides",
            "pair.other-first-in-both-games pair.other-one-game-of-two game.twice-* "
            "test_the_game_of_one_board_is_none_of_the_other",
        ),
        Row(
            "play for two teams, or at two boards of a round; line up out of order; enter for a "
            "team that does not list the key; speak as its captain",
            "each key stands in one list and enters once; a line-up keeps the order of the list; "
            "the key of the captain",
            "found.terms-in-two-teams team.none-* word.who-for-the-captain "
            "enter.twice-in-no-team substitute.none-team-mate test_nobody_is_twice_in_a_team "
            "test_a_line_up_keeps_the_order_of_the_list_and_has_nobody_twice",
        ),
        Row(
            "resign early, so that the winner has a low score of the game for the tie-break",
            "a game that its rules did not end gives the scores of the terms",
            "log.result-own-score-raised test_who_resigns_lowers_nobodys_score",
        ),
        Row(
            "observer: decide something, read what is hidden, or get copies by another's handle",
            "all get the same mail, of what everybody may know; an observer has no key in a game; "
            "the card of the key in `found`",
            "test_an_observer_decides_nothing found.terms-one-observer-twice "
            "test_an_observer_gets_the_same_mail_as_the_players "
            "test_somebody_elses_card_gets_no_copy",
        ),
        Row(
            "gain time by a pause alone; director: invent a player's agreement to one",
            "all with an open board in the round must have signed the same day",
            "pause.none-earlier word.sign-pause-invented "
            "test_one_who_would_gain_time_alone_gets_none test_an_old_wish_counts_no_more",
        ),
        Row(
            "director: set a deadline on the first day of the calendar, or hand a damaged log to a "
            "club, so that its season has no pages",
            "any deadline can be shown; one that fails is named, and the others have pages",
            "test_a_deadline_at_an_end_of_the_calendar_ends_no_season "
            "test_a_tournament_that_fails_is_named_and_the_others_are_published",
        ),
        Row(
            "enter twice or too late; deny an entry",
            "handle and key; the player's own signature",
            "enter.* test_a_true_entry_cannot_be_denied",
        ),
        Row(
            "send a request or log of another tournament",
            "the tournament's id in both",
            "word.other-entry-for-another-tournament log.unbound-of-another-tournament",
        ),
        Row(
            "withdraw somebody else, or repeat an old request",
            "the key of the entry, and the head in the request",
            "word.who-* word.old-*",
        ),
        Row(
            "climb a ladder without a game, or rest on a place",
            "challenges reach 1 to `reach` places up; the idle fall",
            "test_a_challenge_that_cannot_be_made "
            "test_who_is_idle_falls_and_nobody_who_falls_is_passed_by_another",
        ),
        Row(
            "play with other options, sides or umpire",
            "the opening against `found`",
            "log.terms-*",
        ),
        Row(
            "send a forked, unfinished or old game, or one with a replaced player",
            "its log; seats at its end; who signed two ends is named",
            "log.result-forked test_a_second_ending_of_a_game_that_counted_is_named "
            "test_a_second_history_beside_the_log_that_decided_is_accused "
            "log.unfinished-* log.bad-* test_an_old_copy_beside_the_newer_one_is_nothing_wrong "
            "log.seat-* test_who_was_replaced_has_won_nothing",
        ),
    ),
)

SURFACES = (MAIL, BOARD, LOBBY, REPLAYS, COURT, TOURNAMENTS)


def load() -> None:
    """Have every test of `ROOM` enter its attack."""
    for path in sorted(ROOM.glob("test_*.py")):
        if not any(one.test.startswith(f"{path.name}::") for one in ATTACKS):
            spec = util.spec_from_file_location(path.stem + "_for_the_table", path)
            assert spec is not None
            assert spec.loader is not None
            spec.loader.exec_module(util.module_from_spec(spec))


def defined(path: Path) -> set[str]:
    """Return the names of the tests of a file."""
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def tables() -> str:
    """Return what stands below `MARK`: a table for each promise, and for each surface."""
    load()
    parts = []
    for promise, title in PROMISES.items():
        rows = sorted((one for one in ATTACKS if one.promise == promise), key=lambda one: one.test)
        parts.append(_table(title, "", [(one.attempt, one.outcome, one.test) for one in rows]))
    parts += [_table(one.title, one.about, one.rows) for one in SURFACES]
    return "\n".join(parts)


def _table(title: str, about: str, rows: list[tuple[str, str, str]] | tuple[Row, ...]) -> str:
    lines = [f"## {title}", "", *([fill(about, 100), ""] if about else [])]
    lines += ["| Attack | What happens | Test |", "| --- | --- | --- |"]
    for attempt, outcome, tests in rows:
        named = ", ".join(f"`{one}`" for one in tests.split())
        lines.append(f"| {attempt} | {outcome} | {named or 'none'} |")
    return "\n".join(lines) + "\n"


def written(page: str) -> str:
    """Return the page with tables that are current."""
    return f"{page.partition(MARK)[0]}{MARK}\n\n{tables()}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(written(Path(name).read_text()))
