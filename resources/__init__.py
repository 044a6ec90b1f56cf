"""Data, not code: rule packs, the catalog, icons and sample parts, and where they lie."""

from pathlib import Path


def path(name: str) -> Path:
    """Return where `name` lies, as `rulepacks/casting.json`: in a checkout, a wheel or a frozen bundle.

    Raises
    ------
    FileNotFoundError
        Nothing of that name is shipped.
    """
    found = Path(__file__).parent / name
    if not found.exists():
        raise FileNotFoundError(f"Sprue ships nothing called {name}; is the installation whole?")
    return found
