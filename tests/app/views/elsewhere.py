"""A server elsewhere, spoken with over real HTTP: it follows the specification, and does not one thing more.

It has one part, a plate of 20 by 20 by 2 mm with one recognized hole, whatever file it is sent. Its pictures
carry colors and no measured values; its rules send a severity and nothing else; it has no events, no list of
jobs, no price without a quote, and no thresholds for a draft.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.app.views.viewport import solids

Answer = tuple[int, Mapping[str, str], bytes]
LAYERS = ("thickness", "clearance", "features", "draft")
KEY = "svc_live_abcdefgh_the_rest"
QUOTA = "API quota exceeded for this billing period."


class Elsewhere:
    """What it answers, and what it was asked. `answers` may be changed while it serves."""

    def __init__(self) -> None:
        self.url = ""
        self.is_silent = False
        """Whether connections are broken off without an answer."""
        self.asked: list[tuple[str, str]] = []
        self.keys: set[str | None] = set()
        self.answers: dict[tuple[str, str], Callable[[], Answer]] = {
            ("POST", r"/dfm/analyze"): lambda: json_answer(202, {"job_id": "7", "status": "queued"}),
            ("GET", r"/dfm/jobs/7"): lambda: json_answer(200, JOB),
            ("GET", r"/dfm/jobs/7/result"): lambda: json_answer(200, self.result()),
            ("POST", r"/dfm/jobs/7/recompute"): lambda: json_answer(202, {}),
            ("POST", r"/dfm/jobs/7/modules/eval"): lambda: json_answer(200, PACK),
            ("GET", r"/dfm/rule-schema"): lambda: json_answer(200, SCHEMA),
            ("GET", r"/dfm/modules"): lambda: json_answer(200, {"modules": [MODULE]}),
            ("POST", r"/convert"): lambda: json_answer(200, CONVERTED),
            ("GET", r"/materials"): lambda: json_answer(200, {"materials": [MATERIAL]}),
            ("GET", r"/post-processing"): lambda: json_answer(200, {"post_processing_options": []}),
            ("GET", r"/files/\w+\.glb"): lambda: (200, {"Content-Type": "model/gltf-binary"}, SHAPE_GLB),
        }

    def refuse_analyses(self, upgrade_url: str) -> None:
        """Have no units left."""
        body = {"error": QUOTA, "upgrade_url": upgrade_url}
        standing = {"X-RateLimit-Limit": "100", "X-RateLimit-Remaining": "0", "X-Billing-Tier": "free"}
        self.answers["POST", r"/dfm/analyze"] = lambda: json_answer(402, body, standing)

    def result(self) -> dict[str, Any]:
        site = self.url.removesuffix("/api/v1")
        return RESULT | {"artifacts": {f"{layer}_glb": f"{site}/files/{layer}.glb" for layer in LAYERS}}

    def answer(self, method: str, path: str) -> Answer:
        self.asked.append((method, path))
        for (expected, pattern), make in self.answers.items():
            if method == expected and re.fullmatch(pattern, path.removeprefix("/api/v1")):
                return make()
        return json_answer(404, {"error": "Not found."})


@contextmanager
def serving() -> Iterator[Elsewhere]:
    """Serve on a free port of this machine."""
    server = Elsewhere()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if server.is_silent:
                self.close_connection = True
                return
            if self.path.startswith("/api/"):
                server.keys.add(self.headers.get("X-API-Key"))
            status, headers, body = server.answer(self.command, self.path.partition("?")[0])
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_DELETE = _answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        server.url = f"http://127.0.0.1:{http.server_address[1]}/api/v1"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()


def json_answer(status: int, document: Any, headers: Mapping[str, str] | None = None) -> Answer:
    content = json.dumps(document).encode()
    return status, {"Content-Type": "application/json", **(headers or {})}, content


JOB = {"job_id": "7", "status": "done", "error": None, "filename": "plate.step", "log": ["reading", "done"]}
VERDICT = {
    "overall_severity": "fail",
    "summary": {"pass": 0, "warning": 0, "fail": 1},
    "rules": [{"key": "min_wall_thickness", "severity": "fail"}],
}
PACK = {"module_key": "cnc", "configurations": [{"configuration_key": "3-axis", "result": VERDICT}]}
RESULT = {
    "job_id": "7",
    "status": "done",
    "features": {
        "roles_by_fid": {str(face): 0 for face in range(6)},
        "role_names": {"0": "Unclassified", "1": "Hole wall"},
        "features": [
            {"fid": "1", "kind": "HOLE", "diameter_mm": 6.0, "depth_mm": 2.0, "related_fids": ["1"]}
        ],
        "manufacturability": {
            "pull_dir": [0.0, 0.0, 1.0],
            "alpha_min_deg": 0.5,
            "n_undercuts": 1,
            "n_low_draft": 2,
        },
    },
    "modules": {"modules": [PACK]},
}
MODULE = {
    "key": "cnc",
    "name": "CNC machining",
    "configurations": {"3-axis": {"name": "3-axis mill", "parameters": {"wall_mm": 3.0}}},
    "rules": [
        {
            "key": "min_wall_thickness",
            "name": "Minimum wall",
            "scope": "per_feature",
            "selector": {"set": "walls"},
            "metric": "thickness.min",
            "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "wall_mm"}}, {"level": "pass"}],
            "messages": {"fail": "{fid} is {metric:.2f} mm."},
        }
    ],
}
SCHEMA = {
    "selector_sets": ["walls", "holes"],
    "metrics_per_feature": ["thickness.min", "hole.diameter"],
    "metrics_whole_part": ["part.undercut_count"],
    "comparison_ops": ["lt", "le", "gt", "ge", "eq", "ne"],
    "severity_levels": ["pass", "warning", "fail"],
    "rhs_forms": [{"shape": "number", "doc": "A number."}],
}
CONVERTED = {
    "geometry": {
        "volume_cm3": 0.8,
        "surface_area_cm2": 9.6,
        "bounding_box": {"x_mm": 20.0, "y_mm": 20.0, "z_mm": 2.0},
    },
    "glb_url": "/files/features.glb",
    "glb_base64": "",
}
MATERIAL = {
    "id": "m1",
    "name": "Steel",
    "description": "",
    "density_kg_m3": 7850.0,
    "cost_per_kg": 3.0,
    "maximum_part_size_mm": "300x195x290",
}
SHAPE_GLB = solids.glb(solids.box(20.0, 20.0, 2.0), with_attributes=False, color=(0.5, 0.1, 0.1))
