"""Traces by OpenTelemetry, from a request over its job to the process that analyzes."""
