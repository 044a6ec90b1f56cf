"""Arrays as VTK takes them, without a copy where it can be had."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

from app.views.viewport.mesh import Floats


def surface(vertices: Floats, triangles: NDArray[np.int64], normals: Floats | None = None) -> vtkPolyData:
    """Return triangles; their order is the order of the cells."""
    body = vtkPolyData()
    body.SetPoints(points(vertices))
    body.SetPolys(cells(triangles))
    if normals is not None:
        body.GetPointData().SetNormals(array(normals))
    return body


def lines(vertices: Floats, pairs: NDArray[np.int64]) -> vtkPolyData:
    """Return one line a pair of vertices, with only the vertices that are needed."""
    used, place = np.unique(pairs, return_inverse=True)
    body = vtkPolyData()
    body.SetPoints(points(vertices[used]))
    body.SetLines(cells(place.reshape(-1, 2).astype(np.int64)))
    return body


def points(vertices: Floats) -> vtkPoints:
    """Return points in single precision, as graphics cards want them."""
    made = vtkPoints()
    made.SetData(array(vertices))
    return made


def cells(indices: NDArray[np.int64]) -> vtkCellArray:
    """Return cells of one size, a row each."""
    n_cells, size = indices.shape
    made = vtkCellArray()
    made.SetData(
        _ids(np.arange(0, n_cells * size + 1, size, dtype=np.int64)),
        _ids(np.ascontiguousarray(indices, dtype=np.int64).ravel()),
    )
    return made


def array(values: NDArray[Any]) -> Any:
    """Return numbers in single precision, copied."""
    return numpy_support.numpy_to_vtk(np.ascontiguousarray(values, dtype=np.float32), deep=1)  # type: ignore[no-untyped-call]


def _ids(values: NDArray[np.int64]) -> Any:
    return numpy_support.numpy_to_vtkIdTypeArray(values, deep=1)  # type: ignore[no-untyped-call]


def raw_bytes(values: NDArray[np.uint8]) -> Any:
    """Return bytes as they are, copied."""
    return numpy_support.numpy_to_vtk(np.ascontiguousarray(values), deep=1)  # type: ignore[no-untyped-call]
