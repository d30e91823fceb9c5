"""Tables, figures and texts for people."""
