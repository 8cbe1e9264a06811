import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  DnsServer,
  DnsSettings,
  Settings,
} from "./core/access/context.ts";
import { parseDomain } from "./core/addresses/address.ts";
import { LIMITS } from "./core/base/limits.ts";
import type { MicroUsdc } from "./core/base/money.ts";
import { parsePrice } from "./core/base/money.ts";
import type { DkimKey } from "./core/mail/mailer.ts";

/** Everything an operator may set, read and checked once at the start. */
export interface Config extends Settings {
  readonly port: number;
  /** False lets every account call as often as it likes; never in production. */
  readonly rateLimits: boolean;
  readonly databaseUrl: string;
  /** Never shown, never logged. */
  readonly databaseAuthToken: string | undefined;
  /** Where files beside the database are kept. */
  readonly dataDir: string;
  readonly signingKeyPath: string;
  readonly cardKeyPath: string;
  /** Seals cookies and OAuth keys; kept in a file if absent. Never shown, never logged. */
  readonly authSecret: string | undefined;
  readonly authSecretPath: string;
  /** Where mail is handed over; it may hold a password. Never shown, never logged. */
  readonly smtpUrl: string | undefined;
  /** Authorities in PEM for the relay's certificate; the usual ones if absent. */
  readonly smtpAuthorities: string | undefined;
  readonly mailFrom: string;
  /** Where mail systems report what they could not deliver. */
  readonly mailBounceAddress: string | undefined;
  /** What the relay shows with its reports. Never shown, never logged. */
  readonly mailWebhookSecret: string | undefined;
  /** Signs what leaves. Never shown, never logged. */
  readonly dkim: DkimKey | undefined;
  /** True where a mail that cannot leave may be shown on the terminal instead. */
  readonly showsMail: boolean;
  /** File by which a running service lets `svc` reach it; null for a remote database. */
  readonly operatorPath: string | null;
  /** A development setting: agent cards may be fetched from this machine. */
  readonly isLoopbackAllowed: boolean;
  /** Header that a trusted proxy overwrites with the client's address; none by default. */
  readonly clientIpHeader: string | undefined;
}

/** A setting that the service cannot start with. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Env = Readonly<Record<string, string | undefined>>;

const REMOTE = /^(?:libsql|https?|wss?):\/\/[^/\s]/;
const DEVELOPMENT_CREDIT = "1000.00";
/** What agents pay by themselves (docs/agent_access.md): once, in a day, to one payee. */
const AGENT_AUTO_LIMIT = "10.00";
const AGENT_AUTO_DAY_LIMIT = "50.00";
const AGENT_AUTO_PAYEE_LIMIT = "20.00";
const SECRET_CHARS_MIN = 32;
const SHOWN_CHARS_MAX = 80;
const DNS_PORT = 53;
/** Asked when neither the settings nor the system name a resolver. */
const PUBLIC_RESOLVER = "1.1.1.1";

/**
 * Reads the settings: the only place that reads the environment.
 * @throws ConfigError, one sentence that names the setting.
 */
export function readConfig(env: Env = process.env): Config {
  const port = readPort(env);
  const addressDomain = readAddressDomain(env);
  const mailFrom = setting(env, "MAIL_FROM") ?? `courier@${addressDomain}`;
  const mailBounceAddress = setting(env, "MAIL_BOUNCE_ADDRESS");
  return {
    port,
    rateLimits: readRateLimits(env),
    baseUrl: readBaseUrl(env, port),
    addressDomain,
    authSecret: readSecret(env, "AUTH_SECRET"),
    smtpUrl: readSmtpUrl(env),
    smtpAuthorities: readSmtpAuthorities(env),
    mailFrom,
    mailBounceAddress,
    unsubscribeAddress: addressIn(mailBounceAddress ?? mailFrom),
    mailWebhookSecret: readWebhookSecret(env),
    dkim: readDkim(env, addressDomain),
    showsMail: env.NODE_ENV !== "production",
    openingCredit: readOpeningCredit(env),
    feeBps: readFeeBps(env),
    dns: readDns(env),
    agentAutoLimit: readLimit(env, "AGENT_AUTO_LIMIT", AGENT_AUTO_LIMIT),
    agentAutoDayLimit: readLimit(
      env,
      "AGENT_AUTO_DAY_LIMIT",
      AGENT_AUTO_DAY_LIMIT,
    ),
    agentAutoPayeeLimit: readLimit(
      env,
      "AGENT_AUTO_PAYEE_LIMIT",
      AGENT_AUTO_PAYEE_LIMIT,
    ),
    isLoopbackAllowed: readLoopbackAllowed(env),
    databaseAuthToken: setting(env, "DATABASE_AUTH_TOKEN"),
    clientIpHeader: readClientIpHeader(env),
    ...readDatabase(env),
  };
}

