/**
 * Which settings are there, and how is each read and checked? `rows.ts` is the table of
 * them, `setting.ts` reads one; each other file reads those of one subject.
 * @module
 */
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Settings } from "../core/access/context.ts";
import { parsePrice } from "../core/access/parse_money.ts";
import type { RatesPerMinute } from "../core/access/rate.ts";
import { parseDomain } from "../core/addresses/address.ts";
import type { KeyPaths } from "../core/base/keys.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { MicroUsdc } from "../core/base/money.ts";
import type { LogLevel } from "../core/insight/log.ts";
import type { DkimKey } from "../core/mail/mailer.ts";
import type { BackupSchedule } from "./backup.ts";
import { readBackup } from "./backup.ts";
import { besideDatabase } from "./beside_database.ts";
import { readBounds } from "./bounds.ts";
import type { CompanySettings } from "./company.ts";
import { clientSecretFiles, readCompanies } from "./company.ts";
import { readDns } from "./dns.ts";
import { readFederation } from "./federation.ts";
import {
  misspelt,
  secretFilesIn,
  settingsIn,
  withSecretFiles,
} from "./listed.ts";
import { readLogging } from "./log.ts";
import { readBearerSecret, readMail, readSecret } from "./mail.ts";
import type { RailSettings } from "./rails.ts";
import { readRails } from "./rails.ts";
import type { ConfigError, Env } from "./setting.ts";
import { portOf, setting, wrong } from "./setting.ts";
import type { TraceSettings } from "./traces.ts";
import { readTraces } from "./traces.ts";
import { readWitnesses } from "./witnesses.ts";

/** All settings, read and checked once at the start. */
export interface Config
  extends Omit<Settings, "chain">,
    RailSettings,
    CompanySettings,
    KeyPaths {
  readonly port: number;
  /** Null removes the limits on calls; never in production. */
  readonly ratesPerMinute: RatesPerMinute | null;
  /** How long it keeps serving, as not ready, before it stops. */
  readonly drainMs: number;
  /** The most bytes that the caches of conversations and answers may hold. */
  readonly cacheBytes: number;
  readonly databaseUrl: string;
  /** The file of the database; null for a server. */
  readonly databasePath: string | null;
  /** Never shown, never logged. */
  readonly databaseAuthToken: string | undefined;
  /** The folder of the files next to the database. */
  readonly dataDir: string;
  /** Seals cookies and OAuth keys; stored in a file if absent. Never shown, never logged. */
  readonly authSecret: string | undefined;
  readonly authSecretBefore: string | undefined;
  readonly authSecretPath: string;
  /** The secret files named by other settings. */
  readonly secretFiles: readonly string[];
  /** The mail relay; may contain a password. Never shown, never logged. */
  readonly smtpUrl: string | undefined;
  /** Certificate authorities in PEM for the relay; the usual ones if absent. */
  readonly smtpAuthorities: string | undefined;
  readonly mailFrom: string;
  /** Where mail systems send bounces. */
  readonly mailBounceAddress: string | undefined;
  /** Domain of the reply addresses; null if answers are not read. */
  readonly replyDomain: string | null;
  /** The relay's name in its authentication results. */
  readonly relayName: string | null;
  /** The secret that the relay sends with its reports. Never shown, never logged. */
  readonly mailWebhookSecret: string | undefined;
  /** The collector of traces; none if absent. */
  readonly traces: TraceSettings | undefined;
  readonly logLevel: LogLevel;
  /** The share of requests that are logged, from 0 to 1. */
  readonly accessLog: number;
  /** The token for reading the metrics. Never shown, never logged. */
  readonly metricsToken: string | undefined;
  /** Signs outgoing mail. Never shown, never logged. */
  readonly dkim: DkimKey | undefined;
  /** True if unsent mail may be shown on the terminal. */
  readonly showsMail: boolean;
  /** File through which `svc` reaches a running service; null for a remote database. */
  readonly operatorPath: string | null;
  readonly backupSchedule: BackupSchedule | undefined;
  /** Seals the keys in backups. Never shown, never logged. */
  readonly backupPassphrase: string | undefined;
  /** True leaves the keys out of backups by choice. */
  readonly backupWithoutKeys: boolean;
  /** A development setting: agent cards may be fetched from this machine. */
  readonly isLoopbackAllowed: boolean;
  /** True lets webhooks use addresses that are not public. */
  readonly webhookPrivateNetworks: boolean;
  /** Header that a trusted proxy overwrites with the client's address; none by default. */
  readonly clientIpHeader: string | undefined;
}

