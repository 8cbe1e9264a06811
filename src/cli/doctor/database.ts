import type { Check } from "./check.ts";
import { bad, note, ok, shownBytes } from "./check.ts";

/** The database, its schema and what the ledger says. */
export const DATABASE: Check = {
  name: "Database",
  async look({ config, service: { database, ledgerIsRight } }) {
    const { sqlite, bytes } = database;
    if (!ledgerIsRight) {
      return bad("the ledger does not add up", "svc ledger verify");
    }
    return ok(
      `${config.operatorPath === null ? "a libSQL server" : "a file"}, SQLite ${sqlite}, ${shownBytes(bytes)}, the ledger right`,
    );
  },
};

/** Settings that are nearly spelt like one, or are for development. */
export const SETTINGS_CHECK: Check = {
  name: "Settings",
  async look({ config }) {
    const { misspelt, ratesPerMinute, isLoopbackAllowed, baseUrl } = config;
    const [wrong] = misspelt;
    if (wrong) {
      return bad(
        `${wrong.name} is no setting`,
        `did you mean ${wrong.didYouMean}? svc config lists all`,
      );
    }
    if (!ratesPerMinute || isLoopbackAllowed) {
      return note(
        "RATE_LIMITS=off or ALLOW_LOOPBACK_FETCH=true is for development",
        "leave it out where others reach the service",
      );
    }
    const isPublic = baseUrl.startsWith("https:");
    const isProduction = config.listed.some(
      ({ name, value }) => name === "NODE_ENV" && value === "production",
    );
    return isPublic && !isProduction
      ? note(
          "NODE_ENV is not production: new accounts get test money",
          "set NODE_ENV=production where others reach the service",
        )
      : ok("nothing misspelt, nothing for development alone");
  },
};
