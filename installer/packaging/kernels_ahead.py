"""Compiles the kernels of a package ahead, so that no computer has to do it at its first start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# Kernels name the folder of the libraries that they were compiled with. From here it is the same
# wherever a package is made.
_PLACE = Path("/tmp/statveil-kernels")


def compile_kernels(site: Path, python: str) -> None:
    """Compile the kernels of the program in `site`, and let the package hold them.

    Parameters
    ----------
    site : Path
        The folder with all parts.
    python : str
        Place of the Python that the package is for. Where it is missing the package is made
        without compiled kernels.
    """
    try:
        _PLACE.symlink_to(site)
    except FileExistsError:
        sys.exit(f"Statveil: {_PLACE} is in the way; remove it if no other package is being made.")
    environment = {"PYTHONPATH": str(_PLACE), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"}
    command = [python, "-P", "-s", "-B", "-m", "core.compiling_ahead"]
    try:
        ended = subprocess.run(command, check=False, cwd="/", env={**environment, **_path()})
    except FileNotFoundError:
        sys.stdout.write(
            f"Statveil: {python} is missing, so the kernels of this package are not compiled "
            "ahead. Make it where that Python is installed.\n"
        )
        return
    finally:
        _PLACE.unlink()
    if ended.returncode != 0:
        sys.exit("Statveil: the kernels could not be compiled; see above. No package was written.")


def _path() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
