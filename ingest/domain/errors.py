"""Every error that ingest raises on purpose. Each sentence says what happened, then the mend.

MokujiError
    ExtractionError          a file could not be turned into lines; ends as state `failed`
        PasswordNeeded       encrypted, no or a wrong password
        NoTextLayer          only images
          NoWords            images, sound or film in which nothing was found to read
        Damaged              truncated, or not what it claims to be
        TooLarge             over a limit of size, pages or expansion
        TimedOut             over the time limit
        OutOfMemory          over the memory limit
        Unsupported          no extractor for this kind of file
        EmptyFile            nothing in it
        Crashed              the child died; nothing else was harmed
        Cancelled            a person stopped it
    EngineError              an index could not do what was asked
        EngineBusy           another process owns it
        EngineUnavailable    it cannot be reached or opened
    EmbeddingError           the model could not be loaded or run
"""

from __future__ import annotations


class MokujiError(Exception):
    """The root. str(error) is a sentence for a person."""


class ExtractionError(MokujiError):
    """A file could not be turned into lines. `code` is stable, for programs; the message is for people."""

    code = "extraction-failed"
    default = "The file could not be read."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.default)


class PasswordNeeded(ExtractionError):
    """The file is encrypted and no password, or a wrong one, was given."""

    code = "password-needed"
    default = "Password needed. Enter it to read this file."


class NoTextLayer(ExtractionError):
    """The file holds images only."""

    code = "no-text-layer"
    default = "No text layer, only images. Add an OCR version."


class NoWords(NoTextLayer):
    """Text was looked for and there is none: a picture of nothing written, a recording without subtitles."""

    code = "no-words"
    default = "No words in it. Add a version with text."


class Damaged(ExtractionError):
    """The file is truncated, broken or not what it claims to be."""

    code = "damaged"
    default = "Damaged. Save it again in its program."


class TooLarge(ExtractionError):
    """The file, or what it unpacks to, passes a limit."""

    code = "too-large"
    default = "Too large. Split it."


class TimedOut(ExtractionError):
    """Reading the file took longer than the limit."""

    code = "timed-out"
    default = "Stopped at the time limit. Retry or split it."


class OutOfMemory(ExtractionError):
    """Reading the file needed more memory than the limit."""

    code = "out-of-memory"
    default = "Needs more memory than the limit. Split it, or raise MOKUJI_EXTRACT_MEMORY_MB."


class Unsupported(ExtractionError):
    """No extractor reads this kind of file."""

    code = "unsupported"
    default = "This kind of file is not supported. Export it as PDF."


class EmptyFile(ExtractionError):
    """The file has no bytes, or no text at all."""

    code = "empty"
    default = "The file is empty. Check that the upload finished."

    @classmethod
    def of_hidden_text(cls, characters: int) -> EmptyFile:
        """Return the error for a file that has text, all of which nobody can see."""
        return cls(
            f"All of its text is hidden ({characters:,} characters that nobody can see). "
            "Make the text visible in its program, or check that the right file was added."
        )


class Crashed(ExtractionError):
    """The extraction process died. No other document is affected."""

    code = "crashed"
    default = "The file made its reader crash. Save it again in its program, or export it as PDF."


class Cancelled(ExtractionError):
    """A person stopped the work."""

    code = "cancelled"
    default = "Cancelled. Reindex to start again."


class EngineError(MokujiError):
    """An index could not do what was asked."""


class EngineBusy(EngineError):
    """Another process owns the index."""


class EngineUnavailable(EngineError):
    """The index cannot be reached or opened."""


class EmbeddingError(MokujiError):
    """The embedding model could not be loaded or run."""


EXTRACTION_ERRORS: dict[str, type[ExtractionError]] = {
    kind.code: kind
    for kind in (
        ExtractionError,
        PasswordNeeded,
        NoTextLayer,
        NoWords,
        Damaged,
        TooLarge,
        TimedOut,
        OutOfMemory,
        Unsupported,
        EmptyFile,
        Crashed,
        Cancelled,
    )
}
"""From a code, as it travels between processes and lies in the database, back to the error."""
