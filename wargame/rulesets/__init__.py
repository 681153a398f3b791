"""The rulebooks."""
