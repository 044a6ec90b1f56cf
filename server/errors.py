"""What can go wrong with a request, and the one table from exception class to status code."""

from dataclasses import dataclass

from engine import errors as engine
from engine.isolate.worker import Killed, NotStarted


class ServerError(Exception):
    """Base of the server's own errors; the message is written for the caller."""


class MissingKey(ServerError):
    """A request came without an API key."""


class MalformedKey(ServerError):
    """What came as an API key does not begin as one."""


class InvalidKey(ServerError):
    """Nobody has this API key."""


class RevokedKey(ServerError):
    """The API key was revoked."""


class MetricsRefused(ServerError):
    """`/metrics` was asked for without the key that the operator set."""


class QuotaExceeded(ServerError):
    """No unit is left in this billing period; `headers` tell how many there were, `reason` why not more."""

    def __init__(self, message: str, headers: dict[str, str], reason: str) -> None:
        self.headers = headers
        self.reason = reason
        super().__init__(message)


class JobNotFound(ServerError):
    """No such job, or one that expired, or one of somebody else's: the caller cannot tell which."""


class JobNotDone(ServerError):
    """The result was asked for while the job waits or runs."""


class QuoteNotFound(ServerError):
    """The quote to attach to is not there."""


class UploadNotFound(ServerError):
    """No such part was sent ahead, or it has expired, or it is somebody else's."""


class PackNotFound(ServerError):
    """The account has no such rule pack."""


class PackChanged(ServerError):
    """A rule pack was saved by somebody else since the caller read it."""


class PackRefused(ServerError):
    """A rule pack cannot be kept: its key is a shipped one's, or there are too many."""


class AgentsNotInstalled(ServerError):
    """The tools of agents were asked for, and what they need is not installed."""


class KeyNotFound(ServerError):
    """No such key, or somebody else's."""


class WebhookNotFound(ServerError):
    """No such webhook, or somebody else's."""


class WebhookInactive(ServerError):
    """Something was to be sent to a webhook that is switched off."""


class DeliveryNotFound(ServerError):
    """No such delivery to this webhook, or one that expired."""


class NotSignedIn(ServerError):
    """A page of the dashboard was asked for by somebody who is not signed in."""


class ArtifactNotFound(ServerError):
    """No such artifact, or its link is wrong or has expired."""


class InvalidForm(ServerError):
    """A field of the form is missing or cannot be read."""


class UploadTooLarge(ServerError):
    """The file is larger than what is accepted."""


class BodyStalled(ServerError):
    """The sender of a body stopped in the middle of it."""


class FileMissing(ServerError):
    """`POST /convert` came without a file it could convert."""


class FileEmpty(ServerError):
    """The file that was sent holds nothing."""


class IdempotencyMismatch(ServerError):
    """An idempotency key came back with another request."""


class BlobRefused(ServerError):
    """What `blob_url` points to cannot be fetched; the message does not say why."""


class ServerBusy(ServerError):
    """So many wait for a quick answer that one more would wait too long.

    `retry_after_s` tells when to come again.
    """

    def __init__(self, message: str, retry_after_s: int = 2) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message)


class HostRefused(ServerError):
    """The request was sent to a name that is not this server's."""


class TooManyTries(ServerError):
    """Something was tried more often than it may be; `retry_after_s` tells when to try again."""

    def __init__(self, message: str, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message)


class TooManyJobs(ServerError):
    """So many jobs of the account wait that others would wait for them."""


class QueueFull(ServerError):
    """So many jobs wait that one more would only wait for nothing."""


class InvalidNotice(ServerError):
    """What came as a notice of the payment processor is not signed by it, or cannot be read."""


class BillingAway(ServerError):
    """The payment processor does not answer, or does not do what was asked."""


class DatabaseAway(ServerError):
    """The database does not answer, or somebody else holds it for too long."""


class Away(Exception):
    """Something outside does not answer, and is asked until it does: no defect of ours."""

    reason: str
    """What it said, for the operator."""


class StorageAway(ServerError, Away):
    """The store of files does not answer."""

    def __init__(self, message: str, reason: str) -> None:
        self.reason = reason
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Answer:
    """How an error is told: status, a slug for programs, a title for people."""

    status: int
    code: str
    title: str


INTERNAL = Answer(500, "internal_error", "Internal error")
WORKER_LOST = Answer(503, "worker_lost", "Worker lost")
"""The process that was to answer was ended from outside, or would not start, as often as it was tried.
Neither tells anything of the part; one that crashes the kernel, or needs more memory than a worker may
take, is told as a `KernelError`."""

