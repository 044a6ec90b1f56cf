"""How quick the desktop's viewport is on a million triangles, and whether it forgets what it has shown.

Seconds are the processor's, which a busy machine does not change. Without a display nothing is drawn; run it
under one, as `xvfb-run -a python -m bench viewport`, to have the pictures drawn and counted too.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
from PySide6.QtWidgets import QApplication  # noqa: TID251 - the program that is measured is Qt's

from app.client import models
from app.client.models import ColorStop, LayerLimits, LimitCase
from app.state.settings import Settings
from app.views.theme.tokens import LIGHT
from app.views.viewport import camera
from app.views.viewport.viewport import Viewport
from app.views.window_context import WindowContext
from engine.formats import gltf
from engine.model.mesh import Mesh

PATCHES, SIDE = 6, 121
N_OPENINGS = 50
LAYERS = ("thickness", "clearance", "draft", "features")
STOPS = (
    ColorStop(0.0, "#94101f"),
    ColorStop(1.0, "#d83a35"),
    ColorStop(1.0, "#4a88b8"),
    ColorStop(9.0, "#e3ebf2"),
)
LIMITS = LayerLimits(
    process="bench",
    stops=STOPS,
    cases=(LimitCase(fids=None, stops=STOPS, fail=1.0, red_below=1.0),),
    fail=1.0,
)


def run() -> None:
    """Print what loading, switching layers and reading values take, and memory over many openings."""
    os.environ.setdefault("QT_QPA_PLATFORM", "xcb" if os.environ.get("DISPLAY") else "offscreen")
    app = QApplication.instance() or QApplication(["bench"])
    with tempfile.TemporaryDirectory() as folder:
        large = sheet(SIDE)
        context = _context(Path(folder), sheet(31))
        viewport = Viewport(context, LIGHT)
        viewport.resize(1000, 700)
        viewport.show()
        memory = []
        for at in range(N_OPENINGS):
            context._become(None)
            _open(app, context, viewport)
            if at % 10 == 9:
                memory.append(psutil.Process().memory_info().rss / 1e6)
        print(
            f"memory after each 10 of {N_OPENINGS} openings, MB: " + " ".join(f"{one:.0f}" for one in memory)
        )
        context.client = _Server(large)  # type: ignore[assignment]
        print(f"{2 * (PATCHES * (SIDE - 1)) ** 2:,} triangles, {len(large) / 1e6:.0f} MB")
        print(f"  load, lines and colors {_seconds(lambda: _open(app, context, viewport)):8.2f} s")
        part = viewport._part
        assert part is not None
        middle = np.array([viewport.scene.pixels]) / 2.0
        ray = camera.ray(viewport.scene.view, (middle[0, 0], middle[0, 1]), viewport.scene.pixels)
        print(f"  first probe            {1e3 * _seconds(lambda: part.pick(*ray)):8.1f} ms")
        print(f"  probe                  {1e3 * _seconds(lambda: _probe(viewport), 200):8.3f} ms")
        for layer in LAYERS:
            took = _seconds(lambda layer=layer: part.show_layer(layer, LIMITS), 3)  # type: ignore[misc]
            print(f"  switch to {layer:12} {1e3 * took:8.1f} ms, without the picture")
        if QApplication.platformName() != "offscreen":
            print(f"  a picture              {1e3 * _seconds(lambda: _draw(app, viewport), 3):8.0f} ms")
        viewport.stop()
        context.close()


class _Server:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def download(self, link: str) -> bytes:
        return self._data


def _context(folder: Path, data: bytes) -> WindowContext:
    context = WindowContext(Settings(folder / "settings.json"))
    context.client = _Server(data)  # type: ignore[assignment]
    context.layer = "thickness"
    return context


def _open(app: object, context: WindowContext, viewport: Viewport) -> None:
    shown: list[bool] = []
    viewport.shown.connect(lambda: shown.append(True))
    context._become(result())
    while not shown:
        QApplication.processEvents()
    QApplication.processEvents()


def _draw(app: object, viewport: Viewport) -> None:
    viewport.scene.redraw()
    QApplication.processEvents()


def _probe(viewport: Viewport) -> None:
    part = viewport._part
    assert part is not None
    hit = part.pick(*camera.ray(viewport.scene.view, (420.0, 350.0), viewport.scene.pixels))
    assert hit is not None
    part.probe(hit)


def _seconds(work: Callable[[], object], times: int = 1) -> float:
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def result() -> models.Result:
    """Return a result without features or findings."""
    pull = {"pull_dir": [0, 0, 1], "alpha_min_deg": 0.5, "n_undercuts": 0, "n_low_draft": 0}
    features = {
        "roles_by_fid": {str(face): face % 15 for face in range(PATCHES**2)},
        "role_names": {str(code): f"Role{code}" for code in range(15)},
        "features": [],
        "manufacturability": pull,
    }
    document = {
        "job_id": "1",
        "features": features,
        "modules": {"modules": []},
        "artifacts": {"draft_glb": "/draft"},
    }
    return models.read_result(document)


def sheet(side: int) -> bytes:
    """Make a wavy sheet of patches, each a face, as the server would send it."""
    vertices, triangles, faces = [], [], []
    for patch in range(PATCHES**2):
        row, column = divmod(patch, PATCHES)
        x, y = np.meshgrid(
            np.linspace(row, row + 1, side), np.linspace(column, column + 1, side), indexing="ij"
        )
        vertices.append(np.column_stack([x.ravel(), y.ravel(), 0.3 * np.sin(2 * x + y).ravel()]) * 20.0)
        at = np.arange(side * side).reshape(side, side) + patch * side * side
        a, b, c, d = at[:-1, :-1].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel(), at[:-1, 1:].ravel()
        triangles.append(np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])]))
        faces.append(np.full(side * side, patch))
    points, face_of_vertex = np.concatenate(vertices), np.concatenate(faces)
    slope = np.column_stack(
        [-np.cos(points[:, 0] / 10), -np.cos(points[:, 1] / 20), np.full(len(points), 3.0)]
    )
    corners = np.concatenate(triangles)
    mesh = Mesh(
        vertices=points,
        normals=slope / np.linalg.norm(slope, axis=1, keepdims=True),
        triangles=corners.astype(np.int32),
        face_of_triangle=face_of_vertex[corners[:, 0]].astype(np.int32),
        face_of_vertex=face_of_vertex.astype(np.int32),
        body_of_triangle=np.zeros(len(corners), dtype=np.int32),
        weld=np.arange(len(points)),
        max_edge_mm=1.0,
        chord_mm=0.01,
    )
    attributes = {
        "_THICKNESS": 1.0 + points[:, 0] / 10.0,
        "_CLEARANCE": np.where(points[:, 1] > 40.0, points[:, 1], np.nan),
        "_DRAFT": points[:, 2],
        "_FID": face_of_vertex.astype(np.float64),
    }
    return gltf.write(mesh, attributes=attributes)
