"""What can go wrong with a part, a file or a request, as the engine sees it. No status codes here."""


class SprueError(Exception):
    """Base of every error whose message is written for the user."""


class UnsupportedFormat(SprueError):
    """The file is of a kind that is not read."""


class UnreadableFile(SprueError):
    """The file claims a kind that is read, but its content is broken or hostile."""


class NoSolid(SprueError):
    """The file was read, and holds nothing that has a volume."""


class InvalidOption(SprueError):
    """An option of the caller is out of its range."""


class MeshTooLarge(SprueError):
    """The asked-for mesh would pass the cap on triangles."""


class MeshingTimeout(SprueError):
    """Meshing passed its time limit."""


class OutsideEnvelope(SprueError):
    """The part does not fit the volume it would be made in."""


class TooHeavy(SprueError):
    """The part is heavier than what is poured."""


class InvalidRulePack(SprueError):
    """A rule pack does not hold together; every problem is listed with its JSON path."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems))


class InvalidPriceTable(SprueError):
    """The price table of castings does not hold together; it is the operator's, not the caller's."""


class KernelError(SprueError):
    """OCCT could not do what it was asked."""


class DiskFull(SprueError):
    """There is no room left on the disk; the same may well succeed later."""


class Cancelled(SprueError):
    """The caller asked to stop."""


class InternalError(SprueError):
    """A defect of Sprue's own; the message names the log that holds the traceback."""
