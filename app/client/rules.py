"""Rules: what there is to write them with, the shipped packs, and a finished job judged by one."""

from collections.abc import Mapping

from app.client.cancel import Cancel
from app.client.errors import Failure
from app.client.jobs import job_path
from app.client.models import Json, PackVerdict, RuleSchema
from app.client.wire import MISSING_ROUTE, Wire


class Rules(Wire):
    """From rules to a verdict."""

    def rule_schema(self) -> RuleSchema:
        """Return what there is to write rules with."""
        return self._get("/dfm/rule-schema", RuleSchema)

    def modules(self) -> tuple[Json, ...]:
        """Return the shipped packs as documents, to be edited as they are."""
        return self._list("/dfm/modules", "modules", Json)

    def saved_modules(self) -> tuple[Json, ...]:
        """Return the packs that the account keeps at the server; none of one that keeps no packs."""
        try:
            kept = self._list("/dfm/packs", "packs", Json)
        except Failure as failure:
            if failure.status in MISSING_ROUTE:
                return ()
            raise
        return tuple(each["module"] for each in kept if isinstance(each.get("module"), dict))

    def evaluate(
        self,
        job_id: str,
        module: Json,
        configuration_key: str,
        overrides: Mapping[str, float] | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> PackVerdict:
        """Judge a finished job by a pack; INVALID with `problems` where the pack does not hold together."""
        body = {"module": module, "configuration_key": configuration_key, "overrides": dict(overrides or {})}
        # It changes nothing on the server, so it may be sent again.
        answer = self._connection.send(
            "POST", f"{job_path(job_id)}/modules/eval", cancel=cancel, is_repeatable=True, json=body
        )
        return self._read(answer, PackVerdict)
