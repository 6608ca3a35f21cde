"""The packages for computers without a network: what can be seen without making one whole."""

from __future__ import annotations

import argparse
import configparser
import hashlib
import io
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from core.command_line.arguments import parser
from installer import bundling
from installer.packaging import building, commit
from installer.packaging import debian_texts as texts
from installer.packaging.archives import write_ar, write_tar_xz
from installer.packaging.debian_package import pack, write_control
from installer.packaging.leaving_out import correct_records, leave_out
from installer.packaging.libraries import read_parts
from tests.installer.setting_up import ROOT, run, write_files

DESKTOP = ROOT / "installer" / "packaging" / "desktop"
COMMIT = commit.Commit(ROOT, "1.2", 1_700_000_000)


def fields(control: str) -> dict[str, str]:
    """Return the fields of a control file; continued lines belong to the one before."""
    return dict(re.findall(r"^([A-Z][A-Za-z-]+): ((?:.*)(?:\n .*)*)", control, re.MULTILINE))


@pytest.mark.parametrize(
    ("mark", "python", "version"),
    [("deb12", "python3.11", "1.2+deb12"), ("deb13", "python3.13", "1.2+deb13")],
)
def test_a_package_depends_on_its_python_and_on_all_that_the_window_loads(
    mark: str, python: str, version: str
) -> None:
    set_up = (ROOT / "installer" / "set_up.sh").read_text()
    window = texts.window_packages(set_up)

    said = fields(texts.control(COMMIT, texts.RELEASES[mark], 7, window))

    assert (said["Package"], said["Version"], said["Installed-Size"]) == ("statveil", version, "7")
    depends = said["Depends"].split(", ")
    assert depends[0] == python
    assert {"libgl1", "libegl1", "libxcb-cursor0", "libxkbcommon-x11-0"} <= set(depends)
    for line in re.findall(r"^lib\S+\.so\.\d+ (\S+)$", set_up, re.MULTILINE):
        assert line in depends
    assert all(len(line) < 80 for line in said["Description"].splitlines())


def test_every_supported_release_has_a_python_that_the_project_supports() -> None:
    supported = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text())

    assert {debian.python for debian in texts.RELEASES.values()} <= set(supported)


def test_the_scripts_of_a_package_are_sound_and_use_no_network() -> None:
    installing = texts.after_installing(texts.RELEASES["deb12"])
    for script in (installing, texts.before_removing(), texts.after_removing()):
        ended = run("sh", "-n", input=script)
        assert (ended.returncode, ended.stderr) == (0, ""), script
        assert script.startswith("#!/bin/sh\nset -e\n")
        assert not re.search(r"pip|curl|wget|http|apt", script)


def test_removing_takes_away_what_installing_has_compiled() -> None:
    assert "compileall" in texts.after_installing(texts.RELEASES["deb13"])
    assert "__pycache__" in texts.before_removing()


def test_removing_gives_back_the_folder_of_debian_that_was_empty_before(tmp_path: Path) -> None:
    folder = tmp_path / "opt"
    script = texts.after_removing().replace("/opt", str(folder))

    for _ in range(2):
        subprocess.run(["sh"], input=script, text=True, check=True)
        assert folder.stat().st_mode & 0o7777 == 0o755


def test_the_copyright_file_holds_the_licence_in_the_form_of_debian() -> None:
    said = texts.copyright_file((ROOT / "LICENSE").read_text())

    assert "\nLicense: BSD-3-Clause\n Redistribution and use" in said
    assert "\nCopyright: " in said
    assert "LGPL" in said


def test_the_entry_of_the_desktop_opens_projects_in_the_window() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(DESKTOP / "statveil.desktop")
    said = entry["Desktop Entry"]

    names = [said[name] for name in ("Type", "Name", "Exec")]
    assert names == ["Application", "Statveil", "statveil-gui %f"]
    kind = said["MimeType"].removesuffix(";")
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = ElementTree.parse(DESKTOP / "statveil.xml").getroot()
    (declared,) = types.findall(f"{space}mime-type")
    assert declared.get("type") == kind
    assert [glob.get("pattern") for glob in declared.findall(f"{space}glob")] == ["*.statveil"]
    assert all(said[name].endswith(";") for name in ("Categories", "Keywords", "MimeType"))


