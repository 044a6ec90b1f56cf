"""The dashboard: where people sign in, make keys, and see what they have used."""
