"""OAuth 2.1: programs ask a person for access, by django-oauth-toolkit."""
