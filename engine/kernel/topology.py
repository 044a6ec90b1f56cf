"""From OCCT's shape to a `Part`: every face, edge, loop, shell and body, measured."""


import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepClass3d import BRepClass3d
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Face

from engine.kernel import borders as border_walk
from engine.kernel import curves, trims
from engine.kernel.borders import Borders
from engine.kernel.bounds import tight_box
from engine.kernel.brep import Brep, explore
from engine.kernel.carriers import Shape, curvatures_across, outward_normals, tabulate
from engine.kernel.curves import Samples
from engine.kernel.evaluate import curvature_along, derivatives, principal_curvatures
from engine.kernel.mass import area_and_centroid, signed_volume
from engine.kernel.surfaces import native, natural_normal
from engine.model.arrays import Floats, frozen
from engine.model.part import Body, BodyId, Edge, EdgeId, Face, FaceId, Loop, Part, Shell, Source
from engine.model.surface import Freeform
from engine.progress import Progress


def measure(brep: Brep, progress: Progress | None = None) -> Part:
    """Measure everything the engine wants to know of a shape, in numbers.

    Raises
    ------
    Cancelled
        If the caller of `progress` wants out.
    """
    progress = progress or Progress()
    borders = border_walk.trace(brep)
    samples = curves.sample(borders)
    progress.check()
    faces = _faces(brep, borders, samples, progress)
    edges = _edges(brep, borders, samples, faces)
    bodies = _bodies(brep, faces)
    boxes = [face.box_mm for face in faces if face.body is not None]
    return Part(
        name=brep.name,
        source=Source.BREP,
        faces=faces,
        edges=edges,
        bodies=bodies,
        box_mm=frozen(np.array([np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)])),
        volume_mm3=sum(body.volume_mm3 for body in bodies),
        area_mm2=sum(body.area_mm2 for body in bodies),
        unit=brep.unit,
        notes=brep.notes,
    )


def _faces(brep: Brep, borders: Borders, samples: Samples, progress: Progress) -> tuple[Face, ...]:
    faces = []
    for face_id, shape in enumerate(brep.faces):
        if face_id % 256 == 0:
            progress.check()
        faces.append(_face(face_id, shape, brep, borders, samples))
    return tuple(faces)


def _face(face_id: int, shape: TopoDS_Face, brep: Brep, borders: Borders, samples: Samples) -> Face:
    adaptor = BRepAdaptor_Surface(shape, False)
    loops = borders.loops_of_face[face_id]
    polygons = [trims.polygon(shape, loop, samples) for loop in loops]
    turn = -1.0 if shape.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else 1.0
    uv = trims.inside_point(polygons)
    at = derivatives(adaptor, uv[None])
    inner, outward = at.point[0], turn * at.normal[0]
    surface = native(adaptor, inner, outward)
    sense = 1
    if surface is None:
        surface = _freeform(adaptor, polygons, turn)
    else:
        natural = natural_normal(surface, inner)
        sense = -1 if natural is not None and natural @ outward < 0 else 1
    area, centroid = area_and_centroid(shape)
    outer = int(np.argmax([abs(trims.signed_area(polygon)) for polygon in polygons]))
    body = int(brep.body_of_face[face_id])
    return Face(
        id=FaceId(face_id),
        body=BodyId(body) if body >= 0 else None,
        surface=surface,
        sense=sense,
        deviation_mm=0.0,
        is_recovered=False,
        area_mm2=area,
        centroid=frozen(centroid),
        box_mm=frozen(tight_box(shape)),
        inner_point=frozen(inner),
        inner_normal=frozen(outward + 0.0),
        loops=tuple(
            Loop(tuple(EdgeId(side.edge) for side in loop if side.edge >= 0), index == outer)
            for index, loop in enumerate(loops)
        ),
    )


def _freeform(adaptor: BRepAdaptor_Surface, polygons: list[Floats], turn: float) -> Freeform:
    corners = np.concatenate(polygons)
    low, high = corners.min(axis=0), corners.max(axis=0)
    share = (np.arange(8) + 0.5) / 8
    grid = low + (high - low) * np.stack(np.meshgrid(share, share), axis=-1).reshape(-1, 2)
    grid = grid[trims.inside(polygons, grid)]
    at = derivatives(adaptor, grid)
    smaller, larger = principal_curvatures(at, turn * at.normal)
    convex = np.nanmax(np.append(-smaller, 0.0))
    concave = np.nanmax(np.append(larger, 0.0))
    return Freeform(1.0 / convex if convex > 1e-9 else np.inf, 1.0 / concave if concave > 1e-9 else np.inf)


