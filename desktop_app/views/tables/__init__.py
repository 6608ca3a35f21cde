"""Tables, and what can be done with any of them."""
