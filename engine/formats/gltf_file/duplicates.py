"""Leaves out bodies that a file shows again at the very same place.

What lies a hair beside another, or is cut into other triangles, is no copy: it may be a body of its own.
"""

import hashlib
from collections.abc import Sequence

import numpy as np

from engine.formats.gltf_file.scene import Soup


def without(soups: Sequence[Soup]) -> tuple[tuple[Soup, ...], tuple[str, ...]]:
    """Leave out each soup whose vertices and triangles are an earlier one's, and say so."""
    first: dict[bytes, Soup] = {}
    for soup in soups:
        first.setdefault(_digest(soup), soup)
    left_out = len(soups) - len(first)
    notes = (f"Bodies placed exactly on top of another one were left out: {left_out}.",) if left_out else ()
    return tuple(first.values()), notes


def _digest(soup: Soup) -> bytes:
    digest = hashlib.blake2b(len(soup.vertices).to_bytes(8, "big"))
    for values in (soup.vertices, soup.triangles):
        digest.update(np.ascontiguousarray(values).data)
    return digest.digest()
