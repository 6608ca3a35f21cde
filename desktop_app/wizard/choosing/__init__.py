"""How a method is chosen: by what must be protected, or from the list of all methods."""
