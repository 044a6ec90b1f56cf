"""Jobs: what was asked, who does it, and how far it is."""
