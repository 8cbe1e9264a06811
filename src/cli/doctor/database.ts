import { LIMITS } from "../../core/base/limits.ts";
import { httpOf } from "../../core/db/hrana/await_server.ts";
import type { Check } from "./check.ts";
import { bad, note, ok, shownBytes } from "./check.ts";

const VERSION_CHARS_MAX = 80;

/** The database, its schema and what the ledger says. */
export const DATABASE: Check = {
  name: "Database",
  async look({ config, service: { database, ledgerIsRight } }) {
    const { sqlite, bytes, refuses } = database;
    if (refuses !== null) {
      return bad(
        refuses,
        config.databasePath === null
          ? "check that the libSQL server runs and has room on its disk"
          : "check the disk's room, and whether another program holds the file",
      );
    }
    if (!ledgerIsRight) {
      return bad("the ledger doesn't add up", "run svc ledger verify");
    }
    const place = config.databasePath === null ? "a libSQL server" : "a file";
    return ok(
      `${place}, SQLite ${sqlite}, ${shownBytes(bytes)}, writable, ledger correct`,
    );
  },
};

/** If the database is a server: which one, and whether the connection is encrypted. */
export const SERVER: Check = {
  name: "Database server",
  async look({ config: { databaseUrl, databasePath, databaseAuthToken } }) {
    if (databasePath !== null) return ok("none (the database is a file)");
    const { protocol, host } = new URL(httpOf(databaseUrl));
    const askedAt = performance.now();
    const answer = await fetch(`${protocol}//${host}/version`, {
      headers:
        databaseAuthToken === undefined
          ? {}
          : { authorization: `Bearer ${databaseAuthToken}` },
      signal: AbortSignal.timeout(LIMITS.operatorAnswerMs),
      redirect: "manual",
    });
    const version = answer.ok
      ? (await answer.text()).trim().slice(0, VERSION_CHARS_MAX)
      : "of unknown version";
    const tookMs = Math.round(performance.now() - askedAt);
    const found = `${host}, ${version}, answers in ${tookMs} ms`;
    return protocol === "http:" && databaseAuthToken !== undefined
      ? note(
          `${found}, over plain http with a token`,
          "use https, unless the network between is private",
        )
      : ok(found);
  },
};

/** Misspelt settings, and settings for development. */
export const SETTINGS_CHECK: Check = {
  name: "Settings",
  async look({ config }) {
    const { misspelt, ratesPerMinute, isLoopbackAllowed, baseUrl } = config;
    const [wrong] = misspelt;
    if (wrong) {
      return bad(
        `${wrong.name} isn't a setting`,
        `did you mean ${wrong.didYouMean}? svc config lists all settings`,
      );
    }
    if (!ratesPerMinute || isLoopbackAllowed) {
      return note(
        "RATE_LIMITS=off or ALLOW_LOOPBACK_FETCH=true is for development only",
        "remove it if others can reach the service",
      );
    }
    const isPublic = baseUrl.startsWith("https:");
    const isProduction = config.listed.some(
      ({ name, value }) => name === "NODE_ENV" && value === "production",
    );
    return isPublic && !isProduction
      ? note(
          "NODE_ENV isn't production, so new accounts get test money",
          "set NODE_ENV=production if others can reach the service",
        )
      : ok("no misspelled or development-only settings");
  },
};
