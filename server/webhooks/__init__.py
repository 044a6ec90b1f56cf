"""Outgoing webhooks: who is told of jobs and quotes, and how the telling goes."""
