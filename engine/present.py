"""What goes over the wire: the engine's dataclasses as dictionaries that are ready for JSON.

JSON has no NaN and no infinity: both become null here, and nowhere else. Floats keep nine significant
digits and nine decimals, more than any measure deserves and few enough to be the same on every machine.
Face ids are strings. Keys come in a fixed order.
"""

import dataclasses
import json
import math
import re
from collections.abc import Sequence
from enum import Enum
from typing import Any

import msgspec
import numpy as np

from engine import layer_document
from engine.model.analysis import Analysis, Assessed, BodyAnalysis
from engine.model.arrays import Floats
from engine.model.feature import Feature
from engine.model.field import Unit
from engine.model.finding import ConfigurationVerdict, Findings, PackVerdict, RuleVerdict
from engine.model.form import PartForm
from engine.model.issue import Issue
from engine.model.mesh import Mesh
from engine.model.order import ProcessOrder
from engine.model.part import MeasureCheck, MeasuredBy, Part
from engine.model.pull import Pull
from engine.model.quick_info import QuickInfo
from engine.model.rulepack import Severity
from engine.stages import FailedStage, available

SIGNIFICANT_DIGITS = 9
DECIMALS = 9
"""What is left beyond, of lengths in mm and angles in degrees, is rounding noise about zero."""
MM3_PER_CM3 = 10.0**3
MM2_PER_CM2 = 10.0**2

SCALE_OF_DIGITS = 10.0 ** np.minimum(SIGNIFICANT_DIGITS - np.arange(310.0), DECIMALS)
"""What a number is multiplied by before it is rounded, by its digits before the point."""

Document = dict[str, Any]

NO_PULL: Document = {
    "pull_dir": None,
    "pull_mode": None,
    "alpha_min_deg": None,
    "alpha_warn_deg": None,
    "n_undercuts": None,
    "n_low_draft": None,
    "undercut_fids": [],
    "low_draft_fids": [],
    "undercut_regions": [],
}
"""Where the pull could not be chosen: nobody knows what is undercut."""

_COMMON = frozenset(field.name for field in dataclasses.fields(Feature))


_SHORT = re.compile(r'\[\n\s+((?:(?:-?[\d.]+(?:e[+-]\d+)?|null|"\d+")(?:,\n\s+)?)+)\n\s+\]')
"""A list of numbers or face ids; text cannot hold a line break, so nothing else looks like one."""


def text(document: Document) -> str:
    """Write a document as JSON, one key a line and vectors on one line; equal documents give equal bytes."""
    packed = json.dumps(document, allow_nan=False, ensure_ascii=False)  # msgspec writes other digits
    spread = msgspec.json.format(packed, indent=1)
    return _SHORT.sub(lambda found: "[" + re.sub(r",\n\s+", ", ", found[1]) + "]", spread) + "\n"


def result(analysis: Analysis) -> Document:
    """Present a whole analysis: all of the result that is not about jobs and files."""
    prepared = analysis.assessed.prepared
    info = QuickInfo.of(prepared.part)
    return {
        "geometry": geometry(info),
        "stats": stats(info, prepared.mesh, len(analysis.assessed.recognition.features)),
        "notes": [
            *prepared.part.notes,
            *_together(analysis),
            *(failed.message for failed in analysis.failed_stages),
        ],
        "failed_stages": failed_stages(analysis.failed_stages),
        "measure_checks": [_measure_check(check) for check in prepared.part.checks],
        "form": available(lambda: form(analysis.assessed.form)),
        "features": features(analysis.assessed),
        "patterns": available(lambda: patterns(analysis.assessed)),
        "turned": available(lambda: turned(analysis.assessed)),
        "modules": modules(analysis.verdicts, analysis.order),
        "bodies": [body(each, prepared.part) for each in analysis.bodies],
    }


def _together(analysis: Analysis) -> list[str]:
    """Say that a part of several bodies was judged as one, and that each was by itself."""
    n_bodies = len(analysis.assessed.prepared.part.bodies)
    if n_bodies < 2:
        return []
    n_judged = sum(len(each.bodies) for each in analysis.bodies)
    n_different = len(analysis.bodies)
    which = "all are" if n_judged == n_bodies else f"{n_judged} of them are"
    alike = "" if n_different == n_judged else f", equal ones once ({n_different} in all)"
    described = f"{which} judged by themselves under bodies{alike}"
    return [f"{n_bodies} bodies, judged together here; {described}."]


