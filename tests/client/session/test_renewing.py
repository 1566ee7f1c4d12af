"""New keys: made, offered in a game, agreed on, refused; thieves; cards on both sides."""

from __future__ import annotations

from shutil import copytree

import pytest

from pbem.client import people
from pbem.client.exchange.words import taken_lines
from pbem.client.play import acting
from pbem.client.session import drafts, session
from pbem.client.session.keys import strangers
from pbem.client.session.offers import open_lines
from pbem.client.views import looking
from pbem.crypto import signing
from pbem.errors import FormError, KeyFileError, NotYourPen
from pbem.identity import keyfile
from pbem.identity.card import make_card
from pbem.identity.identity import Identity, create
from pbem.items import Items
from pbem.locks import BusyError, lock
from pbem.log.event import Event, compose
from pbem.log.file import to_bytes
from pbem.log.finding import BadLog
from pbem.table.roster import key_proof
from toy.group import TIME
from toy.people import Person

WORDS = "correct horse"


def renew(person) -> None:
    """Make new keys; the first time, the key file has to be a real one."""
    path = person.client.identities / f"{person.handle}.key"
    if not path.stat().st_size:
        keyfile.save(person.identity, path, WORDS, overwrite=True)
    people.renew_identity(person.client, person.handle, WORDS)


def now(person) -> Identity:
    return people.unlock(person.client, person.handle, WORDS)


def fitting(person) -> Identity:
    """The keys that the game knows."""
    return people.unlock(person.client, person.handle, WORDS, person.sits().sign)


def offers(person, **options):
    return acting.offer_keys(person.sits(), fitting(person), now(person), **options)


def sends_card(person, other, *, replace: bool = True):
    path = people.export_card(person.client, person.handle, person.folder / "mail.card")
    return people.import_card(other.client, path, replace=replace)


def forged(person, identity: Identity, kind: str, data: dict) -> Event:
    chain = person.sits().table.chain
    return compose(
        game=chain.game, seq=chain.count, prev=chain.head, by=person.handle, at=TIME, kind=kind,
        data=data, seed=identity.sign_seed,
    )  # fmt: skip


def refused(person, event: Event) -> str:
    with pytest.raises(BadLog) as caught:
        person.sits().table.copy().take(event)
    return caught.value.finding.code


# --- the files -------------------------------------------------------------------------------


def test_keys_are_renewed_and_encrypted_again_one_after_the_other(playing, monkeypatch):
    """Else a new passphrase, given meanwhile, would put the former keys in the place of the new."""
    ann, _ = playing
    renew(ann)
    path, save, seen = ann.client.identities / "ann.key", keyfile.save, list[str]()

    def saves(*given, **how):
        with pytest.raises(BusyError):
            lock(path.with_suffix(".key.lock"), 0)
        seen.append("saved")
        save(*given, **how)

    monkeypatch.setattr(keyfile, "save", saves)
    people.renew_identity(ann.client, "ann", WORDS)
    people.change_passphrase(ann.client, "ann", WORDS, "another one")
    assert len(seen) == 4


def test_former_files_are_kept_and_the_master_stays(ann):
    renew(ann)
    first, card = now(ann), people.card_of(ann.client, "ann")
    renew(ann)
    folder = ann.client.identities
    assert sorted(path.name for path in folder.iterdir()) == [
        "ann.card", "ann.card.1", "ann.card.2", "ann.key", "ann.key.1", "ann.key.2",
        "ann.key.lock",
    ]  # fmt: skip
    assert {path.stat().st_mode & 0o777 for path in folder.glob("ann.key*")} == {0o600}
    assert people.handles(ann.client) == ["ann"]
    assert people.former_keys(ann.client, "ann") == [folder / "ann.key.2", folder / "ann.key.1"]
    assert keyfile.load(folder / "ann.key.1", WORDS) == ann.identity
    assert keyfile.load(folder / "ann.key.2", WORDS) == first
    assert len({key.sign_seed for key in (ann.identity, first, now(ann))}) == 3
    assert len({key.box_secret for key in (ann.identity, first, now(ann))}) == 3
    assert {key.master for key in (ann.identity, first, now(ann))} == {ann.identity.master}
    assert people.former_cards(ann.client, "ann")[0] == card
    assert people.card_of(ann.client, "ann").email == "ann@example.org"
    assert people.card_of(ann.client, "ann").sign == now(ann).sign_public.hex()


