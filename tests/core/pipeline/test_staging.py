"""A release appears whole or not at all, and nothing of the user's is touched unasked."""

from __future__ import annotations

import errno
import os
import random
import shutil
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from core.errors import Cancelled, Problem, Refused, StorageFull
from core.io.files.atomic_writing import umask
from core.messages import sentence
from core.pipeline.seal.destination import check_destination
from core.pipeline.seal.draft import draft_in, settle_abandoned
from core.pipeline.seal.staging import staging, write_flushed


def publish(folder: Path, overwrite: bool = False) -> None:
    with staging(folder, overwrite) as stage:
        write_flushed(stage.path / "data.csv", b"new")
        write_flushed(stage.path / "audit.json", b"log")
        stage.publish(last=["audit.json"])


def everything_under(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def contents(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def test_a_new_folder_appears_in_one_step_with_exactly_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "release"
    with staging(folder, overwrite=False) as stage:
        write_flushed(stage.path / "data.csv", b"new")
        staged = stage.path.stat().st_ino
        stage.publish(last=[])
    # A folder that was renamed is the same one; a copy would appear file by file.
    assert folder.stat().st_ino == staged
    assert everything_under(tmp_path) == ["deep", "deep/release", "deep/release/data.csv"]
    # It is as readable as any other.
    (tmp_path / "plain").mkdir()
    assert folder.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_empty_folder_is_used_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    folder.mkdir(mode=0o750)
    publish(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o750
    assert everything_under(folder) == ["audit.json", "data.csv"]


def test_a_folder_with_files_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_bytes(b"old")
    with pytest.raises(Refused, match="folder-not-empty"):
        publish(tmp_path)
    assert contents(tmp_path) == {"data.csv": b"old"}


def test_a_folder_in_the_place_of_a_file_is_refused_and_untouched(tmp_path: Path) -> None:
    (tmp_path / "data.csv").mkdir()
    (tmp_path / "data.csv" / "mine.txt").write_bytes(b"mine")
    with pytest.raises(Refused, match="release-name-is-folder"):
        publish(tmp_path, overwrite=True)
    assert everything_under(tmp_path) == ["data.csv", "data.csv/mine.txt"]


def test_overwriting_replaces_the_same_names_only(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_bytes(b"old")
    (tmp_path / "notes.txt").write_bytes(b"mine")
    publish(tmp_path, overwrite=True)
    assert contents(tmp_path) == {"audit.json": b"log", "data.csv": b"new", "notes.txt": b"mine"}


def publish_late(
    folder: Path, meanwhile: Callable[[], object], overwrite: bool = False, **wishes: object
) -> None:
    """Publish a file after another run did something in the same folder."""
    with staging(folder, overwrite) as stage:
        write_flushed(stage.path / "data.csv", b"late")
        meanwhile()
        stage.publish(**{"last": ["audit.json"], **wishes})


def test_of_two_runs_into_one_new_folder_the_later_is_told_the_true_reason(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    with pytest.raises(Refused, match="folder-not-empty"):
        publish_late(folder, lambda: publish(folder))
    assert contents(tmp_path) == {"release/audit.json": b"log", "release/data.csv": b"new"}


def test_two_runs_into_one_empty_folder_do_not_replace_each_other(tmp_path: Path) -> None:
    """The folder was empty when the later one began, and nobody allowed it to overwrite."""
    with pytest.raises(Refused, match="folder-not-empty"):
        publish_late(tmp_path, lambda: (tmp_path / "data.csv").write_bytes(b"early"))
    assert contents(tmp_path) == {"data.csv": b"early"}


def test_what_another_run_wrote_meanwhile_is_looked_at_again(tmp_path: Path) -> None:
    def look() -> None:
        if (tmp_path / "other.csv").exists():
            raise Refused(Problem("public-not-empty", params={"folder": "public", "files": []}))

    def look_and_write() -> None:
        look()
        (tmp_path / "other.csv").write_bytes(b"early")

    with pytest.raises(Refused, match="public-not-empty"):
        publish_late(tmp_path, look_and_write, True, last=[], look=look)
    assert contents(tmp_path) == {"other.csv": b"early"}


def test_many_runs_at_once_leave_the_files_of_one_of_them(tmp_path: Path) -> None:
    names = [f"{i}.txt" for i in range(30)]
    writers = [chr(ord("a") + i) for i in range(6)]
    ready = threading.Barrier(len(writers), timeout=300)

    def write(writer: str) -> None:
        with staging(tmp_path, overwrite=True) as stage:
            for name in names:
                (stage.path / name).write_text(writer)
            ready.wait()
            stage.publish(last=names[-1:])

    threads = [threading.Thread(target=write, args=(writer,)) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert everything_under(tmp_path) == sorted(names)
    assert len({(tmp_path / name).read_text() for name in names}) == 1


def test_a_new_draft_that_another_run_looks_at_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules[draft_in.__module__]
    lock_at_once, tries = module.lock_at_once, list[int]()

    def lock_that_was_held(lock: int) -> None:
        tries.append(lock)
        if len(tries) == 1:
            raise OSError(errno.EAGAIN, "another run looks whether it is left over")
        lock_at_once(lock)

    monkeypatch.setattr(module, "lock_at_once", lock_that_was_held)
    with draft_in(tmp_path) as draft:
        settle_abandoned(tmp_path)
        assert (draft / "new").is_dir()


def test_a_new_draft_whose_lock_never_comes_free_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = sys.modules[draft_in.__module__]

    def lock_that_is_held(_: int) -> None:
        raise OSError(errno.EAGAIN, "another run holds it")

    monkeypatch.setattr(module, "lock_at_once", lock_that_is_held)
    monkeypatch.setattr(module, "_SECONDS_BETWEEN_TRIES", 0)
    with pytest.raises(Refused) as refused:
        publish(tmp_path)

    assert sentence(refused.value.problems[0]).startswith(
        f"{tmp_path.name} is in use by another run, or lies on a"
    )
    assert everything_under(tmp_path) == []


def test_a_drive_without_locks_takes_a_release_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(_: int) -> None:
        raise OSError(errno.ENOTSUP, "no locks here")

    monkeypatch.setattr(sys.modules[draft_in.__module__], "lock_at_once", unsupported)
    monkeypatch.setattr("core.io.files.locking.lock_at_once", unsupported)
    publish(tmp_path)

    assert everything_under(tmp_path) == ["audit.json", "data.csv"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "release").write_bytes(b"a file")
    for folder in (tmp_path / "release", tmp_path / "release" / "inner"):
        with pytest.raises(Refused, match="folder-is-file"):
            check_destination(folder, overwrite=True)


def _forbid(*_: object) -> bool:
    raise PermissionError


@pytest.mark.parametrize(
    ("module", "name", "answer", "inner"),
    [
        (os, "access", lambda *_: False, ""),
        (os, "access", lambda *_: False, "release"),
        (Path, "iterdir", _forbid, ""),
    ],
)
def test_a_folder_that_the_system_keeps_closed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module, name: str, answer, inner: str
) -> None:
    """As the system says it: the superuser has every right."""
    monkeypatch.setattr(module, name, answer)
    with pytest.raises(Refused, match="folder-unwritable"):
        check_destination(tmp_path / inner, overwrite=False)


def fail(failure: Exception) -> None:
    raise failure


@pytest.mark.parametrize("existing", [False, True])
@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (OSError(errno.ENOSPC, "full"), StorageFull),
        (OSError(errno.EDQUOT, "quota"), StorageFull),
        (OSError(errno.EACCES, "denied"), Refused),
        (Cancelled(), Cancelled),
        (KeyError("a defect"), KeyError),
    ],
)
def test_whatever_goes_wrong_leaves_nothing_behind(
    tmp_path: Path, existing: bool, failure: Exception, expected: type[Exception]
) -> None:
    folder = tmp_path / "release"
    if existing:
        folder.mkdir()
    before = everything_under(tmp_path)
    with pytest.raises(expected):
        publish_late(folder, lambda: fail(failure))
    assert everything_under(tmp_path) == before


def test_a_file_that_cannot_be_replaced_brings_the_old_release_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("data.csv", "audit.json"):
        (tmp_path / name).write_bytes(b"old")
    replace = Path.replace

    def busy(self: Path, target: Path) -> Path:
        if Path(target) == tmp_path / "audit.json" and self.parent.name == "new":
            raise OSError(errno.EACCES, "open in another program")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    with pytest.raises(Refused, match="folder-unwritable"):
        publish(tmp_path, overwrite=True)

    assert everything_under(tmp_path) == ["audit.json", "data.csv"]
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"old"}


def test_folders_of_a_release_that_cannot_be_moved_there_are_gone_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EACCES, "open in another program")

    def publish_half() -> None:
        with staging(tmp_path, overwrite=True) as stage:
            (stage.path / "public").mkdir()
            write_flushed(stage.path / "public" / "data.csv", b"new")
            monkeypatch.setattr(Path, "replace", refuse)
            stage.publish(last=[])

    with pytest.raises(Refused, match="folder-unwritable"):
        publish_half()

    assert everything_under(tmp_path) == []


HALVES = {"public/data.csv", "internal/data.json"}


def publish_halves(folder: Path, content: bytes) -> None:
    with staging(folder, overwrite=True) as stage:
        stage.make_folders(sorted(HALVES))
        for name in HALVES:
            write_flushed(stage.path / name, content)
        stage.publish(last=["internal/data.json"])


def is_whole(folder: Path, content: bytes) -> bool:
    return contents(folder) == {**dict.fromkeys(HALVES, content), "internal/notes.txt": b"mine"}


def old_release(folder: Path) -> Path:
    publish_halves(folder, b"old")
    (folder / "internal" / "notes.txt").write_bytes(b"mine")
    return folder


@pytest.mark.parametrize("seed", range(40))
def test_renames_that_fail_now_and_then_lose_no_file_of_the_old_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    folder, chance, replace = old_release(tmp_path / "release"), random.Random(seed), Path.replace

    def stutter(self: Path, target: Path) -> Path:
        if chance.random() < 0.25:
            raise OSError(errno.EIO, "the drive does not answer")
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stutter)
        try:
            publish_halves(folder, b"new")
        except Refused as refused:
            (problem,) = refused.problems
            drafts = [path.name for path in folder.glob(".statveil-*")]
            assert problem.code == ("release-set-aside" if drafts else "folder-unwritable")
            assert drafts == ([problem.params["folder"]] if drafts else [])
            wanted = b"old"
        else:
            wanted = b"new"
    settle_abandoned(folder)
    assert is_whole(folder, wanted)


