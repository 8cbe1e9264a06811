import type { ProvenEnds } from "./check_log.ts";
import type { Archive, Findings } from "./findings.ts";
import { pathsIn } from "./findings.ts";
import type { ShownRecord } from "./records.ts";
import { ChainCheck, isRedactedRecord } from "./records.ts";
import type { Row } from "./rows.ts";
import { memberText, numberIn, objectIn, rowsIn } from "./rows.ts";

/** The claims of a chain about its conversation. */
export interface ChainWords {
  /** The last state that it names; undefined if a hidden record may name another. */
  state: string | undefined;
  /** False if no record shows, or a hidden one could not contain, that a message was sent. */
  isSent: boolean;
  /** True if this reader may not read a record of it. */
  hasHidden: boolean;
  /** The digests it commits to, by the id of a message, a file, a receipt or a proposal. */
  readonly commitments: Map<string, string>;
  /** The proposal that was accepted last; empty for none. */
  agreedId: string;
}

/** Records that commit to something, and the reference that names it. */
const COMMITTING: Readonly<Record<string, string>> = {
  "message.appended": "messageId",
  "artifact.added": "artifactId",
  "receipt.signed": "receiptId",
  "proposal.made": "proposalId",
};

/**
 * Recomputes every chain from its first record, and compares its end with what the log
 * proves.
 */
export async function checkChains(
  archive: Archive,
  proven: ProvenEnds | undefined,
  findings: Findings,
): Promise<ReadonlyMap<string, ChainWords>> {
  const parts = new Map<string, string[]>();
  for (const path of pathsIn(archive, "chains")) {
    const chainId = path.split("/")[1] ?? "";
    parts.set(chainId, [...(parts.get(chainId) ?? []), path]);
  }
  const chains = new Map<string, ChainWords>();
  for (const [chainId, paths] of parts) {
    const words = await checkChain(
      archive,
      { chainId, paths },
      proven,
      findings,
    );
    chains.set(chainId, words);
    findings.count("chains");
  }
  for (const chainId of proven?.keys() ?? []) {
    if (!chains.has(chainId)) findings.blame(chainId, "its chain is missing");
  }
  return chains;
}

async function checkChain(
  archive: Archive,
  {
    chainId,
    paths,
  }: { readonly chainId: string; readonly paths: readonly string[] },
  proven: ProvenEnds | undefined,
  findings: Findings,
): Promise<ChainWords> {
  const words: ChainWords = {
    state: undefined,
    isSent: false,
    hasHidden: false,
    agreedId: "",
    commitments: new Map(),
  };
  const end = proven?.get(chainId);
  if (proven && !end) findings.blame(chainId, "the log has no proof of it");
  const chain = new ChainCheck();
  for (const path of paths) {
    for (const row of rowsIn(await archive.read(path))) {
      const record = recordIn(row);
      const problem = chain.add(record) ?? strangerIn(row, chainId);
      if (problem) {
        findings.blame(chainId, `record ${record.seq}: ${problem}`);
        return words;
      }
      note(words, row);
      findings.count("records");
      if (end?.seq !== record.seq || end.hash === record.hash) continue;
      findings.blame(
        chainId,
        `record ${record.seq}: the log has a different one`,
      );
    }
  }
  const { last, isWhole } = chain;
  if (end && last.seq < end.seq) {
    findings.blame(
      chainId,
      `records ${last.seq + 1} to ${end.seq} are missing`,
    );
  } else if (!isWhole) {
    findings.blame(chainId, `records after ${last.seq} are missing`);
  } else if (end && last.seq > end.seq) {
    findings.said.push(
      `${chainId}: records ${end.seq + 1} to ${last.seq} are newer than this log`,
    );
  }
  return words;
}

function recordIn(row: Row): ShownRecord {
  return {
    ...row,
    seq: numberIn(row, "seq"),
    hash: memberText(row, "hash"),
    prevHash: memberText(row, "prevHash"),
    bodyHash: memberText(row, "bodyHash"),
    type: memberText(row, "type"),
  };
}

function strangerIn(row: Row, chainId: string): string | undefined {
  const isOurs =
    memberText(row, "type") === "redacted" ||
    memberText(row, "conversationId") === chainId;
  return isOurs ? undefined : "it belongs to another chain";
}

function note(words: ChainWords, row: Row): void {
  if (isRedactedRecord({ type: memberText(row, "type") })) {
    words.state = undefined;
    words.isSent = true;
    words.hasHidden = true;
    return;
  }
  const state = memberText(row, "stateTo");
  if (state !== "") words.state = state;
  const refs = objectIn(row, "refs");
  const type = memberText(row, "type");
  words.isSent ||= type === "message.appended";
  if (type === "proposal.accepted") {
    words.agreedId = memberText(refs, "proposalId");
  }
  const id = memberText(refs, COMMITTING[type] ?? "");
  if (id !== "") words.commitments.set(id, memberText(row, "commitment"));
}
