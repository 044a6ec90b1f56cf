"""Parts of several bodies: each body as a part of its own, and which of them are equal."""
