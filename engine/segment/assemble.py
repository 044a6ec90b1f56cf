"""A part and its mesh made of a segmented surface mesh, or of its triangles as they stand.

What a STEP file gives exactly, the fitted surfaces give here: edges with normals and curvatures, loops, areas
and volumes. A body whose shell is open has no volume; everything else is told as far as its triangles go.

Without the surfaces that triangles were sampled on, box, volume and area are exactly those of the triangles:
a bore that eighteen chords stand for comes out 2 % too small. A face is then a patch of triangles that fold
gently against each other, flat or free-form. There are no edges and no loops: nothing can be recognized on
such a part, and nothing is.
"""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from engine.model.arrays import Bools, Floats, Ints, frozen
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import BodyId, EdgeId, Face, FaceId, Loop, Part, Source
from engine.model.surface import Freeform, Plane, Surface
from engine.progress import Progress
from engine.segment import border_curves, borders, face_measures, freeform, solids
from engine.segment.borders import RegionBorders
from engine.segment.face_measures import FaceMeasures
from engine.segment.freeform import mean_normals
from engine.segment.projection import tabulate_curves
from engine.segment.remesh import analysis_mesh
from engine.segment.segmented_mesh import SegmentedMesh
from engine.segment.surface_mesh import Regions, SurfaceMesh, numbered
from engine.surfaces.table import SurfaceTable, outward_normals, tabulate


def assemble(
    mesh: SurfaceMesh,
    regions: Regions,
    options: MeshOptions,
    name: str,
    unit: str,
    notes: tuple[str, ...],
    progress: Progress,
) -> tuple[Part, Mesh]:
    """Make the part that triangles stand for, and mesh it for analysis.

    Parameters
    ----------
    name, unit, notes
        As the file tells them; notes on open bodies are added.

    Raises
    ------
    NoSolid
        The triangles are flat or enclose nothing, and so belong to no body.
    InvalidOption
        An option of the mesh is zero, negative or no number.
    MeshTooLarge
        The options ask for more triangles than can be handled.
    Cancelled
        The caller of `progress` wants out.
    """
    solids.refuse_flat(mesh)
    regions = freeform.replace_implausible(mesh, regions)
    region = regions.region_of_triangle
    surface_table = tabulate(list(regions.surfaces), regions.senses.tolist())
    is_free = np.array([isinstance(surface, Freeform) for surface in regions.surfaces], dtype=bool)
    traced = borders.trace(mesh, region, is_free)
    seen = freeform.region_vertices(mesh, region, surface_table)
    regions = freeform.with_radii(regions, seen)
    progress.check()
    edges, drawn = border_curves.edges_of_borders(
        traced, mesh.vertices, seen, surface_table, regions.surfaces, regions.deviations_mm, mesh.noise_mm
    )
    curves = tabulate_curves(tuple(each.curve for each in drawn), traced.chains)
    segmented = SegmentedMesh(mesh, regions, surface_table, seen, traced, curves)
    progress.check()
    measures = face_measures.measure(segmented)
    _, first = np.unique(region, return_index=True)
    found = solids.gaps_of_borders(traced, mesh.body_of_triangle[first])
    bodies, doubts = solids.bodies(mesh, region, found, measures, is_free, name)
    volume = sum(body.volume_mm3 for body in bodies)
    box = np.array([measures.box_mm[:, 0].min(axis=0), measures.box_mm[:, 1].max(axis=0)])
    solids.refuse_empty(mesh, volume, box)
    part = Part(
        name=name,
        source=Source.TRIANGLES,
        faces=_faces(mesh, regions, traced, measures, surface_table),
        edges=edges,
        bodies=bodies,
        box_mm=frozen(box),
        volume_mm3=volume,
        area_mm2=sum(body.area_mm2 for body in bodies),
        unit=unit,
        notes=(*notes, *doubts, *solids.contact_notes(mesh)),
    )
    progress.check()
    meshed = analysis_mesh.remesh(segmented, measures.limit_mm, options, progress)
    return part, meshed


