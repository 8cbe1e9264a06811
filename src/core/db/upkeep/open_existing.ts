import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import Sqlite from "libsql";

/**
 * Opens an existing database file. Given a bare path, the package would create an empty one
 * where a file was moved away, and read that from then on.
 * @throws Error that says so, if there is none
 */
export function openExisting(path: string, timeout: number): Sqlite.Database {
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "rw");
  try {
    return new Sqlite(url.href, { timeout });
  } catch (cause) {
    if (existsSync(path)) throw cause;
    throw new Error("the database file was moved or deleted", { cause });
  }
}
