"""Clients that generators make of the OpenAPI document, driven against a running server."""
