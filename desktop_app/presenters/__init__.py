"""What the pages say and show, computed without Qt."""
