import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { svc } from "../../../src/cli/from_sources.ts";
import type { Ran } from "../svc.ts";

/** How a command is run beside its arguments. */
export interface Typed {
  /** The text for standard input. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Hears each line as it is printed. */
  readonly onOut?: (text: string) => void;
}

/** Somebody's own terminal, with a home of its own. */
export interface Terminal extends AsyncDisposable {
  readonly loginPath: string;
  run(args: readonly string[], typed?: Typed): Promise<Ran>;
  /** The JSON of a run that has to succeed. */
  json(args: readonly string[], typed?: Typed): Promise<unknown>;
}

export async function openTerminal(): Promise<Terminal> {
  const home = await mkdtemp(join(tmpdir(), "inbox-home-"));
  await mkdir(join(home, "config"));
  const run: Terminal["run"] = async (args, typed = {}) => {
    let [out, err] = ["", ""];
    const code = await svc(args, {
      env: { XDG_CONFIG_HOME: join(home, "config"), ...typed.env },
      input: async () => typed.input ?? "",
      ...(typed.signal && { signal: typed.signal }),
      out: (text) => {
        out += text;
        typed.onOut?.(text);
      },
      err: (text) => {
        err += text;
      },
    });
    return { code, out, err };
  };
  return {
    loginPath: join(home, "config/svc/login.json"),
    run,
    async json(args, typed) {
      const { code, out, err } = await run([...args, "--json"], typed);
      if (code !== 0) throw new Error(err);
      return JSON.parse(out);
    },
    [Symbol.asyncDispose]: () => rm(home, { recursive: true }),
  };
}
