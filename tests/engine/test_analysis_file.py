"""What a part was judged to be comes back beside the part it rests on, and for the same question alone."""

from pathlib import Path

import pytest

from engine import analysis_file, pipeline, prepared_file
from engine.model.analysis import Analysis, PreparedPart
from engine.model.mesh import MeshOptions
from engine.model.pull import PullMode, PullOptions
from engine.progress import Progress
from engine.rules import packs
from tests.support import draw

CASTING, CNC = (next(each for each in packs.shipped() if each.key == key) for key in ("casting", "cnc"))

pytestmark = pytest.mark.usefixtures("coarse_hollows")


@pytest.fixture(scope="module")
def plate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    shape = draw.cut(draw.box((60, 40, 5)), draw.cylinder(3, 10, (20, 20, -1)))
    return draw.write_step(shape, tmp_path_factory.mktemp("parts") / "plate.step")


@pytest.fixture(scope="module")
def analysis(plate: Path) -> Analysis:
    context = pipeline.prepare(plate, MeshOptions(max_edge_mm=10.0, curvature=16.0), Progress())
    return pipeline.assess(context, PullOptions(), (CASTING,), Progress())


def test_an_analysis_is_read_over_the_part_that_is_given(analysis: Analysis, tmp_path: Path) -> None:
    prepared = analysis.assessed.prepared
    analysis_file.write(analysis, tmp_path / "one")
    prepared_file.write(prepared, tmp_path / "part")
    found = analysis_file.read(tmp_path / "one", prepared)
    assert found is not None
    assert found.assessed.prepared is prepared
    assert [verdict.key for verdict in found.verdicts] == ["casting"]
    assert found.verdicts[0].configurations[0].severity == analysis.verdicts[0].configurations[0].severity
    assert len(found.assessed.recognition.features) == len(analysis.assessed.recognition.features) > 0


def test_what_is_no_analysis_is_none(analysis: Analysis, tmp_path: Path) -> None:
    prepared: PreparedPart = analysis.assessed.prepared
    prepared_file.write(prepared, tmp_path / "part")
    (tmp_path / "bent").write_bytes(b"\x05\0\0\0\0\0\0\0hello")
    for name in ("part", "bent", "nothing"):
        assert analysis_file.read(tmp_path / name, prepared) is None


def test_the_name_follows_part_pull_and_packs() -> None:
    name = analysis_file.name("part", PullOptions(), (CASTING,))
    assert analysis_file.name("part", PullOptions(), (CASTING,)) == name
    others = {
        analysis_file.name("other", PullOptions(), (CASTING,)),
        analysis_file.name("part", PullOptions(mode=PullMode.HEMISPHERE), (CASTING,)),
        analysis_file.name("part", PullOptions(alpha_warn_deg=2.0), (CASTING,)),
        analysis_file.name("part", PullOptions(), (CNC,)),
        analysis_file.name("part", PullOptions(), (CASTING, CNC)),
    }
    assert len(others | {name}) == 6