def body(entry: BodyAnalysis, whole: Part) -> Document:
    """Present bodies that are equal, judged as a part of its own; faces have the ids of the whole part."""
    analysis = entry.analysis
    return {
        "solids": [int(each) for each in entry.bodies],
        "count": len(entry.bodies),
        "name": whole.bodies[entry.bodies[0]].name,
        "fids": [[str(face) for face in sorted(whole.bodies[each].faces)] for each in entry.bodies],
        "geometry": geometry(QuickInfo.of(analysis.assessed.prepared.part)),
        "form": available(lambda: form(analysis.assessed.form)),
        "modules": modules(analysis.verdicts, analysis.order),
    }


def failed_stages(failed: Sequence[FailedStage]) -> list[Document]:
    """Present what failed on the way, so that nobody takes a result for a whole one."""
    return [{"stage": each.stage, "message": each.message} for each in failed]


def _measure_check(check: MeasureCheck) -> Document:
    """Present an area or a volume on which the exact integral and the mesh disagree."""
    is_area = check.face is not None
    return {
        "quantity": "area" if is_area else "volume",
        "unit": Unit.MM2 if is_area else Unit.MM3,
        "body": int(check.body),
        "fid": str(check.face) if is_area else None,
        **{by.value: plain(getattr(check, by.value)) for by in MeasuredBy},
        "taken": check.taken,
    }


def with_failures(document: Document, failed: Sequence[FailedStage]) -> Document:
    """Return a result with further stages that failed."""
    return document | {
        "notes": [*document["notes"], *(each.message for each in failed)],
        "failed_stages": [*document["failed_stages"], *failed_stages(failed)],
    }


def geometry(part: QuickInfo) -> Document:
    """Present size, volume and area as the analysis interface does."""
    x, y, z = plain(part.size_mm)
    return {
        "volume_cm3": plain(part.volume_mm3 / MM3_PER_CM3),
        "surface_area_cm2": plain(part.area_mm2 / MM2_PER_CM2),
        "bounding_box_mm": {"x": x, "y": y, "z": z},
    }


def quoting_geometry(part: QuickInfo) -> Document:
    """Present size, volume and area as the quoting interface does; `n_bodies` is an extension."""
    x, y, z = plain(part.size_mm)
    return {
        "volume_cm3": plain(part.volume_mm3 / MM3_PER_CM3),
        "surface_area_cm2": plain(part.area_mm2 / MM2_PER_CM2),
        "bounding_box": {"x_mm": x, "y_mm": y, "z_mm": z},
        "n_bodies": part.n_bodies,
    }


def stats(part: QuickInfo, mesh: Mesh, n_features: int) -> Document:
    """Count what a part and its mesh consist of."""
    return {
        "n_features": n_features,
        "n_vertices": len(mesh.vertices),
        "n_triangles": len(mesh.triangles),
        "n_faces": part.n_faces,
        "n_bodies": part.n_bodies,
    }


def features(assessed: Assessed) -> Document:
    """Present roles, features and what the pull makes of the part."""
    # The kinds bring the recognizers along; whoever reads a part's size does not wait for them.
    from engine.kinds import ROLES

    recognition = assessed.recognition
    return {
        "roles_by_fid": {str(face): int(role) for face, role in enumerate(recognition.role_of_face)},
        "role_names": {str(int(code)): role.label for code, role in ROLES.items()},
        "features": [feature(one) for one in recognition.features],
        "manufacturability": available(lambda: manufacturability(assessed.pull)) or NO_PULL,
        "unexplained_fids": [str(face) for face in recognition.unexplained_faces],
        "unexplained_area_share": plain(recognition.unexplained_area_share),
    }


def feature(entry: Feature) -> Document:
    """Present one feature; whatever its kind declares beyond the common fields lies flat in the entry."""
    own = {
        field.name: plain(getattr(entry, field.name), _wire_name(field))
        for field in dataclasses.fields(entry)
        if field.name not in _COMMON
    }
    return {
        "fid": str(entry.fid),
        "kind": str(entry.kind),
        **own,
        "related_fids": [str(face) for face in entry.faces],
        "axis": plain(entry.axis),
        "center": plain(entry.center),
        "box_mm": plain(entry.box_mm),
        "solid": int(entry.body),
        "uncertainty_mm": plain(entry.uncertainty_mm),
    }


def manufacturability(pull: Pull) -> Document:
    """Present the pull direction and what it leaves undercut or with too little draft."""
    return {
        "pull_dir": plain(pull.direction),
        "pull_mode": str(pull.mode),
        "alpha_min_deg": plain(pull.alpha_min_deg),
        "alpha_warn_deg": plain(pull.alpha_warn_deg),
        "n_undercuts": int(np.count_nonzero(pull.is_undercut)),
        "n_low_draft": int(np.count_nonzero(pull.is_low_draft)),
        "undercut_fids": [str(face) for face in np.flatnonzero(pull.is_undercut)],
        "low_draft_fids": [str(face) for face in np.flatnonzero(pull.is_low_draft)],
        "undercut_regions": [
            {
                "related_fids": [str(face) for face in region.faces],
                "area_mm2": plain(region.area_mm2),
                "location": plain(region.location),
                "side_action": plain(region.side_action),
                "is_split": region.is_split,
            }
            for region in pull.regions
        ],
    }


