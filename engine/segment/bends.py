"""Bends: the smallest radii of free-form regions, told from how they bend at their corners.

A fold between two facets tells a radius, too, but a poor one: facets of a free-form face are of all widths.
"""

from dataclasses import replace

import numpy as np

from engine.model.surface import Freeform
from engine.segment.nodes import Nodes
from engine.segment.segmented import Regions

SHARE = 0.98
"""Of a region's corners, so many bend no more than its smallest radius says: single ones are misread, where
they have neighbors on one side alone."""
FLAT = 1e-3
"""What turns by less than this over the region, in radians, does not bend."""


def with_radii(regions: Regions, nodes: Nodes) -> Regions:
    """Return the regions with the radii of their free-form surfaces read anew."""
    is_free = np.array([isinstance(surface, Freeform) for surface in regions.surfaces], dtype=bool)
    if not is_free.any():
        return regions
    surfaces = list(regions.surfaces)
    first = np.searchsorted(nodes.region, np.arange(len(surfaces) + 1))
    for index in np.flatnonzero(is_free).tolist():
        mine = slice(first[index], first[index + 1])
        bends = np.linalg.eigvalsh(nodes.bends[mine])
        size_mm = float(np.linalg.norm(np.ptp(nodes.places[mine], axis=0)))
        surfaces[index] = Freeform(*(_radius_mm(each, size_mm) for each in (-bends[:, 0], bends[:, 2])))
    return replace(regions, surfaces=tuple(surfaces))


def _radius_mm(curvatures: np.ndarray, size_mm: float) -> float:
    bend = float(np.quantile(curvatures, SHARE))
    return 1.0 / bend if bend * size_mm > FLAT else np.inf
