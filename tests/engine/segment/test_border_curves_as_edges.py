"""Along borders a free-form face has the normals of the face it runs into, where it does run into it."""

import math
from dataclasses import replace

import pytest

from engine.features.blends import strips
from engine.graph import build
from engine.model.mesh import MeshOptions
from engine.model.part import Part
from engine.model.surface import Cylinder, Freeform
from engine.progress import Progress
from engine.run_context import RunContext
from engine.segment.assemble import assemble
from tests.support import draw, parts_blends
from tests.support.parts import without_mesh
from tests.support.tessellated import segmented_of


def measured(shape, are_cylinders_known=False) -> Part:
    """Make a part of triangles; cylinders are free-form faces unless they are known."""
    facets, regions, _ = segmented_of(shape)
    free = regions.surfaces
    if not are_cylinders_known:
        free = tuple(Freeform(True, False) if isinstance(each, Cylinder) else each for each in free)
    part, _ = assemble(
        facets, replace(regions, surfaces=free), MeshOptions(max_edge_mm=5.0), "part", "metre", (), Progress()
    )
    return part


def arched(rise_deg: float):
    """Draw a block with an arch along its top that rises from it at an angle."""
    half = 10.0
    radius = half / math.sin(math.radians(rise_deg))
    low = 20.0 - radius * math.cos(math.radians(rise_deg))
    over = draw.box((2 * half, 30, 20), (20 - half, 0, 15))
    arch = draw.common(draw.cylinder(radius, 30, (20, 0, low), draw.Y), over)
    return draw.fuse(draw.box((40, 30, 20)), arch)


@pytest.mark.parametrize(("start_mm", "end_mm"), [(3.0, 3.0), (2.0, 4.0)])
def test_a_free_form_fillet_between_flat_faces_says_the_radii_it_was_drawn_with(start_mm, end_mm):
    part = measured(parts_blends.variable_fillet(draw.box((40, 30, 20)), (20, 0, 20), start_mm, end_mm))
    (strip,) = strips.find(RunContext(without_mesh(part))).values()
    assert strip.min_radius_mm == pytest.approx(start_mm, abs=0.005)
    assert strip.max_radius_mm == pytest.approx(end_mm, abs=0.005)
    assert strip.is_variable == (start_mm != end_mm)


def test_a_free_form_fillet_along_an_ellipse_says_one_radius():
    part = measured(parts_blends.spline_fillet(3.0), are_cylinders_known=True)
    (strip,) = strips.find(RunContext(without_mesh(part))).values()
    assert strip.min_radius_mm == pytest.approx(3.0, abs=0.01)
    assert not strip.is_variable


@pytest.mark.parametrize("rise_deg", [6.0, 10.0])
def test_a_free_form_face_that_meets_a_flat_one_at_a_slight_angle_keeps_its_own_normals(rise_deg):
    part = measured(arched(rise_deg))
    rising = [
        joint.angle_deg
        for joint in build.build(part).joints
        if any(isinstance(part.faces[face].surface, Freeform) for face in joint.faces)
        and joint.angle_deg > 180.0
    ]
    assert rising == pytest.approx([180.0 + rise_deg] * 2, abs=0.2)
