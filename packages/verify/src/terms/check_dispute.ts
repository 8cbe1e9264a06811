import type { Row } from "../rows.ts";
import { memberText, objectIn } from "../rows.ts";
import { isSignedJws, payloadOf } from "./signed_jws.ts";

/** Checks that how a dispute ended is what the service signed. */
export async function disputeFault(
  conversation: Row,
  jwks: unknown,
): Promise<string | undefined> {
  const dispute = objectIn(objectIn(conversation, "terms"), "dispute");
  const outcome = objectIn(dispute, "outcome");
  const jws = memberText(outcome, "jws");
  if (jws === "") return undefined;
  if (!(await isSignedJws(jws, jwks))) {
    return "the end of its dispute is not signed with the service's key";
  }
  const signed = payloadOf(jws);
  const amountOf = (name: string) =>
    memberText(objectIn(outcome, name), "amount");
  const isSame =
    signed.conversationId === conversation.conversationId &&
    signed.disputeId === dispute.disputeId &&
    signed.status === dispute.status &&
    signed.by === outcome.by &&
    signed.at === outcome.at &&
    signed.return === amountOf("return") &&
    signed.release === amountOf("release");
  return isSame
    ? undefined
    : "the end of its dispute differs from what was signed";
}
