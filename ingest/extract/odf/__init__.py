"""OpenDocument texts and presentations (.odt, .ott, .odp, .otp), as LibreOffice writes them."""
