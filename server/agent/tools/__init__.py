"""The tools, one file a concern, in the order in which an agent comes to need them."""

from server.agent.tool import Tool
from server.agent.tools import analyze, compare, look, pricing, results, rules, uploading

TOOLS: tuple[Tool, ...] = (
    *uploading.TOOLS,
    *analyze.TOOLS,
    *results.TOOLS,
    *look.TOOLS,
    *compare.TOOLS,
    *rules.TOOLS,
    *pricing.TOOLS,
)
