import { DOMAIN } from "../core_harness.ts";

/** How a process that is killed opens the database of a test. */
export function settingsOfChild(databaseUrl: string) {
  return {
    DATABASE_URL: databaseUrl,
    ADDRESS_DOMAIN: DOMAIN,
    RATE_LIMITS: "off",
    ALLOW_LOOPBACK_FETCH: "true",
  };
}
