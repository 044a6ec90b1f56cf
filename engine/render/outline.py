"""The halo round what a picture is about: an outline, never a tint, so that its colors can still be read."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from engine.model.arrays import Bools, Floats
from engine.palette import ACCENT, rgb
from engine.render import raster

RIM_PX = 5.5
BAND_PX = 3.5
HIDDEN_PX = 2.0
"""How far the white rim, the band of accent color upon it, and the band where the face is hidden reach beyond
the face, at a picture 1200 wide."""
VEIL = 0.16
"""How much of the accent color lies over what hides an outlined face."""


def draw(canvas: NDArray[np.float32], seen: Bools, hidden: Bools, size: float = 1.0) -> None:
    """Draw a band of the accent color with a white rim round `seen`, and a fine one round `hidden`.

    Parameters
    ----------
    canvas : (H, W, 4) float32
        sRGB and coverage; drawn into.
    seen, hidden : (H, W) bool
        Where the outlined faces are seen, and where something stands before them.
    size
        Multiplies the widths, for large pictures.
    """
    whole = seen | hidden
    if not whole.any():
        return
    # distances beyond the rim are never used, so only the neighborhood is looked at
    rows, columns = np.flatnonzero(whole.any(axis=1)), np.flatnonzero(whole.any(axis=0))
    reach = int(np.ceil(RIM_PX * size)) + 2
    window = (
        slice(max(0, rows[0] - reach), rows[-1] + reach + 1),
        slice(max(0, columns[0] - reach), columns[-1] + reach + 1),
    )
    part = np.ascontiguousarray(canvas[window])  # one kind of array: the loops are compiled for it alone
    seen, hidden, whole = seen[window], hidden[window], whole[window]
    accent, white = rgb(ACCENT), np.ones(3)
    if hidden.any():
        raster.paint(part, accent, hidden.astype(np.float32), VEIL)
        raster.paint(part, accent, _band(_distance(whole), HIDDEN_PX * size), 0.75)
    if seen.any():
        away = _distance(seen)
        raster.paint(part, white, _band(away, RIM_PX * size), 0.92)
        raster.paint(part, accent, _band(away, BAND_PX * size), 1.0)
    canvas[window] = part


def _distance(mask: Bools) -> Floats:
    """Return the distance from the mask in pixels, 0 within."""
    away: Floats = distance_transform_edt(~mask)
    return away


def _band(away: Floats, width: float) -> NDArray[np.float32]:
    return (np.clip(width + 0.5 - away, 0.0, 1.0) * (away > 0.0)).astype(np.float32)
