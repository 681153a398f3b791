"""The pygame screen."""
