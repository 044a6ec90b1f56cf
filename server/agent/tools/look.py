"""Tools that look closely at an analyzed part: a picture, and a measure."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from server.agent import analyses, issues
from server.agent.issues import FoundIssue, Result
from server.agent.names import Names
from server.agent.origin import AnyContext
from server.agent.state import api_of
from server.agent.tool import Answer, Tool
from server.agent.tools.results import Analysis
from server.agent.words import place, quantity

LAYERS = ("thickness", "clearance", "draft")
UNITS_DRAWN = ("mm", "°")
POINT = re.compile(r"\(?\s*(-?[\d.eE+-]+)\s*[,; ]\s*(-?[\d.eE+-]+)\s*[,; ]\s*(-?[\d.eE+-]+)\s*\)?")

View = Literal["", "iso", "reverse", "front", "back", "left", "right", "top", "bottom"]
Place = Annotated[
    str | list[float],
    Field(description="a feature (Hole Ø6.6, 3 of 8), a face (face 12), or a point [x, y, z] in mm"),
]


class Cut(BaseModel):
    """Where a part is cut open."""

    axis: Annotated[Literal["x", "y", "z"], Field(description="square to the cut")]
    at_mm: Annotated[float, Field(description="where on the axis")]
    keep: Annotated[Literal["below", "above"], Field(description="the side that stays")] = "below"


class Shown(Answer):
    """A picture, which comes beside this text."""

    caption: Annotated[str, Field(description="what it shows")]
    picture_url: Annotated[str, Field(description="the PNG by a link that needs no key")]
    width: int
    height: int
    png: Annotated[str, Field(exclude=True)] = ""

    def text(self) -> str:
        """Write the caption."""
        return f"{self.caption} Link: {self.picture_url}"

    def pictures(self) -> Sequence[tuple[bytes | str, str]]:
        """Return the picture."""
        return ((self.png, "image/png"),) if self.png else ()


class Measured(Answer):
    """What was measured."""

    quantity: str
    value: Annotated[
        float | None, Field(description="none: nothing stands opposite, or it cannot be measured")
    ] = None
    unit: str
    uncertainty: Annotated[float | None, Field(description="how far the value may be off")] = None
    exact: Annotated[bool, Field(description="from the surfaces of the file, without a mesh")]
    is_open: Annotated[bool, Field(description="nothing stands opposite")] = False
    points: Annotated[list[list[float]], Field(description="that a length lies between, in mm")] = []
    between: Annotated[list[str], Field(description="names of what the points lie on")] = []
    also: Annotated[dict[str, float | None], Field(description="what else is known of the two")] = {}

    def text(self) -> str:
        """Write it in a line."""
        if self.is_open:
            return f"{self.quantity}: nothing stands opposite; it is open space."
        if self.value is None:
            return f"{self.quantity}: it cannot be measured there."
        sure = "exact" if self.exact else f"±{quantity(self.uncertainty, self.unit)}, from the mesh"
        ends = " to ".join(place(each) for each in self.points)
        between = f" between {' and '.join(self.between)}" if self.between else ""
        also = "".join(f"; {key} {quantity(value, '')}" for key, value in self.also.items())
        value = quantity(self.value, self.unit)
        return f"{self.quantity}{between}: {value} ({sure}){f' {ends}' if ends else ''}{also}."


async def show(
    ctx: AnyContext,
    analysis: Analysis,
    view: Annotated[View, Field(description="empty: whence issue or feature are seen best")] = "",
    layer: Annotated[
        Literal["", "thickness", "clearance", "draft", "features"],
        Field(description="what colors show; empty: plain, or what the issue is about"),
    ] = "",
    issue: Annotated[str, Field(description="name of one to go near")] = "",
    features: Annotated[list[str], Field(max_length=20, description="names of those to outline")] = [],
    close_up: Annotated[bool, Field(description="go near the features")] = False,
    section: Annotated[Cut | None, Field(description="cuts the part open")] = None,
    process: Annotated[str, Field(description="whose limits color the layer")] = "",
    width_px: Annotated[int, Field(ge=240, le=1600)] = 700,
) -> Shown:
    """Draw the part: whole or near an issue or features, in colors of a layer, or cut open along an axis.

    Red is below the limit that fails, amber below the one that warns. The picture comes as image content.
    """
    api = await api_of(ctx)
    result = await analyses.result(api, analysis)
    names = Names(result)
    asked: dict[str, Any] = {"view": view, "layer": layer, "width_px": width_px, "close_up": close_up}
    fids = [fid for name in features for fid in names.fids(name)]
    if issue:
        found = issues.find(result, issue)
        fids = found.faces(of_worst=True)[:100] + fids
        asked |= _of_issue(found, layer, process)
    elif layer and process:
        asked["process"] = issues.process_of(result, process)
    if fids:
        asked["fids"] = list(dict.fromkeys(fids))
    elif not view:
        asked["view"] = "iso"
    if section is not None:
        asked["section"] = _plane(section)
        asked["view"] = view or _facing(section)
    drawn = await api.post(f"/dfm/jobs/{analysis.strip()}/pictures", json=asked)
    caption = drawn["caption"]
    if issue:
        caption = f"{issue}. {caption}"
    return Shown(
        caption=caption,
        picture_url=drawn["picture_url"],
        width=drawn["width"],
        height=drawn["height"],
        png=drawn["png_base64"],
    )


def _of_issue(issue: FoundIssue, layer: str, process: str) -> dict[str, Any]:
    """Return what a picture of an issue shows besides its faces: its layer, its place and its number."""
    worst = issue.worst
    words = set(str(issue.rule["metric"]).replace("_", ".").split("."))
    asked: dict[str, Any] = {"close_up": worst["fid"] is not None}
    fitting = layer or next((each for each in LAYERS if each in words), "")
    if fitting:
        asked |= {"layer": fitting, "process": process or "/".join(issue.id.split("/")[:2])}
    if worst["unit"] in UNITS_DRAWN and worst["value"] is not None:
        asked["label"] = quantity(worst["value"], worst["unit"])
        if worst["witness"] is not None and worst["unit"] == "mm":
            asked["witness"] = worst["witness"]
        elif worst["location"] is not None:
            asked["location"] = worst["location"]
    return asked


def _plane(cut: Cut) -> dict[str, list[float]]:
    at = "xyz".index(cut.axis)
    sign = 1.0 if cut.keep == "below" else -1.0
    point, normal = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    point[at], normal[at] = cut.at_mm, sign
    return {"point": point, "normal": normal}


def _facing(cut: Cut) -> str:
    """Return the side from which a cut is seen."""
    sides = {"x": ("right", "left"), "y": ("back", "front"), "z": ("top", "bottom")}[cut.axis]
    return sides[0] if cut.keep == "below" else sides[1]


async def measure(
    ctx: AnyContext,
    analysis: Analysis,
    quantity: Annotated[
        Literal["distance", "angle", "thickness", "clearance"],
        Field(description="distance, angle: from first to second; else at first"),
    ],
    first: Place,
    second: Annotated[Place | None, Field(description="like first")] = None,
) -> Measured:
    """Measure between two features, faces or points, or through material or air at one.

    Between holes the distance of their axes is told too. Exact where planes, cylinders, cones, spheres and
    tori of the file allow; else the answer tells how far it may be off.
    """
    api = await api_of(ctx)
    result = await analyses.result(api, analysis)
    names = Names(result)
    asked: dict[str, Any] = {"quantity": quantity, "first": target(first, names)}
    if second is not None:
        asked["second"] = target(second, names)
    found = await api.post(f"/dfm/jobs/{analysis.strip()}/measure", json=asked)
    return Measured(
        quantity=found["quantity"],
        value=found["value"],
        unit=found["unit"],
        uncertainty=found["uncertainty"],
        exact=found["exact"],
        is_open=found["open"],
        points=[[round(each, 4) for each in point] for point in found["points"]],
        between=_between(result, names, found["fids"]),
        also=found["also"],
    )


def target(where: str | list[float], names: Names) -> dict[str, Any]:
    """Return what a place stands for: faces, or a point; raise ToolError or UnknownName."""
    if isinstance(where, list):
        if len(where) != 3:
            raise ToolError("A point is three numbers: [x, y, z] in mm.")
        return {"point": where}
    match = POINT.fullmatch(where.strip())
    if match is not None:
        try:
            return {"point": [float(each) for each in match.groups()]}
        except ValueError:
            raise ToolError("A point is three numbers: [x, y, z] in mm.") from None
    return {"fids": names.fids(where)}


def _between(result: Result, names: Names, fids: Sequence[str]) -> list[str]:
    return [
        f"{names.of_face(fid)} (face {fid})" if names.of_face(fid) != f"face {fid}" else f"face {fid}"
        for fid in fids[:2]
    ]


TOOLS = (
    Tool(call=show, title="Draw a part", limit_s=120.0, most_characters=2000),
    Tool(call=measure, title="Measure on a part", limit_s=90.0, most_characters=1500),
)
