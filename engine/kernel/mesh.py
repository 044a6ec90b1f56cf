"""The analysis mesh of a part: what `engine.meshing` needs to know, read from OCCT, and meshed."""

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepTools import BRepTools
from OCP.TopoDS import TopoDS_Face

from engine.kernel.brep import Brep
from engine.kernel.read_coedges import read_coedges
from engine.kernel.read_curves import read_curves
from engine.kernel.read_patches import tabulate
from engine.meshing import density
from engine.meshing.free_grid import cells, sample
from engine.meshing.geometry import Geometry, distance_from_axis, points_on_faces
from engine.meshing.mesh import mesh as mesh_geometry
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.progress import Progress
from engine.surfaces.kind import FREEFORM


def mesh(brep: Brep, part: Part, options: MeshOptions, progress: Progress) -> Mesh:
    """Mesh the bodies of a part for analysis.

    Raises
    ------
    InvalidOption
        An option is zero, negative or no number.
    MeshTooLarge
        The options ask for more triangles than can be handled; the message names what works.
    KernelError
        The part's borders do not bound its faces.
    Cancelled
        The caller of `progress` wants out.
    """
    density.check(options)
    return mesh_geometry(read_geometry(brep, part, progress), brep.body_of_face, options, progress)


def read_geometry(brep: Brep, part: Part, progress: Progress) -> Geometry:
    """Read surfaces, edges and coedges from OCCT."""
    wanted = np.flatnonzero(brep.body_of_face >= 0)
    faces = tuple(brep.faces[face] for face in wanted.tolist())
    inner = np.nan_to_num(np.array([part.faces[face].inner_point for face in wanted.tolist()]).reshape(-1, 3))
    area = np.array([part.faces[face].area_mm2 for face in wanted.tolist()])
    traced = brep.boundaries
    progress.check()
    patches = tabulate(faces, inner)
    loops = [coedge for face in wanted.tolist() for loop in traced.loops_of_face[face] for coedge in loop]
    read_edges = read_curves(traced.edges, [coedge.shape for coedge in loops if coedge.edge < 0])
    progress.check()
    coedges, _ = read_coedges(brep, wanted, traced, read_edges, patches)
    grids = {}
    for index in np.flatnonzero(patches.kind == FREEFORM).tolist():
        progress.check()
        grids[index] = sample(patches.evaluators[index], uv_box(patches.adaptors[index], faces[index]))
    distance = distance_from_axis(patches, *points_on_faces(part, wanted, inner))
    return Geometry(
        wanted,
        patches,
        distance,
        area,
        grids,
        *cells(grids, area),
        read_edges.curves,
        coedges,
        part.diagonal_mm,
    )


def uv_box(adaptor: BRepAdaptor_Surface, face: TopoDS_Face) -> tuple[float, float, float, float]:
    """Return the first and last parameter of a face along u, and those along v, where its surface is."""
    u0, u1, v0, v1 = BRepTools.UVBounds_s(face)
    if not adaptor.IsUPeriodic():
        u0, u1 = max(u0, adaptor.FirstUParameter()), min(u1, adaptor.LastUParameter())
    if not adaptor.IsVPeriodic():
        v0, v1 = max(v0, adaptor.FirstVParameter()), min(v1, adaptor.LastVParameter())
    return u0, u1, v0, v1
