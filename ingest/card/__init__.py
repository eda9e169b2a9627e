"""Stage 3: title, language, abstract, keywords, word count, coverage."""
