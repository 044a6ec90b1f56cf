"""Accessors: typed arrays inside a buffer, with every declared number checked against the bytes there are."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import UnreadableFile
from engine.formats.gltf_file.container import Document

DTYPE_OF_COMPONENT: dict[int, np.dtype[Any]] = {
    5120: np.dtype("<i1"),
    5121: np.dtype("<u1"),
    5122: np.dtype("<i2"),
    5123: np.dtype("<u2"),
    5125: np.dtype("<u4"),
    5126: np.dtype("<f4"),
}
WIDTH_OF_TYPE = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
MAX_ELEMENTS = 20_000_000
"""More than any part under the upload limit can hold; keeps an all-zero accessor from asking for memory."""


def read(document: Document, index: object, width: int) -> NDArray[Any]:
    """Read accessor `index` as an (N, width) array, normalized integers as float64.

    Raises
    ------
    UnreadableFile
        A reference, count, offset, stride or type does not fit the data in the file.
    """
    accessor = document.item("accessors", index)
    dtype = DTYPE_OF_COMPONENT.get(_number(accessor, "componentType", 0))
    if dtype is None or WIDTH_OF_TYPE.get(str(accessor.get("type"))) != width:
        raise UnreadableFile(
            f"the glTF's accessor {index} is of type {str(accessor.get('type'))[:12]} and component type "
            f"{str(accessor.get('componentType'))[:12]}, which does not fit its use"
        )
    count = _number(accessor, "count", 0)
    if count > MAX_ELEMENTS:
        raise UnreadableFile(
            f"the glTF's accessor {index} declares {count} elements, more than a file can hold"
        )
    if "bufferView" in accessor:
        offset = _number(accessor, "byteOffset", 0)
        values = _view(document, accessor["bufferView"], offset, dtype, width, count).copy()
    else:
        values = np.zeros((count, width), dtype)
    if "sparse" in accessor:
        _apply_sparse(document, accessor["sparse"], values)
    if accessor.get("normalized") is True and dtype.kind in "iu":
        values = np.maximum(values / float(np.iinfo(dtype).max), -1.0)
    return values


def _view(
    document: Document, index: object, offset: int, dtype: np.dtype[Any], width: int, count: int
) -> NDArray[Any]:
    """View `count` elements of a buffer view, starting `offset` bytes into it."""
    view = document.item("bufferViews", index)
    data = document.buffer(view.get("buffer"))
    start, length = _number(view, "byteOffset", 0), _number(view, "byteLength", 0)
    if start + length > len(data):
        raise UnreadableFile(f"the glTF's buffer view {index} ends beyond its buffer of {len(data)} bytes")
    size = dtype.itemsize * width
    stride = _number(view, "byteStride", size)
    if stride < size or (count and offset + stride * (count - 1) + size > length):
        raise UnreadableFile(
            f"the glTF declares {count} elements where buffer view {index} has room for "
            f"{max(0, (length - offset - size) // max(stride, size) + 1)}"
        )
    return np.ndarray((count, width), dtype, data, start + offset, (stride, dtype.itemsize))


def _apply_sparse(document: Document, sparse: object, values: NDArray[Any]) -> None:
    """Overwrite single elements, as a sparse accessor asks."""
    if not isinstance(sparse, dict) or not all(
        isinstance(sparse.get(key), dict) for key in ("indices", "values")
    ):
        raise UnreadableFile("the glTF has a broken sparse accessor")
    count = _number(sparse, "count", 0)
    if count > len(values):
        raise UnreadableFile(f"the glTF has a sparse accessor of {count} elements over {len(values)}")
    places, news = sparse["indices"], sparse["values"]
    dtype = DTYPE_OF_COMPONENT.get(_number(places, "componentType", 0))
    if dtype is None or dtype.kind != "u":
        raise UnreadableFile("the glTF has a sparse accessor whose indices are not whole numbers")
    at = _view(document, places.get("bufferView"), _number(places, "byteOffset", 0), dtype, 1, count)[:, 0]
    if count and int(at.max()) >= len(values):
        raise UnreadableFile("the glTF has a sparse accessor that writes beyond its end")
    values[at] = _view(
        document, news.get("bufferView"), _number(news, "byteOffset", 0), values.dtype, values.shape[1], count
    )


def _number(item: dict[str, Any], key: str, default: int) -> int:
    """Return a whole number that is not negative."""
    found = item.get(key, default)
    if isinstance(found, bool) or not isinstance(found, int) or found < 0:
        raise UnreadableFile(f"the glTF has {key} {str(found)[:20]}, where a whole number from 0 belongs")
    return found
