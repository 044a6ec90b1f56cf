"""`python -m tests.support.impatient_agent`: `sprue mcp`, whose tool `usage` waits for half a second."""

import sys

from server.agent import command
from server.agent.tools import TOOLS

if __name__ == "__main__":
    [usage] = [tool for tool in TOOLS if tool.name == "usage"]
    object.__setattr__(usage, "limit_s", 0.5)
    sys.exit(command.main(sys.argv[1:]))
