"""The part in three dimensions: what is drawn, how it is looked at, and what lies under the pointer."""
