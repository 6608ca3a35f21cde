"""What the records of a cluster get instead of their own values: the representatives."""

from core.protect.representatives.blank_categories import leave_false_blank
from core.protect.representatives.drawn.mixed_records import MixedRecords
from core.protect.representatives.masked_columns import (
    contents_of_masked,
    represent,
    represent_column_of,
)
from core.protect.representatives.representative import (
    CategoryRepresentative,
    Finishing,
    NumberRepresentative,
    Representative,
    StoredCore,
)
from core.protect.representatives.representative_registry import (
    CATEGORY_REPRESENTATIVES,
    NUMBER_REPRESENTATIVES,
    category_representative,
    list_drawing,
    number_representative,
)
