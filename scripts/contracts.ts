/**
 * Compiles the contracts that the tests run, to `bytecode.json` beside them: the same
 * sources give the same bytes on every machine. `bun run contracts`
 */
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../packages/rail-x402/contracts");
const SOURCES = ["escrow.sol", "token.sol", "thief.sol", "wallet.sol"] as const;

/** What of the compiler's package is used; it has no types of its own. */
interface Compiler {
  readonly compile: (input: string) => string;
}

interface Compiled {
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly evm: {
              readonly deployedBytecode: { readonly object: string };
            };
          }
        >
      >
    >
  >;
  readonly errors?: readonly {
    readonly severity: string;
    readonly formattedMessage: string;
  }[];
}

/**
 * The code of each contract as it stands on a chain, by name.
 * @throws what the compiler has against the sources
 */
export async function compileContracts(): Promise<
  Readonly<Record<string, string>>
> {
  const module: string = "solc";
  const { default: solc } = (await import(module)) as { default: Compiler };
  const texts = await Promise.all(
    SOURCES.map(
      async (name) =>
        [name, { content: await Bun.file(join(FOLDER, name)).text() }] as const,
    ),
  );
  const answer: Compiled = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: Object.fromEntries(texts),
        settings: {
          optimizer: { enabled: true, runs: 200 },
          viaIR: true,
          evmVersion: "cancun",
          metadata: { bytecodeHash: "none", appendCBOR: false },
          outputSelection: { "*": { "*": ["evm.deployedBytecode.object"] } },
        },
      }),
    ),
  );
  const wrong = answer.errors?.filter((it) => it.severity === "error") ?? [];
  if (wrong.length > 0) {
    throw new Error(wrong.map((it) => it.formattedMessage).join("\n"));
  }
  const made = Object.values(answer.contracts ?? {})
    .flatMap((file) => Object.entries(file))
    .map(([name, { evm }]) => [name, `0x${evm.deployedBytecode.object}`])
    .filter(([, code]) => code !== "0x");
  return Object.fromEntries(made.toSorted());
}

if (import.meta.main) {
  const text = `${JSON.stringify(await compileContracts(), null, 2)}\n`;
  await Bun.write(join(FOLDER, "bytecode.json"), text);
}
