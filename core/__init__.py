"""Statveil's engine: reads microdata, protects it, measures and releases it; knows no window."""

import os

__version__ = "0.2.0"

# Read once, when numpy loads its linear algebra, by this process and by its children. With more
# threads, sums would depend on the number of processors, and matrices as small as those of the
# measures would take longer.
for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[_name] = "1"
