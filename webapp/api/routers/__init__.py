"""The routers of /api/v1, one file per subject. Each translates in, makes one call, and translates out."""
