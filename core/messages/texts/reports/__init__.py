"""What the reports say, by code: the whole report, its parts, and the brief for the public."""