def form(entry: PartForm) -> Document:
    """Present what the part looks like it is made as, and each of its bodies."""
    return {
        "form": str(entry.form),
        "confidence": plain(entry.confidence),
        "sentence": entry.sentence,
        "bodies": [
            {
                "solid": int(body.body),
                "form": str(body.form),
                "variant": body.variant or None,
                "confidence": plain(body.confidence),
                "sentence": body.sentence,
                "sizes_mm": plain(body.sizes_mm),
                "scores": {str(each): plain(score) for each, score in body.score_of_form.items()},
                "evidence": plain(dict(body.evidence)),
            }
            for body in entry.bodies
        ],
    }


def patterns(assessed: Assessed) -> list[Document]:
    """Present the patterns of equal features; these are named by their defining faces."""
    known = assessed.recognition.features
    return [
        {
            "form": str(each.form),
            "kind": str(each.kind),
            "label": each.label,
            "count": each.count,
            "fids": [str(known[index].fid) for index in each.features],
            "places": list(each.places),
            "pitch_mm": plain(each.pitch_mm),
            "diameter_mm": plain(each.diameter_mm),
            "angle_deg": plain(each.angle_deg),
            "center": plain(each.center),
            "axis": plain(each.axis),
            "directions": plain(each.directions),
            "solid": int(each.body),
            "uncertainty_mm": plain(each.uncertainty_mm),
        }
        for each in assessed.patterns
    ]


def turned(assessed: Assessed) -> list[Document]:
    """Present the outlines of the turned bodies, from their heavier ends to the lighter."""
    return [
        {
            "solid": int(each.turned.body),
            "axis": plain(each.turned.direction),
            "origin": plain(each.turned.origin),
            "length_mm": plain(each.turned.length_mm),
            "diameter_mm": plain(each.turned.diameter_mm),
            "share": plain(each.turned.share),
            "profile": [
                {
                    "kind": str(segment.kind),
                    "from_mm": plain(segment.from_mm),
                    "to_mm": plain(segment.to_mm),
                    "from_diameter_mm": plain(segment.from_diameter_mm),
                    "to_diameter_mm": plain(segment.to_diameter_mm),
                    "fids": [str(face) for face in segment.faces],
                }
                for segment in each.segments
            ],
        }
        for each in assessed.evidence.turned_profiles
    ]


def modules(verdicts: tuple[PackVerdict, ...], order: ProcessOrder) -> Document:
    """Present the verdicts of all rule packs, and the order in which their configurations suit the part."""
    return {
        "modules": [module(verdict) for verdict in verdicts],
        "order": [
            {
                "module_key": each.pack,
                "configuration_key": each.configuration,
                "misfit": each.misfit or None,
                "form_fit": str(each.form_fit),
                "fail_share": plain(each.fail_share),
                "needs": list(each.needs),
                "reason": each.reason,
            }
            for each in order.ranked
        ],
        "order_reason": order.sentence,
    }


def module(verdict: PackVerdict) -> Document:
    """Present one pack's verdict, as the result lists it and as an evaluation answers."""
    return {
        "module_key": verdict.key,
        "name": verdict.name,
        "configurations": [_configuration(one) for one in verdict.configurations],
        "derived_configurations": [_configuration(one) for one in verdict.derived],
    }


def _configuration(verdict: ConfigurationVerdict) -> Document:
    return {"configuration_key": verdict.key, "name": verdict.name, "result": _judged(verdict)}


def evaluation(verdict: PackVerdict, warnings: Sequence[str]) -> Document:
    """Present one pack's verdict on a part that was analyzed before, with what its author should look at."""
    return module(verdict) | {"warnings": list(warnings)}


def _judged(verdict: ConfigurationVerdict) -> Document:
    return {
        "overall_severity": str(verdict.severity),
        "summary": _summary(verdict.count_of_severity),
        "n_not_applicable": verdict.n_not_applicable,
        "gate": verdict.gate or None,
        "limits": {layer: layer_document.document(each) for layer, each in verdict.limits.items()},
        "rules": [_rule(rule) for rule in verdict.rules],
    }


