import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ListedSetting, Misspelt } from "../core/access/context.ts";
import { nearestName } from "../core/errors/unknown_fields.ts";
import { SETTINGS } from "./rows.ts";
import type { Env } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const SECRET_FILE_CHARS_MAX = 10_000;

const fileOf = (name: string) => `${name}_FILE`;

const NAMES = SETTINGS.flatMap(({ name, isSecret }) =>
  isSecret ? [name, fileOf(name)] : [name],
);

/**
 * The environment with the secrets from files.
 * @throws ConfigError if a file cannot be read, or a secret is given twice.
 */
export function withSecretFiles(env: Env): Env {
  const read: Record<string, string> = {};
  for (const { name, isSecret } of SETTINGS) {
    const path = isSecret && setting(env, fileOf(name));
    if (!path) continue;
    if (setting(env, name) !== undefined) {
      throw wrong(fileOf(name), `the only one; ${name} is also set`);
    }
    read[name] = secretIn(fileOf(name), path);
  }
  return { ...env, ...read };
}

function secretIn(name: string, path: string): string {
  try {
    const text = readFileSync(path, "utf8").trim();
    if (text !== "" && text.length <= SECRET_FILE_CHARS_MAX) return text;
  } catch {
    // The error below does not quote the system.
  }
  throw wrong(name, "a readable file with the secret", path);
}

/** The secret files that settings name. */
export function secretFilesIn(env: Env): readonly string[] {
  return SETTINGS.flatMap(({ name, isSecret, isSecretFile }) => {
    const path =
      isSecret || isSecretFile
        ? setting(env, isSecret ? fileOf(name) : name)
        : undefined;
    return path === undefined ? [] : [resolve(path)];
  });
}

/** Every setting with its value; secrets only as set or not. */
export function settingsIn(env: Env): readonly ListedSetting[] {
  return SETTINGS.map(({ name, usual, isSecret, isOpen }) => {
    const isInFile = isSecret && setting(env, fileOf(name)) !== undefined;
    const text = setting(env, name);
    const isShown = text !== undefined && (!isSecret || isOpen?.(text));
    return {
      name,
      usual,
      value: isShown ? text : null,
      from: isInFile ? "file" : text === undefined ? "default" : "environment",
    };
  });
}

/** Variables whose names nearly match a setting. */
export function misspelt(env: Env): readonly Misspelt[] {
  return Object.keys(env)
    .filter((name) => !NAMES.includes(name))
    .flatMap((name) => {
      const didYouMean = nearestName(name, NAMES);
      return didYouMean === undefined ? [] : [{ name, didYouMean }];
    });
}
