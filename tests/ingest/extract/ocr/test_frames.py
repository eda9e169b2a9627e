"""Picture files become PDFs of their frames."""

from __future__ import annotations

import pymupdf
import pytest

from ingest.domain.errors import Damaged, TooLarge
from ingest.extract.ocr.open import open_frames

Image = pytest.importorskip("PIL.Image", reason="the extra `ocr` is not installed")


def pages_of(path, tmp_path, most=10):
    target = tmp_path / "pages.pdf"
    open_frames()(path, target, most_frames=most)
    with pymupdf.open(target) as file:
        return [(round(page.rect.width), round(page.rect.height)) for page in file]


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "bmp", "gif", "tif"])
def test_each_kind_becomes_a_page_of_the_size_it_says(tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    Image.new("RGB", (300, 600), "white").save(path, dpi=(150, 150))
    expected = (144, 288) if ending in {"png", "jpg", "bmp", "tif"} else (421, 842)
    assert pages_of(path, tmp_path) == [expected]


def test_a_fax_has_as_many_pages_as_frames(tmp_path):
    path = tmp_path / "a.tif"
    frames = [Image.new("1", (100, 200), 1) for _ in range(3)]
    frames[0].save(path, save_all=True, append_images=frames[1:])
    assert len(pages_of(path, tmp_path)) == 3
    with pytest.raises(TooLarge):
        pages_of(path, tmp_path, most=2)


def test_of_an_animation_the_first_frame_is_taken(tmp_path):
    path = tmp_path / "a.gif"
    Image.new("P", (50, 50)).save(path, save_all=True, append_images=[Image.new("P", (50, 50), 3)])
    assert len(pages_of(path, tmp_path)) == 1


def test_what_is_transparent_is_paper(tmp_path):
    path = tmp_path / "a.png"
    Image.new("RGBA", (40, 40), (0, 0, 0, 0)).save(path)
    target = tmp_path / "pages.pdf"
    open_frames()(path, target, most_frames=1)
    with pymupdf.open(target) as file:
        assert file[0].get_pixmap().pixel(20, 20) == (255, 255, 255)


def test_a_photograph_lies_as_its_camera_was_held(tmp_path):
    path = tmp_path / "a.jpg"
    picture = Image.new("RGB", (80, 40), "white")
    exif = picture.getexif()
    exif[0x0112] = 6
    picture.save(path, exif=exif)
    width, height = pages_of(path, tmp_path)[0]
    assert height == 2 * width


def test_a_broken_picture_is_damaged(tmp_path):
    path = tmp_path / "a.png"
    Image.effect_noise((200, 200), 50).save(path)
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(Damaged):
        pages_of(path, tmp_path)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path):
    path = tmp_path / "a.png"
    Image.new("1", (20_000, 20_000)).save(path)
    with pytest.raises(TooLarge, match="pixels"):
        pages_of(path, tmp_path)
