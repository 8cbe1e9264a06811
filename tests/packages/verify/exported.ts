import type { Archive } from "../../../packages/verify/src/findings.ts";
import {
  archiveKeys,
  consistencyLines,
  signArchive,
} from "../../../src/core/audit/log/archive_part.ts";
import { newestLog, proveHeads } from "../../../src/core/audit/log/prove.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import { signHeads } from "../../../src/core/loops/sweeper.ts";
import { acceptProposal } from "../../../src/core/operations/accept_proposal.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { getArtifact } from "../../../src/core/operations/get_artifact.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { proposeTerms } from "../../../src/core/operations/propose_terms.ts";
import { readAudit } from "../../../src/core/operations/read_audit.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { signReceipt } from "../../../src/core/operations/sign_receipt.ts";
import type { Stage } from "../../core/core_harness.ts";
import { send } from "../../core/core_harness.ts";

/** The files of an archive by their paths. */
export type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** Bob's exports of a paid, answered conversation and of a small one. */
export interface Exported {
  readonly files: Files;
  readonly done: string;
  readonly small: string;
  /** A checkpoint of the log that somebody kept from before. */
  readonly kept: string;
}

const encode = (text: string) => new TextEncoder().encode(text);
const lines = (rows: readonly object[]) =>
  encode(rows.map((it) => `${JSON.stringify(it)}\n`).join(""));

/** Lets people write and pay, and lays out what bob reads of it as an archive has it. */
export async function exported(stage: Stage): Promise<Exported> {
  const { alice, bob, carol, dave, services } = stage;
  const done = await send(alice.asPerson(), {
    ...{ to: [bob.address], cc: [carol.address], title: "The plan" },
  });
  const terms = { conversationId: done, price: "5.00" };
  const validUntil = new Date(services.clock() + 86_400_000).toISOString();
  await bob.run(proposeTerms, { ...terms, price: "9.00", validUntil });
  const second = await bob.run(proposeTerms, {
    ...{ ...terms, validUntil, arbiter: dave.address },
  });
  const { proposalId } = second.proposal;
  await signHeads(services);
  const kept = (await newestLog(services))?.note ?? "";
  await alice
    .asPerson()
    .run(acceptProposal, { conversationId: done, proposalId });
  const file = { name: "plan.txt", mimeType: "text/plain" };
  const bytes = btoa("the plan");
  await bob.run(addArtifact, { conversationId: done, ...file, bytes });
  const answer = { conversationId: done, text: "Here it is" };
  await bob.run(sendMessage, { ...answer, mode: "reply" });
  const private_ = { conversationId: done, text: "Between us" };
  await carol.run(sendMessage, { ...private_, mode: "reply" });
  await bob.run(signReceipt, { conversationId: done, confirm: true });
  const small = await send(carol.asPerson(), {
    ...{ to: [bob.address], title: "Else" },
  });
  await signHeads(services);
  const files: Files = new Map();
  for (const id of [done, small]) await addConversation(files, stage, id);
  await addLog(files, stage, [done, small]);
  await seal(files, (hash) => signArchive(services, hash));
  return { files, done, small, kept };
}

async function addConversation(files: Files, { bob }: Stage, id: string) {
  const conversationId = id;
  const { conversation } = await bob.run(getConversation, { conversationId });
  const { messages = [], artifacts, ...rest } = conversation;
  add(files, "conversations", [rest]);
  add(files, "messages", messages);
  for (const it of artifacts) {
    const { artifactId } = it;
    const read = await bob.run(getArtifact, { conversationId, artifactId });
    const path = `files/${artifactId}`;
    files.set(path, new Uint8Array(read.bytes ?? []));
    add(files, "artifacts", [{ ...it, path }]);
  }
  const { receipt } = conversation.payment ?? {};
  if (receipt) {
    const { receiptId, jws } = receipt;
    add(files, "receipts", [{ conversationId, receiptId, jws }]);
  }
  const { records } = await bob.run(readAudit, {
    conversationId,
    limit: 1_000,
  });
  const half = Math.ceil(records.length / 2);
  const chain = `chains/${id}`;
  files.set(`${chain}/000001.jsonl`, lines(records.slice(0, half)));
  files.set(`${chain}/000002.jsonl`, lines(records.slice(half)));
}

function add(files: Files, table: string, rows: readonly object[]): void {
  const path = `${table}/000001.jsonl`;
  const before = files.get(path) ?? new Uint8Array();
  files.set(path, new Uint8Array(Buffer.concat([before, lines(rows)])));
}

async function addLog(files: Files, { services }: Stage, ids: string[]) {
  files.set("keys.json", encode(JSON.stringify(await archiveKeys(services))));
  files.set("log/proofs/000001.jsonl", lines(await proveHeads(services, ids)));
  const consistent = lines(await consistencyLines(services, []));
  files.set("log/consistency/000001.jsonl", consistent);
  const note = (await newestLog(services))?.note ?? "";
  files.set("log/checkpoint", encode(note));
}

/** Makes the manifest of the files as they are. */
export async function seal(
  files: Files,
  sign: (hash: string) => string | Promise<string>,
): Promise<void> {
  for (const path of [...files.keys()]) {
    if (path.startsWith("manifest")) files.delete(path);
  }
  const listed = [...files].map(([path, bytes]) => ({
    ...{ path, bytes: bytes.length, sha256: sha256(bytes) },
  }));
  const part = lines(listed);
  files.set("manifest/000001.jsonl", part);
  const of = { bytes: part.length, sha256: sha256(part) };
  const manifest = JSON.stringify({
    format: "svc-archive/1",
    files: { "manifest/000001.jsonl": of },
  });
  files.set("manifest.json", encode(manifest));
  files.set("manifest.note", encode(await sign(sha256(manifest))));
}

/** Changes the text of a file. */
export function edit(
  files: Files,
  path: string,
  change: (text: string) => string,
) {
  const before = new TextDecoder().decode(files.get(path));
  const after = change(before);
  if (after === before) throw new Error(`Nothing in ${path} was changed`);
  files.set(path, encode(after));
}

/** Files in memory as an archive. */
export function archiveOf(files: Files): Archive {
  return {
    paths: [...files.keys()],
    has: (path) => files.has(path),
    async read(path) {
      const bytes = files.get(path);
      if (!bytes) throw new Error(`${path} is missing`);
      return bytes;
    },
  };
}
