"""Stage 4: lines and outline become passages."""