def test_the_window_names_the_entry_of_the_desktop() -> None:
    code = "from desktop_app.app import build; print(build([]).desktopFileName())"
    ended = run(sys.executable, "-c", code, cwd=ROOT)

    assert (DESKTOP / f"{ended.stdout.strip()}.desktop").is_file()


def test_the_man_page_has_every_command_and_every_option() -> None:
    page = (DESKTOP / "statveil.1").read_text().replace("\\-", "-")
    top = parser()
    (commands,) = (a for a in top._actions if isinstance(a, argparse._SubParsersAction))

    listed = page.split(".SH COMMANDS")[1].split(".SH OPTIONS")[0]
    assert set(re.findall(r"^\.TP\n\.B (\w+)$", listed, re.MULTILINE)) == set(commands.choices)
    synopsis = page.split(".SH SYNOPSIS")[1].split(".SH DESCRIPTION")[0]
    options = page.split(".SH OPTIONS")[1].split(".SH EXIT STATUS")[0]
    for name, command in commands.choices.items():
        (shown,) = (part for part in synopsis.split(".br") if f"statveil {name}\n" in part)
        taken = {option for a in command._actions for option in a.option_strings}
        taken -= {"-h", "--help"}
        assert set(re.findall(r"--[\w-]+", shown)) == taken
        assert taken <= set(re.findall(r"--[\w-]+", options))
    assert top.epilog is not None
    statuses = page.split(".SH EXIT STATUS")[1].split(".SH ENVIRONMENT")[0]
    for number, meaning in re.findall(r"(\d) ([^;.]+)", top.epilog):
        assert f".TP\n{number}\n{meaning}\n" in statuses


def small_tree(folder: Path, reverse: bool) -> Path:
    names = ["b/two", "a/one", "c"]
    write_files(folder, reversed(names) if reverse else names)
    (folder / "c").chmod(0o711 if reverse else 0o755)
    (folder / "link").symlink_to("a/one")
    return folder


def test_the_same_files_give_the_same_archive(tmp_path: Path) -> None:
    first = small_tree(tmp_path / "first", reverse=False)
    second = small_tree(tmp_path / "second", reverse=True)
    for folder in (first, second):
        write_tar_xz(folder, folder.with_suffix(".tar.xz"), COMMIT.moment)

    assert first.with_suffix(".tar.xz").read_bytes() == second.with_suffix(".tar.xz").read_bytes()
    with tarfile.open(first.with_suffix(".tar.xz")) as archive:
        entries = archive.getmembers()
    assert [e.name for e in entries] == [".", "./a", "./a/one", "./b", "./b/two", "./c", "./link"]
    assert {(e.uid, e.gid, e.uname, e.gname, e.mtime) for e in entries} == {
        (0, 0, "root", "root", COMMIT.moment)
    }
    assert [e.mode for e in entries] == [0o755, 0o755, 0o644, 0o755, 0o644, 0o755, 0o777]


def test_a_package_is_an_archive_of_three_with_the_sum_of_each_file(tmp_path: Path) -> None:
    places = []
    for name in ("one", "two"):
        tree = small_tree(tmp_path / name / "tree", reverse=name == "two")
        control = write_control(tmp_path / name / "control", tree, COMMIT, texts.RELEASES["deb12"])
        sums = (control / "md5sums").read_text().splitlines()
        assert f"{hashlib.md5(b'a/one').hexdigest()}  a/one" in sums
        assert len(sums) == 3
        places.append(tmp_path / name / "x.deb")
        pack(tree, control, places[-1], COMMIT.moment)

    content = places[0].read_bytes()
    assert places[1].read_bytes() == content
    assert content.startswith(b"!<arch>\ndebian-binary   1700000000  0     0     100644  4  ")
    members = re.findall(rb"([a-z.-]+) +1700000000 ", content)
    assert members == [b"debian-binary", b"control.tar.xz", b"data.tar.xz"]


def test_members_of_odd_length_are_padded(tmp_path: Path) -> None:
    write_ar([("odd", b"abc"), ("even", b"abcd")], tmp_path / "x.a", 0)

    content = (tmp_path / "x.a").read_bytes()
    assert content[:8] == b"!<arch>\n"
    assert content[68:72] == b"abc\n"
    assert content[72:76] == b"even"
    assert len(content) == 8 + 60 + 4 + 60 + 4


