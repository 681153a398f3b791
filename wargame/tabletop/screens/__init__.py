"""The screens: title, settings, keys, questions, battle."""
