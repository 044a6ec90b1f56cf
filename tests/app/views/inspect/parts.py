"""A part that was judged, made up: a fin too thin, a hole too deep, and a process that does not suit."""

from typing import Any

from app.client import models
from app.client.models import Result

FEATURES = [
    {"fid": "12", "kind": "HOLE", "related_fids": ["12", "13"], "diameter_mm": 6.0, "depth_mm": 24.0,
     "axis": [0, 0, 1]},
    {"fid": "14", "kind": "HOLE", "related_fids": ["14"], "diameter_mm": 4.0, "depth_mm": 24.0},
    {"fid": "3", "kind": "FIN", "related_fids": ["3", "4", "5"], "thickness_mm": 2.4, "height_mm": 18.0},
    {"fid": "20", "kind": "FILLET", "related_fids": ["20"], "radius_mm": 3.0},
    {"fid": "1", "kind": "WALL", "related_fids": ["1"], "thickness_mm": 5.0, "axis": [1, 0, 0]},
]  # fmt: skip


def finding(fid: str | None, severity: str, value: float, threshold: float, **more: Any) -> dict[str, Any]:
    return {
        "fid": fid,
        "related_fids": [] if fid is None else [fid],
        "severity": severity,
        "value": value,
        "threshold": threshold,
        "margin": value - threshold,
        "unit": "mm",
        "message": f"Face {fid} is {value:.2f} mm.",
        "advice": f"Make it {threshold:.2f} mm.",
    } | more


def rule(key: str, name: str, severity: str, *findings: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"key": key, "name": name, "severity": severity, "findings": list(findings)} | more


def configuration(key: str, name: str, severity: str, *rules: dict[str, Any], **more: Any) -> dict[str, Any]:
    verdict = {"overall_severity": severity, "summary": {}, "rules": list(rules)} | more
    return {"configuration_key": key, "name": name, "result": verdict}


THIN_FIN = finding("3", "fail", 2.4, 2.5, kind="FIN", related_fids=["3", "4", "5"])
SAND = configuration(
    "sand", "Sand casting, aluminum", "fail",
    rule("wall", "Minimum wall thickness", "fail", finding("1", "warning", 4.0, 5.0), THIN_FIN),
    rule("fillet", "Internal fillet", "warning", finding("20", "warning", 3.0, 3.5), source="A handbook."),
    rule("solid", "One closed solid", "pass", message="The part is one closed solid."),
    rule("corner", "Sharp corners", "pass", applicable=False, reason="There is no corner."),
)  # fmt: skip
INVESTMENT = configuration(
    "investment", "Investment casting, steel", "pass", rule("wall", "Minimum wall thickness", "pass")
)
BULK = {"fid": None, "severity": "fail", "message": "The part is no thin shell."}
MOLD = configuration(
    "standard", "Two mold halves", "fail",
    rule("applicability", "Moldable", "fail", BULK),
    rule("rib", "Rib thickness", "warning", finding("3", "warning", 2.4, 1.8)),
    rule("draft", "Draft", "fail", finding("1", "fail", 0.2, 1.0), finding("12", "fail", 0.3, 1.0)),
    rule("solid", "One closed solid", "pass", message="The part is one closed solid."),
    rule("boss", "Boss proportions", "pass", applicable=False, reason="There is no boss."),
    gate="applicability",
)  # fmt: skip


WEBS = [finding(f"{20 + at}", "fail", mm, 0.8, kind="FIN") for at, mm in ((1, 0.6), (2, 0.7), (3, 0.7))]
GRILLE = configuration(
    "milled", "3-axis milling, metal", "fail",
    rule(
        "web", "Minimum web", "fail",
        *WEBS,
        finding("24", "warning", 0.78, 0.8, kind="FIN"),
        issues=[
            {"cause": "pattern", "severity": "fail", "findings": [0, 1, 2], "least": 0.6, "most": 0.7,
             "label": "3 webs", "message": "3 webs, 0.6 to 0.7 mm. The worst: Face 21 is 0.60 mm.",
             "place": "thickness:21"},
            {"cause": "place", "severity": "warning", "findings": [3], "least": 0.78, "most": 0.78,
             "label": "fin 24", "message": "Face 24 is 0.78 mm.", "place": "thickness:24"},
        ],
    ),
)  # fmt: skip
PRINTED = configuration(
    "fdm", "Filament", "fail",
    rule("web", "Thin wall", "fail", finding("21", "fail", 0.6, 1.2), issues=[
        {"cause": "place", "severity": "fail", "findings": [0], "place": "thickness:21"},
    ]),
)  # fmt: skip


def grouped() -> Result:
    """Return a result whose server puts findings together: three webs of one pattern, and one alone."""
    return read(
        {"module_key": "cnc", "name": "Machining", "configurations": [GRILLE]},
        {"module_key": "additive", "name": "Additive", "configurations": [PRINTED]},
    )


def judged(*, n_undercuts: int = 7, pull: tuple[float, float, float] = (0, 0, 1), **pulled: Any) -> Result:
    return read(
        {"module_key": "casting", "name": "Casting", "configurations": [SAND, INVESTMENT]},
        {"module_key": "injection", "name": "Injection molding", "configurations": [MOLD]},
        pulled={"n_undercuts": n_undercuts, "pull_dir": list(pull)} | pulled,
        order=[
            {"module_key": "casting", "configuration_key": "investment"},
            {"module_key": "casting", "configuration_key": "sand"},
            {"module_key": "injection", "configuration_key": "standard"},
        ],
        order_reason="Casting is first: nothing fails. Injection molding is next: no shell.",
    )


def read(*packs: dict[str, Any], pulled: dict[str, Any] | None = None, **judged: Any) -> Result:
    """Return the result of a thin shell with these packs."""
    pull = {
        "pull_dir": [0, 0, 1],
        "alpha_min_deg": 0.5,
        "alpha_warn_deg": 3.0,
        "pull_mode": "cardinal",
        "n_undercuts": 0,
        "n_low_draft": 4,
    }
    return models.read_result(
        {
            "job_id": "7",
            "features": {
                "roles_by_fid": {},
                "role_names": {},
                "features": FEATURES,
                "manufacturability": pull | (pulled or {}),
            },
            "modules": {"modules": list(packs)} | judged,
            "form": {
                "form": "shell",
                "sentence": "A thin shell: 95 % of it lies over 2 mm.",
            },
            "patterns": [{"kind": "HOLE", "label": "2 × Ø6, mirrored", "fids": ["12"]}],
            "artifacts": {},
        }
    )


CASTING = {
    "key": "casting",
    "name": "Casting",
    "configurations": {"sand": {"name": "Sand casting, aluminum", "parameters": {"wall_fail_mm": 2.5}}},
    "rules": [
        {
            "key": "wall",
            "metric": "thickness.min",
            "tiers": [{"level": "fail", "op": "lt", "rhs": {"param": "wall_fail_mm"}}, {"level": "pass"}],
        }
    ],
}
"""The pack as a document, as far as limits need it."""
