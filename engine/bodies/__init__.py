"""Parts of several bodies: each body as a part of its own, which of them are equal, and which touch."""
