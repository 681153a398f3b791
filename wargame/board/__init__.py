"""What geometry answers: distances, sight, movement, templates."""
