"""What the records of a cluster get instead of their own values: the representatives."""

from core.protect.representatives.masked_columns import (
    masked_contents,
    represent,
    represent_column_of,
)
from core.protect.representatives.representative import (
    CategoryRepresentative,
    Finishing,
    NumberRepresentative,
)
from core.protect.representatives.representative_registry import (
    CATEGORY_REPRESENTATIVES,
    NUMBER_REPRESENTATIVES,
    category_representative,
    number_representative,
)

__all__ = [
    "CATEGORY_REPRESENTATIVES",
    "NUMBER_REPRESENTATIVES",
    "CategoryRepresentative",
    "Finishing",
    "NumberRepresentative",
    "category_representative",
    "masked_contents",
    "number_representative",
    "represent",
    "represent_column_of",
]
