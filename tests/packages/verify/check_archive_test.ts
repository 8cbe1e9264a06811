import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { checkArchive } from "../../../packages/verify/src/check_archive.ts";
import {
  entryHash,
  recordHash,
} from "../../../packages/verify/src/record_hash.ts";
import {
  archiveKeys,
  signArchive,
} from "../../../src/core/audit/log/archive_part.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import type { Stage } from "../../core/core_harness.ts";
import { startStage } from "../../core/core_harness.ts";
import type { Exported, Files } from "./exported.ts";
import { archiveOf, edit, exported, seal } from "./exported.ts";
import { PROPOSAL_TAMPERINGS } from "./proposal_tamperings.ts";

let stage: Stage;
let whole: Exported;
beforeAll(async () => {
  stage = await startStage();
  whole = await exported(stage);
});
afterAll(() => stage[Symbol.asyncDispose]());

const decode = (bytes: Uint8Array | undefined) =>
  new TextDecoder().decode(bytes);
const encode = (text: string) => new TextEncoder().encode(text);
const faultsOf = async (files: Files) =>
  (await checkArchive(archiveOf(files))).faults.map(
    ({ about, problem }) => `${about}: ${problem}`,
  );

/** Changes the records of the paid conversation, as lines of one file. */
function records(
  files: Files,
  change: (records: Record<string, unknown>[]) => Record<string, unknown>[],
) {
  const parts = ["000001", "000002"].map(
    (it) => `chains/${whole.done}/${it}.jsonl`,
  );
  const text = parts.map((it) => decode(files.get(it))).join("");
  const all = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const lines = change(all).map((it) => `${JSON.stringify(it)}\n`);
  files.delete(parts[1] ?? "");
  files.set(parts[0] ?? "", encode(lines.join("")));
}

/** Makes all hashes anew, as whoever has no redacted record could. */
function relinked(all: Record<string, unknown>[]) {
  let prevHash = "0".repeat(64);
  return all.map((_record, index) => {
    const bodyHash = sha256(`body ${index}`);
    const head = sha256("head");
    const seq = index + 1;
    const record = recordHash(prevHash, [head, bodyHash, head]);
    const hash = entryHash(record, seq, seq);
    const commit = { entries: 1, head, inner: head };
    const made = { seq, hash, prevHash, bodyHash, type: "redacted", commit };
    prevHash = hash;
    return made;
  });
}

test("an archive that nobody touched holds, and goes on from a checkpoint that was kept", async () => {
  const { log } = await archiveKeys(stage.services);
  const found = await checkArchive(archiveOf(whole.files), {
    ...{ key: log, against: whole.kept },
  });
  expect(found.faults).toEqual([]);
  expect(found.counts).toMatchObject({
    ...{ chains: 2, proofs: 2, conversations: 2, artifacts: 1, receipts: 1 },
  });
  expect(found.said.join("\n")).toContain("extends the checkpoint");
});

/** With the manifest that the service would have signed of a database like that. */
const TAMPERINGS: Readonly<
  Record<string, readonly [(files: Files) => void, RegExp]>
