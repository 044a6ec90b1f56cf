"""The part in the scene: its surface in the colors of a layer, its lines, its outline, the cap of a cut."""

import numpy as np
import pyvista as pv
from numpy.typing import NDArray
from vtkmodules.vtkRenderingCore import vtkTexture

from app.views.viewport import plotter
from app.views.viewport.edges import Edges
from app.views.viewport.mesh import Floats, PartMesh
from app.views.viewport.plotter import Drawn, Plotter
from app.views.viewport.section import Section

EDGE_PX, TANGENT_PX, OUTLINE_PX, HOVER_PX = 1.3, 1.0, 3.2, 2.0
TANGENT_OPACITY = 0.28
HIDDEN_OPACITY = 0.3
"""Of an outline where the part hides it."""
IN_FRONT, FAR_IN_FRONT, THROUGH = -2.0, -6.0, -60000.0
"""How far lines are drawn before surfaces, so that neither swallows the other."""


class PartActor:
    """Everything drawn of one part; the scene renders on request, not when this changes."""

    def __init__(self, stage: Plotter, mesh: PartMesh, edges: Edges) -> None:
        self.mesh = mesh
        self._edges = edges
        self._stage = stage
        self._hidden: frozenset[int] = frozenset()
        self._shows_edges = True
        self.body = plotter.surface(mesh.vertices, mesh.triangles, _normals(mesh))
        self.layer_texture = LayerTexture()
        self._surface = stage.put_surface(self.body)
        self._lines = stage.put_lines(IN_FRONT)
        self._tangents = stage.put_lines(IN_FRONT, TANGENT_OPACITY)
        self._outline = stage.put_lines(FAR_IN_FRONT)
        self._outline_behind = stage.put_lines(THROUGH, HIDDEN_OPACITY)
        self._hover = stage.put_lines(FAR_IN_FRONT, 0.75)
        self._cap = stage.put_surface(pv.PolyData())
        self.hide(frozenset())

    def remove(self) -> None:
        """Take everything out of the scene."""
        for actor in self._all():
            self._stage.take_out(actor)

    def paint(self, edge: str, outline: str, cap: str) -> None:
        """Use the colors of a theme."""
        for actor, color in (
            (self._lines, edge),
            (self._tangents, edge),
            (self._outline, outline),
            (self._outline_behind, outline),
            (self._hover, outline),
            (self._cap, cap),
        ):
            actor.paint(color)

    def set_density(self, density: float) -> None:
        """Draw lines as thick on a screen of this many pixels a point as on one of one."""
        for actor, width in (
            (self._lines, EDGE_PX),
            (self._tangents, TANGENT_PX),
            (self._outline, OUTLINE_PX),
            (self._outline_behind, OUTLINE_PX),
            (self._hover, HOVER_PX),
        ):
            actor.actor.GetProperty().SetLineWidth(width * density)

    def show_texture(self, rows: NDArray[np.uint8], u: NDArray[np.float32], v: NDArray[np.float32]) -> None:
        """Color the part by a texture and the texture coordinates of each vertex."""
        self.layer_texture.show(rows)
        self.body.active_texture_coordinates = plotter.single(np.column_stack([u, v]))
        self._surface.mapper.ScalarVisibilityOff()
        self._surface.actor.SetTexture(self.layer_texture.vtk_texture)
        self._surface.paint("#ffffff")

    def show_colors(self, colors: NDArray[np.uint8]) -> None:
        """Color each vertex (V, 3) as the server painted it."""
        self._surface.actor.SetTexture(None)  # type: ignore[arg-type]
        self.body.point_data.set_scalars(plotter.any_type(colors), plotter.COLORS)
        self._surface.mapper.ScalarVisibilityOn()

    def show_plain(self, color: str) -> None:
        """Color the part evenly."""
        self._surface.actor.SetTexture(None)  # type: ignore[arg-type]
        self._surface.mapper.ScalarVisibilityOff()
        self._surface.paint(color)

    def hide(self, faces: frozenset[int]) -> None:
        """Leave these faces out, with their lines."""
        self._hidden = faces
        triangles = self.mesh.triangles
        if faces:
            triangles = triangles[~np.isin(self.mesh.face_of_triangle, sorted(faces))]
        self.body.regular_faces = plotter.any_type(triangles)
        self.show_edges(self._shows_edges)

    def show_edges(self, is_on: bool) -> None:
        """Draw the lines where faces meet, or leave them out; outlines stay."""
        self._shows_edges = is_on
        for actor, is_tangent in ((self._lines, False), (self._tangents, True)):
            found = self._edges.lines(self._hidden, tangent=is_tangent)
            self._set_lines(actor, found if is_on else found[:0])

    def outline(self, faces: frozenset[int]) -> None:
        """Draw the border of these faces together; what the part hides of it shows through faintly."""
        lines = self._edges.outline(faces - self._hidden)
        self._set_lines(self._outline, lines)
        self._set_lines(self._outline_behind, lines)

    def hover(self, face: int | None) -> None:
        """Draw the border of the face under the pointer."""
        faces = frozenset() if face is None or face in self._hidden else frozenset({face})
        self._set_lines(self._hover, self._edges.outline(faces))

    def cut(self, section: Section | None) -> None:
        """Cut everything open, and take the cap away."""
        for actor in self._all()[:-1]:
            actor.cut(section)
        self._cap.show(pv.PolyData())

    def close_cut(self, section: Section) -> None:
        """Close the cut."""
        self._cap.show(plotter.cap(self.body, section))

    def _all(self) -> tuple[Drawn, ...]:
        return (
            self._surface,
            self._lines,
            self._tangents,
            self._hover,
            self._outline,
            self._outline_behind,
            self._cap,
        )

    def _set_lines(self, drawn: Drawn, pairs: NDArray[np.int64]) -> None:
        drawn.show(plotter.lines(self.mesh.vertices, pairs))


class LayerTexture:
    """The texture by which the graphics card colors a layer: one of VTK, changed in place."""

    def __init__(self) -> None:
        self.vtk_texture = vtkTexture()
        self.vtk_texture.InterpolateOff()  # a limit is a line, not a slope
        self.vtk_texture.MipmapOff()
        self.vtk_texture.RepeatOff()
        self.vtk_texture.SetWrap(vtkTexture.ClampToEdge)
        self.vtk_texture.SetColorModeToDirectScalars()

    def show(self, rows: NDArray[np.uint8]) -> None:
        """Set the texels, (R, N, 3) sRGB."""
        self.vtk_texture.SetInputData(plotter.image(rows))
        self.vtk_texture.Modified()


def _normals(mesh: PartMesh) -> Floats | None:
    """Return the normals, where every vertex has one; VTK shades flat without."""
    if not len(mesh.normals) or not (np.einsum("ij,ij->i", mesh.normals, mesh.normals) > 0.5).all():
        return None
    return mesh.normals
