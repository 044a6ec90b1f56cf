"""What metrics measure on: the assessed part, and its fields summed up over every subject's faces."""

from dataclasses import replace
from functools import cached_property

import numpy as np

from engine import subjects
from engine.features.blend import Blend
from engine.features.hole import Hole
from engine.metrics import _corners
from engine.metrics import _statistics as statistics
from engine.metrics._statistics import Faces, Statistics
from engine.metrics._surface import WHOLE, Place, Surface
from engine.model.analysis import Assessed
from engine.model.arrays import Bools, Floats, Vector, frozen
from engine.model.evidence import Cutout, SectionChange, ThinStretch
from engine.model.face_graph import Joint
from engine.model.feature import Feature, Kind
from engine.model.field import Field
from engine.model.metric import Domain, Measured, Subject
from engine.model.part import EdgeId, FaceId
from engine.model.printing import Overhang
from engine.model.pull import UndercutRegion
from engine.model.shell import ShellWall
from engine.run_context import RunContext

NO_CHANGES = "changes of section were not gathered"


class Context:
    """The assessed part and its subjects; what several metrics need is worked out once, when first asked."""

    def __init__(self, run: RunContext, assessed: Assessed, subjects: tuple[Subject, ...]) -> None:
        """Take what is to be measured, and what the run has computed of it."""
        self.run = run
        self.assessed = assessed
        self.subjects = subjects

    @cached_property
    def thickness(self) -> Surface:
        """The recommended reading of thickness, without the flanks of sharp edges."""
        field = self.assessed.prepared.fields["thickness"]
        walls = np.where(self._are_flanks, np.nan, field.values)
        return self._with_least(self._distance(replace(field, values=frozen(walls))))

    @cached_property
    def thickness_apart_from_holes(self) -> Surface:
        """The thickness without walls beside holes and cut grooves, which are the sides of these alone.

        Of two holes the wall between is that of the narrower one.
        """
        field, mesh = self.thickness.field, self.assessed.prepared.mesh
        if field.opposite is None:
            return self.thickness
        width_of_face = np.full(len(self.assessed.prepared.part.faces), np.inf)
        width_of_face[list(self.cut_width_of_face)] = list(self.cut_width_of_face.values())
        opposite = np.where(field.opposite >= 0, mesh.face_of_triangle[field.opposite], -1)
        is_beside = (opposite >= 0) & (width_of_face[opposite] < width_of_face[mesh.face_of_vertex])
        walls = np.where(is_beside, np.nan, field.values)
        return self._with_least(self._distance(replace(field, values=frozen(walls))))

    @cached_property
    def width_in_layer(self) -> Surface | None:
        """The width that a wall has within a layer of the print; None when the build direction is not known.

        A wall that leans by an angle from the layers is cut by them over its thickness divided by the sine
        of that angle. inf where it lies flat in them.
        """
        build = self.assessed.evidence.build
        if build is None:
            return None
        mesh, walls = self.assessed.prepared.mesh, self.thickness.field
        sine = np.linalg.norm(np.cross(mesh.normals, build.direction), axis=1)
        with np.errstate(divide="ignore"):
            width = replace(walls, values=frozen(walls.values / sine))
        leasts: dict[FaceId, Place] = {}
        for face, place in self.thickness.least_of_face.items():
            across = (place.opposite - place.point) / np.linalg.norm(place.opposite - place.point)
            leaning = float(np.linalg.norm(np.cross(across, build.direction)))
            if leaning > 0.0:
                off = place.uncertainty / leaning
                leasts[face] = replace(place, value=place.value / leaning, uncertainty=off)
        return Surface(width, mesh, self._statistics(width), {}, {}, leasts, {})

    def has_wall(self, faces: Faces) -> bool:
        """Whether any of some faces is more than the flank of a sharp edge."""
        return not self._flank_faces.issuperset(faces)

    @cached_property
    def clearance(self) -> Surface:
        """The air before the surface."""
        return self._distance(self.assessed.prepared.fields["clearance"])

    @cached_property
    def draft(self) -> Surface:
        """Draft as the mold half that frees the surface sees it; negative where neither half does."""
        signed, half = self.assessed.draft, self.assessed.pull.half_of_vertex
        freed = np.where(half == 0.0, -np.abs(signed.values), signed.values * half)
        measured = replace(signed, values=frozen(freed))
        return Surface(measured, self.assessed.prepared.mesh, self._statistics(measured), {}, {}, {}, {})

    def least_draft(self, faces: Faces) -> Measured:
        """Return the least draft over some faces and the face it was found on."""
        draft_of_face = self.assessed.pull.min_draft_of_face
        known = [face for face in faces if not np.isnan(draft_of_face[face])]
        if not known:
            return Measured(np.nan, reason="draft could not be measured there")
        least = min(known, key=lambda face: float(draft_of_face[face]))
        value = float(draft_of_face[least])
        place = self.draft.minimum((least,)).location
        return Measured(value, self.draft.uncertainty(value), place, faces=(least,))

    def strongest_change(self, faces: Faces) -> Measured | None:
        """Return the strongest change of section at some faces (`WHOLE`: at any), as thick over thin.

        None where none of the faces lies over a section.
        """
        if self._change_of_face is None:
            return Measured(np.nan, reason=NO_CHANGES)
        strongest = self._strongest(faces)
        if strongest is None:
            return None
        thick, thin = strongest.thick_mm, strongest.thin_mm
        off = self.thickness.uncertainty(thick) / thick + self.thickness.uncertainty(thin) / thin
        return Measured(
            strongest.ratio,
            uncertainty=strongest.ratio * off + strongest.ratio_error,
            location=strongest.thick_point,
            witness=(strongest.thick_point, strongest.thin_point),
            faces=tuple(dict.fromkeys((strongest.face, strongest.thin_face))),
            note=f"{thick:.1f} mm meets {thin:.1f} mm." if strongest.ratio > 1.0 else "",
        )

    @cached_property
    def bare_share_of_corners(self) -> float:
        """Length of internal corners without a fillet over that of all; not in holes, grooves and marks."""
        evidence = self.assessed.evidence
        sides = evidence.mark_of_face
        drilled = set(evidence.corners_in_cuts)
        edges = {edge for edge, corner in self.corner_of_edge.items() if corner not in drilled}
        bare_mm = sum(
            joint.length_mm
            for joint in self.assessed.prepared.graph.joints
            if joint.edge in edges and not any(face in sides for face in joint.faces)
        )
        blends = self.assessed.recognition.of_kind(Kind.FILLET)
        fillets = (each for each in blends if isinstance(each, Blend))
        filleted_mm = sum(each.length_mm for each in fillets if not all(face in sides for face in each.faces))
        return bare_mm / (bare_mm + filleted_mm) if bare_mm else 0.0

    def room_for_feeder(self, faces: Faces) -> Measured | None:
        """Return the room for a feeder on the heavy section of the strongest change, over its thickness."""
        if self._change_of_face is None:
            return Measured(np.nan, reason=NO_CHANGES)
        strongest = self._strongest(faces)
        return None if strongest is None else Measured(strongest.room_mm / strongest.thick_mm)

    def _strongest(self, faces: Faces) -> SectionChange | None:
        """Return the strongest change of section at some faces (`WHOLE`: at any)."""
        change_of_face = self._change_of_face or {}
        chosen = (
            list(change_of_face) if faces == WHOLE else [face for face in faces if face in change_of_face]
        )
        return max((change_of_face[face] for face in chosen), key=lambda change: change.ratio, default=None)

    @cached_property
    def region_of_face(self) -> dict[FaceId, UndercutRegion]:
        """The undercut region each undercut face belongs to."""
        return {face: region for region in self.assessed.pull.regions for face in region.faces}

    @cached_property
    def overhang_of_face(self) -> dict[FaceId, Overhang] | None:
        """What hangs over, by face; None when that was not gathered."""
        overhangs = self.assessed.evidence.overhangs
        return None if overhangs is None else {each.face: each for each in overhangs}

    @cached_property
    def subjects_of(self) -> dict[Domain, list[Subject]]:
        """The subjects by what they are, each in the order of all."""
        return {
            domain: [subject for subject in self.subjects if subject.domain == domain] for domain in Domain
        }

    @cached_property
    def sealed_faces(self) -> frozenset[FaceId]:
        """The faces of sealed hollows."""
        shells = (shell for body in self.assessed.prepared.part.bodies for shell in body.shells)
        return frozenset(face for shell in shells if shell.is_void for face in shell.faces)

    @cached_property
    def feature_of_subject(self) -> dict[int, Feature]:
        """The features, by the index of their subjects."""
        indices = (each.index for each in self.subjects if each.domain == Domain.FEATURE)
        return dict(zip(indices, self.assessed.recognition.features, strict=True))

    @cached_property
    def cutout_of_feature(self) -> dict[int, Cutout]:
        """The cut-outs of sheet metal, by the `id` of their features."""
        features = self.assessed.recognition.features
        return {id(features[cutout.feature]): cutout for cutout in self.assessed.evidence.cutouts or ()}

    @cached_property
    def cut_width_of_face(self) -> dict[FaceId, float]:
        """The width of the cut groove, or the diameter of the largest hole, that a face belongs to."""
        holes = (each for each in self.assessed.recognition.of_kind(Kind.HOLE) if isinstance(each, Hole))
        found: dict[FaceId, float] = {}
        for face, diameter_mm in ((face, hole.diameter_mm) for hole in holes for face in hole.faces):
            found[face] = max(diameter_mm, found.get(face, 0.0))
        return found | self.assessed.evidence.groove_of_face

    @cached_property
    def hole_depth_ratio_of_face(self) -> dict[FaceId, float]:
        """How deep the hole that a face belongs to is from its nearer mouth, in diameters."""
        holes = (each for each in self.assessed.recognition.of_kind(Kind.HOLE) if isinstance(each, Hole))
        ratios = (
            (each.faces, each.depth_mm / each.diameter_mm * (0.5 if each.through else 1.0)) for each in holes
        )
        return {face: ratio for faces, ratio in ratios for face in faces}

    @cached_property
    def joints_of_subject(self) -> dict[int, tuple[Joint, ...]]:
        """The joints of the sharp internal corners, the longest first, by the index of their subjects."""
        corners = (each.index for each in self.subjects if each.domain == Domain.CORNER)
        return dict(zip(corners, subjects.joints_of_corners(self.assessed), strict=True))

    @cached_property
    def ways_to_face(self) -> dict[FaceId, Floats] | None:
        """(D, 3) the directions along which cutters reach each face; None when they were not gathered."""
        access = self.assessed.evidence.tool_access
        return None if access is None else access.ways_to_face()

    @cached_property
    def ways_to_face_within_error(self) -> tuple[dict[FaceId, Floats], ...]:
        """The directions along which cutters reach each face for certain, and those along which they may."""
        access = self.assessed.evidence.tool_access
        return () if access is None else (access.ways_to_face(1), access.ways_to_face(-1))

    @cached_property
    def turned_faces(self) -> tuple[frozenset[FaceId], ...]:
        """The faces of each turned body that a lathe makes; empty where turned bodies were not looked for."""
        return tuple(frozenset(each.faces) for each in self.assessed.evidence.turned or ())

    @cached_property
    def sharp_joints(self) -> tuple[Joint, ...]:
        """All joints of the sharp internal corners, by edge."""
        joints = {each.edge: each for corner in subjects.joints_of_corners(self.assessed) for each in corner}
        return tuple(joints[edge] for edge in sorted(joints))

    @cached_property
    def corner_of_edge(self) -> dict[EdgeId, EdgeId]:
        """The corner that each edge of a sharp internal corner is part of, by its longest edge."""
        edges_of_corner = self.assessed.evidence.edges_of_corner
        corners = self.assessed.evidence.sharp_corners
        return {edge: corner for corner in corners for edge in (corner, *edges_of_corner.get(corner, ()))}

    @cached_property
    def upright_corners(self) -> dict[int, tuple[Joint, ...]]:
        """The sharp corners that the side of a cutter makes, by the `id` of the feature they belong to."""
        return self._upright(self.ways_to_face or {})

    @cached_property
    def upright_corners_within_error(self) -> tuple[dict[int, tuple[Joint, ...]], ...]:
        """The same where cutters reach as little, and where they reach as much of the faces as may be."""
        return tuple(self._upright(ways) for ways in self.ways_to_face_within_error)

    def _upright(self, ways: dict[FaceId, Floats]) -> dict[int, tuple[Joint, ...]]:
        assessed = self.assessed
        return _corners.upright(assessed.prepared, assessed.recognition, self.sharp_joints, ways)

    @cached_property
    def stretch_of_face(self) -> dict[FaceId, ThinStretch] | None:
        """The stretches of thin wall, by the face they lie behind; None when they were not gathered."""
        stretches = self.assessed.evidence.thin_stretches
        return None if stretches is None else {each.face: each for each in stretches}

    @cached_property
    def _change_of_face(self) -> dict[FaceId, SectionChange] | None:
        changes = self.assessed.evidence.section_changes
        return None if changes is None else {change.face: change for change in changes}

    @cached_property
    def shell_wall_of_face(self) -> dict[FaceId, ShellWall]:
        """The walls of thin shells, by the face that stands for each; empty when they were not gathered."""
        shells = self.assessed.evidence.shells or ()
        return {wall.face: wall for shell in shells for wall in shell.walls}

    @cached_property
    def height_of_face(self) -> Floats:
        """(F,) mm, how far each face reaches along the pull, with what the file split from it."""
        prepared = self.assessed.prepared
        along_mm = prepared.mesh.vertices @ self.assessed.pull.direction
        group = prepared.graph.group_of_face[prepared.mesh.face_of_vertex]
        low, high = np.full(len(prepared.part.faces), np.inf), np.full(len(prepared.part.faces), -np.inf)
        np.minimum.at(low, group, along_mm)
        np.maximum.at(high, group, along_mm)
        height_mm: Floats = np.maximum(high - low, 0.0)[prepared.graph.group_of_face]
        return height_mm

    @property
    def _are_flanks(self) -> Bools:
        flank_of_vertex = self.assessed.evidence.flank_of_vertex
        if flank_of_vertex is None:
            return np.zeros(len(self.assessed.prepared.mesh.vertices), dtype=bool)
        return flank_of_vertex

    @cached_property
    def _flank_faces(self) -> set[FaceId]:
        """Faces that have a thickness, and next to nowhere that of a wall."""
        prepared = self.assessed.prepared
        face, n_faces = prepared.mesh.face_of_vertex, len(prepared.part.faces)
        known_mm2 = np.where(np.isnan(prepared.fields["thickness"].values), 0.0, self._area_of_vertex)
        all_mm2, wall_mm2 = (
            np.bincount(face, weights=area, minlength=n_faces)
            for area in (known_mm2, np.where(self._are_flanks, 0.0, known_mm2))
        )
        flanks = np.flatnonzero((all_mm2 > 0.0) & (wall_mm2 < statistics.EXTREME_SHARE * all_mm2))
        return {FaceId(int(each)) for each in flanks}

    def _distance(self, measured: Field) -> Surface:
        """Sum up a distance and find what its extremes were measured to."""
        # The fields bring the ray tracer along; whoever only reads the catalog does not wait for it.
        from engine import fields
        from engine.metrics import _cut_off, _exact

        part, mesh = self.assessed.prepared.part, self.assessed.prepared.mesh
        found = self._statistics(measured)
        extremes = np.unique(
            [
                at
                for each in found.values()
                for at in (each.at_minimum, each.at_low, each.at_median, each.at_maximum)
            ]
        )
        extremes = extremes[extremes >= 0]
        witnesses: dict[int, Vector] = {}
        if measured.opposite is not None:
            points = fields.witnesses(mesh, measured, extremes)
            is_known = np.isfinite(points).all(axis=1)
            witnesses = dict(zip(extremes[is_known].tolist(), frozen(points[is_known]), strict=True))
        exact = _exact.read(part, mesh, measured, extremes)
        doubts_mm = _cut_off.doubts_mm(part, mesh, measured, extremes)
        is_exact = np.isfinite(exact.values)
        values = np.where(is_exact, exact.values, measured.values[extremes])
        kept = is_exact | (doubts_mm > 0.0)
        off = measured.absolute_error + measured.relative_error * np.abs(values[kept]) + doubts_mm[kept]
        off = np.where(is_exact[kept], exact.uncertainties[kept], off)
        readings = zip(values[kept].tolist(), off.tolist(), strict=True)
        reading_of_vertex = dict(zip(extremes[kept].tolist(), readings, strict=True))
        return Surface(measured, mesh, found, witnesses, reading_of_vertex, {}, {})

    def _with_least(self, surface: Surface) -> Surface:
        """Add the least wall behind every face to what is known of thickness."""
        from engine.metrics import _least

        n_faces = len(self.assessed.prepared.part.faces)
        ordinary = np.array([surface.over((FaceId(face),)).minimum for face in range(n_faces)])
        found = _least.of_faces(self.run, surface.field, ordinary)
        return replace(surface, least_of_face=found.of_face, run_out_of_face=found.run_out_of_face)

    def _statistics(self, measured: Field) -> dict[Faces, Statistics]:
        """Sum up a field over the faces of every subject."""
        prepared = self.assessed.prepared
        return statistics.of_faces(
            measured,
            statistics.means(measured, prepared.mesh, prepared.area_of_triangle),
            prepared.mesh.face_of_vertex,
            self._area_of_vertex,
            (subject.faces for subject in self.subjects),
            len(prepared.part.faces),
        )

    @cached_property
    def _area_of_vertex(self) -> Floats:
        """(V,) mm², a third of every triangle around."""
        mesh, area = self.assessed.prepared.mesh, self.assessed.prepared.area_of_triangle
        thirds = np.repeat(area / 3.0, 3)
        gathered = np.bincount(mesh.triangles.ravel(), weights=thirds, minlength=len(mesh.vertices))
        return gathered.astype(np.float64)
