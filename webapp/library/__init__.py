"""Collections, documents, revisions, lines, sections: the truth."""
