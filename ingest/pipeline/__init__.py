"""The order of stages: what happens to a document, in two readable pages."""