@pytest.mark.parametrize("renames", range(8))
def test_a_run_that_ends_while_it_replaces_a_release_is_settled_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renames: int
) -> None:
    folder, replace, done = old_release(tmp_path / "release"), Path.replace, 0

    def end(self: Path, target: Path) -> Path:
        nonlocal done
        if done == renames:
            raise KeyboardInterrupt
        done += 1
        return replace(self, target)

    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(Path, "replace", end)
        # The process is gone, and its lock with it: it settles nothing itself.
        patch.setattr(sys.modules[draft_in.__module__], "settle", lambda _: False)
        publish_halves(folder, b"new")
    settle_abandoned(folder)

    # Two halves are moved aside and two moved in; then the new release is there.
    assert is_whole(folder, b"old" if renames < 4 else b"new")


def test_a_half_that_is_gone_keeps_nobody_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = old_release(tmp_path / "release")
    with monkeypatch.context() as patch:
        # A run that was killed once the new release was there; then its internal half is deleted.
        patch.setattr(sys.modules[draft_in.__module__], "settle", lambda _: False)
        publish_halves(folder, b"new")
    shutil.rmtree(folder / "internal")

    settle_abandoned(folder)
    (draft,) = folder.glob(".statveil-*")
    assert (draft / "replaced/internal/notes.txt").read_bytes() == b"mine"
    publish_halves(folder, b"newer")
    settle_abandoned(folder)
    assert is_whole(folder, b"newer")


