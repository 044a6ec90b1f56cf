"""The tools that measure and judge a part: the analysis, and the same with another pull."""

from typing import Annotated

import anyio
from mcp.server.elicitation import AcceptedElicitation
from pydantic import Field

from server.agent import analyses, parts, summary
from server.agent.api import Api, Refused
from server.agent.origin import AnyContext
from server.agent.parts import PartSource
from server.agent.questions import Asked, Intent, Unit
from server.agent.state import api_of, origin_of, waiting_of
from server.agent.summary import Summary
from server.agent.tool import Tool
from server.agent.tools.uploading import Roots

LONGEST_WAIT_S = 240
USUAL_WAIT_S = 50
"""Many clients give up on a call after a minute."""

Process = Annotated[
    str,
    Field(
        description="whose issues to tell: pack/configuration or pack, as casting/sand or injection; empty: "
        "the best"
    ),
]
Pull = Annotated[str, Field(description="direction a mold opens in: x,y,z, cardinal (default) or hemisphere")]
Wait = Annotated[int, Field(ge=0, le=LONGEST_WAIT_S, description="seconds; then the answer says running")]


async def analyze(
    ctx: AnyContext,
    roots: Roots,
    asked: Asked,
    part: Annotated[str, Field(description="an id of upload_part, a URL, or on stdio a path")],
    process: Process = "",
    pull: Pull = "",
    unit: Annotated[Unit, Field(description="of a file that has none, as STL; empty: mm")] = "",
    packs: Annotated[list[str], Field(description="keys of saved rule packs to judge by too")] = [],
    max_edge_mm: Annotated[float | None, Field(gt=0, description="longest edge of the mesh")] = None,
    ask_user: Annotated[bool, Field(description="ask the person for process, pull and unit")] = False,
    wait_s: Wait = USUAL_WAIT_S,
) -> Summary:
    """Measure a part and judge whether it can be made, by every process at once.

    The answer has the form of the part, processes, best first with reasons, and the issues of one, worst
    first: value, limit, what would pass, place, what to change. The same part with the same options is
    analyzed and counted once a day.
    """
    intent = (
        asked.data
        if isinstance(asked, AcceptedElicitation)
        else Intent(process=process, pull=pull, unit=unit)
    )
    api = await api_of(ctx)
    found = parts.source(part, roots, origin_of(ctx))
    options = {"pull": intent.pull or "cardinal"}
    if intent.unit:
        options["unit"] = intent.unit
    if max_edge_mm is not None:
        options["max_edge"] = f"{max_edge_mm:.9g}"
    if packs:
        options["packs"] = ",".join(packs)
    try:
        answer = await _judged(api, ctx, found, options, intent.process, wait_s)
    except Refused as error:
        if error.code != "job_not_found":
            raise
        # another program waited for the same analysis, and has just cancelled it
        answer = await _judged(api, ctx, found, options, intent.process, wait_s)
    if intent.unit and not unit:
        answer.notes.append(f"The person says {intent.unit}; a file that has a unit keeps its own.")
    return answer


async def _judged(
    api: Api, ctx: AnyContext, part: PartSource, options: dict[str, str], process: str, wait_s: float
) -> Summary:
    """Have a part analyzed and sum it up.

    On one's own machine the analysis ends with the last call for it that is cancelled. Elsewhere it was paid
    for: it goes on, and whoever asks again has it.
    """
    waiting, is_local = waiting_of(ctx), origin_of(ctx).is_local
    with anyio.CancelScope(shield=is_local):  # so that a call that is cancelled meanwhile knows what to end
        job_id = await analyses.begin(api, part, options)
    same = repr((part.digest or part.form, sorted(options.items())))
    async with waiting.held(api, job_id, same, ends=is_local):
        answer = await _summed_up(api, job_id, ctx, process, wait_s, options["pull"])
    if answer.status == "done":
        answer.notes += filter(None, [waiting.take_note(same)])
    return answer


async def recompute(
    ctx: AnyContext,
    analysis: Annotated[str, Field(description="id from analyze")],
    pull: Pull,
    process: Process = "",
    alpha_warn_deg: Annotated[
        float | None, Field(ge=0, le=90, description="draft below which faces warn")
    ] = None,
    wait_s: Wait = USUAL_WAIT_S,
) -> Summary:
    """Judge an analyzed part again with another pull; nothing is measured anew or counted.

    The analysis keeps its id, and what it said before is replaced.
    """
    api = await api_of(ctx)
    form = {"pull": pull.strip()}
    if alpha_warn_deg is not None:
        form["alpha_warn"] = f"{alpha_warn_deg:.9g}"
    job_id = analysis.strip()
    await api.post(f"/dfm/jobs/{job_id}/recompute", form=form)
    return await _summed_up(api, job_id, ctx, process, wait_s, "")


async def _summed_up(
    api: Api, job_id: str, ctx: AnyContext, process: str, wait_s: float, pull: str
) -> Summary:
    """Wait for a job and sum it up; one that was turned since is turned back."""
    if await analyses.wait(api, job_id, ctx, wait_s) != "done":
        again = "Call get_result with this analysis in about 20 s; it goes on meanwhile."
        return Summary(analysis=job_id, status="running", next=again)
    result = await analyses.result(api, job_id)
    if pull and not summary.pull_is_as_asked(result, pull):
        await api.post(f"/dfm/jobs/{job_id}/recompute", form={"pull": pull})
        return await _summed_up(api, job_id, ctx, process, wait_s, "")
    return summary.of(job_id, result, process)


TOOLS = (
    Tool(
        call=analyze,
        title="Analyze a part",
        limit_s=LONGEST_WAIT_S + 60.0,
        reads_only=False,
        costs="1 unit of dfm.analyze",
        more="get_result with section issues has the rest.",
    ),
    Tool(
        call=recompute,
        title="Analyze with another pull",
        limit_s=LONGEST_WAIT_S + 60.0,
        reads_only=False,
        more="get_result with section issues has the rest.",
    ),
)
