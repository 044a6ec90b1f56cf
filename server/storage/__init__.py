"""Where uploads and results lie, and the links by which results are fetched."""
