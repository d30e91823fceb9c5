"""What a designer asks: compare, tune, sensitivity, ladder, explain; each with the object it gives back."""
