"""One protection method a file, each with its `SPEC`."""
