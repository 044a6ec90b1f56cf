"""A server with two revisions of a part: two plates side by side, thin in the earlier, sound in the later."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from app.client.cancel import Cancel
from app.client.casting import Breakdown, CastGeometry, Choice, Finish, Material, Price
from app.client.errors import Failure, Reason
from app.client.models import Accepted, Event, Job, Json, Result
from tests.app import sent_limits
from tests.app.state import revised
from tests.app.views.viewport import served, solids

BROKEN = Failure(Reason.INVALID, "broken.step holds no solid.", "Export a solid.", status=422)
THIN_MM, SOUND_MM, LIMIT_MM = 1.0, 2.5, 2.0
PACK: Json = {
    "key": "cnc",
    "name": "Machining",
    "configurations": {"3-axis": {"name": "3-axis", "parameters": {}}},
    "rules": [
        {
            "key": "wall",
            "metric": "thickness.min",
            "selector": {"set": "faces"},
            "tiers": [{"op": "lt", "rhs": LIMIT_MM, "level": "fail"}],
        }
    ],
}


class Server:
    """Knows `thin*`, `sound*` and `broken*`; what is analyzed waits while `gate` is closed."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.recomputed: list[dict[str, Any]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.base_url = "http://test/api/v1"
        self.prices_asked = 0
        self.pull = [0.0, 0.0, 1.0]

    def analyze(self, path: Path, options: Any, *, progress: Any, cancel: Cancel) -> Accepted:
        self.sent.append((path.name, dict(options or {})))
        while not self.gate.wait(0.01):
            if cancel.is_asked:
                raise Failure(Reason.CANCELLED, "Cancelled.", "")
        if path.name.startswith("broken"):
            raise BROKEN
        return Accepted(job_id=path.stem.partition("_")[0], status="queued")

    def follow(self, job_id: str, *, cancel: Cancel) -> Iterator[Event]:
        yield Event(line="measuring")
        yield Event(job=Job(job_id=job_id, status="done"), is_last=True)

    def result(self, job_id: str, *, cancel: Cancel | None = None) -> Result:
        return result(job_id, pull=self.pull)

    def recompute(self, job_id: str, options: Any) -> None:
        self.recomputed.append(dict(options))

    def remove(self, job_id: str) -> bool:
        return True

    def download(self, link: str, *, cancel: Cancel | None = None) -> bytes:
        return solids.glb(served.plates(THIN_MM if "thin" in link else SOUND_MM))

    def saved_modules(self) -> tuple[Json, ...]:
        return ()

    def modules(self) -> tuple[Json, ...]:
        return (PACK,)

    def materials(self) -> tuple[Material, ...]:
        return (
            Material(
                id="a356",
                name="Aluminum A356",
                description="",
                density_kg_m3=2680.0,
                cost_per_kg=4.0,
                maximum_part_size_mm="300 mm x 195 mm x 290 mm",
            ),
        )

    def post_processing(self) -> tuple[Finish, ...]:
        return ()

    def prices(self, geometry: CastGeometry, choices: Sequence[Choice], *, cancel: Any = None) -> Any:
        self.prices_asked += 1
        each = geometry.volume_cm3
        nothing = Breakdown(metal_cost=0, shell_cost=0, labor_cost=0, post_processing_cost=0, margin=0)
        return tuple(
            Price(unit_price=each, total_price=each, breakdown=nothing, lead_time_days=9, currency="EUR")
            for _ in choices
        )


def result(name: str, pull: Sequence[float] = (0.0, 0.0, 1.0)) -> Result:
    """Return what was found: in the thin one the first plate's top fails, which both have as a hole."""
    thin_mm = THIN_MM if name == "thin" else SOUND_MM
    top = revised.hole(
        "1", 10, 10, related_fids=["1"], center=[10.0, 10.0, thin_mm / 2.0], depth_mm=thin_mm, box_mm=None
    )
    plate = {
        "fid": "7",
        "kind": "FIN",
        "related_fids": ["6", "7"],
        "thickness_mm": 2.5,
        "center": [50.0, 10.0, 1.25],
        "axis": [0.0, 0.0, 1.0],
    }
    found = [revised.finding("1", (10.0, 10.0, 1.0), THIN_MM, kind="HOLE", threshold=LIMIT_MM, margin=-1.0)]
    sent = {
        "job_id": name,
        "filename": f"{name}.step",
        "geometry": {
            "volume_cm3": 10.0 * thin_mm,
            "surface_area_cm2": 20.0,
            "bounding_box_mm": {"x": 60, "y": 20, "z": 2.5},
        },
        "artifacts": {"draft_glb": f"/{name}/draft"},
    }
    made = revised.result([top, plate], found if name == "thin" else [], **sent)
    pulled = {"pull_dir": list(pull), "alpha_min_deg": 0.5, "n_undercuts": 0, "n_low_draft": 0}
    return served.result(
        **sent,
        features={
            "roles_by_fid": {str(face): 7 if face < 6 else 16 for face in range(12)},
            "role_names": {"7": "Fin wall", "16": "Wall"},
            "features": [top, plate],
            "manufacturability": pulled,
        },
        modules={"modules": [_pack(made, is_thin=name == "thin")]},
    )


def _pack(made: Result, *, is_thin: bool) -> dict[str, Any]:
    """Return the pack of a result as the wire has it, with limits that the thin plate alone breaks."""
    import msgspec

    (pack,) = msgspec.to_builtins(made.packs)
    thin: list[sent_limits.Broken] = [(LIMIT_MM, None, [str(face) for face in range(6)])] if is_thin else []
    for configuration in pack["configurations"]:
        configuration["result"]["limits"] = {
            "thickness": sent_limits.document(LIMIT_MM, None, (None, None, None), *thin)
        }
    return dict(pack)
