import { sql } from "drizzle-orm";
import { auditStore } from "../../src/core/audit/store.ts";
import { peopleStore } from "../../src/core/identity/sessions_store.ts";
import type { TestService } from "../harness.ts";
import type { Browser } from "./browser.ts";
import { codeFor, mailed } from "./browser.ts";

export const SEND = "/api/auth/email-otp/send-verification-otp";
export const SIGN_IN = "/api/auth/sign-in/email-otp";

/** A record of somebody's chain, as far as these tests look. */
export interface Recorded {
  readonly type: string;
  readonly actor: { readonly kind: string };
  readonly refs?: Readonly<Record<string, string>>;
}

/** Has a code mailed to a browser, and reads the mail. */
export async function sendCode(
  service: TestService,
  email: string,
  browser: Browser,
): Promise<string> {
  const before = service.mails.filter(({ to }) => to === email).length;
  await browser.call(SEND, { email, type: "sign-in" });
  await mailed(service, email, before + 1);
  return codeFor(service, email);
}

/** Tries a code as a page would. */
export async function tryCode(
  browser: Browser,
  email: string,
  otp: string,
): Promise<Response> {
  return await browser.call(SIGN_IN, { email, otp });
}

/** The stored rows of codes and links that wait. */
export async function codeRows(service: TestService): Promise<unknown[]> {
  return await rowsOf(service, "auth_verifications");
}

/** Every row of a table. */
export async function rowsOf(
  service: TestService,
  table: string,
): Promise<unknown[]> {
  return await service.services.db.orm.all(sql.raw(`select * from "${table}"`));
}

/** The names of all tables. */
export async function tablesOf(service: TestService): Promise<string[]> {
  const rows = await service.services.db.orm.values<[string]>(
    sql`select name from sqlite_schema where type = 'table'`,
  );
  return rows.map(([name]) => name);
}

/** The id of the person with this mailbox. */
export async function personOf(
  service: TestService,
  email: string,
): Promise<string> {
  const person = await peopleStore(service.services.db).byEmail(email);
  return person?.id ?? "nobody";
}

/** The records of one type in a person's own chain; waits a moment for the first. */
export async function auditOf(
  service: TestService,
  email: string,
  type: string,
): Promise<Recorded[]> {
  const id = await personOf(service, email);
  for (let turn = 0; ; turn++) {
    const rows = await auditStore(service.services.db).page(id, 0, 1_000);
    const records = rows.map(({ said }) => said as Recorded);
    const found = records.filter((it) => it.type === type);
    if (found.length > 0 || turn === 1_000) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
