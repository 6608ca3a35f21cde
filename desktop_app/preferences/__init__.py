"""What an office and a user choose for the program itself, whatever file is open."""
