"""Reading and writing of taxonomy files, and the taxonomies shipped with the program."""

from core.io.taxonomies.shipped import Shipped, is_shipped, shipped, taxonomy_path
from core.io.taxonomies.taxonomy_draft import TaxonomyKind
from core.io.taxonomies.taxonomy_reader import TaxonomyProbe, cached_taxonomy, remembered_probe
from core.io.taxonomies.taxonomy_writer import write_taxonomy

__all__ = [
    "Shipped",
    "TaxonomyKind",
    "TaxonomyProbe",
    "cached_taxonomy",
    "is_shipped",
    "remembered_probe",
    "shipped",
    "taxonomy_path",
    "write_taxonomy",
]
