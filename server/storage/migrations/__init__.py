"""The way from an empty database, or an older one, to the tables of `models`."""

HEAD = "0015"
"""The newest version; a test holds it to the files."""
