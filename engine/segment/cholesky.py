"""Cholesky: small symmetric systems solved inside compiled loops."""

import numpy as np

from engine.compiled import compiled
from engine.model.arrays import Floats


@compiled
def solved(system: Floats, right: Floats) -> bool:
    """Solve a symmetric positive system in place (Cholesky); False where it is not positive."""
    n = len(right)
    for i in range(n):
        for j in range(i + 1):
            total = system[i, j]
            for k in range(j):
                total -= system[i, k] * system[j, k]
            if i > j:
                system[i, j] = total / system[j, j]
            elif total > 0.0:
                system[i, i] = np.sqrt(total)
            else:
                return False
    for i in range(n):
        for k in range(i):
            right[i] -= system[i, k] * right[k]
        right[i] /= system[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            right[i] -= system[k, i] * right[k]
        right[i] /= system[i, i]
    return True
