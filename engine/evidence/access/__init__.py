"""Parts of `tool_access`: samples, approach directions, heights, cutters and lathe tools."""
