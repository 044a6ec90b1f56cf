"""B-spline surfaces as poles and knots, evaluated over whole arrays."""

from dataclasses import dataclass

import numpy as np

from engine.model.arrays import Floats, Ints

TOGETHER = 64
"""Parameters along v that are evaluated at once: few poles of a long row count at all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One parameter of a B-spline: its degree, and its knots, each as often as it counts."""

    degree: int
    knots: Floats
    is_periodic: bool

    def creases(self) -> Floats:
        """Return the knots (C,) between its ends at which the second derivative may change at once."""
        inner = self.knots[
            (self.knots > self.knots[self.degree]) & (self.knots < self.knots[-self.degree - 1])
        ]
        knots, counts = np.unique(inner, return_counts=True)
        return np.asarray(knots[counts >= self.degree - 1])

    def basis(self, at: Floats) -> tuple[Ints, Floats, Floats]:
        """Evaluate the basis functions at parameters (N,).

        Returns
        -------
        (N, degree + 1) int64
            The poles whose basis functions are not zero there.
        (N, degree + 1), (N, degree + 1) float64
            The values of these functions, and their derivatives.
        """
        span, at = self.spans(at)
        values, slopes = basis_values(self.knots, span, self.degree, at)
        return span[:, None] + np.arange(-self.degree, 1), values, slopes

    def values(self, at: Floats) -> tuple[Ints, Floats]:
        """Return the first two of what `basis` does."""
        span, at = self.spans(at)
        return span[:, None] + np.arange(-self.degree, 1), _recurred(self.knots, span, self.degree, at)[0]

    def band(self, at: Floats) -> tuple[int, Floats]:
        """Return the first pole that counts at any of the parameters (N,), and a matrix (2 N, P).

        Its rows are the values of the basis functions of that pole and the next ones, then the derivatives.
        """
        pole, *weights = self.basis(at)
        first = int(pole.min())
        dense = np.zeros((2, len(at), int(pole.max()) - first + 1))
        for block, of in zip(dense, weights, strict=True):
            np.put_along_axis(block, pole - first, of, axis=1)
        return first, dense.reshape(2 * len(at), -1)

    def spans(self, at: Floats) -> tuple[Ints, Floats]:
        """Return the knot (N,) each parameter (N,) follows, and the parameters within the period."""
        degree, knots = self.degree, self.knots
        first, last = knots[degree], knots[-degree - 1]
        if self.is_periodic:
            at = np.where((at < first) | (at > last), first + np.mod(at - first, last - first), at)
        span = np.searchsorted(knots, at, side="right") - 1
        span = np.minimum(np.maximum(span, degree), len(knots) - degree - 2)
        is_point = knots[span + 1] <= knots[span]
        if is_point.any():
            # the last span that is no point, where a knot counts more often than its degree asks
            span = np.where(is_point, np.searchsorted(knots, knots[span]) - 1, span)
        return span, at


def basis_values(knots: Floats, span: Ints, degree: int, at: Floats) -> tuple[Floats, Floats]:
    """Evaluate the basis functions (de Boor) at parameters (N,) that follow the knots `span` (N,).

    Returns
    -------
    (N, degree + 1), (N, degree + 1) float64
        Values of those of the poles `span - degree` to `span`, and their derivatives.
    """
    values, share = _recurred(knots, span, degree, at)
    slopes = np.zeros((len(at), degree + 1))
    if degree:
        slopes[:, :-1] = -degree * share
        slopes[:, 1:] += degree * share
    return values, slopes


def _recurred(knots: Floats, span: Ints, degree: int, at: Floats) -> tuple[Floats, Floats]:
    """Evaluate the basis functions alone (N, degree + 1); with them what the derivatives are made of."""
    values, share = np.ones((len(at), 1)), np.zeros((len(at), 1))
    for order in range(1, degree + 1):
        after = span[:, None] + np.arange(1, order + 1)
        above, below = knots[after], knots[after - order]
        share = values / (above - below)
        values = np.zeros((len(at), order + 1))
        values[:, :-1] = share * (above - at[:, None])
        values[:, 1:] += share * (at[:, None] - below)
    return values, share


@dataclass(frozen=True, slots=True, eq=False)
class Spline:
    """A B-spline surface, as a face places it."""

    u: Axis
    v: Axis
    poles: Floats
    """(U, V, 3), or (U, V, 4) with weights: then places are multiplied by them."""

    @property
    def places(self) -> Floats:
        """(U, V, 3) where the poles are."""
        return self.poles if self.poles.shape[2] == 3 else self.poles[:, :, :3] / self.poles[:, :, 3:]

    def on_grid(self, u: Floats, v: Floats) -> tuple[Floats, Floats, Floats]:
        """Return places and derivatives along u and along v, (N, M, 3) each, at all pairs of parameters."""
        pole, *weights = self.u.basis(u)
        here = self.poles[pole].reshape(*pole.shape, -1)
        rows = np.matmul(np.stack(weights, axis=1), here).reshape(len(u), 2, *self.poles.shape[1:])
        found = np.empty((3, len(u), len(v), self.poles.shape[2]))
        for start in range(0, len(v), TOGETHER):
            at = v[start : start + TOGETHER]
            first, across = self.v.band(at)
            some = rows[:, :, first : first + across.shape[1]]
            both = np.matmul(across, some[:, 0]).reshape(len(u), 2, len(at), -1)
            block = found[:, :, start : start + TOGETHER]
            block[0], block[2] = both[:, 0], both[:, 1]
            block[1] = np.matmul(across[: len(at)], some[:, 1])
        return self._placed(*found)

    def at(self, uv: Floats) -> tuple[Floats, Floats, Floats]:
        """Return places and derivatives along u and along v, (N, 3) each, at parameters (N, 2)."""
        of_u, *by_u = self.u.basis(uv[:, 0])
        of_v, *by_v = self.v.basis(uv[:, 1])
        here = self.poles[of_u[:, :, None], of_v[:, None, :]]
        rows = [np.einsum("na,nabd->nbd", weights, here) for weights in by_u]
        pairs = (rows[0], by_v[0]), (rows[1], by_v[0]), (rows[0], by_v[1])
        return self._placed(*(np.einsum("nbd,nb->nd", row, weights) for row, weights in pairs))

    def places_at(self, uv: Floats) -> Floats:
        """Return the places (N, 3) alone, to the last bit those of `at`."""
        (of_u, by_u), (of_v, by_v) = self.u.values(uv[:, 0]), self.v.values(uv[:, 1])
        rows = np.einsum("na,nabd->nbd", by_u, self.poles[of_u[:, :, None], of_v[:, None, :]])
        point: Floats = np.einsum("nbd,nb->nd", rows, by_v)
        return point if self.poles.shape[2] == 3 else point[:, :3] / point[:, 3:]

    def _placed(self, point: Floats, du: Floats, dv: Floats) -> tuple[Floats, Floats, Floats]:
        if self.poles.shape[2] == 3:
            return point, du, dv
        weight = point[..., 3:]
        place = point[..., :3] / weight
        return (
            place,
            (du[..., :3] - place * du[..., 3:]) / weight,
            (dv[..., :3] - place * dv[..., 3:]) / weight,
        )
