"""What is drawn on the table, from the ground up."""
