"""Decision 0006: a last line without its newline is named, and mended only on request."""

import pytest

from pbem.errors import LogFileError
from pbem.log import disk, file
from pbem.log.file import create, recover, to_bytes


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.pbem"


class TestRecover:
    def test_a_sound_log_is_left_alone(self, path, make_log):
        create(path, make_log(2))
        was = path.read_bytes()
        assert recover(path, mend=True) is None
        assert path.read_bytes() == was

    def test_names_a_torn_line_and_changes_nothing_unless_reported(self, path, make_log):
        torn = to_bytes(make_log(3))[:-20]
        path.write_bytes(torn)
        found = recover(path)
        assert (found.code, found.line) == ("file.torn", 3)
        assert path.read_bytes() == torn

    def test_at_every_byte_of_the_last_line(self, path, make_log):
        events = make_log(2)
        one, both = to_bytes(events[:1]), to_bytes(events)
        saved = disk.beside(path, ".torn")
        for cut in range(len(one) + 1, len(both) - 1):
            path.write_bytes(both[:cut])
            assert recover(path, mend=True).code == "file.torn"
            assert path.read_bytes() == one
            assert saved.read_bytes() == both[len(one) : cut]
            saved.unlink()

    def test_an_event_that_lacks_its_newline_is_kept(self, path, make_log):
        data = to_bytes(make_log(2))
        path.write_bytes(data[:-1])
        assert "only the newline" in recover(path, mend=True).message
        assert path.read_bytes() == data
        assert recover(path) is None

    def test_a_stray_event_without_newline_is_moved(self, path, make_log):
        events = make_log(3)
        path.write_bytes(to_bytes(events[:1]) + events[2].line)
        recover(path, mend=True)
        assert path.read_bytes() == to_bytes(events[:1])

    def test_torn_ends_are_never_overwritten(self, path, make_log, monkeypatch):
        good = to_bytes(make_log(1))
        for text in (b"one", b"two"):
            path.write_bytes(good + text)
            recover(path, mend=True)
        assert disk.beside(path, ".torn").read_bytes() == b"one"
        assert disk.beside(path, ".torn1").read_bytes() == b"two"
        monkeypatch.setattr(file, "_TORN_FILES_MAX", 2)
        path.write_bytes(good + b"three")
        with pytest.raises(LogFileError, match="torn ends"):
            recover(path, mend=True)
        assert path.read_bytes() == good + b"three"

    def test_it_waits_for_another_writer_as_long_as_it_is_told(self, path, make_log):
        create(path, make_log(1))
        with disk.locked(path), pytest.raises(LogFileError, match="for 0 seconds"):
            recover(path, timeout_s=0)

    def test_a_long_torn_end(self, path, make_log):
        good = to_bytes(make_log(1))
        path.write_bytes(good + bytes(3 * 10**6))
        recover(path, mend=True)
        assert path.read_bytes() == good
        assert disk.beside(path, ".torn").stat().st_size == 3 * 10**6
