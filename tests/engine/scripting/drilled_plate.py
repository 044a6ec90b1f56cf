"""A plate of 60 × 40 × 8 mm with a hole of 10 mm, analyzed once for every test that looks at its result."""

import math
import weakref
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import tasks
from engine.progress import Progress
from engine.scripting.result import Result
from tests.support import draw

LENGTH_MM, WIDTH_MM, HEIGHT_MM, BORE_MM = 60.0, 40.0, 8.0, 10.0
VOLUME_CM3 = (LENGTH_MM * WIDTH_MM - math.pi / 4.0 * BORE_MM**2) * HEIGHT_MM / 1e3


def write(folder: Path) -> Path:
    plate = draw.box((LENGTH_MM, WIDTH_MM, HEIGHT_MM))
    bore = draw.cylinder(BORE_MM / 2.0, HEIGHT_MM, (20.0, 20.0, 0.0))
    return draw.write_step(draw.cut(plate, bore), folder / "plate.step")


@lru_cache
def result() -> Result:
    """Analyze it in this process, as the one of an `Analyzer` does."""
    folder = TemporaryDirectory()
    result_folder = Path(folder.name) / "result"
    asked = {
        "file": str(write(Path(folder.name))),
        "folder": str(result_folder),
        "max_edge_mm": 4.0,
        "curvature": None,
        "pull": "cardinal",
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
        "with_report": False,
        "names_drawn": False,
    }
    tasks.analyze(asked, Progress())
    found = Result(result_folder)
    weakref.finalize(found, folder.cleanup)
    return found
