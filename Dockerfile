# Mokuji for docker-compose.yml: one image for `mokuji serve` and `mokuji worker`.
FROM node:20.18.1-bookworm-slim AS pages
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM python:3.12.8-slim-bookworm AS packages
WORKDIR /build
RUN python -m venv /opt/mokuji
COPY requirements/server.txt requirements/server.txt
RUN /opt/mokuji/bin/pip install --no-cache-dir --require-hashes -r requirements/server.txt
COPY pyproject.toml README.md LICENSE ./
COPY ingest/ ingest/
COPY webapp/ webapp/
COPY --from=pages /build/webapp/spa/static/ webapp/spa/static/
RUN /opt/mokuji/bin/pip install --no-cache-dir hatchling==1.27.0 \
    && /opt/mokuji/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.12.8-slim-bookworm
RUN groupadd --gid 10001 mokuji \
    && useradd --uid 10001 --gid mokuji --home-dir /data --no-create-home --shell /usr/sbin/nologin mokuji \
    && install --directory --owner mokuji --group mokuji --mode 0750 /data
COPY --from=packages /opt/mokuji/ /opt/mokuji/
ENV PATH="/opt/mokuji/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MOKUJI_DATA=/data
USER 10001:10001
WORKDIR /data
# the embedding model, converted once: a new volume starts with it
RUN python -c "from pathlib import Path; from ingest.embed.open import open_embedder; open_embedder(Path('/data/models')).warm()"
VOLUME ["/data"]
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["mokuji"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
