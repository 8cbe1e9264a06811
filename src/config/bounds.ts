import type { Quotas, Retention } from "../core/access/context.ts";
import type { RatesPerMinute } from "../core/access/rate.ts";
import { USUAL_RATES } from "../core/access/rate.ts";
import { LIMITS } from "../core/base/limits.ts";
import { DAY_MS } from "../core/base/time.ts";
import { readFederation } from "./federation.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const PER_MINUTE = [1, 1_000_000] as const;
const UNITS: Readonly<Record<string, number>> = {
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/**
 * Limits that an operator sets: who signs up, what an account may have, how
 * often it calls, how long data is kept.
 */
export function readBounds(env: Env) {
  return {
    isSignUpOpen: readSignUp(env),
    accountFileBytesMax: readBytes(
      env,
      "ACCOUNT_FILE_BYTES",
      LIMITS.artifactBytesPerAccountMax,
    ),
    quotas: readQuotas(env),
    ratesPerMinute: readRates(env),
    cacheBytes: readBytes(env, "CACHE_BYTES", LIMITS.cacheBytes),
    retention: readRetention(env),
    verifyShare: readCount(env, "VERIFY_SHARE", [1, 100], 25),
    drainMs:
      readCount(env, "DRAIN_SECONDS", [0, LIMITS.drainSecondsMax], 0) * 1_000,
  };
}

const CONVERSATIONS_MAX = 1_000_000_000;

function readQuotas(env: Env): Quotas {
  const isOpen = (setting(env, "ACCOUNT_CONVERSATIONS") ?? "none") === "none";
  const begun = [1, CONVERSATIONS_MAX] as const;
  return {
    conversations: isOpen
      ? null
      : readCount(env, "ACCOUNT_CONVERSATIONS", begun),
    credentials: readCount(env, "ACCOUNT_CREDENTIALS", [
      1,
      LIMITS.credentialsPerAccountMax,
    ]),
    webhooks: readCount(env, "ACCOUNT_WEBHOOKS", [0, LIMITS.webhooksMax]),
    streams: readCount(env, "ACCOUNT_STREAMS", [1, LIMITS.streamsPerCallerMax]),
  };
}

/** A whole number within limits, by default the maximum. */
function readCount(
  env: Env,
  name: string,
  [min, max]: readonly [number, number],
  usual: number = max,
): number {
  const text = setting(env, name) ?? String(usual);
  const count = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (count >= min && count <= max) return count;
  throw wrong(name, `a whole number from ${min} to ${max}`, text);
}

/** Other services repeat a message for three days. */
const KEPT_DAYS_OF_OTHERS = 4;

function readRetention(env: Env): Retention {
  const isAlone = readFederation(env).mode === "closed";
  const keptDaysMin = isAlone ? 1 : KEPT_DAYS_OF_OTHERS;
  return {
    idempotencyKeptMs:
      readDays(env, "IDEMPOTENCY_KEPT", keptDaysMin) ??
      LIMITS.idempotencyKeptMs,
    mailKeptMs: readDays(env, "MAIL_KEPT", LIMITS.mailKeptDaysMin) ?? null,
    reportKeptMs:
      readDays(env, "REPORTS_KEPT", 1) ?? LIMITS.reportKeptDays * DAY_MS,
  };
}

/** A duration in days, as milliseconds. */
function readDays(env: Env, name: string, min: number): number | undefined {
  const text = setting(env, name);
  if (text === undefined) return undefined;
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (days >= min) return days * DAY_MS;
  throw wrong(name, `a time of ${min}d or more in days, such as 90d`, text);
}

function readSignUp(env: Env): boolean {
  const text = setting(env, "SIGN_UP") ?? "open";
  if (text === "open" || text === "closed") return text === "open";
  throw wrong("SIGN_UP", "open or closed", text);
}

function readBytes(env: Env, name: string, usual: number): number {
  const text = setting(env, name);
  if (text === undefined) return usual;
  const [, count = "", unit = ""] = /^(\d{1,6}) ?(MiB|GiB)$/.exec(text) ?? [];
  const bytes = Number(count) * (UNITS[unit] ?? 0);
  if (bytes > 0) return bytes;
  throw wrong(name, "a size such as 500 MiB or 2 GiB", text);
}

/** Null if RATE_LIMITS is off: accounts call as often as they like. */
function readRates(env: Env): RatesPerMinute | null {
  const rates = {
    ...USUAL_RATES,
    read: readCount(env, "READS_PER_MINUTE", PER_MINUTE, USUAL_RATES.read),
    write: readCount(env, "CHANGES_PER_MINUTE", PER_MINUTE, USUAL_RATES.write),
    create: readCount(
      env,
      "CREATES_PER_MINUTE",
      PER_MINUTE,
      USUAL_RATES.create,
    ),
  };
  return isLimited(env) ? rates : null;
}

function isLimited(env: Env): boolean {
  const text = setting(env, "RATE_LIMITS") ?? "on";
  if (text === "on") return true;
  if (env.NODE_ENV === "production") {
    throw wrong("RATE_LIMITS", "on in production", text);
  }
  if (text === "off") return false;
  throw wrong("RATE_LIMITS", "on or off", text);
}
