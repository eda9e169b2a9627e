"""Files inside files: archives become a listing, and what they hold becomes parts for documents of their own."""
