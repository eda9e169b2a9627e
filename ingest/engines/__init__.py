"""The indexes: two protocols, their implementations, and the one place that chooses."""
