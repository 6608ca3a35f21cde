"""Compiled kernels: the only package that imports numba; arrays in, arrays out.

Kernels are serial and free of ``fastmath``: the same data gives the same bits on every machine
and for any number of threads. They release the interpreter's lock. Expressions over whole arrays
are written as loops: numba names them after an address in memory, and a kernel that is compiled
ahead (`compilation/ahead.py`) would have other bytes each time.
"""

from core.hidden_packages import hide_package
from core.kernels.compilation.cache_folder import choose

# Before any module of this package imports numba, which reads the folder once.
choose()

# Where cffi is installed, numba would read a grammar of C at the first call of a kernel: a tenth of
# a second of every command. This module of numba asks for cffi, once.
with hide_package("cffi"):
    import numba.core.typing.cffi_utils

# Importing it begins the watch, before the first compilation.
from core.kernels.compilation import watching  # noqa: E402
from core.kernels.compilation.keeping import keep_kernels  # noqa: E402

# Before any module of this package has a kernel.
keep_kernels()
