"""The parts Sprue ships, drawn here: `python -m tests.support.sample_parts` writes them anew."""

import re
from pathlib import Path

from OCP.TopoDS import TopoDS_Shape

from tests.support import draw

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
BOSS_CENTERS = ((-43.0, -23.0), (43.0, -23.0), (-43.0, 23.0), (43.0, 23.0))


def gear_housing() -> TopoDS_Shape:
    """Draw an investment-cast housing, 164 x 80 x 34 mm, with faults a caster would point at.

    A tray of 4 mm walls on two ears. One rib is 1.2 mm thin, the ribs, the bearing seat and two of the
    four screw bosses meet the floor without a fillet, and an oil hole crosses the wall, out of every
    pull's reach.
    """
    outer = draw.fillet(
        draw.box((120, 80, 34), (-60, -40, 0)), 8, (-60, -40, 17), (60, -40, 17), (-60, 40, 17), (60, 40, 17)
    )
    inner = draw.fillet(
        draw.box((112, 72, 40), (-56, -36, 4)), 4, (-56, -36, 24), (56, -36, 24), (-56, 36, 24), (56, 36, 24)
    )
    tray = draw.cut(outer, draw.fillet(inner, 2, (0, -36, 4)))

    ears = [
        draw.fuse(draw.box((12, 24, 6), (x - 6, -12, 0)), draw.cylinder(12, 6, (x + sign * 6, 0, 0)))
        for x, sign in ((-64, -1), (64, 1))
    ]
    tray = draw.fuse(
        tray, *(draw.cut(ear, draw.box((116, 72, 10), (-58, -36, -1))) for ear in ears), at_once=False
    )

    seat = draw.cylinder(17, 13, (0, 0, 3.5))
    bosses = [draw.cylinder(7, 22.5, (x, y, 3.5)) for x, y in BOSS_CENTERS]
    rib = draw.box((46, 1.2, 11.5), (-58, -0.6, 3.5))
    thick_rib = draw.box((46, 3, 11.5), (12, -1.5, 3.5))
    body = draw.fuse(tray, seat, *bosses, rib, thick_rib, at_once=False)
    body = draw.fillet(body, 2, *((x - 7, y, 4) for x, y in BOSS_CENTERS[:2]))

    screws = [
        draw.fuse(
            draw.cylinder(2.1, 16, (x, y, 26), (0, 0, -1)), draw.cone(2.1, 0, 1.26, (x, y, 10), (0, 0, -1))
        )
        for x, y in BOSS_CENTERS
    ]
    bearing = [draw.cylinder(11, 9, (0, 0, 7.5)), draw.cylinder(6, 20, (0, 0, -1))]
    mounting = [
        draw.fuse(draw.cylinder(3.3, 10, (x, 0, -1)), draw.cone(3.3, 6.3, 3, (x, 0, 3))) for x in (-70, 70)
    ]
    oil = draw.cylinder(2.5, 10, (30, -41, 20), (0, 1, 0))
    return draw.cut(body, *screws, *bearing, *mounting, oil, at_once=False)


def drilled_plate() -> TopoDS_Shape:
    """Draw a plate, 60 x 40 x 8 mm, with one through hole of 10 mm in its middle.

    `sprue selfcheck` analyzes it and compares with what follows from these numbers.
    """
    return draw.cut(draw.box((60, 40, 8)), draw.cylinder(5, 10, (30, 20, -1)))


SAMPLES = {"sample_parts/gear_housing": gear_housing, "selfcheck/drilled_plate": drilled_plate}


def write(sample: str, folder: Path | None = None) -> Path:
    """Write one part where it ships from; the time stamp is fixed, so that drawing it again is no change."""
    shipped = RESOURCES / f"{sample}.step"
    name = shipped.stem
    path = draw.write_step(SAMPLES[sample](), (folder or shipped.parent) / shipped.name)
    text = path.read_text()
    text = re.sub(r"FILE_NAME\('[^']*','[^']*'", f"FILE_NAME('{name}','2026-01-01T00:00:00'", text)
    path.write_text(re.sub(r"Open CASCADE STEP translator [^']*", name, text))
    return path


if __name__ == "__main__":
    for sample in SAMPLES:
        print(write(sample))
