"""Files of data that are text: JSON, JSON Lines, YAML and TOML. Their keys are the sections."""
