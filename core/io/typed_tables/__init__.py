"""Files that declare the types of their columns: what statistical files and Arrow files share."""
