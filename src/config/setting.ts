/** An invalid setting that prevents the start. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** A setting as it is documented. */
export interface SettingRow {
  readonly name: string;
  /** The default, described for a reader. */
  readonly usual: string;
  readonly what: string;
  /** Its value is never shown, and may be in a file named by `<name>_FILE`. */
  readonly isSecret?: true;
  /** Names a secret file. */
  readonly isSecretFile?: true;
  /** Values of a secret setting that are not secret. */
  readonly isOpen?: (value: string) => boolean;
}

/** The environment: every setting is a string in it. */
export type Env = Readonly<Record<string, string | undefined>>;

const SHOWN_CHARS_MAX = 80;

/** An empty setting is an absent one. */
export function setting(env: Env, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

/** A setting that is yes or no. */
export function readYesNo(env: Env, name: string): boolean {
  const text = setting(env, name) ?? "no";
  if (text === "yes" || text === "no") return text === "yes";
  throw wrong(name, "yes or no", text);
}

/** A port that the service or another listens on. */
export function portOf(name: string, text: string): number {
  const port = portIn(text);
  if (port !== undefined) return port;
  throw wrong(name, "a whole number from 1 to 65535", text);
}

/** The port in a text; undefined if it is not a port. */
export function portIn(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** The error for an invalid setting; it quotes only values that are not secret. */
export function wrong(
  name: string,
  wanted: string,
  text?: string,
): ConfigError {
  const is =
    text === undefined
      ? ""
      : `, it is ${JSON.stringify(text.slice(0, SHOWN_CHARS_MAX))}`;
  return new ConfigError(`Cannot start: ${name} must be ${wanted}${is}`);
}