def _rule(rule: RuleVerdict) -> Document:
    return {
        "key": rule.key,
        "name": rule.name,
        "scope": str(rule.scope),
        "metric": rule.metric,
        "severity": str(rule.severity),
        "message": rule.message,
        "n_inspected": rule.n_inspected,
        "n_skipped": rule.n_skipped,
        "reason": rule.reason,
        "applicable": rule.is_applicable,
        "summary": _summary(rule.count_of_severity),
        "source": rule.source,
        "findings": _findings(rule.findings),
        "issues": [_issue(each) for each in rule.issues],
    }


def _issue(issue: Issue) -> Document:
    return {
        "cause": str(issue.cause),
        "severity": str(issue.severity),
        "findings": list(issue.findings),
        "least": plain(issue.least),
        "most": plain(issue.most),
        "label": issue.label,
        "message": issue.message,
        "place": issue.place,
    }


def _findings(findings: Findings) -> list[Document]:
    """Present findings, their numbers all at once: a part may have thousands."""
    if not findings:
        return []
    numbers = np.stack(
        (
            findings.values,
            findings.thresholds,
            findings.margins,
            findings.uncertainties,
            findings.pass_thresholds,
        ),
        axis=1,
    )
    is_seen = np.asarray(~np.isnan(findings.witnesses).all(axis=(1, 2)))
    ends = iter(_plain_rows(findings.witnesses[is_seen]))
    return [
        {
            "fid": None if fid is None else str(fid),
            "related_fids": [str(face) for face in faces],
            "kind": kind,
            "severity": str(severity),
            "value": value,
            "unit": findings.unit,
            "threshold": threshold,
            "margin": margin,
            "uncertainty": uncertainty,
            "decided": is_decided,
            "message": message,
            "location": location,
            "witness": next(ends) if has_witness else None,
            "advice": advice,
            "pass_threshold": pass_threshold,
        }
        for (
            fid,
            faces,
            kind,
            severity,
            (value, threshold, margin, uncertainty, pass_threshold),
            is_decided,
            message,
            location,
            has_witness,
            advice,
        ) in zip(
            findings.fids,
            findings.faces,
            findings.kinds,
            findings.severities,
            _plain_rows(numbers),
            findings.is_decided.tolist(),
            findings.messages,
            _plain_rows(findings.locations),
            is_seen.tolist(),
            findings.advice,
            strict=True,
        )
    ]


def _plain_rows(numbers: Floats) -> list[Any]:
    """Do what `plain` does for many rows of numbers.

    The digits are those of `plain`, but for a number that lies halfway between two of them.
    """
    is_number = np.isfinite(numbers)
    numbers = np.where(is_number, numbers, 0.0)
    size = np.abs(numbers)
    digits = np.where(size < 1.0, 0.0, np.floor(np.log10(np.maximum(size, 1.0))) + 1.0)
    scale = SCALE_OF_DIGITS[digits.astype(np.int64)]
    rounded = np.round(numbers * scale) / scale + 0.0
    made: list[Any]
    if is_number.all():
        made = rounded.tolist()
    else:
        boxed = rounded.astype(object)
        boxed[~is_number] = None
        made = boxed.tolist()
    return made


def _summary(count_of_severity: dict[Severity, int]) -> Document:
    return {str(level): count_of_severity.get(level, 0) for level in Severity}


def plain(value: Any, name: str = "") -> Any:
    """Turn a value of the engine into what JSON knows.

    Parameters
    ----------
    value
        A number, text, enum, array, dataclass, mapping, sequence or None, nested at will.
    name
        What the value is called: whole numbers under `fid`, `…_fid` or `…_fids` are face ids and become
        strings.

    Returns
    -------
    Any
        NaN and infinity are None; minus zero is zero.
    """
    if isinstance(value, Enum):
        return plain(value.value, name)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return str(int(value)) if name == "fid" or name.endswith(("_fid", "_fids")) else int(value)
    if isinstance(value, (float, np.floating)):
        number = float(value)
        if not math.isfinite(number):
            return None
        return round(float(f"{number:.{SIGNIFICANT_DIGITS}g}"), DECIMALS) + 0.0
    if isinstance(value, np.ndarray):
        return [plain(item, name) for item in value]
    if dataclasses.is_dataclass(value):
        return {
            field.name: plain(getattr(value, field.name), _wire_name(field))
            for field in dataclasses.fields(value)
        }
    if isinstance(value, dict):
        return {str(key): plain(item, str(key)) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return [plain(item, name) for item in sorted(value)]
    if isinstance(value, (tuple, list)):
        return [plain(item, name) for item in value]
    raise TypeError(f"{name or 'value'} is a {type(value).__name__}, which has no place on the wire")


def _wire_name(field: dataclasses.Field[Any]) -> str:
    """Return the name of a field for `plain`: face ids are known by their declared type."""
    return f"{field.name}_fids" if "FaceId" in str(field.type) else field.name