/** An empty setting is an absent one. */
function setting(env: Env, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** `Name <address>` may be set, too. */
function addressIn(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

function readPort(env: Env): number {
  return portOf("PORT", setting(env, "PORT") ?? "3000");
}

function portOf(name: string, text: string): number {
  const port = portIn(text);
  if (port !== undefined) return port;
  throw wrong(name, "a whole number from 1 to 65535", text);
}

function portIn(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function readDns(env: Env): DnsSettings {
  const port = setting(env, "DNS_AUTHORITATIVE_PORT");
  return {
    resolver: readResolver(env),
    authoritativePort:
      port === undefined ? DNS_PORT : portOf("DNS_AUTHORITATIVE_PORT", port),
    privateNameServers: readFlag(env, "DNS_PRIVATE_NAME_SERVERS"),
  };
}

/** `address`, `address:port` or `[address]:port`; the system's own if absent. */
function readResolver(env: Env): DnsServer {
  const text = setting(env, "DNS_RESOLVER");
  if (text === undefined) return { address: systemResolver(), port: DNS_PORT };
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, six, four, digits = ""] =
    /^(?:\[([^\]]+)\]|([^:]+))(?::(.*))?$/.exec(text) ?? [];
  const address = six ?? four ?? "";
  const port = digits === "" ? DNS_PORT : portIn(digits);
  const isAddress = isIP(address) === (six === undefined ? 4 : 6);
  if (isAddress && port !== undefined && !text.endsWith(":")) {
    return { address, port };
  }
  const wanted =
    "an IP address with or without a port, such as 9.9.9.9 or [::1]:5353";
  throw wrong("DNS_RESOLVER", wanted, text);
}

function systemResolver(): string {
  try {
    const text = readFileSync("/etc/resolv.conf", "utf8");
    const named = /^\s*nameserver\s+(\S+)/m.exec(text)?.[1] ?? "";
    return isIP(named) === 0 ? PUBLIC_RESOLVER : named;
  } catch {
    return PUBLIC_RESOLVER;
  }
}

function readFlag(env: Env, name: string): boolean {
  const text = setting(env, name) ?? "no";
  if (text === "yes" || text === "no") return text === "yes";
  throw wrong(name, "yes or no", text);
}

function readBaseUrl(env: Env, port: number): string {
  const text = setting(env, "BASE_URL") ?? `http://localhost:${port}`;
  const url = URL.parse(text);
  const isOrigin =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    url.username + url.password + url.search + url.hash === "";
  if (isOrigin) return url.origin;
  const shown = text.includes("@") ? undefined : text;
  throw wrong("BASE_URL", "an http or https address without a path", shown);
}

function readAddressDomain(env: Env): string {
  const text = setting(env, "ADDRESS_DOMAIN") ?? "inbox.localhost";
  try {
    return parseDomain(text);
  } catch {
    const wanted = "a domain name such as inbox.example.org";
    throw wrong("ADDRESS_DOMAIN", wanted, text);
  }
}

function readClientIpHeader(env: Env): string | undefined {
  const name = setting(env, "CLIENT_IP_HEADER")?.toLowerCase();
  if (name === undefined || /^[\w!#$%&'*+.^`|~-]{1,64}$/.test(name))
    return name;
  throw wrong("CLIENT_IP_HEADER", "the name of a header", name);
}

function readSecret(env: Env, name: string): string | undefined {
  const secret = setting(env, name);
  if (secret === undefined || secret.length >= SECRET_CHARS_MIN) return secret;
  throw wrong(name, `at least ${SECRET_CHARS_MIN} random characters`);
}

function readWebhookSecret(env: Env): string | undefined {
  const name = "MAIL_WEBHOOK_SECRET";
  const secret = readSecret(env, name);
  // It travels as a bearer token (RFC 6750, section 2.1).
  if (secret === undefined || /^[\w.~+/=-]+$/.test(secret)) return secret;
  throw wrong(name, "letters, digits and -._~+/= alone");
}

function readDkim(env: Env, addressDomain: string): DkimKey | undefined {
  const path = setting(env, "DKIM_KEY_FILE");
  if (path === undefined) return undefined;
  const keySelector = setting(env, "DKIM_SELECTOR") ?? "svc";
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i.test(keySelector)) {
    throw wrong("DKIM_SELECTOR", "a DNS label", keySelector);
  }
  const domainName = setting(env, "DKIM_DOMAIN") ?? addressDomain;
  try {
    const privateKey = readFileSync(path, "utf8");
    createPrivateKey(privateKey);
    return { domainName: parseDomain(domainName), keySelector, privateKey };
  } catch {
    const wanted = "a readable file with a private key in PEM";
    throw wrong("DKIM_KEY_FILE", `${wanted}, for a DKIM_DOMAIN that is one`);
  }
}

function readSmtpUrl(env: Env): string | undefined {
  const url = setting(env, "SMTP_URL");
  if (url === undefined || /^smtps?:\/\/[^/\s]/.test(url)) return url;
  throw wrong("SMTP_URL", "an smtp or smtps address");
}

function readSmtpAuthorities(env: Env): string | undefined {
  const path = setting(env, "SMTP_CA_FILE");
  if (path === undefined) return undefined;
  try {
    const pem = readFileSync(path, "utf8");
    new X509Certificate(pem);
    return pem;
  } catch {
    throw wrong("SMTP_CA_FILE", "a readable file with certificates in PEM");
  }
}

function readOpeningCredit(env: Env): MicroUsdc {
  const isProduction = env.NODE_ENV === "production";
  const usual = isProduction ? "0" : DEVELOPMENT_CREDIT;
  return readAmount(env, "LEDGER_OPENING_CREDIT", usual);
}

function readAmount(env: Env, name: string, usual: string): MicroUsdc {
  return amountOf(name, setting(env, name) ?? usual, "an amount");
}

/** An amount, or null for `none`. */
function readLimit(env: Env, name: string, usual: string): MicroUsdc | null {
  const text = setting(env, name) ?? usual;
  return text === "none" ? null : amountOf(name, text, "none or an amount");
}

function amountOf(name: string, text: string, wanted: string): MicroUsdc {
  try {
    return parsePrice(text);
  } catch {
    throw wrong(name, `${wanted} such as 1000.00`, text);
  }
}

function readFeeBps(env: Env): number {
  const text = setting(env, "FEE_BPS") ?? "0";
  const bps = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (bps <= LIMITS.feeBpsMax) return bps;
  const wanted = `hundredths of a percent from 0 to ${LIMITS.feeBpsMax}`;
  throw wrong("FEE_BPS", wanted, text);
}

function readLoopbackAllowed(env: Env): boolean {
  const name = "ALLOW_LOOPBACK_FETCH";
  const text = setting(env, name) ?? "false";
  if (text === "false") return false;
  if (text !== "true") throw wrong(name, "true or false", text);
  if (env.NODE_ENV !== "production") return true;
  throw wrong(name, "false in production");
}

function readRateLimits(env: Env): boolean {
  const text = setting(env, "RATE_LIMITS") ?? "on";
  if (text === "on") return true;
  if (env.NODE_ENV === "production") {
    throw wrong("RATE_LIMITS", "on in production", text);
  }
  if (text === "off") return false;
  throw wrong("RATE_LIMITS", "on or off", text);
}

function readDatabase(env: Env) {
  const url = setting(env, "DATABASE_URL") ?? "file:./data/inbox.db";
  if (url.startsWith("file:")) {
    const path = readFilePath(url);
    return {
      databaseUrl: url,
      ...besideDatabase(dirname(path)),
      operatorPath: `${path}-operator.json`,
    };
  }
  if (!REMOTE.test(url)) throw wrongDatabase(); // The URL may hold a secret.
  return {
    databaseUrl: url,
    ...besideDatabase(resolve("data")),
    operatorPath: null,
  };
}

function besideDatabase(dataDir: string) {
  return {
    dataDir,
    signingKeyPath: join(dataDir, "signing_key.json"),
    cardKeyPath: join(dataDir, "card_key.json"),
    authSecretPath: join(dataDir, "auth_secret"),
  };
}

function readFilePath(url: string): string {
  const rest = url.slice("file:".length);
  if (rest === "" || /[?#]|:memory:$|\/$/.test(rest)) throw wrongDatabase();
  try {
    return rest.startsWith("//")
      ? fileURLToPath(url)
      : resolve(decodeURIComponent(rest));
  } catch {
    throw wrongDatabase();
  }
}

function wrongDatabase(): ConfigError {
  const wanted =
    "file: and a path, or an http, https, ws, wss or libsql address";
  return wrong("DATABASE_URL", wanted);
}

function wrong(name: string, wanted: string, text?: string): ConfigError {
  const is =
    text === undefined
      ? ""
      : `, it is ${JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))}`;
  return new ConfigError(`Cannot start: ${name} must be ${wanted}${is}`);
}
