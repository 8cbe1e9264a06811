# One executable on a small Debian: no package manager of ours, no shell script, not root.
#   docker build -t conversation-inbox .
#   docker run --read-only --tmpfs /tmp:exec -v inbox:/data -p 3000:3000 conversation-inbox
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml tsconfig.json ./
COPY packages ./packages
COPY docs ./docs
COPY scripts ./scripts
COPY src ./src
RUN npx -y bun@1.4.5 run build /app/dist/inbox

FROM debian:bookworm-slim
# Authorities for mail relays, DNS over TLS and agent cards of others.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 10001 -g 10001 -m 700 /data /backups
COPY --from=build /app/dist/inbox /usr/local/bin/inbox
USER 10001:10001
WORKDIR /data
# How far Bun lets its memory grow: docs/performance.md, Sizing.
ENV NODE_ENV=production \
  BUN_JSC_forceRAMSize=1073741824 \
  BUN_JSC_smallHeapGrowthFactor=1.7 \
  DATABASE_URL=file:/data/inbox.db
VOLUME /data
EXPOSE 3000
# Within a minute a container that cannot write is unhealthy. A start that migrates a large
# database answers nothing for about a minute for each GB, and is not unhealthy by that; the
# first answer ends this time.
HEALTHCHECK --interval=20s --timeout=5s --start-period=1h CMD ["inbox", "ready"]
ENTRYPOINT ["inbox"]
