"""The server's settings: `SPRUE_*` environment variables, one table."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Self, get_type_hints

MEBIBYTE = 1024**2
OF_CLIENTS = ("SPRUE_API_KEY",)
"""Variables of those who call the server, often set in the shell it is started from."""
MOST_BATCH_WORKERS = 4


class InvalidSetting(Exception):
    """An environment variable does not hold what it should."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its meaning and default. `SPRUE_PORT` sets `port`, and so on."""

    host: Annotated[str, "address to listen on"] = "127.0.0.1"
    port: Annotated[int, "port to listen on; 0 takes a free one and prints it"] = 8000
    data_dir: Annotated[Path, "folder for uploads, results and secrets"] = Path("sprue-data")
    database_url: Annotated[
        str, "where accounts, jobs and usage are kept; empty: SQLite in the data folder"
    ] = ""
    secret_file: Annotated[
        str, "file with the secrets that all hosts of a PostgreSQL database share; empty: the data folder's"
    ] = ""
    store: Annotated[
        str, "bucket for the files that all hosts share, as s3://bucket/prefix; empty: the data folder"
    ] = ""
    store_public_url: Annotated[
        str, "endpoint of the bucket as callers reach it, where they shall fetch from it; empty: from us"
    ] = ""
    site_url: Annotated[str, "where links begin, as callers reach this server; empty: http://HOST:PORT"] = ""
    max_upload_mb: Annotated[float, "largest file accepted, in units of 1024² bytes"] = 25.0
    extra_formats: Annotated[
        int, "1: IGES, BREP, STL, 3MF, OBJ, PLY and OFF are accepted besides STEP and glTF; 0: refused"
    ] = 0
    time_limit_s: Annotated[float, "seconds an analysis may take before it ends in 504"] = 300.0
    worker_memory_mb: Annotated[int, "resident memory a worker may use; 0: a share of the machine's"] = 0
    max_queued: Annotated[int, "jobs that may wait; more are refused with 503"] = 200
    max_queued_of_account: Annotated[int, "jobs of one account that may wait; more are refused with 429"] = (
        100
    )
    interactive_workers: Annotated[int, "processes for convert, quick-info and evaluations"] = 2
    batch_workers: Annotated[int, "processes for analyses; 0: by the machine's cores"] = 0
    worker_hosts: Annotated[
        int, "1: hosts with `sprue worker` run analyses, and sprue serve none; 0: sprue serve runs them"
    ] = 0
    stop_grace_s: Annotated[
        float, "seconds that analyses get to end when sprue worker is stopped; then others begin them anew"
    ] = 20.0
    price_table: Annotated[str, "folder of the price table of castings; empty: the one that is shipped"] = ""
    currency: Annotated[str, "currency of the price table"] = "USD"
    disk_budget_mb: Annotated[
        int, "disk that jobs, previews and prepared parts may take, or a host's cache of a bucket"
    ] = 20480
    blob_allow_hosts: Annotated[str, "private hosts that blob_url may name, comma separated"] = ""
    build_volume_mm: Annotated[
        float, "longest side of a part that is analyzed; a program's own server takes any"
    ] = 2000.0
    open_sign_up: Annotated[int, "1: anybody may make an account; 0: the first user alone"] = 0
    new_account_plan: Annotated[str, "plan of an account that is made on the dashboard"] = "free"
    local_key: Annotated[str, "key of the program that starts this server for itself; nothing is metered"] = (
        field(default="", repr=False)
    )
    pack_folder: Annotated[
        str, "folder of JSON files that the program that starts this server keeps rule packs in; empty: none"
    ] = ""
    contact_email: Annotated[str, "whom users write to for a larger plan or about a leaked key"] = ""
    job_hours: Annotated[float, "hours that a job is kept after it was last asked for"] = 24.0
    link_hours: Annotated[float, "hours that a link to an artifact works"] = 168.0
    new_accounts_per_day: Annotated[
        int, "accounts that may be made on the dashboard within 24 hours, in all"
    ] = 200
    metrics_key: Annotated[
        str, "key that /metrics asks for, as Authorization: Bearer KEY; empty: anybody may read it"
    ] = field(default="", repr=False)
    metrics_port: Annotated[
        int, "port of its own for /metrics, which then is at no other; 0: none, and it is beside the API"
    ] = 0
    log_format: Annotated[str, "text, or json: an object a line, with request, job and account"] = "text"
    trusted_proxies: Annotated[
        str, "addresses or CIDR networks of proxies whose X-Forwarded-For counts, comma separated"
    ] = ""
    webhook_private: Annotated[
        int, "1: webhooks may lead to private addresses and to any port; 0: to what anybody can reach"
    ] = 0
    stripe_key: Annotated[
        str, "secret key of Stripe, which units beyond the plans are charged by; empty: nothing is charged"
    ] = field(default="", repr=False)
    stripe_key_file: Annotated[str, "file with that key, instead of the key itself"] = ""
    stripe_webhook_secret: Annotated[
        str, "secret that Stripe signs its notices to /webhooks/stripe with, or several, comma separated"
    ] = field(default="", repr=False)
    stripe_webhook_secret_file: Annotated[str, "file with that secret, instead of the secret itself"] = ""
    billing_grace_days: Annotated[
        float, "days after a failed payment in which units beyond the plan are still sold"
    ] = 7.0
    stripe_api_url: Annotated[str, "where Stripe's API is, for tests; empty: Stripe's own"] = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings; an empty variable counts as not set.

        Raises
        ------
        InvalidSetting
            A variable is no number where one is wanted, or there is no setting of its name.
        """
        setting_of_variable = {variable(each.name): each for each in fields(cls)}
        found: dict[str, Any] = {}
        for name, text in environment.items():
            if not name.startswith("SPRUE_") or name in OF_CLIENTS or text == "":
                continue
            if name not in setting_of_variable:
                raise InvalidSetting(
                    f"there is no setting {name}; settings are {', '.join(setting_of_variable)}"
                )
            setting = setting_of_variable[name]
            kind: Any = type(setting.default)
            try:
                found[setting.name] = kind(text)
            except ValueError:
                raise InvalidSetting(f"{name} is {text!r}, which is no {kind.__name__}") from None
        return cls(**found)

    @property
    def base_url(self) -> str:
        """Where links begin, without a slash at the end."""
        return self.site_url.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def max_upload_bytes(self) -> int:
        """Largest file accepted."""
        return int(self.max_upload_mb * MEBIBYTE)

    @property
    def size_limit(self) -> dict[str, Any]:
        """Arguments of `engine.tasks` that refuse parts too large: none on somebody's own machine."""
        if self.local_key:
            return {}
        return {
            "build_volume_mm": self.build_volume_mm,
            "build_volume_setting": variable("build_volume_mm"),
        }

    @property
    def n_batch_workers(self) -> int:
        """Processes for analyses: one a core, which they leave to whoever waits for a quick answer.

        On somebody's own machine one core is left to the window.
        """
        n_cores = (os.cpu_count() or 1) - bool(self.local_key)
        return self.batch_workers or max(1, min(MOST_BATCH_WORKERS, n_cores))

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Private hosts that `blob_url` may name."""
        names = (name.strip().lower() for name in self.blob_allow_hosts.split(","))
        return frozenset(name for name in names if name)

    @property
    def trusted_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """Where proxies are whose `X-Forwarded-For` counts; raise InvalidSetting."""
        texts = (text.strip() for text in self.trusted_proxies.split(","))
        try:
            return tuple(ip_network(text) for text in texts if text)
        except ValueError as error:
            raise InvalidSetting(
                f"{variable('trusted_proxies')} is {self.trusted_proxies!r}: {error}; "
                "it takes addresses like 10.0.0.1 and networks like 10.0.0.0/8, comma separated"
            ) from None

    def with_changes(self, **changes: Any) -> Self:
        """Return these settings with those changes that are not None."""
        return replace(self, **{name: value for name, value in changes.items() if value is not None})


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"SPRUE_{name.upper()}"


def table() -> tuple[tuple[str, str, str], ...]:
    """Return (variable, default, meaning) of every setting, for help and documentation."""
    hints = get_type_hints(Settings, include_extras=True)
    return tuple(
        (variable(each.name), str(each.default), hints[each.name].__metadata__[0])
        for each in fields(Settings)
    )
