import { readFile, realpath } from "node:fs/promises";
import { writePrivate } from "../private_file.ts";

/** Settings by their names. */
export type Settings = Readonly<Record<string, string>>;

/** New values; null removes a setting. */
export type Changes = Readonly<Record<string, string | null>>;

const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/;

/** Values that Bun, systemd, Docker Compose and a shell read in the same way, without quotes. */
const PLAIN = /^[\w.:/@%+=,-]*$/;

/** A settings file of lines such as `BASE_URL=https://inbox.example`; empty if it isn't there. */
export class SettingsFile {
  readonly path: string;
  readonly #text: string;

  private constructor(path: string, text: string) {
    this.path = path;
    this.#text = text;
  }

  static async read(path: string): Promise<SettingsFile> {
    const found = await realpath(path).catch(() => path);
    try {
      return new SettingsFile(found, await readFile(found, "utf8"));
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "ENOENT") {
        return new SettingsFile(found, "");
      }
      throw new Error(`Cannot set up: ${path} can't be read`, { cause });
    }
  }

  get settings(): Settings {
    const found = this.#text.split("\n").flatMap((line) => {
      const [, name, value = ""] = LINE.exec(line) ?? [];
      return name === undefined ? [] : [[name, unquoted(value)] as const];
    });
    return Object.fromEntries(found);
  }

  /** Writes the changes for the owner alone; all other lines stay as they are. */
  async write(changes: Changes): Promise<void> {
    const left = new Map(Object.entries(changes));
    const kept = this.#text.split("\n").flatMap((line) => {
      const [, name = ""] = LINE.exec(line) ?? [];
      if (!Object.hasOwn(changes, name)) return [line];
      const value = left.get(name) ?? null;
      left.delete(name);
      return value === null ? [] : [`${name}=${value}`];
    });
    while (kept.at(-1) === "") kept.pop();
    for (const [name, value] of left) {
      if (value !== null) kept.push(`${name}=${value}`);
    }
    try {
      await writePrivate(this.path, `${kept.join("\n")}\n`);
    } catch (cause) {
      const why = `Cannot set up: ${this.path} can't be written`;
      throw new Error(why, { cause });
    }
  }
}

/** @throws for a value that some reader of the file would take for another one */
export function requirePlain(changes: Changes): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value !== null && !PLAIN.test(value)) {
      throw new Error(
        `Cannot set up: ${name} can only contain letters, digits and . _ : / @ % + = , -`,
      );
    }
  }
}

function unquoted(value: string): string {
  const [, , inner] = /^(["'])(.*)\1$/.exec(value) ?? [];
  return inner ?? value.replace(/\s+#.*$/, "");
}
