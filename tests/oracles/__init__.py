"""Plain, slow implementations written from the definitions alone; they import nothing of core."""
