"""Makes the shipped taxonomies, one module a source: see each module for how to run it."""
