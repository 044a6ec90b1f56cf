"""`sprue selfcheck`: what is installed and works, what is missing for which command, and what installs it."""