def _faces(
    mesh: SurfaceMesh,
    regions: Regions,
    traced: RegionBorders,
    measures: FaceMeasures,
    surface_table: SurfaceTable,
) -> tuple[Face, ...]:
    count = len(regions.surfaces)
    _, first = np.unique(regions.region_of_triangle, return_index=True)
    body = mesh.body_of_triangle[first]
    normals = _inner_normals(mesh, regions.region_of_triangle, measures.inner_point, surface_table, count)
    return tuple(
        Face(
            id=FaceId(face),
            body=BodyId(int(body[face])),
            surface=regions.surfaces[face],
            sense=int(regions.senses[face]),
            deviation_mm=float(regions.deviations_mm[face]),
            is_recovered=True,
            area_mm2=float(measures.area_mm2[face]),
            centroid=frozen(measures.centroid[face]),
            box_mm=frozen(measures.box_mm[face]),
            inner_point=frozen(measures.inner_point[face]),
            inner_normal=frozen(normals[face]),
            loops=tuple(
                Loop(tuple(EdgeId(edge) for edge in loop), index == 0)
                for index, loop in enumerate(traced.loops_of_face[face])
            ),
        )
        for face in range(count)
    )


def _inner_normals(
    mesh: SurfaceMesh, region: Ints, points: Floats, surface_table: SurfaceTable, count: int
) -> Floats:
    """Outward normals (R, 3) at the inner points; on free-form regions that of the nearest facet."""
    normals = outward_normals(surface_table, np.arange(count), points)
    middles = mesh.vertices[mesh.triangles].mean(axis=1)
    order = np.argsort(region, kind="stable")
    bounds = np.searchsorted(region[order], np.arange(count + 1))
    for face in np.flatnonzero(~np.isfinite(normals).all(axis=1)).tolist():
        own = order[bounds[face] : bounds[face + 1]]
        nearest = own[np.linalg.norm(middles[own] - points[face], axis=1).argmin()]
        normals[face] = mesh.normals[nearest]
    return normals


CREASE_DEG = 30.0
"""Neighbors that fold by more belong to two faces. Exporters fold facets of one face by less."""
FLAT_NOISES = 8.0
"""A patch is flat when its corners span no more than so many times the noise across it."""
MOST_CROSSED = 20_000
"""Larger meshes are not asked where they run through themselves: that takes longer than all the rest."""


def measure_triangles(
    mesh: SurfaceMesh, name: str, unit: str, notes: tuple[str, ...], at_most: int = MOST_CROSSED
) -> tuple[Part, Mesh]:
    """Measure a part, and return its triangles as its mesh; raises NoSolid as `assemble` does."""
    solids.refuse_flat(mesh)
    patch, count = _patches(mesh)
    corners = mesh.vertices[mesh.triangles]
    largest = _largest(mesh, patch, count)
    measures = _measures(mesh, patch, count, corners, largest)
    normals, is_flat = _facing(mesh, patch, corners, largest, measures)
    bodies, doubts = solids.bodies(mesh, patch, solids.gaps_of_triangles(mesh), measures, ~is_flat, name)
    box = np.array([mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)])
    volume = sum(body.volume_mm3 for body in bodies)
    solids.refuse_empty(mesh, volume, box)
    _, first = np.unique(patch, return_index=True)
    body_of_patch = mesh.body_of_triangle[first].tolist()
    part = Part(
        name=name,
        source=Source.TRIANGLES,
        faces=tuple(
            Face(
                id=FaceId(face),
                body=BodyId(body_of_patch[face]),
                surface=_surface(measures.centroid[face], normals[face], bool(is_flat[face])),
                sense=1,
                deviation_mm=mesh.noise_mm,
                is_recovered=True,
                area_mm2=float(measures.area_mm2[face]),
                centroid=frozen(measures.centroid[face]),
                box_mm=frozen(measures.box_mm[face]),
                inner_point=frozen(measures.inner_point[face]),
                inner_normal=frozen(normals[face]),
                loops=(),
            )
            for face in range(count)
        ),
        edges=(),
        bodies=bodies,
        box_mm=frozen(box),
        volume_mm3=volume,
        area_mm2=sum(body.area_mm2 for body in bodies),
        unit=unit,
        notes=(*notes, *doubts, *solids.contact_notes(mesh, at_most)),
    )
    return part, _mesh_of_triangles(mesh, patch, corners)


