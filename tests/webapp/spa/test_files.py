from __future__ import annotations

import io

from django.http import FileResponse, HttpRequest, HttpResponse

from webapp.spa.files import whole_files


def test_a_file_is_sent_whole_with_its_own_headers_and_closed() -> None:
    file = io.BytesIO(b"let a = 1;")
    response = FileResponse(file, status=206, headers={"Content-Encoding": "br"})
    response["Content-Type"] = "text/javascript"
    answer = whole_files(lambda _: response)(HttpRequest())
    assert isinstance(answer, HttpResponse)
    assert not answer.streaming
    assert (answer.content, answer.status_code) == (b"let a = 1;", 206)
    assert (answer["Content-Encoding"], answer["Content-Type"]) == ("br", "text/javascript")
    assert file.closed


def test_every_other_answer_goes_through_untouched() -> None:
    page = HttpResponse("page")
    assert whole_files(lambda _: page)(HttpRequest()) is page
