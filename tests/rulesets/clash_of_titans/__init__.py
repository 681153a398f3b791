"""Clash of Titans, chapter by chapter."""
