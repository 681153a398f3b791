"""Files to battles and back."""
