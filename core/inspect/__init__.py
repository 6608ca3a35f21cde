"""What the columns of a file suggest: roles, units, zeros, relations, what was masked before."""
