"""About the program: version, citation, licences of all parts, and its keys."""
