"""Whether what must be quick is quick: processor seconds of made-up parts, and their limits."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from engine import formats, metrics
from engine.evidence import flanks, thin_shell
from engine.model.arrays import frozen
from engine.model.metric import Measured
from engine.progress import Progress
from engine.reevaluate import judgment
from engine.rules import packs
from engine.run_context import RunContext
from tests.support import draw, parts_mesh, parts_molded, tables
from tests.support.analyses import blocks, with_features
from tests.support.drawn import analyzed
from tests.support.measuring import hole

Work = Callable[[], object]


def run() -> bool:
    """Time everything, print a row each, and tell whether all limits are kept."""
    rows = [("metrics of 1000 faces", 0.3, _metrics()), ("thin shells of 100 faces", 0.1, _thin_shells())]
    rows += [("a look at a plate with 144 holes", 0.3, _look())]
    rows += [(f"judging 1300 subjects by {name}", 0.05, work) for name, work in _judgments()]
    table = Table("what", "CPU s", "limit s")
    is_kept = True
    for name, limit_s, work in rows:
        spent_s = _least_s(work)
        is_kept &= spent_s < limit_s
        table.add_row(
            name, f"{spent_s:.3f}" if spent_s < limit_s else f"[red]{spent_s:.3f}[/]", f"{limit_s:g}"
        )
    Console(highlight=False).print(table)
    return is_kept


def _least_s(work: Work) -> float:
    """Return the least processor time of some runs: what others do on the machine only adds to it."""
    spent = []
    for _ in range(5):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)


def _metrics() -> Work:
    checkered = np.indices((22, 22)).sum(axis=0) % 2 == 0
    filled = np.stack([np.ones((22, 22), dtype=bool), checkered], axis=2)
    lines = list(np.arange(23) * 3.0)
    plain = blocks(lines, lines, [0.0, 2.0, 5.0], filled)
    analysis = with_features(plain, *(hole(face, face + 1, face + 2) for face in range(0, 600, 2)))
    assessed = analysis.assessed
    return lambda: metrics.measure_all(RunContext(assessed.prepared), assessed, Progress())


def _thin_shells() -> Work:
    windows = [draw.box((3.0, 5.0, 10.0), (6 + 5 * i, 8 + 8 * j, -2)) for i in range(8) for j in range(3)]
    assessed = analyzed(draw.cut(parts_molded.box_shell(), *windows), 3.0).assessed
    context = RunContext(assessed.prepared)
    are_flanks = flanks.find(context)
    return lambda: thin_shell.find(context, assessed.recognition, are_flanks)


def _look() -> Work:
    shape = parts_mesh.perforated_plate(12)
    with tempfile.TemporaryDirectory() as folder:
        data = draw.write_step(shape, Path(folder) / "plate.step").read_bytes()

    def work() -> object:
        with tempfile.NamedTemporaryFile(suffix=".step") as file:
            file.write(data)
            file.flush()
            return formats.quick_info(Path(file.name), Progress())

    return work


def _judgments() -> list[tuple[str, Work]]:
    """Judge a part each face and feature of which is a finding, by every shipped pack."""
    names = {rule.metric for pack in packs.shipped() for rule in pack.rules}
    values = {name: Measured(0.01, 1e-4, witness=(frozen([0, 0, 0]), frozen([0, 0, 1]))) for name in names}
    kinds = ("FILLET", "HOLE", "POCKET", "SLOT", "FIN", "BOSS")
    bad = tables.table(
        tables.Thing("PART", values),
        *(tables.Thing("FACE", values) for _ in range(1000)),
        *(tables.Thing(kinds[at % len(kinds)], values) for at in range(300)),
    )
    return [
        (f"{pack.key}/{one.key}", lambda pack=pack, key=one.key: judgment(pack, bad, [key]))
        for pack in packs.shipped()
        for one in pack.configurations
    ]
