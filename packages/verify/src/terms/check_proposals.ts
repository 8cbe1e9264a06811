import { hexDigest } from "../bytes.ts";
import type { ChainWords } from "../check_chains.ts";
import type { Row } from "../rows.ts";
import { asRow, memberText, objectIn } from "../rows.ts";
import { isSignedJws, payloadOf } from "./signed_jws.ts";

/** Members that a proposal and its signature have in common. */
const SIGNED = [
  ...["proposalId", "by", "release", "dueAt", "validUntil", "previous"],
  "arbiter",
] as const;

/**
 * Checks the proposals of a conversation: each is signed with the service's key, follows the one
 * before, is what its record commits to, and only what its chain says was accepted is agreed.
 */
export async function proposalFault(
  conversation: Row,
  words: ChainWords,
  jwks: unknown,
): Promise<string | undefined> {
  const terms = objectIn(conversation, "terms");
  const { proposals } = terms;
  const { agreedId, hasHidden } = words;
  let accepted = "";
  let before: string | undefined;
  for (const it of Array.isArray(proposals) ? proposals : []) {
    const shown = asRow(it) ?? {};
    const id = memberText(shown, "proposalId");
    const jws = memberText(shown, "jws");
    const problem =
      (await signatureFault(conversation, shown, jwks)) ??
      recordFault(shown, words);
    if (problem) return `its proposal ${id}: ${problem}`;
    const previous = before === undefined ? null : hexDigest(before);
    if (shown.previous !== previous) {
      return `its proposal ${id} does not follow the one before it`;
    }
    before = jws;
    if (memberText(shown, "status") === "accepted") accepted = id;
  }
  const isKnown = agreedId !== "" || !hasHidden;
  const isAgreed = accepted === memberText(terms, "agreedId");
  return isAgreed && (!isKnown || accepted === agreedId)
    ? undefined
    : "its agreed proposal is not the one that was accepted last";
}

async function signatureFault(
  conversation: Row,
  shown: Row,
  jwks: unknown,
): Promise<string | undefined> {
  const jws = memberText(shown, "jws");
  if (!(await isSignedJws(jws, jwks))) {
    return "it is not signed with the service's key";
  }
  const signed = payloadOf(jws);
  const isOfIt =
    memberText(signed, "conversationId") ===
    memberText(conversation, "conversationId");
  const isSame =
    SIGNED.every((name) => signed[name] === shown[name]) &&
    signed.price === memberText(objectIn(shown, "price"), "amount");
  return isOfIt && isSame ? undefined : "it differs from what was signed";
}

/** Compares one with its records, unless this reader may not read them. */
function recordFault(
  shown: Row,
  { commitments, hasHidden }: ChainWords,
): string | undefined {
  const id = memberText(shown, "proposalId");
  const recorded = commitments.get(id);
  if (recorded === undefined) {
    return hasHidden ? undefined : "no record of it exists";
  }
  return recorded === hexDigest(memberText(shown, "jws"))
    ? undefined
    : "it differs from the recorded one";
}
