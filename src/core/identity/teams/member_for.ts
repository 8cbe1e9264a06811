import type { QueryCall } from "../../access/context.ts";
import type { Member } from "../../access/principal.ts";
import type { Credential } from "../credentials_store.ts";
import { credentialStore } from "../credentials_store.ts";
import { actingIn, isCurrent } from "./acting_as.ts";

/** The agent that a credential makes of its holder. */
export function memberFor(credential: Credential): Member {
  const { id, accountId, name, scopes, accept } = credential;
  const { perPayment, perDay, perPayee, askFirstPayment } = credential;
  return {
    kind: "agent",
    accountId,
    credentialId: id,
    credentialName: name,
    scopes,
    ...(perPayment !== null && { perPayment }),
    ...(perDay !== null && { perDay }),
    ...(perPayee !== null && { perPayee }),
    ...(askFirstPayment && { asksFirstPayment: true }),
    ...(accept && { accept }),
  };
}

/**
 * An agent by its current access, or a member by their place in a team, without a token;
 * undefined once that has ended.
 */
export async function memberBy(
  { db, now }: Pick<QueryCall, "db" | "now">,
  accountId: string,
  credentialId: string,
): Promise<Member | undefined> {
  const found = await credentialStore(db).find(accountId, credentialId);
  if (!found || !isCurrent(found, now)) return undefined;
  if (found.memberId === null) return memberFor(found);
  const by = {
    accountId: found.memberId,
    kind: "person",
    scopes: null,
  } as const;
  return actingIn(found, by, found.name);
}
