"""The archive that is used without installing it: what can be seen without making one whole."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from installer.packaging import debian_files
from installer.packaging.commands import COMMANDS, command
from installer.packaging.debian_files import Package
from installer.packaging.portable_archive import bill
from tests.installer.setting_up import ROOT, run, write_files, write_script

FILES = ROOT / "installer" / "packaging" / "portable"
# Says which settings of fonts Qt would find on a system that has some, or none.
SETTINGS = """
import os, pathlib, runpy, sys
sys.prefix = sys.argv[2]
pathlib.Path.is_file = lambda path: str(path) == "/etc/fonts/fonts.conf" and sys.argv[3] == "there"
runpy.run_path(sys.argv[1])
try:
    import PySide6
except ImportError:
    pass
print(os.environ.get("FONTCONFIG_FILE"))
"""
# Lists the folders in which fonts are looked for.
FOLDERS = """
import ctypes
library = ctypes.CDLL("libfontconfig.so.1")
library.FcConfigGetFontDirs.restype = library.FcStrListNext.restype = ctypes.c_void_p
library.FcConfigGetFontDirs.argtypes = library.FcStrListNext.argtypes = [ctypes.c_void_p]
assert library.FcInit()
listed = library.FcConfigGetFontDirs(None)
while place := library.FcStrListNext(listed):
    print(ctypes.string_at(place).decode())
"""
# Says which libraries are loaded from where, in a process whose system has only libb.
LOADING = """
import ctypes, runpy, sys
sys.prefix = sys.argv[2]
def load(place):
    print("asks for", place)
    if place not in ("libb.so.1", sys.argv[2] + "/window/liba.so.1"):
        raise OSError(place)
ctypes.CDLL = load
runpy.run_path(sys.argv[1])
print("import")
try:
    import json, PySide6
except ImportError:
    pass
"""


def test_the_window_loads_from_the_archive_only_what_the_system_lacks(tmp_path: Path) -> None:
    write_files(tmp_path, ["window/order.txt"], "liba.so.1\nlibb.so.1\n")
    code = [sys.executable, "-I", "-S", "-c", LOADING, FILES / "sitecustomize.py"]

    ended = run(*code, tmp_path)

    assert ended.stdout.splitlines() == [
        "import",
        "asks for liba.so.1",
        f"asks for {tmp_path}/window/liba.so.1",
        "asks for libb.so.1",
    ]


@pytest.mark.parametrize(
    ("system", "named", "found"),
    [
        ("there", {}, "None"),
        ("missing", {}, "HOME/window/fonts.conf"),
        ("missing", {"FONTCONFIG_FILE": "/my/fonts.conf"}, "/my/fonts.conf"),
        ("missing", {"FONTCONFIG_PATH": "/my"}, "None"),
    ],
)
def test_the_archive_gives_settings_of_fonts_only_where_nobody_else_does(
    system: str, named: dict[str, str], found: str, tmp_path: Path
) -> None:
    write_files(tmp_path, ["window/order.txt"], "")
    code = [sys.executable, "-I", "-S", "-c", SETTINGS, FILES / "sitecustomize.py"]

    said = run(*code, tmp_path, system, env=named)

    assert said.stdout.strip() == found.replace("HOME", str(tmp_path))


def test_these_settings_name_the_folders_of_fonts_without_a_complaint(tmp_path: Path) -> None:
    named = {"FONTCONFIG_FILE": str(FILES / "fonts.conf"), "XDG_DATA_HOME": str(tmp_path)}
    (tmp_path / "fonts").mkdir()
    environment = {**named, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    said = run(sys.executable, "-I", "-c", FOLDERS, env=environment)

    assert said.stderr == ""
    folders = said.stdout.splitlines()
    assert "/usr/share/fonts" in folders
    assert str(tmp_path / "fonts") in folders


def test_the_archive_has_all_libraries_that_the_window_needs_of_the_system() -> None:
    set_up = (ROOT / "installer" / "set_up.sh").read_text()
    needed = re.findall(r"^(lib\S+\.so\.\d+) (\S+)$", set_up, re.MULTILINE)

    assert len(needed) > 8
    for library, package in needed:
        assert library in debian_files.BELOW_WINDOW[package]
    everything = [*debian_files.PYTHON, *debian_files.BELOW_PYTHON, *debian_files.BELOW_WINDOW]
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_command_runs_from_any_folder_and_through_a_link(tmp_path: Path, name: str) -> None:
    home = tmp_path / "My Programs (new)" / "Statveil é '%"
    write_script(home / "python" / "bin" / "python3.11", 'printf "%s\\n" "$@"')
    launcher = Path(shutil.copy(FILES / "launcher", home / name))
    launcher.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "other").symlink_to(os.path.relpath(launcher, tmp_path / "bin"))

    for called in (launcher, tmp_path / "bin" / "other"):
        ended = run(called, "protect", "a b", cwd="/")
        assert ended.stdout.splitlines() == [
            *("-I", "-B", str(home / "python" / "bin" / f"{name}.py")),
            *("protect", "a b"),
        ]


def test_a_command_ends_with_the_status_of_the_program_and_does_nothing_when_imported(
    tmp_path: Path,
) -> None:
    main = "def main():\n    print('ran')\n    return 5"
    write_files(tmp_path, ["desktop_app/entry.py"], main)
    write_files(tmp_path, ["statveil.py"], command("main"))

    ended = run(sys.executable, tmp_path / "statveil.py")
    imported = run(sys.executable, "-c", "import statveil", cwd=tmp_path)

    assert (ended.returncode, ended.stdout) == (5, "ran\n")
    assert (imported.returncode, imported.stdout) == (0, "")


def test_the_bill_and_the_licences_name_the_packages_of_debian(tmp_path: Path) -> None:
    texts = tmp_path / "one" / "usr" / "share" / "doc"
    (texts / "one").mkdir(parents=True)
    (texts / "one" / "copyright").write_text("You may.")
    linked = tmp_path / "two" / "usr" / "share" / "doc"
    linked.mkdir(parents=True)
    (linked / "two").symlink_to("one")
    packages = {name: Package(name, "1.0-2", "ab" * 32, tmp_path / name) for name in ("one", "two")}

    said = bill({"bomFormat": "CycloneDX", "components": [{"name": "numpy"}]}, packages)

    assert said["bomFormat"] == "CycloneDX"
    components = said["components"]
    assert isinstance(components, list)
    assert [component["name"] for component in components] == ["numpy", "one", "two"]
    assert components[1]["version"] == "1.0-2"
    assert components[1]["hashes"] == [{"alg": "SHA-256", "content": "ab" * 32}]
    assert [package.licence(packages) for package in packages.values()] == [b"You may."] * 2
