import { expect, test } from "bun:test";
import { crc32, deflateRawSync } from "node:zlib";
import { openZip } from "../../../packages/verify/src/zip/zip_archive.ts";

interface Made {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isDeflated?: boolean;
  /** The length in the directory, if it lies. */
  readonly size?: number;
  /** How many bytes of lengths stand behind it. */
  readonly follows?: number;
  /** True if the directory does not list it. */
  readonly isHidden?: boolean;
}

function fields(...values: readonly (readonly [number, number])[]): Buffer {
  const parts = values.map(([bytes, value]) => {
    const part = Buffer.alloc(bytes);
    if (bytes === 8) part.writeBigUInt64LE(BigInt(value));
    else part.writeUIntLE(value, 0, bytes);
    return part;
  });
  return Buffer.concat(parts);
}

/** A ZIP file; with the fields of zip64 where it is said. */
function zip(files: readonly Made[], is64 = false): Buffer {
  let body = Buffer.alloc(0);
  let listed = Buffer.alloc(0);
  for (const { path, bytes, isDeflated = false, size, ...made } of files) {
    const packed = isDeflated ? deflateRawSync(bytes) : Buffer.from(bytes);
    const method = isDeflated ? 8 : 0;
    const lengths = [packed.length, size ?? bytes.length] as const;
    const short = is64 ? [0xffffffff, 0xffffffff] : lengths;
    const name = Buffer.from(path);
    const head = [
      [2, 20],
      [2, 0x800],
      [2, method],
      [4, 0],
      [4, crc32(bytes)],
      [4, short[0] ?? 0],
      [4, short[1] ?? 0],
      [2, name.length],
    ] as const;
    const at = body.length;
    const local = fields([4, 0x04034b50], ...head, [2, 0]);
    const behind = Buffer.alloc(made.follows ?? 0);
    body = Buffer.concat([body, local, name, packed, behind]);
    if (made.isHidden) continue;
    const extra = is64
      ? fields([2, 1], [2, 24], [8, lengths[1]], [8, lengths[0]], [8, at])
      : Buffer.alloc(0);
    const more = [
      [2, extra.length],
      [2, 0],
      [4, 0],
      [4, 0],
    ] as const;
    const start = [4, is64 ? 0xffffffff : at] as const;
    const central = fields([4, 0x02014b50], [2, 20], ...head, ...more, start);
    listed = Buffer.concat([listed, central, name, extra]);
  }
  const at = body.length;
  const counts = [files.length, files.length] as const;
  const end64 = Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
    fields([8, counts[0]], [8, counts[1]], [8, listed.length], [8, at]),
    fields([4, 0x07064b50], [4, 0], [8, at + listed.length], [4, 1]),
  ]);
  const end = fields(
    ...([
      [4, 0x06054b50],
      [4, 0],
      [2, 0xffff],
      [2, 0xffff],
    ] as const),
    [4, is64 ? 0xffffffff : listed.length],
    [4, is64 ? 0xffffffff : at],
    [2, 0],
  );
  return Buffer.concat([body, listed, ...(is64 ? [end64] : []), end]);
}

const opened = (whole: Uint8Array) =>
  openZip(
    async (start, length) =>
      new Uint8Array(whole.subarray(start, start + length)),
    whole.length,
  );
const bytes = new TextEncoder().encode("the plan ".repeat(99));

test("files come out of a ZIP as they went in, stored or deflated, also by zip64", async () => {
  for (const is64 of [false, true]) {
    const archive = await opened(
      zip(
        [
          { path: "a/stored", bytes },
          { path: "b/deflated", bytes, isDeflated: true },
        ],
        is64,
      ),
    );
    expect(archive.paths).toEqual(["a/stored", "b/deflated"]);
    for (const path of archive.paths) {
      expect(Buffer.from(await archive.read(path)).equals(bytes)).toBe(true);
    }
    expect(archive.has("c")).toBe(false);
  }
});

test("a file that unpacks to more than it says is refused, and so is half a ZIP", async () => {
  const bomb = await opened(
    zip([{ path: "a", bytes, isDeflated: true, size: 9 }]),
  );
  await expect(bomb.read("a")).rejects.toThrow("not a complete ZIP");
  const whole = zip([{ path: "a", bytes }]);
  await expect(opened(whole.subarray(0, -30))).rejects.toThrow(
    "not a complete ZIP",
  );
  await expect(opened(Buffer.from("PK"))).rejects.toThrow("not a complete ZIP");
});

test("a file with another byte is refused, by the checksum of its entry", async () => {
  const whole = zip([{ path: "a", bytes }]);
  const at = whole.indexOf("plan");
  const archive = await opened(whole.fill("s", at, at + 1));
  await expect(archive.read("a")).rejects.toThrow("not a complete ZIP");
});

test("two files of one name are refused: which one is checked nobody could tell", async () => {
  const twice = zip([
    { path: "a", bytes },
    { path: "a", bytes },
  ]);
  await expect(opened(twice)).rejects.toThrow(
    "two files in it have the name a",
  );
});

test("an entry that the list does not have is refused, and so is one with another name or length", async () => {
  const whole = zip([
    { path: "a", bytes },
    { path: "b", bytes },
  ]);
  const renamed = Buffer.from(whole);
  renamed[30] = "c".charCodeAt(0);
  await expect(opened(renamed)).rejects.toThrow("a has a different name");
  const shorter = Buffer.from(whole);
  shorter.writeUInt32LE(9, 18);
  await expect(opened(shorter)).rejects.toThrow("not a complete ZIP");
  for (const hidden of ["a", "b", "c"]) {
    const files = ["a", "b", "c"].map((path) => {
      return { path, bytes, isHidden: path === hidden };
    });
    await expect(opened(zip(files))).rejects.toThrow("outside its list");
  }
});

test("the lengths after an entry are not a hidden entry", async () => {
  const archive = await opened(zip([{ path: "a", bytes, follows: 24 }]));
  expect(Buffer.from(await archive.read("a")).equals(bytes)).toBe(true);
});
