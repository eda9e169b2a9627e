"""The web app's page; its scripts, styles and fonts are built into static/ from frontend/."""
