"""Makes the package for a release of Debian."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
from pathlib import Path

from installer import bundling
from installer.packaging import debian_texts as texts
from installer.packaging.archives import below, write_ar, write_tar_xz
from installer.packaging.commands import COMMANDS, command
from installer.packaging.commit import Commit
from installer.packaging.debian_texts import Debian
from installer.packaging.kernels_ahead import compile_kernels
from installer.packaging.libraries import Parts, fill, licences_of, read_parts

_HERE = Path(__file__).parent
_ICONS = "icons/hicolor/scalable"


def make_package(commit: Commit, debian: Debian) -> Path:
    """Write the package into ``dist`` and return its place."""
    place = commit.root / "dist" / f"statveil_{texts.version(commit, debian)}_amd64.deb"
    with tempfile.TemporaryDirectory(prefix="statveil-build-") as made:
        folder = Path(made)
        parts = read_parts(commit, debian.python, folder)
        tree = folder / "tree"
        _environment(tree / "opt/statveil", parts, commit, debian)
        _commands(tree)
        _desktop(tree / "usr/share", commit)
        _documents(tree / "usr/share", parts, commit, debian)
        pack(tree, write_control(folder / "control", tree, commit, debian), place, commit.moment)
    return place


def _environment(home: Path, parts: Parts, commit: Commit, debian: Debian) -> None:
    """Make an environment for Debian's Python in which nothing of the system is imported."""
    site = home / f"lib/python{debian.python}/site-packages"
    site.mkdir(parents=True)
    fill(site, parts, commit, debian.python)
    compile_kernels(site, f"/usr/bin/python{debian.python}")
    (home / "bin").mkdir()
    (home / "bin/python3").symlink_to(f"/usr/bin/python{debian.python}")
    (home / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {debian.python}\n"
    )


def _commands(tree: Path) -> None:
    (tree / "usr/bin").mkdir(parents=True)
    for name, function in COMMANDS.items():
        program = tree / "opt/statveil/bin" / name
        # Nothing of the user's own, and nothing from the folder in which it is called (-I).
        program.write_text(f"#!/opt/statveil/bin/python3 -IB\n{command(function)}")
        program.chmod(0o755)
        (tree / "usr/bin" / name).symlink_to(f"/opt/statveil/bin/{name}")


def _desktop(share: Path, commit: Commit) -> None:
    for source, target in (
        (_HERE / "desktop/statveil.desktop", "applications/statveil.desktop"),
        (_HERE / "desktop/statveil.xml", "mime/packages/statveil.xml"),
        (commit.root / "resources/icons/statveil.svg", f"{_ICONS}/apps/statveil.svg"),
        (
            commit.root / "resources/icons/statveil.svg",
            f"{_ICONS}/mimetypes/application-x-statveil.svg",
        ),
    ):
        _write(share / target, source.read_bytes())
    page = (_HERE / "desktop/statveil.1").read_bytes()
    _write(share / "man/man1/statveil.1.gz", _packed(page))
    _write(share / "man/man1/statveil-gui.1.gz", _packed(b".so man1/statveil.1\n"))


def _documents(share: Path, parts: Parts, commit: Commit, debian: Debian) -> None:
    licence = (commit.root / "LICENSE").read_text(encoding="utf-8")
    bill = json.dumps(bundling.bill(parts.of, commit.version), indent=1, ensure_ascii=False)
    folder = share / "doc/statveil"
    _write(folder / "copyright", texts.copyright_file(licence).encode())
    _write(folder / "LICENCES.txt.gz", _packed(licences_of(parts.of, commit).encode()))
    _write(folder / "sbom.cdx.json", (bill + "\n").encode())
    _write(folder / "changelog.gz", _packed(texts.changelog(commit, debian).encode()))
    _write(folder / "CHANGELOG.md.gz", _packed((commit.root / "CHANGELOG.md").read_bytes()))
    overrides = (_HERE / "debian/lintian-overrides").read_bytes()
    _write(share / "lintian/overrides/statveil", overrides)


def write_control(folder: Path, tree: Path, commit: Commit, debian: Debian) -> Path:
    """Write description, sums and scripts of the package."""
    set_up = (commit.root / "installer/set_up.sh").read_text(encoding="utf-8")
    files = [path for path in below(tree) if path.is_file() and not path.is_symlink()]
    blocks = sum(-(-path.stat().st_size // 1024) for path in files)
    others = sum(1 for path in below(tree)) - len(files)
    packages = texts.window_packages(set_up)
    written = texts.control(commit, debian, blocks + others, packages)
    sums = "".join(
        f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree).as_posix()}\n"
        for path in files
    )
    _write(folder / "control", written.encode())
    _write(folder / "md5sums", sums.encode())
    for name, script in (
        ("postinst", texts.after_installing(debian)),
        ("prerm", texts.before_removing()),
        ("postrm", texts.after_removing()),
    ):
        _write(folder / name, script.encode())
        (folder / name).chmod(0o755)
    return folder


def pack(tree: Path, control: Path, place: Path, moment: int) -> None:
    """Make a package of a tree of files and its control files; the tree is removed."""
    data = tree.with_name("data.tar.xz")
    write_tar_xz(tree, data, moment)
    write_tar_xz(control, control.with_name("control.tar.xz"), moment)
    place.parent.mkdir(exist_ok=True)
    write_ar(
        [
            ("debian-binary", b"2.0\n"),
            ("control.tar.xz", control.with_name("control.tar.xz")),
            ("data.tar.xz", data),
        ],
        place,
        moment,
    )
    shutil.rmtree(tree)


def _write(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)
