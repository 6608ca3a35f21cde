"""What the records of a cluster get instead of their own values: the representatives."""

from core.protect.representatives.masked_columns import (
    masked_contents,
    represent,
    represent_column_of,
)
from core.protect.representatives.representative import NumberRepresentative
from core.protect.representatives.representative_registry import (
    NUMBER_REPRESENTATIVES,
    number_representative,
)

__all__ = [
    "NUMBER_REPRESENTATIVES",
    "NumberRepresentative",
    "masked_contents",
    "number_representative",
    "represent",
    "represent_column_of",
]
