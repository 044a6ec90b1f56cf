"""What happens when things break: processes are killed, parts misbehave, disks fill, callers crowd in."""
