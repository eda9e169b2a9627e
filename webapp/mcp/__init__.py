"""The verbs over the Model Context Protocol."""
