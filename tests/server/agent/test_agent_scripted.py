"""An agent without a model makes three drawn parts pass, with few calls and few letters."""

import math
from pathlib import Path

import anyio
import pytest

from tests.server.agent.stdio_client import client_of, engine_in
from tests.support import draw
from tests.support.scripted_agent import Design, Log, Parameters, Remedy, run

SLACK = 1.05
"""A designer goes a little beyond a ratio that a change of one side moves."""


def plate_with_rib(parameters: Parameters, file: Path) -> None:
    """Draw a plate of 120 x 80 x 10 mm with a rib along its middle, 30 mm high."""
    rib, fillet = parameters["rib_mm"], parameters["fillet_mm"]
    shape = draw.fuse(draw.box((120, 80, 10)), draw.box((120, rib, 30), (0, 40 - rib / 2, 10)))
    if fillet:
        shape = draw.fillet(shape, fillet, (60, 40 - rib / 2, 10), (60, 40 + rib / 2, 10))
    draw.write_step(shape, file)


def cup(parameters: Parameters, file: Path) -> None:
    """Draw a cup of 2 mm wall, 30 mm high and 60 mm wide, its walls leaning by the draft."""
    lean = math.tan(math.radians(parameters["draft_deg"]))
    outline = [(0, 0, 0), (30, 0, 0), (30 + 30 * lean, 0, 30), (28 + 30 * lean, 0, 30), (28 + 2 * lean, 0, 2)]
    draw.write_step(draw.revolve([*outline, (0, 0, 2)]), file)


def block(parameters: Parameters, file: Path) -> None:
    """Draw a block of 90 x 40 x 20 mm with a pocket, 10 mm deep, and a hole through it."""
    corner, hole = parameters["corner_mm"], parameters["hole_mm"]
    pocket = draw.box((40, 24, 10), (10, 8, 10))
    if corner:
        pocket = draw.fillet(pocket, corner, (10, 8, 15), (50, 8, 15), (10, 32, 15), (50, 32, 15))
    draw.write_step(draw.cut(draw.box((90, 40, 20)), pocket, draw.cylinder(hole / 2, 40, (70, 20, -5))), file)


DESIGNS = {
    "casting": Design(
        "casting/sand",
        plate_with_rib,
        {"rib_mm": 1.2, "fillet_mm": 0.0},
        (
            Remedy("min_wall_thickness", "rib_mm", lambda _, evidence: evidence.issue["pass_at"]),
            Remedy(
                "thickness_uniformity",
                "rib_mm",
                lambda rib, evidence: SLACK * rib * evidence.issue["value"] / evidence.issue["pass_at"],
            ),
            Remedy(
                "sharp_internal_corner",
                "fillet_mm",
                lambda _, evidence: evidence.parameters["fillet_radius_warn_mm"],
                reads_pack=True,
            ),
            Remedy("internal_fillet", "fillet_mm", lambda _, evidence: evidence.issue["pass_at"]),
        ),
    ),
    "molding": Design(
        "injection/standard",
        cup,
        {"draft_deg": 0.0},
        (Remedy("draft_required", "draft_deg", lambda _, evidence: evidence.issue["pass_at"]),),
    ),
    "milling": Design(
        "cnc/3-axis",
        block,
        {"corner_mm": 0.0, "hole_mm": 1.5},
        (
            Remedy("min_internal_radius", "corner_mm", lambda _, evidence: evidence.issue["pass_at"]),
            Remedy(
                "hole_depth_to_diameter",
                "hole_mm",
                lambda _, evidence: evidence.features[0]["depth_mm"] / evidence.issue["pass_at"],
                explains=True,
            ),
        ),
    ),
}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Log]:
    """Have all designs worked on over one `sprue mcp`."""
    folder = tmp_path_factory.mktemp("designs")
    found: dict[str, Log] = {}

    async def work() -> None:
        async with client_of(folder, folder / "data") as client:
            for name, design in DESIGNS.items():
                found[name] = await run(client, design, folder / f"{name}.step")

    with engine_in(folder / "data"):
        anyio.run(work)
    return found


@pytest.mark.parametrize("name", DESIGNS)
def test_the_part_fails_as_it_was_drawn_and_passes_in_the_end(logs: dict[str, Log], name: str) -> None:
    assert logs[name].verdicts[0] == "fail"
    assert logs[name].verdicts[-1] == "pass"


@pytest.mark.parametrize("name", DESIGNS)
def test_that_takes_few_calls_and_few_letters(logs: dict[str, Log], name: str) -> None:
    log = logs[name]
    assert len(log.calls) < 10, log.calls
    assert log.characters < 20_000
    assert log.structured_characters < 20_000


@pytest.mark.parametrize("name", DESIGNS)
def test_the_comparison_says_that_all_was_fixed_and_nothing_is_new(logs: dict[str, Log], name: str) -> None:
    counts = logs[name].comparison["counts"]
    assert counts.get("fixed", 0) > 0
    assert not counts.keys() & {"new", "worse"}


def test_what_was_changed_is_what_the_limits_say(logs: dict[str, Log]) -> None:
    """By hand: 3° of draft; a radius of 1.6 mm; a hole of 20 mm is four diameters deep at 5 mm."""
    assert logs["molding"].parameters == {"draft_deg": 3.0}
    assert logs["milling"].parameters["corner_mm"] == pytest.approx(1.6)
    assert logs["milling"].parameters["hole_mm"] == pytest.approx(5.0)
    assert logs["casting"].parameters["rib_mm"] >= 5.0
    assert logs["casting"].parameters["fillet_mm"] == pytest.approx(2.5)
