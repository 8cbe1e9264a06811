import { chmod, mkdir, readFile, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { writePrivate } from "./private_file.ts";

/** A service, and a token that it issued. */
export interface Login {
  readonly url: string;
  readonly token: string;
}

/** The permission bits of others than the owner. */
const OTHERS = 0o077;

/**
 * The stored login; undefined if there is none.
 * @throws if others could have read or changed it
 */
export async function readLogin(path: string): Promise<Login | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  if ((found.mode & OTHERS) !== 0) {
    throw new Error(
      `Cannot use the login: others can read ${path}. Revoke its credential, delete the file and log in again`,
    );
  }
  const { url, token } = JSON.parse(await readFile(path, "utf8"));
  if (typeof url === "string" && typeof token === "string") {
    return { url, token };
  }
  throw new Error(
    `Cannot use the login: ${path} isn't a login file. Log in again`,
  );
}

/** Stores a login for its owner only, as a whole or not at all. */
export async function writeLogin(path: string, login: Login): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await writePrivate(path, `${JSON.stringify(login)}\n`);
}

/** @returns True if there was one. */
export async function removeLogin(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  await rm(path, { force: true });
  return found !== undefined;
}
