"""Sprue's server: the HTTP API over the engine. Start with `server/README.md`.

This process never loads the geometry kernel; parts are analyzed in a worker process.
"""
