import { USUAL_RATES } from "../core/access/rate.ts";
import { LIMITS } from "../core/base/limits.ts";
import { RAIL_ROWS } from "./rail_rows.ts";
import type { SettingRow } from "./setting.ts";

/** Every setting that the service reads; docs/settings.md is made of it. */
export const SETTINGS: readonly SettingRow[] = [
  { name: "PORT", usual: "`3000`", what: "where it listens" },
  {
    name: "BASE_URL",
    usual: "`http://localhost:<PORT>`",
    what: "the address others use; set it behind a proxy",
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
    what: "for a libSQL server",
    isSecret: true,
  },
  {
    name: "NODE_ENV",
    usual: "none",
    what: "`production` refuses what is for development alone, gives new accounts no test money and shows no mail on the terminal",
  },
  {
    name: "SMTP_URL",
    usual: "none",
    what: "`smtp(s)://…` relay for all mail. `smtp:` becomes TLS by STARTTLS, or nothing is sent, unless the relay is on this machine or the URL ends in `?ignoreTLS=true`. Without the setting invites and notices wait in the outbox, and sign-in mails are shown on the terminal, but not with `NODE_ENV=production`",
    isSecret: true,
  },
  {
    name: "SMTP_CA_FILE",
    usual: "the usual ones",
    what: "authorities in PEM that may sign the relay's certificate, for a relay with one of your own",
  },
  {
    name: "MAIL_FROM",
    usual: "`courier@<ADDRESS_DOMAIN>`",
    what: "who the mails are from",
  },
  {
    name: "MAIL_BOUNCE_ADDRESS",
    usual: "`MAIL_FROM`",
    what: "where mail systems report what they could not deliver, and readers write that they want no more",
  },
  {
    name: "MAIL_REPLY_DOMAIN",
    usual: "none",
    what: "domain whose mail your relay hands to `POST /v1/mail/inbound`: mails of the service are then [answered by mail](reply_by_mail.md); needs `MAIL_AUTHSERV_ID`",
  },
  {
    name: "MAIL_AUTHSERV_ID",
    usual: "none",
    what: "what your relay calls itself in the `Authentication-Results` that it puts above a mail",
  },
  {
    name: "MAIL_WEBHOOK_SECRET",
    usual: "none",
    what: "bearer token of your relay at `POST /v1/mail/bounces` and `/v1/mail/inbound`, 32 characters or more; no such paths without it",
    isSecret: true,
  },
  {
    name: "METRICS_TOKEN",
    usual: "none",
    what: "bearer token of your scraper at `GET /metrics`, 32 characters or more; no such path without it",
    isSecret: true,
  },
  {
    name: "LOG_LEVEL",
    usual: "`info`",
    what: "`info`, `error` for failures alone, or `off`; lines of JSON on standard error",
  },
  {
    name: "ACCESS_LOG",
    usual: "`off`",
    what: "`on` logs one line for each request, a number such as `0.01` for that part of them; those that failed by the service's fault always",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    usual: "none",
    what: "address of an OpenTelemetry collector, such as `http://localhost:4318`; no traces without it",
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    usual: "none",
    what: "headers for it, `key=value,key2=value2`",
    isSecret: true,
  },
  {
    name: "OTEL_SERVICE_NAME",
    usual: "`conversation-inbox`",
    what: "what the traces call this service",
  },
  {
    name: "OTEL_TRACES_SAMPLER_ARG",
    usual: "`1`",
    what: "the part of the traces that begin here and are kept, from 0 to 1; one that goes on is kept if its caller keeps it",
  },
  {
    name: "DKIM_KEY_FILE",
    usual: "none",
    what: "private key in PEM that signs what leaves",
    isSecretFile: true,
  },
  {
    name: "DKIM_SELECTOR",
    usual: "`svc`",
    what: "where its public key is published",
  },
  {
    name: "DKIM_DOMAIN",
    usual: "`ADDRESS_DOMAIN`",
    what: "the domain that it signs for",
  },
  {
    name: "AUTH_SECRET",
    usual: "kept in `auth_secret` beside the database",
    what: "one secret for several nodes, 32 characters or more; on a libSQL server it also seals the keys of receipts and cards in the database",
    isSecret: true,
  },
  {
    name: "AUTH_SECRET_BEFORE",
    usual: "none",
    what: "while `AUTH_SECRET` is changed on a libSQL server: the one before, with which the keys are opened once more to be sealed anew",
    isSecret: true,
  },
  {
    name: "DNS_RESOLVER",
    usual: "the system's, or `1.1.1.1`",
    what: "IP address, `:port` if not 53, of the resolver that looks custom domains up",
  },
  {
    name: "DNS_AUTHORITATIVE_PORT",
    usual: "`53`",
    what: "where the name servers of a zone listen; for tests",
  },
  {
    name: "DNS_PRIVATE_NAME_SERVERS",
    usual: "`no`",
    what: "`yes` also asks name servers in private networks",
  },
  {
    name: "CLIENT_IP_HEADER",
    usual: "none",
    what: "header that your proxy overwrites with the client's address; **set it behind a proxy**, or all people share one address and its sign-in limits",
  },
  {
    name: "OPERATOR_MAIL",
    usual: "none",
    what: "address that is told when a verification finds damage or a backup fails; `/healthz` and the log say it, too",
  },
  {
    name: "BACKUP_PASSPHRASE",
    usual: "none",
    what: "seals the keys in [backups](backup.md), 12 characters or more",
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
    what: "folder, already made, in which the service makes backups by itself, with a passphrase or `BACKUP_KEYS=none`",
  },
  {
    name: "BACKUP_EVERY",
    usual: "`24h`",
    what: "how often: minutes, hours or days, such as `30m`, `6h`, `1d`",
  },
  { name: "BACKUP_KEEP", usual: "`7`", what: "how many of them are kept" },
  {
    name: "VERIFY_SHARE",
    usual: "`25`",
    what: `how much of a core the daily [verification](operations.md#damage) may take, in percent, from 1 to 100. It looks at what changed and at one of ${LIMITS.verifyTurns} parts of the rest`,
  },
  {
    name: "DRAIN_SECONDS",
    usual: "`0`",
    what: `how long a node serves on after SIGTERM while \`/readyz\` says 503, so that a [proxy](operations.md#behind-a-proxy) of several sends new requests elsewhere first, up to ${LIMITS.drainSecondsMax}`,
  },
  {
    name: "RATE_LIMITS",
    usual: "`on`",
    what: "`off` lets every account call as often as it likes; refused with `NODE_ENV=production`",
  },
  {
    name: "READS_PER_MINUTE",
    usual: `\`${USUAL_RATES.read}\``,
    what: "how often an account may read in a minute; nodes that share a server count together",
  },
  {
    name: "CHANGES_PER_MINUTE",
    usual: `\`${USUAL_RATES.write}\``,
    what: "the same of changes",
  },
  {
    name: "CREATES_PER_MINUTE",
    usual: `\`${USUAL_RATES.create}\``,
    what: "the same of new conversations",
  },
  {
    name: "ACCOUNT_FILE_BYTES",
    usual: "`1 GiB`",
    what: "what the texts and files of one account may take, such as `500 MiB`",
  },
  {
    name: "ACCOUNT_CONVERSATIONS",
    usual: "`none`",
    what: "how many conversations one account may begin in all, such as `10000`: those that have ended or were archived count for good, as they stay stored, drafts until they are deleted, what was refused until it is archived, and what others send never; `none` is no limit",
  },
  {
    name: "ACCOUNT_CREDENTIALS",
    usual: `\`${LIMITS.credentialsPerAccountMax}\``,
    what: "how many agent accesses one account may have, up to this",
  },
  {
    name: "ACCOUNT_WEBHOOKS",
    usual: `\`${LIMITS.webhooksMax}\``,
    what: "how many webhooks one account may have, up to this; `0` for none",
  },
  {
    name: "ACCOUNT_STREAMS",
    usual: `\`${LIMITS.streamsPerCallerMax}\``,
    what: "how many event streams one caller may have open on a node, up to this",
  },
  {
    name: "CACHE_BYTES",
    usual: "`40 MiB`",
    what: "what the caches of conversations and of answers may hold together; with more memory, such as `512 MiB`, fewer reads go to the database",
  },
  {
    name: "IDEMPOTENCY_KEPT",
    usual: "`30d`",
    what: "how long a repeated request gets the first answer, from `1d`; clients read it as `idempotencyKeptMs` of `GET /v1/limits`",
  },
  {
    name: "MAIL_KEPT",
    usual: "for ever",
    what: "how long invites that have left or failed are listed, from `60d`",
  },
  {
    name: "REPORTS_KEPT",
    usual: "`365d`",
    what: "how long reports of abuse are kept",
  },
  {
    name: "SIGN_UP",
    usual: "`open`",
    what: "`closed` takes no new accounts but those of `svc account add`; who has one signs in",
  },
  {
    name: "AGENT_AUTO_LIMIT",
    usual: "`10.00`",
    what: "most that an agent pays by itself while its owner set no limit for one payment; above it the owner is asked. `none` is no limit",
  },
  {
    name: "AGENT_AUTO_DAY_LIMIT",
    usual: "`50.00`",
    what: "most that all agents of an account together pay by themselves in a UTC day, but those with a limit of their own for the day; `none` is no limit",
  },
  {
    name: "AGENT_AUTO_PAYEE_LIMIT",
    usual: "`20.00`",
    what: "the same to one payee in a UTC day; see [agent access](agent_access.md)",
  },
  ...RAIL_ROWS,
  {
    name: "WEBHOOK_PRIVATE_NETWORKS",
    usual: "`false`",
    what: "`true` lets the [webhooks](webhooks.md) of every account go to addresses that are not public, over plain http and any port: for a service whose receivers are in its own network",
  },
  {
    name: "LOG_WITNESSES",
    usual: "none",
    what: `who signs the [log](audit.md#witnesses) as they have seen it: for each the key and the address, separated by a space, with a comma before the next, up to ${LIMITS.witnessesMax}`,
  },
  {
    name: "ALLOW_LOOPBACK_FETCH",
    usual: "`false`",
    what: "`true` lets agent cards come from this machine over plain http and any port; for development, refused with `NODE_ENV=production`",
  },
];