def _edges(brep: Brep, borders: Borders, samples: Samples, faces: tuple[Face, ...]) -> tuple[Edge, ...]:
    carriers = tabulate([face.surface for face in faces], [face.sense for face in faces])
    order, face_of_row, bounds = [], [], [0]
    for edge, uses in enumerate(borders.uses_of_edge):
        here = np.arange(samples.start[edge], samples.start[edge + 1])
        for face, _ in uses:
            order.append(here)
            face_of_row.append(np.full(len(here), face))
            bounds.append(bounds[-1] + len(here))
    rows, face_of_row = np.concatenate(order), np.concatenate(face_of_row)
    normals = outward_normals(carriers, face_of_row, samples.points[rows])
    bent = curvatures_across(carriers, face_of_row, samples.points[rows], samples.tangents[rows])
    use = 0
    for edge, uses in enumerate(borders.uses_of_edge):
        for face, side in uses:
            if carriers.shape[face] == Shape.FREEFORM:
                here = slice(bounds[use], bounds[use + 1])
                normals[here], bent[here] = _on_freeform(brep.faces[face], edge, side, samples)
            use += 1
    normals, bent = normals + 0.0, bent + 0.0  # no -0.0 in any answer
    normals.flags.writeable = bent.flags.writeable = False
    edges, use = [], 0
    for edge, uses in enumerate(borders.uses_of_edge):
        count = int(samples.start[edge + 1] - samples.start[edge])
        here = slice(bounds[use], bounds[use + len(uses)])
        first, last = borders.ends[edge]
        edges.append(
            Edge(
                id=EdgeId(edge),
                faces=tuple(FaceId(face) for face, _ in uses),
                curve=samples.curves[edge],
                points=samples.points[samples.of(edge)],
                normals=normals[here].reshape(len(uses), count, 3),
                curvatures=bent[here].reshape(len(uses), count),
                length_mm=samples.lengths[edge],
                is_closed=first == last and first >= 0,
                tolerance_mm=samples.tolerances[edge],
            )
        )
        use += len(uses)
    return tuple(edges)


def _on_freeform(face: TopoDS_Face, edge: int, side, samples: Samples) -> tuple[Floats, Floats]:  # noqa: ANN001
    uv = trims.uv_along(face, side, samples)
    if samples.is_reversed[edge] == side.is_forward:
        uv = uv[::-1]
    at = derivatives(BRepAdaptor_Surface(face, False), uv)
    turn = -1.0 if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED else 1.0
    normals = turn * at.normal
    across = np.cross(normals, samples.tangents[samples.of(edge)])
    return normals, curvature_along(at, normals, across)


def _bodies(brep: Brep, faces: tuple[Face, ...]) -> tuple[Body, ...]:
    ids = ShapeMap()
    for face in brep.faces:
        ids.Add(face)
    bodies = []
    for body_id, body in enumerate(brep.bodies):
        shells = explore(body, TopAbs_ShapeEnum.TopAbs_SHELL)
        outer = None
        if len(shells) > 1:
            outer = BRepClass3d.OuterShell_s(TopoDS.Solid(body))
        made = []
        for shell in shells:
            members = tuple(FaceId(ids.FindIndex(f) - 1) for f in explore(shell, TopAbs_ShapeEnum.TopAbs_FACE))
            is_closed = shell.Closed()
            made.append(
                Shell(
                    faces=members,
                    is_closed=is_closed,
                    is_void=outer is not None and not shell.IsSame(outer),
                    volume_mm3=abs(signed_volume(shell)) if is_closed else 0.0,
                )
            )
        bodies.append(
            Body(
                id=BodyId(body_id),
                name=brep.body_names[body_id],
                shells=tuple(made),
                volume_mm3=signed_volume(body),
                area_mm2=sum(faces[face].area_mm2 for shell in made for face in shell.faces),
                is_valid=True,
            )
        )
    return tuple(bodies)
