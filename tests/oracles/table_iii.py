"""Table III of the t-closeness paper: cluster sizes on Census by k and t.

The paper prints the least and the average size; they are the same in every cell, and for both
confidential attributes.
"""

from __future__ import annotations

LEVELS = (0.01, 0.05, 0.09, 0.13, 0.17, 0.21, 0.25)
TABLE_III = {
    2: (49, 10, 6, 4, 3, 3, 2),
    5: (49, 10, 6, 5, 5, 5, 5),
    10: (49, 10, 10, 10, 10, 10, 10),
    15: (49, 15, 15, 15, 15, 15, 15),
    20: (49, 20, 20, 20, 20, 20, 20),
    25: (49, 25, 25, 25, 25, 25, 25),
    30: (49, 30, 30, 30, 30, 30, 30),
}
CELLS = [(k, t, size) for k, row in TABLE_III.items() for t, size in zip(LEVELS, row, strict=True)]
