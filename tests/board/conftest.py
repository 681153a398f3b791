"""A kernel may be compiled within the first example of a property, so no example has a time limit here."""

from hypothesis import settings

settings.register_profile("board", deadline=None)
settings.load_profile("board")
