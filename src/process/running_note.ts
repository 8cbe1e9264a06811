import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../config/config.ts";
import { environment, readConfig } from "../config/config.ts";
import type { Env } from "../config/setting.ts";
import { writeOwnFile } from "../core/base/own_file.ts";

/** The settings that lead to a service. None is secret: the token of its channel is elsewhere. */
interface Leading {
  readonly DATABASE_URL: string;
  readonly PORT: string;
  readonly BASE_URL: string;
  readonly ADDRESS_DOMAIN: string;
}

/** A running service's note to every `svc` of its user, in a file of its own. */
interface Note {
  readonly pid: number;
  /** Where it was started. */
  readonly folder: string;
  readonly settings: Leading;
}

/**
 * Leaves the note of a service that has started; one that cannot be written does not matter.
 * @returns Removes it.
 */
export async function leaveNote(
  { databasePath, port, baseUrl, addressDomain }: Config,
  env: Env = environment(),
): Promise<() => Promise<void>> {
  const [folder] = foldersIn(env);
  if (folder === undefined || databasePath === null) return async () => {};
  const { pid } = process;
  const path = join(folder, `${pid}.json`);
  const settings: Leading = {
    DATABASE_URL: pathToFileURL(databasePath).href,
    PORT: String(port),
    BASE_URL: baseUrl,
    ADDRESS_DOMAIN: addressDomain,
  };
  const note: Note = { pid, folder: process.cwd(), settings };
  await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => writeOwnFile(path, JSON.stringify(note)))
    .catch(() => {});
  return () => rm(path, { force: true });
}

/**
 * The settings of a terminal, with those that lead to the running service where the terminal
 * names no database: to the one that was started in this folder, or else, if no database is
 * here, to any of this user.
 * @param port Chooses one of several.
 * @throws if several run and none is chosen, or none at that port
 */
export async function settingsHere(
  env: Env,
  port: string | undefined,
): Promise<Env> {
  const { listed, databasePath } = readConfig(env);
  const isNamed = listed.some(
    ({ name, from }) => name === "DATABASE_URL" && from !== "default",
  );
  if (isNamed && port === undefined) return env;
  const running = await notesIn(env);
  if (port !== undefined) {
    const chosen = running.find(({ settings }) => settings.PORT === port);
    if (chosen) return { ...env, ...chosen.settings };
    throw new Error(
      `Cannot reach port ${port}: no running service of yours is there`,
    );
  }
  const here = running.filter(({ folder }) => folder === process.cwd());
  const isOwn = here.length > 0 || existsSync(databasePath ?? "");
  const [one, ...more] = isOwn ? here : running;
  if (more.length === 0) return { ...one?.settings, ...env };
  const named = (isOwn ? here : running).map(
    ({ settings }) => `--port ${settings.PORT} (${settings.DATABASE_URL})`,
  );
  throw new Error(
    `Cannot choose between ${named.length} running services: add ${named.join(" or ")}`,
  );
}

/** The notes of services that live; that of a killed one is removed. */
async function notesIn(env: Env): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (const folder of foldersIn(env)) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((it) => it.endsWith(".json")).toSorted()) {
      const path = join(folder, name);
      const note: Note | undefined = await Bun.file(path)
        .json()
        .catch(() => undefined);
      if (note && isAlive(note.pid)) notes.push(note);
      else if (note) await rm(path, { force: true });
    }
  }
  return notes;
}

/** Folders of this user alone: of the session, or else beside the user's settings. */
function foldersIn({ XDG_RUNTIME_DIR, HOME }: Env): readonly string[] {
  return [
    ...(XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, "svc")] : []),
    ...(HOME ? [join(HOME, ".config", "svc", "running")] : []),
  ];
}

/** False also of a process of another user, which has the id by now. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
