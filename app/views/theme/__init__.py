"""How the program looks: colors by meaning, the palette made of them, icons drawn in them."""
