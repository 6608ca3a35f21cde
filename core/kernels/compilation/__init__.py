"""How kernels are compiled, ahead of their use, and kept from one start to the next."""
