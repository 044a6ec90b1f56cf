"""What stands in the picture: surfaces, lines before them, cuts and caps, as datasets of pyvista."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from vtkmodules.vtkRenderingCore import vtkRenderWindow

from app.views.viewport import plotter
from app.views.viewport.plotter import Plotter
from app.views.viewport.section import Section
from tests.app.views.viewport import solids

ROOT = Path(__file__).parents[4]
BOX = solids.box(4, 2, 1)


@pytest.fixture
def made():
    return Plotter(vtkRenderWindow())


def test_a_surface_has_the_triangles_it_was_given_in_their_order() -> None:
    body = plotter.surface(BOX.vertices, BOX.triangles, BOX.normals)
    assert np.array_equal(body.regular_faces, BOX.triangles)
    assert body.points.dtype == np.float32
    assert np.allclose(body.point_data.active_normals, BOX.normals)
    assert body.volume == pytest.approx(8.0)
    assert body.area == pytest.approx(2 * (4 * 2 + 4 * 1 + 2 * 1))


def test_lines_have_the_ends_they_were_given_and_no_other_vertices() -> None:
    pairs = np.array([[5, 2], [2, 7]])
    found = plotter.lines(BOX.vertices, pairs)
    assert found.n_cells == 2
    assert found.n_points == 3
    ends = found.points[found.lines.reshape(-1, 3)[:, 1:]]
    assert np.allclose(ends, BOX.vertices[pairs])
    assert plotter.lines(BOX.vertices, pairs[:0]).n_cells == 0


def test_what_is_put_in_is_drawn_until_it_is_taken_out(made: Plotter) -> None:
    body = made.put_surface(plotter.surface(BOX.vertices, BOX.triangles))
    others = made.put_lines(-2.0)
    actors = made.renderer.GetActors()
    assert [actors.IsItemPresent(each.actor) > 0 for each in (body, others)] == [True, True]
    assert body.actor.GetVisibility()
    assert not others.actor.GetVisibility(), "there are no lines yet"
    others.show(plotter.lines(BOX.vertices, np.array([[0, 1]])))
    assert others.actor.GetVisibility()
    made.take_out(others)
    assert [actors.IsItemPresent(each.actor) > 0 for each in (body, others)] == [True, False]


def test_lines_are_drawn_in_their_own_color_whatever_the_light(made: Plotter) -> None:
    looks = made.put_lines(-2.0, 0.5).actor.GetProperty()
    assert (looks.GetLighting(), looks.GetAmbient(), looks.GetDiffuse()) == (False, 0.0, 1.0)
    assert looks.GetOpacity() == 0.5
    assert made.put_surface(plotter.surface(BOX.vertices, BOX.triangles)).actor.GetProperty().GetLighting()


def test_a_cut_keeps_the_side_its_normal_points_to_and_is_undone(made: Plotter) -> None:
    actor = made.put_surface(plotter.surface(BOX.vertices, BOX.triangles))
    actor.cut(Section("x", 1.0))
    actor.cut(Section("x", 3.0))
    planes = actor.mapper.GetClippingPlanes()
    assert planes.GetNumberOfItems() == 1, "one cut takes the place of another"
    plane = planes.GetItem(0)
    assert (plane.GetOrigin(), plane.GetNormal()) == ((3.0, 0.0, 0.0), (-1.0, 0.0, 0.0))
    actor.cut(None)
    assert actor.mapper.GetClippingPlanes() is None or not actor.mapper.GetClippingPlanes().GetNumberOfItems()


def test_texels_lie_as_they_were_given_the_first_row_lowest() -> None:
    rows = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    found = plotter.image(rows)
    assert found.dimensions == (3, 2, 1)
    assert np.array_equal(found.point_data[plotter.COLORS], rows.reshape(-1, 3))
    assert found.point_data[plotter.COLORS].dtype == np.uint8


WITHOUT_A_PART = """
import sys
from PySide6.QtWidgets import QApplication
app = QApplication(["empty"])
from pathlib import Path
from app.state.settings import Settings
from app.views.theme.tokens import LIGHT
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
viewport = Viewport(WindowContext(Settings(Path(sys.argv[1]))), LIGHT)
viewport.show()
app.processEvents()
print([name for name in ("pyvista", "matplotlib", "vtkmodules") if name in sys.modules])
viewport.scene.stage()
print([name for name in ("pyvista", "matplotlib", "vtkmodules") if name in sys.modules])
viewport.stop()
"""


def test_nothing_that_draws_is_loaded_before_there_is_a_part_to_draw(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_PART, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.stdout.splitlines() == ["[]", "['pyvista', 'vtkmodules']"], ended.stderr[-2000:]
