"""What a report says, for page and paper alike: processes, rules, issues with their pictures, and places."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from PIL import Image

from engine.model.analysis import Analysis
from engine.model.feature import Feature
from engine.model.field import Field
from engine.model.heatmap import Heatmap
from engine.progress import Progress
from engine.render import closeup
from engine.render.camera import Camera
from engine.render.scene import Scene
from engine.report import body_groups, chapters, feature_tables, gallery, places, wording
from engine.report.body_groups import BodyGroup
from engine.report.chapters import Chapter
from engine.report.feature_tables import KindTable
from engine.report.gallery import View
from engine.report.issues import Issue
from engine.stages import available, failure_of

SIDES = {"front": "from the front, above", "back": "from the back, below"}
MOST_TARGETS = 160
"""Places that a reader can be brought to; each costs a look from all sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A place of the part that a reader can be brought to."""

    camera: Camera
    issue: Issue | None = None
    """None: it is a feature."""
    feature: Feature | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """One heatmap with its pictures and what they show."""

    heatmap: Heatmap
    pictures: tuple[tuple[Image.Image, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """All that a report says."""

    title: str
    analysis: Analysis
    scene: Scene
    chapters: tuple[Chapter, ...]
    maps: tuple[Map, ...]
    kinds: tuple[KindTable, ...]
    unchecked: tuple[tuple[str, str, str], ...]
    """Pack, rule and sentence of everything that a rule could not look at."""
    errors: tuple[tuple[str, str], ...]
    """Name and bound of each error."""
    bodies: tuple[BodyGroup, ...] = ()
    """Of a part that has several."""
    targets: Mapping[str, Target] = field(default_factory=dict)
    """By the anchor of an entry, or `face-N` of a feature."""

    @property
    def hero(self) -> Image.Image | None:
        """The picture that a report opens with."""
        return next((one.pictures[0][0] for one in self.maps if one.heatmap.layer.name == "thickness"), None)


def build(
    analysis: Analysis,
    scene: Scene,
    views: Sequence[View],
    filename: str = "",
    progress: Progress | None = None,
) -> Report:
    """Gather what a report says, and draw the close-ups.

    Parameters
    ----------
    views
        What `gallery.heatmap_views` drew.
    filename
        As the user knows the file; the part's own name when empty.
    progress
        Where it outlives failures, a report without close-ups is better than none.
    """
    progress = progress or Progress()
    gathered = chapters.gather(analysis, scene, progress)
    kinds = feature_tables.tables(analysis.assessed.recognition.features)
    targets = progress.attempt(
        "report.places", "no place of the report can be flown to", _targets, analysis, scene, gathered, kinds
    )
    return Report(
        title=filename or analysis.assessed.prepared.part.name or "Part",
        analysis=analysis,
        scene=scene,
        chapters=gathered,
        maps=_maps(views),
        kinds=kinds,
        unchecked=chapters.unchecked(analysis.verdicts),
        errors=_errors(analysis),
        bodies=body_groups.of(analysis),
        targets={} if failure_of(targets) is not None else targets,
    )


def _targets(
    analysis: Analysis, scene: Scene, gathered: Sequence[Chapter], kinds: Sequence[KindTable]
) -> dict[str, Target]:
    """Aim at every issue that has a place, then at the features that are listed, until there are enough."""
    issue_of_anchor = {
        entry.anchor: entry.issue
        for chapter in gathered
        for section in chapter.sections
        for entry in (section.first, *section.next, *section.rest)
        if places.has_place(entry.issue, analysis)
    }
    feature_of_anchor: dict[str, Feature] = {}
    for feature in (each for table in kinds for each in table.features):
        feature_of_anchor.setdefault(f"face-{int(feature.fid)}", feature)

    def aimed(anchor: str) -> tuple[str, Target]:
        issue, feature = issue_of_anchor.get(anchor), feature_of_anchor.get(anchor)
        if issue is not None:
            return anchor, Target(places.aim(scene, issue, gallery.CLOSEUP_SIZE), issue=issue)
        faces = () if feature is None else feature.faces
        return anchor, Target(closeup.aim(scene, faces, None, gallery.CLOSEUP_SIZE), feature=feature)

    anchors = [*issue_of_anchor, *feature_of_anchor][:MOST_TARGETS]
    return dict(gallery.side_by_side(aimed, anchors))


def _maps(views: Sequence[View]) -> tuple[Map, ...]:
    by_name: dict[str, list[View]] = {}
    for view in views:
        by_name.setdefault(view.heatmap.layer.name, []).append(view)
    return tuple(
        Map(shown[0].heatmap, tuple((view.bare, SIDES[view.side]) for view in shown))
        for shown in by_name.values()
    )


def _errors(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    """Return name and error bound of each field that states one."""
    errors = []
    assessed = analysis.assessed
    reads: list[Callable[[], Field]] = [
        partial(assessed.prepared.fields.__getitem__, name) for name in assessed.prepared.fields
    ]
    for one in filter(None, map(available, (*reads, lambda: assessed.draft))):
        parts = []
        if one.absolute_error:
            parts.append(wording.number(one.absolute_error, str(one.unit)))
        if one.relative_error:
            parts.append(f"{100.0 * one.relative_error:.2g} % of the value")
        if parts:
            errors.append((one.name.replace("_", ", by "), " plus ".join(parts)))
    return tuple(errors)
