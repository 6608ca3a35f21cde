"""The sums of all products are signed with a key that the builder names."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer import bundling
from tests.installer.setting_up import ROOT, refused, run, write_files

KEY = "release@statveil.invalid"


@pytest.fixture(scope="module")
def keys() -> Iterator[dict[str, str]]:
    """An environment in which gpg has one key, made for these tests alone."""
    if shutil.which("gpg") is None:
        pytest.skip("needs gpg; install gnupg")
    # In a short path: gpg opens a socket in it.
    with tempfile.TemporaryDirectory(prefix="gpg") as home:
        environment = {**os.environ, "GNUPGHOME": home}
        made = ["gpg", "--batch", "--quiet", "--passphrase", "", "--pinentry-mode", "loopback"]
        made += ["--quick-generate-key", KEY, "ed25519", "sign", "never"]
        subprocess.run(made, env=environment, check=True, capture_output=True)
        yield environment
        subprocess.run(["gpgconf", "--kill", "all"], env=environment, check=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A program's folder with two products."""
    (tmp_path / "installer").mkdir()
    shutil.copy(ROOT / "installer" / "sign", tmp_path / "installer")
    products = ("statveil-1.2-win_amd64.zip", "statveil-1.2-win_amd64-setup.exe")
    bundling.write_sums(write_files(tmp_path / "dist", products))
    return tmp_path


def sign(house: Path, keys: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return run("sh", house / "installer" / "sign", *words, env=keys)


def holds(house: Path, keys: dict[str, str]) -> bool:
    ended = run("gpg", "--verify", "SHA256SUMS.asc", "SHA256SUMS", cwd=house / "dist", env=keys)
    return ended.returncode == 0 and f'Good signature from "{KEY}"' in ended.stderr


def test_the_signature_covers_the_sums_of_all_products(house: Path, keys: dict[str, str]) -> None:
    ended = sign(house, keys, KEY)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert holds(house, keys)
    sums = (house / "dist" / "SHA256SUMS").read_text()
    for path in (house / "dist").glob("statveil-*"):
        assert f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" in sums
    assert sums.count("\n") == 2

    (house / "dist" / "SHA256SUMS").write_text(sums.replace("setup", "other"))
    assert not holds(house, keys)


def test_products_that_were_changed_are_not_signed(house: Path, keys: dict[str, str]) -> None:
    (house / "dist" / "statveil-1.2-win_amd64.zip").write_text("changed")

    ended = sign(house, keys, KEY)

    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1].startswith("Statveil: a product in")
    assert not (house / "dist" / "SHA256SUMS.asc").exists()


def test_a_signature_does_not_outlive_the_sums_that_it_covers(
    house: Path, keys: dict[str, str]
) -> None:
    assert sign(house, keys, KEY).returncode == 0
    bundling.write_sums(house / "dist")
    assert holds(house, keys)

    (house / "dist" / "statveil-1.2-linux_x86_64.tar.xz").write_text("one more")
    bundling.write_sums(house / "dist")

    assert not (house / "dist" / "SHA256SUMS.asc").exists()


@pytest.mark.parametrize(("words", "said"), [((), "name the key"), (("nobody",), "no secret key")])
def test_without_a_key_of_the_builder_nothing_is_signed(
    house: Path, keys: dict[str, str], words: tuple[str, ...], said: str
) -> None:
    assert said in refused(sign(house, keys, *words))
    assert not (house / "dist" / "SHA256SUMS.asc").exists()
