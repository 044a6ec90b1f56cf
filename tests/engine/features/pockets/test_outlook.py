"""Whether a floor that is roofed by about half is seen from outside."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine import pipeline
from engine.features.pockets import outlook, pocket_context
from engine.model.mesh import MeshOptions
from engine.progress import Progress
from tests.support import draw, mutators


def roofed(open_mm: float) -> draw.TopoDS_Shape:
    """Draw a block with a cavity of round corners, 8 deep, open to above as far as some x."""
    box, corners = draw.box((30, 20, 8), (12, 12, 10)), (((12, 22), 10), ((36, 12), 6))
    cavity = draw.fuse(box, *(draw.cylinder(radius, 8, (*at, 10)) for at, radius in corners))
    return draw.cut(draw.box((60, 50, 30)), cavity, draw.box((open_mm - 1.0, 40, 30), (1, 5, 14)))


@pytest.mark.parametrize("turn_deg", [0.0, 20.0, 45.0, 70.0])
@pytest.mark.parametrize(("open_mm", "leads_out"), [(22.0, False), (27.0, True)])
def test_a_floor_roofed_by_nearly_half_is_seen_alike_however_its_file_is_turned(
    open_mm: float, leads_out: bool, turn_deg: float
) -> None:
    written = mutators.turned_about(roofed(open_mm), (1.0, 2.0, 3.0), turn_deg)
    with TemporaryDirectory() as folder:
        path = draw.write_step(written.shape, Path(folder) / "part.step")
        ready = pipeline.prepare(path, MeshOptions(curvature=12, max_edge_mm=1e6), Progress())
    up, bottom = written.turn @ [0.0, 0.0, 1.0], written.turn @ [0.0, 0.0, 10.0] + written.shift
    (floor,) = (
        face
        for face in ready.part.faces
        if face.inner_normal @ up > 0.99 and abs((face.inner_point - bottom) @ up) < 1e-6
    )
    context = pocket_context.build(ready, ())
    low_mm = float(bottom @ up)
    assert outlook.leads_out(context, (floor.id,), (), up, (low_mm, low_mm + 8.0)) is leads_out
