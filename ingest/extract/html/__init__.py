"""HTML to canonical lines: parse, choose the main content, write it as Markdown."""
