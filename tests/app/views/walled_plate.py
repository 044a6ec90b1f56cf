"""A part with a wall and holes that differ from one revision to the next."""

from pathlib import Path

from tests.support import draw


def plate(folder: Path, name: str, *, hole_mm: float, wall_mm: float) -> Path:
    """Draw a plate of 60 by 40 by 6 with three holes, one as wide as asked, and a wall that stands on it."""
    body = draw.fuse(draw.box((60, 40, 6)), draw.box((wall_mm, 40, 14), (28, 0, 5)))
    holes = [draw.cylinder(hole_mm / 2, 10, (10, 10, -1))]
    holes += [draw.cylinder(2.5, 10, (x, 30, -1)) for x in (10, 50)]
    return draw.write_step(draw.cut(body, *holes), folder / name)
