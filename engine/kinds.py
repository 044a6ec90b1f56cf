"""Kinds: what the recognizers declare of the features they find and of the roles of faces, in order.

Names, colors, selectors, reports and the interface read it here; nothing else lists the kinds.
"""

from typing import Any

from engine.features import RECOGNIZERS
from engine.model.feature import FaceRole, FeatureKind, Role
from engine.palette import tint

UNCLASSIFIED = FaceRole(Role.UNCLASSIFIED, "Unclassified")
UNCLASSIFIED_COLOR = "#a29d97"

DECLARED: tuple[FeatureKind, ...] = tuple(
    dict.fromkeys(kind for recognizer in RECOGNIZERS for kind in recognizer.kinds)
)
"""Those that only give faces a role among them, in the order of recognition; each once, whoever finds it."""
KINDS = tuple(
    sorted((kind for kind in DECLARED if kind.is_listed), key=lambda kind: (kind.order_in_results, kind.key))
)
"""The kinds of features, in the order of results."""
KIND_OF_KEY = {kind.key: kind for kind in KINDS}
ORDER_OF_KIND = {kind.key: order for order, kind in enumerate(KINDS)}

KIND_OF_ROLE = {role.code: kind for kind in DECLARED for role in kind.roles}
"""By role code. No kind gives the role `UNCLASSIFIED`."""
ROLES = {
    role.code: role
    for role in sorted(
        (UNCLASSIFIED, *(role for kind in DECLARED for role in kind.roles)), key=lambda role: role.code
    )
}
"""Every role by its code, ascending."""


def color_of_role(code: int) -> str:
    """Return the color of a role as `#rrggbb`: the hue of its kind, floors and tops lighter than walls."""
    if code == Role.UNCLASSIFIED:
        return UNCLASSIFIED_COLOR
    color, share = KIND_OF_ROLE[code].color, ROLES[code].tint
    return tint(color, share) if share else color


def document() -> list[dict[str, Any]]:
    """Write all that is declared as JSON, in the order of lists; a kind without features has no selector."""
    return [
        {
            "kind": str(kind.key),
            "label": kind.label,
            "plural": kind.plural,
            "color": kind.color,
            "roles": [
                {"code": int(role.code), "label": role.label, "color": color_of_role(role.code)}
                for role in kind.roles
            ],
            "sizes": [
                {"field": size.field, "mark": size.mark, "after": size.after, "form": str(size.form)}
                for size in kind.sizes
            ],
            "selector": kind.selector if kind.is_listed else None,
        }
        for kind in sorted(DECLARED, key=lambda kind: (kind.order_in_lists, kind.key))
    ]
