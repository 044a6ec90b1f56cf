"""The order of the stages, and nothing else.

`prepare` keeps what a change of pull leaves alone; `assess` is what a change of pull makes anew. The two
signatures are the caching policy.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from engine import evidence, fields, formats, heatmaps, metrics, roles
from engine.bodies import alone, equal
from engine.fields import draft
from engine.form import find as form
from engine.graph import build
from engine.model.analysis import Analysis, Assessed, BodyAnalysis, PreparedPart
from engine.model.field import Field
from engine.model.mesh import Mesh, MeshOptions
from engine.model.part import Part
from engine.model.pull import Pull, PullOptions
from engine.model.rulepack import RulePack
from engine.patterns import find as patterns
from engine.progress import Progress
from engine.pull import choose
from engine.raycast import scene as scenes
from engine.recognition import recognize
from engine.rules import evaluate, order
from engine.run_context import RunContext
from engine.stages import available, failure_of

MOST_FACES = 1500
"""Bodies are judged one by one until they have so many faces: as much work as the whole of a large part. What
has more is a whole machine; the bodies that are left are judged with it, and the result says so."""

FORM_LOST = "what the part looks like was not told"


def prepare(path: Path, options: MeshOptions, progress: Progress) -> RunContext:
    """Read and mesh a part, relate its faces, and measure what does not depend on the pull.

    The `prepared` of what is returned is worth caching; `RunContext(prepared)` goes on from there.

    Raises
    ------
    SprueError
        The file cannot be read, holds no solid, or cannot be meshed; the message is for the user.
    Cancelled
        The caller wanted out.
    """
    return relate(*formats.read(path, options, progress), progress)


def relate(part: Part, mesh: Mesh, progress: Progress) -> RunContext:
    """Do as `prepare` of a part that was read and meshed; what fails is missing."""
    progress.stage("graph", f"relating {len(part.faces)} faces")
    graph = progress.attempt("graph", "the faces were not related", build.build, part)
    progress.stage("fields", f"measuring thickness and clearance at {len(mesh.vertices)} points")
    group_of_face = None if failure_of(graph) else graph.group_of_face
    scene = progress.attempt("fields", fields.LOST, scenes.build, mesh)
    measured = fields.measure_all(scene, progress, group_of_face)
    doubts = fields.doubts(measured)
    for sentence in doubts:
        progress.note(sentence)
    part = replace(part, notes=part.notes + doubts) if doubts else part
    progress.done()
    prepared = PreparedPart(part, graph, mesh, measured, mesh.area_of_triangle, tuple(progress.failed_stages))
    return RunContext(prepared, None if failure_of(scene) else scene)


def assess(
    context: RunContext, options: PullOptions, packs: tuple[RulePack, ...], progress: Progress
) -> Analysis:
    """Choose the pull, recognize the features, measure the metrics and judge by the rule packs.

    What fails is missing, where `progress` outlives it, and what rests on it is not judged.
    """
    prepared = context.prepared
    progress.stage("pull", "choosing the pull direction")
    pull = progress.attempt(
        "pull", "the pull direction was not chosen", choose.choose, context, options, progress
    )
    progress.stage("features", "recognizing features")
    found = recognize.recognize_all(context, progress)
    recognition = roles.assign(prepared, found.claims, found.failed_kinds)
    progress.stage("evidence", "gathering evidence")
    gathered = evidence.gather(context, recognition, progress)
    own_pull = pull
    if options != PullOptions():
        own_pull = progress.attempt("form.pull", FORM_LOST, choose.choose, context, PullOptions(), progress)
    assessed = Assessed(
        prepared,
        pull,
        progress.attempt("fields.draft", "draft was not measured", _draft, prepared, pull),
        recognition,
        gathered,
        progress.attempt("form", FORM_LOST, form.find, context, recognition, own_pull, gathered),
        progress.attempt(
            "patterns", "patterns of equal features were not found", patterns.find, prepared, recognition
        ),
    )
    progress.stage("metrics", f"measuring {len(recognition.features)} features")
    table = metrics.measure_all(context, assessed, progress)
    table = replace(table, extent_of_layer=heatmaps.extents(assessed))
    progress.stage("rules", f"judging by {len(packs)} rule packs")
    verdicts = tuple(evaluate.evaluate(pack, table, progress=progress) for pack in packs)
    known_form = available(lambda: assessed.form)
    process_order = order.put(packs, verdicts, prepared.part, known_form, table)
    bodies = _each_body(context, options, packs, progress)
    progress.done()
    failed = dict.fromkeys((*prepared.failed_stages, *progress.failed_stages))
    return Analysis(assessed, table, verdicts, process_order, tuple(failed), bodies)


def _each_body(
    context: RunContext, options: PullOptions, packs: tuple[RulePack, ...], progress: Progress
) -> tuple[BodyAnalysis, ...]:
    """Judge each body of a part of several by itself, equal ones once."""
    part = context.part
    if len(part.bodies) < 2:
        return ()
    groups = equal.groups(part)
    n_faces = np.cumsum([len(part.bodies[group[0]].faces) for group in groups])
    chosen = groups[: max(1, int(np.searchsorted(n_faces, MOST_FACES, side="right")))]
    progress.stage("bodies", f"judging {len(chosen)} different bodies of {len(part.bodies)} one by one")
    judged = []
    for group in chosen:
        quiet = Progress(
            is_cancelled=progress.is_cancelled,
            left_out=progress.left_out,
            outlives_failures=progress.outlives_failures,
        )
        body = part.bodies[group[0]]
        own = relate(alone.part_of(part, body), alone.mesh_of(context.mesh, body.id), quiet)
        judged.append(BodyAnalysis(group, assess(own, options, packs, quiet)))
        progress.failed_stages += quiet.failed_stages
    return tuple(judged)


def _draft(prepared: PreparedPart, pull: Pull) -> Field:
    return draft.measure(prepared.mesh.normals, pull.direction)
