"""Real files as they are, against what is known of them.

STEP files have to measure as the manifest says, with sound faces and borders; of some the diameters of all
holes are known, some were counted feature by feature, and the hardest are meshed as finely as by default.
glTF files have to be closed, analyzed to the end, and the same part as their STEP twin.

The suite checks a few of them alike, which a quick run leaves out: what is asked of which stands in
`tests/support`, in `real_step_files`, `hand_counted`, `real_meshes` and `real_gltf_files`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bench.accuracy import corpus, pool
from bench.accuracy.matching import Failure

MOST_REPORTED = 5
"""Failures reported of each check of a file: a broken reader gets every face wrong."""


@dataclass(slots=True)
class Result:
    """What real files had otherwise."""

    n_files: int = 0
    failures: list[Failure] = field(default_factory=list)
    """By the check, in place of a kind."""


def run(jobs: int, named: Sequence[str], beside_suite: bool) -> Result:
    """Check the corpus' real files, those with any of these in their name; none where it is absent.

    `beside_suite` leaves out those that the suite checks.
    """
    result = Result()
    if not (corpus.CORPUS / "manifest.csv").is_file():
        return result
    for outcome in pool.run(tasks(named, beside_suite), jobs):
        result.n_files += 1
        broken = [Failure(outcome.task.name, "(no answer)", outcome.error)] if outcome.error else []
        result.failures += outcome.value or broken
    result.failures.sort(key=lambda failure: (failure.part, failure.kind, failure.what))
    return result


def tasks(named: Sequence[str], beside_suite: bool) -> list[pool.Task]:
    """List what takes longest first, so that no process waits for it at the end."""
    from tests.support import real_gltf_files, real_step_files

    faces = {name: int(real_step_files.ROWS[name]["n_faces"]) for name in real_step_files.READ}
    listed = [pool.Task(f"glb/{name}.glb", check_gltf, (name,)) for name in reversed(real_gltf_files.ALL)]
    listed += [pool.Task(name, check_step, (name,)) for name in sorted(faces, key=lambda name: -faces[name])]
    in_suite = {*real_gltf_files.IN_SUITE, *real_step_files.IN_SUITE} if beside_suite else set()
    return [
        task
        for task in listed
        if task.arguments[0] not in in_suite and (not named or any(each in task.name for each in named))
    ]


def check_step(file: str) -> list[Failure]:
    """Read a STEP file, and say what it has otherwise."""
    from engine.kernel.mesh import mesh
    from engine.model.mesh import MeshOptions
    from engine.progress import Progress
    from tests.support import corpus, hand_counted, real_meshes, real_step_files

    part = corpus.part(file)
    found = _reported(file, "measures", real_step_files.wrong_measures(part, real_step_files.ROWS[file]))
    found += _reported(file, "faces", real_step_files.unsound_faces(part))
    found += _reported(file, "borders", real_step_files.turned_borders(part))
    if file in real_step_files.ROUND_HOLES:
        holes = real_step_files.wrong_holes(part, real_step_files.ROUND_HOLES[file])
        found += _reported(file, "holes", holes)
    if file in hand_counted.TRUTH:
        features = hand_counted.features_of(file)
        found += _reported(file, "features", hand_counted.faults(features, hand_counted.TRUTH[file]))
    if file in real_meshes.HARDEST:
        fine = mesh(corpus.brep(file), part, MeshOptions(), Progress())
        found += _reported(file, "mesh", real_meshes.faults(fine, part))
    corpus.forget()
    return found


def check_gltf(name: str) -> list[Failure]:
    """Prepare and analyze a glTF file, and say what it has otherwise."""
    from tests.support import corpus, real_gltf_files

    file, context = f"glb/{name}.glb", real_gltf_files.context(name)
    part, mesh = context.part, context.mesh
    found = []
    if name in real_gltf_files.CLOSED:
        row = real_gltf_files.row(name)
        found += _reported(file, "measures", real_gltf_files.wrong_measures(part, mesh, row))
    if name in real_gltf_files.PAIRS:
        exact = real_gltf_files.exact(name)
        found += _reported(file, "measures", real_gltf_files.other_measures(part, mesh, exact))
        found += _reported(file, "features", real_gltf_files.other_holes(part, exact))
    found += _reported(file, "analysis", real_gltf_files.unfinished(context))
    corpus.forget()
    real_gltf_files.context.cache_clear()
    return found


def _reported(file: str, check: str, faults: Iterator[str]) -> list[Failure]:
    return [Failure(file, check, fault) for fault in islice(faults, MOST_REPORTED)]
