"""Assemble: a part and its analysis mesh made of a segmented triangle surface.

What a STEP file gives exactly, the fitted surfaces give here: edges with normals and curvatures, loops, areas
and volumes. A body whose shell is open has no volume; everything else is told as far as its triangles go.
"""

import numpy as np

from engine.model.arrays import Floats, Ints, frozen
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import BodyId, EdgeId, Face, FaceId, Loop, Part, Source
from engine.model.surface import Freeform
from engine.progress import Progress
from engine.segment import (
    bends,
    border_edges,
    borders,
    contacts,
    face_measures,
    gaps,
    nodes,
    plausible,
    refine,
    solids,
)
from engine.segment.borders import Borders
from engine.segment.face_measures import Measures
from engine.segment.segmented import Facets, Regions
from engine.surfaces.table import SurfaceTable, outward_normals, tabulate


def assemble(
    facets: Facets,
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
    solids.refuse_flat(facets)
    regions = plausible.checked(facets, regions)
    region = regions.region_of_triangle
    carriers = tabulate(list(regions.surfaces), regions.senses.tolist())
    is_free = np.array([isinstance(surface, Freeform) for surface in regions.surfaces], dtype=bool)
    traced = borders.trace(facets, region, is_free)
    seen = nodes.find(facets, region, carriers)
    regions = bends.with_radii(regions, seen)
    progress.check()
    edges, drawn = border_edges.measure(
        traced, facets.vertices, seen, carriers, regions.surfaces, regions.deviations_mm, facets.noise_mm
    )
    curves = tuple(each.curve for each in drawn)
    progress.check()
    measures = face_measures.measure(facets, region, traced, curves, carriers, seen)
    _, first = np.unique(region, return_index=True)
    found = gaps.of_borders(traced, facets.body_of_triangle[first])
    bodies, doubts = solids.bodies(facets, region, found, measures, is_free, name)
    volume = sum(body.volume_mm3 for body in bodies)
    box = np.array([measures.box_mm[:, 0].min(axis=0), measures.box_mm[:, 1].max(axis=0)])
    solids.refuse_empty(facets, volume, box)
    part = Part(
        name=name,
        source=Source.TRIANGLES,
        faces=_faces(facets, regions, traced, measures, carriers),
        edges=edges,
        bodies=bodies,
        box_mm=frozen(box),
        volume_mm3=volume,
        area_mm2=sum(body.area_mm2 for body in bodies),
        unit=unit,
        notes=(*notes, *doubts, *contacts.notes(facets)),
    )
    progress.check()
    mesh = refine.mesh(facets, regions, traced, curves, carriers, seen, measures.limit_mm, options, progress)
    return part, mesh


def _faces(
    facets: Facets, regions: Regions, traced: Borders, measures: Measures, carriers: SurfaceTable
) -> tuple[Face, ...]:
    count = len(regions.surfaces)
    _, first = np.unique(regions.region_of_triangle, return_index=True)
    body = facets.body_of_triangle[first]
    normals = _inner_normals(facets, regions.region_of_triangle, measures.inner_point, carriers, count)
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
    facets: Facets, region: Ints, points: Floats, carriers: SurfaceTable, count: int
) -> Floats:
    """Outward normals (R, 3) at the inner points; on free-form regions that of the nearest facet."""
    normals = outward_normals(carriers, np.arange(count), points)
    middles = facets.vertices[facets.triangles].mean(axis=1)
    order = np.argsort(region, kind="stable")
    bounds = np.searchsorted(region[order], np.arange(count + 1))
    for face in np.flatnonzero(~np.isfinite(normals).all(axis=1)).tolist():
        own = order[bounds[face] : bounds[face + 1]]
        nearest = own[np.linalg.norm(middles[own] - points[face], axis=1).argmin()]
        normals[face] = facets.normals[nearest]
    return normals
