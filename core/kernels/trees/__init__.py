"""Trees over points and over tuples of categories, and the searches in them."""
