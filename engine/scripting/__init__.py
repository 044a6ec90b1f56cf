"""Sprue from Python: analyze a part and go on with what was found, in a script or a notebook."""
