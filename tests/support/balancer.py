"""One address in front of several web processes, as a load balancer gives it: each new connection goes to the next."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator, Sequence
from itertools import count
from urllib.parse import urlsplit

BLOCK = 65_536


class Balancer:
    """Knows nothing of HTTP: what a connection says goes on as it is. A process that is away is left out.

    served: how many connections each process has got, by its address.
    """

    def __init__(self) -> None:
        self.backends: list[str] = []
        self.served: dict[str, int] = {}
        self.url = ""
        self._turn = count()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))

    def __enter__(self) -> Balancer:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)
        self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._end.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _in_turn(self) -> Iterator[str]:
        backends: Sequence[str] = list(self.backends)
        first = next(self._turn)
        yield from (backends[(first + step) % len(backends)] for step in range(len(backends)))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for backend in self._in_turn():
            place = urlsplit(backend)
            try:
                there = await asyncio.open_connection(place.hostname, place.port)
            except OSError:
                continue
            self.served[backend] = self.served.get(backend, 0) + 1
            await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))
            return
        writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copy until the sender has said all, or either end is gone."""
    with contextlib.suppress(OSError, asyncio.CancelledError):
        while block := await reader.read(BLOCK):
            writer.write(block)
            await writer.drain()
    writer.close()
