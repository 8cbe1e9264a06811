/** The part of the compiler's package that is used; it has no types. */
interface Compiler {
  readonly compile: (
    input: string,
    callbacks?: { readonly import: ReadSource },
  ) => string;
}

/** Returns a source that another one imports, by its remapped path. */
export type ReadSource = (
  path: string,
) => { readonly contents: string } | { readonly error: string };

interface Output {
  readonly abi: readonly {
    readonly type: string;
    readonly inputs?: readonly { readonly name: string }[];
  }[];
  readonly evm: Readonly<
    Record<"bytecode" | "deployedBytecode", { readonly object: string }>
  >;
}

interface Answer {
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, Output>>>
  >;
  readonly errors?: readonly {
    readonly severity: string;
    readonly formattedMessage: string;
  }[];
}

/** A compiled contract. */
export interface Compiled {
  readonly name: string;
  /** The code on a chain, without what its constructor sets. */
  readonly code: string;
  /** Bytecode of the constructor, without arguments. */
  readonly init: string;
  /** Names of the constructor's arguments. */
  readonly takes: readonly string[];
}

/** Compiles sources as the public contracts are compiled. @throws the compiler's errors */
export async function compile(
  sources: Readonly<Record<string, { readonly content: string }>>,
  more: {
    readonly remappings?: readonly string[];
    readonly read?: ReadSource;
  } = {},
): Promise<readonly Compiled[]> {
  const module: string = "solc";
  const { default: solc } = (await import(module)) as { default: Compiler };
  const outputs = ["evm.deployedBytecode.object", "evm.bytecode.object", "abi"];
  const input = JSON.stringify({
    language: "Solidity",
    sources,
    settings: {
      optimizer: { enabled: true, runs: 200 },
      viaIR: true,
      evmVersion: "cancun",
      metadata: { bytecodeHash: "none", appendCBOR: false },
      remappings: more.remappings ?? [],
      outputSelection: { "*": { "*": outputs } },
    },
  });
  const callbacks = more.read && { import: more.read };
  const answer: Answer = JSON.parse(solc.compile(input, callbacks));
  const wrong = answer.errors?.filter((it) => it.severity === "error") ?? [];
  if (wrong.length > 0) {
    throw new Error(wrong.map((it) => it.formattedMessage).join("\n"));
  }
  return Object.values(answer.contracts ?? {})
    .flatMap((file) => Object.entries(file))
    .map(([name, { abi, evm }]) => ({
      name,
      code: `0x${evm.deployedBytecode.object}`,
      init: `0x${evm.bytecode.object}`,
      takes:
        abi
          .find(({ type }) => type === "constructor")
          ?.inputs?.map((it) => it.name) ?? [],
    }));
}
