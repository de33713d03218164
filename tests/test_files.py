"""Files are written whole or not at all, what is no file is written through, and reading is bounded."""

from __future__ import annotations

import bz2
import codecs
import gc
import gzip
import io
import json
import lzma
import os
import pickle
import shutil
import signal
import stat
import subprocess
import sys
import threading
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from each import each

from coversat.base.errors import LimitReachedError, ParseError
from coversat.base.files import (
    FileError,
    NewFile,
    Source,
    TooLargeError,
    as_text,
    new_folder,
    read_whole,
    total_bytes,
    write_whole,
    writing,
)
from coversat.base.log import Log
from coversat.cli import exit_code

SUDOKU = Path(__file__).parent.parent / "examples" / "sudoku" / "boj2239.txt"

# Writing whole


def test_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.cnf"
    write_whole(path, ["a\n", b"b\n"])
    assert path.read_bytes() == b"a\nb\n"
    write_whole(path, ["c\n"])
    assert path.read_bytes() == b"c\n"
    assert os.listdir(tmp_path) == ["x.cnf"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


@each("nameless", [True, False])
def test_nothing_half_written(nameless: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the lines end in an error, the old file stays as it was, and no other is left."""
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    path = tmp_path / "x.cnf"
    for old in ([], ["x.cnf"]):
        for error in (RuntimeError, KeyboardInterrupt, LimitReachedError):

            def interrupted(error: type[BaseException] = error) -> Iterator[str]:
                yield "half\n"
                raise error

            with pytest.raises(error):
                write_whole(path, interrupted())
            assert os.listdir(tmp_path) == old
        if old:
            assert path.read_text() == "old\n"
        path.write_text("old\n")
    write_whole(path, ["new\n"])
    assert path.read_text() == "new\n"
    assert os.listdir(tmp_path) == ["x.cnf"]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="the system makes no file without a name")
def test_no_name_stands_anywhere_before_the_end(tmp_path: Path) -> None:
    """What has no name when the process is killed is gone with it."""

    def lines() -> Iterator[str]:
        yield "half\n"
        assert os.listdir(tmp_path) == []
        yield "whole\n"

    write_whole(tmp_path / "x.cnf", lines())
    assert (tmp_path / "x.cnf").read_text() == "half\nwhole\n"


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="the system makes no file without a name")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_death_leaves_half_a_file(end: signal.Signals, tmp_path: Path) -> None:
    program = f"""
import os
from coversat.base.files import write_whole
def lines():
    yield "half"
    os.kill(os.getpid(), {int(end)})
    yield "whole"
write_whole("x.cnf", lines())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.DEVNULL, check=False
    )
    assert done.returncode == -end
    assert list(tmp_path.iterdir()) == []


@each("mode", [0o600, 0o640, 0o755, 0o666])
def test_the_mode_is_kept(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "x.cnf"
    path.write_text("old\n")
    path.chmod(mode)
    write_whole(path, ["new\n"])
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert path.read_text() == "new\n"


def test_behind_a_link_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    target, link, chain = tmp_path / "deep" / "x.cnf", tmp_path / "link.cnf", tmp_path / "chain.cnf"
    link.symlink_to("deep/x.cnf")
    chain.symlink_to(link)
    for name, text in ((link, "made behind a link that led nowhere\n"), (link, "1\n"), (chain, "2\n")):
        write_whole(name, [text])
        assert target.read_text() == text
        assert os.readlink(link) == "deep/x.cnf"
        assert chain.is_symlink()
        assert not target.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["chain.cnf", "deep", "link.cnf"]
    circle = tmp_path / "circle"
    circle.symlink_to("circle")
    with pytest.raises(FileError, match="links"):
        write_whole(circle, ["x"])


def test_every_name_of_a_file_shows_the_new_text(tmp_path: Path) -> None:
    path, other = tmp_path / "x.cnf", tmp_path / "other.cnf"
    path.write_text("old and longer\n")
    os.link(path, other)
    write_whole(path, ["new\n"])
    assert path.read_text() == other.read_text() == "new\n"
    assert path.stat().st_ino == other.stat().st_ino


def test_what_is_packed_is_the_same_whenever_it_is_written(tmp_path: Path) -> None:
    for suffix, unpack in ((".gz", gzip.decompress), (".xz", lzma.decompress)):
        path = tmp_path / f"x.cnf{suffix}"
        write_whole(path, ["a\n", "b\n"])
        once = path.read_bytes()
        assert unpack(once) == b"a\nb\n"
        write_whole(path, ["a\n", "b\n"])
        assert path.read_bytes() == once
        assert read_whole(path) == b"a\nb\n"


# Writing through what is no regular file


def test_a_fifo_stays_one_and_is_written_to(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(fifo, ["a\n", "b\n"])
        assert os.read(reader, 100) == b"a\nb\n"
        assert stat.S_ISFIFO(fifo.stat().st_mode)
    finally:
        os.close(reader)


def test_a_device_stays_one(tmp_path: Path) -> None:
    """A null device made for this test; a link to it too."""
    null = tmp_path / "mynull"
    try:
        os.mknod(null, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        null.write_bytes(b"x")
    except (OSError, AttributeError):
        pytest.skip("no right to make a device here")
    (tmp_path / "link").symlink_to(null)
    for name in ("mynull", "link"):
        assert exit_code(["export", str(SUDOKU), "-o", str(tmp_path / name)]) == 0
        assert stat.S_ISCHR(null.stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["link", "mynull"]


def test_an_open_descriptor_is_written_where_it_stands(tmp_path: Path) -> None:
    """``/dev/fd/N`` in a shell's ``>> log``: opened anew the file would lose what it holds."""
    path = tmp_path / "log"
    path.write_text("before\n")
    with path.open("ab") as log:
        for folder in ("/dev/fd", "/proc/self/fd"):
            write_whole(f"{folder}/{log.fileno()}", ["after\n"])
    assert path.read_text() == "before\nafter\nafter\n"
    assert os.listdir(tmp_path) == ["log"]


def test_a_pipe_that_nobody_reads_is_a_broken_pipe() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with pytest.raises(BrokenPipeError):
        write_whole(f"/dev/fd/{writing}", ["x" * 100_000])
    os.close(writing)


def test_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    print("before")
    write_whole("-", ["a\n", b"b\n"])
    write_whole("/dev/stdout", ["c\n"])
    assert capfd.readouterr().out == "before\na\nb\nc\n"


# Refusals


def test_errors_speak_of_the_name_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x")
    for name, text in (
        ("no/x.cnf", "no/x.cnf: No such file or directory"),
        ("file/x.cnf", "file/x.cnf: Not a directory"),
        (".", ".: Is a directory"),
        ("", "'': expected the name of a file"),
        ("a\0b", "a?b: a name cannot hold a null character"),
    ):
        for use in (lambda: write_whole(name, ["a\n"]), lambda: read_whole(name)):  # noqa: B023
            with pytest.raises(FileError) as caught:
                use()
            assert str(caught.value) == text
    assert os.listdir(tmp_path) == ["file"]
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.filename, again.exit_code) == (
        "a?b: a name cannot hold a null character",
        "a?b",
        2,
    )


def test_a_name_that_is_no_text_can_be_printed(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        read_whole(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt"))
    assert str(caught.value).encode().endswith("/\ufffd.txt: No such file or directory".encode())


def test_what_is_read_is_not_destroyed(tmp_path: Path) -> None:
    path, link = tmp_path / "b.db", tmp_path / "link"
    path.write_text("measurements")
    link.symlink_to(path)
    for name in (path, link):
        with pytest.raises(FileError, match="the command reads this file"):
            write_whole(name, ["page"], sources=[path])
    assert path.read_text() == "measurements"


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is forbidden to the superuser")
def test_a_file_that_may_not_be_written_stays(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(FileError, match="Permission denied"):
        write_whole(path, ["new"])
    assert path.read_text() == "old"


# Folders


def stopped(file: NewFile) -> None:
    file.write(b"1")
    raise KeyboardInterrupt


@each("most_in_memory", [2**20, 1, 0])
def test_a_folder_whole_or_not_at_all(
    most_in_memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files in memory, one of them on the disk from its second byte on, or all of them there."""
    monkeypatch.setattr(writing, "_SMALL", most_in_memory)
    folder = tmp_path / "c"
    with new_folder(folder) as made:
        for name, content in (("a", b"1"), ("c", b"3"), ("b", b"2"), ("a", b"4")):
            made.file(name).write(content)
        made.drop("c")
        assert made.names() == ("a", "b")
        assert not folder.exists()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"14", "b": b"2"}
    umask = os.umask(0)
    os.umask(umask)
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o666 & ~umask}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o777 & ~umask
    with pytest.raises(FileError, match="exists already"), new_folder(folder):
        pass
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FileError, match="file: it is not a folder"), new_folder("file/no/d"):
        pytest.fail("it begins")
    (tmp_path / "file").unlink()
    with pytest.raises(KeyboardInterrupt), new_folder("no/d") as made:
        stopped(made.file("a"))
    assert os.listdir(tmp_path) == ["c"]
    with new_folder("no/such/d") as made:
        made.file("a").write(b"1")
    assert (tmp_path / "no" / "such" / "d" / "a").read_bytes() == b"1"
    shutil.rmtree("no")
    with pytest.raises(KeyboardInterrupt), new_folder(tmp_path / "d") as made:
        stopped(made.file("a"))
    monkeypatch.setattr(os, "access", lambda path, mode: path != str(tmp_path))
    with pytest.raises(FileError, match="Permission denied"), new_folder(tmp_path / "d"):
        pytest.fail("it begins")
    assert os.listdir(tmp_path) == ["c"]


def test_a_file_is_written_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory, and while it moves to the disk."""
    monkeypatch.setattr(writing, "_SMALL", 5)
    with new_folder(tmp_path / "c") as made:
        file = made.file("a")
        file.write(b"12345")
        file.seek(1)
        file.write(b"xy")
        assert file.tell() == 3
        file.write(b"abcde")
    assert (tmp_path / "c" / "a").read_bytes() == b"1xyabcde"


def test_a_file_that_is_stopped_at_its_beginning_leaves_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file in the making has a name."""
    whole = os.open

    def stopped(path: str, flags: int, *others: int) -> int:
        if not flags & os.O_CREAT:
            raise OSError("no file without a name")
        os.close(whole(path, flags, *others))
        raise LimitReachedError("1 second")

    monkeypatch.setattr(os, "open", stopped)
    with pytest.raises(LimitReachedError):
        write_whole(tmp_path / "x", ["a"])
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_stopped_before_it_begins_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", printed.append)
    writing.Unnamed.__new__(writing.Unnamed)
    gc.collect()
    assert printed == []


# Reading


def test_a_pipe_by_name_is_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A FIFO, and what a shell's ``<(...)`` hands over; read once, and not asked where it stands."""
    content = SUDOKU.read_bytes()
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for command in ("check", "solve", "count"):
        writer = threading.Thread(target=fifo.write_bytes, args=(content,))
        writer.start()
        assert exit_code([command, str(fifo)]) == 0
        writer.join()
        reading, writing = os.pipe()
        os.write(writing, content)
        os.close(writing)
        assert exit_code([command, f"/dev/fd/{reading}"]) == 0
        os.close(reading)
    assert all(": read as " in line for line in capfd.readouterr().err.splitlines())


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nb\nc\n")))
    with Source("-") as source:
        assert source.total is None
        assert source.readline() == b"a\n"
        assert source.read() == b"b\nc\n"
    assert not sys.stdin.closed
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileError, match="standard input is closed"):
        Source("-")


def test_no_more_room_is_asked_for_than_there_are_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(bytes(100_000))
    tracemalloc.start()
    try:
        assert len(read_whole(path)) == 100_000
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_reading_ends_at_a_bound(tmp_path: Path) -> None:
    for name, pack in (("x", bytes), ("x.gz", gzip.compress), ("x.xz", lzma.compress)):
        path = tmp_path / name
        path.write_bytes(pack(bytes(1000)))
        assert read_whole(path, 1000) == bytes(1000)
        with pytest.raises(TooLargeError, match="holds more than 999 bytes"):
            read_whole(path, 999)


def test_what_cannot_be_unpacked(tmp_path: Path) -> None:
    for name, pack in (("x.gz", gzip.compress), ("x.xz", lzma.compress)):
        whole = pack(os.urandom(2000))
        for damaged in (whole[:-9], whole[:20] + bytes(9) + whole[29:]):
            path = tmp_path / name
            path.write_bytes(damaged)
            with pytest.raises(FileError, match="it cannot be unpacked"):
                read_whole(path)


@pytest.mark.thorough
@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_nothing_is_dropped_behind_what_is_packed(
    ending: str, pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    """Zeros may stand between packed texts, and behind them; anything else there is an error."""
    path = tmp_path / f"x{ending}"
    for size in (0, 1, 200_000):
        one, other = os.urandom(size), b"the other"
        for padding in (b"", bytes(4), bytes(200_000)):
            path.write_bytes(pack(one) + padding + pack(other) + padding)
            assert read_whole(path) == one + other
            for wrong in (b"x", pack(other)[:-1], pack(other)[1:]):
                path.write_bytes(pack(one) + padding + wrong)
                with pytest.raises(FileError, match="it cannot be unpacked"):
                    read_whole(path)


TEXT = b"queens 4\n" * 3


def as_zip(text: bytes, *names: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/", "")
        archive.writestr("__MACOSX/._x", "a picture of the file")
        for name in names or ("x.txt",):
            archive.writestr(name, text)
    return packed.getvalue()


PACKED = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "lzma": partial(lzma.compress, format=lzma.FORMAT_ALONE),
    "zip": as_zip,
    "UTF-16": lambda text: text.decode().encode("utf-16"),
    "big-endian": lambda text: b"\xfe\xff" + text.decode().encode("utf-16-be"),
    "UTF-32": lambda text: text.decode().encode("utf-32"),
    "gz of UTF-16": lambda text: gzip.compress(text.decode().encode("utf-16")),
    "nothing": bytes,
}


@each("how", PACKED)
def test_the_first_bytes_say_how_a_file_is_packed(how: str, tmp_path: Path) -> None:
    """Whatever its name is, and also if they arrive one by one."""
    for name in ("x", "x.gz", "x.txt"):
        path = tmp_path / name
        path.write_bytes(PACKED[how](TEXT))
        assert read_whole(path).removeprefix(codecs.BOM_UTF8) == TEXT
    reading, writing_end = os.pipe()

    def write() -> None:
        for at in range(len(data := PACKED[how](TEXT))):
            os.write(writing_end, data[at : at + 1])
        os.close(writing_end)

    writer = threading.Thread(target=write)
    writer.start()
    assert read_whole(f"/dev/fd/{reading}").removeprefix(codecs.BOM_UTF8) == TEXT
    writer.join()
    os.close(reading)


def test_zstd_is_read_where_it_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(bytes.fromhex("28b52ffd2003190000616263"))  # RFC 8878: one raw block, "abc"
    with suppress(ImportError):
        from backports import zstd

        assert read_whole(path) == b"abc"
        path.write_bytes(zstd.compress(TEXT) + zstd.compress(b"more"))
        assert read_whole(path) == TEXT + b"more"
    for module in ("compression.zstd", "backports.zstd"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(FileError, match=r"compressed by zstd.* pip install 'coversat\[zstd\]', or"):
        read_whole(path)


@each(
    ("data", "reason"),
    [
        (b"\x1f\x9d\x90\x70\xc6", "compress (.Z), which is not read: unpack it with 'uncompress'"),
        (b"7z\xbc\xaf\x27\x1c...", "7-Zip, which is not read"),
        (b"Rar!\x1a\x07\x00", "RAR, which is not read"),
        (as_zip(TEXT, "a", "b"), "it is a zip archive of 2 files, and one is read"),
        (as_zip(TEXT)[:-30], "it cannot be unpacked"),
        (lzma.compress(TEXT, format=lzma.FORMAT_ALONE) + b"x", "it cannot be unpacked"),
        (lzma.compress(TEXT, format=lzma.FORMAT_ALONE)[:-3], "it cannot be unpacked"),
        (bz2.compress(TEXT) + b"x", "it cannot be unpacked"),
        (b"x".ljust(257, b"\0") + b"ustar  ".ljust(255, b"\0"), "it is a tar archive"),
        ("p cnf 1 0\n".encode("utf-16")[:-1], "it begins like a text in UTF-16"),
    ],
)
def test_what_is_not_unpacked_is_refused_by_name(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "x.cnf"
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        read_whole(path)
    assert reason in caught.value.reason


def test_how_far_a_file_is_read(tmp_path: Path) -> None:
    path, packed = tmp_path / "x", tmp_path / "x.gz"
    path.write_bytes(b"line\n" * 100_000)
    write_whole(packed, [path.read_bytes()])
    sizes = [path.stat().st_size, packed.stat().st_size]
    for name, size in zip((path, packed), sizes, strict=True):
        with Source(name) as source:
            assert source.total == size
            assert source.readline() == b"line\n"
            assert 0 < source.position <= size
            source.read()
            assert source.position == size
    assert total_bytes([str(path), str(packed)]) == sum(sizes)
    for other in ("-", "no such file", str(tmp_path), "a\0b"):
        assert total_bytes([str(path), other]) is None


def test_text_is_utf_8() -> None:
    assert as_text(b"\xef\xbb\xbfa\xc3\xa9") == as_text(b"a\xc3\xa9\x1a") == "aé"
    for data, line, column in ((b"\xff", 1, 1), (b"a\nb\xe9\n", 2, 2)):
        with pytest.raises(ParseError) as caught:
            as_text(data)
        assert (caught.value.line, caught.value.column) == (line, column)


# Lines of JSON


@each(
    ("cut", "left"),
    [
        ('{"file": 1}\n{"file": {"a": {}', '{"file": 1}\n'),
        ('{"file": 1}\n{"fi', '{"file": 1}\n'),
        ('{"file": 1}\n{"file": 2}', '{"file": 1}\n{"file": 2}\n'),
        ('{"file": {}', ""),
    ],
)
def test_what_stays_of_a_file_that_was_cut(cut: str, left: str, tmp_path: Path) -> None:
    """A line without its end is dropped, wherever it was cut; one that wants no more than that gets it."""
    path = tmp_path / "cut.jsonl"
    path.write_text(cut)
    with Log(path, True, (b'{"file": ',)) as log:
        rows = [*log.rows()]
        log.append(['{"file": 3}'])
    assert [row for _, row in rows] == [json.loads(line) for line in left.splitlines()]
    assert path.read_text() == left + '{"file": 3}\n'
