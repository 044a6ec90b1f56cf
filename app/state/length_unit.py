"""The unit of length that a STEP or glTF file declares, and the same file with another in its place.

Its numbers stay as they are: what is read anew is what they count.
"""

import json
import re
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.client import errors

MM_OF_UNIT = {"mm": 1.0, "in": 25.4, "m": 1000.0}
"""The units that a file may be read in."""
MM_OF_PREFIX = {
    "$": 1000.0,
    ".DECI.": 100.0,
    ".CENTI.": 10.0,
    ".MILLI.": 1.0,
    ".MICRO.": 0.001,
    ".KILO.": 1e6,
}
GLTF_MM = 1000.0
"""glTF has meters and nothing else."""
STEP, GLTF, GLB = (".step", ".stp"), (".gltf",), (".glb",)
CONTEXT = re.compile(r"GLOBAL_UNIT_ASSIGNED_CONTEXT\s*\(\s*\(([^)]*)\)\s*\)")
UNCERTAINTY = re.compile(r"UNCERTAINTY_MEASURE_WITH_UNIT\s*\(\s*LENGTH_MEASURE\s*\([^)]*\)\s*,\s*#\d+")
REFERENCE = re.compile(r"#(\d+)")
SI_METER = re.compile(r"SI_UNIT\s*\(\s*(\$|\.\w+\.)\s*,\s*\.METRE\.\s*\)")
CONVERSION = re.compile(r"CONVERSION_BASED_UNIT\s*\(\s*'[^']*'\s*,\s*#(\d+)\s*\)")
MEASURE = re.compile(r"\(\s*([-+0-9.Ee]+)\s*\)?\s*,\s*#(\d+)")
JSON_CHUNK = 0x4E4F534A
"""`JSON`, as the first chunk of a GLB is marked."""


WITHOUT = (".stl", ".obj", ".ply", ".off")
"""Formats that have no unit: the server is told which one is meant, and takes millimeters else."""


def has_none(path: Path) -> bool:
    """Return whether a file is of a format that has no unit."""
    return path.suffix.lower() in WITHOUT


def declared_mm(path: Path) -> float | None:
    """Return how many millimeters the file's unit has; None where that cannot be said."""
    try:
        if path.suffix.lower() in (*GLTF, *GLB):
            return GLTF_MM
        if path.suffix.lower() not in STEP:
            return None
        text = path.read_text("latin-1")
    except OSError:
        return None
    units = {_mm(text, at) for at in _length_units(text)}
    return units.pop() if len(units) == 1 else None


def with_unit(content: bytes, suffix: str, unit: str) -> bytes:
    """Return a file's content with this unit of MM_OF_UNIT declared; what is damaged comes back as it is."""
    suffix = suffix.lower()
    if suffix in STEP:
        return _step_with_unit(content.decode("latin-1"), unit).encode("latin-1")
    try:
        if suffix in GLB:
            return _glb_with_unit(content, unit)
        if suffix in GLTF:
            return json.dumps(_scaled(json.loads(content), unit)).encode()
    except (ValueError, KeyError, TypeError, struct.error):
        pass
    return content


@contextmanager
def read_as(path: Path, unit: str) -> Iterator[Path]:
    """Give a copy of the file that declares this unit, under the same name; the file itself without one."""
    if not unit:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="sprue-") as folder:
        copy = Path(folder) / path.name
        try:
            copy.write_bytes(with_unit(path.read_bytes(), path.suffix, unit))
        except OSError as error:
            raise errors.unreadable_file(path.name, error) from None
        yield copy


def _length_units(text: str) -> set[int]:
    """Return the numbers of the entities that are the units of length of any context."""
    found = set()
    for context in CONTEXT.finditer(text):
        for reference in REFERENCE.findall(context[1]):
            if "LENGTH_UNIT" in _entity(text, int(reference)):
                found.add(int(reference))
    return found


def _entity(text: str, at: int) -> str:
    found = re.search(rf"#{at}\s*=\s*([^;]*);", text)
    return "" if found is None else found[1]


def _mm(text: str, at: int) -> float | None:
    entity = _entity(text, at)
    meter = SI_METER.search(entity)
    if meter is not None:
        return MM_OF_PREFIX.get(meter[1])
    conversion = CONVERSION.search(entity)
    measure = None if conversion is None else MEASURE.search(_entity(text, int(conversion[1])))
    if measure is None or int(measure[2]) == at:
        return None
    base = SI_METER.search(_entity(text, int(measure[2])))
    mm = None if base is None else MM_OF_PREFIX.get(base[1])
    return None if mm is None else float(measure[1]) * mm


def _step_with_unit(text: str, unit: str) -> str:
    """Put new entities at the end of the data, and refer to them where a unit of length was referred to."""
    old = _length_units(text)
    end = text.rfind("ENDSEC;")
    if not old or end < 0:
        return text
    first = 1 + max(int(each) for each in re.findall(r"#(\d+)\s*=", text))
    references = re.compile("|".join(rf"#{at}\b" for at in sorted(old)))

    def refer_to_new(found: re.Match[str]) -> str:
        return references.sub(f"#{first}", found[0])

    head, tail = text[:end], text[end:]
    for pattern in (CONTEXT, UNCERTAINTY):
        head = pattern.sub(refer_to_new, head)
    return f"{head}{_unit_entities(first, unit)}{tail}"


def _unit_entities(first: int, unit: str) -> str:
    if unit == "in":
        return (
            f"#{first}=(CONVERSION_BASED_UNIT('INCH',#{first + 1})LENGTH_UNIT()NAMED_UNIT(#{first + 2}));\n"
            f"#{first + 1}=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#{first + 3});\n"
            f"#{first + 2}=DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.);\n"
            f"#{first + 3}=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));\n"
        )
    prefix = {"mm": ".MILLI.", "m": "$"}[unit]
    return f"#{first}=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT({prefix},.METRE.));\n"


def _glb_with_unit(content: bytes, unit: str) -> bytes:
    magic, version, _ = struct.unpack_from("<III", content, 0)
    size, kind = struct.unpack_from("<II", content, 12)
    if kind != JSON_CHUNK:
        return content
    scaled = json.dumps(_scaled(json.loads(content[20 : 20 + size]), unit)).encode()
    scaled += b" " * (-len(scaled) % 4)
    rest = content[20 + size :]
    head = struct.pack("<III", magic, version, 20 + len(scaled) + len(rest))
    return head + struct.pack("<II", len(scaled), JSON_CHUNK) + scaled + rest


def _scaled(document: dict[str, Any], unit: str) -> dict[str, Any]:
    """Put everything of each scene below a node that scales it."""
    nodes = [*document["nodes"]]
    factor = MM_OF_UNIT[unit] / GLTF_MM
    scenes = []
    for scene in document["scenes"]:
        scenes.append(scene | {"nodes": [len(nodes)]})
        nodes.append({"children": scene["nodes"], "scale": [factor] * 3})
    return document | {"nodes": nodes, "scenes": scenes}
