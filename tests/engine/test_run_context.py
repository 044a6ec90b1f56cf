"""A run computes each thing once, shares it with no other run, and is gone with all it computed."""

import gc
import weakref
from pathlib import Path

import pytest

from engine import pipeline
from engine.graph import drawn_threads, merged_edges, opposite_faces
from engine.kernel.status import silence
from engine.model.analysis import PreparedPart
from engine.model.arrays import Bools
from engine.model.mesh import Mesh, MeshOptions
from engine.model.pull import PullOptions
from engine.progress import Progress
from engine.raycast import scene
from engine.raycast.bvh import Bvh
from engine.rules import packs
from engine.run_context import RunContext
from tests.support import draw

pytestmark = pytest.mark.usefixtures("coarse_hollows")


@pytest.fixture(scope="module")
def block(tmp_path_factory: pytest.TempPathFactory) -> Path:
    silence()
    shape = draw.cut(draw.box((40, 30, 20)), draw.box((20, 10, 12), (10, 10, 8)))
    return draw.write_step(shape, tmp_path_factory.mktemp("parts") / "block.step")


def prepared(block: Path) -> RunContext:
    return pipeline.prepare(block, MeshOptions(max_edge_mm=10.0, curvature=16.0), Progress())


@pytest.fixture(scope="module")
def kept(block: Path) -> PreparedPart:
    return prepared(block).prepared


def test_a_run_computes_once(kept: PreparedPart) -> None:
    context, calls = RunContext(kept), []

    def compute(given: RunContext) -> list[RunContext]:
        calls.append(given)
        return [given]

    assert context.once(compute) is context.once(compute)
    assert calls == [context]


def test_what_raises_is_tried_again(kept: PreparedPart) -> None:
    context, calls = RunContext(kept), []

    def compute(_: RunContext) -> int:
        calls.append(1)
        return 1 // (len(calls) - 1)

    with pytest.raises(ZeroDivisionError):
        context.once(compute)
    assert context.once(compute) == 1


def test_two_runs_over_one_prepared_part_share_nothing(block: Path) -> None:
    one = prepared(block)
    other = RunContext(one.prepared)
    assert one.scene is not other.scene
    for compute in (opposite_faces.through_material, merged_edges.of):
        assert one.once(compute) is not other.once(compute)


def test_a_run_is_gone_with_its_trees(block: Path) -> None:
    context = prepared(block)
    analysis = pipeline.assess(context, PullOptions(), packs.shipped(), Progress())
    context.once(drawn_threads.find)
    run, rows = weakref.ref(context), weakref.ref(context.scene.bodies[0].tree.rows)
    del context
    gc.collect()
    assert (run(), rows()) == (None, None)
    assert analysis.assessed.prepared.fields


def test_trees_are_built_once_from_preparing_to_judging(block: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built, tree_over = [], scene.tree_over

    def counted(mesh: Mesh, chosen: Bools, by_direction: bool) -> Bvh:
        built.append(by_direction)
        return tree_over(mesh, chosen, by_direction)

    monkeypatch.setattr(scene, "tree_over", counted)
    pipeline.assess(prepared(block), PullOptions(), packs.shipped(), Progress())
    assert sorted(built) == [False, True]  # of the only body: split by place alone, and by direction first


def test_a_prepared_part_from_a_file_builds_them_anew(
    kept: PreparedPart, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, build = [], scene.build

    def counted(mesh: Mesh, by_direction: bool = True) -> scene.Scene:
        built.append(by_direction)
        return build(mesh, by_direction)

    monkeypatch.setattr(scene, "build", counted)
    pipeline.assess(RunContext(kept), PullOptions(), packs.shipped(), Progress())
    assert sorted(built) == [False, True]
