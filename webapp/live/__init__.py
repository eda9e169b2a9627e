"""The live channel: what a browser is told while it watches."""
