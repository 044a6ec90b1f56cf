"""After warming up, nothing is left to compile."""

from engine.evidence import build_direction, overhang, trapped_volume, warm
from engine.evidence.cavities import basins, grid
from engine.evidence.overhangs import spans
from engine.model.analysis import Recognition
from engine.run_context import RunContext
from tests.support import draw
from tests.support.printed import meshed


def test_warming_up_compiles_every_loop_that_evidence_runs() -> None:
    warm.warm()
    kernels = [
        kernel
        for module in (basins, grid, spans)
        for kernel in vars(module).values()
        if hasattr(kernel, "signatures")
    ]
    compiled = [len(kernel.signatures) for kernel in kernels]

    prepared = meshed(draw.cut(draw.box((60, 40, 30)), draw.box((9, 42, 10), (25, -1, -1))))
    overhang.find(RunContext(prepared), build_direction.choose(RunContext(prepared)))
    trapped_volume.find(RunContext(prepared), Recognition((), (), (), 0.0, {}))
    assert len(kernels) >= 6
    assert [len(kernel.signatures) for kernel in kernels] == compiled