def test_a_wrong_passphrase_renews_nothing(ann):
    renew(ann)
    with pytest.raises(KeyFileError, match="Wrong passphrase"):
        people.renew_identity(ann.client, "ann", "something else")
    assert len(people.former_keys(ann.client, "ann")) == 1


def test_a_renewal_that_crashed_is_made_good(ann, monkeypatch):
    """Killed before the new key file is there: nothing changed. Before the card: made again."""
    renew(ann)
    before = now(ann)

    def crash(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(keyfile, "save", crash)
        with pytest.raises(KeyboardInterrupt):
            renew(ann)
    assert now(ann) == before
    with monkeypatch.context() as broken:
        broken.setattr(people, "make_card", crash)
        with pytest.raises(KeyboardInterrupt):
            renew(ann)
    assert [path.name for path in people.former_keys(ann.client, "ann")] == [
        "ann.key.2",
        "ann.key.1",
    ]
    assert people.card_of(ann.client, "ann").sign == before.sign_public.hex()
    assert now(ann) != before
    assert people.card_of(ann.client, "ann").sign == now(ann).sign_public.hex()
    (ann.client.identities / "ann.card").write_bytes(b"damaged")
    assert people.card_of(ann.client, now(ann).handle).handle == "ann"


def test_another_passphrase_is_that_of_all_key_files(ann):
    renew(ann)
    former = people.former_keys(ann.client, "ann")[0]
    keyfile.change_passphrase(former, WORDS, "new")  # as a crash half way leaves it
    people.change_passphrase(ann.client, "ann", WORDS, "new")
    sign = ann.identity.sign_public.hex()
    assert people.unlock(ann.client, "ann", "new", sign) == ann.identity
    keyfile.change_passphrase(former, "new", "lost")
    with pytest.raises(KeyFileError, match="Wrong passphrase"):
        people.change_passphrase(ann.client, "ann", "new", "newer")
    with pytest.raises(KeyFileError, match=r"ann\.key\.1"):
        people.unlock(ann.client, "ann", "new", sign)
    assert people.unlock(ann.client, "ann", "new").handle == "ann"


# --- in a game -------------------------------------------------------------------------------


def test_renewed_offered_agreed_on_and_played_on(playing):
    ann, bob = playing
    renew(ann)
    assert fitting(ann) == ann.identity
    done = offers(ann, note="my laptop was stolen")
    assert done.active.startswith("Waiting for bob")
    words = people.words_of(people.card_of(ann.client, "ann"))
    took = bob.takes(ann.sends())
    assert words in took.happened[-1].reported[0].text
    assert "not the keys of a card of ann that you have" in took.warnings[-1]
    sends_card(ann, bob)
    assert "you have not compared its words" in open_lines(bob.sits())[-1]
    assert people.compare_words(bob.client, "ann", words)
    assert words in open_lines(bob.sits())[0]
    assert "you have compared" in open_lines(bob.sits())[1]
    assert fitting(ann) == ann.identity
    bob.does(acting.answer, yes=True)
    took = ann.takes(bob.sends())
    assert [reported.text for reported in took.happened[-1].reported] == [
        "bob answers yes to ann (keys).",
        "From the next event on, ann signs with the new keys. The former keys no longer count.",
    ]
    assert took.warnings == []
    assert fitting(ann) == now(ann)
    assert open_lines(ann.sits()) == []
    player = ann.sits().table.roster.find("ann")
    assert (player.sign, player.box) == (now(ann).sign_public.hex(), now(ann).box_public.hex())

    with pytest.raises(KeyFileError, match="another key"):
        ann.does(acting.resign)
    assert refused(bob, forged(ann, ann.identity, "resign", {})) == "sig.bad"
    ann_plays(ann, "attack blue")
    assert bob.takes(ann.sends()).status == "longer"
    assert bob.orders("pass").active == "Waiting for ann's computer to roll (event 6)."


def ann_plays(ann, *lines: str) -> None:
    draft = drafts.draft(ann.sits(), "\n".join(lines).encode())
    acting.order(ann.sits(), fitting(ann), draft)


def test_dice_are_given_with_the_key_of_the_join(playing):
    """ann gives dice before the new keys are in force and after, bob in between as ever."""
    ann, bob = playing
    key = ann.sits().table.roster.find("ann").vrf
    renew(ann)
    attack(ann, bob)
    offers(ann)
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=True)
    ann.takes(bob.sends())
    attack(ann, bob)
    assert fitting(ann) == now(ann)
    assert bob.sits().table.roster.find("ann").vrf == key
    given = [line for line in bob.log.read_bytes().splitlines() if b'"kind":"dice"' in line]
    assert sum(b'"by":"ann"' in line for line in given) >= 2


