"""The accuracy that a STEP file declares: how far apart places may lie that are one.

Whoever repairs a shape as OCCT does repairs it to this.
"""

import re

_KEYWORD = b"UNCERTAINTY_MEASURE_WITH_UNIT"
_MEASURE = re.compile(_KEYWORD + rb"\s*\(\s*LENGTH_MEASURE\s*\(\s*([0-9]+\.[0-9]*(?:E[-+]?[0-9]+)?)\s*\)")
MM_OF_UNIT = {
    "micrometre": 0.001,
    "millimetre": 1.0,
    "centimetre": 10.0,
    "metre": 1000.0,
    "inch": 25.4,
    "foot": 304.8,
}


def accuracy_mm(data: bytes, unit: str) -> float | None:
    """Return the one accuracy that a file declares, its lengths being in `unit`.

    None where it declares none or several, or the unit is not one that CAD programs write.
    """
    values = {float(match.group(1)) for match in _MEASURE.finditer(data)} if _KEYWORD in data else set()
    scale = MM_OF_UNIT.get(unit.lower())
    return values.pop() * scale if len(values) == 1 and scale is not None else None
