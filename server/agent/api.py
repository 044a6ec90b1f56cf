"""Our own HTTP API as tools ask it: with the caller's key, and with errors that say what to do next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx2
from mcp.server.mcpserver.exceptions import ToolError

from server.agent.words import clean

PREFIX = "/api/v1"
TIMEOUT_S = 120.0
"""Longer than any route takes but those that are polled."""

SMALLER = "Take out details that do not matter for manufacture, as modeled threads, or send fewer bodies."
NEXT_STEP: Mapping[str, str] = {
    "missing_api_key": "Give this server a key, in the header X-API-Key or as Authorization: Bearer; keys "
    "are made "
    "at {site}/dashboard/api.",
    "invalid_api_key_format": "Keys begin with svc_live_; they are made at {site}/dashboard/api.",
    "invalid_api_key": "Check the key in the settings of this client; keys are made at {site}/dashboard/api.",
    "revoked_api_key": "Make another key at {site}/dashboard/api.",
    "job_not_found": "Call analyze for the part again.",
    "part_not_found": "Call upload_part again.",
    "quote_not_found": "Call quote again.",
    "pack_not_found": "list_rule_packs tells which there are.",
    "pack_changed": "Read it by list_rule_packs, and save with the version you read.",
    "job_not_done": "Call get_result in a few seconds.",
    "file_too_large": SMALLER,
    "body_too_large": SMALLER,
    "unsupported_format": "Export the part as STEP and send that.",
    "unreadable_file": "Export the part as STEP again; a file that was cut short or edited by hand does not "
    "read.",
    "no_solid": "Export a closed solid, not surfaces or a drawing.",
    "meshing_timeout": "Call analyze with a larger max_edge_mm.",
    "mesh_too_large": "Call analyze with a larger max_edge_mm.",
    "outside_envelope": "Check the unit the part was drawn in.",
    "kernel_error": "Export the part anew, healed; show and measure may still work on an earlier analysis.",
    "busy": "Nothing was counted; call again in {retry} s.",
    "queue_full": "Nothing was counted; call again in {retry} s.",
    "too_many_jobs": "Nothing was counted; call again when earlier analyses are done, in {retry} s at the "
    "earliest.",
    "worker_lost": "Nothing was counted; call again.",
    "blob_refused": "Check that anybody can fetch the URL, or send the file by upload_part.",
    "invalid_rule_pack": "get_rule_schema tells what a pack is made of.",
}
"""By the code of an error: what whoever reads it does."""


class Refused(ToolError):
    """The API refused: a sentence, and what to do next."""

    def __init__(self, message: str, code: str, status: int) -> None:
        self.code = code
        self.status = status
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Api:
    """The API as one caller reaches it."""

    client: httpx2.AsyncClient
    key: str | None
    site_url: str

    async def get(self, path: str, **parameters: Any) -> Any:
        """Ask for something."""
        return await self._send("GET", path, params=parameters)

    async def post(
        self,
        path: str,
        *,
        json: Any = None,
        form: Mapping[str, str] | None = None,
        file: tuple[str, bytes] | None = None,
        once: str = "",
    ) -> Any:
        """Send a body of JSON, or a form with or without a file; `once` is its idempotency key."""
        headers = {"Idempotency-Key": once} if once else {}
        if json is not None:
            return await self._send("POST", path, json=json, headers=headers)
        files: dict[str, Any] = {name: (None, text.encode()) for name, text in (form or {}).items()}
        if file is not None:
            files["file"] = file
        return await self._send("POST", path, files=files, headers=headers)

    async def put(self, path: str, json: Any) -> Any:
        """Save something."""
        return await self._send("PUT", path, json=json)

    async def delete(self, path: str) -> None:
        """Delete something."""
        await self._send("DELETE", path)

    async def _send(self, method: str, path: str, **request: Any) -> Any:
        headers = request.pop("headers", {})
        if self.key is not None:
            headers["X-API-Key"] = self.key
        response = await self._ask(method, f"{PREFIX}{path}", headers, **request)
        if response.status_code >= 300:
            raise refused(response, self.site_url)
        return response.json() if response.content else None

    async def _ask(
        self, method: str, path: str, headers: Mapping[str, str], **request: Any
    ) -> httpx2.Response:
        try:
            return await self.client.request(method, path, headers=headers, **request)
        except httpx2.TimeoutException:
            raise ToolError("The engine did not answer in time; please call again.") from None
        except httpx2.TransportError as error:
            raise Refused(
                f"The engine cannot be reached ({type(error).__name__}). Please call again; it is started "
                "anew.",
                "unreachable",
                0,
            ) from None


def refused(response: httpx2.Response, site_url: str) -> Refused:
    """Put an answer that is an error into words."""
    try:
        body = response.json()
        message, code = clean(str(body["error"])), str(body["code"])
    except (ValueError, KeyError, TypeError):
        return Refused(
            f"The server answered {response.status_code}, and not as this API does.", "", response.status_code
        )
    sentences = [message]
    if body.get("problems"):
        sentences = [f"The rule pack has {len(body['problems'])} problems:"]
        sentences += [f"- {clean(str(each))}" for each in body["problems"][:30]]
    if code == "quota_exceeded":
        sentences.append(f"More units: {body['upgrade_url']}")
    step = NEXT_STEP.get(code, "").format(site=site_url, retry=response.headers.get("Retry-After", "2"))
    if step:
        sentences.append(step)
    separator = "\n" if body.get("problems") else " "
    return Refused(separator.join(sentences), code, response.status_code)
