"""Stage 1: a file becomes numbered lines and structure hints."""