const REMOTE = /^(?:libsql|https?|wss?):\/\/[^/\s]/;
const DEVELOPMENT_CREDIT = "1000.00";
const DEMO_PRICE = "5.00";
/**
 * The limits up to which agents pay without asking (docs/agent_access.md): per payment, per
 * day, per payee.
 */
const AGENT_AUTO_LIMIT = "10.00";
const AGENT_AUTO_DAY_LIMIT = "50.00";
const AGENT_AUTO_PAYEE_LIMIT = "20.00";
/** The environment of this process, which is read here alone. */
export function environment(): Env {
  return process.env;
}

/**
 * Reads the settings.
 * @throws ConfigError, one sentence that names the setting.
 */
export function readConfig(given: Env = environment()): Config {
  const env = withSecretFiles(given);
  const port = readPort(env);
  const addressDomain = readAddressDomain(env);
  const money = readRails(env);
  const company = readCompanies(env);
  return {
    listed: settingsIn(given),
    misspelt: misspelt(given),
    secretFiles: [...secretFilesIn(given), ...clientSecretFiles(company)],
    port,
    ...readBounds(env),
    baseUrl: readBaseUrl(env, port),
    addressDomain,
    authSecret: readSecret(env, "AUTH_SECRET"),
    authSecretBefore: readSecret(env, "AUTH_SECRET_BEFORE"),
    ...readMail(env, addressDomain),
    ...company,
    metricsToken: readBearerSecret(env, "METRICS_TOKEN"),
    ...readLogging(env),
    traces: readTraces(env),
    ...readGifts(env, money),
    feeBps: readFeeBps(env),
    ...money,
    dns: readDns(env),
    federation: readFederation(env),
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
    webhookPrivateNetworks: readSwitch(env, "WEBHOOK_PRIVATE_NETWORKS"),
    witnesses: readWitnesses(env),
    databaseAuthToken: setting(env, "DATABASE_AUTH_TOKEN"),
    clientIpHeader: readClientIpHeader(env),
    ...readBackup(env),
    ...readDatabase(env),
  };
}

function readPort(env: Env): number {
  return portOf("PORT", setting(env, "PORT") ?? "3000");
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

/** Nothing without the rail of test money: it could not be spent. */
function readGifts(env: Env, { rails }: Pick<RailSettings, "rails">) {
  const usual = (it: string) => (env.NODE_ENV === "production" ? "0" : it);
  const credit = usual(DEVELOPMENT_CREDIT);
  const openingCredit = readAmount(env, "LEDGER_OPENING_CREDIT", credit);
  const demoPrice = readAmount(env, "DEMO_PRICE", usual(DEMO_PRICE));
  return {
    openingCredit: rails.includes("ledger") ? openingCredit : 0,
    demoPrice: rails[0] === "ledger" ? demoPrice : 0,
  };
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

/** A setting that is off by default. */
function readSwitch(env: Env, name: string): boolean {
  const text = setting(env, name) ?? "false";
  if (text === "true" || text === "false") return text === "true";
  throw wrong(name, "true or false", text);
}

function readLoopbackAllowed(env: Env): boolean {
  const name = "ALLOW_LOOPBACK_FETCH";
  if (!readSwitch(env, name)) return false;
  if (env.NODE_ENV !== "production") return true;
  throw wrong(name, "false in production");
}

/** The settings of a service whose database moves to a file, with its keys next to it. */
export function configAt(config: Config, path: string): Config {
  const url = pathToFileURL(path).href;
  return { ...config, ...readDatabase({ DATABASE_URL: url }) };
}

function readDatabase(env: Env) {
  const url = setting(env, "DATABASE_URL") ?? "file:./data/inbox.db";
  if (url.startsWith("file:")) {
    const path = readFilePath(url);
    return {
      databaseUrl: url,
      databasePath: path,
      ...besideDatabase(dirname(path)),
      operatorPath: `${path}-operator.json`,
    };
  }
  if (!REMOTE.test(url)) throw wrongDatabase(); // The URL may hold a secret.
  return {
    databaseUrl: url,
    databasePath: null,
    ...besideDatabase(resolve("data")),
    operatorPath: null,
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
  const web = "an http, https, ws, wss or libsql address";
  return wrong("DATABASE_URL", `file: and a path, or ${web}`);
}
