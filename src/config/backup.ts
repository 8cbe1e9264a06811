import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { LIMITS } from "../core/base/limits.ts";
import { DAY_MS, HOUR_MS } from "../core/base/time.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

/** Scheduled backups. */
export interface BackupSchedule {
  readonly folder: string;
  readonly everyMs: number;
  /** How many are kept. */
  readonly kept: number;
}

/** Reads the settings of backups. */
export function readBackup(env: Env) {
  return {
    backupSchedule: readSchedule(env),
    backupPassphrase: readPassphrase(env),
    backupWithoutKeys: readKeys(env),
  };
}

function readSchedule(env: Env): BackupSchedule | undefined {
  const everyMs = readInterval(env);
  const text = setting(env, "BACKUP_KEEP") ?? "7";
  const kept = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (kept < 1) throw wrong("BACKUP_KEEP", "a whole number of 1 or more", text);
  // A wrong value is reported even if BACKUP_DIR is not set.
  const folder = setting(env, "BACKUP_DIR");
  if (folder === undefined) return undefined;
  if (readPassphrase(env) === undefined && !readKeys(env)) {
    throw wrong(
      "BACKUP_PASSPHRASE",
      "set with BACKUP_DIR, unless BACKUP_KEYS=none leaves the keys out",
    );
  }
  return { folder: resolve(folder), everyMs, kept };
}

function readInterval(env: Env): number {
  const text = setting(env, "BACKUP_EVERY") ?? "24h";
  const [, count, unit] = /^([1-9]\d{0,3})(m|h|d)$/.exec(text) ?? [];
  if (count === undefined) {
    throw wrong("BACKUP_EVERY", "a time such as 30m, 6h or 1d", text);
  }
  const unitMs = { m: HOUR_MS / 60, h: HOUR_MS, d: DAY_MS }[unit ?? "h"] ?? 0;
  return Number(count) * unitMs;
}

function readPassphrase(env: Env): string | undefined {
  const text = setting(env, "BACKUP_PASSPHRASE");
  if (text === undefined || isLongEnough(text)) return text;
  throw wrong("BACKUP_PASSPHRASE", LONG_ENOUGH);
}

/** The passphrase in a file: its first line. `doing` starts a refusal. */
export function passphraseIn(
  path: string,
  doing: "back up" | "restore",
): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const why = `Cannot ${doing}: the passphrase file ${path} can't be read`;
    throw new Error(why, { cause });
  }
  const [passphrase = ""] = text.split(/\r?\n/, 1);
  if (isLongEnough(passphrase)) return passphrase;
  throw new Error(
    `Cannot ${doing}: the passphrase in ${path} must have ${LONG_ENOUGH}`,
  );
}

const LONG_ENOUGH = `${LIMITS.passphraseCharsMin} characters or more`;

function isLongEnough(passphrase: string): boolean {
  return passphrase.length >= LIMITS.passphraseCharsMin;
}

/** True leaves the keys out of backups. */
function readKeys(env: Env): boolean {
  const text = setting(env, "BACKUP_KEYS") ?? "sealed";
  if (text === "sealed" || text === "none") return text === "none";
  throw wrong("BACKUP_KEYS", "sealed or none", text);
}
