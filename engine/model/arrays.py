"""Array types by shape, the one way to make an array read-only, and products of many vectors at once."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Vector = NDArray[np.float64]
"""(3,) float64."""


def frozen(values: Iterable[float] | Floats) -> Floats:
    """Return `values` as a read-only float64 array; copies unless it already is one."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


def frozen_ints(values: Iterable[int] | Ints) -> Ints:
    """Return `values` as a read-only int64 array; copies unless it already is one."""
    array = np.array(values, dtype=np.int64)
    array.flags.writeable = False
    return array


def along(vectors: Floats, direction: Vector) -> Floats:
    """Return the dot products (N,) of vectors (N, 3) with one direction.

    Not a matrix product: that one wakes the threads of the linear algebra library, which then spin for
    longer than the work takes, and equal rows may differ in their last bit.
    """
    products: Floats = np.einsum("nk,k->n", vectors, direction)
    return products


def rows_at_corners(table: Floats, triangles: Ints) -> tuple[Floats, Floats, Floats]:
    """Return the rows (T, 3) of a table (V, 3) at the first, second and third corners of triangles (T, 3).

    `take` needs a third of the time that indexing does, and what follows is fastest on contiguous rows.
    """
    first, second, third = (table.take(triangles[:, corner], axis=0) for corner in range(3))
    return first, second, third


def dots(a: Floats, b: Floats) -> Floats:
    """Return the dot products (N,) of rows (N, K)."""
    products: Floats = np.einsum("nk,nk->n", a, b)
    return products


def norms(vectors: Floats) -> Floats:
    """Return the lengths (...) of vectors (..., 3): to the last bit those of `np.linalg.norm`, sooner."""
    x, y, z = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    return np.asarray(np.sqrt(x * x + y * y + z * z))


def cross(a: Floats, b: Floats) -> Floats:
    """Return the cross products (N, 3) of rows, or of rows and one vector.

    `np.cross` takes three times as long on short arrays.
    """
    (x, y, z), (u, v, w) = a.T, b.T
    products = np.empty(np.broadcast(a, b).shape)
    np.subtract(y * w, z * v, out=products[:, 0])
    np.subtract(z * u, x * w, out=products[:, 1])
    np.subtract(x * v, y * u, out=products[:, 2])
    return products


def vector_product(a: Vector, b: Vector) -> Vector:
    """Return the cross product of two vectors; `np.cross` takes twenty times as long."""
    (x, y, z), (u, v, w) = a.tolist(), b.tolist()
    return np.array([y * w - z * v, z * u - x * w, x * v - y * u])


def square_to(direction: Vector) -> Vector:
    """Return a vector square to a unit vector and to the axis least along that; it is no unit vector."""
    axis = np.zeros(3)
    axis[np.abs(direction).argmin()] = 1.0
    return vector_product(direction, axis)


def squares_to(directions: Floats) -> Floats:
    """Return for each unit vector (N, 3) what `square_to` does."""
    return cross(directions, np.eye(3)[np.abs(directions).argmin(axis=1)])


def distinct_rows(rows: NDArray[np.generic]) -> tuple[Ints, Ints]:
    """Return the first (C,) of each kind of row, sorted, and which kind each row (N,) is.

    `np.unique` compares whole rows, and takes three times as long.
    """
    order = np.lexsort(rows.T[::-1])
    is_new = np.ones(len(rows), dtype=np.bool_)
    is_new[1:] = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
    kind = np.empty(len(rows), dtype=np.int64)
    kind[order] = np.cumsum(is_new) - 1
    return order[is_new], kind
