import type { Core } from "../access/context.ts";
import { peopleStore } from "./sessions_store.ts";
import type { AuthWorld } from "./sign_in/auth_world.ts";

/**
 * Tells the person whose mailbox it is, if there is one, that a wrong code was tried.
 * The caller does not wait for it: its duration would tell which mailboxes are known.
 */
export function recordRefusal(
  core: Pick<Core, "db">,
  { record, log }: Pick<AuthWorld, "record" | "log">,
  mailbox: string,
): void {
  const tell = async () => {
    const person = await peopleStore(core.db).byEmail(mailbox);
    if (person) await record({ accountId: person.id, type: "sign_in.refused" });
  };
  void tell().catch((error) => log.error("auth.record_failed", error));
}
