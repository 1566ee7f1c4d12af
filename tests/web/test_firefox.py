"""The folder in Firefox: an invitation is answered, and kept over a new start of the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from lobby.homes import PASSPHRASE
from replays.firefox import AS_IT_IS, firefox
from web.test_invitation import link_of

SAVES = AS_IT_IS + (
    'user_pref("browser.download.folderList", 2);\n'
    'user_pref("browser.download.dir", "{folder}");\n'
    'user_pref("browser.download.useDownloadDir", true);\n'
    'user_pref("browser.helperApps.neverAsk.saveToDisk", "application/octet-stream");\n'
)
FRAME = "document.getElementById('frame').contentDocument"
FILL = """(() => {{
    const form = document.getElementById("take");
    form.elements.handle.value = "bob";
    form.elements.passphrase.value = "{passphrase}";
    form.requestSubmit();
}})()"""


@pytest.mark.long
def test_an_invitation_is_answered_and_kept_in_firefox(tmp_path: Path, address: str) -> None:
    saved = tmp_path / "saved"
    saved.mkdir()
    with firefox(tmp_path, SAVES.replace("{folder}", str(saved))) as browser:
        browser.goes_to(f"{address}#{link_of(tmp_path / 'alice')}")
        invited = "document.getElementById('invited').textContent"
        browser.waits_for(f"{invited} === 'alice invites you to a game'")
        browser.waits_for("document.getElementById('loading').hidden")
        browser.evaluates(f"void {FILL.format(passphrase=PASSPHRASE)}")
        browser.waits_for("document.getElementById('asking').open")
        browser.evaluates("void document.getElementById('go').click()")
        browser.waits_for(f"{FRAME}?.querySelector('#send')?.textContent.includes('To Alice')")
        assert browser.evaluates("location.hash") == ""
        browser.goes_to(address)  # the journal has it
        browser.waits_for(f"{FRAME}?.querySelector('#send')?.textContent.includes('To Alice')")
        assert browser.evaluates("document.getElementById('bar').className") == ""
    assert [path.suffix for path in saved.iterdir()] == [".zip"]
