"""What the parts bring along and the program never uses: a third of their size.

Left out are tests, sources and headers, the tools and the languages of Qt that nobody calls, and
all that opens network connections.
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

# Names in the folder of the libraries, as `Path.glob` reads them.
_FILES = (
    *("pandas/tests", "numba/tests", "numba/cuda/tests", "llvmlite/tests", "pyarrow/tests"),
    *("matplotlib/tests", "mpl_toolkits/*/tests", "numpy/**/tests", "fontTools/**/tests"),
    *("pyarrow/include", "pyarrow/includes", "pyarrow/src", "matplotlib/backends/web_backend"),
    *(f"**/*.{ending}" for ending in ("pyi", "pxd", "pxi", "pyx", "h", "hpp", "c", "cpp", "a")),
    *(f"PySide6/{name}" for name in ("typesystems", "glue", "include", "doc", "support", "lib")),
    *("PySide6/scripts", "PySide6/libpyside6qml*"),
    *(f"PySide6/Qt/{name}" for name in ("qml", "metatypes", "libexec", "modules")),
    *(f"pyarrow/*{name}*" for name in ("flight", "s3", "gcsfs", "azurefs", "cuda", "hdfs")),
    *("pyarrow/_pyarrow_cpp_tests*", "pyarrow/conftest.py", "pyarrow/_substrait*"),
)
_PLUGINS = (
    *("platforms", "platformthemes", "imageformats", "iconengines", "xcbglintegrations"),
    *("platforminputcontexts", "wayland-*"),
)
_NO_PLUGINS = (
    *(f"platforms/libq{name}*" for name in ("eglfs", "linuxfb", "vnc", "vkkhr", "minimalegl")),
    *("platforms/libqwayland-brcm*", "platforminputcontexts/libqtvirtualkeyboard*"),
    *("imageformats/libqpdf*", "wayland-graphics-integration-server"),
)
_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtDBus")
_LIBRARIES = (
    *("Core", "Gui", "Widgets", "Svg", "DBus", "XcbQpa", "OpenGL"),
    *("WaylandClient", "WlShellIntegration", "WaylandEglClientHwIntegration"),
)
_TRANSLATIONS = ("qt_", "qtbase_")

# On Windows all of Qt lies in the folder PySide6 itself.
_WINDOWS_FILES = (
    *(f"PySide6/{name}" for name in ("qml", "metatypes", "resources", "*.exe", "pyside6qml*")),
    # A drawing library for OpenGL, which nothing here draws with.
    "PySide6/opengl32sw.dll",
    *("**/*.lib", "pyarrow/arrow_substrait.dll"),
    # Libraries of Microsoft's that no part loads.
    *(f"*/{name}140.dll" for name in ("concrt", "vcamp", "vccorlib", "vcomp")),
)
_WINDOWS_PLUGINS = ("platforms", "styles", "imageformats", "iconengines")
_NO_WINDOWS_PLUGINS = ("platforms/qdirect2d.dll", "platforms/qminimal.dll", "imageformats/qpdf.dll")
_WINDOWS_LIBRARIES = ("Core", "Gui", "Widgets", "Svg", "DBus", "OpenGL")


def leave_out(site: Path) -> None:
    """Remove what the program never uses from a folder of installed libraries.

    Folders in which nothing is left are removed, too.
    """
    for pattern in _FILES:
        for path in list(site.glob(pattern)):
            _remove(path)
    qt = site / "PySide6"
    if (qt / "plugins").is_dir():
        _leave_out_of_windows(site, qt)
    else:
        _leave_out_of_linux(qt)
    # Each folder comes after those in it.
    for path in sorted(site.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _leave_out_of_linux(qt: Path) -> None:
    _keep(qt.glob("Qt*.abi3.so"), lambda name: name.split(".")[0] in _MODULES)
    # The tools have no ending.
    _keep((path for path in qt.glob("*") if path.is_file()), lambda name: "." in name)
    _keep(
        (qt / "Qt/lib").glob("libQt6*"),
        lambda name: name.removeprefix("libQt6").split(".")[0] in _LIBRARIES,
    )
    _keep_languages(qt / "Qt/translations")
    _keep_plugins(qt / "Qt/plugins", _PLUGINS, _NO_PLUGINS)


def _leave_out_of_windows(site: Path, qt: Path) -> None:
    for pattern in _WINDOWS_FILES:
        for path in list(site.glob(pattern)):
            _remove(path)
    _keep(qt.glob("Qt*.pyd"), lambda name: name.split(".")[0] in _MODULES)
    _keep(
        qt.glob("Qt6*.dll"),
        lambda name: name.removeprefix("Qt6").split(".")[0] in _WINDOWS_LIBRARIES,
    )
    _keep_languages(qt / "translations")
    _keep_plugins(qt / "plugins", _WINDOWS_PLUGINS, _NO_WINDOWS_PLUGINS)


def _keep_languages(folder: Path) -> None:
    _keep(
        folder.glob("*"),
        lambda name: name.startswith(_TRANSLATIONS) and not name.startswith("qt_help_"),
    )


def _keep_plugins(folder: Path, wanted: tuple[str, ...], unwanted: tuple[str, ...]) -> None:
    kept = {path for pattern in wanted for path in folder.glob(pattern)}
    for path in [path for path in folder.glob("*") if path not in kept]:
        _remove(path)
    for pattern in unwanted:
        for path in list(folder.glob(pattern)):
            _remove(path)


def _keep(paths, wanted) -> None:
    for path in list(paths):
        if not wanted(path.name):
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def correct_records(site: Path) -> None:
    """Take what is not there out of the lists that each part keeps of its files."""
    for record in sorted(site.glob("*.dist-info/RECORD")):
        with record.open(newline="", encoding="utf-8") as file:
            rows = [row for row in csv.reader(file) if _is_there(site, row[0])]
        with record.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(sorted(rows))


def _is_there(site: Path, name: str) -> bool:
    return not name.startswith("..") and (site / name).is_file()
