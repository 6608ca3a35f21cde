"""What a kernel was compiled from, so that it is compiled again if that changes, and only then.

numba compiles the kernels that a kernel calls, and the constants that it reads, into it. They come
from the modules that its own module imports, and from those that these import.

Files are named by text, which is a few times as fast as `Path` at each start of the program.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import llvmlite
import numba

from core import __version__

# The folder in which the program's packages lie.
_ROOT = Path(__file__).parents[3].as_posix()
# Which function is called depends on the type of an argument; those functions lie in this folder.
_LATE_BINDING = "from numba.extending import overload"


@cache
def digest_of(module: str) -> str:
    """Compute a digest of all sources that the kernels in `module` are compiled from.

    Returns
    -------
    str
        16 hexadecimal digits, which depend neither on where the program lies nor on when its
        files were written. Where it comes without sources, its version takes their place.
    """
    digest = hashlib.sha256(_describe_compiler())
    for path in sorted(sources_of(Path(module).as_posix()), key=_relative):
        digest.update(f"\0{_relative(path)}\0".encode() + _read(path)[0])
    return digest.hexdigest()[:16]


def sources_of(module: str) -> set[str]:
    """Collect `module` and the program's modules that it imports, directly or through others."""
    sources: set[str] = set()
    unread = {module}
    while unread:
        path = unread.pop()
        sources.add(path)
        unread |= _read(path)[1] - sources
    return sources


@cache
def _describe_compiler() -> bytes:
    """Name what compiles kernels, and how they are written to the disk."""
    writer = _read(Path(__file__).with_name("keeping.py").as_posix())[0]
    return f"{numba.__version__}\0{llvmlite.__version__}\0".encode() + writer


@cache
def _read(module: str) -> tuple[bytes, frozenset[str]]:
    """Compute the digest of a module's text, and find the modules that it imports."""
    try:
        content = Path(module).read_bytes()
    except OSError:
        return __version__.encode(), frozenset()
    text = content.decode("utf-8", "replace")
    imported = set(_imports(text))
    if _LATE_BINDING in text:
        imported |= {path.as_posix() for path in Path(module).parent.glob("*.py")}
    return hashlib.sha256(content).digest(), frozenset(imported)


def _imports(text: str) -> Iterator[str]:
    """Yield the program's modules that a text imports.

    They are looked for in one form of import, which takes a tenth of the time of a parser; a test
    holds that kernels have no other form.
    """
    for statement in f"\n{text}".split("\nfrom core.")[1:]:
        package, _, names = statement.partition(" import ")
        end = ")" if names.startswith("(") else "\n"
        modules = (f"{package}.{name}" for name in re.findall(r"\w+", names.partition(end)[0]))
        yield from filter(None, map(_file_of, (package, *modules)))


@cache
def _file_of(module: str) -> str | None:
    """Find the file of a module of `core`; of a package, what it runs when it is imported."""
    stem = f"{_ROOT}/core/{module.replace('.', '/')}"
    files = (f"{stem}.py", f"{stem}/__init__.py")
    return next((path for path in files if Path(path).is_file()), None)


def _relative(module: str) -> str:
    """Name a module by its place in the program; one from elsewhere by its file's name."""
    return module.removeprefix(_ROOT) if module.startswith(_ROOT) else module.rpartition("/")[2]
