import { hexDigest } from "./bytes.ts";
import type { ChainWords } from "./check_chains.ts";
import type { Archive, Findings } from "./findings.ts";
import { pathsIn } from "./findings.ts";
import type { Row } from "./rows.ts";
import { memberText, numberIn, rowsIn } from "./rows.ts";
import { disputeFault } from "./terms/check_dispute.ts";
import { proposalFault } from "./terms/check_proposals.ts";
import { isSignedJws } from "./terms/signed_jws.ts";

/** The facts with which an archive's lines are compared. */
export interface Against {
  readonly archive: Archive;
  readonly chains: ReadonlyMap<string, ChainWords>;
  readonly jwks: unknown;
}

type Check = (
  row: Row,
  words: ChainWords,
  against: Against,
) => Promise<string | undefined>;

const CONVERSATIONS = "conversations";

/** How the lines of each table are checked, and what identifies a line. */
const TABLES: Readonly<Record<string, readonly [string, Check]>> = {
  [CONVERSATIONS]: ["conversationId", conversationFault],
  messages: ["messageId", messageFault],
  artifacts: ["artifactId", artifactFault],
  receipts: ["receiptId", receiptFault],
};

/** Compares an archive's conversations with their chains. */
export async function checkTables(
  against: Against,
  findings: Findings,
): Promise<void> {
  const { archive, chains } = against;
  const there = new Set<string>();
  for (const [table, [name, check]] of Object.entries(TABLES)) {
    for (const path of pathsIn(archive, table)) {
      for (const row of rowsIn(await archive.read(path))) {
        const conversationId = memberText(row, "conversationId");
        if (table === CONVERSATIONS) there.add(conversationId);
        findings.count(table);
        const words = chains.get(conversationId);
        const problem = words
          ? await check(row, words, against)
          : "its conversation has no chain";
        if (problem)
          findings.blame(`${table} ${memberText(row, name)}`, problem);
      }
    }
  }
  for (const chainId of chains.keys()) {
    if (!chainId.startsWith("cnv_") || there.has(chainId)) continue;
    findings.blame(chainId, "its conversation is missing");
  }
}

async function conversationFault(
  row: Row,
  words: ChainWords,
  { jwks }: Against,
): Promise<string | undefined> {
  const { state } = words;
  return state === undefined || state === memberText(row, "state")
    ? ((await proposalFault(row, words, jwks)) ??
        (await disputeFault(row, jwks)))
    : `its state is not ${state}, the state in its chain`;
}

/** Words are recorded once they leave their writer's hands. */
async function messageFault(
  row: Row,
  { isSent, commitments }: ChainWords,
): Promise<string | undefined> {
  return !isSent || commitments.has(memberText(row, "messageId"))
    ? undefined
    : "no record of its writing exists";
}

async function artifactFault(
  row: Row,
  { commitments }: ChainWords,
  { archive }: Against,
): Promise<string | undefined> {
  const id = memberText(row, "artifactId");
  // Of a file hosted elsewhere, the address was committed to.
  const sha256 = memberText(row, "sha256") || hexDigest(memberText(row, "uri"));
  if (commitments.get(id) !== hexDigest(id + sha256)) {
    return "its fingerprint differs from the recorded one";
  }
  const path = memberText(row, "path");
  if (path === "") return undefined;
  if (!archive.has(path)) return "its file is missing";
  const bytes = await archive.read(path);
  const isSame =
    bytes.length === numberIn(row, "size") && hexDigest(bytes) === sha256;
  return isSame ? undefined : "its file differs from the recorded one";
}

async function receiptFault(
  row: Row,
  { commitments }: ChainWords,
  { jwks }: Against,
): Promise<string | undefined> {
  const jws = memberText(row, "jws");
  if (!(await isSignedJws(jws, jwks))) {
    return "it is not signed with the service's key";
  }
  const recorded = commitments.get(memberText(row, "receiptId"));
  return recorded === hexDigest(jws)
    ? undefined
    : "it differs from the recorded one";
}