def attack(ann, bob) -> None:
    """Let ann attack, and play on until the orders of the next turn are due."""
    ann_plays(ann, "attack blue")
    while True:
        bob.takes(ann.sends())
        ann.takes(bob.sends())
        active, play = ann.sits().table.active(), ann.sits().table.play
        one, keys = (ann, fitting(ann)) if active.handle == "ann" else (bob, bob.identity)
        if active.kinds == ("dice",):
            acting.dice(one.sits(), keys)
            continue
        legal = [play.game.text(order) for order in play.game.legal(play.position)]
        if one is ann and "end" in legal:
            return
        acting.order(one.sits(), keys, drafts.draft(one.sits(), legal[0].encode()))


def test_refused_keys_are_used_up_and_others_are_made(playing):
    ann, bob = playing
    renew(ann)
    offers(ann)
    with pytest.raises(NotYourPen):
        offers(ann)
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=False)
    took = ann.takes(bob.sends())
    assert [reported.text for reported in took.happened[-1].reported] == [
        "bob answers no to ann (keys)."
    ]
    assert fitting(ann) == ann.identity
    with pytest.raises(FormError, match=r"not accepted.*'pbem identity renew ann'"):
        offers(ann)
    renew(ann)
    ann.orders("move 1")
    offers(ann)
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=True)
    ann.takes(bob.sends())
    assert fitting(ann) == now(ann)
    with pytest.raises(FormError, match="already"):
        offers(ann)


def test_without_a_renewal_there_is_nothing_to_offer(playing):
    ann, _ = playing
    with pytest.raises(FormError, match="Make them with 'pbem identity renew ann'"):
        acting.offer_keys(ann.sits(), ann.identity, ann.identity)


def test_no_key_file_fits(playing):
    ann, _ = playing
    renew(ann)
    people.former_keys(ann.client, "ann")[0].unlink()
    with pytest.raises(KeyFileError, match=r"another key than your key files have.*ann\.key\.1"):
        offers(ann)
    with pytest.raises(KeyFileError, match="another key"):
        acting.resign(ann.sits(), fitting(ann))


def test_alone_they_are_in_force_at_once(ann):
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self")
    renew(ann)
    done = offers(ann)
    assert len(done.events) == 1
    assert fitting(ann) == now(ann)
    ann_plays(ann, "move 1")


def test_alone_after_a_crash_the_offer_is_not_made_twice(ann, monkeypatch):
    ann.opens(seats={"red": "ann", "blue": "ann"}, dice="self")
    renew(ann)

    def crash(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(session, "append", crash)
        with pytest.raises(KeyboardInterrupt):
            offers(ann)
    done = offers(ann)
    assert (len(done.events), done.resumed) == (1, 1)
    assert fitting(ann) == now(ann)


# --- thieves ---------------------------------------------------------------------------------


def test_a_thief_of_the_signing_key_offers_keys_of_his_own(playing):
    """Nothing in a log can distinguish the thief from ann: the words do."""
    ann, bob = playing
    thief = create("ann")
    table = ann.sits().table
    proven = key_proof(table.game_id, "ann", table.chain.head)
    data = {
        "what": "keys", "sign": thief.sign_public.hex(), "box": thief.box_public.hex(),
        "proof": signing.sign(thief.sign_seed, proven).hex(),
    }  # fmt: skip
    bob.sits().put(forged(ann, ann.identity, "offer", data))
    assert "not the keys of a card of ann that you have" in open_lines(bob.sits())[-1]
    renew(ann)
    sends_card(ann, bob)
    assert people.words_of(people.card_of(bob.client, "ann")) not in open_lines(bob.sits())[0]
    assert "not the keys of a card of ann that you have" in open_lines(bob.sits())[-1]


def test_who_has_no_master_secret_cannot_give_the_dice(playing):
    ann, bob = playing
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")
    ann.takes(bob.sends())
    thief = Identity("ann", ann.identity.sign_seed, ann.identity.box_secret, bytes(32))
    with pytest.raises(BadLog) as caught:
        acting.dice(ann.sits(), thief)
    assert caught.value.finding.code.startswith("dice.")


# --- cards -----------------------------------------------------------------------------------


def test_a_renewed_card_needs_replace_and_the_former_is_kept(ann, bob):
    bob.meets(ann)
    renew(ann)
    words = people.words_of(people.card_of(ann.client, "ann"))
    with pytest.raises(KeyFileError, match=f"by telephone: {words}. .* --replace'"):
        sends_card(ann, bob, replace=False)
    assert sends_card(ann, bob).words == words.split()
    assert not people.known(bob.client, "ann").compared
    assert [card.sign for card in people.former_cards(bob.client, "ann")] == [
        ann.identity.sign_public.hex()
    ]
    assert len(people.all_cards(bob.client, Items())) == 3
    former = bob.folder / "former.card"
    former.write_bytes(make_card(ann.identity))
    with pytest.raises(KeyFileError, match="former card of ann"):
        people.import_card(bob.client, former)
    with pytest.raises(KeyFileError, match="former card of yours"):
        people.import_card(ann.client, former)


def test_cards_and_keys_before_and_after(playing):
    ann, bob = playing
    renew(ann)
    assert "still signs here with the former keys" in strangers(ann.sits()).changed[0]
    assert strangers(bob.sits()) == ([], [], [])
    sends_card(ann, bob)
    met = strangers(bob.sits())
    assert met.wrong == []
    assert "plays here with the former ones" in met.changed[0]
    offers(ann)
    bob.takes(ann.sends())
    assert "plays here with the former ones" in strangers(bob.sits()).changed[0]
    bob.does(acting.answer, yes=True)
    ann.takes(bob.sends())
    for one in playing:
        assert strangers(one.sits()) == ([], [], [])


def test_agreed_on_without_the_new_card(playing):
    ann, bob = playing
    renew(ann)
    offers(ann)
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=True)
    met = strangers(bob.sits())
    assert met.wrong == []
    words = people.words_of(people.card_of(ann.client, "ann"))
    assert f"Ask for the new card ({words})" in met.changed[0]


