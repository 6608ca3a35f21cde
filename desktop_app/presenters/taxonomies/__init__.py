"""Which taxonomies fit the columns, and what they make of them."""
