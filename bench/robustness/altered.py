"""Well-formed files with some bytes altered: what transfers, editors and bad disks make of them."""

import re
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from tests.support import draw, mutators

NUMBERS = (
    b"0.",
    b"-0.",
    b"1.E308",
    b"-1.E308",
    b"1.E-308",
    b"1.E400",
    b"NAN",
    b"9999999999",
    b"-1.",
    b"1.E5",
)
NUMBER = re.compile(rb"(?<=[(,])-?\d+\.?\d*(?:E[+-]?\d+)?(?=[,)])")
REFERENCE = re.compile(rb"(?<=[(,])#\d+(?=[,)])")
TIME = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
"""When a file was written: put right, so that a seed is the same in every process."""
MOST_ALTERATIONS = 4


@dataclass(frozen=True, slots=True)
class Seed:
    """A small well-formed file."""

    name: str
    suffix: str
    content: bytes
    diagonal_mm: float


@cache
def seeds() -> tuple[Seed, ...]:
    """Draw the files that are altered: plain, round, NURBS, two bodies with a void, and triangles."""
    plate = draw.cut(draw.box((20.0, 15.0, 5.0)), draw.cylinder(2.0, 9.0, (10.0, 7.0, -2.0)))
    hollow = draw.cut(draw.box((10.0, 10.0, 10.0)), draw.sphere(3.0, (5.0, 5.0, 5.0)))
    turned = draw.revolve([(0, 0, 0), (8, 0, 0), (8, 0, 4), (3, 0, 6), (3, 0, 12), (0, 0, 12)])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def step(shape: object, unit: str = "MM") -> bytes:
            content = draw.write_step(shape, folder / "part.step", unit).read_bytes()
            return TIME.sub(b"2000-01-01T00:00:00", content)

        glb = mutators.triangles(plate)
        assert glb is not None
        return (
            Seed("plate", ".step", step(plate), 25.0),
            Seed("turned", ".step", step(turned, "INCH"), 20.0),
            Seed("nurbs", ".step", step(draw.as_nurbs(plate)), 25.0),
            Seed("bodies", ".step", step(draw.compound(hollow, draw.moved(plate, (30, 0, 0)))), 50.0),
            Seed("blended", ".step", step(draw.fillet(draw.box((10.0, 8.0, 4.0)), 1.0)), 15.0),
            Seed("triangles", ".glb", glb.write(folder).read_bytes(), 25.0),
        )


def alter(content: bytes, number: int) -> bytes:
    """Alter a file in one to four places; the same number alters it in the same way."""
    random = Random(number)
    for _ in range(random.randint(1, MOST_ALTERATIONS)):
        content = random.choice(_ALTERATIONS)(content, random)
    return content


def _flip(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content))
    return content[:at] + bytes([content[at] ^ (1 << random.randrange(8))]) + content[at + 1 :]


def _cut(content: bytes, random: Random) -> bytes:
    at, length = random.randrange(len(content)), random.choice((1, 2, 10, 100, 1000))
    return content[:at] + content[at + length :]


def _repeat(content: bytes, random: Random) -> bytes:
    at, length = random.randrange(len(content)), random.choice((1, 10, 100))
    return content[: at + length] + content[at:]


def _number(content: bytes, random: Random) -> bytes:
    return _replaced(content, NUMBER, random.choice(NUMBERS), random)


def _reference(content: bytes, random: Random) -> bytes:
    """Let an entity refer to another one than it did."""
    found = REFERENCE.findall(content)
    return _replaced(content, REFERENCE, random.choice(found), random) if found else _flip(content, random)


def _replaced(content: bytes, pattern: re.Pattern[bytes], by: bytes, random: Random) -> bytes:
    places = list(pattern.finditer(content))
    if not places:  # no text: a byte is one as well
        return _flip(content, random)
    place = random.choice(places)
    return content[: place.start()] + by + content[place.end() :]


_ALTERATIONS = (_flip, _cut, _repeat, _number, _reference)
