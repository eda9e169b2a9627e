"""Text out of pictures: what a recogniser is, and the one that the extra `ocr` brings."""
