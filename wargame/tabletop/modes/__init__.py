"""What the player is doing: one mode at a time turns clicks and keys into an order."""
