import { expect, test } from "bun:test";
import { checkArchive } from "../../../packages/verify/src/check_archive.ts";
import { rowIn } from "../../../packages/verify/src/rows.ts";
import { disputeFault } from "../../../packages/verify/src/terms/check_dispute.ts";
import { evidenceLines } from "../../../packages/verify/src/terms/evidence_lines.ts";
import { openZip } from "../../../packages/verify/src/zip/zip_archive.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { acceptProposal } from "../../../src/core/operations/accept_proposal.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { answerDispute } from "../../../src/core/operations/answer_dispute.ts";
import { getDisputeEvidence } from "../../../src/core/operations/get_dispute_evidence.ts";
import { openDispute } from "../../../src/core/operations/open_dispute.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import type { Actor } from "../core_harness.ts";
import { DAY, send, startStage } from "../core_harness.ts";
import { archiveOf } from "./archive.ts";

function zipOf(bytes: Uint8Array) {
  return openZip(
    async (start, length) =>
      Uint8Array.from(bytes.subarray(start, start + length)),
    bytes.length,
  );
}

async function evidenceOf(reader: Actor, conversationId: string) {
  const { parts } = await reader.run(getDisputeEvidence, { conversationId });
  return new Uint8Array(Buffer.concat(await Array.fromAsync(parts)));
}

/** The faults in an archive, or why it cannot be opened. */
async function faultsOf(bytes: Uint8Array): Promise<readonly string[]> {
  try {
    const zip = await zipOf(bytes);
    const { faults } = await checkArchive(zip);
    return faults.map(({ about, problem }) => `${about}: ${problem}`);
  } catch (error) {
    return [String(error)];
  }
}

/** A byte in the middle of each file of an archive. */
function* middles(bytes: Uint8Array): Generator<readonly [string, number]> {
  const view = new DataView(bytes.buffer);
  const LOCAL = 0x04034b50;
  for (let at = 0; view.getUint32(at, true) === LOCAL; ) {
    const size = view.getUint32(at + 18, true);
    const nameSize = view.getUint16(at + 26, true);
    const name = bytes.subarray(at + 30, at + 30 + nameSize);
    at += 30 + nameSize;
    yield [new TextDecoder().decode(name), at + (size >> 1)];
    at += size;
  }
}

test("the evidence of a dispute holds what its reader may read, is checked offline, and shows each changed byte", async () => {
  await using core = await startStage();
  const { alice, bob, carol, services } = core;
  const terms = { title: "The report", arbiter: carol.address };
  const conversationId = await send(alice, { to: bob.address, ...terms });
  const validUntil = new Date(services.clock() + DAY).toISOString();
  const made = { conversationId, price: "5.00", validUntil };
  const { proposalId } = (await bob.run(proposeTerms, made)).proposal;
  await alice.run(acceptProposal, { conversationId, proposalId });
  const none = await bob.refused(getDisputeEvidence, { conversationId });
  expect(none.code).toBe("not_found");
  const file = { name: "plan.txt", mimeType: "text/plain" };
  const bytes = Buffer.from("plain words").toString("base64");
  const added = { conversationId, ...file, bytes };
  const { artifactId } = await bob.run(addArtifact, added);
  await bob.run(sendMessage, { conversationId, text: "Here it is" });
  await alice.run(openDispute, {
    ...{ conversationId, reason: "not_as_agreed", return: "2.00" },
    ...{ text: "Half is missing", evidence: [artifactId] },
  });
  const early = await bob.refused(getDisputeEvidence, { conversationId });
  expect(early.code).toBe("unavailable");
  await bob.run(answerDispute, { conversationId, take: 1 });
  await signHeads(services);
  const sent = await evidenceOf(bob, conversationId);
  expect(await faultsOf(sent)).toEqual([]);
  const archive = await archiveOf(conversationId, sent);
  expect(
    archive.names.filter((it) => /^(account|contacts|payments)/.test(it)),
  ).toEqual([]);
  const words = await archive.lines("messages");
  expect(words.map(({ text }) => text)).toEqual(["words", "Here it is"]);
  expect(JSON.parse(await archive.text("manifest.json"))).toMatchObject({
    ...{ account: bob.address, evidenceOf: conversationId },
  });
  const said = (await evidenceLines(await zipOf(sent))).join("\n");
  expect(said).toContain(`agreed     ${proposalId} of ${bob.address}: 5.00`);
  expect(said).toContain(`rests on ${artifactId} (plan.txt)`);
  expect(said).toContain(`1. ${alice.address}: 2.00 USDC back`);
  expect(said).toMatch(/ended by bob@.*: 2.00 USDC back, 3.00 USDC paid out/);
  await expectTamperingFound(sent);
  const refused = await carol.refused(getDisputeEvidence, { conversationId });
  expect(refused.code).toBe("conversation_not_found");
});

/** Changes a byte of each file, and the signed end of the dispute. */
async function expectTamperingFound(sent: Uint8Array<ArrayBuffer>) {
  for (const [name, at] of middles(sent)) {
    const changed = sent.with(at, (sent[at] ?? 0) ^ 1);
    expect(await faultsOf(changed), name).not.toEqual([]);
  }
  const zip = await zipOf(sent);
  const { jwks } = rowIn(await zip.read("keys.json"));
  const text = await zip.read("conversations/000001.jsonl");
  const row = rowIn(text);
  expect(await disputeFault(row, jwks)).toBeUndefined();
  const other = JSON.parse(JSON.stringify(row).replaceAll("3.00", "4.00"));
  expect(await disputeFault(other, jwks)).toContain("differs");
}
