import { expect } from "bun:test";
import { oneFile } from "../../scripts/one_file.ts";
import { svc as runSvc } from "../../src/cli/from_sources.ts";
import type { Opened } from "../core/fixture.ts";

/** How a run of `svc` ended, and what it printed. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The data that a run works with, and its options. */
export interface Setting extends Pick<Opened, "config"> {
  readonly env?: Readonly<Record<string, string>>;
  /** True has it be a process of its own: what the shell of an operator starts. */
  readonly isApart?: boolean;
}

/** Runs `svc`: by default within this process, which costs a tenth. */
export async function svc(
  { config, env, isApart = false }: Setting,
  ...args: readonly string[]
): Promise<Ran> {
  const settings = { DATABASE_URL: config.databaseUrl, ...env };
  if (isApart) return await svcApart(settings, args);
  let [out, err] = ["", ""];
  const code = await runSvc(args, {
    env: settings,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

async function svcApart(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Ran> {
  const main = await oneFile("src/cli/main.ts");
  const child = Bun.spawn([process.execPath, main, ...args], {
    env: { PATH: "/usr/bin", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

/** The JSON of a run that has to succeed. */
export async function json(core: Setting, ...args: readonly string[]) {
  const ran = await svc(core, ...args, "--json");
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
}
