"""A home is what the first page of the client says, and each folder of it is its owner's alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.client import client as room
from pbem.client.client import Client
from pbem.errors import PbemError

PAGE = str(room.__doc__)
PLACES = re.findall(r"^ +HOME/(\S+)", PAGE, re.MULTILINE)
FOLDERS = sorted({place.partition("/")[0] for place in PLACES if "/" in place})
OF_SOMEBODY = sorted({re.split("/(?:HANDLE|ID)/", one)[0] for one in PLACES if one.count("/") > 1})


def test_every_folder_of_a_home_stands_on_its_page() -> None:
    source = Path(str(room.__file__)).read_text()
    used = set(re.findall(r'self\.folder / "([a-z]+)"', source))
    assert used <= set(FOLDERS)
    assert len(used) > 12


@pytest.mark.parametrize("folder", [*FOLDERS, *(f"{one}/ann" for one in OF_SOMEBODY)])
def test_a_folder_that_others_may_write_into_is_refused(folder: str, tmp_path: Path) -> None:
    place = tmp_path / folder
    place.mkdir(parents=True, mode=0o700)
    for above in (place, *place.parents):
        if tmp_path in above.parents:
            above.chmod(0o700)
    tmp_path.chmod(0o700)
    Client(tmp_path)
    place.chmod(0o777)
    with pytest.raises(PbemError, match="Other users can write to"):
        Client(tmp_path)
