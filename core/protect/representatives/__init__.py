"""What the records of a cluster get instead of their own values: the representatives."""

from core.protect.representatives.blank_categories import leave_false_blank
from core.protect.representatives.masked_columns import (
    contents_of_masked,
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
