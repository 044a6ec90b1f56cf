"""Names and paths that workers are told, against those the engine makes of them."""

from pathlib import Path

from engine import tasks
from server.jobs import paths
from tests.server import acting

ARGUMENTS = {
    "max_edge_mm": 2.5,
    "curvature": None,
    "pull": "cardinal",
    "alpha_min_deg": 0.5,
    "alpha_warn_deg": 3.0,
}


def test_a_prepared_part_is_named_as_the_engine_names_it(tmp_path: Path) -> None:
    part = tmp_path / "part.step"
    part.write_bytes(acting.part())
    asked = tasks._asked({"file": str(part), "cache": str(tmp_path), **ARGUMENTS})
    assert asked.kept is not None
    assert list(paths.prepared_names(ARGUMENTS)(part)) == [asked.kept.name]
    finer = ARGUMENTS | {"max_edge_mm": 1.0}
    assert list(paths.prepared_names(finer)(part)) != [asked.kept.name]
