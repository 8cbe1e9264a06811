import type { Static } from "typebox";
import type { ChainEnd } from "../../packages/verify/src/merkle.ts";
import { readCheckpoint } from "../core/audit/signed_note.ts";
import { AFTER_ALL, chainsIn, Grouping, rootOf } from "../core/audit/tree.ts";
import { LIMITS } from "../core/base/limits.ts";
import { compareAuditHeads } from "../core/operations/compare_audit_heads.ts";
import { listAuditHeads } from "../core/operations/list_audit_heads.ts";
import { makeAuditCheckpoint } from "../core/operations/make_audit_checkpoint.ts";
import type { Operator } from "./operator.ts";

type Made = Static<typeof makeAuditCheckpoint.output>["checkpoint"];
type Fault = Static<typeof compareAuditHeads.output>["faults"][number];

/** Makes checkpoints until every record is covered, and returns the last one. */
export async function makeAll(operator: Operator): Promise<NonNullable<Made>> {
  for (;;) {
    const made = await operator.run(makeAuditCheckpoint, {});
    if (made.hasMore) continue;
    if (made.checkpoint) return made.checkpoint;
    throw new Error("Cannot make a checkpoint: there is no record yet");
  }
}

/**
 * Writes the newest checkpoint to a new file: the signed note, a blank line, and a
 * line `chain length hash` for each chain. It starts again if a newer one is made.
 */
export async function exportCheckpoint(
  operator: Operator,
  path: string,
): Promise<NonNullable<Made>> {
  if (await Bun.file(path).exists()) {
    throw new Error(`Cannot write ${path}: it exists already`);
  }
  for (;;) {
    const checkpoint = await makeAll(operator);
    const writer = Bun.file(path).writer();
    writer.write(`${checkpoint.note}\n`);
    const isWhole = await writeHeads(operator, checkpoint.number, (line) =>
      writer.write(line),
    );
    await writer.end();
    if (isWhole) return checkpoint;
    await Bun.file(path).delete();
  }
}

async function writeHeads(
  operator: Operator,
  number: number,
  write: (line: string) => void,
): Promise<boolean> {
  let after = "";
  for (;;) {
    const page = await operator.run(listAuditHeads, { after });
    if (page.number !== number) return false;
    for (const { chainId, seq, hash } of page.heads) {
      write(`${chainId} ${seq} ${hash}\n`);
      after = chainId;
    }
    if (!page.hasMore) return true;
  }
}

/** Compares all chains with a checkpoint that was exported before. */
export async function compareWithFile(
  operator: Operator,
  path: string,
): Promise<readonly Fault[]> {
  const lines = linesOf(path);
  const note = `${await block(lines)}\n${await block(lines)}`;
  const read = readCheckpoint(note);
  if (!read) throw new Error(`Cannot read ${path}: it is no audit checkpoint`);
  const faults: Fault[] = [];
  const about = `checkpoint ${read.number}`;
  const blame = (problem: string) =>
    faults.push({ chainId: about, seq: 0, problem });
  const { signed } = await operator.run(compareAuditHeads, { note, heads: [] });
  if (!signed) blame("the copy is not signed with the service's key");
  const grouping = new Grouping();
  let heads: ChainEnd[] = [];
  const compare = async () => {
    const found = await operator.run(compareAuditHeads, { note, heads });
    faults.push(...found.faults);
    heads = [];
  };
  for await (const line of lines) {
    const head = readHead(line);
    grouping.add(head);
    heads.push(head);
    if (heads.length === LIMITS.auditComparedAtOnce) await compare();
    if (faults.length >= LIMITS.auditFaultsMax) return faults;
  }
  await compare();
  grouping.close(AFTER_ALL);
  const isWhole =
    chainsIn(grouping.groups) === read.chains &&
    rootOf(grouping.groups).toBase64() === read.root;
  if (!isWhole) blame("the heads in the copy are not those that were signed");
  return faults;
}

function readHead(line: string): ChainEnd {
  const [chainId = "", seq, hash = ""] = line.split(" ");
  return { chainId, seq: Number(seq), hash };
}

/** Reads up to the next blank line, which is left out. */
async function block(lines: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for (;;) {
    const { value, done } = await lines.next();
    if (done || value === "") return text;
    text += `${value}\n`;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of Bun.file(path).stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