def test_what_is_left_out_is_left_out_of_the_records_too(tmp_path: Path) -> None:
    names = ["pandas/tests/t.py", "pandas/a.py", "PySide6/QtNetwork.abi3.so", "PySide6/uic"]
    names += ["PySide6/QtCore.abi3.so", "PySide6/Qt/lib/libQt6Network.so.6", "pyarrow/_s3fs.so"]
    names += ["PySide6/Qt/lib/libQt6Core.so.6", "PySide6/Qt/plugins/tls/x.so", "x.dist-info/RECORD"]
    names += ["shiboken6/include/shiboken6/basewrapper.h"]
    names += ["numpy/_core/lib/libnpymath.a", "numpy/random/lib/libnpyrandom.a", "numpy/x.py"]
    write_files(tmp_path, names, "")
    record = tmp_path / "x.dist-info" / "RECORD"
    record.write_text("".join(f"{name},,\n" for name in [*names, "../../bin/x"]))

    leave_out(tmp_path)
    correct_records(tmp_path)

    assert not (tmp_path / "shiboken6").exists()
    assert all(any(path.iterdir()) for path in tmp_path.rglob("*") if path.is_dir())
    kept = ["PySide6/Qt/lib/libQt6Core.so.6", "PySide6/QtCore.abi3.so"]
    assert record.read_text().splitlines() == [
        f"{name},," for name in [*kept, "numpy/x.py", "pandas/a.py", "x.dist-info/RECORD"]
    ]


def test_only_what_is_committed_is_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "3.4"\n')
    (tmp_path / "one.py").write_text("changed since")
    committed = io.BytesIO()
    with tarfile.open(fileobj=committed, mode="w") as archive:
        entry = tarfile.TarInfo("core/one.py")
        entry.size = 9
        archive.addfile(entry, io.BytesIO(b"committed"))
    answers = {"status": b"", "log": b"1700000000\n", "archive": committed.getvalue()}
    monkeypatch.setattr(commit, "_git", lambda _, *words: answers[words[0]])

    found = commit.read_commit(tmp_path)
    found.unpack(tmp_path / "out", "core")

    assert (found.version, found.moment) == ("3.4", 1_700_000_000)
    assert [path.name for path in (tmp_path / "out" / "core").iterdir()] == ["one.py"]
    assert (tmp_path / "out" / "core" / "one.py").read_text() == "committed"
    answers["status"] = b" M one.py\n"
    with pytest.raises(SystemExit, match="not committed"):
        commit.read_commit(tmp_path)


def test_parts_are_unpacked_by_a_python_without_filters_such_as_that_of_debian_12(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack = tarfile.TarFile.extractall
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    monkeypatch.setattr(
        tarfile.TarFile, "extractall", lambda archive, folder: unpack(archive, folder)
    )
    # Without a filter of its own, Python 3.12 and later warn.
    monkeypatch.setattr(
        tarfile.TarFile, "extraction_filter", staticmethod(lambda member, _: member), raising=False
    )
    write_files(tmp_path, ["installer/locks/desktop.txt"], "")
    (tmp_path / "dist").mkdir()
    name = bundling.archive_name("1.0", "3.11", "linux_x86_64")
    with tarfile.open(tmp_path / "dist" / name, "w") as archive:
        archive.addfile(tarfile.TarInfo("wheels/README"))

    parts = read_parts(commit.Commit(tmp_path, "1.0", 0), "3.11", tmp_path / "made")

    assert parts.of == ()
    assert (tmp_path / "made" / "wheels" / "README").is_file()


def test_a_package_that_cannot_be_made_takes_nothing_from_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def make(_: commit.Commit, name: str, python: object) -> list[Path]:
        assert python is None
        if name == "portable":
            sys.exit("a command is missing")
        place = tmp_path / f"statveil_1.2+{name}_amd64.deb"
        place.write_text(name)
        return [place]

    monkeypatch.setattr(building, "read_commit", lambda _: COMMIT)
    monkeypatch.setattr(building, "_make", make)
    monkeypatch.setattr(sys, "argv", ["build", str(tmp_path)])

    with pytest.raises(SystemExit, match="missing"):
        building.main()

    sums = "".join(
        f"{hashlib.sha256(name.encode()).hexdigest()}  statveil_1.2+{name}_amd64.deb\n"
        for name in ("deb12", "deb13")
    )
    assert (tmp_path / "SHA256SUMS").read_text() == sums
    assert "statveil_1.2+deb13_amd64.deb" in capsys.readouterr().out
