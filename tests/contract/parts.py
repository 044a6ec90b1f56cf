"""Parts to send: drawn here, so that what the server must answer is known."""

import base64
import json
from pathlib import Path

from tests.server import acting
from tests.support import draw, gltf_by_hand
from tests.support.parts_bends import strip

TOP = 20.0


def plate(folder: Path, sides: tuple[float, float, float] = (60, 40, 5)) -> Path:
    """Draw a plate with one hole of 6 mm through it: 12 cm³ less π · 0.3² · 0.5."""
    x, y, z = sides
    shape = draw.cut(draw.box(sides), draw.cylinder(3, z + 2, (20, 20, -1)))
    return draw.write_step(shape, folder / f"plate_{x:g}_{y:g}_{z:g}.step")


def thin_plate(folder: Path) -> Path:
    """Draw a plate with one hole that is too thin for sand and thick enough for investment casting."""
    return plate(folder, (60, 40, 2.5))


def two_bodies(folder: Path) -> Path:
    """Draw two cubes of 10 mm, 20 mm apart."""
    shape = draw.compound(draw.box((10, 10, 10)), draw.box((10, 10, 10), (30, 0, 0)))
    return draw.write_step(shape, folder / "two.step")


def everything(folder: Path) -> Path:
    """Draw a block that has one feature of every kind but a bend."""
    body = draw.fillet(draw.box((140, 90, TOP)), 5, (0, 0, TOP / 2), (140, 90, TOP / 2))
    pocket = draw.box((36, 24, 20), (20, 8, TOP - 8))
    corners = [(x, y, TOP) for x in (20, 56) for y in (8, 32)]
    hole = draw.fuse(draw.cylinder(3, 30, (120, 75, -1)), draw.cylinder(6, 10, (120, 75, TOP - 5)))
    slot = draw.box((40, 8, 10), (110, 40, TOP - 6))
    body = draw.cut(body, draw.fillet(pocket, 4, *corners), hole, slot)
    boss = draw.cylinder(6, 10, (20, 70, TOP))
    fin = draw.box((40, 2.5, 12), (36, 60, TOP))
    pad = draw.box((24, 18, 5), (66, 40, TOP))
    return draw.write_step(draw.fuse(body, boss, fin, pad), folder / "everything.step")


def bent_sheet(folder: Path) -> Path:
    """Draw a strip of sheet with one bend."""
    return draw.write_step(strip(40.0, (3.0, 90.0), 30.0), folder / "sheet.step")


def acted(folder: Path, act: str = "") -> Path:
    """Write a part for workers that act: what they do stands in it (`tests/server/acting.py`)."""
    path = folder / "acted.step"
    path.write_bytes(acting.part(act))
    return path


def cube_glb(folder: Path) -> Path:
    """Write a cube of 20 mm as binary glTF."""
    return gltf_by_hand.write(folder / "cube.glb", *gltf_by_hand.cube())


def cube_gltf(folder: Path, uri: str = "") -> Path:
    """Write the cube as glTF text, its numbers inside the file, or at `uri`."""
    tree, binary = gltf_by_hand.cube()
    inside = "data:application/octet-stream;base64," + base64.b64encode(binary).decode()
    tree["buffers"][0]["uri"] = uri or inside
    path = folder / "cube.gltf"
    path.write_text(json.dumps(tree))
    return path
