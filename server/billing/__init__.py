"""Billing: units beyond the plans, reported to a payment processor, and what it tells of accounts."""
