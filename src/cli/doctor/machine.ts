import { readdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openSecretFiles } from "../../config/secrets.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { codeOf } from "../../core/db/failure.ts";
import type { Check } from "./check.ts";
import { bad, note, ok, shownBytes } from "./check.ts";

/** The clock: what it ends cannot be undone. */
export const CLOCK: Check = {
  name: "Clock",
  async look({ service: { clock }, now }) {
    const { aheadSeconds, newestSignedAt } = clock;
    if (aheadSeconds > 0) {
      return bad(
        `it has jumped ${aheadSeconds} s ahead, and what time ends waits`,
        "set it by NTP; if it is right, say so: svc clock trust",
      );
    }
    const signedAt = newestSignedAt === null ? 0 : Date.parse(newestSignedAt);
    if (signedAt > now + LIMITS.clockAheadMs) {
      return bad(
        `it shows ${new Date(now).toISOString()}, and something was signed at ${newestSignedAt}`,
        "set it by NTP: it goes after, or went before",
      );
    }
    return ok(`${new Date(now).toISOString()}, with nothing against it`);
  },
};

/** Room for the data; of a libSQL server it is the server's own. */
export const DISK: Check = {
  name: "Disk",
  async look({ config, service }) {
    if (config.databasePath === null) {
      return note(
        "that of the libSQL server, which tells nobody how much room it has",
        "watch it there: a full disk refuses every write",
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
          `free ${shownBytes(wanted)}: a full disk refuses every write, and a backup needs room for the database`,
        );
  },
};

const OTHERS = 0o077;

/** Only the owner may read the data, the keys beside it, and secrets in other places. */
export const PERMISSIONS: Check = {
  name: "Permissions",
  async look({ config }) {
    const { dataDir, databasePath } = config;
    const names = await readdir(dataDir).catch((error: unknown) => {
      // On a server all of it may be elsewhere.
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
      found.push(`others may read ${open.sort().join(", ")} in ${dataDir}`);
      fixes.push(`chmod -R go= ${dataDir}`);
    }
    if (secrets.length > 0) {
      found.push(`everybody may read ${secrets.join(", ")}`);
      fixes.push(`chmod 600 ${secrets.join(" ")}`);
    }
    return found.length === 0
      ? ok(`only their owner reads the ${names.length} files in ${dataDir}`)
      : bad(found.join("; "), fixes.join("; "));
  },
};

/** Keys that sign receipts, checkpoints and cards: all nodes need the same. */
export const KEY_FILES: Check = {
  name: "Keys",
  async look({ config, service: { hasEveryKey } }) {
    const { signingKeyPath, cardKeyPath, authSecret, operatorPath } = config;
    const isShared = operatorPath === null && authSecret !== undefined;
    const missing: string[] = [];
    for (const path of isShared ? [] : [signingKeyPath, cardKeyPath]) {
      if (!(await Bun.file(path).exists())) missing.push(path);
    }
    if (missing.length > 0) {
      return bad(
        `not there: ${missing.join(", ")}`,
        "bring them back from a backup, or receipts and cards are signed by new ones",
      );
    }
    if (!hasEveryKey) {
      return bad(
        "the log was signed by a key that is not here: it was lost, or is that of another service",
        "stop the service and bring signing_key.json back from a backup; without it old records no longer show as signed by this service",
      );
    }
    if (isShared) {
      return ok(
        "receipts and cards have theirs in the database, sealed with AUTH_SECRET; keep that apart from its backups",
      );
    }
    if (operatorPath === null) {
      return note(
        "a libSQL server, and no AUTH_SECRET",
        "set AUTH_SECRET before there is a second node: the first start with it takes the key files into the database",
      );
    }
    return ok(
      "receipts, cards and sign-in have theirs; keep them in the backup",
    );
  },
};
