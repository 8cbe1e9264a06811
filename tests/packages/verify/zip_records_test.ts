import { expect, test } from "bun:test";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { openZip } from "../../../packages/verify/src/zip/zip_archive.ts";
import type { ZipEntry } from "../../../packages/verify/src/zip/zip_records.ts";
import {
  directoryRecord,
  directoryRecordBytes,
  localHeader,
  localHeaderBytes,
  zipEnd,
} from "../../../packages/verify/src/zip/zip_records.ts";
import { testDirectory } from "../../directory.ts";
import { needing } from "../../needing.ts";

/** More entries than a ZIP without zip64 can count. */
const MANY = 66_000;

/** Reads every file of an archive, each against its sum. */
const JUDGE = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    names = archive.namelist()
    print(len(names), len(set(names)), archive.read(names[-1]).decode())
`;

import { IS_PROOF, inProof } from "../../proof.ts";

/** An archive of small files, each with its number. */
function archiveOf(count: number): Buffer {
  const parts: Uint8Array[] = [];
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let number = 1; number <= count; number++) {
    const bytes = Buffer.from(String(number));
    const entry = {
      name: `mail/${number}.eml`,
      crc: crc32(bytes),
      size: bytes.length,
      packedSize: bytes.length,
      isDeflated: false,
      at,
    };
    entries.push(entry);
    parts.push(localHeader(entry), bytes);
    at += localHeaderBytes(entry.name) + bytes.length;
  }
  const directoryBytes = entries.reduce(
    (sum, it) => sum + directoryRecordBytes(it.name, it.at),
    0,
  );
  const end = zipEnd({ entries: count, directoryAt: at, directoryBytes });
  return Buffer.concat([...parts, ...entries.map(directoryRecord), end]);
}

/** Each day our own reader reads it. */
const inPython = IS_PROOF ? needing("python3") : inProof;

inPython(
  "more files than a ZIP without zip64 can count are read by Python's zipfile",
  async () => {
    const directory = await testDirectory("inbox-zip-");
    try {
      const file = join(directory.path, "many.zip");
      await Bun.write(file, archiveOf(MANY));
      const judge = Bun.spawn(["python3", "-c", JUDGE, file], {
        stdout: "pipe",
        stderr: "inherit",
      });
      const said = await new Response(judge.stdout).text();
      expect(said.trim()).toBe(`${MANY} ${MANY} ${MANY}`);
    } finally {
      await directory.remove();
    }
  },
);

test("more files than a ZIP without zip64 can count are read by our own reader", async () => {
  const bytes = archiveOf(MANY);
  const archive = await openZip(
    async (start, length) =>
      Uint8Array.from(bytes.subarray(start, start + length)),
    bytes.length,
  );
  expect(archive.paths).toHaveLength(MANY);
  const last = await archive.read(`mail/${MANY}.eml`);
  expect(new TextDecoder().decode(last)).toBe(String(MANY));
});
