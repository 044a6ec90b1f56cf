"""Tests of engine/inspection."""
