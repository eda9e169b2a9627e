"""Stage 5: card and outline become one vector."""
