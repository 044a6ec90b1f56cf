"""Hollows of a part: where the air inside it is wider than its way out, on a grid and then on the mesh."""
