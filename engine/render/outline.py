"""The halo round what a picture is about: an outline, never a tint, so that its colors can still be read."""

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from engine.model.arrays import Bools, Floats
from engine.palette import ACCENT, rgb

RIM_PX = 5.5
BAND_PX = 3.5
HIDDEN_PX = 2.0

Layer = NDArray[np.float32]
"""(H, W, 4) sRGB and coverage."""


def halo(seen: Bools, hidden: Bools, size: float = 1.0) -> Layer:
    """Draw a band of the accent color with a white rim round `seen`, and a fine one round `hidden`.

    Parameters
    ----------
    seen, hidden : (H, W) bool
        Where the outlined faces are seen, and where something stands before them.
    size
        Multiplies the widths, for large pictures.
    """
    layer = np.zeros((*seen.shape, 4), dtype=np.float32)
    whole = seen | hidden
    if not whole.any():
        return layer
    if hidden.any():
        away = _distance(whole)
        inside = away < 1.0
        _paint(layer, rgb(ACCENT), np.where(inside, 0.16 * hidden, 0.0))
        _paint(layer, rgb(ACCENT), 0.75 * _band(away, HIDDEN_PX * size))
    if seen.any():
        away = _distance(seen)
        _paint(layer, np.ones(3), 0.92 * _band(away, RIM_PX * size))
        _paint(layer, rgb(ACCENT), _band(away, BAND_PX * size))
    return layer


def _distance(mask: Bools) -> Floats:
    """Pixels from the mask's rim, 0 within; half a pixel of it is softening."""
    away: Floats = distance_transform_edt(~mask)
    return away


def _band(away: Floats, width: float) -> Floats:
    return np.clip(width + 0.5 - away, 0.0, 1.0) * (away > 0.0)


def _paint(layer: Layer, color: Floats, coverage: Floats) -> None:
    """Lay a color over what the layer holds."""
    over = coverage.astype(np.float32)
    under = layer[..., 3] * (1.0 - over)
    total = over + under
    safe = np.where(total > 0.0, total, 1.0)
    for channel in range(3):
        mixed = (np.float32(color[channel]) * over + layer[..., channel] * under) / safe
        layer[..., channel] = np.where(total > 0.0, mixed, 0.0)
    layer[..., 3] = total