ANSWER_OF_ERROR: dict[type[Exception], Answer] = {
    MissingKey: Answer(401, "missing_api_key", "API key missing"),
    MalformedKey: Answer(401, "invalid_api_key_format", "Not an API key"),
    InvalidKey: Answer(401, "invalid_api_key", "API key invalid"),
    RevokedKey: Answer(401, "revoked_api_key", "API key revoked"),
    MetricsRefused: Answer(401, "metrics_key_required", "Key of the operator required"),
    QuotaExceeded: Answer(402, "quota_exceeded", "Quota exceeded"),
    JobNotFound: Answer(404, "job_not_found", "Job not found"),
    JobNotDone: Answer(409, "job_not_done", "Job not done"),
    QuoteNotFound: Answer(404, "quote_not_found", "Quote not found"),
    UploadNotFound: Answer(404, "part_not_found", "Part not found"),
    PackNotFound: Answer(404, "pack_not_found", "Rule pack not found"),
    PackChanged: Answer(409, "pack_changed", "Rule pack changed"),
    PackRefused: Answer(422, "pack_refused", "Rule pack not kept"),
    AgentsNotInstalled: Answer(501, "agents_not_installed", "Not installed"),
    KeyNotFound: Answer(404, "key_not_found", "Key not found"),
    WebhookNotFound: Answer(404, "webhook_not_found", "Webhook not found"),
    WebhookInactive: Answer(409, "webhook_inactive", "Webhook switched off"),
    DeliveryNotFound: Answer(404, "delivery_not_found", "Delivery not found"),
    NotSignedIn: Answer(401, "not_signed_in", "Not signed in"),
    ArtifactNotFound: Answer(404, "artifact_not_found", "Artifact not found"),
    InvalidForm: Answer(422, "invalid_form", "Invalid form"),
    UploadTooLarge: Answer(413, "file_too_large", "File too large"),
    BodyStalled: Answer(408, "body_stalled", "Body stalled"),
    FileMissing: Answer(400, "invalid_file", "File missing or invalid"),
    FileEmpty: Answer(422, "empty_file", "File empty"),
    IdempotencyMismatch: Answer(422, "idempotency_mismatch", "Idempotency key used before"),
    BlobRefused: Answer(422, "blob_refused", "Blob not fetched"),
    ServerBusy: Answer(503, "busy", "Busy"),
    HostRefused: Answer(400, "unknown_host", "Unknown host"),
    TooManyTries: Answer(429, "too_many_tries", "Too many tries"),
    TooManyJobs: Answer(429, "too_many_jobs", "Too many jobs"),
    QueueFull: Answer(503, "queue_full", "Queue full"),
    InvalidNotice: Answer(400, "invalid_notice", "Notice refused"),
    BillingAway: Answer(503, "billing_unavailable", "Billing unavailable"),
    DatabaseAway: Answer(503, "database_unavailable", "Database unavailable"),
    StorageAway: Answer(503, "storage_unavailable", "Storage unavailable"),
    engine.UnsupportedFormat: Answer(422, "unsupported_format", "Unsupported format"),
    engine.UnreadableFile: Answer(422, "unreadable_file", "Unreadable file"),
    engine.NoSolid: Answer(422, "no_solid", "No solid"),
    engine.InvalidOption: Answer(422, "invalid_option", "Invalid option"),
    engine.MeshTooLarge: Answer(422, "mesh_too_large", "Mesh too large"),
    engine.MeshingTimeout: Answer(504, "meshing_timeout", "Meshing timeout"),
    engine.OutsideEnvelope: Answer(422, "outside_envelope", "Outside the envelope"),
    engine.TooHeavy: Answer(422, "too_heavy", "Too heavy to pour"),
    engine.InvalidRulePack: Answer(422, "invalid_rule_pack", "Invalid rule pack"),
    engine.InvalidPriceTable: Answer(500, "invalid_price_table", "The price table does not hold together"),
    engine.KernelError: Answer(422, "kernel_error", "The geometry kernel failed"),
    engine.DiskFull: Answer(503, "storage_full", "Storage full"),
    engine.Cancelled: Answer(422, "cancelled", "Cancelled"),
    engine.InternalError: INTERNAL,
    Killed: WORKER_LOST,
    NotStarted: WORKER_LOST,
}

ANSWER_OF_STATUS: dict[int, Answer] = {
    400: Answer(400, "bad_request", "Bad request"),
    404: Answer(404, "not_found", "Not found"),
    405: Answer(405, "method_not_allowed", "Method not allowed"),
    408: Answer(408, "request_timeout", "Request timeout"),
    413: Answer(413, "body_too_large", "Body too large"),
    415: Answer(415, "unsupported_media_type", "Unsupported media type"),
    422: Answer(422, "invalid_request", "Invalid request"),
    431: Answer(431, "head_too_large", "Head too large"),
    503: Answer(503, "unavailable", "Unavailable"),
}
"""For what the web framework refuses, and what is no request at all."""


def answer_of(error: Exception) -> Answer:
    """Return how an error is told; one that nobody expected is an internal error."""
    for kind in type(error).__mro__:
        if kind in ANSWER_OF_ERROR:
            return ANSWER_OF_ERROR[kind]
    return INTERNAL


BEGINS_WITH_A_NAME = (
    engine.InvalidOption,
    engine.InvalidRulePack,
    engine.UnsupportedFormat,
    InvalidForm,
    BlobRefused,
)
"""Their messages begin with the name of a field or a file, which keeps its spelling."""


def sentence(error: Exception) -> str:
    """Return an error's message as a sentence: the engine writes clauses, to stand behind a file's name."""
    text = str(error).strip()
    closed = text if text.endswith((".", "!", "?")) else f"{text}."
    return closed if isinstance(error, BEGINS_WITH_A_NAME) else closed[:1].upper() + closed[1:]
