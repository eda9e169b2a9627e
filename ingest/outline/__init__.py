"""Stage 2: lines and hints become a tree of sections."""
