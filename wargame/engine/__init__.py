"""The loop, the state and the language between rules and players."""
