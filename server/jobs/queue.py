"""What a queue of jobs offers, whoever runs them."""

from typing import Protocol

from server.jobs.job import Job


class JobQueue(Protocol):
    """Takes jobs, has them run one after the other or side by side, and knows how far each is."""

    def start(self) -> None:
        """Begin to run jobs."""

    def stop(self) -> None:
        """End what runs and take no more."""

    def submit(self, job: Job) -> None:
        """Accept a job, or raise QueueFull."""

    def get(self, job_id: str) -> Job:
        """Return a job as it stands, and count that as a use; raise JobNotFound."""
