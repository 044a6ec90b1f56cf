"""Parses a glTF file and checks every number of it: container, accessors, scene."""
