"""The sides between facets: what lies on the other side of each, and in which order they bound a facet."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array

from engine.model.arrays import Ints
from engine.segment.facets import Facets
from engine.segment.surface_mesh import SurfaceMesh


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The sides between facets, each as seen from either; sorted by the facet it is a side of."""

    start: Ints
    end: Ints
    own: Ints
    other: Ints

    @classmethod
    def of(cls, mesh: SurfaceMesh, facets: Facets) -> "Sides":
        """Find the sides of all facets."""
        triangle, side = np.nonzero(mesh.neighbor >= 0)
        own = facets.facet_of_triangle[triangle]
        other = facets.facet_of_triangle[mesh.neighbor[triangle, side]]
        is_border = own != other
        triangle, side, own, other = triangle[is_border], side[is_border], own[is_border], other[is_border]
        order = np.argsort(own, kind="stable")
        start, end = mesh.triangles[triangle, side], mesh.triangles[triangle, (side + 1) % 3]
        return cls(start[order], end[order], own[order], other[order])

    def links(self, count: int) -> csr_array:
        """Return which facets lie beside which."""
        return coo_array((np.ones(len(self.own), bool), (self.own, self.other)), (count, count)).tocsr()

    def rows(self, members: Ints) -> Ints:
        """Return the rows of the sides of some facets."""
        first = np.searchsorted(self.own, members, "left")
        end = np.searchsorted(self.own, members, "right")
        return np.concatenate([np.arange(a, b) for a, b in zip(first, end, strict=True)])
