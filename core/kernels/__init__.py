"""Compiled kernels: the only room that imports numba; arrays in, arrays out.

Kernels are serial and free of ``fastmath``: the same data gives the same bits on every machine
and for any number of threads. They keep no hold of the interpreter's lock.
"""

from core.kernels.cache_folder import choose

# Before any module of this room imports numba, which reads the folder once.
choose()

from core.kernels import compiling  # noqa: E402, F401 - listens from the first compilation on
from core.kernels.keeping import keep_kernels  # noqa: E402

# Before any module of this room has a kernel.
keep_kernels()
