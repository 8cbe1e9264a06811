import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import canonicalize from "canonicalize";
import { checkChain } from "../../scripts/demo/audit_check.ts";
import type { RestClient } from "../../scripts/demo/rest_client.ts";
import { inProof } from "../proof.ts";

setDefaultTimeout(30_000);

const DEMO = join(import.meta.dir, "../../scripts/demo.ts");

test("the demo tells its whole story through the official clients and ends well", async () => {
  const { said, complaint, code } = await demo({});
  expect({ complaint, code }).toEqual({ complaint: "", code: 0 });
  for (const line of [
    "≈ ready             it is submitted",
    "≈ payment.updated   none → held, 10.00 USDC",
    "✓ “A logo for the bakery” is in his needs_you.",
    "≈ message.appended  Bob: “Gladly: here it is.”",
    "≈ payment.updated   held → released, 10.00 USDC",
    "≈ state.changed     working → completed",
    "✓ The receipt's signature fits the service's public key.",
    "✓ The agent reads its task: “Is the bakery open on Sunday?” “Yes, from eight to noon.”",
    "✓ The receipt signs: “She looked at the sketch, and likes it.”",
    "✓ Bob sees 10.00 USDC released.",
    "✓ The ledger sums to 0",
    "✓ svc audit verify: ",
    "✓ “A question across” is in Carol's inbox, from alice@inbox.localhost.",
    "≈ message.appended  Carol: “Yes: Monday at nine.”",
    "✓ Alice's thread has Carol's answer, and her Done ended it.",
    "✓ Both records name what Alice's service signed: ",
    "✓ Alice's names what Carol's service signed: ",
    "✓ svc audit verify: all chains of both services hold.",
    "It all fits.",
  ]) {
    expect(said).toContain(line);
  }
  expect(said.match(/✓ All \d+ hashes of cnv_\w+ are right\./g)).toHaveLength(
    5,
  );
}, 60_000);

inProof(
  "the demo of USDC proves a wallet, holds and captures a price on a chain of its own, and finds the books right",
  async () => {
    const { said, complaint, code } = await demo({}, "--usdc");
    expect({ complaint, code }).toEqual({ complaint: "", code: 0 });
    for (const line of [
      "✓ Prices for Bob go to 0x",
      "✓ 0.50 USDC is held in escrow for good: 0x",
      "✓ 0.50 USDC is Bob's for good: 0x",
      "✓ On the chain Alice has 0.50 USDC less, and Bob has it.",
      "✓ svc ledger verify: ",
      "✓ svc rail status: ",
      "✓ Alice's own node says that 0.50 USDC is held for Carol.",
      "✓ It says that 0.50 USDC is Carol's.",
      "✓ svc ledger verify: the rows of both agree with the escrow.",
      "It all fits.",
    ]) {
      expect(said).toContain(line);
    }
  },
  240_000,
);

/** Runs the demo as its user would, with the settings of a service. */
async function demo(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
) {
  const child = Bun.spawn([process.execPath, DEMO, ...args], {
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { said, complaint, code };
}

interface Link {
  readonly [member: string]: unknown;
  readonly hash: string;
}

const sha256 = (data: string | Uint8Array) => Bun.SHA256.hash(data, "hex");

/** A chain made by the rule alone: decisions of the service play no part. */
function chainOf(...types: readonly string[]): Link[] {
  const records: Link[] = [];
  const digest = (line: object) => sha256(canonicalize(line) ?? "");
  for (const type of types) {
    const prevHash = records.at(-1)?.hash ?? "0".repeat(64);
    const seq = records.length + 1;
    const [head, bodyHash] = [digest({ at: "2026", seq }), digest({ type })];
    const inner = sha256(`inner ${seq}`);
    const digests = prevHash + head + bodyHash + inner;
    const hash = sha256(Uint8Array.fromHex(digests));
    const commit = { entries: 1, head, inner };
    records.push({ seq, hash, prevHash, bodyHash, type, at: "2026", commit });
  }
  return records;
}

/** Serves a chain as the audit endpoint does, two records a page. */
function serving(
  records: readonly Link[],
  head: unknown = records.at(-1),
): RestClient {
  return {
    async get<T>(path: string) {
      const after = new URL(path, "http://localhost").searchParams.get("after");
      const start = records.findIndex(({ hash }) => hash === after) + 1;
      const page = records.slice(start, start + 2);
      const hasMore = start + 2 < records.length;
      return { records: page, head, nextAfter: null, hasMore } as T;
    },
    post: () => Promise.reject(new Error("Not part of this test")),
    stream: () => Promise.reject(new Error("Not part of this test")),
  };
}

test("the demo's own check accepts a right chain, over several pages", async () => {
  expect(await checkChain(serving(chainOf("a", "b", "c")), "cnv_1")).toBe(3);
});

test.each([
  ["a changed body", (all: Link[]) => all.with(1, { ...at(all, 1), at: "x" })],
  ["a missing record", (all: Link[]) => all.toSpliced(1, 1)],
  [
    "a record without its link",
    (all: Link[]) => all.with(2, { ...at(all, 2), prevHash: "0".repeat(64) }),
  ],
  [
    "a forged hash",
    (all: Link[]) => all.with(2, { ...at(all, 2), hash: "f".repeat(64) }),
  ],
  ["no record at all", () => []],
])("the demo's own check refuses a chain with %s", async (_name, spoil) => {
  const chain = spoil(chainOf("a", "b", "c"));
  await expect(checkChain(serving(chain), "cnv_1")).rejects.toThrow(
    /audit (chain|record)/i,
  );
});

test("the demo's own check refuses a chain whose end was cut off", async () => {
  const whole = chainOf("a", "b", "c");
  const cut = serving(whole.slice(0, 2), whole.at(-1));
  await expect(checkChain(cut, "cnv_1")).rejects.toThrow("does not end where");
});

function at(records: readonly Link[], index: number): Link {
  const found = records[index];
  if (!found) throw new RangeError(`No record ${index}`);
  return found;
}
