"""A plate of 60 × 40 × 8 mm with a hole of 10 mm, analyzed once for every test that looks at its result."""

import math
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.scripting.analyzer import Analyzer
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
    with TemporaryDirectory() as folder, Analyzer() as analyzer:
        return analyzer.analyze(write(Path(folder)), pictures=False, max_edge_mm=4.0)
