import type { Env } from "./config_setting.ts";
import { setting, wrong } from "./config_setting.ts";
import type { Retention } from "./core/access/context.ts";
import type { RatesPerMinute } from "./core/access/rate.ts";
import { USUAL_RATES } from "./core/access/rate.ts";
import { LIMITS } from "./core/base/limits.ts";
import { DAY_MS } from "./core/base/time.ts";

const RATE_MAX = 1_000_000;
const UNITS: Readonly<Record<string, number>> = {
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
};

/** Bounds that an operator moves: who signs up, what an account takes, how often it calls, what is kept. */
export function readBounds(env: Env) {
  return {
    isSignUpOpen: readSignUp(env),
    accountFileBytesMax: readBytes(
      env,
      "ACCOUNT_FILE_BYTES",
      LIMITS.artifactBytesPerAccountMax,
    ),
    ratesPerMinute: readRates(env),
    cacheBytes: readBytes(env, "CACHE_BYTES", LIMITS.cacheBytes),
    retention: readRetention(env),
  };
}

function readRetention(env: Env): Retention {
  return {
    idempotencyKeptMs:
      readDays(env, "IDEMPOTENCY_KEPT", 1) ?? LIMITS.idempotencyKeptMs,
    mailKeptMs: readDays(env, "MAIL_KEPT", LIMITS.mailKeptDaysMin) ?? null,
    reportKeptMs:
      readDays(env, "REPORTS_KEPT", 1) ?? LIMITS.reportKeptDays * DAY_MS,
  };
}

/** A time in days, in milliseconds. */
function readDays(env: Env, name: string, min: number): number | undefined {
  const text = setting(env, name);
  if (text === undefined) return undefined;
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (days >= min) return days * DAY_MS;
  throw wrong(name, `a time in days from ${min}d, such as 90d`, text);
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

/** Null where RATE_LIMITS is off: every account calls as often as it likes. */
function readRates(env: Env): RatesPerMinute | null {
  const rates = {
    ...USUAL_RATES,
    read: readRate(env, "READS_PER_MINUTE", USUAL_RATES.read),
    write: readRate(env, "CHANGES_PER_MINUTE", USUAL_RATES.write),
    create: readRate(env, "CREATES_PER_MINUTE", USUAL_RATES.create),
  };
  return isLimited(env) ? rates : null;
}

function readRate(env: Env, name: string, usual: number): number {
  const text = setting(env, name) ?? String(usual);
  const rate = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (rate >= 1 && rate <= RATE_MAX) return rate;
  throw wrong(name, `a whole number from 1 to ${RATE_MAX}`, text);
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
