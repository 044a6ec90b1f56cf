"""The Quote workspace: what a casting of the open part costs, in which metal, at which quantity."""
