"""What differential privacy needs of the window: masked columns, domains, budget, claim."""
