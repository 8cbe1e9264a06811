/**
 * Compiles the contracts that the tests run, to `bytecode.json` beside them: the same
 * sources give the same bytes on every machine. `bun run contracts`; with the path of a
 * checkout of base/commerce-payments (or `ESCROW_SOURCE`) its escrow is built instead, and
 * stands in place of ours in all tests until the command is run without one.
 */
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compile } from "./compile_contracts.ts";
import { OUTSIDE } from "./escrow_codes.ts";
import { buildOutside } from "./outside_escrow.ts";

const FOLDER = join(import.meta.dir, "../packages/rail-x402/contracts");
const SOURCES = ["escrow.sol", "token.sol", "thief.sol", "wallet.sol"] as const;

/** The text of each source, by its file. */
async function sourceTexts() {
  return await Promise.all(
    SOURCES.map(
      async (name) =>
        [name, { content: await Bun.file(join(FOLDER, name)).text() }] as const,
    ),
  );
}

/** SHA-256 of all sources: shows quickly whether they were compiled in this form. */
export async function sourcesDigest(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const [name, { content }] of await sourceTexts()) {
    hash.update(`${name} ${content.length}\n${content}`);
  }
  return hash.digest("hex");
}

/**
 * The code of each contract on a chain, by name, and the digest of the sources.
 * @throws the compiler's errors
 */
export async function compileContracts(): Promise<
  Readonly<Record<string, string>>
> {
  const texts = await sourceTexts();
  const made = (await compile(Object.fromEntries(texts)))
    .map(({ name, code }) => [name, code] as const)
    .filter(([, code]) => code !== "0x");
  const codes = Object.fromEntries(made.toSorted());
  return { ...codes, sources: await sourcesDigest() };
}

if (import.meta.main) {
  const source = process.argv[2] ?? Bun.env.ESCROW_SOURCE;
  await rm(OUTSIDE, { force: true });
  if (source === undefined) {
    const text = `${JSON.stringify(await compileContracts(), null, 2)}\n`;
    await Bun.write(join(FOLDER, "bytecode.json"), text);
  } else {
    const built = await buildOutside(resolve(source));
    await Bun.write(OUTSIDE, `${JSON.stringify(built, null, 2)}\n`);
    console.log(`The tests run the escrow of ${built.source} from now on.`);
  }
}
