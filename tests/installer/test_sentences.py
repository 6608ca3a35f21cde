"""What the two commands say, and what they leave behind, where they cannot go on."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.installer.setting_up import PRETEND, START, refused, run, shell, write_script

OFFLINE = """
WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError': [Errno -3]
  Temporary failure in name resolution: /simple/setuptools/
ERROR: Could not find a version that satisfies the requirement setuptools>=77
ERROR: No matching distribution found for setuptools>=77
"""
APT_OFFLINE = """
W: Failed to fetch http://deb.debian.org/debian  Temporary failure resolving 'deb.debian.org'
E: Failed to fetch http://deb.debian.org/ca-certificates.deb  Temporary failure resolving
E: Unable to locate package python3-venv
"""


def test_offline_one_sentence_says_so_and_pip_is_not_tried_again(folder: Path) -> None:
    ended = shell(START, folder, OFFLINE)

    assert "no connection to the package index" in refused(ended)
    assert ended.stdout.count("pip for") == 1
    assert "NewConnectionError" not in ended.stdout
    assert not (folder / ".venv").exists()


def test_the_index_and_the_proxy_that_were_tried_are_named_without_a_password(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", "http://me:secret@proxy.office:3128")
    looked = "Looking in indexes: https://me:****@mirror.office/simple\n"

    said = refused(shell(START, folder, looked + OFFLINE))

    tried = "https://mirror.office/simple through the proxy http://proxy.office:3128"
    assert f"no connection to the package index (tried: {tried})" in said


def test_words_of_earlier_failures_go_after_a_day(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    earlier, today = (tmp_path / f"statveil-set-up.{name}" for name in ("abcdef", "ghijkl"))
    for words in (earlier, today):
        words.touch()
    two_days_before = earlier.stat().st_mtime - 2 * 86_400
    os.utime(earlier, (two_days_before, two_days_before))

    refused(shell(START, folder, OFFLINE))

    assert (earlier.exists(), today.exists()) == (False, True)


def test_an_environment_that_serves_stays_when_a_later_set_up_fails(folder: Path) -> None:
    (folder / ".venv").mkdir()
    (folder / ".venv" / "holds-desktop").write_text("another version\n")

    refused(shell(START, folder, OFFLINE))

    assert (folder / ".venv" / "holds-desktop").exists()


def test_without_a_window_for_this_computer_it_goes_on_with_the_rest(folder: Path) -> None:
    none = "ERROR: No matching distribution found for PySide6-Essentials<7,>=6.8\n"

    ended = shell(PRETEND + "need_project desktop 'PySide6|matplotlib' || echo REST", folder, none)

    assert (ended.returncode, "REST" in ended.stdout) == (0, True), ended.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("OSError: [Errno 28] No space left on device\n", "the disk is full"),
        ("SSLError(SSLCertVerificationError('certificate verify failed'))\n", "is not trusted"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES\n", "its SHA-256 differs"),
        ("error: subprocess-exited-with-error\n", "could not be installed"),
    ],
)
def test_other_failures_have_sentences_of_their_own(folder: Path, words: str, said: str) -> None:
    assert said in refused(shell(START, folder, words))
    assert not (folder / ".venv").exists()


def test_too_little_room_is_said_before_anything_is_written(folder: Path) -> None:
    ended = shell("free_megabytes() { printf 400; }\n" + START, folder)

    assert re.search(r"needs 1600 MB .* only 400 MB are free", refused(ended))
    assert sorted(path.name for path in folder.iterdir()) == ["pyproject.toml"]


def test_the_free_room_is_what_the_system_says(folder: Path) -> None:
    free = int(shell('free_megabytes "$root"', folder).stdout)

    told = run("df", "-Pm", folder).stdout
    assert abs(free - int(told.splitlines()[1].split()[3])) < 500


def test_an_administrator_without_a_network_is_not_sent_to_an_administrator(folder: Path) -> None:
    bare = """
    has_environment() { return 1; }
    suits() { return 1; }
    as_administrator() { printf 'env'; }
    PATH=$root/bin:$PATH
    """
    write_script(folder / "bin" / "apt-get", f"cat <<'X' >&2\n{APT_OFFLINE}X\nexit 100")

    said = refused(shell(bare + "need_packages", folder))

    assert "cannot be reached" in said
    assert "Failed to fetch" not in said
    assert "dministrator" not in said
    assert "python3-venv" in said
