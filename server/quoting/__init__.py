"""The quoting API: geometry, materials, finishes, quotes."""