def test_a_game_opened_with_a_key_that_was_replaced(ann, bob):
    """The owner of the former key file can open games with it."""
    ann.meets(bob)
    bob.meets(ann)
    renew(ann)
    sends_card(ann, bob)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    assert "another key" in bob.takes(ann.sends()).warnings[0]
    with pytest.raises(KeyFileError, match="another key"):
        bob.does(acting.join)


def test_a_thief_of_the_former_key_convicts_nobody(playing, tmp_path):
    """Protocol section 8; whichever of the two logs is here, and a proof made before is settled."""
    ann, bob = playing
    stolen = forged(ann, ann.identity, "resign", {})
    thief = tmp_path / "thief.pbem"
    thief.write_bytes(to_bytes([*ann.sits().since(0), stolen]))
    renew(ann)
    offers(ann)
    bob.takes(ann.sends())
    assert bob.takes(thief).status == "fork"
    [proof] = bob.client.games.glob("*.fork")
    assert looking.show(bob.sits()).forked
    bob.does(acting.answer, yes=True)
    assert looking.show(bob.sits()).forked == []
    proof.unlink()
    before = bob.log.read_bytes()
    for person, mail in ((bob, thief), (ann, bob.sends()), (ann, thief)):
        taken = person.takes(mail)
        assert taken.status != "fork"
        assert not list(person.client.games.glob("*.fork"))
        reported = "\n".join(taken_lines(taken))
        assert ("changed by agreement in event 4" in reported) == (mail == thief)
        assert "You signed both events yourself" not in reported
        assert "Send " not in reported
    assert bob.log.read_bytes() == ann.log.read_bytes() == before


def test_who_changes_keys_after_a_backup_is_not_convicted_by_what_was_lost(playing, tmp_path):
    """docs/keys.md: orders that nobody had, because their mail was late, come after all."""
    ann, bob = playing
    ann.client.close()
    copytree(ann.folder, tmp_path / "backup" / "ann")
    ann.orders("move 1")
    late = ann.sends()
    ann.client.close()
    back = Person("ann", tmp_path / "backup")
    renew(back)
    offers(back)
    bob.takes(back.sends())
    bob.does(acting.answer, yes=True)
    back.takes(bob.sends())
    ann_plays(back, "attack blue")
    bob.takes(back.sends())
    before = bob.log.read_bytes()
    for one in (bob, back):
        assert one.takes(late).status == "aside"
        assert not list(one.client.games.glob("*.fork"))
        assert looking.show(one.sits()).forked == []
    assert bob.log.read_bytes() == before
    assert bob.orders("pass").active == "Waiting for ann's computer to roll (event 6)."
    back.client.close()
