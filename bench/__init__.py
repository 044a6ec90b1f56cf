"""Benchmarks: how fast each stage is on real parts, and how the fields compare with other libraries.

`make bench` runs them. They time; the tests never do.
"""
