"""Rule packs: read, checked, and applied to a table of metrics.

`parse` turns a JSON document into a `RulePack` or lists everything that is wrong with it; `document` writes
it back. `evaluate` judges a `MetricTable`: `select` picks the subjects, `ladder` turns values into
severities, `findings` puts them into words. `catalog` tells authors what there is to write rules with,
`packs` loads the shipped ones. Nothing here touches geometry, so judging takes milliseconds.
"""
