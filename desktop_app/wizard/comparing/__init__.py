"""Methods side by side: what is to be run, running it, and showing what came out."""
