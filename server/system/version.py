"""Which version this is: of the program, and of the interface it speaks."""

from importlib.metadata import PackageNotFoundError, version

API = "v1"
"""The interface's version, as it stands in paths. A client that speaks another has nothing to ask here."""


def of_program() -> str:
    """Return the program's version."""
    try:
        return version("sprue")
    except PackageNotFoundError:  # a checkout that was not installed
        return "0"
