"""The archive of parts for a computer without a network."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.installer.setting_up import ROOT, shell, write_script, zip_of

LOCK = """a==1 \\
    --hash=sha256:11
b==2 ; sys_platform == 'win32' \\
    --hash=sha256:22 \\
    --hash=sha256:23
c==3 ; python_full_version < '3.12' \\
    --hash=sha256:33
c==4 ; python_full_version >= '3.12' \\
    --hash=sha256:44
"""


@pytest.fixture
def bundling(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, which is no part of the program."""
    spec = importlib.util.spec_from_file_location("bundling", ROOT / "installer" / "bundling.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bundling", module)
    spec.loader.exec_module(module)
    return module


def wheel(folder: Path, licence: str, texts: dict[str, str]) -> Path:
    path = folder / "x-1-py3-none-any.whl"
    said = f"Metadata-Version: 2.4\nName: x\nVersion: 1\nLicense-Expression: {licence}\n"
    path.write_bytes(zip_of({"x-1.dist-info/METADATA": said, **texts}))
    return path


@pytest.mark.parametrize(
    ("python", "system", "named"),
    [
        ("3.11", "linux_x86_64", ["a==1", "c==3"]),
        ("3.13", "linux_x86_64", ["a==1", "c==4"]),
        ("3.12", "win_amd64", ["a==1", "b==2", "c==4"]),
    ],
)
def test_it_holds_what_the_lock_names_for_its_python_and_system(
    bundling: ModuleType, python: str, system: str, named: list[str]
) -> None:
    kept = bundling.applicable(LOCK, python, system)

    assert [line.split(" ")[0] for line in kept.splitlines() if line[0] != " "] == named
    assert kept.count("--hash=") == sum(2 if name == "b==2" else 1 for name in named)


def test_every_licence_is_in_one_text_and_every_part_in_the_bill(
    bundling: ModuleType, tmp_path: Path
) -> None:
    texts = {"x-1.dist-info/licenses/LICENSE": "You may.", "x/license.py": "code"}
    path = wheel(tmp_path, "MIT", texts)
    part = bundling.part_of(path)

    text = bundling.licences([part], tmp_path, "Ours.")
    bill = json.loads(json.dumps(bundling.bill([part], "9.9")))

    assert "Ours." in text
    assert "x 1: MIT" in text
    assert "You may." in text
    assert "code" not in text
    (component,) = bill["components"]
    assert (component["name"], component["version"]) == ("x", "1")
    assert component["hashes"][0]["content"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_part_without_a_licence_text_gets_ours_or_stops_the_build(
    bundling: ModuleType, tmp_path: Path
) -> None:
    known = bundling.part_of(wheel(tmp_path, "MIT OR Apache-2.0", {}))
    unknown = bundling.part_of(wheel(tmp_path, "Unheard-of", {}))

    assert "Apache License" in bundling.licences([known], ROOT / "resources/licences", "")
    with pytest.raises(SystemExit, match="no text of its licence"):
        bundling.licences([unknown], ROOT / "resources/licences", "")


def test_the_same_parts_give_the_same_bytes_and_a_sum(bundling: ModuleType, tmp_path: Path) -> None:
    parts, dist = tmp_path / "parts", tmp_path / "dist"
    (parts / "wheels").mkdir(parents=True)
    dist.mkdir()
    wheel(parts / "wheels", "MIT", {})
    place = dist / "statveil-parts-1-cp311-linux_x86_64.tar"
    bundling._pack(parts, place)
    before = place.read_bytes()
    (parts / "wheels" / "x-1-py3-none-any.whl").touch()
    bundling._pack(parts, place)
    bundling.write_sums(dist)

    assert place.read_bytes() == before
    with tarfile.open(place) as archive:
        assert archive.getnames() == ["wheels/x-1-py3-none-any.whl"]
    sums = f"{hashlib.sha256(before).hexdigest()}  {place.name}\n"
    assert (dist / "SHA256SUMS").read_text() == sums


@pytest.mark.parametrize("where", [".", "..", "dist"])
def test_start_finds_the_archive_for_its_version_and_python(folder: Path, where: str) -> None:
    (folder / "pyproject.toml").write_text('[project]\nversion = "1.2"\n')
    write_script(folder / ".venv" / "bin" / "python", "echo cp399-linux_test")
    (folder / where).mkdir(exist_ok=True)
    find = 'find_bundle && printf "%s" "$bundle"'

    for other in ("1.1-cp399-linux_test", "1.2-cp311-linux_test", "1.2-cp399-win_amd64"):
        (folder / where / f"statveil-parts-{other}.tar").touch()
    assert shell(find, folder).stdout == ""

    archive = folder / where / "statveil-parts-1.2-cp399-linux_test.tar"
    archive.touch()
    assert shell(find, folder).stdout == str(archive.resolve())