def _patches(mesh: SurfaceMesh) -> tuple[Ints, int]:
    """Return the patch (T,) of each triangle, in the order of first triangles, and how many there are."""
    one, side = np.nonzero(mesh.neighbor > np.arange(len(mesh.triangles))[:, None])
    other = mesh.neighbor[one, side]
    cosine = np.einsum("nk,nk->n", mesh.normals[one], mesh.normals[other])
    is_gentle = cosine > np.cos(np.radians(CREASE_DEG))
    size = len(mesh.triangles)
    links = coo_array((np.ones(int(is_gentle.sum()), bool), (one[is_gentle], other[is_gentle])), (size, size))
    count, patch = connected_components(links, directed=False)
    return np.asarray(patch, dtype=np.int64), int(count)


def _largest(mesh: SurfaceMesh, patch: Ints, count: int) -> Ints:
    """Return the largest triangle (P,) of each patch."""
    order = np.lexsort((-mesh.areas, patch))
    return order[np.searchsorted(patch[order], np.arange(count))]


def _measures(mesh: SurfaceMesh, patch: Ints, count: int, corners: Floats, largest: Ints) -> FaceMeasures:
    anchor = mesh.vertices.mean(axis=0)
    middles = corners.mean(axis=1)
    area = np.bincount(patch, mesh.areas, count).astype(np.float64)
    moments = [np.bincount(patch, mesh.areas * middles[:, axis], count) for axis in range(3)]
    flux = np.einsum("ij,ij->i", corners[:, 0] - anchor, mesh.normals) * mesh.areas
    flux_of_patch = np.bincount(patch, flux, count).astype(np.float64)
    order = np.argsort(patch, kind="stable")
    begin = np.searchsorted(patch[order], np.arange(count))
    box = np.stack(
        [
            np.minimum.reduceat(corners.min(axis=1)[order], begin),
            np.maximum.reduceat(corners.max(axis=1)[order], begin),
        ],
        axis=1,
    )
    return FaceMeasures(
        area_mm2=area,
        centroid=np.stack(moments, axis=1) / area[:, None],
        flux_mm3=flux_of_patch,
        flat_area_mm2=area,
        flat_flux_mm3=flux_of_patch,
        box_mm=box,
        inner_point=middles[largest],
        limit_mm=0.0,
    )


def _facing(
    mesh: SurfaceMesh, patch: Ints, corners: Floats, largest: Ints, measures: FaceMeasures
) -> tuple[Floats, Bools]:
    """Return the normal (P, 3) at the inner point of each patch, and which patches (P,) are flat."""
    normals = mesh.normals[largest]
    away = np.abs(np.einsum("tck,tk->tc", corners - measures.inner_point[patch][:, None], normals[patch]))
    farthest = np.zeros(len(largest))
    np.maximum.at(farthest, patch, away.max(axis=1))
    return normals, farthest <= FLAT_NOISES * mesh.noise_mm


def _surface(centroid: Floats, normal: Floats, is_flat: bool) -> Surface:
    return Plane(frozen(centroid), frozen(normal)) if is_flat else Freeform(np.inf, np.inf)


def _mesh_of_triangles(mesh: SurfaceMesh, patch: Ints, corners: Floats) -> Mesh:
    order = np.argsort(patch, kind="stable")
    count = len(mesh.vertices)
    keys, of_corner = np.unique(patch[order][:, None] * count + mesh.triangles[order], return_inverse=True)
    of_corner = of_corner.reshape(-1, 3)
    face, vertex = np.divmod(keys, count)
    sides = corners - np.roll(corners, -1, axis=1)
    arrays = (
        mesh.vertices[vertex] + 0.0,
        mean_normals(corners[order], of_corner, len(keys)),
        of_corner,
        patch[order],
        face,
        mesh.body_of_triangle[order],
        numbered(vertex)[1],
    )
    for array in arrays:
        array.flags.writeable = False
    longest = float(np.sqrt(np.einsum("ijk,ijk->ij", sides, sides).max()))
    return Mesh(*arrays, longest, mesh.noise_mm)
