"""Numbers out of columns: what distances, ranks and measures are computed from."""

from core.encode.numbering import by_first_appearance
from core.encode.numbers import numbers, spelled_out
from core.encode.ranks import Ranked, rank
from core.encode.rows import take
from core.encode.standard import Standard, standard

__all__ = [
    "Ranked",
    "Standard",
    "by_first_appearance",
    "numbers",
    "rank",
    "spelled_out",
    "standard",
    "take",
]
