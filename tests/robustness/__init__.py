"""What is left when a process is killed or a disk is full."""
