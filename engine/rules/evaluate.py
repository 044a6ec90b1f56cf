"""Judging: a rule pack applied to a table of metrics.

The first tier that holds for a value gives the severity. Only the table is read, so a pack is judged in
milliseconds and a threshold can be moved while the user watches. Evidence that is missing never passes in
silence: it is counted, and the reason is given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.errors import InvalidRulePack
from engine.model.arrays import Ints
from engine.model.finding import ConfigurationVerdict, PackVerdict, RuleVerdict
from engine.model.layer_limits import LayerLimits
from engine.model.metric_table import MetricTable
from engine.model.rulepack import Configuration, Rule, RulePack, Severity
from engine.progress import Progress
from engine.rules import gauges, judge, limits, select
from engine.rules.reading import Reader, join
from engine.stages import failure_of


def evaluate(
    pack: RulePack,
    table: MetricTable,
    configuration_keys: Sequence[str] | None = None,
    overrides: Mapping[str, float] | None = None,
    list_passes: bool = False,
    progress: Progress | None = None,
) -> PackVerdict:
    """Judge a part by a rule pack.

    Parameters
    ----------
    pack : RulePack
        A pack that `parse` found sound.
    table : MetricTable
        All metrics of the part.
    configuration_keys : sequence of str, optional
        The configurations to judge under, in this order; all of the pack when None.
    overrides : mapping of str to float, optional
        Parameter values that replace those of the configurations.
    list_passes : bool
        Whether findings hold the passes too.
    progress : Progress, optional
        Where it outlives failures, a rule that fails is a warning, and the others are judged.

    Returns
    -------
    PackVerdict
        One verdict for each configuration. Where the pack goes by gauges, all of it is judged and no gate
        fails, there are those at the part's own gauge and the nearest standard one besides. Every rule is
        judged, whatever a gate says. A rule that
        finds nothing to inspect passes and is not applicable; one that could measure none of its subjects,
        or whose subjects were not gathered, is a warning.

    Raises
    ------
    InvalidRulePack
        A configuration or an overridden parameter does not exist, or an override is not a finite number.
    """
    configurations = _configurations(pack, configuration_keys, overrides or {})
    members = select.members_of_set(table)

    def judged(configuration: Configuration, used: RulePack) -> ConfigurationVerdict:
        return _judge_configuration(used, configuration, table, members, list_passes, progress or Progress())

    verdicts = tuple(judged(each, pack) for each in configurations)
    derived: tuple[ConfigurationVerdict, ...] = ()
    if configuration_keys is None and verdicts and not verdicts[0].gate:
        derived = tuple(
            judged(each, gauges.belonging(pack, each))
            for each in gauges.derived(pack, configurations[0], table)
        )
    return PackVerdict(pack.key, pack.name, verdicts, derived)


def _configurations(
    pack: RulePack, keys: Sequence[str] | None, overrides: Mapping[str, float]
) -> list[Configuration]:
    """Return the asked-for configurations with the overrides put in, or raise with every problem."""
    reader = Reader()
    configuration_of_key = {each.key: each for each in pack.configurations}
    for key in keys or ():
        if key not in configuration_of_key:
            reader.refuse_name("configuration_key", key, configuration_of_key)
    chosen = list(pack.configurations)
    if keys is not None:
        chosen = [configuration_of_key[key] for key in keys if key in configuration_of_key]
    known = list(dict.fromkeys(name for each in chosen for name in each.parameters))
    for name, value in overrides.items():
        if name in known:
            reader.number(value, join("overrides", name))
        else:
            reader.refuse_name(join("overrides", name), name, known)
    if reader.problems:
        raise InvalidRulePack(tuple(reader.problems))
    return [
        replace(
            each,
            parameters={name: float(overrides.get(name, value)) for name, value in each.parameters.items()},
        )
        for each in chosen
    ]


def _judge_configuration(
    pack: RulePack,
    configuration: Configuration,
    table: MetricTable,
    members: dict[str, Ints],
    list_passes: bool,
    progress: Progress,
) -> ConfigurationVerdict:
    """Judge by every rule that applies under one configuration; name the first gate that fails."""
    rules = [
        each for each in pack.rules if not each.configurations or configuration.key in each.configurations
    ]
    verdicts = tuple(
        _judge_rule(rule, pack, configuration, table, members, list_passes, progress) for rule in rules
    )
    severities = [verdict.severity for verdict in verdicts]
    closed = (
        rule.key
        for rule, severity in zip(rules, severities, strict=True)
        if rule.is_gate and severity is Severity.FAIL
    )
    return ConfigurationVerdict(
        configuration.key,
        configuration.name,
        max(severities, key=lambda severity: severity.rank, default=Severity.PASS),
        {severity: severities.count(severity) for severity in Severity},
        verdicts,
        next(closed, ""),
        _limits(pack, configuration, rules, table, members, progress),
    )


def _judge_rule(
    rule: Rule,
    pack: RulePack,
    configuration: Configuration,
    table: MetricTable,
    members: dict[str, Ints],
    list_passes: bool,
    progress: Progress,
) -> RuleVerdict:
    """Judge by one rule; where that fails it is a warning with the reason."""
    verdict = progress.attempt(
        f"rules.{pack.key}.{configuration.key}.{rule.key}",
        f'the rule "{rule.name}" of {pack.key}/{configuration.key} was not judged',
        judge.judge,
        rule,
        configuration.parameters,
        table,
        members,
        list_passes,
    )
    failed = failure_of(verdict)
    return verdict if failed is None else judge.unjudged(rule, failed.reason)


def _limits(
    pack: RulePack,
    configuration: Configuration,
    rules: Sequence[Rule],
    table: MetricTable,
    members: dict[str, Ints],
    progress: Progress,
) -> Mapping[str, LayerLimits]:
    """Return the limits of every layer; none where a rule that sets them fails."""
    found = progress.attempt(
        f"limits.{pack.key}.{configuration.key}",
        f"the limits of {pack.key}/{configuration.key} that colors are anchored to were not resolved",
        limits.of_layers,
        f"{pack.name} · {configuration.name}",
        rules,
        configuration.parameters,
        table,
        members,
    )
    return found if failure_of(found) is None else {}
