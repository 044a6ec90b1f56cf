"""Fetching what is drawn of a result: one file where it carries measured values, else one a layer."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.client.errors import Failure, Reason
from app.client.http import Client
from app.client.models import Result
from app.state.interface import SHIPPED, Interface
from app.views.viewport import edges, glb, mesh
from app.views.viewport.edges import Edges
from app.views.viewport.mesh import PartMesh

SHAPE = "shape"
"""The mesh alone, which a server sends where it could paint nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A part, ready to be drawn."""

    result: Result
    mesh: PartMesh
    edges: Edges
    interface: Interface = SHIPPED

    @property
    def is_foreign(self) -> bool:
        """Whether the server sent colors and no numbers."""
        return not self.mesh.layers


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What a part looks like, with nothing measured on it."""

    mesh: PartMesh
    edges: Edges


def load_shape(client: Client, link: str) -> Shape:
    """Fetch and read a part's mesh alone; raises Failure. To be called off the window's thread."""
    try:
        part = mesh.read({"shape": client.download(link)})
    except glb.UnreadableGlb as error:
        raise Failure(Reason.SERVER, str(error), _tr("Analyze the part again.")) from error
    return Shape(part, edges.of_mesh(part))


def load(client: Client, result: Result, interface: Interface = SHIPPED) -> Loaded:
    """Fetch and read a result's artifacts; raises Failure. To be called off the window's thread."""
    sent: dict[str, bytes] = {}
    try:
        # a file with marks has everything that others have, and its marks besides
        marked_first = sorted(interface.layers, key=lambda layer: layer.mark is None)
        for layer in (*(each.name for each in marked_first), SHAPE):
            link = result.artifacts.get(f"{layer}_glb")
            if link is not None:
                sent[layer] = client.download(link)
                if mesh.read(sent, interface.layers).layers:
                    break
        if not sent:
            raise glb.UnreadableGlb(_tr("The server sent no picture of the part."))
        part = mesh.read(sent, interface.layers)
    except glb.UnreadableGlb as error:
        raise Failure(Reason.SERVER, str(error), _tr("Analyze the part again.")) from error
    return Loaded(result, part, edges.of_mesh(part), interface)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Loader", text)
