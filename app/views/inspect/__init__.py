"""Inspect: features, findings and the pull of the open part, round the viewport."""
