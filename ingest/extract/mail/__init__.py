"""Mails: what people wrote, under its subject, with the attachments as parts."""
