"""Where a finding is, in the words of lists: `Fin 16`, `Corner 3 / 8`, `Whole part`."""

from PySide6.QtCore import QCoreApplication

from app.client.models import Result
from app.state import feature_words
from app.state.findings import Placed
from app.state.interface import SHIPPED


def words(result: Result, placed: Placed) -> str:
    """Return the feature, corner or face a finding is about."""
    finding, faces = placed.finding, placed.fids
    if finding.fid is None:
        return _tr("Whole part")
    kind = finding.kind or ""
    if kind in SHIPPED.kind_of_key:
        return f"{feature_words.kind(kind)} {finding.fid}"
    if kind == "CORNER" and len(faces) > 1:
        return _tr("Corner {} / {}").format(*faces[:2])
    return feature_words.name_of_face(result, finding.fid)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Places", text)
