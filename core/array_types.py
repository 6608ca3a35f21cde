"""Types of arrays, named by what their cells are."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Int32s = NDArray[np.int32]
Ints = NDArray[np.int64]
Singles = NDArray[np.float32]
Words = NDArray[np.uint64]
