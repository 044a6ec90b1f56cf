"""While the earlier revision is analyzed, or where it could not be: how far it is, why not, what to do."""

from PySide6.QtWidgets import QWidget

from app.state.session import Progress, Stage
from app.views.waiting import Waiting


class WaitingForEarlier(Waiting):
    """Stands where the earlier revision will be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Progress of the earlier revision"), self.tr("Choose another file"), parent=parent
        )

    def show_progress(self, name: str, now: Progress) -> None:
        """Show how far the analysis is."""
        words = {
            Stage.UPLOADING: self.tr("{name} is sent …"),
            Stage.QUEUED: self.tr("{name} waits for its turn …"),
        }.get(now.stage, self.tr("{name} is analyzed …"))
        is_sent = now.stage is Stage.UPLOADING
        self.show_busy(
            words.format(name=name),
            now.log[-1] if now.log else "",
            now.n_sent if is_sent else 0,
            now.n_bytes if is_sent else 0,
        )
