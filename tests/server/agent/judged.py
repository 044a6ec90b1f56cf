"""Results with findings, written by hand."""

from typing import Any

from tests.support import result_document


def finding(value: float, limit: float, at: tuple[float, float, float], **changes: Any) -> dict[str, Any]:
    """Return a finding of a length that is to be at least its limit."""
    return {
        "fid": "1",
        "related_fids": ["1"],
        "kind": "FACE",
        "severity": "fail",
        "value": value,
        "unit": "mm",
        "threshold": limit,
        "margin": value - limit,
        "uncertainty": 0.0,
        "decided": True,
        "message": f"It is {value:g} mm.",
        "location": list(at),
        "witness": None,
        "advice": "Thicken it.",
        "pass_threshold": limit,
    } | changes


def result(*findings: dict[str, Any], n_inspected: int = 5, n_skipped: int = 0) -> dict[str, Any]:
    """Return a result whose one rule has an issue for each finding."""
    severities = [each["severity"] for each in findings]
    worst = "fail" if "fail" in severities else "warning" if severities else "pass"
    rule = result_document.rule("wall", worst, "") | {
        "n_inspected": n_inspected,
        "n_skipped": n_skipped,
        "findings": list(findings),
        "issues": [
            {
                "cause": "place",
                "severity": each["severity"],
                "findings": [at],
                "least": each["value"],
                "most": each["value"],
                "label": "",
                "message": each["message"],
                "place": f"thickness:{at}",
            }
            for at, each in enumerate(findings)
        ],
    }
    pack = {"module_key": "casting", "configurations": [result_document.configuration("sand", worst, rule)]}
    return result_document.document(modules=result_document.modules(pack))
