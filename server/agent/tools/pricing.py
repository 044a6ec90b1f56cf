"""Tools of prices and units: what a casting costs, and what is left of a plan."""

from typing import Annotated, Any

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from server.agent import analyses
from server.agent.origin import AnyContext
from server.agent.state import api_of
from server.agent.tool import Answer, Tool
from server.agent.words import clean, number


class MaterialLine(BaseModel):
    """A material that is cast."""

    name: str
    density_kg_m3: float
    cost_per_kg: float
    largest_part: str


class Materials(Answer):
    """What is cast, and what can be done to a casting."""

    materials: list[MaterialLine]
    finishes: Annotated[list[str], Field(description="what can be done to a casting")]

    def text(self) -> str:
        """Write it in lines."""
        lines = [
            f"- {each.name}: {number(each.density_kg_m3)} kg/m³, {number(each.cost_per_kg)} a kg, up to "
            f"{each.largest_part}"
            for each in self.materials
        ]
        return "\n".join(["Materials:", *lines, f"Finishes: {'; '.join(self.finishes)}."])


class Quoted(Answer):
    """A price of a casting, kept as a draft on the account."""

    quote: Annotated[str, Field(description="its id")]
    material: str
    quantity: int
    unit_price: float
    total_price: float
    currency: str
    breakdown: dict[str, float]
    lead_time_days: int

    def text(self) -> str:
        """Write it in lines."""
        parts = ", ".join(
            f"{key.removesuffix('_cost')} {number(value)}" for key, value in self.breakdown.items()
        )
        return (
            f"Quote {self.quote}: {self.quantity} of {self.material}, {number(self.unit_price)} "
            f"{self.currency} each, "
            f"{number(self.total_price)} in all, {self.lead_time_days} days. Each: {parts}."
        )


class Used(Answer):
    """What is left of a plan."""

    plan: str
    meters: list[dict[str, Any]]

    def text(self) -> str:
        """Write it in lines."""
        lines = [
            f"- {each['meter']}: {each['used']} of {each.get('included', 'any number of')} used"
            for each in self.meters
        ]
        return "\n".join([f"Plan {self.plan}:", *lines])


async def list_materials(ctx: AnyContext) -> Materials:
    """List the metals that castings are quoted in, and their finishes."""
    api = await api_of(ctx)
    found = (await api.get("/materials"))["materials"]
    options = (await api.get("/post-processing"))["post_processing_options"]
    return Materials(
        materials=[
            MaterialLine(
                name=each["name"],
                density_kg_m3=each["density_kg_m3"],
                cost_per_kg=each["cost_per_kg"],
                largest_part=each["maximum_part_size_mm"],
            )
            for each in found
        ],
        finishes=[each["name"] for each in options],
    )


async def quote(
    ctx: AnyContext,
    analysis: Annotated[str, Field(description="id from analyze")],
    material: Annotated[str, Field(description="of list_materials, or a part of its name")],
    quantity: Annotated[int, Field(ge=1, le=100_000)] = 1,
    finishes: Annotated[list[str], Field(description="of list_materials")] = [],
) -> Quoted:
    """Price an analyzed part as a casting, and keep the quote as a draft. Nothing is ordered."""
    api = await api_of(ctx)
    result = await analyses.result(api, analysis)
    chosen = _named((await api.get("/materials"))["materials"], material, "material")
    options = (await api.get("/post-processing"))["post_processing_options"] if finishes else []
    box = result["geometry"]["bounding_box_mm"]
    body = {
        "file_name": clean(str(result["filename"])) or "part",
        "geometry": {
            "volume_cm3": result["geometry"]["volume_cm3"],
            "surface_area_cm2": result["geometry"]["surface_area_cm2"],
            "bounding_box": {f"{axis}_mm": box[axis] for axis in "xyz"},
        },
        "material_id": chosen["id"],
        "quantity": quantity,
        "post_processing_option_ids": [_named(options, each, "finish")["id"] for each in finishes],
    }
    key = analyses.once("quote", analysis.strip(), chosen["id"], str(quantity), *finishes)
    made = (await api.post("/quotes", json=body, once=key))["quote"]
    return Quoted(
        quote=made["id"],
        material=chosen["name"],
        quantity=quantity,
        unit_price=made["unit_price"],
        total_price=made["total_price"],
        currency=made["currency"],
        breakdown=made["breakdown"],
        lead_time_days=made["lead_time_days"],
    )


def _named(known: list[dict[str, Any]], wanted: str, what: str) -> dict[str, Any]:
    """Return the entry of a name, or the only one whose name holds it."""
    word = wanted.strip().lower()
    exact = [each for each in known if each["name"].lower() == word or each["id"] == word]
    found = exact or [each for each in known if word and word in each["name"].lower()]
    if len(found) != 1:
        some = ", ".join(each["name"] for each in (found or known))
        raise ToolError(f"{wanted[:60]!r} names {len(found)} {what}s; there are: {some}.")
    return found[0]


async def usage(ctx: AnyContext) -> Used:
    """Tell what was used of the plan in this billing period, and what is left."""
    found = await (await api_of(ctx)).get("/usage")
    return Used(plan=str(found.get("plan", "")), meters=found["meters"])


TOOLS = (
    Tool(call=list_materials, title="Materials", limit_s=30.0),
    Tool(call=quote, title="Quote a casting", limit_s=60.0, reads_only=False),
    Tool(call=usage, title="Units used", limit_s=30.0),
)
