"""The panels around the table, each drawn from a view model and returning intents."""
