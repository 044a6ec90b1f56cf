"""What page and paper say alike: what the part is, what was not checked, and how it was measured."""

from collections.abc import Iterator

from engine.model.finding import ConfigurationVerdict
from engine.palette import Limits
from engine.report import body_groups, wording
from engine.report.chapters import Chapter, others_in_words
from engine.report.document import Report
from engine.stages import available

TERMS = (
    ("Thickness", "is the diameter of the largest ball that touches the surface at the point and the "
     "opposite wall, and never more than the straight way through the material."),
    ("Clearance", "is the same through air."),
    ("Draft", "is the angle between the exact surface and the pull direction: 0° is a wall parallel to it."),
    ("Undercut", "is a place that neither mold half frees."),
)  # fmt: skip


MODES = {"cardinal": "best of the six axes", "hemisphere": "best of all directions", "given": "as given"}
"""How the pull was chosen, in words."""


def facts(report: Report) -> Iterator[tuple[str, str]]:
    """Name what the part is: pairs of a name and what it is."""
    assessed = report.analysis.assessed
    part = assessed.prepared.part
    form, pull = available(lambda: assessed.form), available(lambda: assessed.pull)
    if form is not None:
        yield "Form", form.sentence
    yield "Size", wording.sides(part.size_mm)
    yield "Volume", wording.number(part.volume_mm3 / 1000, "cm³")
    yield "Surface", wording.number(part.area_mm2 / 100, "cm²")
    bodies = wording.counted(len(part.bodies), "body", "bodies")
    yield "Bodies, faces", f"{bodies}, {wording.counted(len(part.faces), 'face')}"
    yield "Unit in the file", part.unit or "none declared"
    if part.name and part.name not in (report.title, report.title.rpartition(".")[0]):
        yield "Name in the file", part.name
    if pull is None:
        yield "Pull direction", "not chosen"
    else:
        yield "Pull direction", f"{wording.direction(pull.direction)}, {MODES[pull.mode]}"
        yield "Undercut", wording.counted(int(pull.is_undercut.sum()), "face")
        low = wording.counted(int(pull.is_low_draft.sum()), "face")
        yield f"Draft below {pull.alpha_warn_deg:g}°", low


def remark(report: Report, chapter: Chapter, configuration: ConfigurationVerdict) -> str:
    """Tell why a configuration is not judged in full, and what could not be checked; often nothing."""
    ranked = report.analysis.order.of(chapter.verdict.key, configuration.key)
    said = [ranked.misfit] if ranked is not None and ranked.misfit else []
    if configuration.gate:
        said.append(f"Does not suit the part; {others_in_words(configuration)}.")
    elif configuration.n_not_applicable:
        said.append(f"{configuration.n_not_applicable} with nothing to check.")
    return " ".join(f"{each[:1].upper()}{each[1:]}" for each in said)


def bodies(report: Report) -> str:
    """Tell how the bodies of an assembly are listed and judged, and what is said of all alike."""
    words = (
        "Equal ones once, each judged by itself, by the variant of each process that objects least; whether "
        "a machine is large enough is not asked."
    )
    if body_groups.listing(report.bodies).is_alike:
        said = (
            f"{wording.VERB_OF_SEVERITY[severity].capitalize()}: {names}."
            for severity, names in report.bodies[0].packs()
        )
        return f"{words} All of them are judged alike. {' '.join(said)}"
    if all(group.severity_of_pack for group in report.bodies):
        return words
    return f"{words} Some were not judged: there are too many."


def limits(of: Limits) -> str:
    """Name the process whose limits color a layer, or that sets none; nothing without one."""
    if not of.source:
        return ""
    return f"{of.source} sets no limit" if of.fail is None and of.warn is None else f"Limits of {of.source}"


def unchecked(report: Report, n_named: int = 0) -> str:
    """Tell which faces no feature explains; up to `n_named` of them by number."""
    recognition = report.analysis.assessed.recognition
    faces = recognition.unexplained_faces
    words = "Every face belongs to a recognized feature."
    if faces:
        share = wording.number(100 * recognition.unexplained_area_share)
        words = (
            f"No recognized feature explains {wording.counted(len(faces), 'face')}, {share} % of the "
            "surface; rules about features did not look there"
        )
        if n_named:
            words += f": {', '.join(str(face) for face in faces[:n_named])}"
            if len(faces) > n_named:
                words += f" and {len(faces) - n_named} more, which the result file lists"
        words += "."
    return f"{words} Threads, tolerances and surface finish are not in the geometry and were not judged."


def measured(report: Report) -> Iterator[str]:
    """Tell what the numbers rest on, in paragraphs."""
    prepared = report.analysis.assessed.prepared
    mesh = prepared.mesh
    origin = "surfaces in the file" if prepared.part.source == "brep" else "triangles in the file"
    yield (
        f"Size, volume and area are exact, from the {origin}. Everything measured over the surface was "
        f"measured at {len(mesh.vertices):,} points of a mesh of {len(mesh.triangles):,} triangles, none "
        f"with an edge over {wording.number(mesh.max_edge_mm, 'mm')} and none further than "
        f"{wording.number(mesh.chord_mm, 'mm')} from the surface it stands for."
    )
    yield " ".join(f"{term} {meaning}" for term, meaning in TERMS)
    if report.errors:
        yield f"Bounds on the error: {'; '.join(f'{name} {bound}' for name, bound in report.errors)}."
    yield "A finding whose limit lies within its uncertainty is marked as too close to call."
