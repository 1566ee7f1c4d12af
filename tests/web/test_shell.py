"""The page around the games: what it says and offers when the program or its journal fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from web.test_game import Bob

COUNTED = """window.made = 0;
const Real = window.Worker;
window.Worker = function (...all) { window.made++; return new Real(...all); };"""
BROKEN = """const real = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (data, ...more) {
    const broken = data.path === window.broken;
    return real.call(this, broken ? { ...data, path: "/join" } : data, ...more);
};"""
SPOILT = """async () => {
    const root = await navigator.storage.getDirectory();
    for (const name of ["journal-a", "journal-b"]) {
        const file = await root.getFileHandle(name), old = await file.getFile();
        const writer = await file.createWritable({ keepExistingData: true });
        await writer.write({ type: "write", position: old.size >> 1, data: "spoilt" });
        await writer.close();
    }
}"""


@pytest.mark.long
def test_a_program_that_cannot_be_loaded_is_not_started_again_and_again(
    address: str, chromium: Browser
) -> None:
    page = chromium.new_page()
    page.add_init_script(COUNTED)
    page.route("**/worker.js", lambda route: route.abort())
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text("cannot be loaded")
    assert page.evaluate("window.made") == 1
    page.context.close()


@pytest.mark.long
def test_a_damaged_journal_is_saved_and_a_backup_restored(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    bob = Bob(chromium, address)
    bob.makes_keys()
    bob.page.keyboard.press("Escape")
    bob.saves_backup().save_as(tmp_path / "bob.zip")
    expect(bob.page.get_by_role("button", name="Go on without")).to_be_hidden()
    bob.page.goto(f"{address}files.json")
    bob.page.evaluate(SPOILT)
    bob.page.goto(address)
    expect(bob.page.get_by_role("status")).to_contain_text("are damaged")
    with bob.page.expect_download() as first:
        bob.page.get_by_role("button", name="Begin again").click()
    first.value.save_as(tmp_path / "first")
    bob.page.get_by_role("button", name="Cancel").click()  # the file did not come, say
    bob.page.goto(address)
    expect(bob.page.get_by_role("status")).to_contain_text("are damaged")
    bob.page.evaluate("document.getElementById('forget').click()")  # copies of modules, no games
    with bob.page.expect_download() as left:
        bob.page.get_by_role("button", name="Begin again").click()
    left.value.save_as(tmp_path / "left")
    size = (tmp_path / "left").stat().st_size
    expect(bob.page.get_by_role("dialog")).to_contain_text(f"{size:,} bytes")
    forgets = bob.page.get_by_role("button", name="Forget these games and begin again")
    forgets.click()
    expect(bob.page.get_by_role("alert")).to_contain_text("Write 'I have the file'")
    bob.page.get_by_label("Write: I have the file").fill("I have the file")
    forgets.click()
    assert b"spoilt" in (tmp_path / "left").read_bytes() == (tmp_path / "first").read_bytes()
    with bob.page.expect_file_chooser() as chooser:
        bob.presses("Restore a backup")
    chooser.value.set_files(tmp_path / "bob.zip")
    expect(bob.games.locator("#me")).to_contain_text("Bob")
    bob.page.context.close()


@pytest.mark.long
def test_a_backup_counts_once_its_owner_says_that_it_is_there(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    """A download that began may end in no file."""
    bob = Bob(chromium, address)
    bob.makes_keys()
    save = bob.page.get_by_role("button", name="Save a backup").first
    with bob.page.expect_download() as download:
        save.click()
    download.value.save_as(tmp_path / "bob.zip")
    asked = bob.page.get_by_role("dialog")
    name, size = download.value.suggested_filename, (tmp_path / "bob.zip").stat().st_size
    expect(asked).to_contain_text(f"'{name}' must be there, with {size:,} bytes")
    expect(asked.get_by_role("textbox")).to_be_hidden()
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_be_hidden()
    expect(save).to_be_visible()
    expect(bob.page.get_by_role("status").first).to_contain_text("Save a backup before you sign")
    bob.saves_backup()
    expect(save).to_be_hidden()
    bob.page.context.close()


@pytest.mark.long
def test_who_cannot_save_a_backup_does_not_move_and_is_told_why(
    tmp_path: Path, address: str, chromium: Browser
) -> None:
    bob = Bob(chromium, address, BROKEN)
    bob.makes_keys()
    bob.page.keyboard.press("Escape")
    bob.page.evaluate("window.broken = '/browser/move'")
    bob.page.get_by_text("This site", exact=True).click()
    bob.page.get_by_role("button", name="Move to another device").click()
    bob.page.get_by_label("Write: move").fill("move")
    bob.page.get_by_role("button", name="Save the file and move").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("in a wrong form")
    bob.page.evaluate("window.broken = ''")
    with bob.page.expect_download():
        bob.page.get_by_role("button", name="Save the file and move").click()
    expect(bob.page.get_by_role("status").first).to_contain_text("You moved your games")
    bob.saves_backup()  # a file that is lost is saved again
    expect(bob.page.get_by_role("button", name="Restore a backup")).to_be_visible()
    bob.page.context.close()
