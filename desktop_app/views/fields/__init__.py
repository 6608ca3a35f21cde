"""Fields and cards that a user types into or chooses from."""
