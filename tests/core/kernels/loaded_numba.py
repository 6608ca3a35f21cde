"""Kernels are used in processes that have loaded numba, but neither the engine nor a kernel.

Loading numba takes ten times as long as compiling a kernel of one line.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from tests.core.command_line.loaded_program import LoadedProgram, Run

_FIRST = "import core.kernels\n"
# numba reads its settings when it is loaded, which here is before the program chooses them.
_RELOADING = f"{_FIRST}from numba.core import config; config.reload_config()\n"


def use_kernels(
    numba: LoadedProgram,
    home: Path,
    script: str,
    *words: object,
    environment: Mapping[str, str],
    stdin: str = os.devnull,
) -> Run:
    """Run a script that imports `core.kernels` from the folder `home`, without settings of numba.

    `environment` is added to the variables of this process; `stdin` names a file.
    """
    assert _FIRST in script
    return numba.run(
        [home, *words],
        "import sys; sys.path.insert(0, sys.argv.pop(1))\n" + script.replace(_FIRST, _RELOADING),
        {0: stdin},
        without_numba_settings() | environment,
    )


def without_numba_settings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
