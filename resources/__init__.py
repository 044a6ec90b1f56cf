"""Data, not code: rule packs, the catalog, icons and sample parts, and where they lie."""

from pathlib import Path

REPORT_SCRIPTS = (
    "report/three.min.js",
    "report/settings.js",
    "report/shape.js",
    "report/shaders.js",
    "report/scene.js",
    "report/camera.js",
    "report/bodies.js",
    "report/viewer.js",
    "report/start.js",
)
"""What the page of a report runs, in order; who serves it names their digests."""


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
