"""What is measured on a part whose job is done, from its exact surfaces."""

from collections.abc import Sequence

from msgspec import Struct

from app.client.errors import Failure
from app.client.jobs import job_path
from app.client.models import Point
from app.client.wire import MISSING_ROUTE, Wire


class Picked(Struct, frozen=True, kw_only=True):
    """A place on a face; with `is_edge` the nearest of its edges is meant."""

    fid: str
    point: Point
    is_edge: bool = False


class Measure(Struct, frozen=True, kw_only=True):
    """One number, in `mm`, `mm²` or `°`."""

    name: str
    value: float
    unit: str
    witness: tuple[Point, Point] | None = None
    """The points it lies between."""
    is_exact: bool = True


class MeasuredPlace(Struct, frozen=True, kw_only=True):
    """What was picked, and what it measures alone."""

    shape: str
    """plane, cylinder, cone, sphere, torus or freeform; of an edge line, circle or curve."""
    point: Point
    edge: int | None = None
    measures: tuple[Measure, ...] = ()


class Measurement(Struct, frozen=True, kw_only=True):
    """What was measured of one place, or between two."""

    places: tuple[MeasuredPlace, ...] = ()
    relation: str | None = None
    """parallel, perpendicular, angled, coaxial, coplanar or apart; None of one place."""
    measures: tuple[Measure, ...] = ()
    """Between both, the one that matters first."""


class Measuring(Wire):
    """From clicks to numbers."""

    def measure(
        self, job_id: str, places: Sequence[Picked], *, is_thickness: bool = False
    ) -> Measurement | None:
        """Measure one place or two; None where the server cannot."""
        asked = [{"fid": one.fid, "point": list(one.point), "is_edge": one.is_edge} for one in places]
        body = {"places": asked, "what": "thickness" if is_thickness else "relation"}
        try:
            answer = self._connection.send(
                "POST", f"{job_path(job_id)}/measure-places", is_repeatable=True, json=body
            )
        except Failure as failure:
            if failure.status in MISSING_ROUTE and failure.code != "job_not_found":
                return None
            raise
        return self._read(answer, Measurement)