> = {
  "a deleted chain": [
    (files) => records(files, () => []),
    /cnv_.*: records 1 to \d+ are missing/,
  ],
  "a chain without its files": [
    (files) => {
      for (const path of [...files.keys()]) {
        if (path.startsWith(`chains/${whole.done}/`)) files.delete(path);
      }
    },
    /cnv_.*: its chain is missing/,
  ],
  "a cut tail": [
    (files) => records(files, (all) => all.slice(0, -1)),
    /cnv_.*: records \d+ to \d+ are missing/,
  ],
  "a cut head": [
    (files) => records(files, (all) => all.slice(1)),
    /record 2: record 1 is missing/,
  ],
  "a chain rewritten consistently": [
    (files) => records(files, relinked),
    /the log has a different one/,
  ],
  "a line of an entry": [
    (files) =>
      records(files, (all) =>
        all.map((it) => (it.type === "redacted" ? it : { ...it, added: 1 })),
      ),
    /record \d: its body was changed/,
  ],
  "a body": [
    (files) =>
      records(files, (all) => all.map((it) => ({ ...it, via: "cli" }))),
    /record \d: (its body was changed|it is marked as not for you)/,
  ],
  "a record that is passed off as not for the reader": [
    (files) =>
      records(files, (all) =>
        all.with(-1, { ...all.at(-1), type: "redacted" }),
      ),
    /it is marked as not for you but has more members/,
  ],
  "a record that was taken out": [
    (files) => records(files, (all) => all.toSpliced(2, 1)),
    /record 4: record 3 is missing/,
  ],
  "a record that was put in": [
    (files) => records(files, (all) => all.toSpliced(2, 0, { ...all[1] })),
    /record 2: record 3 is missing/,
  ],
  "a record after the end": [
    (files) =>
      records(files, (all) => [...all, { ...all.at(-1), seq: all.length + 1 }]),
    /it does not follow the record before it/,
  ],
  "the chain of another conversation in its place": [
    (files) => {
      const other = `chains/${whole.small}/000001.jsonl`;
      files.set(
        other,
        files.get(`chains/${whole.done}/000001.jsonl`) ?? new Uint8Array(),
      );
    },
    /it belongs to another chain/,
  ],
  "a state": [
    (files) =>
      edit(files, "conversations/000001.jsonl", (it) =>
        it.replace(`"state":"completed"`, `"state":"canceled"`),
      ),
    /conversations cnv_.*: its state is not completed/,
  ],
  "a conversation that was taken out": [
    (files) =>
      edit(
        files,
        "conversations/000001.jsonl",
        (it) => `${it.split("\n")[0]}\n`,
      ),
    /cnv_.*: its conversation is missing/,
  ],
  "a message that nobody wrote": [
    (files) =>
      edit(files, "messages/000001.jsonl", (it) =>
        it.replace(/"messageId":"msg_.{4}/, `"messageId":"msg_zzzz`),
      ),
    /messages msg_zzzz.*: no record of its writing exists/,
  ],
  "a file": [
    (files) => {
      const path =
        [...files.keys()].find((it) => it.startsWith("files/")) ?? "";
      edit(files, path, (it) => it.replace("plan", "scam"));
    },
    /artifacts art_.*: its file differs from the recorded one/,
  ],
  "a file with its fingerprint": [
    (files) => {
      const path =
        [...files.keys()].find((it) => it.startsWith("files/")) ?? "";
      edit(files, path, (it) => it.replace("plan", "scam"));
      edit(files, "artifacts/000001.jsonl", (it) =>
        it.replace(sha256("the plan"), sha256("the scam")),
      );
    },
    /artifacts art_.*: its fingerprint differs from the recorded one/,
  ],
  "a receipt": [
    (files) =>
      edit(files, "receipts/000001.jsonl", (it) =>
        it.replace(/"jws":"([^.]*)\.[^.]*\./, `"jws":"$1.e30.`),
      ),
    /receipts rcp_.*: it is not signed with the service's key/,
  ],
  "a receipt in another's place": [
    (files) =>
      edit(files, "receipts/000001.jsonl", (it) =>
        it.replace(/"receiptId":"rcp_.{4}/, `"receiptId":"rcp_zzzz`),
      ),
    /receipts rcp_zzzz.*: it differs from the recorded one/,
  ],
  ...PROPOSAL_TAMPERINGS,
  "the checkpoint of the log": [
    (files) =>
      edit(files, "log/checkpoint", (it) => it.replace(/\n\d+\n/, "\n99\n")),
    /log\/checkpoint: it is not signed with the log's key/,
  ],
  "an older checkpoint instead of the newest": [
    (files) => void files.set("log/checkpoint", encode(whole.kept)),
    /cnv_.*: the log does not contain its end/,
  ],
  "no checkpoint": [
    (files) => void files.delete("log/checkpoint"),
    /log\/checkpoint: it is missing/,
  ],
  "a proof": [
    (files) =>
      edit(files, "log/proofs/000001.jsonl", (it) =>
        it.replace(/"leaf":(\d+)/, (_, leaf) => `"leaf":${Number(leaf) - 1}`),
      ),
    /cnv_.*: the log does not contain its end/,
  ],
  "proofs that were taken out": [
    (files) => void files.delete("log/proofs/000001.jsonl"),
    /cnv_.*: the log has no proof of it/,
  ],
  "a proof of consistency": [
    (files) =>
      edit(files, "log/consistency/000001.jsonl", (it) =>
        it.replace(/"proof":\["/, `"proof":["${"A".repeat(43)}=","`),
      ),
    /the log does not extend the checkpoint signed at size/,
  ],
};

describe("it is found offline, under a manifest that fits:", () => {
  for (const [what, [tamper, found]] of Object.entries(TAMPERINGS)) {
    test(what, async () => {
      const files = new Map(whole.files);
      tamper(files);
      await seal(files, (hash) => signArchive(stage.services, hash));
      expect(await faultsOf(files)).toContainEqual(
        expect.stringMatching(found),
      );
    });
  }
});

test("whatever else is changed on the way is found by the manifest", async () => {
  const words = new Map(whole.files);
  edit(words, "messages/000001.jsonl", (it) => it.replace("Here it is", "No"));
  expect(await faultsOf(words)).toEqual([
    "messages/000001.jsonl: it differs from the exported file",
  ]);
  const more = new Map(whole.files).set("files/more", encode("x"));
  expect(await faultsOf(more)).toEqual([
    "files/more: the manifest does not list it",
  ]);
  const other = new Map(words);
  await seal(other, () => decode(whole.files.get("manifest.note")));
  expect(await faultsOf(other)).toEqual([
    "manifest.json: the service has not signed it",
  ]);
});

test("an archive of somebody else's service is told by the key that is known", async () => {
  await using theirs = await startStage();
  const forged = await exported(theirs);
  expect(await faultsOf(forged.files)).toEqual([]);
  const { log } = await archiveKeys(stage.services);
  const found = await checkArchive(archiveOf(forged.files), { key: log });
  expect(found.faults.map(({ problem }) => problem)).toEqual([
    "the log's key is not the one you gave",
  ]);
  const swapped = new Map(forged.files).set(
    "keys.json",
    encode(JSON.stringify(await archiveKeys(stage.services))),
  );
  expect((await faultsOf(swapped)).length).toBeGreaterThan(3);
});
