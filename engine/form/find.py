"""Says what each body looks like it is made as, and the part as a whole.

Every form has a score between 0 and 1 of its own, and the highest one is the form. What tells the forms that
look alike apart is what their processes leave behind: a mill rounds the inner corners of pockets, a mold and
a printer do not; a mold lets go of the part along its pull, a printer needs no pull; a turned part turns, a
sheet has one gauge, an extrusion one section.
"""

from collections import Counter
from collections.abc import Sequence

from engine.form import eccentrics, fasteners, measures, scores, sentences, smallest_box
from engine.graph import teeth, turning
from engine.model.analysis import Recognition
from engine.model.evidence import Evidence
from engine.model.form import BodyForm, Form, PartForm
from engine.model.part import Body
from engine.model.pull import Pull
from engine.run_context import RunContext

IMPLIED = {Form.FASTENER: (Form.TURNED, Form.SHEET, Form.MILLED)}
"""What a form is as well, and that takes nothing from it: a washer is turned, or cut from sheet."""


def find(context: RunContext, recognition: Recognition, pull: Pull, evidence: Evidence) -> PartForm:
    """Say what a part looks like.

    `pull` is the one Sprue chooses by itself: what a part is does not hang on where somebody would pull it.
    """
    bodies = tuple(_of_body(context, recognition, body, pull, evidence) for body in context.part.bodies)
    if len(bodies) == 1:
        (only,) = bodies
        return PartForm(only.form, only.confidence, only.sentence, bodies)
    return PartForm(Form.ASSEMBLY, 1.0, _assembly_sentence(bodies), bodies)


def _of_body(
    context: RunContext, recognition: Recognition, body: Body, pull: Pull, evidence: Evidence
) -> BodyForm:
    part = context.part
    threads = tuple(thread for thread in evidence.threads if thread.body == body.id)
    sheet = next(each for each in evidence.sheets if each.body == body.id)
    revolution = turning.about_best_axis(part, context.graph, body.id, 0.0)
    fastener = None
    lathe = measures.Lathe()
    if revolution is not None:
        turned = fasteners.round_faces(part, body, revolution, threads)
        fastener = fasteners.find(part, body, revolution, threads, turned)
        made = turned | eccentrics.faces(part, body, revolution.axis, turned)
        toothed = teeth.of_body(part, context.graph, body, revolution.axis, made)
        lathe = measures.Lathe(revolution.axis, made, toothed)
    sizes_mm = smallest_box.sides_mm(context.prepared, body)
    measured = measures.of_body(context.prepared, recognition, body, pull, evidence, lathe, sizes_mm)
    score_of_form = scores.of_measures(measured, sheet, fastener)
    ranked = sorted(score_of_form, key=lambda form: -score_of_form[form])
    first = score_of_form[ranked[0]]
    others = [each for each in ranked[1:] if each not in IMPLIED.get(ranked[0], ())]
    ahead = first - score_of_form[others[0]]
    axis = None if revolution is None else revolution.axis.direction
    return BodyForm(
        body=body.id,
        form=ranked[0],
        variant=_variant(ranked[0], sheet.form.value, fastener),
        confidence=round(ahead / first, 3) if first > 0.0 else 0.0,
        sentence=sentences.of_body(ranked[0], measured, sheet, fastener, axis, score_of_form),
        sizes_mm=(float(sizes_mm[0]), float(sizes_mm[1]), float(sizes_mm[2])),
        score_of_form=score_of_form,
        evidence=measured,
    )


def _variant(form: Form, sheet_form: str, fastener: fasteners.Fastener | None) -> str:
    """Tell apart what one process makes of a form and another does not."""
    if form is Form.FASTENER and fastener is not None:
        return fastener.kind.value
    return sheet_form if form is Form.SHEET else ""


def _assembly_sentence(bodies: Sequence[BodyForm]) -> str:
    if not bodies:
        return "No body to look at."
    counts = Counter(each.form for each in bodies)
    named = sorted(counts.items(), key=lambda each: (-each[1], list(Form).index(each[0])))
    return f"An assembly of {len(bodies)} bodies: {', '.join(f'{n} {form.noun(n)}' for form, n in named)}."