def test_a_folder_that_cannot_be_flushed_does_not_deny_the_release_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = old_release(tmp_path / "release")
    flush = os.fsync

    def refuse(handle: int) -> None:
        if os.path.samestat(os.fstat(handle), folder.stat()):
            raise OSError(errno.EIO, "the drive does not answer")
        flush(handle)

    monkeypatch.setattr(os, "fsync", refuse)
    publish_halves(folder, b"new")
    assert is_whole(folder, b"new")


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_the_internal_half_is_for_its_owner_alone(tmp_path: Path) -> None:
    # As an earlier version left it.
    (tmp_path / "release/internal").mkdir(mode=0o755, parents=True)
    publish_halves(tmp_path / "release", b"new")
    mask = umask()
    for name, mode in (
        *(("internal", 0o700), ("internal/data.json", 0o600)),
        *(("public", 0o777 & ~mask), ("public/data.csv", 0o666 & ~mask)),
    ):
        assert stat.S_IMODE((tmp_path / "release" / name).stat().st_mode) == mode, name


def test_drafts_of_runs_that_ended_are_removed_and_of_those_at_work_are_not(tmp_path: Path) -> None:
    with draft_in(tmp_path) as at_work:
        ended, just_made = tmp_path / ".statveil-ended", tmp_path / ".statveil-just-made"
        (ended / "new").mkdir(parents=True)
        (ended / "lock").touch()
        # Of these the end of the process broke off the removal.
        removed = [tmp_path / ".statveil-removed", tmp_path / ".statveil-unlocked"]
        for draft in removed:
            draft.mkdir()
            (draft / "units").touch()
        (removed[0] / "lock").touch()
        just_made.mkdir()
        publish(tmp_path / "release")
        assert [at_work.exists(), ended.exists(), just_made.exists()] == [True, False, True]
        assert not any(draft.exists() for draft in removed)
        locked_only = tmp_path / ".statveil-locked-only"
        locked_only.mkdir()
        (locked_only / "lock").touch()
        day_before = just_made.stat().st_mtime - 90_000
        for draft in (just_made, locked_only):
            os.utime(draft, (day_before, day_before))
        publish(tmp_path / "another")
        assert [at_work.exists(), just_made.exists(), locked_only.exists()] == [True, False, False]
    assert not at_work.exists()
