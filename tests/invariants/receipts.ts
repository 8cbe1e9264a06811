import { claim } from "./claim.ts";
import type { Facts, ReceiptFacts } from "./facts.ts";

/** A receipt names what met the condition: it is there, and the signer's own. */
export function checkReceipt(facts: Facts): void {
  const { receipt, participants, messages, artifacts, checkpoints, agreed } =
    facts;
  if (!receipt) return;
  const { evidence, signer } = receipt;
  const participant = participants.find(
    ({ accountId }) => accountId === signer.accountId,
  );
  claim(participant?.role === "to", "an addressed account signed");
  for (const id of evidence.messageIds) {
    const said = messages.find((it) => it.id === id);
    claim(
      said?.author === participant.position &&
        said.seq > (agreed?.message ?? 0),
      "evidence is the signer's own message",
    );
  }
  for (const id of evidence.artifactIds) {
    const addedBy = artifacts.find((it) => it.id === id)?.addedBy;
    claim(
      addedBy === participant.position,
      "evidence is the signer's own file",
    );
  }
  const { decisionId } = evidence;
  if (decisionId !== undefined) {
    const decided = checkpoints.find(({ id }) => id === decisionId);
    claim(
      decided?.kind === "acceptance" &&
        decided.status === "approved" &&
        decided.forAccountId === signer.accountId,
      "evidence is the signer's own acceptance",
    );
  }
  claim(isMet(facts, receipt), `the receipt names what met ${facts.release}`);
}

function isMet(
  { release, releaseAction, payment }: Facts,
  { evidence, condition }: ReceiptFacts,
): boolean {
  if (condition === null) return payment === null;
  const { messageIds, artifactIds, statement = "" } = evidence;
  if (release === "accepted") return true;
  if (release === "replied") return messageIds.length > 0;
  return releaseAction?.type === "artifact"
    ? artifactIds.length > 0
    : statement.trim() !== "";
}
