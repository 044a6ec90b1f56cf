"""Product and body names of a STEP file, fit to be shown.

They come out of the file's products (`PRODUCT_DEFINITION`) and of what the reader made of each. OCCT's
document (XCAF) would hold them too, but a label of it need not have a name, and to ask such a label for one
ends the process.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher as ShapeMap
from OCP.IFSelect import IFSelect_SelectModelEntities, IFSelect_SelectType
from OCP.StepBasic import StepBasic_Product, StepBasic_ProductDefinition
from OCP.STEPConstruct import STEPConstruct_ValidationProps
from OCP.STEPControl import STEPControl_Reader
from OCP.StepRepr import StepRepr_NextAssemblyUsageOccurrence
from OCP.TCollection import TCollection_ExtendedString, TCollection_HAsciiString
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Iterator, TopoDS_Shape

from engine.kernel.brep import explore

LONGEST_NAME = 200
MEANINGLESS = ("solid", "compound", "shell")
MEANINGLESS_BEGINNINGS = ("open cascade step translator", "=>[")
"""Names, and how names begin, that OCCT gives to what the file leaves unnamed."""
AMONG_ALL = 1
"""OCCT's mode of looking an entity up by its shape: among all that were transferred."""
MOST_LOOKED_UP = 200
"""Each takes as long as the file is large: 20 ms where it has 25 MB."""


def clean(name: str) -> str:
    """Take control characters out of a name from a file and cut it; empty when it says nothing."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    shown = " ".join(shown.split())[:LONGEST_NAME].strip()
    is_placeholder = shown.lower() in MEANINGLESS or shown.lower().startswith(MEANINGLESS_BEGINNINGS)
    return "" if is_placeholder else shown


def names_of(
    reader: STEPControl_Reader, shape: TopoDS_Shape, bodies: list[TopoDS_Shape]
) -> tuple[str, list[str]]:
    """Return the name of the whole, and one name for each body, empty where the file gives none.

    A body is called after the product it belongs to, in an assembly after the innermost one; where that has
    no name, after its place in the assembly. `shape` is all that `reader` has transferred.
    """
    index = ShapeMap()
    for body in bodies:
        index.Add(body)
    names = [""] * index.Extent()
    products = _Products(reader)
    branches = [_Branch(shape, TopLoc_Location(), "")]
    while branches:
        branch = branches.pop()
        name = products.name_of(branch.shape) or branch.outer_name
        if branch.shape.ShapeType() == TopAbs_ShapeEnum.TopAbs_COMPOUND:
            branches.extend(branch.parts(name))
            continue
        for kind in (TopAbs_ShapeEnum.TopAbs_SOLID, TopAbs_ShapeEnum.TopAbs_SHELL):
            for body in explore(branch.placed(), kind):
                at = index.FindIndex(body)
                if at:
                    names[at - 1] = names[at - 1] or name
    return products.name_of(shape), [names[index.FindIndex(body) - 1] for body in bodies]


def made_unique(names: Sequence[str]) -> list[str]:
    """Add a number to names that occur more than once: `NUT 1`, `NUT 2`."""
    total, seen, unique = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        unique.append(f"{name} {seen[name]}" if total[name] > 1 else name)
    return unique


@dataclass(frozen=True, slots=True, eq=False)
class _Branch:
    """A place in the assembly tree."""

    shape: TopoDS_Shape
    """As it lies in the shape that holds it."""
    outer: TopLoc_Location
    """Where that one lies."""
    outer_name: str

    def placed(self) -> TopoDS_Shape:
        """Return the shape as it lies in the whole."""
        return self.shape.Moved(self.outer, False)

    def parts(self, name: str) -> "list[_Branch]":
        """List what a compound holds, last first; `name` is the compound's."""
        placement = self.outer.Multiplied(self.shape.Location())
        unplaced = TopoDS_Iterator(self.shape, False, False)
        found = []
        while unplaced.More():
            found.append(_Branch(unplaced.Value(), placement, name))
            unplaced.Next()
        return found[::-1]


class _Products:
    """The products of a file by the shape of each."""

    def __init__(self, reader: STEPControl_Reader) -> None:
        self._shapes = ShapeMap()
        self._names: list[str] = []
        self._transferred = reader.WS().TransferReader()
        self._n_looked_up = 0
        results = STEPConstruct_ValidationProps(reader.WS())
        for definition in _product_definitions(reader):
            shape = results.GetPropShape(definition)
            if not shape.IsNull() and self._shapes.Add(_unplaced(shape)) > len(self._names):
                self._names.append(_product_name(definition))

    def name_of(self, shape: TopoDS_Shape) -> str:
        """Return the name of the product that a shape is, or else of its place; empty where it is none."""
        at = self._shapes.FindIndex(_unplaced(shape))
        return (self._names[at - 1] or self._occurrence_name(shape)) if at else ""

    def _occurrence_name(self, shape: TopoDS_Shape) -> str:
        """Return the name of the place that a product has in an assembly; empty where it has none."""
        if self._n_looked_up == MOST_LOOKED_UP:
            return ""
        self._n_looked_up += 1
        entity = self._transferred.EntityFromShapeResult(shape, AMONG_ALL)
        if not isinstance(entity, StepRepr_NextAssemblyUsageOccurrence):
            return ""
        description = entity.Description() if entity.HasDescription() else None
        return clean(_text(description) or _text(entity.Name()) or _text(entity.Id()))


def _unplaced(shape: TopoDS_Shape) -> TopoDS_Shape:
    return shape.Located(TopLoc_Location())


def _product_definitions(reader: STEPControl_Reader) -> Iterator[StepBasic_ProductDefinition]:
    chosen = IFSelect_SelectType(StepBasic_ProductDefinition.get_type_descriptor_s())
    chosen.SetInput(IFSelect_SelectModelEntities())
    found = reader.WS().EvalSelection(chosen)
    while found.More():
        yield found.Value()
        found.Next()


def _product_name(definition: StepBasic_ProductDefinition) -> str:
    """Return the name of a product, or its number where it has none."""
    formation = definition.Formation()
    product: StepBasic_Product | None = None if formation is None else formation.OfProduct()
    return "" if product is None else clean(_text(product.Name()) or _text(product.Id()))


def _text(string: TCollection_HAsciiString | None) -> str:
    """Return a string of a STEP file; its bytes are UTF-8."""
    if string is None or not string.UsefullLength():
        return ""
    return str(TCollection_ExtendedString(string.String(), True).ToExtString())
