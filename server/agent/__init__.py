"""The tools of agents over the Model Context Protocol: clients of our own API, on stdio and at `/mcp`."""
