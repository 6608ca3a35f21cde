"""Where compiled kernels are kept from one start to the next.

All versions of the program share a folder. The files of a kernel are named by what it was compiled
from (`sources`): after an update nothing old is run, and only what changed is compiled again.
Kernels that were not used for `UNUSED_DAYS` are removed.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from glob import escape
from pathlib import Path

from core import __version__
from core.abandoned import own_prefix, remove_abandoned
from core.kernels.compilation import ahead

VARIABLE = "NUMBA_CACHE_DIR"
UNUSED_DAYS = 90
"""How long a kernel is kept after its last use."""
# The folder of all kernels, whose sources `state` hashes.
KERNELS = Path(__file__).parents[1]
_KIND = "statveil-kernels"
_DAY_SECONDS = 86_400
# Folders that this process made for itself alone.
_temporary: list[Path] = []


def choose() -> Path | None:
    """Set the folder in which numba keeps compiled kernels, through the environment.

    All its other settings are taken out of the environment: what a run computes must not depend
    on them, and a wrong one would end it. Where kernels come with the program, they are used until
    those for the processor of this computer are all compiled.

    Returns
    -------
    Path or None
        A folder of ours, named by the processor if kernels that were compiled ahead are used: in
        the one that the user set in ``NUMBA_CACHE_DIR``; else in the user's own cache folder;
        else, where that cannot be written, in a temporary one, which is removed when the process
        ends. ``None`` if no folder can be written.
    """
    for name in [name for name in os.environ if name.startswith("NUMBA_") and name != VARIABLE]:
        del os.environ[name]
    folder_given = os.environ.get(VARIABLE)
    processors = {ahead.folder_name(name): name for name in (None, *ahead.PROCESSORS)}
    if (
        folder_given and Path(folder_given).name in processors
    ):  # the process that started this one chose it
        if processor := processors[Path(folder_given).name]:
            ahead.choose(processor)
        return Path(folder_given)
    cache = user_folder(os.environ, sys.platform, _home()) / "statveil" / "kernels"
    kernel_folder = Path(folder_given or cache) / ahead.folder_name()
    processor = ahead.find_shipped(state()) if ahead.has_shipped() else None
    if processor and not ahead.is_complete(kernel_folder, state()):
        ahead.choose(processor)
        kernel_folder = kernel_folder.with_name(ahead.folder_name(processor))
    folder = kernel_folder if _writable(kernel_folder) else _make_temporary(kernel_folder.name)
    os.environ[VARIABLE] = str(folder or "")
    return folder


def origin() -> str:
    """Find where kernels come from in this process.

    Returns
    -------
    str
        ``shipped``: with the program; ``baseline``: with it, too, but for older processors, so
        that the window compiles others; ``own``: all of them were compiled for the processor of
        this computer; ``new``: each is compiled when it is first used.
    """
    if ahead.is_baseline():
        return "baseline"
    if ahead.processor_in_use():
        return "shipped"
    folder = os.environ.get(VARIABLE)
    return "own" if folder and ahead.is_complete(Path(folder), state()) else "new"


def lasting() -> Path | None:
    """Find the folder for kernels of this computer's processor, if it outlives the process."""
    folder = os.environ.get(VARIABLE)
    return Path(folder).with_name(ahead.folder_name()) if folder and not _temporary else None


def state(package: Path = KERNELS) -> str:
    """Compute a hash of the sources of all kernels, each with its name and its length.

    Parameters
    ----------
    package : Path, optional
        The folder of the kernels; sources in folders below it count as well.

    Returns
    -------
    str
        16 hexadecimal digits; of no sources, where the program comes without them.
    """
    digest = hashlib.sha256(__version__.encode())
    sources = {path.relative_to(package).as_posix(): path for path in package.rglob("*.py")}
    for name in sorted(sources):
        content = sources[name].read_bytes()
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def user_folder(environment: Mapping[str, str], platform: str, home: Path) -> Path:
    """Find the folder in which `platform` keeps a user's caches."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if platform == "darwin":
        return home / "Library" / "Caches"
    return Path(environment.get("XDG_CACHE_HOME") or home / ".cache")


def remove_unused(folder: Path, now: float) -> None:
    """Remove kernels unused for long from `folder`, and from those of earlier versions next to it.

    Parameters
    ----------
    now : float
        The time, in seconds since 1970. An index was last written or used at the time of its file.
    """
    # Earlier versions had a folder for each state of all kernels.
    for state_folder in (folder, *folder.parent.glob("[0-9a-f]" * 16 + "*")):
        for index in state_folder.glob("*/*.nbi"):
            # Another process may remove them as well.
            with suppress(OSError):
                if index.stat().st_mtime < now - UNUSED_DAYS * _DAY_SECONDS:
                    for path in index.parent.glob(f"{escape(index.name[:-3])}*"):
                        path.unlink()


def remove_temporary() -> None:
    """Remove the folders that serve this process alone; nothing can be kept in them after."""
    while _temporary:
        shutil.rmtree(_temporary.pop(), ignore_errors=True)


def _home() -> Path:
    # An account without a home, or whose home does not exist, gets none from us: an unwritable
    # place sends us to the temporary folder.
    nowhere = Path(os.devnull)
    try:
        home = Path.home()
    except RuntimeError:
        return nowhere
    return home if home.is_dir() else nowhere


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _make_temporary(name: str) -> Path | None:
    """Make a new folder for this process, or ``None`` if none can be made."""
    try:
        remove_abandoned(Path(tempfile.gettempdir()), _KIND)
        made = Path(tempfile.mkdtemp(prefix=own_prefix(_KIND)))
    except OSError:
        return None
    if not _temporary:
        atexit.register(remove_temporary)
    _temporary.append(made)
    # Named like the others, so that processes which are started by this one take it over.
    folder = made / name
    return folder if _writable(folder) else None
