"""Scripts of `packaging/`, which are no packages, as modules."""

import importlib.util
from pathlib import Path
from types import ModuleType

PACKAGING = Path(__file__).parents[2] / "packaging"


def script(name: str) -> ModuleType:
    """Load a script, as `desktop/program.py`, under a name that nobody imports."""
    path = PACKAGING / name
    spec = importlib.util.spec_from_file_location(f"packaging_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
