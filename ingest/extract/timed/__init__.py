"""Text with time codes: subtitle files, and the chapters and subtitles inside of audio and video."""
