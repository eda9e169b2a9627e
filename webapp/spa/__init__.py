"""The built front end and its shell."""
