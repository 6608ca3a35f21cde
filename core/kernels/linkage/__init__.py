"""Which released records are nearest to their own original."""
