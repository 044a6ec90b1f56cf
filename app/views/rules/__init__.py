"""Rules: packs as forms, judged on the open part while they are written."""
