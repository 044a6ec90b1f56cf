"""What lies through the material: the place opposite one, and the wall nearest to a place on a cut."""

from app.views.viewport.mesh import Floats
from app.views.viewport.part_view import PartView
from app.views.viewport.picking import Hit


def walls(part: PartView, start: Hit) -> tuple[Hit, Hit] | None:
    """Return a place and the one that a ray through the material meets; None where it meets nothing."""
    end = part.picker.through(start)
    return None if end is None else (start, end)


def walls_at_cap(part: PartView, origin: Floats, direction: Floats) -> tuple[Hit, Hit] | None:
    """Return both sides of the wall where a ray meets the cap of a cut; None off the cap.

    It is measured from the surface that is nearest there.
    """
    at = part.cap_at(origin, direction)
    nearest = None if at is None else part.picker.nearest(at)
    return None if nearest is None else walls(part, nearest)
