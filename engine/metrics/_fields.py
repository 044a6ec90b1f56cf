"""The fields that metrics read, summed up over every subject's faces."""

from dataclasses import replace
from functools import cached_property

import numpy as np

from engine.metrics import _statistics as statistics
from engine.metrics._bodies import void_shells
from engine.metrics._feature_lookup import FeatureLookup
from engine.metrics._statistics import Faces, Statistics
from engine.metrics._surface import Place, Surface
from engine.model.analysis import Assessed
from engine.model.arrays import Bools, Floats, Ints, Vector, cross, frozen, vector_product
from engine.model.field import Field
from engine.model.metric import Measured, Subject
from engine.model.part import FaceId
from engine.run_context import RunContext

SLIT_MM = 0.5
"""Sealed hollows up to this width are slits: about one strand of filament. Sprue's judgment."""


class MeasuredFields:
    """Thickness, clearance and draft of an assessed part; each is summed up once, when first asked for."""

    def __init__(
        self,
        run: RunContext,
        assessed: Assessed,
        subjects: tuple[Subject, ...],
        features: FeatureLookup,
    ) -> None:
        """Take what is to be measured, and the features that some walls are only beside."""
        self._run = run
        self._assessed = assessed
        self._subjects = subjects
        self._features = features

    @cached_property
    def thickness(self) -> Surface:
        """The recommended reading of thickness, without the flanks of sharp edges."""
        field = self._assessed.prepared.fields["thickness"]
        walls = np.where(self._assessed.evidence.flank_of_vertex, np.nan, field.values)
        return self._with_least(self._distance(replace(field, values=frozen(walls))))

    @cached_property
    def thickness_apart_from_holes(self) -> Surface:
        """The thickness without walls beside holes, cut grooves and marks: those are their sides alone.

        Of two holes the wall between is that of the narrower one.
        """
        mesh = self._assessed.prepared.mesh
        width_of_face = np.full(len(self._assessed.prepared.part.faces), np.inf)
        cut_width_of_face = self._features.cut_width_of_face
        width_of_face[list(cut_width_of_face)] = list(cut_width_of_face.values())
        opposite = self._opposite_face_of_vertex
        is_beside = (opposite >= 0) & (width_of_face[opposite] < width_of_face[mesh.face_of_vertex])
        is_beside |= np.isin(opposite, list(self._assessed.evidence.marks.height_of_side))
        return self._thickness_without(is_beside)

    @cached_property
    def thickness_apart_from_slits(self) -> Surface:
        """The thickness without the material on both sides of sealed slits, which holds together as one."""
        slit_faces = self.slit_faces
        if not slit_faces:
            return self.thickness
        face_of_vertex = self._assessed.prepared.mesh.face_of_vertex
        return self._thickness_without(
            np.isin(face_of_vertex, slit_faces) | np.isin(self._opposite_face_of_vertex, slit_faces)
        )

    @cached_property
    def width_in_layer(self) -> Surface:
        """The width that a wall apart from slits has within a layer of the print.

        A wall that leans by an angle from the layers is cut by them over its thickness divided by the sine
        of that angle. inf where it lies flat in them.
        """
        build = self._assessed.evidence.build
        mesh, walls = self._assessed.prepared.mesh, self.thickness_apart_from_slits.field
        sine = np.linalg.norm(cross(mesh.normals, build.direction), axis=1)
        with np.errstate(divide="ignore"):
            width = replace(walls, values=frozen(walls.values / sine))
        leasts: dict[FaceId, Place] = {}
        for face, place in self.thickness_apart_from_slits.least_of_face.items():
            across = (place.opposite - place.point) / np.linalg.norm(place.opposite - place.point)
            leaning = float(np.linalg.norm(vector_product(across, build.direction)))
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
        return self._distance(self._assessed.prepared.fields["clearance"])

    @cached_property
    def draft(self) -> Surface:
        """Draft as the mold half that frees the surface sees it; negative where neither half does."""
        signed, half = self._assessed.draft, self._assessed.pull.half_of_vertex
        freed = np.where(half == 0.0, -np.abs(signed.values), signed.values * half)
        measured = replace(signed, values=frozen(freed))
        return Surface(measured, self._assessed.prepared.mesh, self._statistics(measured), {}, {}, {}, {})

    def least_draft(self, faces: Faces) -> Measured:
        """Return the least draft over some faces and the face it was found on."""
        draft_of_face = self._assessed.pull.min_draft_of_face
        known = [face for face in faces if not np.isnan(draft_of_face[face])]
        if not known:
            return Measured(np.nan, reason="draft could not be measured there")
        least = min(known, key=lambda face: float(draft_of_face[face]))
        value = float(draft_of_face[least])
        place = self.draft.minimum((least,)).location
        return Measured(value, self.draft.uncertainty(value), place, faces=(least,))

    @cached_property
    def _flank_faces(self) -> set[FaceId]:
        """Faces that have a thickness, and next to nowhere that of a wall."""
        prepared = self._assessed.prepared
        face, n_faces = prepared.mesh.face_of_vertex, len(prepared.part.faces)
        known_mm2 = np.where(np.isnan(prepared.fields["thickness"].values), 0.0, self._area_of_vertex)
        all_mm2, wall_mm2 = (
            np.bincount(face, weights=area, minlength=n_faces)
            for area in (known_mm2, np.where(self._assessed.evidence.flank_of_vertex, 0.0, known_mm2))
        )
        flanks = np.flatnonzero((all_mm2 > 0.0) & (wall_mm2 < statistics.EXTREME_SHARE * all_mm2))
        return {FaceId(int(each)) for each in flanks}

    @cached_property
    def slit_faces(self) -> list[FaceId]:
        """The faces of sealed hollows that are no wider than a slit; their largest face gives the width."""
        faces = self._assessed.prepared.part.faces
        found: list[FaceId] = []
        for shell in void_shells(self._assessed.prepared.part):
            largest = max(shell.faces, key=lambda face: faces[face].area_mm2)
            if self.clearance.median((largest,)).value <= SLIT_MM:
                found.extend(shell.faces)
        return found

    @cached_property
    def _opposite_face_of_vertex(self) -> Ints:
        """(V,) the face where the wall behind a vertex ends; -1 where that is unknown."""
        mesh, opposite = self._assessed.prepared.mesh, self.thickness.field.opposite
        if opposite is None:
            return np.full(len(mesh.vertices), -1)
        return np.where(opposite >= 0, mesh.face_of_triangle[opposite], -1)

    def _thickness_without(self, is_left_out: Bools) -> Surface:
        """Sum up the thickness of the other vertices."""
        field = self.thickness.field
        walls = np.where(is_left_out, np.nan, field.values)
        return self._with_least(self._distance(replace(field, values=frozen(walls))))

    def _distance(self, measured: Field) -> Surface:
        """Sum up a distance and find what its extremes were measured to."""
        # The fields bring the ray tracer along; whoever only reads the catalog does not wait for it.
        from engine import fields
        from engine.metrics import _cut_off, _exact

        part, mesh = self._assessed.prepared.part, self._assessed.prepared.mesh
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

        n_faces = len(self._assessed.prepared.part.faces)
        ordinary = np.array([surface.over((FaceId(face),)).minimum for face in range(n_faces)])
        found = _least.of_faces(self._run, surface.field, ordinary)
        return replace(surface, least_of_face=found.of_face, run_out_of_face=found.run_out_of_face)

    def _statistics(self, measured: Field) -> dict[Faces, Statistics]:
        """Sum up a field over the faces of every subject."""
        prepared = self._assessed.prepared
        return statistics.of_faces(
            measured,
            statistics.means(measured, prepared.mesh, prepared.area_of_triangle),
            prepared.mesh.face_of_vertex,
            self._area_of_vertex,
            (subject.faces for subject in self._subjects),
            len(prepared.part.faces),
        )

    @cached_property
    def _area_of_vertex(self) -> Floats:
        """(V,) mm², a third of every triangle around."""
        mesh, area = self._assessed.prepared.mesh, self._assessed.prepared.area_of_triangle
        thirds = np.repeat(area / 3.0, 3)
        gathered = np.bincount(mesh.triangles.ravel(), weights=thirds, minlength=len(mesh.vertices))
        return gathered.astype(np.float64)
