"""Reading and writing of taxonomy files, and the taxonomies shipped with the program."""

from core.io.taxonomies.shipped import Shipped, is_shipped, list_shipped, taxonomy_path
from core.io.taxonomies.taxonomy_draft import TaxonomyKind
from core.io.taxonomies.taxonomy_reader import TaxonomyProbe, read_cached, recall_probe
from core.io.taxonomies.taxonomy_writer import write_taxonomy
