"""Product and body names out of OCCT's document, fit to be shown."""

from collections import Counter

from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.collections import Sequence_TDF_Label
from OCP.TDataStd import TDataStd_Name
from OCP.TDF import TDF_Label
from OCP.TDocStd import TDocStd_Document
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Shape
from OCP.XCAFDoc import XCAFDoc_DocumentTool, XCAFDoc_ShapeTool

from engine.kernel.brep import explore

LONGEST_NAME = 200
MEANINGLESS = ("solid", "compound", "shell")
MEANINGLESS_BEGINNINGS = ("open cascade step translator", "=>[")
"""Names, and how names begin, that OCCT gives to what the file leaves unnamed."""


def clean(name: str) -> str:
    """Take control characters out of a name from a file and cut it; empty when it says nothing."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    shown = " ".join(shown.split())[:LONGEST_NAME].strip()
    says_nothing = shown.lower() in MEANINGLESS or shown.lower().startswith(MEANINGLESS_BEGINNINGS)
    return "" if says_nothing else shown


def names_of(document: TDocStd_Document, bodies: list[TopoDS_Shape]) -> tuple[str, list[str]]:
    """Return the name of the whole, and one name for each body, empty where the file gives none.

    A body is called after the product it belongs to, in an assembly after the innermost one.
    """
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    index = ShapeMap()
    for body in bodies:
        index.Add(body)
    names = [""] * index.Extent()
    roots = Sequence_TDF_Label()
    tool.GetFreeShapes(roots)
    for root in _listed(roots):
        _visit(root, TopLoc_Location(), "", names, index, set())
    whole = [_name(root) for root in _listed(roots)]
    return (whole[0] if len(whole) == 1 else ""), [names[index.FindIndex(body) - 1] for body in bodies]


def told_apart(names: list[str]) -> list[str]:
    """Add a number to names that occur more than once: `NUT 1`, `NUT 2`."""
    total, seen, told = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        told.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return told


def _visit(
    label: TDF_Label,
    placed: TopLoc_Location,
    outer_name: str,
    names: list[str],
    index: ShapeMap,
    above: set[str],
) -> None:
    """Name the bodies under a label of the assembly tree; a product within itself is not followed."""
    product = TDF_Label()
    if XCAFDoc_ShapeTool.GetReferredShape_s(label, product):
        placed = placed.Multiplied(XCAFDoc_ShapeTool.GetLocation_s(label))
    else:
        product = label
    key = str(product.Tag()) + "/" + str(product.Father().Tag())
    if key in above:
        return
    name = _name(product) or _name(label) or outer_name
    components = Sequence_TDF_Label()
    if XCAFDoc_ShapeTool.GetComponents_s(product, components, False) and components.Length():
        for component in _listed(components):
            _visit(component, placed, name, names, index, above | {key})
        return
    shape = XCAFDoc_ShapeTool.GetShape_s(product).Moved(placed, False)
    for kind in (TopAbs_ShapeEnum.TopAbs_SOLID, TopAbs_ShapeEnum.TopAbs_SHELL):
        for body in explore(shape, kind):
            at = index.FindIndex(body)
            if at:
                names[at - 1] = names[at - 1] or name


def _listed(labels: Sequence_TDF_Label) -> list[TDF_Label]:
    """Return an OCCT list: to begin to go through it by an iterator takes half a millisecond."""
    return [labels.Value(index) for index in range(1, labels.Length() + 1)]


def _name(label: TDF_Label) -> str:
    found = TDataStd_Name()
    return clean(found.Get().ToExtString()) if label.FindAttribute(TDataStd_Name.GetID_s(), found) else ""
