import { readdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openSecretFiles } from "../../config/secrets.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { codeOf } from "../../core/db/failure.ts";
import type { Check } from "./check.ts";
import { bad, note, ok, shownBytes } from "./check.ts";

/** The clock, because what it ends cannot be undone. */
export const CLOCK: Check = {
  name: "Clock",
  async look({ service: { clock }, now }) {
    const { aheadSeconds, newestSignedAt } = clock;
    if (aheadSeconds > 0) {
      return bad(
        `it has jumped ${aheadSeconds} s ahead, so expiry waits`,
        "set it by NTP; if it's right, run svc clock trust",
      );
    }
    const signedAt = newestSignedAt === null ? 0 : Date.parse(newestSignedAt);
    if (signedAt > now + LIMITS.clockAheadMs) {
      return bad(
        `it shows ${new Date(now).toISOString()}, and something was signed at ${newestSignedAt}`,
        "set it by NTP; it's slow now, or was fast before",
      );
    }
    return ok(`${new Date(now).toISOString()}, as expected`);
  },
};

/** Free space for the data; a libSQL server checks its own. */
export const DISK: Check = {
  name: "Disk",
  async look({ config, service }) {
    if (config.databasePath === null) {
      return note(
        "the libSQL server doesn't tell how much room it has",
        "watch it there; writes fail on a full disk",
      );
    }
    const { bavail, bsize, blocks } = await statfs(config.dataDir);
    const free = bavail * bsize;
    const found = `${shownBytes(free)} free of ${shownBytes(blocks * bsize)} at ${config.dataDir}`;
    const wanted = Math.max(LIMITS.doctorFreeBytesMin, service.database.bytes);
    return free >= wanted
      ? ok(found)
      : bad(
          found,
          `free ${shownBytes(wanted)}; writes fail on a full disk, and a backup needs room for the database`,
        );
  },
};

const OTHERS = 0o077;

/** Only the owner may read the data, the keys next to it, and secrets in other places. */
export const PERMISSIONS: Check = {
  name: "Permissions",
  async look({ config }) {
    const { dataDir, databasePath } = config;
    const names = await readdir(dataDir).catch((error: unknown) => {
      // With a server, all of it may be elsewhere.
      if (databasePath === null && codeOf(error) === "ENOENT") return [];
      throw error;
    });
    const open: string[] = [];
    for (const name of names) {
      const { mode } = await stat(join(dataDir, name));
      if ((mode & OTHERS) !== 0) open.push(name);
    }
    const secrets = (await openSecretFiles(config)).filter(
      (path) => dirname(path) !== dataDir,
    );
    const found: string[] = [];
    const fixes: string[] = [];
    if (open.length > 0) {
      found.push(
        `other users can read ${open.sort().join(", ")} in ${dataDir}`,
      );
      fixes.push(`chmod -R go= ${dataDir}`);
    }
    if (secrets.length > 0) {
      found.push(`every user can read ${secrets.join(", ")}`);
      fixes.push(`chmod 600 ${secrets.join(" ")}`);
    }
    return found.length === 0
      ? ok(`only their owner can read the ${names.length} files in ${dataDir}`)
      : bad(found.join("; "), fixes.join("; "));
  },
};

/** Keys that sign receipts, checkpoints and cards: all nodes need the same. */
export const KEY_FILES: Check = {
  name: "Keys",
  async look({ config, service: { hasEveryKey } }) {
    const { signingKeyPath, cardKeyPath, requestKeyPath } = config;
    const { authSecret, operatorPath } = config;
    const isShared = operatorPath === null && authSecret !== undefined;
    const missing: string[] = [];
    for (const path of isShared
      ? []
      : [signingKeyPath, cardKeyPath, requestKeyPath]) {
      if (!(await Bun.file(path).exists())) missing.push(path);
    }
    if (missing.length > 0) {
      return bad(
        `missing: ${missing.join(", ")}`,
        "restore them from a backup, or new keys sign receipts and cards",
      );
    }
    if (!hasEveryKey) {
      return bad(
        "the log was signed by a key that isn't here; it was lost, or belongs to another service",
        "stop the service and restore signing_key.json from a backup; without it, old records no longer show as signed by this service",
      );
    }
    if (isShared) {
      return ok(
        "the keys of receipts and cards are in the database, sealed with AUTH_SECRET; keep that apart from its backups",
      );
    }
    if (operatorPath === null) {
      return note(
        "a libSQL server without AUTH_SECRET",
        "set AUTH_SECRET before you add a second node; the first start with it moves the key files into the database",
      );
    }
    return ok(
      "the keys of receipts, cards and sign-in are there; include them in backups",
    );
  },
};
