import type { Member } from "../../access/principal.ts";
import type { ForeignRow } from "./foreign_store.ts";

/** All that the other service may do in the name of its account. */
const FOREIGN_SCOPES: readonly string[] = [
  "conversations:read",
  "conversations:write",
  "conversations:submit",
  "conversations:cancel",
  "decisions:write",
  "artifacts:write",
  "contacts:new",
  "payments:hold",
];

/**
 * The caller that acts for an account whose inbox is at another service. Only what that
 * service said becomes a call of it: a signed request, a push, or the answer to our question.
 */
export function foreignMember({
  accountId,
  origin,
}: Pick<ForeignRow, "accountId" | "origin">): Member {
  return { kind: "person", accountId, origin, scopes: FOREIGN_SCOPES };
}

/**
 * The same where it answers a conversation that was begun here: its words reach everybody who is
 * in it, ordinary addresses, too.
 */
export function foreignRecipient(
  account: Pick<ForeignRow, "accountId" | "origin">,
): Member {
  const scopes = [...FOREIGN_SCOPES, "outward:send"];
  return { ...foreignMember(account), scopes };
}
