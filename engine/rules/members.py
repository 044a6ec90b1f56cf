"""Members: what every object of a pack's document may hold, each with a sentence and an example.

The one table of it. `parse` accepts what stands here, `catalog` tells it to authors, `json_schema` turns it
into a schema that an editor can check against.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object."""

    doc: str
    example: str
    """As it could stand in a document."""
    is_required: bool = False


Members = dict[str, Member]

PACK: Members = {
    "key": Member("Name of the pack for programs.", '"forging"', True),
    "name": Member("Name of the pack for people.", '"Closed-die forging"', True),
    "configurations": Member(
        "The variants of the process by key, each with the numbers that differ.",
        '{"steel": {"name": "Steel", "parameters": {"wall_fail_mm": 3.0, "nominal_thickness_mm": 1.5}}}',
        True,
    ),
    "rules": Member("What is judged, in the order it is told.", '[{"key": "min_wall_thickness", …}]', True),
    "forms": Member(
        "How well the process goes with each form of part; a form without an entry is unlikely. All are "
        "possible when left out.",
        '{"turned": "natural", "sheet/flat": "possible"}',
    ),
    "needs": Member(
        "What the process needs besides for some parts, told beside its place among the processes.",
        '[{"name": "{metric:.0f} setups", "metric": "part.setup_count", "op": "gt", "rhs": 2}]',
    ),
    "gauge": Member(
        "How the first configuration is judged at the part's own gauge and the nearest standard one besides.",
        '{"parameter": "nominal_thickness_mm", "metric": "part.sheet.thickness_mm", "standard_mm": [1, 1.5]}',
    ),
}
CONFIGURATION: Members = {
    "name": Member("Name of the configuration for people.", '"Steel"', True),
    "parameters": Member("The numbers that tiers and conditions refer to.", '{"wall_fail_mm": 3.0}'),
    "machine": Member(
        "What the machine takes; a part outside of it does not fit and ranks last.",
        '{"largest_mm": [400, 400, 400]}',
    ),
}
MACHINE: Members = {
    "largest_mm": Member("Sides of the largest part it takes.", "[1270, 660, 635]"),
    "smallest_mm": Member("The longest side of a part is at least this.", "5.0"),
    "heaviest_kg": Member("Mass of the heaviest part it takes.", "20.0"),
    "density_g_cm3": Member("Density of the material, by which parts are weighed.", "7.85"),
    "gauge_mm": Member("Thinnest and thickest sheet it takes.", "[0.5, 6.0]"),
    "source": Member("Where the numbers come from.", '"Data sheet of the press."'),
}
GAUGE: Members = {
    "parameter": Member("The parameter that is the gauge.", '"nominal_thickness_mm"', True),
    "metric": Member("What measures it on the whole part.", '"part.sheet.thickness_mm"', True),
    "standard_mm": Member("The gauges that are stocked.", "[0.8, 1.0, 1.5]", True),
}
NEED: Members = {
    "name": Member(
        "What is needed, as it stands in a list; `{metric}` is the value.", '"{metric:.0f} setups"', True
    ),
    "metric": Member("What is measured on the whole part.", '"part.setup_count"', True),
    "op": Member("How the value is compared.", '"gt"', True),
    "rhs": Member("What it is compared with.", "2", True),
}
RULE: Members = {
    "key": Member("Name of the rule for programs, its own within the pack.", '"min_wall_thickness"', True),
    "name": Member("Name of the rule for people.", '"Minimum wall thickness"', True),
    "scope": Member(
        "Whether each subject of the selector is judged, or the part as one.", '"per_feature"', True
    ),
    "selector": Member("Which subjects are looked at.", '{"set": "holes"}', True),
    "metric": Member("What is measured on each subject.", '"hole.diameter"', True),
    "tiers": Member(
        "The ladder: the first tier that holds for the value gives the severity.",
        '[{"level": "fail", "op": "lt", "rhs": 3.0}, {"level": "pass"}]',
        True,
    ),
    "messages": Member(
        "The sentence of each level, with placeholders; a level without one gets a plain sentence.",
        '{"fail": "{feature} is {metric:.2f} mm thick, under {threshold:.2f} mm."}',
        True,
    ),
    "gate": Member(
        "If true, a part that fails the rule is not made by this process at all: its sentence stands for the "
        "configuration, which ranks last. The other rules are judged all the same, and counted.",
        "true",
    ),
    "configurations": Member(
        "Keys of the configurations the rule belongs to; all when left out.", '["steel"]'
    ),
    "unit": Member("The unit shown behind numbers; that of the metric when left out.", '"mm"'),
    "advice": Member(
        "What to change, and to which number; here `{threshold}` is the bound to cross for a pass.",
        '"Thicken the wall to at least {threshold:.1f} mm."',
    ),
    "source": Member("Where the thresholds come from.", '"Forging handbook, table 4."'),
}
SELECTOR: Members = {
    "set": Member("Name of a set of subjects.", '"holes"', True),
    "where": Member(
        "Conditions that a subject has to meet, all of them; none when left out.",
        '[{"metric": "hole.is_through", "op": "eq", "rhs": 0}]',
    ),
}
CONDITION: Members = {
    "metric": Member("What is measured to decide whether the rule looks at a subject.", '"hole.depth"', True),
    "op": Member("How the value is compared.", '"ge"', True),
    "rhs": Member("What it is compared with.", "10.0", True),
}
TIER: Members = {
    "level": Member("The severity where the tier holds.", '"fail"', True),
    "op": Member("How the value is compared; a tier without `op` and `rhs` holds for any.", '"lt"'),
    "rhs": Member("What the value is compared with.", '{"param": "wall_fail_mm"}'),
    "where": Member(
        "Conditions on other metrics that a subject has to meet, all of them, or the tier is passed over.",
        '[{"metric": "hole.is_through", "op": "eq", "rhs": 0}]',
    ),
}
MESSAGES: Members = {
    "fail": Member("What is said of a subject that fails.", '"{feature} is too thin."'),
    "warning": Member("What is said of a subject that warns.", '"{feature} is rather thin."'),
    "pass": Member("What is said of all that were inspected where all pass.", '"All walls are fine."'),
}
PARAMETER_RHS: Members = {
    "param": Member(
        "Name of a parameter of every configuration the rule belongs to.", '"wall_fail_mm"', True
    ),
    "factor": Member("A number the parameter is multiplied by; 1 when left out.", "0.5"),
}

OBJECTS = {
    "pack": PACK,
    "configuration": CONFIGURATION,
    "machine": MACHINE,
    "need": NEED,
    "gauge": GAUGE,
    "rule": RULE,
    "selector": SELECTOR,
    "condition": CONDITION,
    "tier": TIER,
    "messages": MESSAGES,
    "parameter_rhs": PARAMETER_RHS,
}
"""Every object of a document, by what it is called."""


def homes_of(key: str) -> list[str]:
    """Return what the objects are called that a member belongs in."""
    return ["rhs" if name == "parameter_rhs" else name for name, known in OBJECTS.items() if key in known]
