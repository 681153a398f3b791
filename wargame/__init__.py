"""A table in inches, four rulebooks, one set of miniatures."""
