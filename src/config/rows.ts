import { USUAL_RATES } from "../core/access/rate.ts";
import { LIMITS } from "../core/base/limits.ts";
import { COMPANY_ROWS } from "./company.ts";
import { FEDERATION_ROWS } from "./federation.ts";
import { RAIL_ROWS } from "./rail_rows.ts";
import type { SettingRow } from "./setting.ts";

/** Every setting of the service; the source of docs/settings.md. */
export const SETTINGS: readonly SettingRow[] = [
  { name: "PORT", usual: "`3000`", what: "port to listen on" },
  {
    name: "BASE_URL",
    usual: "`http://localhost:<PORT>`",
    what: "public address of the service; set it behind a proxy",
  },
  {
    name: "ADDRESS_DOMAIN",
    usual: "`inbox.localhost`",
    what: "domain of the mailbox addresses",
  },
  {
    name: "DATABASE_URL",
    usual: "`file:./data/inbox.db`",
    what: "a file, or a libSQL server (`http(s)`, `ws(s)`, `libsql`)",
    isSecret: true,
    isOpen: (url) => url.startsWith("file:"),
  },
  {
    name: "DATABASE_AUTH_TOKEN",
    usual: "none",
    what: "token for a libSQL server",
    isSecret: true,
  },
  {
    name: "NODE_ENV",
    usual: "none",
    what: "`production` refuses development-only settings, gives new accounts no test money, and shows no mail on the terminal",
  },
  {
    name: "SMTP_URL",
    usual: "none",
    what: "`smtp(s)://…` relay for all mail. `smtp:` requires STARTTLS, unless the relay is on this machine or the URL ends in `?ignoreTLS=true`. Without this setting, invites and notices wait in the outbox, and sign-in mails show on the terminal (but not with `NODE_ENV=production`)",
    isSecret: true,
  },
  {
    name: "SMTP_CA_FILE",
    usual: "the system's",
    what: "CA certificates (PEM) for the relay's certificate, if it has its own CA",
  },
  {
    name: "MAIL_FROM",
    usual: "`courier@<ADDRESS_DOMAIN>`",
    what: "sender of all mail",
  },
  {
    name: "MAIL_BOUNCE_ADDRESS",
    usual: "`MAIL_FROM`",
    what: "address for bounces and unsubscribe requests",
  },
  {
    name: "MAIL_REPLY_DOMAIN",
    usual: "none",
    what: "domain whose mail your relay passes to `POST /v1/mail/inbound`, so that people can [reply by mail](mail.md#answers-by-mail); needs `MAIL_AUTHSERV_ID`",
  },
  {
    name: "MAIL_AUTHSERV_ID",
    usual: "none",
    what: "your relay's name in the `Authentication-Results` header that it adds to a mail",
  },
  {
    name: "MAIL_WEBHOOK_SECRET",
    usual: "none",
    what: "bearer token for your relay at `POST /v1/mail/bounces` and `/v1/mail/inbound`, 32 characters or more; without it, these paths don't exist",
    isSecret: true,
  },
  {
    name: "METRICS_TOKEN",
    usual: "none",
    what: "bearer token for your scraper at `GET /metrics`, 32 characters or more; without it, the path doesn't exist",
    isSecret: true,
  },
  {
    name: "LOG_LEVEL",
    usual: "`info`",
    what: "`info`, `error` for failures only, or `off`; JSON lines on standard error",
  },
  {
    name: "ACCESS_LOG",
    usual: "`off`",
    what: "`on` logs a line for each request, and a number such as `0.01` that share of them; requests that failed by the service's fault are always logged",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    usual: "none",
    what: "address of an OpenTelemetry collector, such as `http://localhost:4318`; without it, no traces",
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    usual: "none",
    what: "headers for the collector, `key=value,key2=value2`",
    isSecret: true,
  },
  {
    name: "OTEL_SERVICE_NAME",
    usual: "`conversation-inbox`",
    what: "the service's name in traces",
  },
  {
    name: "OTEL_TRACES_SAMPLER_ARG",
    usual: "`1`",
    what: "share of traces started here that are kept, from 0 to 1; a trace started by a caller is kept if the caller keeps it",
  },
  {
    name: "DKIM_KEY_FILE",
    usual: "none",
    what: "private key (PEM) that signs outgoing mail",
    isSecretFile: true,
  },
  {
    name: "DKIM_SELECTOR",
    usual: "`svc`",
    what: "DKIM selector under which its public key is published",
  },
  {
    name: "DKIM_DOMAIN",
    usual: "`ADDRESS_DOMAIN`",
    what: "domain that it signs for",
  },
  {
    name: "AUTH_SECRET",
    usual: "kept in `auth_secret` beside the database",
    what: "secret shared by all nodes, 32 characters or more; on a libSQL server it also seals the keys of receipts and cards in the database",
    isSecret: true,
  },
  {
    name: "AUTH_SECRET_BEFORE",
    usual: "none",
    what: "the previous `AUTH_SECRET` while you change it on a libSQL server, to unseal the keys once more",
    isSecret: true,
  },
  {
    name: "DNS_RESOLVER",
    usual: "the system's, or `1.1.1.1`",
    what: "IP address (with `:port` if not 53) of the DNS resolver for custom domains",
  },
  {
    name: "DNS_AUTHORITATIVE_PORT",
    usual: "`53`",
    what: "port of a zone's name servers; for tests",
  },
  {
    name: "DNS_PRIVATE_NAME_SERVERS",
    usual: "`no`",
    what: "`yes` also asks name servers in private networks",
  },
  {
    name: "CLIENT_IP_HEADER",
    usual: "none",
    what: "header that your proxy overwrites with the client's address; **set it behind a proxy**, or everyone shares one address and its sign-in limits",
  },
  {
    name: "OPERATOR_MAIL",
    usual: "none",
    what: "address to notify when a verification finds damage or a backup fails; `/healthz` and the log show it, too",
  },
  {
    name: "BACKUP_PASSPHRASE",
    usual: "none",
    what: "passphrase that seals the keys in [backups](backup.md), 12 characters or more",
    isSecret: true,
  },
  {
    name: "BACKUP_KEYS",
    usual: "`sealed`",
    what: "`none` leaves keys and secrets out of backups",
  },
  {
    name: "BACKUP_DIR",
    usual: "none",
    what: "existing folder for automatic backups; needs a passphrase or `BACKUP_KEYS=none`",
  },
  {
    name: "BACKUP_EVERY",
    usual: "`24h`",
    what: "how often to back up, in minutes, hours or days, such as `30m`, `6h`, `1d`",
  },
  { name: "BACKUP_KEEP", usual: "`7`", what: "how many backups to keep" },
  {
    name: "VERIFY_SHARE",
    usual: "`25`",
    what: `share of a core that the daily [verification](operations.md#damage) may use, in percent, from 1 to 100. It checks what changed and one of ${LIMITS.verifyTurns} parts of the rest`,
  },
  {
    name: "DRAIN_SECONDS",
    usual: "`0`",
    what: `seconds a node keeps serving after SIGTERM while \`/readyz\` says 503, so that a [proxy](operations.md#behind-a-proxy) can move new requests to other nodes, up to ${LIMITS.drainSecondsMax}`,
  },
  {
    name: "RATE_LIMITS",
    usual: "`on`",
    what: "`off` removes all rate limits; refused with `NODE_ENV=production`",
  },
  {
    name: "READS_PER_MINUTE",
    usual: `\`${USUAL_RATES.read}\``,
    what: "reads per account and minute; nodes that share a server count together",
  },
  {
    name: "CHANGES_PER_MINUTE",
    usual: `\`${USUAL_RATES.write}\``,
    what: "changes per account and minute",
  },
  {
    name: "CREATES_PER_MINUTE",
    usual: `\`${USUAL_RATES.create}\``,
    what: "new conversations per account and minute",
  },
  {
    name: "ACCOUNT_FILE_BYTES",
    usual: "`1 GiB`",
    what: "space for one account's texts and files, such as `500 MiB`",
  },
  {
    name: "ACCOUNT_CONVERSATIONS",
    usual: "`none`",
    what: "how many conversations one account may start in all, such as `10000`. Ended and archived ones count for good, because they stay stored; drafts count until deleted, refused ones until archived, and others' conversations never; `none` is no limit",
  },
  {
    name: "ACCOUNT_CREDENTIALS",
    usual: `\`${LIMITS.credentialsPerAccountMax}\``,
    what: "maximum of agent accesses per account",
  },
  {
    name: "ACCOUNT_WEBHOOKS",
    usual: `\`${LIMITS.webhooksMax}\``,
    what: "maximum of webhooks per account; `0` for none",
  },
  {
    name: "ACCOUNT_STREAMS",
    usual: `\`${LIMITS.streamsPerCallerMax}\``,
    what: "maximum of open event streams per caller and node",
  },
  {
    name: "CACHE_BYTES",
    usual: "`40 MiB`",
    what: "size of the caches for conversations and answers together; with more, such as `512 MiB`, fewer reads go to the database",
  },
  {
    name: "IDEMPOTENCY_KEPT",
    usual: "`30d`",
    what: "how long a repeated request gets the first answer, `1d` or more, and `4d` with `FEDERATION` open or allowlist; clients read it as `idempotencyKeptMs` in `GET /v1/limits`",
  },
  {
    name: "MAIL_KEPT",
    usual: "forever",
    what: "how long sent or failed invites are listed, `60d` or more",
  },
  {
    name: "REPORTS_KEPT",
    usual: "`365d`",
    what: "how long abuse reports are kept",
  },
  {
    name: "SIGN_UP",
    usual: "`open`",
    what: "`closed` allows new accounts only by `svc account add`; existing ones can sign in",
  },
  {
    name: "AGENT_AUTO_LIMIT",
    usual: "`10.00`",
    what: "most that an agent pays at once without asking, if its owner set no limit per payment; above it the owner is asked. `none` is no limit",
  },
  {
    name: "AGENT_AUTO_DAY_LIMIT",
    usual: "`50.00`",
    what: "most that an account's agents together pay per UTC day without asking, except agents with their own daily limit; `none` is no limit",
  },
  {
    name: "AGENT_AUTO_PAYEE_LIMIT",
    usual: "`20.00`",
    what: "the same per payee and UTC day; see [agent access](agent_access.md)",
  },
  ...RAIL_ROWS,
  {
    name: "WEBHOOK_PRIVATE_NETWORKS",
    usual: "`false`",
    what: "`true` allows [webhooks](webhooks.md) to private addresses, over plain http and any port, for receivers in the service's own network",
  },
  {
    name: "LOG_WITNESSES",
    usual: "none",
    what: `[witnesses](audit.md#witnesses) of the log: key and address of each, separated by a space, with commas between witnesses, up to ${LIMITS.witnessesMax}`,
  },
  ...COMPANY_ROWS,
  ...FEDERATION_ROWS,
];
