# syntax=docker/dockerfile:1
# check=error=true

# The Node of package.json. A digest may follow the tag: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:...
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# No package runs a script: native ones bring their binaries, so that no stage needs a compiler.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
# Settings that are written into the site (.env.example); none is secret.
ARG API_BASE_URL
ARG LEGAL_URL
ARG EMAILJS_ORIGIN
ARG EMAILJS_PUBLIC_KEY
ARG EMAILJS_SERVICE_ID
ARG EMAILJS_TEMPLATE_ID
ARG EMAILJS_BLOCK_HEADLESS
ARG EMAILJS_BLOCK_LIST
ARG EMAILJS_THROTTLE_MS
RUN npm run build && rm -r dist/maps

FROM ${NODE_IMAGE}
ARG VERSION=0.6.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Discordia" \
      org.opencontainers.image.description="Site, API and staff desk of a tabletop role-playing community" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production SEED=starter HOST=0.0.0.0 PORT=3000 DESK_PORT=3001 DATA_DIR=/data
WORKDIR /app
# The user of the base image owns its data, a folder for backups, and nothing else.
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data /backup
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY contract ./contract
COPY shared ./shared
COPY kit ./kit
COPY locales ./locales
COPY server ./server
COPY --from=build /app/dist ./dist
# By number: Kubernetes cannot tell whether a name is root.
USER 1000:1000
VOLUME /data
EXPOSE 3000 3001
# Live, not ready: an orchestrator that replaces unhealthy containers must not do so while the database is down.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Megabytes of each half of the space for young objects: docs/operations.md, "Monitoring".
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
