"""The admin console at /admin/: Django's admin for administrators, who see names and states, never text."""
