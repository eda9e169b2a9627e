"""/metrics of a worker."""

from __future__ import annotations

import httpx

from webapp.cli.worker_metrics import serving_metrics


def test_a_worker_tells_its_numbers_to_who_has_the_token_and_stops_with_the_block() -> None:
    with serving_metrics("127.0.0.1", 0, "a-token-for-metrics") as port:
        url = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=url, trust_env=False) as client:
            good = {"Authorization": "Bearer a-token-for-metrics"}
            assert "mokuji_indexed_documents" in client.get("/metrics", headers=good).text
            assert client.get("/metrics").status_code == 401
            garbled = {b"Authorization": "Bearer \xe9".encode()}
            assert client.get("/metrics", headers=garbled).status_code == 401
            assert client.get("/", headers=good).status_code == 404


def test_without_a_token_the_numbers_are_open_where_it_listens() -> None:
    with serving_metrics("127.0.0.1", 0, "") as port:
        assert httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).status_code == 200
