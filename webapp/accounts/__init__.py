"""Users and tokens: hashed, scoped, revocable."""
